/** Shares and filters of a list of balances. Pure; decimal strings in, integers inside. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import type { Balance } from '../../data/spot/my-balances.ts'

const SCALE = 18
/** Balances worth less than this many USDT are small. */
const SMALL = 1n

const minor = (text: string): bigint => {
  const value = parseDecimal(text, SCALE)
  return typeof value === 'bigint' ? value : 0n
}

export interface BalanceRow extends Balance {
  /** Part of the whole value in tenths of a percent, rounded down. */
  readonly shareE3: number
  readonly small: boolean
}

/**
 * Balances of an answer, with what the line has told since. The line tells amounts when they change, and their worth as it was then: as long
 * as the amount is the same, the answer, which is read again and again, knows better what it is worth.
 */
export function toldSince(answer: readonly Balance[], told: Iterable<Balance>): readonly Balance[] {
  const merged = new Map(answer.map((balance) => [balance.asset, balance]))
  for (const balance of told) {
    const known = merged.get(balance.asset)
    const isWorth = known !== undefined && minor(known.total) === minor(balance.total)
    merged.set(balance.asset, isWorth ? { ...balance, usdtPrice: known.usdtPrice, value: known.value } : balance)
  }
  return [...merged.values()]
}

/** Something owed is never small: it closes the account's orders. */
export const owes = (balance: Balance): boolean => minor(balance.debt) > 0n

/** The most valuable first; assets that are neither held nor owed are left out. What is on its way out counts as held. */
export function balanceRows(balances: readonly Balance[]): readonly BalanceRow[] {
  const held = balances.filter((balance) => minor(balance.total) > 0n || owes(balance))
  const whole = held.reduce((sum, balance) => sum + minor(balance.value), 0n)
  const small = SMALL * 10n ** BigInt(SCALE)
  return held
    .map((balance) => ({
      ...balance,
      held: formatDecimal(minor(balance.held) + minor(balance.pending), SCALE),
      shareE3: whole === 0n ? 0 : Number((minor(balance.value) * 1000n) / whole),
      small: minor(balance.value) < small && !owes(balance),
    }))
    .sort((one, other) => compare(minor(other.value), minor(one.value)) || one.asset.localeCompare(other.asset))
}

/** Part of a whole in tenths of a percent, rounded down; decimal strings. */
export function shareOf(part: string, whole: string): number {
  const all = minor(whole)
  return all === 0n ? 0 : Number((minor(part) * 1000n) / all)
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)
