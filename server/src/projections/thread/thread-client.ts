/** The main thread's end of the projection thread: starts it, hands batches over within bounds, carries reads, starts it again if it dies. */
import { Worker } from 'node:worker_threads'
import { isOutOfDescriptors } from '../../core/descriptors.ts'
import type { DurableBatch } from '../../sequencer/exchange.ts'
import { HistoryUnavailable } from '../history-unavailable.ts'
import { LiveFlow } from '../live-flow.ts'
import type { MailedMessage } from '../messages/message-source.ts'
import { isDiskFull, tellsOfFullDisk } from '../store/disk-room.ts'
import type { SqlReader, SqlRows, Statement } from '../store/sql-connection.ts'
import type { FromThread, ThreadStart, ThreadTenant, ToThread } from './thread-messages.ts'

/**
 * Batches travel together: a message costs the sender some tens of microseconds whatever it holds, and it wakes another thread, which
 * a lone order would pay for with its answer. Rows linger longer than this anyway, and whoever reads does not wait for it.
 */
const PARCEL_MS = 20
const READS_MAX = 1000
const READ_TIMEOUT_MS = 15_000
/** The whole stop has five seconds. A thread that is ended leaves a database that its next start repairs. */
const STOP_TIMEOUT_MS = 2000
/** Waits before a new thread double from the first to the last of these. */
const RESTART_AFTER_MS = 1000
const RESTART_AFTER_MAX_MS = 60_000
/** Opening the database is work, and somebody has to make room first. */
const ROOM_RETRY_MS = 5000
/** A thread that lived this long was well: its end is a new trouble, not the old one. */
const WELL_AFTER_MS = 60_000
/** After this many threads in a row died early, the embedded database itself may be at fault. It is dropped once, since a rebuild is work. */
const DROP_AFTER_FAILURES = 2

/** In the words of Node and of the embedded database. */
const OUT_OF_DESCRIPTORS = /\bE[MN]FILE\b|[Tt]oo many open files|[Nn]o file descriptors available/

export interface TenantFeed {
  readonly tenantId: string
  readonly journalDir: string
  /** Where the journal ends now. */
  durableSeq(): number
  /** The database is open and holds everything up to `seq`. */
  opened(seq: number): void
  /** The rows hold entry `storedSeq`, the journal ends before it. */
  ahead(storedSeq: number, durableSeq: number): void
  /** Readers see everything up to `seq` now. */
  moved(seq: number): void
  /** Messages that came since the start and are wanted by mail. */
  mailed(mails: readonly MailedMessage[]): void
}

interface WaitingRead {
  resolve(answers: readonly SqlRows[]): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

export class ThreadClient implements SqlReader {
  readonly #store: Pick<ThreadStart, 'directory' | 'databaseUrl'>
  #feeds: ReadonlyMap<string, TenantFeed> = new Map()
  readonly #log: (message: string) => void
  readonly #flows = new Map<string, LiveFlow>()
  readonly #reads = new Map<number, WaitingRead>()
  #lastReadId = 0
  #worker: Worker | undefined
  #failures = 0
  #isStarved = false
  #isDiskFull = false
  #startedAt = 0
  #stopping = false
  #stopped: () => void = () => undefined
  #parcelTimer: NodeJS.Timeout | undefined
  /** Why the last thread ended before its database was open, in a line; undefined when it is open, or nothing is known yet. */
  #trouble: string | undefined

  /** Starts the thread: it opens the database while others find out whom it is to follow. */
  constructor(store: Pick<ThreadStart, 'directory' | 'databaseUrl'>, log: (message: string) => void) {
    this.#store = store
    this.#log = log
    this.#startThread(false)
  }

  /** Once: whom to follow, each from where its journal ends at that time. */
  follow(feeds: readonly TenantFeed[]): void {
    this.#feeds = new Map(feeds.map((feed) => [feed.tenantId, feed]))
    if (this.#worker !== undefined) this.#introduce(this.#worker)
  }

  /** Called for every durable batch, in order, from `follow` on. Copies what it needs. */
  send(tenantId: string, batch: DurableBatch): void {
    const flow = this.#flows.get(tenantId)
    if (flow === undefined) return
    flow.add(batch)
    if (flow.isFull) this.#sendParcels()
    else this.#parcelTimer ??= setTimeout(() => this.#sendParcels(), PARCEL_MS).unref()
  }

  #sendParcels(): void {
    clearTimeout(this.#parcelTimer)
    this.#parcelTimer = undefined
    for (const [tenantId, flow] of this.#flows) {
      const parcel = flow.takeParcel()
      if (parcel !== undefined) this.#worker?.postMessage({ kind: 'batch', tenantId, ...parcel } satisfies ToThread, [parcel.events.buffer])
      const seq = flow.takeAnnouncement()
      if (seq > 0) this.#worker?.postMessage({ kind: 'durable', tenantId, seq } satisfies ToThread)
    }
  }

  /** Why there is no database, in a line; undefined when it is open, or being opened for the first time. */
  get trouble(): string | undefined {
    return this.#trouble
  }

  hurry(tenantId: string): void {
    this.#post({ kind: 'hurry', tenantId })
  }

  /** @throws HistoryUnavailable, or Error with the database's message */
  readTogether(statements: readonly Statement[]): Promise<readonly SqlRows[]> {
    if (this.#worker === undefined || this.#stopping) return Promise.reject(new HistoryUnavailable('not running'))
    if (this.#reads.size >= READS_MAX) return Promise.reject(new HistoryUnavailable('too many reads'))
    const { promise, resolve, reject } = Promise.withResolvers<readonly SqlRows[]>()
    this.#lastReadId += 1
    const readId = this.#lastReadId
    const timer = setTimeout(() => {
      this.#reads.delete(readId)
      reject(new HistoryUnavailable('the read took too long'))
    }, READ_TIMEOUT_MS)
    this.#reads.set(readId, { resolve, reject, timer })
    // Kysely hands over statements with more fields than a message may carry.
    this.#post({ kind: 'read', readId, statements: statements.map(({ sql, parameters }) => ({ sql, parameters })) })
    return promise
  }

  /** Resolves when the database is closed and on disk, or after two seconds, when the thread is ended anyway. */
  async stop(): Promise<void> {
    this.#stopping = true
    const worker = this.#worker
    if (worker === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#stopped = resolve
    const timer = setTimeout(resolve, STOP_TIMEOUT_MS)
    this.#post({ kind: 'stop' })
    await promise
    clearTimeout(timer)
    await worker.terminate()
    this.#rejectReads('stopped')
  }

  #introduce(worker: Worker): void {
    const tenants: ThreadTenant[] = [...this.#feeds.values()].map((feed) => {
      this.#flows.set(feed.tenantId, new LiveFlow())
      return { tenantId: feed.tenantId, journalDir: feed.journalDir, durableSeq: feed.durableSeq() }
    })
    worker.postMessage({ kind: 'tenants', tenants } satisfies ToThread)
  }

  #startThread(drop: boolean): void {
    this.#startedAt = performance.now()
    const workerData: ThreadStart = { ...this.#store, drop }
    const worker = new Worker(new URL('./projection-thread.ts', import.meta.url), { workerData, name: 'projections' })
    worker.on('message', (message: FromThread) => this.#receive(message))
    worker.on('error', (error: unknown) => {
      this.#isStarved = isOutOfDescriptors(error)
      this.#log(`projections: ${String(error)}`)
    })
    worker.on('exit', () => this.#ended(worker))
    this.#worker = worker
    if (this.#feeds.size > 0) this.#introduce(worker)
  }

  /** The journal is the truth and trading does not need us: start again from the stored positions, for as long as it takes. */
  #ended(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#rejectReads('the projection thread ended')
    this.#stopped()
    if (this.#stopping) return
    const isFull = this.#isDiskFull || (this.#store.databaseUrl === undefined && isDiskFull(this.#store.directory))
    // No descriptor was free, or no room: that is no fault of the database, and building it anew would need more of them.
    if (this.#isStarved || isFull) this.#failures = 0
    this.#isStarved = false
    this.#isDiskFull = false
    this.#failures = performance.now() - this.#startedAt > WELL_AFTER_MS ? 1 : this.#failures + 1
    const failures = this.#failures
    const wait = isFull ? ROOM_RETRY_MS : Math.min(RESTART_AFTER_MS * 2 ** (failures - 1), RESTART_AFTER_MAX_MS)
    setTimeout(() => {
      if (!this.#stopping) this.#startThread(failures === DROP_AFTER_FAILURES)
    }, wait).unref()
  }

  #failed(message: string): void {
    this.#isStarved ||= OUT_OF_DESCRIPTORS.test(message)
    this.#isDiskFull ||= tellsOfFullDisk(message)
    this.#trouble = message.split('\n', 1)[0]
    const why = this.#isDiskFull ? `the disk is full, history waits until there is room: ${message.split('\n', 1)[0]}` : message
    this.#log(`projections: ${why}`)
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'opened':
        this.#trouble = undefined
        for (const [tenantId, seq] of Object.entries(message.positions)) this.#feeds.get(tenantId)?.opened(seq)
        return
      case 'moved': {
        this.#flows.get(message.tenantId)?.moved(message.seq, message.takenBytes)
        const feed = this.#feeds.get(message.tenantId)
        feed?.moved(message.seq)
        if (message.mails.length > 0) feed?.mailed(message.mails)
        return
      }
      case 'answer':
        this.#settle(message.readId)?.resolve(message.answers)
        return
      case 'refusal':
        this.#settle(message.readId)?.reject(
          tellsOfFullDisk(message.message) ? new HistoryUnavailable('the disk is full') : new Error(message.message),
        )
        return
      case 'failed':
        this.#failed(message.message)
        return
      case 'warned':
        this.#log(`projections: ${message.message}`)
        return
      case 'ahead':
        this.#feeds.get(message.tenantId)?.ahead(message.storedSeq, message.durableSeq)
        return
      case 'stopped':
        this.#stopped()
    }
  }

  #settle(readId: number): WaitingRead | undefined {
    const read = this.#reads.get(readId)
    this.#reads.delete(readId)
    clearTimeout(read?.timer)
    return read
  }

  #rejectReads(why: string): void {
    for (const readId of [...this.#reads.keys()]) this.#settle(readId)?.reject(new HistoryUnavailable(why))
  }

  /** After the batches that became durable before: whoever asks sees them. */
  #post(message: ToThread): void {
    this.#sendParcels()
    this.#worker?.postMessage(message)
  }
}
