/**
 * Counts failed tries by a name, so that guessing ends: five in 15 minutes lock the name for 15 minutes. A device that the account knows
 * is counted apart, so that nobody else can lock its owner out. Soft state.
 */
import { type Clock, steadyNow, wallTime } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'

export const LOCK_MS = 15 * 60_000
export const FAILURES_MAX = 5
const ENTRIES_MAX = 100_000

/** The name that tries of something are counted by. @param device id of a device that the account knows; '' = all others together */
export const triesOf = (what: string, device: string): string => (device === '' ? what : `${what} @${device}`)

export interface Attempt {
  /** Tries left after this one, if it fails. */
  readonly left: number
  /** It did not fail. */
  takeBack(): void
}

/** Refusals of something that was not compared with the right one, or was the right one. */
const NO_GUESS: ReadonlySet<string> = new Set(['CODE_EXPIRED', 'CODE_USED', 'SECOND_FACTOR_NOT_BOUND'])

/** Judges a try: it counts only when it was a wrong guess. @throws what the work throws */
export function judged<Result>(attempt: Attempt, work: () => Result): Result {
  try {
    const result = work()
    attempt.takeBack()
    return result
  } catch (error) {
    if (error instanceof Failure && NO_GUESS.has(error.errorName)) attempt.takeBack()
    throw error
  }
}

export class Attempts {
  readonly #clock: Clock
  /** One array a name as long as the name is known: tries in flight take themselves back from the array that later ones count in. */
  readonly #failures = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts a try before it is judged, so that parallel tries cannot pass the lock together. @throws Failure LOGIN_LOCKED */
  begin(name: string): Attempt {
    const now = steadyNow(this.#clock)
    const recent = this.#failures.get(name) ?? []
    while (recent[0] !== undefined && now - recent[0] >= LOCK_MS) recent.shift()
    const last = recent.at(-1)
    if (recent.length >= FAILURES_MAX && last !== undefined)
      throw new Failure('LOGIN_LOCKED', { until: wallTime(this.#clock, last + LOCK_MS) })
    recent.push(now)
    this.#failures.delete(name)
    this.#forgetOld(now)
    this.#failures.set(name, recent)
    return {
      left: FAILURES_MAX - recent.length,
      takeBack: () => {
        const index = recent.indexOf(now)
        if (index >= 0) recent.splice(index, 1)
      },
    }
  }

  forget(name: string): void {
    this.#failures.delete(name)
  }

  /** Of every device. */
  forgetAll(what: string): void {
    for (const name of this.#failures.keys()) if (name === what || name.startsWith(`${what} @`)) this.#failures.delete(name)
  }

  /** Names enter again with every try, so the oldest are at the front. */
  #forgetOld(now: number): void {
    for (const [name, failures] of this.#failures) {
      if (now - (failures.at(-1) ?? 0) < LOCK_MS && this.#failures.size < ENTRIES_MAX) return
      this.#failures.delete(name)
    }
  }
}
