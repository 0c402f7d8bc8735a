/** A socket host for tests and measures of public channels: nobody logs in. */
import type { Feeds } from '../feeds/feeds.ts'
import type { SocketHost } from '../feeds/socket-port.ts'

const REFUSED = { code: '10001', name: 'LOGIN_REQUIRED', message: '' } as const

export function visitorsHost(feeds: Feeds, now: () => number = Date.now): SocketHost {
  const refuse = (): Promise<typeof REFUSED> => Promise.resolve(REFUSED)
  return {
    feeds,
    now,
    authenticate: refuse,
    authenticateKey: refuse,
    message: () => '',
    onSessionEnded: () => () => undefined,
    onSiteChanged: () => () => undefined,
  }
}
