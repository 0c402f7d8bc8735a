/** Timers of one owner: none of them keeps the process, and all end with it. */
export class Waits {
  readonly #timers = new Set<NodeJS.Timeout>()
  #isOver = false

  after(ms: number, work: () => void): void {
    if (this.#isOver) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms).unref()
    this.#timers.add(timer)
  }

  end(): void {
    this.#isOver = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}
