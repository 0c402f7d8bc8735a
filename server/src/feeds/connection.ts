/**
 * One socket: the protocol's rules, a bounded queue, and the channels it listens to. Frames of topics are written straight to the
 * TCP stream, in whole frames, so a thousand readers share one encoding.
 */
import type { Duplex } from 'node:stream'
import type { UserId } from '@agio/engine/ids/id.ts'
import { ERRORS } from '@agio/wire/codes.ts'
import { type Answer, CLOSE_CODES, type ClientMessage, LIMIT_REASONS } from '@agio/wire/socket/socket.ts'
import type { WebSocket } from 'ws'
import { LINGER_MS } from '../net/end-soon.ts'
import type { ChannelFault } from './channel-source.ts'
import { type Faulty, readClientMessage } from './client-message.ts'
import type { SignedEntry, SocketErrorName, SocketLimits, SocketSession, SocketTenant } from './socket-port.ts'
import type { AnyTopic, Subscriber } from './topic.ts'

/** Something of ours failed: the API leaves that to WebSocket's own codes. */
const INTERNAL_ERROR = 1011

const UNREADABLE_MAX = 3
/** How long a slow reader has to take what is queued and the close frame before the line is cut. */
const CLOSE_GRACE_MS = 10_000

const FAULTS: Readonly<Record<ChannelFault, SocketErrorName>> = {
  unknownChannel: 'WS_UNKNOWN_CHANNEL',
  authRequired: 'WS_AUTH_REQUIRED',
  wrongHost: 'WS_WRONG_HOST',
}

/** Which door was opened, and from where: a signature is over the one and bound to the other. */
type Entry = Pick<SignedEntry, 'path' | 'ip'>

type Auth = Extract<ClientMessage, { op: 'auth' }>
type Channels = Extract<ClientMessage, { op: 'sub' | 'unsub' }>

export class Connection implements Subscriber {
  readonly tenant: SocketTenant
  readonly #socket: WebSocket
  readonly #stream: Duplex
  readonly #limits: SocketLimits
  readonly #entry: Entry
  readonly #channels = new Map<string, AnyTopic>()
  #session: SocketSession | undefined
  #lang: string | undefined
  #work: Promise<void> = Promise.resolve()
  #pending = 0
  #closing = false
  #unreadable = 0
  #tokens: number
  #tokensAt: number
  #frames: Buffer[] = []
  heardAt: number

  constructor(from: { tenant: SocketTenant; socket: WebSocket; stream: Duplex; limits: SocketLimits; entry: Entry }) {
    this.tenant = from.tenant
    this.#entry = from.entry
    this.#socket = from.socket
    this.#stream = from.stream
    this.#limits = from.limits
    this.#tokens = from.limits.messagesPerSecond
    this.#tokensAt = performance.now()
    this.heardAt = this.#tokensAt
  }

  get session(): SocketSession | undefined {
    return this.#session
  }

  deliver(frames: Buffer): void {
    if (!this.#closing) this.#frames.push(frames)
  }

  drain(): void {
    const frames = this.#frames
    if (frames.length === 0 || this.#closing) return
    this.#frames = []
    const [first] = frames
    if (first !== undefined && frames.length === 1) this.#stream.write(first)
    else {
      this.#stream.cork()
      for (const frame of frames) this.#stream.write(frame)
      this.#stream.uncork()
    }
    this.#dropIfSlow()
  }

  /** Answers count like pushes: who asks and never reads would fill the memory as well. */
  #dropIfSlow(): void {
    if (this.#stream.writableLength > this.#limits.queueBytes) this.close(CLOSE_CODES.slowReader, 'slow consumer')
  }

  /** One text message; binary ones come as undefined. */
  receive(text: string | undefined): void {
    const now = performance.now()
    this.heardAt = now
    if (this.#closing) return
    if (!this.#take(now)) {
      this.#error('WS_RATE_LIMIT', { retryAfter: 1 })
      this.close(CLOSE_CODES.limit, LIMIT_REASONS.messages)
      return
    }
    const request = text === undefined ? undefined : readClientMessage(text)
    if (request === undefined) {
      this.#refuse()
      return
    }
    // Messages of one line run in the order they came, also while one of them waits for history or a session.
    const running = this.#pending === 0 ? this.#run(request) : this.#work.then(() => this.#run(request))
    if (running === undefined) return
    this.#pending += 1
    this.#work = running
      .catch(() => this.close(INTERNAL_ERROR, 'internal error'))
      .finally(() => {
        this.#pending -= 1
      })
  }

  /** The session is over: says why, then closes. */
  endSession(code: string, message: string): void {
    this.#send({ op: 'notice', kind: 'session', code, message, time: this.tenant.now() })
    this.close(CLOSE_CODES.sessionEnded, 'session ended')
  }

  /** Something starts or ends to rest for everybody: whoever shows the site looks at it again. */
  siteChanged(): void {
    this.#send({ op: 'notice', kind: 'maintenance', code: '0', message: '', time: this.tenant.now() })
  }

  close(code: number, reason: string): void {
    if (this.#closing) return
    this.#closing = true
    this.#frames = []
    this.release()
    this.#socket.close(code, reason)
    const cut = setTimeout(() => this.#socket.terminate(), code === CLOSE_CODES.limit ? LINGER_MS : CLOSE_GRACE_MS)
    cut.unref()
    this.#socket.once('close', () => clearTimeout(cut))
  }

  /** Leaves every channel; called when the socket is gone. */
  release(): void {
    for (const topic of this.#channels.values()) topic.unsubscribe(this)
    this.#channels.clear()
  }

  #run(request: ClientMessage | Faulty): Promise<void> | undefined {
    if (this.#closing) return undefined
    if ('issues' in request) {
      this.#answerFaulty(request)
      return undefined
    }
    switch (request.op) {
      case 'ping':
        this.#send({ op: 'pong', id: request.id, time: this.tenant.now() })
        return undefined
      case 'sub':
        return this.#subscribe(request)
      case 'unsub':
        this.#unsubscribe(request)
        return undefined
      case 'auth':
        return this.#authenticate(request)
    }
  }

  async #subscribe({ id, args }: Channels): Promise<void> {
    const ok: string[] = []
    const failed: { ch: string; code: string; name: SocketErrorName }[] = []
    const found: AnyTopic[] = []
    const userId: UserId | undefined = this.#session?.userId
    for (const name of new Set(args)) {
      const fail = (fault: SocketErrorName) => failed.push({ ch: name, code: ERRORS[fault].code, name: fault })
      const channel = await this.tenant.feeds.channel(name, userId)
      if (typeof channel === 'string') fail(FAULTS[channel])
      else if (this.#channels.has(name)) ok.push(name)
      else if (this.#channels.size >= this.#limits.channels) fail('WS_CHANNEL_LIMIT')
      else {
        this.#channels.set(name, channel)
        found.push(channel)
        ok.push(name)
      }
    }
    const code = ok.length > 0 ? '0' : (failed[0]?.code ?? '0')
    const [first] = ok.length > 0 ? [] : failed
    const message = this.#message(first?.name, { ch: first?.ch, max: this.#limits.channels })
    this.#send({ op: 'sub', id, code, message, data: { ok, failed } })
    // The reply comes first, then each channel's snapshot. The line may have closed while a history was read.
    if (!this.#closing) for (const topic of found) topic.subscribe(this)
  }

  #unsubscribe({ id, args }: Channels): void {
    for (const name of args) {
      this.#channels.get(name)?.unsubscribe(this)
      this.#channels.delete(name)
    }
    this.#send({ op: 'unsub', id, code: '0', message: this.#message(undefined), data: { ok: args, failed: [] } })
  }

  async #authenticate({ id, token = '', apiKey, timestamp = 0, signature = '', lang }: Auth): Promise<void> {
    this.#lang = lang ?? this.#lang
    const result = await (apiKey === undefined
      ? this.tenant.authenticate(token, this.#lang)
      : this.tenant.authenticateKey({ apiKey, timestamp, signature, ...this.#entry }, this.#lang))
    if (this.#closing) return
    if ('code' in result) {
      // Who he was no longer counts: whoever fails to show it is a visitor.
      this.#session = undefined
      this.#leavePrivate()
      this.#send({ op: 'auth', id, code: result.code, message: result.message, data: { name: result.name } })
      return
    }
    if (this.#session !== undefined && this.#session.userId !== result.userId) this.#leavePrivate()
    if (!this.tenant.admits(this, result.userId)) {
      this.#error('WS_RATE_LIMIT', { retryAfter: 60 })
      this.close(CLOSE_CODES.limit, LIMIT_REASONS.user)
      return
    }
    this.#session = result
    const data = { userId: String(result.userId), expireTime: result.expireAt }
    this.#send({ op: 'auth', id, code: '0', message: this.#message(undefined), data })
  }

  /** Nobody or another user is on the line from now on: the private channels of the one before end. */
  #leavePrivate(): void {
    for (const [name, topic] of this.#channels) {
      if (!this.tenant.feeds.isPrivate(name)) continue
      topic.unsubscribe(this)
      this.#channels.delete(name)
    }
  }

  /** What the sender can put right is answered to him, and closes nothing. */
  #answerFaulty({ op, id, issues }: Faulty): void {
    const name = 'WS_BAD_MESSAGE'
    this.#send({ op, id, code: ERRORS[name].code, message: this.#message(name), data: { name, issues } })
  }

  #refuse(): void {
    this.#unreadable += 1
    this.#error('WS_BAD_MESSAGE', {})
    if (this.#unreadable >= UNREADABLE_MAX) this.close(CLOSE_CODES.unreadable, 'unreadable messages')
  }

  #take(now: number): boolean {
    const rate = this.#limits.messagesPerSecond
    this.#tokens = Math.min(rate, this.#tokens + ((now - this.#tokensAt) / 1000) * rate)
    this.#tokensAt = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  #message(name: SocketErrorName | undefined, params: Readonly<Record<string, unknown>> = {}): string {
    return name === undefined ? 'success' : this.tenant.message(name, this.#lang, params)
  }

  #error(name: SocketErrorName, params: Readonly<Record<string, unknown>>): void {
    this.#send({ op: 'error', code: ERRORS[name].code, name, message: this.#message(name, params), params })
  }

  #send(message: Answer): void {
    if (this.#closing || this.#socket.readyState !== this.#socket.OPEN) return
    this.#socket.send(JSON.stringify(message))
    this.#dropIfSlow()
  }
}
