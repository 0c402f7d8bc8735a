/**
 * Reference price of a pair: the mean of the trades of the last five minutes, counted in thirty buckets of ten seconds. The bucket
 * that straddles the start of the window counts with the part that is inside. Falls back to the last price, then to the configured one.
 */

import { int64Of } from '../money/notional.ts'

export const BUCKET_COUNT = 30
export const BUCKET_WIDTH_MS = 10_000
export const REFERENCE_WINDOW_MS = BUCKET_COUNT * BUCKET_WIDTH_MS
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
const OPEN_TIME = 0
const COUNT = 8
const SUM = 16
/** One more than the window holds, because the oldest may straddle its start. */
const RING = BUCKET_COUNT + 1
const WIDTH = 10_000n

/** Trades of one pair by bucket, and its reference price, recomputed only when time or trades moved it. */
export class PriceWindow {
  readonly ring = new DataView(new ArrayBuffer(RING * BUCKET_BYTES))
  /** Totals of the ring (int64): trades, Σ prices. */
  readonly totals = new DataView(new ArrayBuffer(16))
  newestOpenTime = -1
  /** Where the ring has the newest bucket. */
  newestOffset = 0
  oldestOpenTime = -1
  cachedAt = -1
  cachedMean = 0

  /** Records a trade. Price in ticks; time never goes back. */
  add(price: number, at: number): void {
    if (at >= this.newestOpenTime + BUCKET_WIDTH_MS || this.newestOpenTime < 0) this.open(at - (at % BUCKET_WIDTH_MS))
    const offset = this.newestOffset
    const { ring, totals } = this
    const ticks = int64Of(price)
    ring.setBigInt64(offset + COUNT, BigInt.asIntN(64, ring.getBigInt64(offset + COUNT, true) + 1n), true)
    ring.setBigInt64(offset + SUM, BigInt.asIntN(64, ring.getBigInt64(offset + SUM, true) + ticks), true)
    totals.setBigInt64(0, BigInt.asIntN(64, totals.getBigInt64(0, true) + 1n), true)
    totals.setBigInt64(8, BigInt.asIntN(64, totals.getBigInt64(8, true) + ticks), true)
    this.cachedAt = -1
  }

  /** Mean of the window in ticks, truncated; 0 = no trade in it. */
  mean(now: number): number {
    if (this.cachedAt === now) return this.cachedMean
    this.drop(now)
    this.cachedAt = now
    if (this.oldestOpenTime < 0 || this.totals.getInt32(0, true) === 0) this.cachedMean = this.meanOfMany(now)
    else this.cachedMean = now - REFERENCE_WINDOW_MS <= this.oldestOpenTime ? this.meanOfAll(now) : this.meanOfMany(now)
    return this.cachedMean
  }

  /** The mean where all buckets are inside: floor(sum ÷ count), in floats while both are safe integers, which makes it exact. */
  meanOfAll(now: number): number {
    const { totals } = this
    const count = totals.getInt32(4, true) * 4294967296 + totals.getUint32(0, true)
    const sum = totals.getInt32(12, true) * 4294967296 + totals.getUint32(8, true)
    if (sum > Number.MAX_SAFE_INTEGER || count > Number.MAX_SAFE_INTEGER) return this.meanOfMany(now)
    const quotient = Math.floor(sum / count)
    return quotient * count > sum ? quotient - 1 : quotient
  }

  meanOfMany(now: number): number {
    return this.totals.getBigInt64(0, true) === 0n ? 0 : this.compute(now)
  }

  /**
   * floor((W·F + S·k) ÷ (W·C + c·k)): F, C full buckets, S, c the straddling one, of which k of W ms are inside. Quotients and rests
   * apart, so that nothing leaves int64: D = W·C + c·k; F = f₁·D + f₀; S = s₁·D + s₀; rests are below D < 2^49 for 2^35 trades.
   */
  compute(now: number): number {
    const { ring, totals } = this
    const offset = offsetOf(this.oldestOpenTime)
    const expired = now - BUCKET_COUNT * BUCKET_WIDTH_MS - this.oldestOpenTime
    const straddles = expired > 0
    const kept = straddles ? BigInt(BUCKET_WIDTH_MS - expired) : WIDTH
    const oldCount = straddles ? ring.getBigInt64(offset + COUNT, true) : 0n
    const oldSum = straddles ? ring.getBigInt64(offset + SUM, true) : 0n
    const fullCount = BigInt.asIntN(64, totals.getBigInt64(0, true) - oldCount)
    const fullSum = BigInt.asIntN(64, totals.getBigInt64(8, true) - oldSum)
    const divisor = BigInt.asIntN(64, BigInt.asIntN(64, WIDTH * fullCount) + BigInt.asIntN(64, kept * oldCount))
    const fullQuotient = BigInt.asIntN(64, fullSum / divisor)
    const oldQuotient = BigInt.asIntN(64, oldSum / divisor)
    const fullRest = BigInt.asIntN(64, fullSum - BigInt.asIntN(64, fullQuotient * divisor))
    const oldRest = BigInt.asIntN(64, oldSum - BigInt.asIntN(64, oldQuotient * divisor))
    const rest = BigInt.asIntN(64, BigInt.asIntN(64, WIDTH * fullRest) + BigInt.asIntN(64, kept * oldRest))
    const whole = BigInt.asIntN(64, BigInt.asIntN(64, WIDTH * fullQuotient) + BigInt.asIntN(64, kept * oldQuotient))
    return Number(BigInt.asIntN(64, whole + BigInt.asIntN(64, rest / divisor)))
  }

  /** Starts the bucket of a time. */
  open(openTime: number): void {
    this.drop(openTime)
    const offset = offsetOf(openTime)
    this.ring.setFloat64(offset + OPEN_TIME, openTime, true)
    this.ring.setBigInt64(offset + COUNT, 0n, true)
    this.ring.setBigInt64(offset + SUM, 0n, true)
    this.newestOpenTime = openTime
    this.newestOffset = offset
    if (this.oldestOpenTime < 0) this.oldestOpenTime = openTime
  }

  /** Takes buckets that ended before the window out of the totals. */
  drop(now: number): void {
    if (this.oldestOpenTime < 0) return
    const { ring, totals } = this
    const first = now - (BUCKET_COUNT + 1) * BUCKET_WIDTH_MS
    while (this.oldestOpenTime >= 0 && this.oldestOpenTime <= first) {
      const offset = offsetOf(this.oldestOpenTime)
      totals.setBigInt64(0, totals.getBigInt64(0, true) - ring.getBigInt64(offset + COUNT, true), true)
      totals.setBigInt64(8, totals.getBigInt64(8, true) - ring.getBigInt64(offset + SUM, true), true)
      this.oldestOpenTime = this.nextOpenTime(this.oldestOpenTime)
    }
  }

  /** The bucket with trades behind one, −1 = none. */
  nextOpenTime(openTime: number): number {
    for (let next = openTime + BUCKET_WIDTH_MS; next <= this.newestOpenTime; next += BUCKET_WIDTH_MS) {
      if (this.ring.getFloat64(offsetOf(next) + OPEN_TIME, true) === next) return next
      if (next > openTime + RING * BUCKET_WIDTH_MS) return this.newestOpenTime
    }
    return -1
  }
}

/** Where the ring has the bucket that opened at this time. */
export function offsetOf(openTime: number): number {
  return ((openTime / BUCKET_WIDTH_MS) % RING) * BUCKET_BYTES
}
