/** What a pair remembers of prices, as a snapshot keeps it: see `market/price-ring.ts`, `price-notes.ts` and `recent-trades.ts` of the kernel. */
import * as layout from '../../generated/layout.ts'
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

/** A ring of buckets or notes: where it stands in a pair’s row, its places, how many of the last numbers tell something, their length in ms. */
interface Ring {
  readonly field: number
  readonly places: number
  readonly bytes: number
  readonly kept: number
}

const { MEAN_HOURS, NOTES, REFERENCE_MINUTES, WINDOW_PARTS } = market
const MINUTES: Ring = {
  field: layout.I_MINUTE_RING,
  places: REFERENCE_MINUTES + 1,
  bytes: market.BUCKET_BYTES,
  kept: REFERENCE_MINUTES + 1,
}
const HOURS: Ring = { field: layout.I_HOUR_RING, places: MEAN_HOURS + 1, bytes: market.BUCKET_BYTES, kept: MEAN_HOURS + 1 }
const SHORT: Ring = { field: layout.I_SHORT_RING, places: NOTES, bytes: market.NOTE_BYTES, kept: WINDOW_PARTS + 1 }
const LONG: Ring = { ...SHORT, field: layout.I_LONG_RING }

const placeOf = (address: number, { field, places, bytes }: Ring, number: number): number => address + field + (number % places) * bytes

/** Those of the last numbers that the ring has. */
function numbersIn(memory: DataView, address: number, ring: Ring, now: number): number[] {
  const numbers = Array.from({ length: ring.kept }, (_, position) => now - ring.kept + 1 + position)
  return numbers.filter((number) => number > 0 && memory.getFloat64(placeOf(address, ring, number), true) === number)
}

function readBuckets(memory: DataView, address: number, ring: Ring, now: number): Bucket[] {
  return numbersIn(memory, address, ring, now).map((number): Bucket => {
    const at = placeOf(address, ring, number)
    return [number, String(memory.getBigInt64(at + 8, true)), String(memory.getBigInt64(at + 16, true))]
  })
}

function writeBuckets(memory: DataView, address: number, ring: Ring, buckets: readonly Bucket[]): void {
  for (const [number, lots, value] of buckets) {
    const at = placeOf(address, ring, number)
    memory.setFloat64(at, number, true)
    memory.setBigInt64(at + 8, BigInt(lots), true)
    memory.setBigInt64(at + 16, BigInt(value), true)
  }
}

const partOf = (at: number, window: number): number => Math.floor((at * WINDOW_PARTS) / window)

function readNotes(memory: DataView, address: number, ring: Ring, window: number, now: number): Note[] {
  if (window === 0) return []
  return numbersIn(memory, address, ring, partOf(now, window)).map(
    (part): Note => [part, memory.getFloat64(placeOf(address, ring, part) + 8, true)],
  )
}

function writeNotes(memory: DataView, address: number, ring: Ring, notes: readonly Note[]): void {
  for (const [part, price] of notes) {
    const at = placeOf(address, ring, part)
    memory.setFloat64(at, part, true)
    memory.setFloat64(at + 8, price, true)
  }
}

const recentAt = (address: number, position: number): number =>
  address + layout.I_RECENT_RING + (position % market.RECENT_TRADES) * market.RECENT_BYTES

/** Oldest first. */
function readRecent(memory: DataView, address: number, now: number): RecentTrade[] {
  const next = memory.getUint32(address + layout.I_RECENT_NEXT, true)
  const trades = Array.from({ length: market.RECENT_TRADES }, (_, position): RecentTrade => {
    const at = recentAt(address, next + position)
    return [memory.getFloat64(at, true), memory.getFloat64(at + 8, true), String(memory.getBigInt64(at + 16, true))]
  })
  return trades.filter(([at]) => at !== 0 && at > now - market.RECENT_MS)
}

function writeRecent(memory: DataView, address: number, trades: readonly RecentTrade[]): void {
  for (const [position, [when, price, value]] of trades.entries()) {
    const at = recentAt(address, position)
    memory.setFloat64(at, when, true)
    memory.setFloat64(at + 8, price, true)
    memory.setBigInt64(at + 16, BigInt(value), true)
  }
  memory.setUint32(address + layout.I_RECENT_NEXT, trades.length % market.RECENT_TRADES, true)
}

/**
 * What of it counts at a time. What else stands in the rings is from before. Minutes count up to the last step of the reference and not up to
 * now: steps that nobody needed yet are still taken over them.
 */
export function readPairPrices(memory: DataView, address: number, now: number): PairPrices {
  const longWindow = memory.getFloat64(address + layout.I_LONG_WINDOW, true)
  return {
    minutes: readBuckets(memory, address, MINUTES, memory.getFloat64(address + layout.I_MOVED_MINUTE, true)),
    hours: readBuckets(memory, address, HOURS, Math.floor(now / HOUR_MS)),
    recent: readRecent(memory, address, now),
    short: readNotes(memory, address, SHORT, market.SHORT_WINDOW_MS, now),
    long: readNotes(memory, address, LONG, longWindow, now),
  }
}

/** Puts it into the row of a new pair. */
export function writePairPrices(memory: DataView, address: number, prices: PairPrices): void {
  writeBuckets(memory, address, MINUTES, prices.minutes)
  writeBuckets(memory, address, HOURS, prices.hours)
  writeRecent(memory, address, prices.recent)
  writeNotes(memory, address, SHORT, prices.short)
  writeNotes(memory, address, LONG, prices.long)
}

/** Another longer window has other parts. */
export function forgetLongNotes(memory: DataView, address: number): void {
  new Uint8Array(memory.buffer, address + layout.I_LONG_RING, NOTES * market.NOTE_BYTES).fill(0)
  memory.setFloat64(address + layout.I_LONG_UNTIL, 0, true)
}
