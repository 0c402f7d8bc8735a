/**
 * The door to the thread that works with passkeys. Their library is a third of all modules of the server: read here, it would make every start a quarter
 * of a second longer, and a signature checked here would keep orders waiting for milliseconds.
 */
import { Worker } from 'node:worker_threads'
import { ApiError } from '../../http/errors.ts'
import type { PasskeyAnswer, PasskeyLibrary, PasskeyTask } from './passkey-thread.ts'

/** More waiting than this means a flood: they are told to come back. */
export const WAITING_MAX = 256

/** What was shown is no passkey, or not for this challenge. */
export class PasskeyRefused extends Error {}

interface Asked {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** The thread starts with the first task, stays, and does not keep the process alive while it rests. */
export class PasskeyChecker {
  readonly #asked = new Map<number, Asked>()
  #worker: Worker | undefined
  #lastTaskId = 0

  /** @throws PasskeyRefused; ApiError ENGINE_BUSY when too many wait; what ended the thread in the middle: the next task gets a new one */
  run<Work extends keyof PasskeyLibrary>(work: Work, options: Parameters<PasskeyLibrary[Work]>[0]): ReturnType<PasskeyLibrary[Work]> {
    return this.#run(work, options) as ReturnType<PasskeyLibrary[Work]>
  }

  async #run(work: keyof PasskeyLibrary, options: unknown): Promise<unknown> {
    if (this.#asked.size >= WAITING_MAX) throw new ApiError('ENGINE_BUSY', { retryAfter: 2 })
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#lastTaskId += 1
    const taskId = this.#lastTaskId
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage({ taskId, work, options } satisfies PasskeyTask)
    this.#asked.set(taskId, { resolve, reject })
    return promise
  }

  #start(): Worker {
    const worker = new Worker(new URL('./passkey-thread.ts', import.meta.url), { name: 'passkeys', execArgv: ['--no-warnings'] })
    let cause = new Error('the thread ended')
    worker.on('message', (answer: PasskeyAnswer) => {
      const asked = this.#asked.get(answer.taskId)
      this.#asked.delete(answer.taskId)
      if (this.#asked.size === 0) worker.unref()
      if ('refused' in answer) asked?.reject(new PasskeyRefused(answer.refused))
      else asked?.resolve(answer.result)
    })
    worker.on('error', (error) => {
      cause = error as Error
    })
    worker.on('exit', () => {
      this.#worker = undefined
      for (const asked of this.#asked.values()) asked.reject(cause)
      this.#asked.clear()
    })
    return worker
  }
}
