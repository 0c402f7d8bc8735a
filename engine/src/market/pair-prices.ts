/** What a pair remembers of prices, as a snapshot keeps it: see `market/price-ring.ts`, `price-notes.ts` and `recent-trades.ts` of the kernel. */
import type { BucketRow, InstrumentRow, NoteRow } from '../../generated/views.ts'
import * as market from '../schema/market.ts'

/** A bucket: minute or hour since 1970, lots, value in minor units. */
export type Bucket = readonly [number: number, lots: string, value: string]
/** A trade: when, ms, at how many ticks, its value. */
export type RecentTrade = readonly [at: number, price: number, value: string]
/** A note: part of the window since 1970, reference in ticks. */
export type Note = readonly [part: number, price: number]

export interface PairPrices {
  readonly minutes: readonly Bucket[]
  readonly hours: readonly Bucket[]
  readonly recent: readonly RecentTrade[]
  readonly short: readonly Note[]
  readonly long: readonly Note[]
}

const HOUR_MS = 3_600_000

const { MEAN_HOURS, NOTES, RECENT_TRADES, REFERENCE_MINUTES, WINDOW_PARTS } = market

/** Minutes and hours that a ring holds: what has a number stands at the place of that number modulo them. */
const MINUTES = REFERENCE_MINUTES + 1
const HOURS = MEAN_HOURS + 1

/** So many numbers up to one. */
const numbersTo = (last: number, count: number): number[] =>
  Array.from({ length: count }, (_, place) => last - count + 1 + place).filter((number) => number > 0)

function readBuckets(ring: (place: number) => BucketRow, places: number, now: number): Bucket[] {
  return numbersTo(now, places).flatMap((number): Bucket[] => {
    const bucket = ring(number % places)
    return bucket.number === number ? [[number, String(bucket.lots), String(bucket.value)]] : []
  })
}

function writeBuckets(ring: (place: number) => BucketRow, places: number, buckets: readonly Bucket[]): void {
  for (const [number, lots, value] of buckets) {
    const bucket = ring(number % places)
    bucket.number = number
    bucket.lots = BigInt(lots)
    bucket.value = BigInt(value)
  }
}

const partOf = (at: number, window: number): number => Math.floor((at * WINDOW_PARTS) / window)

function readNotes(ring: (place: number) => NoteRow, window: number, now: number): Note[] {
  if (window === 0) return []
  return numbersTo(partOf(now, window), WINDOW_PARTS + 1).flatMap((part): Note[] => {
    const note = ring(part % NOTES)
    return note.part === part ? [[part, note.price]] : []
  })
}

function writeNotes(ring: (place: number) => NoteRow, notes: readonly Note[]): void {
  for (const [part, price] of notes) {
    const note = ring(part % NOTES)
    note.part = part
    note.price = price
  }
}

/** Oldest first. */
function readRecent(row: InstrumentRow, now: number): RecentTrade[] {
  const next = row.recentNext
  const trades = Array.from({ length: RECENT_TRADES }, (_, place): RecentTrade => {
    const { at, price, value } = row.recentRing((next + place) % RECENT_TRADES)
    return [at, price, String(value)]
  })
  return trades.filter(([at]) => at !== 0 && at > now - market.RECENT_MS)
}

function writeRecent(row: InstrumentRow, trades: readonly RecentTrade[]): void {
  for (const [place, [at, price, value]] of trades.entries()) {
    const trade = row.recentRing(place % RECENT_TRADES)
    trade.at = at
    trade.price = price
    trade.value = BigInt(value)
  }
  row.recentNext = trades.length % RECENT_TRADES
}

/**
 * What of it counts at a time. What else stands in the rings is from before. Minutes count up to the last step of the reference and not up to
 * now: steps that nobody needed yet are still taken over them.
 */
export function readPairPrices(row: InstrumentRow, now: number): PairPrices {
  return {
    minutes: readBuckets((place) => row.minuteRing(place), MINUTES, row.movedMinute),
    hours: readBuckets((place) => row.hourRing(place), HOURS, Math.floor(now / HOUR_MS)),
    recent: readRecent(row, now),
    short: readNotes((place) => row.shortRing(place), market.SHORT_WINDOW_MS, now),
    long: readNotes((place) => row.longRing(place), row.longWindow, now),
  }
}

/** Puts it into the row of a new pair. */
export function writePairPrices(row: InstrumentRow, prices: PairPrices): void {
  writeBuckets((place) => row.minuteRing(place), MINUTES, prices.minutes)
  writeBuckets((place) => row.hourRing(place), HOURS, prices.hours)
  writeRecent(row, prices.recent)
  writeNotes((place) => row.shortRing(place), prices.short)
  writeNotes((place) => row.longRing(place), prices.long)
}

/** Another longer window has other parts. */
export function forgetLongNotes(row: InstrumentRow): void {
  for (let place = 0; place < NOTES; place += 1) {
    const note = row.longRing(place)
    note.part = 0
    note.price = 0
  }
  row.longUntil = 0
}
