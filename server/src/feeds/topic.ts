/**
 * Fan-out. A message is encoded once per topic, also as a WebSocket frame; frames of one topic that come within a few milliseconds
 * travel as one buffer, and a socket gets everything due to it in one write.
 */
import type { ChangePush, ChannelKind, ChannelName, SnapshotPush } from '@agio/wire/socket/channels.ts'

/** Who receives: one connection. `deliver` gets whole frames back to back; `drain` is called once after all of a flush were delivered. */
export interface Subscriber {
  deliver(frames: Buffer): void
  drain(): void
}

const FIN_TEXT = 0x81

/** One unmasked WebSocket text frame, as a server sends it. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = FIN_TEXT
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header, 'utf8')
  return frame
}

function pushText(channel: string, push: AnyPush): string {
  return JSON.stringify({ ch: channel, type: push.type, seq: push.seq, prevSeq: push.prevSeq, time: push.time, data: push.data })
}

/** Collects what topics have to send and sends it within `coalesceMs` of the first. */
export class Outbox {
  readonly #coalesceMs: number
  #dirty: AnyTopic[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(coalesceMs = 8) {
    this.#coalesceMs = coalesceMs
  }

  add(topic: AnyTopic): void {
    this.#dirty.push(topic)
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.flush(), this.#coalesceMs)
    this.#timer.unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const topics = this.#dirty
    this.#dirty = []
    const touched = new Set<Subscriber>()
    for (const topic of topics) topic.flushInto(touched)
    for (const subscriber of touched) subscriber.drain()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#dirty = []
  }
}

/** A message of a channel before it is text. */
interface AnyPush {
  readonly type: string
  readonly seq: number
  readonly prevSeq: number | null
  readonly time: number
  readonly data: unknown
}

/** What a new subscriber gets first, or undefined when the channel starts with the next event. */
export type Snapshot<Kind extends ChannelKind> = () => SnapshotPush<Kind> | undefined

/** A channel of either host. */
export class AnyTopic<First extends AnyPush = AnyPush, Later extends AnyPush = AnyPush> {
  readonly channel: string
  readonly #outbox: Outbox
  readonly #snapshot: () => First | undefined
  readonly #onIdle: () => void
  readonly #subscribers = new Set<Subscriber>()
  #pending: Buffer[] = []

  constructor(channel: string, outbox: Outbox, snapshot: () => First | undefined, onIdle: () => void = () => undefined) {
    this.channel = channel
    this.#outbox = outbox
    this.#snapshot = snapshot
    this.#onIdle = onIdle
  }
  get size(): number {
    return this.#subscribers.size
  }

  /** Sends what is pending to the others first, so that the snapshot is never followed by a push it already holds. */
  subscribe(subscriber: Subscriber): void {
    const touched = new Set<Subscriber>()
    this.flushInto(touched)
    for (const other of touched) other.drain()
    this.#subscribers.add(subscriber)
    const first = this.#snapshot()
    if (first === undefined) return
    subscriber.deliver(textFrame(pushText(this.channel, first)))
    subscriber.drain()
  }

  unsubscribe(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) {
      this.#pending = []
      this.#onIdle()
    }
  }

  publish(push: Later): void {
    if (this.#subscribers.size === 0) return
    this.publishText(pushText(this.channel, push))
  }

  /** As publish, for a whole message that is already text. */
  publishText(text: string): void {
    if (this.#subscribers.size === 0) return
    if (this.#pending.length === 0) this.#outbox.add(this)
    this.#pending.push(textFrame(text))
  }

  flushInto(touched: Set<Subscriber>): void {
    const [first] = this.#pending
    if (first === undefined) return
    const frames = this.#pending.length === 1 ? first : Buffer.concat(this.#pending)
    this.#pending = []
    for (const subscriber of this.#subscribers) {
      subscriber.deliver(frames)
      touched.add(subscriber)
    }
  }
}

/** A channel of the gateway. */
export class Topic<Kind extends ChannelKind = ChannelKind> extends AnyTopic<SnapshotPush<Kind>, ChangePush<Kind>> {
  constructor(channel: ChannelName<Kind>, outbox: Outbox, snapshot: Snapshot<Kind>, onIdle?: () => void) {
    super(channel, outbox, snapshot, onIdle)
  }
}
