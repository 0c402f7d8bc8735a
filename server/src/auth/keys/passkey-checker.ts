/**
 * The door to the thread that works with passkeys. Their library is a third of all modules of the server: read here, it would make every start 0.2
 * seconds longer, and a signature checked here would keep orders waiting for milliseconds.
 */
import { Worker } from 'node:worker_threads'
import { Failure } from '../../core/failure.ts'
import type { PasskeyAnswer, PasskeyTask, PasskeyWorks } from './passkey-thread.ts'

/** More waiting than this means a flood: they are told to come back. */
export const WAITING_MAX = 256

/** A check takes milliseconds, the first one up to a second. A thread that takes this long will not come back. */
const TASK_MS = 15_000

/** What was shown is no passkey, or not for this challenge. */
export class PasskeyRefused extends Error {}

interface Asked {
  resolve(result: unknown): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

/** The thread starts with the first task, stays, and does not keep the process alive while it rests. */
export class PasskeyChecker {
  readonly #asked = new Map<number, Asked>()
  #worker: Worker | undefined
  #lastTaskId = 0

  /** To be asked before anything is used up. @throws Failure ENGINE_BUSY when too many wait */
  checkRoom(): void {
    if (this.#asked.size >= WAITING_MAX) throw new Failure('ENGINE_BUSY', { retryAfter: 2 })
  }

  /** @throws PasskeyRefused; Failure ENGINE_BUSY; what ended the thread in the middle: the next task gets a new one */
  run<Work extends keyof PasskeyWorks>(work: Work, options: Parameters<PasskeyWorks[Work]>[0]): ReturnType<PasskeyWorks[Work]> {
    return this.#run(work, options) as ReturnType<PasskeyWorks[Work]>
  }

  async #run(work: keyof PasskeyWorks, options: unknown): Promise<unknown> {
    this.checkRoom()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#lastTaskId += 1
    const taskId = this.#lastTaskId
    this.#worker ??= this.#start()
    const worker = this.#worker
    worker.ref()
    worker.postMessage({ taskId, work, options } satisfies PasskeyTask)
    this.#asked.set(taskId, { resolve, reject, timer: setTimeout(() => void worker.terminate(), TASK_MS).unref() })
    return promise
  }

  #start(): Worker {
    const worker = new Worker(new URL('./passkey-thread.ts', import.meta.url), { name: 'passkeys', execArgv: ['--no-warnings'] })
    let cause = new Error('the thread ended')
    worker.on('message', (answer: PasskeyAnswer) => {
      const asked = this.#asked.get(answer.taskId)
      this.#asked.delete(answer.taskId)
      clearTimeout(asked?.timer)
      if (this.#asked.size === 0) worker.unref()
      if ('refused' in answer) asked?.reject(new PasskeyRefused(answer.refused))
      else asked?.resolve(answer.result)
    })
    worker.on('error', (error) => {
      cause = error as Error
    })
    worker.on('messageerror', (error) => {
      cause = error
      void worker.terminate()
    })
    worker.on('exit', () => {
      this.#worker = undefined
      for (const asked of this.#asked.values()) {
        clearTimeout(asked.timer)
        asked.reject(cause)
      }
      this.#asked.clear()
    })
    return worker
  }
}
