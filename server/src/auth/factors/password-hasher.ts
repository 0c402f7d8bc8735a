/**
 * The door to a thread that hashes passwords. Node's own pool would hash them too, at the priority of the thread that answers orders: at
 * twenty logins a second a hundredth of all orders waited for 6 to 12 ms.
 */
import { Worker } from 'node:worker_threads'
import type { HashTask } from './hash-thread.ts'

interface Asked {
  resolve(tag: Uint8Array): void
  reject(error: Error): void
}

/** One task at a time. The thread starts with the first, stays, and does not keep the process alive while it rests. */
export class PasswordHasher {
  #worker: Worker | undefined
  #asked: Asked | undefined

  /** @throws what ended the thread in the middle; the next task gets a new one */
  hash(task: HashTask): Promise<Uint8Array> {
    if (this.#asked !== undefined) throw new Error('a hasher takes one password at a time')
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    this.#asked = { resolve, reject }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(task)
    return promise
  }

  #start(): Worker {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url), { name: 'passwords', execArgv: ['--no-warnings'] })
    let cause = new Error('the thread ended')
    worker.on('message', (tag: Uint8Array) => {
      worker.unref()
      this.#settle((asked) => asked.resolve(tag))
    })
    worker.on('error', (error) => {
      cause = error as Error
    })
    worker.on('exit', () => {
      this.#worker = undefined
      this.#settle((asked) => asked.reject(cause))
    })
    return worker
  }

  #settle(tell: (asked: Asked) => void): void {
    const asked = this.#asked
    this.#asked = undefined
    if (asked !== undefined) tell(asked)
  }
}
