/**
 * Reference price of a pair: the mean of the trades of the last five minutes, counted in thirty buckets of ten seconds. The bucket
 * that straddles the start of the window counts with the part that is inside. Falls back to the last price, then to the configured one.
 */

export const BUCKET_COUNT = 30
export const BUCKET_WIDTH_MS = 10_000
/** Share of a straddling bucket is counted in this unit, so that proration stays in integers. */
const SHARE_UNIT = 10_000n

export interface PriceBucket {
  readonly openTime: number
  readonly count: bigint
  /** Σ trade prices. */
  readonly sum: bigint
}

/**
 * Mean trade price of the buckets inside the window that ends `now`; 0n without trades.
 * Rounding: share of the oldest bucket floors, the final division truncates.
 */
export function referenceOfBuckets(buckets: readonly PriceBucket[], bucketCount: number, bucketWidthMs: number, now: number): bigint {
  const cutoff = now - bucketCount * bucketWidthMs
  let count = 0n
  let sum = 0n
  for (const bucket of buckets) {
    const expired = cutoff - bucket.openTime
    if (expired >= bucketWidthMs) continue
    if (expired <= 0) {
      count += bucket.count * SHARE_UNIT
      sum += bucket.sum * SHARE_UNIT
      continue
    }
    const width = BigInt(bucketWidthMs)
    const kept = width - BigInt(expired)
    count += (bucket.count * SHARE_UNIT * kept) / width
    sum += (bucket.sum * SHARE_UNIT * kept) / width
  }
  return count === 0n ? 0n : sum / count
}

const BUCKET_BYTES = 24
/** One more than the window holds, because the oldest may straddle its start. */
const RING = BUCKET_COUNT + 1

/** Trades of one pair by bucket, and its reference price, recomputed only when time or trades moved it. */
export class PriceWindow {
  readonly ring = new DataView(new ArrayBuffer(RING * BUCKET_BYTES))
  /** Trades in the ring that may still count. */
  cachedAt = -1
  cachedMean = 0
  newestOpenTime = -1

  /** Records a trade. Price and time are safe integers. */
  add(price: bigint, at: number): void {
    const openTime = at - (at % BUCKET_WIDTH_MS)
    const offset = ((openTime / BUCKET_WIDTH_MS) % RING) * BUCKET_BYTES
    const ring = this.ring
    if (ring.getFloat64(offset, true) !== openTime) {
      ring.setFloat64(offset, openTime, true)
      ring.setFloat64(offset + 8, 0, true)
      ring.setBigInt64(offset + 16, 0n, true)
    }
    ring.setFloat64(offset + 8, ring.getFloat64(offset + 8, true) + 1, true)
    ring.setBigInt64(offset + 16, BigInt.asIntN(64, ring.getBigInt64(offset + 16, true) + price), true)
    this.newestOpenTime = openTime
    this.cachedAt = -1
  }

  /** Mean of the window in ticks, truncated; 0 = no trade in it. */
  mean(now: number): number {
    if (this.cachedAt === now) return this.cachedMean
    this.cachedAt = now
    this.cachedMean = now - this.newestOpenTime >= (BUCKET_COUNT + 1) * BUCKET_WIDTH_MS ? 0 : this.compute(now)
    return this.cachedMean
  }

  compute(now: number): number {
    const cutoff = now - BUCKET_COUNT * BUCKET_WIDTH_MS
    const buckets: PriceBucket[] = []
    for (let offset = 0; offset < RING * BUCKET_BYTES; offset += BUCKET_BYTES) {
      const count = this.ring.getFloat64(offset + 8, true)
      const openTime = this.ring.getFloat64(offset, true)
      if (count === 0 || openTime + BUCKET_WIDTH_MS <= cutoff || openTime > now) continue
      buckets.push({ openTime, count: BigInt(count), sum: this.ring.getBigInt64(offset + 16, true) })
    }
    return Number(referenceOfBuckets(buckets, BUCKET_COUNT, BUCKET_WIDTH_MS, now))
  }
}
