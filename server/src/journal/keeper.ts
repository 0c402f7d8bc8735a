/** The writer's housekeeping thread: one run at a time, again after a while when the disk was full, and ready before it is needed. */
import { Worker } from 'node:worker_threads'
import { isOutOfDescriptors } from '../core/descriptors.ts'
import { threadEnvironment } from '../core/thread-environment.ts'
import type { HousekeepingResult } from './housekeeping.ts'
import type { KeeperThreadData, KeeperThreadMessage } from './keeper-thread.ts'

const RETRY_MS = 2000
/** After the start's own work, and long before the first segment is full. */
const READY_AFTER_MS = 5000

export interface Keeper {
  run(): void
  /** Starts the thread when there is time: in need of descriptors none could be started any more. */
  readyLater(): void
  outOfSpace(): boolean
  stop(): Promise<void>
}

class HouseKeeper implements Keeper {
  readonly #data: KeeperThreadData
  readonly #onReserves: () => void
  readonly #onFatal: (error: Error) => void
  #thread: Worker | undefined
  #isBusy = false
  #again = false
  #full = false
  #isStopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(data: KeeperThreadData, onReserves: () => void, onFatal: (error: Error) => void) {
    this.#data = data
    this.#onReserves = onReserves
    this.#onFatal = onFatal
  }

  run(): void {
    clearTimeout(this.#timer)
    // The writer's last words may come behind the stop: a thread started for them would keep the process from ending.
    if (this.#isStopped) return
    this.#again = this.#isBusy
    if (this.#isBusy) return
    this.#isBusy = true
    this.#thread ??= this.#start()
    this.#thread.postMessage('run')
  }

  readyLater(): void {
    this.#timer = setTimeout(() => {
      this.#thread ??= this.#start()
    }, READY_AFTER_MS).unref()
  }

  outOfSpace(): boolean {
    return this.#full
  }

  /** In the middle of a run as well, which may take seconds: what it leaves half made the next writer removes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #start(): Worker {
    const url = new URL('./keeper-thread.ts', import.meta.url)
    const thread = new Worker(url, { workerData: this.#data, execArgv: ['--no-warnings'], env: threadEnvironment() })
    let isStarved = false
    thread.on('message', (message: KeeperThreadMessage) => {
      if (message === 'rested') this.#rest()
      else this.#take(message)
    })
    thread.on('error', (error) => {
      isStarved = isOutOfDescriptors(error)
      if (!isStarved) this.#onFatal(error as Error)
    })
    thread.on('exit', () => {
      if (this.#thread !== thread) return
      this.#thread = undefined
      const hadWork = this.#isBusy
      this.#isBusy = false
      if (isStarved && hadWork) this.#timer = setTimeout(() => this.run(), RETRY_MS).unref()
    })
    // Behind the listeners: one for messages holds the process again.
    thread.unref()
    return thread
  }

  #take(result: HousekeepingResult): void {
    this.#full = result.outOfSpace
    this.#onReserves()
  }

  #rest(): void {
    this.#isBusy = false
    if (this.#again) this.run()
    else if (this.#full) this.#timer = setTimeout(() => this.run(), RETRY_MS).unref()
  }
}

export const keepHouse = (data: KeeperThreadData, onReserves: () => void, onFatal: (error: Error) => void): Keeper =>
  new HouseKeeper(data, onReserves, onFatal)
