/** Work of which one run follows the other: who asks while it runs gets another run, and nobody two at once. */
export class Turn {
  readonly #work: () => Promise<void>
  readonly #onFault: (error: unknown) => void
  #running: Promise<void> | undefined
  #isAsked = false
  #isOver = false

  /** @param onFault told what a run threw; the next one begins all the same when it is asked for */
  constructor(work: () => Promise<void>, onFault: (error: unknown) => void) {
    this.#work = work
    this.#onFault = onFault
  }

  ask(): void {
    if (this.#isOver) return
    this.#isAsked = true
    this.#running ??= this.#run()
  }

  /** Nothing runs any more when it resolves, and nothing begins. */
  async end(): Promise<void> {
    this.#isOver = true
    this.#isAsked = false
    await this.#running
  }

  async #run(): Promise<void> {
    // whoever asks several times in one go gets one run
    await Promise.resolve()
    while (this.#isAsked) {
      this.#isAsked = false
      try {
        await this.#work()
      } catch (error) {
        this.#onFault(error)
      }
    }
    this.#running = undefined
  }
}
