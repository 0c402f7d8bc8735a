/** Wakes the sequencer when the engine has work that is due. */

const DELAY_MAX = 2 ** 31 - 1

export class DueTimer {
  readonly #now: () => number
  readonly #fire: () => void
  #armedFor = Number.POSITIVE_INFINITY
  /** Whether it fires as soon as it can. */
  #isSoon = false
  #timer: NodeJS.Timeout | undefined

  /** @param now the sequencer's clock, ms */
  constructor(now: () => number, fire: () => void) {
    this.#now = now
    this.#fire = fire
  }

  /**
   * Fires at `deadline` (ms; Infinity = never). Arming again for the same moment costs nothing, unless the clock jumped to it: what an entry
   * left of it must not wait for as long as the moment once was away.
   */
  arm(deadline: number): void {
    // At least a millisecond: due work that leaves work due must not starve everything else.
    const delay = Math.min(DELAY_MAX, Math.max(1, deadline - this.#now()))
    if (deadline === this.#armedFor && (delay > 1 || this.#isSoon)) return
    this.stop()
    if (deadline === Number.POSITIVE_INFINITY) return
    this.#armedFor = deadline
    this.#isSoon = delay === 1
    this.#start(delay)
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
