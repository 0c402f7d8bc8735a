/** When snapshots are made: every five minutes of trading or million entries, one at a time, in a thread. */
import { Worker } from 'node:worker_threads'
import { isOutOfDescriptors } from '../core/descriptors.ts'
import { threadEnvironment } from '../core/thread-environment.ts'
import type { MadeSnapshot } from './make-snapshot.ts'
import type { SnapshotThreadData } from './snapshot-thread.ts'

const INTERVAL_MS = 5 * 60_000
const ENTRIES = 1_000_000
const LOOK_MS = 5000
/** After one that found no descriptor free. */
const RETRY_MS = 30_000

export class SnapshotSchedule {
  readonly #dir: string
  readonly #durableSeq: () => number
  readonly #onError: (error: Error) => void
  readonly #timer: NodeJS.Timeout
  #lastSeq: number
  #lastAt = performance.now()
  #running: Promise<MadeSnapshot> | undefined
  #thread: Worker | undefined

  constructor(dir: string, lastSeq: number, durableSeq: () => number, onError: (error: Error) => void) {
    this.#dir = dir
    this.#lastSeq = lastSeq
    this.#durableSeq = durableSeq
    this.#onError = onError
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  /** Makes one now, or joins the one under way. */
  make(): Promise<MadeSnapshot> {
    this.#running ??= this.#run(this.#durableSeq()).finally(() => {
      this.#running = undefined
      this.#thread = undefined
    })
    return this.#running
  }

  /** Gives up the one under way: it leaves nothing behind but an unfinished file that the next one removes. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const running = this.#running
    await this.#thread?.terminate()
    await running?.catch(() => undefined)
  }

  #look(): void {
    const entries = this.#durableSeq() - this.#lastSeq
    const due = entries >= ENTRIES || (entries > 0 && performance.now() - this.#lastAt >= INTERVAL_MS)
    if (due && this.#running === undefined) this.make().catch((error: Error) => this.#failed(error))
  }

  /** Another fault comes again at once; descriptors are free again some time. */
  #failed(error: Error): void {
    if (isOutOfDescriptors(error)) this.#lastAt = performance.now() - INTERVAL_MS + RETRY_MS
    this.#onError(error)
  }

  #run(throughSeq: number): Promise<MadeSnapshot> {
    this.#lastAt = performance.now()
    const workerData: SnapshotThreadData = { dir: this.#dir, throughSeq }
    const thread = new Worker(new URL('./snapshot-thread.ts', import.meta.url), {
      workerData,
      execArgv: ['--no-warnings'],
      env: threadEnvironment(),
    })
    this.#thread = thread
    return new Promise((resolve, reject) => {
      thread.on('message', (made: MadeSnapshot) => {
        this.#lastSeq = made.seq
        resolve(made)
      })
      thread.on('error', (error) => reject(error as Error))
      thread.on('exit', () => reject(new Error('the snapshot thread ended early')))
    })
  }
}
