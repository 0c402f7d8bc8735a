/** The two prices a pair is judged by: the market price of triggers and the reference price of bands, values and the breaker. */
import type { Side } from '@agio/engine/command.ts'
import { RATE_ONE, type RefInstrument } from './model.ts'

const BUCKET_MS = 10_000
const BUCKET_COUNT = 30
const FIXED_POINT = 10_000n

/** Last trade, else the configured reference, else 0. */
export const marketPrice = (instrument: RefInstrument): number => instrument.lastPrice || instrument.terms.referencePrice

export function recordTradePrice(instrument: RefInstrument, price: number, at: number): void {
  instrument.lastPrice = price
  if (instrument.terms.breakerLongWindowMs !== undefined) instrument.tradesSince.push({ at, price })
  const openTime = at - (at % BUCKET_MS)
  const last = instrument.buckets.at(-1)
  if (last !== undefined && last.openTime === openTime) {
    last.count += 1
    last.sum += BigInt(price)
  } else {
    instrument.buckets.push({ openTime, count: 1, sum: BigInt(price) })
  }
  const cutoff = at - BUCKET_COUNT * BUCKET_MS
  instrument.buckets = instrument.buckets.filter((bucket) => bucket.openTime + BUCKET_MS > cutoff)
}

/**
 * Mean of the trade prices of the last five minutes in ten-second buckets, the oldest one prorated, division truncating; without
 * trades the last price, then the configured reference; 0 = none.
 */
export function referencePrice(instrument: RefInstrument, at: number): number {
  const cutoff = at - BUCKET_COUNT * BUCKET_MS
  let count = 0n
  let sum = 0n
  for (const bucket of instrument.buckets) {
    const end = bucket.openTime + BUCKET_MS
    if (end <= cutoff) continue
    const kept = BigInt(bucket.openTime < cutoff ? end - cutoff : BUCKET_MS)
    count += (BigInt(bucket.count) * FIXED_POINT * kept) / BigInt(BUCKET_MS)
    sum += (bucket.sum * FIXED_POINT * kept) / BigInt(BUCKET_MS)
  }
  return count > 0n ? Number(sum / count) : marketPrice(instrument)
}

/** Is a price on the allowed side of the band around the reference? Buys are bounded above, sells below; a band is a tick wide at least. */
export function insideBand(instrument: RefInstrument, side: Side, price: number, reference: number): boolean {
  const band = BigInt(instrument.terms.priceBandE8)
  if (band === 0n || reference === 0) return true
  if (Math.abs(price - reference) <= 1) return true
  const scaled = BigInt(price) * RATE_ONE
  return side === 'buy' ? scaled <= BigInt(reference) * (RATE_ONE + band) : scaled >= BigInt(reference) * (RATE_ONE - band)
}

/** The breaker's longer window starts from the current market price: where a pair is listed, gets a window or trades again. */
export function beginLongWindow(instrument: RefInstrument): void {
  instrument.priceBefore = marketPrice(instrument)
  instrument.tradesSince = []
}

/** Last price before the longer window, which begins at a sixtieth of its length; what it was begun with, while there is none. */
export function priceAtLongStart(instrument: RefInstrument, at: number): number {
  const length = instrument.terms.breakerLongWindowMs ?? 0
  const part = length / 60
  const endOfPart = (time: number): number => (Math.floor(time / part) + 1) * part
  const before = instrument.tradesSince.filter((trade) => endOfPart(trade.at) <= at - length)
  return before.at(-1)?.price ?? instrument.priceBefore
}
