/** A few threads for one kind of task, and a queue that says when it is too long. */
import { Failure } from '../../core/failure.ts'
import { TaskThread } from './task-thread.ts'

/** More waiting than this means a flood: they are told to come back. */
export const WAITING_MAX = 64

export class TaskThreads<Task, Result> {
  readonly #idle: TaskThread<Task, Result>[]
  readonly #waiting: ((thread: TaskThread<Task, Result>) => void)[] = []

  constructor(count: number, source: URL, name: string) {
    this.#idle = Array.from({ length: count }, () => new TaskThread<Task, Result>(source, name))
  }

  /** @throws Failure ENGINE_BUSY when too many wait */
  async run(task: Task): Promise<Result> {
    const thread = await this.#take()
    try {
      return await thread.run(task)
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#idle.push(thread)
      else next(thread)
    }
  }

  async #take(): Promise<TaskThread<Task, Result>> {
    const thread = this.#idle.pop()
    if (thread !== undefined) return thread
    if (this.#waiting.length >= WAITING_MAX) throw new Failure('ENGINE_BUSY', { retryAfter: 2 })
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
