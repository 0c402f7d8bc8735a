/** Fractions of the wire as percent. Pure. */
import { formatNumber, inPercent } from '../../../i18n/format.ts'

/** A decimal fraction times a hundred, exactly: `"0.0061"` is `"0.61"`. */
export function percentOf(fraction: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(fraction)
  if (match === null) return '0'
  const [, sign = '', whole = '0', tail = ''] = match
  const digits = `${whole}${tail.padEnd(2, '0')}`
  const point = whole.length + 2
  const percent = digits.slice(0, point).replace(/^0+(?=\d)/, '')
  const rest = digits.slice(point).replace(/0+$/, '')
  const text = rest === '' ? percent : `${percent}.${rest}`
  return text === '0' ? text : `${sign}${text}`
}

/** A funding rate, `+0.0092%`. */
export const rateText = (fraction: string): string => inPercent(formatNumber(percentOf(fraction), { scale: 4, sign: 'always' }))

/** A share, `8.6%`. @param sign whether growth is marked */
export const shareText = (fraction: string, decimals = 2, sign = false): string =>
  inPercent(formatNumber(percentOf(fraction), { scale: decimals, round: true, ...(sign && { sign: 'always' as const }) }))

/** How far a price lies from another, signed percent with two decimals: for looking only. */
export function distanceText(from: string, to: string): string {
  const start = Number(from)
  if (!(start > 0) || !(Number(to) > 0)) return '--'
  return inPercent(formatNumber((((Number(to) - start) / start) * 100).toFixed(2), { scale: 2, sign: 'always' }))
}
