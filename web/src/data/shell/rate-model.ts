/** Currency rates: which one is in use and what an amount is worth in it. Exact until the last step, which rounds half up to two decimals. */
import { formatFixed, parseDecimal } from '@agio/engine/money/decimal.ts'

export interface Rate {
  readonly rateId: string
  /** `USD`. */
  readonly shortName: string
  /** `$`. */
  readonly symbol: string
  /** Units of the currency per 1 USDT, a decimal string. */
  readonly rate: string
}

/** Usable rates of a list in any shape: status 1 (or none given) with a decimal rate. */
export function ratesOf(list: readonly unknown[]): readonly Rate[] {
  return list.flatMap((item) => {
    if (typeof item !== 'object' || item === null) return []
    const fields = item as Readonly<Record<string, unknown>>
    const { shortName, symbol, rate, status } = fields
    const rateId = fields.rateId ?? fields.id
    if (typeof shortName !== 'string' || typeof symbol !== 'string' || typeof rate !== 'string' || typeof rateId !== 'string') return []
    if ((status !== undefined && status !== 1) || typeof parseDecimal(rate, 18) !== 'bigint') return []
    return [{ rateId, shortName, symbol, rate }]
  })
}

/** The stored choice, else USD, else the first. */
export function chosenRate(rates: readonly Rate[], key: string | undefined): Rate | undefined {
  return rates.find((rate) => rate.shortName === key) ?? rates.find((rate) => rate.shortName === 'USD') ?? rates[0]
}

/** Worth of an amount of USDT, to 8 decimals half up; undefined when a value is not a decimal. */
export function worth(usdt: string, rate: string): string | undefined {
  const negative = usdt.startsWith('-')
  const amount = parseDecimal(negative ? usdt.slice(1) : usdt, 18)
  const factor = parseDecimal(rate, 18)
  if (typeof amount !== 'bigint' || typeof factor !== 'bigint') return undefined
  const half = 5n * 10n ** 27n
  const product = (amount * factor + half) / 10n ** 28n
  return formatFixed(negative ? -product : product, 8)
}
