/**
 * What bankruptcies may cost the fund: what was missing when positions were taken over, and beyond that two shares of what it had, one for
 * all who went bankrupt and one for each of them. A world lasts less than a day or two, so its days are counted from its start.
 */
import type { EventByKind } from '@agio/engine/schema/events.ts'
import type { Happened } from './drive.ts'
import type { Market } from './world.ts'

const DAY_MS = 86_400_000
/** In thousandths of the fund a day. */
const ALL_PERMILLE = 100n
const ONE_PERMILLE = 20n

export interface FundBreak {
  readonly what: string
  readonly amount: bigint
  readonly users: readonly number[]
}

export class FundBound {
  readonly #fund: bigint
  readonly #begin: number
  readonly #markets: readonly Market[]
  readonly #short = new Map<number, bigint>()
  readonly #lost = new Map<number, bigint>()
  #allShort = 0n
  #allLost = 0n

  constructor(fund: bigint, begin: number, markets: readonly Market[]) {
    this.#fund = fund
    this.#begin = begin
    this.#markets = markets
  }

  /** Adds what a command cost. @returns what is beyond the bounds now */
  note({ at, insurance, liquidated }: Happened): FundBreak | undefined {
    for (const event of liquidated) this.noteTaken(event)
    const losses = insurance.filter(
      ({ cause, amount }) => amount < 0n && (cause === 'liquidation' || cause === 'adl' || cause === 'funding'),
    )
    this.#allLost += losses.reduce((sum, { amount }) => sum - amount, 0n)
    if (losses.length === 0 && liquidated.length === 0) return undefined
    const days = BigInt(Math.floor((at - this.#begin) / DAY_MS) + 1)
    const most = this.#allShort + (this.#fund * ALL_PERMILLE * days) / 1_000n
    if (this.#allLost > most)
      return {
        what: `the fund lost ${this.#allLost}, at most ${most} by its bound`,
        amount: this.#allLost - most,
        users: [...this.#short.keys()],
      }
    const mostOfOne = (this.#fund * ONE_PERMILLE * days) / 1_000n
    for (const { userId, isDone } of liquidated) {
      const [lost, short] = [this.#lost.get(userId) ?? 0n, this.#short.get(userId) ?? 0n]
      if (isDone && lost > short + mostOfOne)
        return {
          what: `the fund lost ${lost} by ${userId}, at most ${short + mostOfOne} by its bound`,
          amount: lost - short - mostOfOne,
          users: [userId],
        }
    }
    return undefined
  }

  private noteTaken({
    bankruptcy,
    insurance,
    instrumentId,
    isDone,
    isShort,
    mark,
    quantity,
    step,
    userId,
  }: EventByKind['liquidated']): void {
    if (step !== 'full') return
    if (isDone) {
      if (insurance < 0n) add(this.#lost, userId, -insurance)
      return
    }
    const unit = this.#markets.find(({ id }) => id === instrumentId)?.unit ?? 0n
    const value = BigInt(mark) * BigInt(quantity) * unit
    const missing = isShort ? value - bankruptcy : bankruptcy - value
    if (missing <= 0n) return
    this.#allShort += missing
    add(this.#short, userId, missing)
  }
}

function add(sums: Map<number, bigint>, userId: number, amount: bigint): void {
  sums.set(userId, (sums.get(userId) ?? 0n) + amount)
}
