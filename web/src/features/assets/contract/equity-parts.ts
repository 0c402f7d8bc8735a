/** What the contract account is worth in the chosen currency, in parts that add up as they are shown. Pure. */
import { formatFixed, pow10 } from '@agio/engine/money/decimal.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { units } from '../../../data/amounts.ts'

/** Decimals of amounts and rates as they arrive. */
const SCALE = 18
const CENTS = 2
/** Where everything is below one. */
const FINE = 4

/** Decimal texts in the chosen currency. */
export interface EquityParts {
  readonly balance: string
  readonly unrealised: string
  /** The two above, to the last digit. */
  readonly equity: string
}

/**
 * Balance and equity are rounded once each, half away from zero, to cents (to four decimals where all three are below one). What positions
 * would bring is an estimate and takes the rest; it never changes its sign by that, for the rounding keeps the order of the two.
 * @param balance USDT
 * @param equity USDT, signed
 * @param rate of the currency, units per USDT
 */
export function equityParts(balance: string, equity: string, rate: string): EquityParts {
  const factor = units(rate)
  const exact = { balance: units(balance) * factor, equity: units(equity) * factor }
  const rounded = (value: bigint, decimals: number): bigint => divideHalfUp(value, pow10(2 * SCALE - decimals))
  const one = pow10(2 * SCALE)
  const isSmall = [exact.balance, exact.equity, exact.equity - exact.balance].every((value) => value < one && value > -one)
  const decimals = isSmall ? FINE : CENTS
  const [held, total] = [rounded(exact.balance, decimals), rounded(exact.equity, decimals)]
  const text = (value: bigint): string => formatFixed(value, decimals)
  return { balance: text(held), unrealised: text(total - held), equity: text(total) }
}
