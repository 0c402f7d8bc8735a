/**
 * The door to a thread that does one slow thing with passwords, at a low priority. Node's own pool would hash them too, at the priority of
 * the thread that answers orders: at twenty logins a second a hundredth of all orders waited for 6 to 12 ms.
 */
import { Worker } from 'node:worker_threads'

interface Asked<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

/** One task at a time. The thread starts with the first, stays, and does not keep the process alive while it rests. */
export class TaskThread<Task, Result> {
  readonly #source: URL
  readonly #name: string
  #worker: Worker | undefined
  #asked: Asked<Result> | undefined

  /** @param source of the thread: it answers each message with one */
  constructor(source: URL, name: string) {
    this.#source = source
    this.#name = name
  }

  /** @throws what ended the thread in the middle; the next task gets a new one */
  run(task: Task): Promise<Result> {
    if (this.#asked !== undefined) throw new Error(`the thread of ${this.#name} takes one task at a time`)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#asked = { resolve, reject }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(task)
    return promise
  }

  #start(): Worker {
    const worker = new Worker(this.#source, { name: this.#name, execArgv: ['--no-warnings'] })
    let cause = new Error('the thread ended')
    worker.on('message', (result: Result) => {
      worker.unref()
      this.#settle((asked) => asked.resolve(result))
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

  #settle(tell: (asked: Asked<Result>) => void): void {
    const asked = this.#asked
    this.#asked = undefined
    if (asked !== undefined) tell(asked)
  }
}
