/**
 * Keeps one tenant's projection moving: live batches while they follow on, the journal for whatever is missing before them. It knows
 * no thread and no database, only a writer and the queue in front of it.
 */
import type { Event } from '@agio/engine/event.ts'
import type { MailedMessage } from '../messages/message-source.ts'
import type { Moment } from '../projectors/projector.ts'
import type { WorkQueue } from '../store/work-queue.ts'
import type { ProjectionWriter } from './projection-writer.ts'

/** Events of the entries `firstSeq`…`lastSeq`; an entry may have none. */
export interface EventBatch {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly byteLength: number
  events(): Iterable<{ readonly seq: number; readonly at: number; readonly event: Event }>
}

/** The journal, replayed: the events of the entries after `afterSeq` up to `toSeq`. A batch is valid until the next is asked for. */
export interface EventHistory {
  /** Identity of the journal; '' while it is empty. */
  mark(): Promise<string>
  batches(afterSeq: number, toSeq: number): AsyncIterable<EventBatch>
  /** Forgets the replayed state. */
  release(): void
}

/**
 * Rows of a commit. It costs some 4 ms of processor whatever it stores: in two thousands, an order costs a fifth more than in eight
 * thousands, and history is most of what competes with answers to orders. A commit of eight thousands takes some
 * 70 ms of processor; a reader that comes meanwhile waits for it, and `hurry` stores what there is.
 */
const COMMIT_ROWS = 8000
/** Rows may wait this long for company, unless a reader waits for them. */
const LINGER_MS = 500
/** The thread answers reads too: folding pauses this often, and looks at the clock and at the rows after so many events. */
const FOLD_SLICE_MS = 8
const EVENTS_A_LOOK = 64
const DRAIN_MS = 1000

export class TenantRun {
  readonly #writer: ProjectionWriter
  readonly #queue: WorkQueue
  readonly #history: EventHistory
  readonly #moved: (seq: number, takenBytes: number, mails: readonly MailedMessage[]) => void
  readonly #backlog: EventBatch[] = []
  #known: number
  /** The last entry folded; the visible position is behind it while rows wait. */
  #folded: Moment
  #mark: string
  #takenBytes = 0
  #visibleSeq = 0
  #hurried = false
  #stopping = false
  #drainUntil = 0
  #commitBy = 0
  #wake: () => void = () => undefined

  /**
   * @param durableSeq where the journal ends now
   * @param moved called when readers may see everything up to `seq`; `takenBytes` counts live batches taken so far, `mails` are messages to mail since the last call
   */
  constructor(
    writer: ProjectionWriter,
    queue: WorkQueue,
    history: EventHistory,
    durableSeq: number,
    moved: (seq: number, takenBytes: number, mails: readonly MailedMessage[]) => void,
  ) {
    this.#writer = writer
    this.#queue = queue
    this.#history = history
    this.#known = durableSeq
    this.#moved = moved
    this.#folded = { seq: writer.storedSeq, at: 0 }
    this.#mark = writer.journalMark
  }

  /** A live batch. Batches come in order; some may be missing. */
  push(batch: EventBatch): void {
    this.#backlog.push(batch)
    this.announce(batch.lastSeq)
  }

  /** The journal is durable up to here, whether or not the batch comes as well. */
  announce(seq: number): void {
    if (seq > this.#known) this.#known = seq
    this.#wake()
  }

  /** A reader waits: store what there is without lingering. */
  hurry(): void {
    this.#hurried = true
    this.#wake()
  }

  /** Lets `run` end after the batch in hand. */
  stop(): void {
    this.#stopping = true
    this.#drainUntil = performance.now() + DRAIN_MS
    this.#wake()
  }

  /** Runs until `stop`. @throws what the writer or the journal says */
  async run(): Promise<void> {
    while (!this.#stopping || this.#draining()) {
      const head = this.#backlog[0]
      const missing = (head === undefined ? this.#known : head.firstSeq - 1) - this.#folded.seq
      if (missing > 0) await this.#catchUp(this.#folded.seq + missing)
      else if (head === undefined) await this.#rest()
      else {
        this.#backlog.shift()
        this.#takenBytes += head.byteLength
        await this.#take(head)
      }
    }
    await this.#commit()
  }

  /** After `stop`, live batches in hand are still taken for a moment: it spares the next start a replay. */
  #draining(): boolean {
    const head = this.#backlog[0]
    return head !== undefined && head.firstSeq <= this.#folded.seq + 1 && performance.now() < this.#drainUntil
  }

  async #catchUp(toSeq: number): Promise<void> {
    for await (const batch of this.#history.batches(this.#folded.seq, toSeq)) {
      await this.#take(batch)
      if (this.#stopping) break
    }
  }

  async #take(batch: EventBatch): Promise<void> {
    let sliceEnd = performance.now() + FOLD_SLICE_MS
    const after = this.#folded.seq
    let moment = this.#folded
    let unseen = 0
    if (this.#writer.pending === 0) this.#commitBy = performance.now() + LINGER_MS
    for (const { seq, at, event } of batch.events()) {
      if (seq <= after) continue
      if (seq !== moment.seq) {
        this.#folded = moment
        moment = { seq, at }
        if (unseen >= EVENTS_A_LOOK) {
          unseen = 0
          if (performance.now() > sliceEnd || this.#isFull) {
            await this.#makeRoom()
            sliceEnd = performance.now() + FOLD_SLICE_MS
          }
        }
      } else if (at !== moment.at) moment = { seq, at }
      unseen += 1
      this.#writer.fold(event, moment)
    }
    this.#folded = { seq: Math.max(after, batch.lastSeq), at: Math.max(this.#folded.at, moment.at) }
    if (this.#isFull) await this.#commit()
    else this.#report()
  }

  get #isFull(): boolean {
    return this.#writer.pending >= COMMIT_ROWS
  }

  async #makeRoom(): Promise<void> {
    if (this.#isFull) await this.#commit()
    else await new Promise(setImmediate)
  }

  /** Nothing to fold: store what waits, tidy up, sleep until something comes. */
  async #rest(): Promise<void> {
    if (this.#writer.pending > 0) {
      const left = this.#commitBy - performance.now()
      return this.#hurried || left <= 0 ? this.#commit() : this.#sleep(left)
    }
    this.#hurried = false
    this.#history.release()
    while (this.#isIdle && (await this.#queue.write(() => this.#writer.prune(this.#folded.at)))) {
      await this.#queue.write(() => this.#writer.settle())
    }
    if (this.#isIdle) await this.#sleep(undefined)
  }

  get #isIdle(): boolean {
    return !this.#stopping && this.#backlog.length === 0 && this.#known <= this.#folded.seq
  }

  #sleep(milliseconds: number | undefined): Promise<void> {
    if (this.#stopping) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #commit(): Promise<void> {
    const isNew = this.#folded.seq > this.#writer.storedSeq
    if (isNew) {
      if (this.#mark === '') this.#mark = await this.#history.mark()
      const moment = this.#folded
      await this.#queue.write(() => this.#writer.commit(moment, this.#mark))
    }
    this.#hurried = false
    this.#report()
    // Whoever waits for the rows does not wait for this.
    if (isNew) await this.#queue.write(() => this.#writer.settle())
  }

  /** Entries without rows need no commit: whoever asks already sees all there is. */
  #report(): void {
    this.#visibleSeq = this.#writer.pending === 0 ? this.#folded.seq : Math.max(this.#visibleSeq, this.#writer.storedSeq)
    this.#moved(this.#visibleSeq, this.#takenBytes, this.#writer.takeMails())
  }
}
