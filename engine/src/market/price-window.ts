/** The window of a pair's reference price as a snapshot keeps it: see `market/reference-price.ts` of the kernel. */
import * as layout from '../../generated/layout.ts'
import * as market from '../schema/market.ts'

const BUCKET_MS = 10_000
const RING_MS = BUCKET_MS * market.W_BUCKETS
const COUNT = 8
const SUM = 16

/** A bucket: when it opened, ms, how many trades it counts, the sum of their prices in ticks. */
export type PriceBucket = readonly [from: number, trades: bigint, sum: bigint]

const placeOf = (address: number, from: number): number =>
  address + layout.I_WINDOW_RING + ((from / BUCKET_MS) % market.W_BUCKETS) * market.W_BUCKET_BYTES

/** The buckets that count at a time, oldest first. What else stands in the ring is from before. */
export function readPriceWindow(memory: DataView, address: number, now: number): readonly PriceBucket[] {
  const oldest = memory.getFloat64(address + layout.I_WINDOW_OLDEST, true)
  const newest = memory.getFloat64(address + layout.I_WINDOW_NEWEST, true)
  const buckets: PriceBucket[] = []
  if (oldest < 0) return buckets
  for (let from = oldest; from <= newest; from += BUCKET_MS) {
    const at = placeOf(address, from)
    if (from <= now - RING_MS || memory.getFloat64(at, true) !== from) continue
    buckets.push([from, memory.getBigInt64(at + COUNT, true), memory.getBigInt64(at + SUM, true)])
  }
  return buckets
}

/** Puts buckets into the window of a new pair. */
export function writePriceWindow(memory: DataView, address: number, buckets: readonly PriceBucket[]): void {
  let [count, total] = [0n, 0n]
  for (const [from, trades, sum] of buckets) {
    const at = placeOf(address, from)
    memory.setFloat64(at, from, true)
    memory.setBigInt64(at + COUNT, trades, true)
    memory.setBigInt64(at + SUM, sum, true)
    count += trades
    total += sum
  }
  const newest = buckets.at(-1)?.[0] ?? -1
  memory.setFloat64(address + layout.I_WINDOW_OLDEST, buckets[0]?.[0] ?? -1, true)
  memory.setFloat64(address + layout.I_WINDOW_NEWEST, newest, true)
  memory.setBigInt64(address + layout.I_WINDOW_COUNT, count, true)
  memory.setBigInt64(address + layout.I_WINDOW_SUM, total, true)
  const bucket = newest < 0 ? address + layout.I_WINDOW_RING : placeOf(address, newest)
  memory.setUint32(address + layout.I_WINDOW_NEWEST_BUCKET, bucket, true)
}
