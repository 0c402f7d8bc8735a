/** Prices of one coin in another as people say them. Pure; decimal strings. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import type { Quote } from '@agio/wire/convert/types.ts'

const SCALE = 18
const ONE = 10n ** 18n
/** Digits of a price that people read. */
const PRICE_DIGITS = 7

const minor = (text: string): bigint | undefined => {
  const value = parseDecimal(text, SCALE)
  return typeof value === 'bigint' ? value : undefined
}

/** One coin in another by public prices; '' when a price is missing. */
export function ratio(one: string | undefined, other: string | undefined): string {
  const [above, below] = [minor(one ?? ''), minor(other ?? '')]
  return above === undefined || below === undefined || above === 0n || below === 0n ? '' : formatDecimal((above * ONE) / below, SCALE)
}

/** A price in as many digits as people read: its whole part and seven digits, cut; zeros at the end stay, so that it keeps its width. */
export function shortPrice(price: string): string {
  const [whole = '', fraction = ''] = price.split('.', 2)
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const kept = whole === '0' ? zeros + PRICE_DIGITS - 1 : Math.max(2, PRICE_DIGITS - whole.length)
  return `${whole}.${fraction.slice(0, kept).padEnd(kept, '0')}`
}

export interface Spoken {
  /** The coin whose price it is, one of it; and the coin it is priced in. */
  readonly one: string
  readonly other: string
  readonly price: string
}

/** The direction in which people say a price: how many of the cheaper coin the dearer one is. */
export function spoken({
  sendCoin,
  receiveCoin,
  price,
  inversePrice,
}: Pick<Quote, 'sendCoin' | 'receiveCoin' | 'price' | 'inversePrice'>): Spoken {
  const value = minor(price)
  const isLarge = value !== undefined && value >= ONE
  return isLarge
    ? { one: sendCoin, other: receiveCoin, price: shortPrice(price) }
    : { one: receiveCoin, other: sendCoin, price: shortPrice(inversePrice) }
}
