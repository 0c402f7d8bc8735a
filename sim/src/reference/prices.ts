/** The two prices a pair is judged by: the market price of triggers and the reference price of bands, values and the breaker. */
import type { Side } from '@agio/engine/command.ts'
import { ceilDiv, indexAt, RATE_ONE, type RefInstrument, type World } from './model.ts'
import { contractAt } from './perp/value.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const WINDOW_MINUTES = 30
const DAY_HOURS = 24
/** Buckets take no more than this. */
const FULL = 1n << 57n
const UNIT = 10n ** 12n

/** Last trade of two persons, else the configured reference, else 0. */
export const marketPrice = (instrument: RefInstrument): number => instrument.lastPrice || instrument.terms.referencePrice

/** What a trade of two persons leaves with its pair. */
export function recordTrade(instrument: RefInstrument, trade: { at: number; price: number; quantity: number; value: bigint }): void {
  const { at, price, quantity, value } = trade
  instrument.lastPrice = price
  if (value >= 10n * instrument.terms.notionalMin) {
    stepReference(instrument, at)
    instrument.counted = instrument.counted.filter((old) => old.at > at - 26 * HOUR_MS)
    instrument.counted.push({ at, lots: BigInt(quantity), value })
  }
  const last = instrument.recent.at(-1)
  if (last !== undefined && last.at === at && last.price === price) last.value += value
  else instrument.recent = [...instrument.recent, { at, price, value }].slice(-64)
}

/** Mean of counted trades whose bucket lies in a range: thousandths of a tick, rounded down; undefined without any. */
function meanOf(instrument: RefInstrument, bucketMs: number, first: number, last: number): bigint | undefined {
  const buckets = new Map<number, { lots: bigint; value: bigint }>()
  for (const { at, lots, value } of instrument.counted) {
    const number = Math.floor(at / bucketMs)
    const bucket = buckets.get(number) ?? { lots: 0n, value: 0n }
    buckets.set(number, bucket)
    if (number < first || number > last || bucket.value + value > FULL) continue
    bucket.lots += lots
    bucket.value += value
  }
  const all = [...buckets.values()]
  const lots = all.reduce((sum, bucket) => sum + bucket.lots, 0n)
  const value = all.reduce((sum, bucket) => sum + bucket.value, 0n)
  return lots === 0n ? undefined : (value * 1000n) / (lots * instrument.quoteFactor)
}

/** Each minute that ended the reference goes a 633rd of itself, at most, towards the mean of the last half an hour. */
function stepReference(instrument: RefInstrument, at: number): void {
  const minute = Math.floor(at / MINUTE_MS)
  const newest = Math.floor((instrument.counted.at(-1)?.at ?? 0) / MINUTE_MS)
  const end = Math.min(minute, newest + WINDOW_MINUTES)
  for (let number = instrument.movedMinute + 1; number <= end && instrument.index === 0; number += 1) {
    const mean = meanOf(instrument, MINUTE_MS, number - WINDOW_MINUTES, number - 1)
    if (mean === undefined) continue
    const { moved } = instrument
    const step = moved / 633n
    if (moved === 0n) instrument.moved = mean
    else if (mean > moved) instrument.moved = moved + step < mean ? moved + step : mean
    else instrument.moved = moved - step > mean ? moved - step : mean
  }
  instrument.movedMinute = Math.max(minute, instrument.movedMinute)
}

export function beginReference(instrument: RefInstrument, price: number, at: number): void {
  instrument.moved = BigInt(price) * 1000n
  instrument.movedMinute = Math.floor(at / MINUTE_MS)
}

/** Index price of an asset that is live, 12 decimals of the unit; 0n = it is not. */
export function liveWorth(world: World, assetId: number): bigint {
  if (assetId === world.index.unitAssetId) return UNIT
  const { live, price } = indexAt(world, assetId)
  return live === 0 ? 0n : price
}

/** Brings a pair to the index prices of now: what they make of it in ticks, rounded down; 0 = one is not live. */
export function followPair(world: World, instrument: RefInstrument): void {
  const base = liveWorth(world, instrument.terms.baseAssetId)
  const quote = liveWorth(world, instrument.terms.quoteAssetId)
  const before = instrument.index
  const ticks = base === 0n || quote === 0n ? 0n : (base * 10n ** BigInt(instrument.terms.priceScale)) / quote
  const isKnown = base !== 0n && quote !== 0n && ticks <= BigInt(Number.MAX_SAFE_INTEGER)
  instrument.index = isKnown ? Math.max(1, Number(ticks)) : 0
  if (before !== 0 && instrument.index === 0) beginReference(instrument, before, world.time)
}

/** In ticks, 0 = not live. */
export function liveIndex(world: World, instrument: RefInstrument): number {
  if (instrument.isContract === true) {
    const { index, isShut } = contractAt(world, instrument.instrumentId)
    return isShut ? 0 : index
  }
  return instrument.index
}

/** The index while it is live, else the configured reference as trades moved it; 0 = none. Of a contract its index, or its mark. */
export function referencePrice(world: World, instrument: RefInstrument): number {
  if (instrument.isContract === true) {
    return liveIndex(world, instrument) || contractAt(world, instrument.instrumentId).mark || instrument.terms.referencePrice
  }
  const index = liveIndex(world, instrument)
  if (index !== 0) return index
  stepReference(instrument, world.time)
  return instrument.moved === 0n ? 0 : Math.max(1, Number(instrument.moved / 1000n))
}

/** Of a pair, rounded up. */
export function referenceAbove(world: World, { index, moved, terms }: RefInstrument): number {
  if (index === 0) return Number((moved + 999n) / 1000n)
  const [base, quote] = [liveWorth(world, terms.baseAssetId), liveWorth(world, terms.quoteAssetId)]
  return Math.max(1, Number(ceilDiv(base * 10n ** BigInt(terms.priceScale), quote)))
}

/** Mean of the last 24 hours and the one under way, in ticks; 0 = nothing was traded that counts. */
export function meanOfDay(world: World, instrument: RefInstrument): number {
  const hour = Math.floor(world.time / HOUR_MS)
  const mean = meanOf(instrument, HOUR_MS, hour - DAY_HOURS, hour)
  return mean === undefined ? 0 : Math.max(1, Number(mean / 1000n))
}

/** Is a price on the allowed side of the band around the reference? Buys are bounded above, sells below; a band is a tick wide at least. */
export function insideBand(instrument: RefInstrument, side: Side, price: number, reference: number): boolean {
  const band = BigInt(instrument.terms.priceBandE8)
  if (band === 0n || reference === 0) return true
  if (Math.abs(price - reference) <= 1) return true
  const scaled = BigInt(price) * RATE_ONE
  return side === 'buy' ? scaled <= BigInt(reference) * (RATE_ONE + band) : scaled >= BigInt(reference) * (RATE_ONE - band)
}
