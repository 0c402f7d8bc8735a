/**
 * The machine's clock, watched. Steps of up to a minute are followed, as time services make them. A longer one is a fault, or a machine
 * that slept: stamps of the journal never go back, so an hour too much would stay there for an hour, and everything with an end would
 * end. In production the exchange's time then goes on as if nobody had set the clock, and no order is taken, until an operator says that
 * the new time is right; elsewhere the jump is followed, with a line in the log.
 */
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

const JUMP_MS = 60_000
const LOOK_MS = 1000
const REPEAT_MS = 60_000

export interface ClockGuardOptions {
  /** Production: a jump is not followed before it is accepted. */
  readonly holds: boolean
  readonly log: Pick<Log, 'warn' | 'error'>
  /** ms since the epoch, as the machine has it. */
  readonly wall?: () => number
  /** ms that only pass. */
  readonly monotonic?: () => number
}

export class ClockGuard implements Clock {
  readonly #holds: boolean
  readonly #log: ClockGuardOptions['log']
  readonly #wall: () => number
  readonly #monotonic: () => number
  readonly #startedAt: number
  /** What the exchange's time is ahead of the monotonic one. */
  #offset: number
  /** ms that a tester put it ahead. */
  #aheadMs = 0
  #isHeld = false
  #toldAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor({ holds, log, wall = () => Date.now(), monotonic = () => performance.now() }: ClockGuardOptions) {
    this.#holds = holds
    this.#log = log
    this.#wall = wall
    this.#monotonic = monotonic
    this.#offset = wall() - monotonic()
    this.#startedAt = this.#offset
  }

  now(): number {
    if (!this.#isHeld) this.#follow()
    return Math.floor(this.#monotonic() + this.#offset) + this.#aheadMs
  }

  steady(): number {
    return Math.floor(this.#monotonic() + this.#startedAt) + this.#aheadMs
  }

  /** ms; see `advance`. */
  get aheadMs(): number {
    return this.#aheadMs
  }

  /**
   * In the test profile alone: everything that asks for the time is ahead by so much more, waits and lives of codes too. No fault of the
   * machine's clock is seen in it, and what watches over processes has its own, which only passes.
   *
   * @param byMs ≥ 0
   */
  advance(byMs: number): void {
    this.#aheadMs += Math.max(0, byMs)
  }

  /** New orders are refused: nobody knows what time it is. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** ms that the machine's clock is ahead of the exchange's time; negative = behind. */
  get jumpMs(): number {
    return Math.round(this.#wall() - this.#monotonic() - this.#offset)
  }

  /** Looks also while nobody asks for the time, and says again and again that orders are held. */
  watch(): void {
    this.#timer ??= setInterval(() => {
      this.now()
      if (this.#isHeld && this.#monotonic() - this.#toldAt >= REPEAT_MS) this.#tell()
    }, LOOK_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /**
   * At the start: the last stamp of a journal is no later than now, or the clock was set back while nobody ran.
   * @param lastAt ms
   */
  compare(lastAt: number): void {
    const behind = lastAt - this.now()
    if (behind <= JUMP_MS) return
    this.#log.error('the clock is behind the journal', { byMs: behind })
    if (!this.#holds) return
    this.#offset += behind
    this.#hold()
  }

  /** An operator says that the machine's clock is right. @returns ms that the exchange's time steps; undefined when nothing is held */
  accept(who: string, why: string): number | undefined {
    if (!this.#isHeld) return undefined
    const byMs = this.jumpMs
    this.#offset += byMs
    this.#isHeld = false
    this.#log.warn('the clock is accepted', { byMs, who, why })
    return byMs
  }

  #follow(): void {
    const offset = this.#wall() - this.#monotonic()
    const by = offset - this.#offset
    if (Math.abs(by) > JUMP_MS) {
      this.#log.error('the clock jumped', { byMs: Math.round(by), orders: this.#holds ? 'held until an operator accepts it' : 'go on' })
      if (this.#holds) {
        this.#hold()
        return
      }
    }
    this.#offset = offset
  }

  #hold(): void {
    this.#isHeld = true
    this.#toldAt = this.#monotonic()
  }

  #tell(): void {
    this.#toldAt = this.#monotonic()
    this.#log.error('orders are held: the clock jumped and nobody accepted it', { byMs: this.jumpMs })
  }
}
