/**
 * Reference price of a pair: the mean of the trades of the last five minutes, counted in thirty buckets of ten seconds. The bucket that
 * straddles the start of the window counts with the part that is inside.
 */
import {
  W_BUCKET_BYTES,
  W_BUCKETS,
  W_CACHED_AT,
  W_CACHED_MEAN,
  W_NEWEST,
  W_NEWEST_BUCKET,
  W_OLDEST,
  W_RING,
  W_TOTAL_COUNT,
  W_TOTAL_SUM,
} from '../constants/map'

const WIDTH: i64 = 10_000
const WIDTH_MS: f64 = 10_000
/** The window, and one bucket more, because the oldest may straddle its start. */
const WINDOW_MS: f64 = 300_000
const RING_MS: f64 = 310_000

// Bucket: open time (float64), trades, sum of prices (int64).
const COUNT: usize = 8
const SUM: usize = 16

@inline function bucketAt(instrument: usize, openTime: i64): usize {
  return instrument + W_RING + <usize>((openTime / WIDTH) % <i64>W_BUCKETS) * W_BUCKET_BYTES
}

/** Records a trade. Price in ticks; time never goes back. */
@inline export function windowAdd(instrument: usize, price: f64, at: f64): void {
  const newest = load<f64>(instrument, W_NEWEST)
  if (at >= newest + WIDTH_MS || newest < 0) open(instrument, at)
  const bucket = load<usize>(instrument, W_NEWEST_BUCKET)
  const ticks = i64(price)
  store<i64>(bucket, load<i64>(bucket, COUNT) + 1, COUNT)
  store<i64>(bucket, load<i64>(bucket, SUM) + ticks, SUM)
  store<i64>(instrument, load<i64>(instrument, W_TOTAL_COUNT) + 1, W_TOTAL_COUNT)
  store<i64>(instrument, load<i64>(instrument, W_TOTAL_SUM) + ticks, W_TOTAL_SUM)
  store<f64>(instrument, -1, W_CACHED_AT)
}

/** Starts the bucket of a time. */
function open(instrument: usize, at: f64): void {
  const openTime = i64(at) - (i64(at) % WIDTH)
  windowDrop(instrument, <f64>openTime)
  const bucket = bucketAt(instrument, openTime)
  store<f64>(bucket, <f64>openTime)
  store<i64>(bucket, 0, COUNT)
  store<i64>(bucket, 0, SUM)
  store<f64>(instrument, <f64>openTime, W_NEWEST)
  store<usize>(instrument, bucket, W_NEWEST_BUCKET)
  if (load<f64>(instrument, W_OLDEST) < 0) store<f64>(instrument, <f64>openTime, W_OLDEST)
}

/** Takes buckets that ended before the window out of the totals. */
export function windowDrop(instrument: usize, now: f64): void {
  let oldest = load<f64>(instrument, W_OLDEST)
  const first = now - RING_MS
  if (oldest < 0 || oldest > first) return
  while (oldest >= 0 && oldest <= first) {
    const bucket = bucketAt(instrument, i64(oldest))
    store<i64>(instrument, load<i64>(instrument, W_TOTAL_COUNT) - load<i64>(bucket, COUNT), W_TOTAL_COUNT)
    store<i64>(instrument, load<i64>(instrument, W_TOTAL_SUM) - load<i64>(bucket, SUM), W_TOTAL_SUM)
    oldest = nextOpenTime(instrument, oldest)
  }
  store<f64>(instrument, oldest, W_OLDEST)
}

/** The bucket with trades behind one, −1 = none. */
function nextOpenTime(instrument: usize, openTime: f64): f64 {
  const newest = load<f64>(instrument, W_NEWEST)
  for (let next = openTime + WIDTH_MS; next <= newest; next += WIDTH_MS) {
    if (load<f64>(bucketAt(instrument, i64(next))) == next) return next
    if (next > openTime + RING_MS) return newest
  }
  return -1
}

/** Mean of the window in ticks, truncated; 0 = no trade in it. */
@inline export function windowMean(instrument: usize, now: f64): f64 {
  if (load<f64>(instrument, W_CACHED_AT) == now) return load<f64>(instrument, W_CACHED_MEAN)
  return meanNow(instrument, now)
}

function meanNow(instrument: usize, now: f64): f64 {
  windowDrop(instrument, now)
  store<f64>(instrument, now, W_CACHED_AT)
  const oldest = load<f64>(instrument, W_OLDEST)
  const count = load<i64>(instrument, W_TOTAL_COUNT)
  let mean: f64 = 0
  if (count != 0 && oldest >= 0) {
    const isWhole = now - WINDOW_MS <= oldest
    mean = isWhole ? <f64>(load<i64>(instrument, W_TOTAL_SUM) / count) : meanOfPart(instrument, now, oldest)
  }
  store<f64>(instrument, mean, W_CACHED_MEAN)
  return mean
}

/**
 * floor((W·F + S·k) ÷ (W·C + c·k)): F, C full buckets, S, c the straddling one, of which k of W ms are inside. Quotients and rests apart,
 * so that nothing leaves int64: D = W·C + c·k; F = f₁·D + f₀; S = s₁·D + s₀; rests are below D < 2^49 for 2^35 trades.
 */
function meanOfPart(instrument: usize, now: f64, oldest: f64): f64 {
  const bucket = bucketAt(instrument, i64(oldest))
  const kept = WIDTH - i64(now - WINDOW_MS - oldest)
  const oldCount = load<i64>(bucket, COUNT)
  const oldSum = load<i64>(bucket, SUM)
  const fullCount = load<i64>(instrument, W_TOTAL_COUNT) - oldCount
  const fullSum = load<i64>(instrument, W_TOTAL_SUM) - oldSum
  const divisor = WIDTH * fullCount + kept * oldCount
  const fullQuotient = fullSum / divisor
  const oldQuotient = oldSum / divisor
  const rest = WIDTH * (fullSum - fullQuotient * divisor) + kept * (oldSum - oldQuotient * divisor)
  return <f64>(WIDTH * fullQuotient + kept * oldQuotient + rest / divisor)
}
