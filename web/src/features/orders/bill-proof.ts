/** What shows that the bills of a coin add up: what was there before the shown lines, their sum, and what is there now. Pure. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'

const SCALE = 18

export interface BillLine {
  /** Signed. */
  readonly amount: string
  readonly balanceAfter: string
}

export interface BillProof {
  /** Decimal texts; undefined: not known. */
  readonly before: string | undefined
  readonly lines: string | undefined
  readonly balance: string | undefined
  /** The three add up. */
  readonly fits: boolean
}

function minor(text: string): bigint {
  const negative = text.startsWith('-')
  const value = parseDecimal(negative ? text.slice(1) : text, SCALE)
  return typeof value !== 'bigint' ? 0n : negative ? -value : value
}

const textOf = (value: bigint | undefined): string | undefined => (value === undefined ? undefined : formatDecimal(value, SCALE))

/**
 * Exact sums, nothing is rounded.
 * @param rows lines of one coin, newest first; undefined until they have been read
 * @param total what the coin's account holds; undefined until it has been read
 * @param complete the newest lines are all there: without them nothing is said about what there is now
 */
export function billProof(rows: readonly BillLine[] | undefined, total: string | undefined, complete: boolean): BillProof {
  const balance = total === undefined ? undefined : minor(total)
  const oldest = rows?.at(-1)
  // Where no line is, nothing has changed since: what is there now was there before.
  const before =
    oldest === undefined ? (rows !== undefined && complete ? balance : undefined) : minor(oldest.balanceAfter) - minor(oldest.amount)
  const lines = rows?.reduce((sum, row) => sum + minor(row.amount), 0n)
  const fits = complete && balance !== undefined && before !== undefined && lines !== undefined && before + lines === balance
  return { before: textOf(before), lines: textOf(lines), balance: textOf(balance), fits }
}
