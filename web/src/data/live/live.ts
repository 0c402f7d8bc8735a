/** The live connections of the page, each made when something first listens. */
import { boot } from '../boot.ts'
import { heardServer, pageTime } from '../clock.ts'
import { endSession, onLoginStatus } from '../session.ts'
import { doubtSite } from '../site.ts'
import { readStored } from '../storage.ts'
import type { ConnectionView } from './connection.ts'
import { useLive } from './live-store.ts'
import { setPresent } from './present.ts'
import { openSocket } from './share/shared-socket.ts'
import { SocketClient } from './socket-client.ts'

let client: SocketClient | undefined

/** The whole address of a line: as configured, or a path of this host. */
function addressOf(configured: string, path: string): string {
  if (/^wss?:\/\//.test(configured)) return configured
  const scheme = window.location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${window.location.host}${configured === '' ? path : configured}`
}

/** ms */
const SPREAD_MS = 2000

interface Line {
  /** From the facts of the page; empty: `path` of this host. */
  readonly configured: () => string
  readonly path: string
  readonly ended: (token: string, message: string) => void
}

/** A connection that comes back by itself and follows the session. Nothing is connected before somebody listens. */
export function openLine({ configured, path, ended }: Line): SocketClient {
  const made = new SocketClient({
    open: () => openSocket(addressOf(configured(), path), readStored('token'), pageTime),
    token: () => readStored('token'),
    now: pageTime,
    heardServer,
    random: () => Math.random(),
    sessionEnded: (token, _code, message) => ended(token, message),
    // All pages hear of it at once, and must not all ask at once.
    siteChanged: () => void setTimeout(doubtSite, Math.random() * SPREAD_MS),
  })
  onLoginStatus(() => made.sessionChanged())
  window.addEventListener('online', () => made.retryNow())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) made.retryNow()
  })
  return made
}

/** The connection of the page to the gateway. */
export function liveClient(): SocketClient {
  if (client !== undefined) return client
  client = openLine({ configured: () => boot().wsUrl, path: '/ws', ended: endSession })
  setPresent(client)
  return client
}

export function useConnection(): ConnectionView {
  return useLive(liveClient().facts.store)
}
