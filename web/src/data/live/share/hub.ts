/**
 * The one socket of a browser, held by the tab that leads: what its tabs ask for is asked once, and what comes goes to whoever listens. A tab
 * that joins a channel late has it begun anew, with a snapshot for all.
 */
import type { ClientMessage, ClientOp } from '@agio/wire/socket/socket.ts'
import { beginsWithSnapshot } from '../channels.ts'
import type { SocketLike } from '../socket-client.ts'

/** A tab, as the hub sees it: the leader's own or another one. */
export interface Tab {
  /** The socket is open: everything is to be asked for. */
  opened(): void
  frame(text: string): void
}

export interface HubHost {
  open(): SocketLike
  /** Milliseconds of a clock that nobody sets. */
  now(): number
  /** The socket is gone, and with it the hub. */
  closed(code: number, reason: string): void
}

interface Member {
  readonly tab: Tab
  readonly channels: Set<string>
  heardAt: number
}

interface Asked {
  readonly member: Member
  readonly id: string | undefined
}

type Said<Op extends ClientOp> = Extract<ClientMessage, { op: Op }>

/** A tab that said nothing for so long is gone or frozen; when it speaks again it joins anew. A hidden one speaks once a minute. */
const SILENT_MS = 180_000
/** One question to the server at most in this time, however many tabs ask, ms. */
const PING_MS = 900
/** Changes of channels are told at once so many times, and then so many times a second: the server hears 20 messages in one. */
const FLUSHES = 6
const ARGS_MAX = 50

/** Name of the channel of a push, undefined for any other frame. Servers write it first, so that most texts need not be read twice. */
function channelOf(text: string, fields: () => Readonly<Record<string, unknown>>): string | undefined {
  const [, first] = /^\{"ch":"([^"\\]+)"/.exec(text) ?? []
  if (first !== undefined) return first
  const { ch } = fields()
  return typeof ch === 'string' ? ch : undefined
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

export class Hub {
  readonly #host: HubHost
  readonly #socket: SocketLike
  readonly #members = new Map<string, Member>()
  #isOpen = false
  /** Channels that the server has been asked for. */
  #asked = new Set<string>()
  /** Those of them that begin anew with the next change. */
  readonly #again = new Set<string>()
  #flushes = FLUSHES
  #flushedAt: number
  #flushTimer: ReturnType<typeof setTimeout> | undefined
  #isFlushDue = false
  /** The server's word on the session, once it was asked; the same for all tabs. */
  #entered: Readonly<Record<string, unknown>> | undefined
  readonly #entering: Asked[] = []
  readonly #pinging: Asked[] = []
  #pings = 0
  #pingAt = Number.NEGATIVE_INFINITY
  #pong: { readonly time: number; readonly at: number; readonly trip: number } | undefined

  constructor(host: HubHost) {
    this.#host = host
    this.#flushedAt = host.now()
    const socket = host.open()
    this.#socket = socket
    socket.onopen = () => {
      this.#isOpen = true
      for (const { tab } of this.#members.values()) tab.opened()
    }
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') this.#read(data)
    }
    socket.onclose = ({ code, reason }) => {
      this.#still()
      host.closed(code, reason)
    }
  }

  join(id: string, tab: Tab): void {
    this.#members.set(id, { tab, channels: new Set(), heardAt: this.#host.now() })
    if (this.#isOpen) tab.opened()
  }

  leave(id: string): void {
    if (this.#members.delete(id)) this.#changed()
  }

  /** Closes the socket; nobody is told. */
  end(): void {
    this.#still()
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null
    this.#socket.close()
  }

  /** @returns false when this tab is not known any more */
  say(id: string, message: ClientMessage): boolean {
    const member = this.#members.get(id)
    if (member === undefined) return false
    member.heardAt = this.#host.now()
    if (!this.#isOpen) return true
    if (message.op === 'ping') this.#ping({ member, id: message.id })
    else if (message.op === 'auth') this.#enter(member, message)
    else if (message.op === 'sub') this.#subscribe(member, message)
    else {
      for (const name of message.args) member.channels.delete(name)
      this.#changed()
    }
    return true
  }

  #still(): void {
    this.#isOpen = false
    clearTimeout(this.#flushTimer)
    this.#members.clear()
  }

  #send(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  #subscribe(member: Member, { args }: Said<'sub'>): void {
    for (const name of args) {
      member.channels.add(name)
      if (this.#asked.has(name) && beginsWithSnapshot(name)) this.#again.add(name)
    }
    this.#changed()
  }

  /** What several panels ask for at once becomes one message. */
  #changed(): void {
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    const now = this.#host.now()
    this.#flushes = Math.min(FLUSHES, this.#flushes + ((now - this.#flushedAt) / 1000) * FLUSHES)
    this.#flushedAt = now
    this.#flushes -= 1
    if (this.#flushes >= 0) queueMicrotask(() => this.#flush())
    else this.#flushTimer = setTimeout(() => this.#flush(), Math.ceil((-this.#flushes / FLUSHES) * 1000))
  }

  #flush(): void {
    this.#isFlushDue = false
    if (!this.#isOpen) return
    const wanted = new Set([...this.#members.values()].flatMap(({ channels }) => [...channels]))
    const isOver = (name: string): boolean => !wanted.has(name) || this.#again.has(name)
    this.#tell('unsub', [...this.#asked].filter(isOver))
    this.#tell(
      'sub',
      [...wanted].filter((name) => !this.#asked.has(name) || this.#again.has(name)),
    )
    this.#again.clear()
    this.#asked = wanted
  }

  #tell(op: 'sub' | 'unsub', names: readonly string[]): void {
    for (let from = 0; from < names.length; from += ARGS_MAX) this.#send({ op, id: op, args: names.slice(from, from + ARGS_MAX) })
  }

  /** All tabs of a hub show the same token: the first one's answer is everybody's. */
  #enter(member: Member, message: Said<'auth'>): void {
    if (this.#entered !== undefined) member.tab.frame(JSON.stringify({ ...this.#entered, id: message.id }))
    else if (this.#entering.push({ member, id: message.id }) === 1) this.#send({ ...message, id: 'auth' })
  }

  #ping(asked: Asked): void {
    const now = this.#host.now()
    this.#sweep(now)
    if (this.#pong !== undefined && this.#pong.at >= this.#pingAt && now - this.#pingAt < PING_MS) {
      this.#answer(asked, now)
      return
    }
    this.#pinging.push(asked)
    if (now - this.#pingAt < PING_MS) return
    this.#pingAt = now
    this.#pings += 1
    this.#send({ op: 'ping', id: String(this.#pings) })
  }

  /** With how long the server's answer travelled: the way between tabs is none of the network's. */
  #answer({ member, id }: Asked, now: number): void {
    if (this.#pong === undefined) return
    const { time, at, trip } = this.#pong
    member.tab.frame(JSON.stringify({ op: 'pong', id, time: Math.round(time + now - at), trip }))
  }

  #sweep(now: number): void {
    for (const [id, { heardAt }] of this.#members) if (now - heardAt > SILENT_MS) this.leave(id)
  }

  #read(text: string): void {
    let read: Readonly<Record<string, unknown>> | undefined
    const fields = (): Readonly<Record<string, unknown>> => {
      read ??= fieldsOf(text)
      return read
    }
    const channel = channelOf(text, fields)
    if (channel !== undefined) {
      for (const { tab, channels } of this.#members.values()) if (channels.has(channel)) tab.frame(text)
    } else if (fields().op === 'pong') this.#ponged(fields())
    else if (fields().op === 'auth') this.#authed(fields())
    else for (const { tab } of this.#members.values()) tab.frame(text)
  }

  #ponged({ id, time }: Readonly<Record<string, unknown>>): void {
    if (id !== String(this.#pings) || typeof time !== 'number') return
    const now = this.#host.now()
    this.#pong = { time, at: now, trip: now - this.#pingAt }
    for (const asked of this.#pinging.splice(0)) this.#answer(asked, now)
  }

  #authed(answer: Readonly<Record<string, unknown>>): void {
    if (answer.code === '0') this.#entered = answer
    for (const { member, id } of this.#entering.splice(0)) member.tab.frame(JSON.stringify({ ...answer, id }))
  }
}
