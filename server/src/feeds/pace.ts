/** Runs work at once when it was quiet, and at most once per interval when it is not. */

/** `request()` runs now or at the end of the interval that is running; requests in between fold into one. */
export class Pace {
  readonly #intervalMs: number
  readonly #run: () => void
  #timer: NodeJS.Timeout | undefined
  #wanted = false

  constructor(intervalMs: number, run: () => void) {
    this.#intervalMs = intervalMs
    this.#run = run
  }

  request(): void {
    if (this.#timer !== undefined) {
      this.#wanted = true
      return
    }
    this.#arm()
    this.#run()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wanted = false
  }

  #arm(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (!this.#wanted) return
      this.#wanted = false
      this.#arm()
      this.#run()
    }, this.#intervalMs)
    this.#timer.unref()
  }
}
