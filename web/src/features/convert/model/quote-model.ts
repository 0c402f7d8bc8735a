/** A quote as its customer sees it: how long it holds, what its spread costs, how another one compares. Pure; amounts are decimal strings. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { divideCeil, divideFloor, divideHalfUp } from '@agio/engine/money/rounding.ts'
import type { Quote } from '@agio/wire/convert/types.ts'

export type Side = 'send' | 'receive'

const SCALE = 18
const ONE = 10n ** 18n
/** Decimals of a share that people read: `0.0523%`. */
const RATE_DIGITS = 6
/** Decimals of values in USDT. */
const VALUE_SCALE = 8

const minor = (text: string): bigint | undefined => {
  const value = parseDecimal(text, SCALE)
  return typeof value === 'bigint' ? value : undefined
}

/** Time that it still holds, ms; 0 once it is over: it may be taken up to the very moment that it names. @param now server time */
export const leftOf = ({ validTimestamp }: Pick<Quote, 'validTimestamp'>, now: number): number => Math.max(0, validTimestamp + 1 - now)

/** What the ring says: whole seconds that are left, the begun one counted. */
export const secondsOf = (left: number): number => Math.ceil(Math.max(0, left - 1) / 1000)

/** Part of the ring that is still drawn, 0 … 1. */
export function shareLeft({ createTime, validTimestamp }: Pick<Quote, 'createTime' | 'validTimestamp'>, left: number): number {
  const whole = validTimestamp - createTime
  return whole <= 0 ? 0 : Math.min(1, left / whole)
}

/** A share of one to a hundredth of a basis point, half up: for people. */
export function shownRate(rate: string): string {
  const share = minor(rate)
  return share === undefined ? '' : formatDecimal(divideHalfUp(share, 10n ** BigInt(SCALE - RATE_DIGITS)), RATE_DIGITS)
}

/** What the spread takes of a value, 8 decimals half up: for people. */
export function spreadCost({ spread, valueU }: Pick<Quote, 'spread' | 'valueU'>): string {
  const [rate, value] = [minor(spread), minor(valueU)]
  if (rate === undefined || value === undefined) return ''
  return formatDecimal(divideHalfUp(rate * value, 10n ** BigInt(2 * SCALE - VALUE_SCALE)), VALUE_SCALE)
}

/** What an amount is worth in USDT at a price, 8 decimals rounded down; '' when either is not known. */
export function worthIn(amount: string, price: string | undefined): string {
  const [count, each] = [minor(amount), minor(price ?? '')]
  if (count === undefined || each === undefined || each === 0n) return ''
  return formatDecimal(divideFloor(count * each, 10n ** BigInt(2 * SCALE - VALUE_SCALE)), VALUE_SCALE)
}

/**
 * The other amount by public prices, without a spread: received rounded down, given rounded up. '' when a price is missing.
 * @param prices USDT for one coin
 */
export function guess(side: Side, amount: string, prices: Readonly<Record<Side, string | undefined>>, scale: number): string {
  const [count, send, receive] = [minor(amount), minor(prices.send ?? ''), minor(prices.receive ?? '')]
  if (count === undefined || send === undefined || receive === undefined || send === 0n || receive === 0n) return ''
  const unit = 10n ** BigInt(SCALE - scale)
  return side === 'send'
    ? formatDecimal(divideFloor(count * send, receive * unit), scale)
    : formatDecimal(divideCeil(count * receive, send * unit), scale)
}

/** How much more an amount is than another; '' where it is not more. */
export function moreThan(shown: string, got: string): string {
  const [before, after] = [minor(shown), minor(got)]
  return before === undefined || after === undefined || after <= before ? '' : formatDecimal(after - before, SCALE)
}

export interface Difference {
  /** Whether the amount that follows from the price is more, less or the same. */
  readonly kind: 'more' | 'less' | 'same'
  readonly amount: string
  readonly coin: string
  readonly side: Side
}

/** How the amounts of a quote that is over would come out at another price. @param price received for one that is sent */
export function differenceAt(
  quote: Pick<Quote, 'side' | 'sendAmount' | 'receiveAmount' | 'sendCoin' | 'receiveCoin'>,
  price: string,
  scale: number,
): Difference | undefined {
  const { side, sendAmount, receiveAmount } = quote
  const isSend = side === 'send'
  const [fixed, before, each] = [minor(isSend ? sendAmount : receiveAmount), minor(isSend ? receiveAmount : sendAmount), minor(price)]
  if (fixed === undefined || before === undefined || each === undefined || each === 0n) return undefined
  const unit = 10n ** BigInt(SCALE - scale)
  const after = unit * (isSend ? divideFloor(fixed * each, ONE * unit) : divideCeil(fixed * ONE, each * unit))
  const change = after - before
  return {
    kind: change > 0n ? 'more' : change < 0n ? 'less' : 'same',
    amount: formatDecimal(change < 0n ? -change : change, SCALE),
    coin: isSend ? quote.receiveCoin : quote.sendCoin,
    side: isSend ? 'receive' : 'send',
  }
}

/** Whether an amount is more than there is. */
export function exceeds(amount: string, available: string | undefined): boolean {
  const [wanted, there] = [minor(amount), minor(available ?? '')]
  return wanted !== undefined && there !== undefined && wanted > there
}

/** `0` and what cannot be read bound nothing. */
export const isBound = (bound: string | undefined): bound is string => (minor(bound ?? '') ?? 0n) > 0n

/** Part of a day's limit that is used, in whole percent from 0 to 100, rounded down. */
export function usedPercent(used: string, limit: string): number {
  const [of, whole] = [minor(used), minor(limit)]
  if (of === undefined || whole === undefined || whole === 0n) return 0
  const percent = (of * 100n) / whole
  return percent > 100n ? 100 : Number(percent)
}

const RATE_ONE = 10n ** 8n

/**
 * What one coin comes to on the spot market with the taker's fee counted, half up: a buyer pays it out of what is bought, a seller out of
 * what is got. '' without a best price. @param best of the side that would be taken
 */
export function spotPrice(best: string, feeE8: number, isBuy: boolean, scale: number): string {
  const each = minor(best)
  if (each === undefined || each === 0n) return ''
  const unit = 10n ** BigInt(SCALE - scale)
  const kept = RATE_ONE - BigInt(feeE8)
  return formatDecimal(isBuy ? divideHalfUp(each * RATE_ONE, kept * unit) : divideHalfUp(each * kept, RATE_ONE * unit), scale)
}
