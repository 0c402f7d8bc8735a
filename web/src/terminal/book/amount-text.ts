/** Amounts of the book in columns of few decimals. */
import { formatSteps } from '@agio/wire/steps.ts'
import { formatNumber } from '../../i18n/format.ts'

/** Rounded to the column, halves up; what the column would round to nothing stands in full. */
export function amountText(lots: number, scale: number, decimals: number): string {
  const vanishes = lots * 2 < 10 ** (scale - decimals)
  return formatNumber(formatSteps(lots, scale), { scale: vanishes ? scale : Math.min(decimals, scale), round: true })
}
