/** The door to the thread that makes addresses. It starts with the first and ends when nothing was asked for some time. */
import { Worker } from 'node:worker_threads'
import type { Made, MakeTask } from './make-thread.ts'

const REST_MS = 60_000

interface Asked {
  resolve(texts: readonly string[]): void
  reject(error: Error): void
}

export class AddressMaker {
  readonly #asked = new Map<number, Asked>()
  #worker: Worker | undefined
  #lastTaskId = 0
  #rest: NodeJS.Timeout | undefined

  /** @throws Error when the thread ended, or when there is no such address */
  make(task: Omit<MakeTask, 'taskId'>): Promise<readonly string[]> {
    clearTimeout(this.#rest)
    this.#lastTaskId += 1
    const taskId = this.#lastTaskId
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    this.#asked.set(taskId, { resolve, reject })
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage({ taskId, ...task } satisfies MakeTask)
    return promise
  }

  async stop(): Promise<void> {
    clearTimeout(this.#rest)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./make-thread.ts', import.meta.url), { name: 'addresses', execArgv: ['--no-warnings'] })
    let cause = new Error('the thread of addresses ended')
    worker.on('message', (made: Made) => this.#settle(worker, made))
    worker.on('error', (error) => {
      cause = error as Error
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
      for (const { reject } of this.#asked.values()) reject(cause)
      this.#asked.clear()
    })
    return worker
  }

  #settle(worker: Worker, made: Made): void {
    const asked = this.#asked.get(made.taskId)
    this.#asked.delete(made.taskId)
    if (this.#asked.size === 0) {
      worker.unref()
      this.#rest = setTimeout(() => void worker.terminate(), REST_MS).unref()
    }
    if ('texts' in made) asked?.resolve(made.texts)
    else asked?.reject(new Error(made.error))
  }
}
