/** WebSockets on a listener, the gateway's or that of contracts: who may open one, and what keeps it open. The protocol itself is a `Connection`'s. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CLOSE_CODES, LIMIT_REASONS } from '@agio/wire/socket/socket.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { addressKey, clientAddress, NO_PROXIES, type Proxies } from '../net/client-address.ts'
import { endSoon } from '../net/end-soon.ts'
import { Connection } from './connection.ts'
import { SOCKET_LIMITS, type SocketHost, type SocketLimits, type SocketTenant } from './socket-port.ts'

/** Path of the gateway's socket. */
const PATH = '/ws'
const BEAT_MS = 5000

export interface SocketServer {
  /** Open connections. */
  readonly size: number
  /** Tells every reader to come back later and closes. */
  close(): Promise<void>
}

export interface Entrance {
  /** Where upgrades are answered; default the gateway's `/ws`. */
  readonly path?: string
  /** Whose forwarded addresses are counted by instead of their own; default none. */
  readonly proxies?: Proxies
  /** Whether a page of this origin may listen, by the rule for calls; default every one. */
  readonly isAllowed?: (request: IncomingMessage) => boolean
}

/** Tenant of a host name without port, in lower case. */
type Hosts = (host: string) => SocketHost | undefined

/** Host header without the port, in lower case. */
const hostName = (host: string | undefined): string => (host ?? '').toLowerCase().replace(/:\d+$/, '')

/** Hand-made answer to an upgrade that is refused: the HTTP server is out of the way by then, and with it its patience. */
const refuse = (stream: Duplex, status: 403 | 404 | 429 | 503): void =>
  endSoon(stream, `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)

class Sockets implements SocketServer {
  readonly #server: Server
  readonly #hosts: Hosts
  readonly #limits: SocketLimits
  readonly #proxies: Proxies
  readonly #isAllowed: (request: IncomingMessage) => boolean
  readonly #path: string
  readonly #wss: WebSocketServer
  readonly #connections = new Map<Connection, WebSocket>()
  readonly #perAddress = new Map<string, number>()
  readonly #tenants = new Map<SocketHost, SocketTenant>()
  readonly #unsubscribes: (() => void)[] = []
  readonly #timer: NodeJS.Timeout
  #closed = false

  constructor(server: Server, hosts: Hosts, limits: SocketLimits, { proxies = NO_PROXIES, isAllowed = () => true, path = PATH }: Entrance) {
    this.#path = path
    this.#server = server
    this.#hosts = hosts
    this.#limits = limits
    this.#proxies = proxies
    this.#isAllowed = isAllowed
    this.#wss = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false, clientTracking: false })
    server.on('upgrade', this.#upgrade)
    this.#timer = setInterval(() => this.#beat(), Math.min(BEAT_MS, limits.pingAfterMs))
    this.#timer.unref()
  }

  get size(): number {
    return this.#connections.size
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    this.#server.off('upgrade', this.#upgrade)
    for (const unsubscribe of this.#unsubscribes) unsubscribe()
    const gone = [...this.#connections].map(
      ([connection, socket]) =>
        new Promise<void>((resolve) => {
          socket.once('close', () => resolve())
          connection.close(CLOSE_CODES.restart, 'restart')
          setTimeout(() => socket.terminate(), 1000).unref()
        }),
    )
    await Promise.all(gone)
  }

  readonly #upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy())
    // Of two host headers a proxy in front may have chosen the other one.
    const isOneHost = request.headersDistinct.host?.length === 1
    const host = isOneHost ? this.#hosts(hostName(request.headers.host)) : undefined
    const [path] = (request.url ?? '').split('?')
    if (path !== this.#path || host === undefined) refuse(stream, 404)
    else if (this.#closed) refuse(stream, 503)
    else if (!this.#isAllowed(request)) refuse(stream, 403)
    else if (this.#isCrowded(request)) refuse(stream, 429)
    else this.#wss.handleUpgrade(request, stream, head, (socket) => this.#open(socket, stream, request, host))
  }

  /** A few beyond the bound are opened, to be told with a code that pages can read; more of them would be held while they are told. */
  #isCrowded(request: IncomingMessage): boolean {
    const held = this.#perAddress.get(addressKey(clientAddress(request, this.#proxies))) ?? 0
    return held >= this.#limits.connectionsPerAddress * 2
  }

  #open(socket: WebSocket, stream: Duplex, request: IncomingMessage, host: SocketHost): void {
    const ip = clientAddress(request, this.#proxies)
    const address = addressKey(ip)
    const connection = new Connection({ tenant: this.#tenant(host), socket, stream, limits: this.#limits, entry: { path: this.#path, ip } })
    // A frame that breaks the protocol or the size limit ends in an error event; `ws` closes the line itself.
    socket.on('error', () => undefined)
    const count = (this.#perAddress.get(address) ?? 0) + 1
    this.#perAddress.set(address, count)
    this.#connections.set(connection, socket)
    socket.on('close', () => {
      connection.release()
      this.#connections.delete(connection)
      const left = (this.#perAddress.get(address) ?? 1) - 1
      if (left > 0) this.#perAddress.set(address, left)
      else this.#perAddress.delete(address)
    })
    if (count > this.#limits.connectionsPerAddress) {
      connection.close(CLOSE_CODES.limit, LIMIT_REASONS.address)
      return
    }
    const heard = (): void => {
      connection.heardAt = performance.now()
    }
    socket.on('pong', heard)
    socket.on('ping', heard)
    socket.on('message', (data, isBinary) => connection.receive(isBinary ? undefined : data.toString()))
  }

  #tenant(host: SocketHost): SocketTenant {
    const known = this.#tenants.get(host)
    if (known !== undefined) return known
    const { feeds } = host
    const tenant: SocketTenant = {
      feeds,
      now: () => host.now(),
      authenticate: (token, lang) => host.authenticate(token, lang),
      authenticateKey: (entry, lang) => host.authenticateKey(entry, lang),
      message: (name, lang, params) => host.message(name, lang, params),
      admits: (connection, userId) => {
        let open = 0
        for (const other of this.#connections.keys()) {
          if (other !== connection && other.tenant === tenant && other.session?.userId === userId) open += 1
        }
        return open < this.#limits.connectionsPerUser
      },
    }
    this.#tenants.set(host, tenant)
    const unsubscribe = host.onSessionEnded((sessionId, fault) => {
      for (const connection of this.#connections.keys()) {
        if (connection.tenant === tenant && connection.session?.sessionId === sessionId) connection.endSession(fault.code, fault.message)
      }
    })
    const leave = host.onSiteChanged(() => {
      for (const connection of this.#connections.keys()) if (connection.tenant === tenant) connection.siteChanged()
    })
    this.#unsubscribes.push(unsubscribe, leave)
    return tenant
  }

  /** Pings silent connections and closes those that stay silent. */
  #beat(): void {
    const now = performance.now()
    for (const [connection, socket] of this.#connections) {
      const silentMs = now - connection.heardAt
      if (silentMs > this.#limits.idleAfterMs) connection.close(CLOSE_CODES.idle, 'idle')
      else if (silentMs > this.#limits.pingAfterMs) socket.ping()
    }
  }
}

/**
 * Answers upgrades on one path of an HTTP server.
 *
 * @param hosts tenant of a host name (no port, lower case); undefined = not ours
 * @param limits what differs from SOCKET_LIMITS
 */
export function attachSockets(server: Server, hosts: Hosts, limits: Partial<SocketLimits> = {}, entrance: Entrance = {}): SocketServer {
  return new Sockets(server, hosts, { ...SOCKET_LIMITS, ...limits }, entrance)
}
