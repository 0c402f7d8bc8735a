/**
 * Reference price of a pair: the mean of the trades of the last five minutes, counted in thirty buckets of ten seconds. The bucket that
 * straddles the start of the window counts with the part that is inside.
 */
import { Instrument } from '../../generated/rows'
import { W_BUCKET_BYTES, W_BUCKETS } from '../constants/map'

const WIDTH: i64 = 10_000
const WIDTH_MS: f64 = 10_000
/** The window, and one bucket more, because the oldest may straddle its start. */
const WINDOW_MS: f64 = 300_000
const RING_MS: f64 = 310_000

// Bucket: open time (float64), trades, sum of prices (int64).
const COUNT: usize = 8
const SUM: usize = 16

@inline function bucketAt(instrument: Instrument, openTime: i64): usize {
  return instrument.windowRing + <usize>((openTime / WIDTH) % <i64>W_BUCKETS) * W_BUCKET_BYTES
}

/** Records a trade. Price in ticks; time never goes back. */
@inline export function windowAdd(instrument: Instrument, price: f64, at: f64): void {
  const newest = instrument.windowNewest
  if (at >= newest + WIDTH_MS || newest < 0) open(instrument, at)
  const bucket = instrument.windowNewestBucket
  const ticks = i64(price)
  store<i64>(bucket, load<i64>(bucket, COUNT) + 1, COUNT)
  store<i64>(bucket, load<i64>(bucket, SUM) + ticks, SUM)
  instrument.windowCount += 1
  instrument.windowSum += ticks
  instrument.windowCachedAt = -1
}

/** Starts the bucket of a time. */
function open(instrument: Instrument, at: f64): void {
  const openTime = i64(at) - (i64(at) % WIDTH)
  windowDrop(instrument, <f64>openTime)
  const bucket = bucketAt(instrument, openTime)
  store<f64>(bucket, <f64>openTime)
  store<i64>(bucket, 0, COUNT)
  store<i64>(bucket, 0, SUM)
  instrument.windowNewest = <f64>openTime
  instrument.windowNewestBucket = bucket
  if (instrument.windowOldest < 0) instrument.windowOldest = <f64>openTime
}

/** Takes buckets that ended before the window out of the totals. */
export function windowDrop(instrument: Instrument, now: f64): void {
  let oldest = instrument.windowOldest
  const first = now - RING_MS
  if (oldest < 0 || oldest > first) return
  while (oldest >= 0 && oldest <= first) {
    const bucket = bucketAt(instrument, i64(oldest))
    instrument.windowCount -= load<i64>(bucket, COUNT)
    instrument.windowSum -= load<i64>(bucket, SUM)
    oldest = nextOpenTime(instrument, oldest)
  }
  instrument.windowOldest = oldest
}

/** The bucket with trades behind one, −1 = none. */
function nextOpenTime(instrument: Instrument, openTime: f64): f64 {
  const newest = instrument.windowNewest
  for (let next = openTime + WIDTH_MS; next <= newest; next += WIDTH_MS) {
    if (load<f64>(bucketAt(instrument, i64(next))) == next) return next
    if (next > openTime + RING_MS) return newest
  }
  return -1
}

/** Mean of the window in ticks, truncated; 0 = no trade in it. */
@inline export function windowMean(instrument: Instrument, now: f64): f64 {
  if (instrument.windowCachedAt == now) return instrument.windowCachedMean
  return meanNow(instrument, now)
}

function meanNow(instrument: Instrument, now: f64): f64 {
  windowDrop(instrument, now)
  instrument.windowCachedAt = now
  const oldest = instrument.windowOldest
  const count = instrument.windowCount
  let mean: f64 = 0
  if (count != 0 && oldest >= 0) {
    const isWhole = now - WINDOW_MS <= oldest
    mean = isWhole ? <f64>(instrument.windowSum / count) : meanOfPart(instrument, now, oldest)
  }
  instrument.windowCachedMean = mean
  return mean
}

/**
 * floor((W·F + S·k) ÷ (W·C + c·k)): F, C full buckets, S, c the straddling one, of which k of W ms are inside. Quotients and rests apart,
 * so that nothing leaves int64: D = W·C + c·k; F = f₁·D + f₀; S = s₁·D + s₀; rests are below D < 2^49 for 2^35 trades.
 */
function meanOfPart(instrument: Instrument, now: f64, oldest: f64): f64 {
  const bucket = bucketAt(instrument, i64(oldest))
  const kept = WIDTH - i64(now - WINDOW_MS - oldest)
  const oldCount = load<i64>(bucket, COUNT)
  const oldSum = load<i64>(bucket, SUM)
  const fullCount = instrument.windowCount - oldCount
  const fullSum = instrument.windowSum - oldSum
  const divisor = WIDTH * fullCount + kept * oldCount
  const fullQuotient = fullSum / divisor
  const oldQuotient = oldSum / divisor
  const rest = WIDTH * (fullSum - fullQuotient * divisor) + kept * (oldSum - oldQuotient * divisor)
  return <f64>(WIDTH * fullQuotient + kept * oldQuotient + rest / divisor)
}
