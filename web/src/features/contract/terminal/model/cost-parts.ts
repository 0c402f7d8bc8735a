/**
 * What an order sets aside, part by part, as the card shows it: the parts that are shown add up to the total that is shown, to the last digit.
 * The server names the amounts; nothing here decides about money.
 */
import { formatFixed, parseDecimal } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'

/** Decimals of the card, and more than any amount has. */
const SHOWN_SCALE = 2
const FULL_SCALE = 18

type Told = Readonly<Record<'cost' | 'initialMargin' | 'openFee' | 'closeFee' | 'returnAmount', string>>

/** Decimals with two places. */
export interface CostParts {
  readonly margin: string
  readonly openFee: string
  readonly closeFee: string
  /** What it loses against the mark the moment it fills. */
  readonly loss: string
  /** Margin, fees and loss together. */
  readonly worst: string
  /** Set aside for slippage only: free again when it fills at the average. */
  readonly returned: string
  readonly total: string
}

/** Undefined where an amount cannot be read. */
export function costParts(told: Told): CostParts | undefined {
  const [cost, margin, openFee, closeFee, returned] = (['cost', 'initialMargin', 'openFee', 'closeFee', 'returnAmount'] as const).map(
    (name) => parseDecimal(told[name], FULL_SCALE),
  )
  if (typeof cost !== 'bigint' || typeof margin !== 'bigint' || typeof openFee !== 'bigint') return undefined
  if (typeof closeFee !== 'bigint' || typeof returned !== 'bigint') return undefined
  const apart = cost - margin - openFee - closeFee - returned
  const sums = summed([margin, openFee, closeFee, apart > 0n ? apart : 0n, returned])
  const shown = sums.map((sum) => divideHalfUp(sum * 10n ** BigInt(SHOWN_SCALE), 10n ** BigInt(FULL_SCALE)))
  const text = (from: number, to: number): string => formatFixed((shown[to] ?? 0n) - (shown[from] ?? 0n), SHOWN_SCALE)
  return {
    margin: text(0, 1),
    openFee: text(1, 2),
    closeFee: text(2, 3),
    loss: text(3, 4),
    worst: text(0, 4),
    returned: text(4, 5),
    total: text(0, 5),
  }
}

/** Sums of nothing, of the first, of the first two, and so on: rounded, their differences add up to the rounded whole. */
function summed(parts: readonly bigint[]): bigint[] {
  const sums = [0n]
  for (const part of parts) sums.push((sums.at(-1) ?? 0n) + part)
  return sums
}
