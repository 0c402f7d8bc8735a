/** The one queue in front of a single connection: a write transaction is one item, and the reads that wait go between two of them. */

type Job = () => Promise<void>

export class WorkQueue {
  readonly #reads: Job[] = []
  readonly #writes: Job[] = []
  #running = false

  /** Runs when no other item runs; before any write that has not started. */
  read<Result>(job: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(this.#reads, job)
  }

  /** Runs after the reads that were waiting when its turn came. Keep it short: nothing else runs meanwhile. */
  write<Result>(job: () => Promise<Result>): Promise<Result> {
    return this.#enqueue(this.#writes, job)
  }

  #enqueue<Result>(lane: Job[], job: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    lane.push(() => job().then(resolve, reject))
    if (!this.#running) {
      this.#running = true
      void this.#run()
    }
    return promise
  }

  async #run(): Promise<void> {
    while (this.#reads.length + this.#writes.length > 0) {
      // Only the reads that wait now: a flood of reads must not keep the projections from moving.
      for (const job of this.#reads.splice(0)) await job()
      await this.#writes.shift()?.()
      // Messages reach this thread between turns of the event loop only.
      await new Promise(setImmediate)
    }
    this.#running = false
  }
}
