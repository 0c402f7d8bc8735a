/** The one live connection of the page, made when something first listens. */
import { boot } from '../boot.ts'
import { heardServer, pageTime } from '../clock.ts'
import { endSession, onLoginStatus } from '../session.ts'
import { readStored } from '../storage.ts'
import type { ConnectionView } from './connection.ts'
import { useLive } from './live-store.ts'
import { setPresent } from './present.ts'
import { SocketClient, type SocketLike } from './socket-client.ts'

let client: SocketClient | undefined

function address(): string {
  const configured = boot().wsUrl
  if (/^wss?:\/\//.test(configured)) return configured
  const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${window.location.host}${configured === '' ? '/ws' : configured}`
}

/** The connection; the first call opens it. */
export function liveClient(): SocketClient {
  if (client !== undefined) return client
  const made = new SocketClient({
    open: () => new WebSocket(address()) as unknown as SocketLike,
    token: () => readStored('token'),
    now: pageTime,
    heardServer,
    random: () => Math.random(),
    sessionEnded: (token, _code, message) => endSession(token, message),
  })
  onLoginStatus(() => made.sessionChanged())
  window.addEventListener('online', () => made.retryNow())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) made.retryNow()
  })
  client = made
  setPresent(made)
  return made
}

export function useConnection(): ConnectionView {
  return useLive(liveClient().facts.store)
}
