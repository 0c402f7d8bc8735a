/**
 * A connection whose requests are plain (plain-request.ts) and for calls: answered here, with one read and one write each. The first
 * request that is anything else, or comes in pieces, hands the connection over to Node's HTTP server with every byte that was not
 * answered, for as long as it lives: pages, files, uploads, sockets, slow and broken senders are Node's.
 */
import type { Socket } from 'node:net'
import { endSoon } from '../../net/end-soon.ts'
import type { Arrival } from '../calls/arrival.ts'
import type { Reply } from '../calls/reply.ts'
import { answerHeaders, headOf, jsonHead, KEEP_ALIVE_MS } from './answer-head.ts'
import { type PlainHead, PlainRequest, readPlainHead } from './plain-request.ts'

/** Longer heads are read each time: what is kept of ten thousand connections must stay small. */
const REMEMBERED_BYTES_MAX = 2048
/** Beyond the time that answers promise: a request sent at its last moment is on its way. */
const GRACE_MS = 1000
const NO_BYTES = Buffer.alloc(0)

export interface PlainDoor {
  /** Time for the first request. */
  readonly firstRequestMs: number
  /** Begins to answer; false for a request that is no plain call, which was not touched then. */
  take(request: PlainRequest, reply: Reply): boolean
  /** From now on the connection is Node's. */
  handOver(connection: PlainConnection, socket: Socket): void
  /** The connection is gone. */
  closed(connection: PlainConnection): void
}

export class PlainConnection implements Reply {
  readonly #socket: Socket
  readonly #door: PlainDoor
  /** The last head and what was read from it: programs send the same one again and again. */
  #headBytes: Buffer = NO_BYTES
  #head: PlainHead | undefined
  /** A request is being answered. */
  #isBusy = false
  /** The other side will ask nothing more. */
  #hasEnded = false
  /** This side will answer nothing more. */
  #isClosing = false
  #hasAnswered = false
  /** The other side does not read its answer. */
  #isStuck = false
  /** Sent before the answer to the request before it. */
  #ahead: Buffer[] = []

  constructor(socket: Socket, door: PlainDoor) {
    this.#socket = socket
    this.#door = door
    socket.on('data', this.#receive)
    socket.on('end', this.#end)
    socket.on('error', this.#fail)
    socket.on('close', this.#close)
    socket.on('timeout', this.#rest)
    socket.setTimeout(door.firstRequestMs)
    // Asked for now, it is known for as long as the socket lives; a sender that is gone already would share the limits of nobody.
    if (socket.remoteAddress === undefined) socket.destroy()
  }

  /** Ends now, or with the answer that is under way. */
  finish(): void {
    this.#isClosing = true
    if (!this.#isBusy || this.#isStuck) this.#socket.destroy()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  answer(arrival: Arrival, status: number, extra: Readonly<Record<string, unknown>> | null, body: string | Uint8Array): void {
    const socket = this.#socket
    const length = Buffer.byteLength(body)
    const head =
      extra === null ? jsonHead(arrival, status, length) : headOf(status, answerHeaders(arrival, status, extra, body), arrival.serverTime)
    if (extra?.connection === 'close') this.#isClosing = true
    let isTaken = true
    if (socket.writable) {
      if (typeof body === 'string') isTaken = socket.write(head + body, length === body.length ? 'latin1' : 'utf8')
      else isTaken = socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]))
    }
    // Who does not read its answers is not asked for more.
    if (isTaken) this.#answered()
    else {
      this.#isStuck = true
      socket.once('drain', this.#drained)
    }
  }

  /** The door takes no call that streams. */
  stream(): never {
    throw new Error('a stream on a plain connection')
  }

  readonly #drained = (): void => {
    this.#isStuck = false
    this.#answered()
  }

  readonly #receive = (bytes: Buffer): void => {
    if (this.#isClosing) return
    if (!this.#isBusy) {
      this.#take(bytes)
      return
    }
    this.#ahead.push(bytes)
    this.#socket.pause()
  }

  #take(bytes: Buffer): void {
    const head = this.#headOf(bytes)
    const end = head === undefined ? 0 : head.headBytes + head.bodyBytes
    if (head === undefined || bytes.length < end) {
      this.#handOver(bytes)
      return
    }
    const request = new PlainRequest(head, bytes.subarray(head.headBytes, end), this.#socket)
    this.#isBusy = true
    if (bytes.length > end) this.#ahead.push(bytes.subarray(end))
    if (this.#door.take(request, this)) return
    this.#ahead.length = 0
    this.#handOver(bytes)
  }

  #headOf(bytes: Buffer): PlainHead | undefined {
    const known = this.#headBytes.length
    if (this.#head !== undefined && bytes.length >= known && this.#headBytes.compare(bytes, 0, known) === 0) return this.#head
    const head = readPlainHead(bytes)
    if (head !== undefined && head.headBytes <= REMEMBERED_BYTES_MAX) {
      this.#headBytes = Buffer.from(bytes.subarray(0, head.headBytes))
      this.#head = head
    }
    return head
  }

  #answered(): void {
    if (!this.#hasAnswered) {
      this.#hasAnswered = true
      this.#socket.setTimeout(KEEP_ALIVE_MS + GRACE_MS)
    }
    // Still busy then: what comes meanwhile has its place behind what is there.
    if (this.#ahead.length > 0 && !this.#isClosing) {
      setImmediate(this.#goOn)
      return
    }
    this.#isBusy = false
    if (this.#isClosing) endSoon(this.#socket, '')
    else if (this.#hasEnded) this.#socket.end()
  }

  readonly #goOn = (): void => {
    const waiting = this.#ahead.splice(0)
    this.#isBusy = false
    if (this.#socket.destroyed) return
    if (this.#isClosing) {
      endSoon(this.#socket, '')
      return
    }
    const [first = NO_BYTES] = waiting
    this.#take(waiting.length === 1 ? first : Buffer.concat(waiting))
    if (this.#ahead.length === 0) this.#socket.resume()
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket
    // Node would keep its parser for good: it waits for a close that has been.
    if (socket.destroyed) return
    if (this.#isClosing) {
      socket.destroy()
      return
    }
    socket.off('data', this.#receive).off('end', this.#end).off('error', this.#fail).off('close', this.#close)
    socket.off('timeout', this.#rest).setTimeout(0)
    this.#door.handOver(this, socket)
    socket.resume()
    socket.emit('data', bytes)
    if (this.#hasEnded) socket.emit('end')
  }

  readonly #end = (): void => {
    this.#hasEnded = true
    if (!this.#isBusy) this.#socket.end()
  }

  readonly #fail = (): void => void this.#socket.destroy()

  readonly #close = (): void => this.#door.closed(this)

  readonly #rest = (): void => {
    if (!this.#isBusy || this.#isStuck) this.#socket.destroy()
  }
}
