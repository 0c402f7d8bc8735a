/**
 * The mean of the trades of a window, counted in buckets of which the oldest counts with the part that is inside: as other venues make the
 * reference of their bands. This exchange's is another one: see `market/moved-reference.ts` of the kernel.
 */

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
