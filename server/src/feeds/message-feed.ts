/**
 * The private channel `messages` and the public channel `announcements`. What a user has is read from history a moment after something
 * happened to it, so that the push says what the next call will say; of several events in that moment one read is made.
 */
import type { Event } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { ChangeData, SnapshotData } from '@agio/wire/socket/channels.ts'
import { MESSAGE_MARKS, MessageReader } from '../projections/messages/message-source.ts'
import { type Outbox, Topic } from './topic.ts'

/** What the channels say; given by the part of the server that knows it. */
export interface MessageSource {
  /** The data of `unread-info`. */
  unread(userId: UserId): Promise<Unread>
  /** Messages that came after an entry, oldest first, each with `push` 1 when its reader wants it shown by the browser; the entry of the newest. */
  since(userId: UserId, seq: number): Promise<{ readonly messages: readonly MessagePush[]; readonly seq: number }>
  /** The announcement as lists show it; undefined while it is in none. */
  announcement(id: string): ChangeData<'announcements'> | undefined
  /** Tells of an announcement that came into the lists, or left them, because its time came. */
  onDue(listener: (id: string) => void): void
  /** Names of the collections whose documents change what is unread, and of the announcements themselves. */
  readonly collections: { readonly reads: string; readonly announcements: string }
}

type Unread = SnapshotData<'messages'>
type MessagePush = Omit<ChangeData<'messages'>, 'unread'>

interface Listener {
  readonly topic: Topic<'messages'>
  seq: number
  /** Entry of the newest message that was pushed or is in the snapshot. */
  pushed: number
  unread: Unread
  timer: NodeJS.Timeout | undefined
}

const NO_MESSAGE: MessagePush = { message: null, push: 0 }
/** History is stored twice a second: waiting a little longer spares it a commit of its own. */
const MESSAGE_MS = 600
/** The user's own marks are in history before the call that made them answers. */
const MARK_MS = 40

export class MessageFeed {
  readonly #outbox: Outbox
  readonly #now: () => number
  readonly #listeners = new Map<UserId, Listener>()
  readonly #lastSeq = new Map<UserId, number>()
  readonly #announcements: Topic<'announcements'>
  readonly #reader = new MessageReader()
  #announced = 0
  #source: MessageSource | undefined

  constructor(outbox: Outbox, now: () => number) {
    this.#outbox = outbox
    this.#now = now
    this.#announcements = new Topic<'announcements'>('announcements', outbox, () => undefined)
  }

  serve(source: MessageSource): void {
    this.#source = source
    source.onDue((id) => this.#announce(id))
  }

  get listening(): boolean {
    return this.#listeners.size > 0
  }

  /** True while documents matter even when nobody listens to private channels. */
  get announcing(): boolean {
    return this.#announcements.size > 0
  }

  get announcements(): Topic<'announcements'> {
    return this.#announcements
  }

  /** Resolves when the counts are known. @param seq of the newest durable entry; undefined while there is no source */
  async topic(userId: UserId, seq: number): Promise<Topic<'messages'> | undefined> {
    const source = this.#source
    if (source === undefined) return undefined
    const known = this.#listeners.get(userId)
    if (known !== undefined) return known.topic
    const unread = await source.unread(userId)
    const again = this.#listeners.get(userId)
    if (again !== undefined) return again.topic
    const listener: Listener = {
      seq: this.#lastSeq.get(userId) ?? 0,
      pushed: seq,
      unread,
      timer: undefined,
      topic: new Topic<'messages'>(
        'messages',
        this.#outbox,
        () => ({ type: 'snapshot', seq: listener.seq, prevSeq: null, time: this.#now(), data: listener.unread }),
        () => this.#close(userId, listener),
      ),
    }
    this.#listeners.set(userId, listener)
    // What became durable while the counts were read is seen at the next look.
    this.#look(userId, MESSAGE_MS)
    return listener.topic
  }

  event(event: Event, seq: number): void {
    if (event.kind === 'documentSaved') this.#document(event)
    if (this.#listeners.size === 0) return
    for (const { userId } of this.#reader.of(event, seq)) if (this.#listeners.has(userId)) this.#look(userId, MESSAGE_MS)
  }

  stop(): void {
    for (const { timer } of this.#listeners.values()) clearTimeout(timer)
    this.#listeners.clear()
  }

  #document({ userId, collection, id }: Extract<Event, { kind: 'documentSaved' }>): void {
    const names = this.#source?.collections
    if (collection === MESSAGE_MARKS || collection === names?.reads) this.#look(userId, MARK_MS)
    if (collection === names?.announcements && userId === 0) this.#announce(id)
  }

  #announce(id: string): void {
    const bulletin = this.#source?.announcement(id)
    for (const listener of this.#listeners.keys()) this.#look(listener, MESSAGE_MS)
    if (bulletin === undefined) return
    const prevSeq = this.#announced
    this.#announced += 1
    this.#announcements.publish({ type: 'event', seq: this.#announced, prevSeq, time: this.#now(), data: bulletin })
  }

  #look(userId: UserId, after: number): void {
    const listener = this.#listeners.get(userId)
    if (listener === undefined || listener.timer !== undefined) return
    listener.timer = setTimeout(() => {
      listener.timer = undefined
      this.#push(userId, listener).catch(() => this.#look(userId, MESSAGE_MS))
    }, after)
    listener.timer.unref()
  }

  async #push(userId: UserId, listener: Listener): Promise<void> {
    const source = this.#source
    if (source === undefined) return
    const { messages, seq } = await source.since(userId, listener.pushed)
    const unread = await source.unread(userId)
    const isChanged = JSON.stringify(unread) !== JSON.stringify(listener.unread)
    listener.pushed = Math.max(listener.pushed, seq)
    listener.unread = unread
    if (this.#listeners.get(userId) !== listener) return
    // Counts that changed without a message, by a mark, are an event with none.
    for (const push of messages.length === 0 && isChanged ? [NO_MESSAGE] : messages) {
      const prevSeq = listener.seq
      listener.seq += 1
      listener.topic.publish({ type: 'event', seq: listener.seq, prevSeq, time: this.#now(), data: { ...push, unread } })
    }
  }

  #close(userId: UserId, listener: Listener): void {
    clearTimeout(listener.timer)
    this.#lastSeq.set(userId, listener.seq)
    this.#listeners.delete(userId)
  }
}
