/** The one figure of a ticker that is a quotient. */
import { divideHalfUp } from '@agio/engine/money/rounding.ts'

/**
 * `(last − previousClose) ÷ previousClose` in hundredths of a percent, halves away from zero: 110 against 100 gives 1000, that is 10 %.
 * A previous close that is missing, 0 or negative gives 0.
 */
export function priceChangePercentE2(lastPrice: number, previousClose: number | undefined): number {
  if (previousClose === undefined || previousClose <= 0) return 0
  return Number(divideHalfUp(BigInt(lastPrice - previousClose) * 10_000n, BigInt(previousClose)))
}
