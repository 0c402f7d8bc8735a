/**
 * The live connection of the page: one WebSocket, many channels. It authenticates, subscribes, checks sequence numbers, asks for a fresh
 * snapshot when something was missed, and comes back by itself. What a channel means is its listener's business.
 */
import type { CoChannelName } from '@agio/wire/futures/channels.ts'
import type { ChannelKind, ChannelName, KindOf } from '@agio/wire/socket/channels.ts'
import type { ClientMessage } from '@agio/wire/socket/socket.ts'
import { crowdOf, delayAfterClose, SESSION_CLOSE } from './backoff.ts'
import { beginsWithSnapshot, isPrivateChannel } from './channels.ts'
import { ConnectionFacts } from './connection.ts'
import { GapDetector } from './gap-detector.ts'
import { type Frame, type Push, type Reply, readFrame, refusedChannels } from './messages.ts'

/** Whether the page listens to a channel: one that the API gains has to be decided on here. */
type Decided<Decisions extends Readonly<Record<ChannelKind, boolean>>> = Decisions
type Decisions = Decided<{
  tickers: true
  ticker: true
  depth: true
  trades: true
  kline: true
  announcements: true
  orders: true
  /** For programs. Pages learn of each fill by the event of its order, after which they read the lists again. */
  fills: false
  balances: true
  converts: true
  earn: true
  messages: true
  deposits: true
  withdrawals: true
}>
type HeardKind = { [Kind in ChannelKind]: Decisions[Kind] extends true ? Kind : never }[ChannelKind]
export type HeardChannel = ChannelName<HeardKind>

export interface ChannelListener<Kind extends ChannelKind = ChannelKind> {
  /** A push in order. Answering false says that the state does not add up (a checksum failed) and asks for a fresh snapshot. */
  push(push: Push<Kind>): boolean | undefined
  /** What was built from this channel is no longer true; a snapshot follows. */
  reset(): void
}

/** The part of WebSocket that is used, so that tests can bring their own. */
export interface SocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  send(text: string): void
  close(code?: number): void
}

export interface SocketHost {
  open(): SocketLike
  /** Session token, or undefined for a visitor. */
  token(): string | undefined
  /** Milliseconds of a clock that nobody sets. */
  now(): number
  /** The server wrote its time (ms) into the answer to what was sent then. */
  heardServer(time: number, sentAt: number): void
  random(): number
  /** The server refused or ended this session. */
  sessionEnded(token: string, code: string, message: string): void
  /** Something was stopped or resumed for everybody. */
  siteChanged(): void
}

const isPrivate = ({ name }: Channel): boolean => isPrivateChannel(name)
const ARGS_MAX = 50
const PING_MS = 1000
/** A connection that was open for so long has held, though no snapshot came over it. */
export const HELD_MS = 5000
/** No word for this long means that the connection is dead even if the browser has not noticed. */
export const SILENCE_MS = 3500

interface Channel {
  readonly name: string
  readonly detector: GapDetector
  readonly listeners: Set<ChannelListener>
  /** When a fresh snapshot was last asked for: a server whose snapshots are wrong must not be asked in a tight loop. */
  askedAt: number
}

/** At most one request for a fresh snapshot of a channel in this time. */
const RESYNC_MS = 1000

export class SocketClient {
  readonly facts = new ConnectionFacts()
  readonly #host: SocketHost
  readonly #channels = new Map<string, Channel>()
  readonly #pings = new Map<string, number>()
  #socket: SocketLike | undefined
  #open = false
  /** A server that accepts and closes at once is no connection: it is one from the first snapshot on. */
  #held = false
  #openedAt = 0
  #wordAt = 0
  #beatAt = 0
  #token: string | undefined
  #admitted = false
  #attempt = 0
  #nextId = 1
  #pingTimer: ReturnType<typeof setInterval> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #sessionNotice: { code: string; message: string } | undefined

  constructor(host: SocketHost) {
    this.#host = host
  }

  /** Listens to a channel; the first listener subscribes it, the last one to leave unsubscribes. Returns the way to leave. */
  listen<Name extends HeardChannel>(name: Name, listener: ChannelListener<KindOf<Name>>): () => void {
    return this.listenTo(name, listener)
  }

  /** The same for channels of contracts, too: the reader looks at every field itself. */
  listenTo(name: HeardChannel | CoChannelName, listener: ChannelListener): () => void {
    const known = this.#channels.get(name)
    const detector = new GapDetector(beginsWithSnapshot(name) ? 'snapshot' : 'event')
    const channel = known ?? { name, detector, listeners: new Set(), askedAt: Number.NEGATIVE_INFINITY }
    this.#channels.set(name, channel)
    channel.listeners.add(listener)
    if (known === undefined) this.#subscribe([channel])
    else this.#resync(channel)
    this.connect()
    return () => {
      channel.listeners.delete(listener)
      if (channel.listeners.size > 0) return
      this.#channels.delete(name)
      if (this.#open) this.#send({ op: 'unsub', id: this.#id(), args: [name] })
    }
  }

  /** Connects when not connected; harmless otherwise. */
  connect(): void {
    if (this.#socket !== undefined) return
    clearTimeout(this.#retryTimer)
    this.facts.enter(this.facts.state === 'offline' ? 'offline' : 'connecting')
    const socket = this.#host.open()
    this.#socket = socket
    socket.onopen = () => this.#opened(socket)
    socket.onmessage = (event) => {
      if (socket === this.#socket && typeof event.data === 'string') this.#read(event.data)
    }
    socket.onclose = ({ code, reason }) => this.#closed(socket, code, reason)
    this.#pingTimer ??= setInterval(() => this.#beat(), PING_MS)
  }

  /** Another user, or none: the private channels must start again under the new session. */
  sessionChanged(): void {
    if (this.#socket === undefined || this.#host.token() === this.#token) return
    this.#drop('live')
    this.connect()
  }

  /** The network came back or the page is seen again: no reason to wait out the delay. */
  retryNow(): void {
    if (this.#socket === undefined && this.facts.state === 'offline') {
      this.#attempt = 0
      this.connect()
    } else this.#beat()
  }

  close(): void {
    clearInterval(this.#pingTimer)
    this.#pingTimer = undefined
    clearTimeout(this.#retryTimer)
    this.#drop('connecting')
  }

  #drop(next: 'connecting' | 'live'): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#open = false
    this.#held = false
    socket?.close()
    if (next === 'connecting') this.facts.enter('connecting')
    for (const channel of this.#channels.values()) if (isPrivate(channel)) this.#forget(channel)
  }

  /** Also when another tab holds the shared socket from now on: what it told meanwhile may have been missed, and is asked for as after a break. */
  #opened(socket: SocketLike): void {
    if (socket !== this.#socket) return
    this.#open = true
    this.#held = false
    this.#pings.clear()
    this.#openedAt = this.#host.now()
    this.#wordAt = this.#openedAt
    this.#token = this.#host.token()
    this.#admitted = false
    if (this.#token !== undefined) this.#send({ op: 'auth', id: 'auth', token: this.#token })
    const all = [...this.#channels.values()]
    // What was known before the break stays readable; the fresh snapshot replaces it.
    for (const channel of all) channel.detector.reset()
    this.#subscribe(all.filter((channel) => !isPrivate(channel)))
    this.#ping()
  }

  #closed(socket: SocketLike, code: number, reason = ''): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    this.#open = false
    this.#held = false
    this.#pings.clear()
    if (code === SESSION_CLOSE && this.#token !== undefined && this.#sessionNotice !== undefined) {
      this.#host.sessionEnded(this.#token, this.#sessionNotice.code, this.#sessionNotice.message)
      this.#sessionNotice = undefined
    }
    const delay = delayAfterClose(code, this.#attempt, this.#host.random())
    this.#attempt += 1
    if (delay === undefined) {
      this.facts.enter('ended')
      return
    }
    this.facts.enter('offline', this.#host.now() + delay, crowdOf(code, reason))
    this.#retryTimer = setTimeout(() => this.connect(), delay)
  }

  #read(data: string): void {
    this.#wordAt = this.#host.now()
    if (this.#held) this.facts.heard(this.#wordAt)
    const frame = readFrame(data)
    if (frame !== undefined) this.#handle(frame)
  }

  #handle(frame: Frame): void {
    if (frame.kind === 'push') this.#push(frame.channel, frame.push)
    else if (frame.kind === 'reply') this.#reply(frame.reply)
    else if (frame.kind === 'pong') this.#pong(frame)
    else if (frame.kind === 'notice' && frame.notice === 'session') this.#sessionNotice = { code: frame.code, message: frame.message }
    else if (frame.kind === 'notice' && frame.notice === 'maintenance') this.#host.siteChanged()
    else if (frame.kind === 'error') console.warn(`live connection: ${frame.code} ${frame.name}`)
  }

  #hold(): void {
    this.#held = true
    this.#attempt = 0
    this.facts.heard(this.#wordAt)
    this.facts.enter('live')
  }

  #push(name: string, push: Push): void {
    if (!this.#held && push.type === 'snapshot') this.#hold()
    const channel = this.#channels.get(name)
    if (channel === undefined) return
    const verdict = channel.detector.judge(push)
    if (verdict === 'ignore') return
    if (verdict === 'gap') {
      this.facts.gap()
      this.#resync(channel)
      return
    }
    let sound = true
    for (const listener of channel.listeners) if (listener.push(push) === false) sound = false
    if (sound) return
    channel.detector.fail()
    this.facts.gap()
    this.#resync(channel)
  }

  #reply(reply: Reply): void {
    if (reply.op === 'auth') {
      if (reply.code !== '0' && this.#token !== undefined) this.#host.sessionEnded(this.#token, reply.code, reply.message)
      else {
        this.#admitted = true
        this.#subscribe([...this.#channels.values()].filter(isPrivate))
      }
      return
    }
    if (reply.op !== 'sub') return
    for (const refused of refusedChannels(reply)) console.warn(`live channel ${refused.channel} was refused: ${refused.name}`)
  }

  #resync(channel: Channel): void {
    this.#forget(channel)
    const wait = channel.askedAt + RESYNC_MS - this.#host.now()
    if (wait > 0) setTimeout(() => this.#ask(channel), wait)
    else this.#ask(channel)
  }

  #ask(channel: Channel): void {
    if (!this.#open || this.#channels.get(channel.name) !== channel) return
    channel.askedAt = this.#host.now()
    this.#send({ op: 'unsub', id: this.#id(), args: [channel.name] })
    this.#subscribe([channel])
  }

  #forget(channel: Channel): void {
    channel.detector.reset()
    for (const listener of channel.listeners) listener.reset()
  }

  #subscribe(channels: readonly Channel[]): void {
    if (!this.#open) return
    const names = channels.filter((channel) => !isPrivate(channel) || this.#admitted).map((channel) => channel.name)
    for (let from = 0; from < names.length; from += ARGS_MAX)
      this.#send({ op: 'sub', id: this.#id(), args: names.slice(from, from + ARGS_MAX) })
  }

  #beat(): void {
    const now = this.#host.now()
    // A page that was hidden or asleep has asked nothing for a while: its silence says nothing.
    const awake = now - this.#beatAt <= 2 * PING_MS
    this.#beatAt = now
    if (!this.#open) return
    if (awake && now - this.#wordAt > SILENCE_MS) {
      // The browser may need a minute to notice a dead network; the user must know within seconds.
      const socket = this.#socket
      if (socket === undefined) return
      this.#closed(socket, 1006)
      socket.close()
      return
    }
    if (!this.#held && now - this.#openedAt >= HELD_MS) this.#hold()
    this.#ping()
  }

  #ping(): void {
    const id = this.#id()
    this.#pings.set(id, this.#host.now())
    this.#send({ op: 'ping', id })
  }

  #pong({ id, time, trip }: Extract<Frame, { kind: 'pong' }>): void {
    const sentAt = id === undefined ? undefined : this.#pings.get(id)
    if (id === undefined || sentAt === undefined) return
    this.#pings.delete(id)
    const now = this.#host.now()
    const from = trip === undefined ? sentAt : now - trip
    this.facts.roundTrip(from, now)
    if (time !== undefined) this.#host.heardServer(time, from)
  }

  #id(): string {
    const id = String(this.#nextId)
    this.#nextId += 1
    return id
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }
}
