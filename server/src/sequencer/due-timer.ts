/** Wakes the sequencer when the engine has work that is due. */

const DELAY_MAX = 2 ** 31 - 1

export class DueTimer {
  readonly #now: () => number
  readonly #fire: () => void
  #armedFor = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  /** @param now the sequencer's clock, ms */
  constructor(now: () => number, fire: () => void) {
    this.#now = now
    this.#fire = fire
  }

  /** Fires at `deadline` (ms; Infinity = never). Arming again for the same moment costs nothing. */
  arm(deadline: number): void {
    if (deadline === this.#armedFor) return
    this.stop()
    if (deadline === Number.POSITIVE_INFINITY) return
    this.#armedFor = deadline
    // At least a millisecond: due work that leaves work due must not starve everything else.
    this.#start(Math.min(DELAY_MAX, Math.max(1, deadline - this.#now())))
  }

  /** Fires after `delayMs`, whatever was armed before. */
  rest(delayMs: number): void {
    this.stop()
    this.#start(delayMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#armedFor = Number.POSITIVE_INFINITY
  }

  #start(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#armedFor = Number.POSITIVE_INFINITY
      this.#fire()
    }, delayMs).unref()
  }
}
