/**
 * Reference price of a pair: the mean of the trades of the last five minutes, counted in thirty buckets of ten seconds. The bucket that
 * straddles the start of the window counts with the part that is inside.
 */
import {
  W_BUCKET_BYTES,
  W_BUCKETS,
  I_WINDOW_CACHED_AT,
  I_WINDOW_CACHED_MEAN,
  I_WINDOW_NEWEST,
  I_WINDOW_NEWEST_BUCKET,
  I_WINDOW_OLDEST,
  I_WINDOW_RING,
  I_WINDOW_COUNT,
  I_WINDOW_SUM,
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
  return instrument + I_WINDOW_RING + <usize>((openTime / WIDTH) % <i64>W_BUCKETS) * W_BUCKET_BYTES
}

/** Records a trade. Price in ticks; time never goes back. */
@inline export function windowAdd(instrument: usize, price: f64, at: f64): void {
  const newest = load<f64>(instrument, I_WINDOW_NEWEST)
  if (at >= newest + WIDTH_MS || newest < 0) open(instrument, at)
  const bucket = load<usize>(instrument, I_WINDOW_NEWEST_BUCKET)
  const ticks = i64(price)
  store<i64>(bucket, load<i64>(bucket, COUNT) + 1, COUNT)
  store<i64>(bucket, load<i64>(bucket, SUM) + ticks, SUM)
  store<i64>(instrument, load<i64>(instrument, I_WINDOW_COUNT) + 1, I_WINDOW_COUNT)
  store<i64>(instrument, load<i64>(instrument, I_WINDOW_SUM) + ticks, I_WINDOW_SUM)
  store<f64>(instrument, -1, I_WINDOW_CACHED_AT)
}

/** Starts the bucket of a time. */
function open(instrument: usize, at: f64): void {
  const openTime = i64(at) - (i64(at) % WIDTH)
  windowDrop(instrument, <f64>openTime)
  const bucket = bucketAt(instrument, openTime)
  store<f64>(bucket, <f64>openTime)
  store<i64>(bucket, 0, COUNT)
  store<i64>(bucket, 0, SUM)
  store<f64>(instrument, <f64>openTime, I_WINDOW_NEWEST)
  store<usize>(instrument, bucket, I_WINDOW_NEWEST_BUCKET)
  if (load<f64>(instrument, I_WINDOW_OLDEST) < 0) store<f64>(instrument, <f64>openTime, I_WINDOW_OLDEST)
}

/** Takes buckets that ended before the window out of the totals. */
export function windowDrop(instrument: usize, now: f64): void {
  let oldest = load<f64>(instrument, I_WINDOW_OLDEST)
  const first = now - RING_MS
  if (oldest < 0 || oldest > first) return
  while (oldest >= 0 && oldest <= first) {
    const bucket = bucketAt(instrument, i64(oldest))
    store<i64>(instrument, load<i64>(instrument, I_WINDOW_COUNT) - load<i64>(bucket, COUNT), I_WINDOW_COUNT)
    store<i64>(instrument, load<i64>(instrument, I_WINDOW_SUM) - load<i64>(bucket, SUM), I_WINDOW_SUM)
    oldest = nextOpenTime(instrument, oldest)
  }
  store<f64>(instrument, oldest, I_WINDOW_OLDEST)
}

/** The bucket with trades behind one, −1 = none. */
function nextOpenTime(instrument: usize, openTime: f64): f64 {
  const newest = load<f64>(instrument, I_WINDOW_NEWEST)
  for (let next = openTime + WIDTH_MS; next <= newest; next += WIDTH_MS) {
    if (load<f64>(bucketAt(instrument, i64(next))) == next) return next
    if (next > openTime + RING_MS) return newest
  }
  return -1
}

/** Mean of the window in ticks, truncated; 0 = no trade in it. */
@inline export function windowMean(instrument: usize, now: f64): f64 {
  if (load<f64>(instrument, I_WINDOW_CACHED_AT) == now) return load<f64>(instrument, I_WINDOW_CACHED_MEAN)
  return meanNow(instrument, now)
}

function meanNow(instrument: usize, now: f64): f64 {
  windowDrop(instrument, now)
  store<f64>(instrument, now, I_WINDOW_CACHED_AT)
  const oldest = load<f64>(instrument, I_WINDOW_OLDEST)
  const count = load<i64>(instrument, I_WINDOW_COUNT)
  let mean: f64 = 0
  if (count != 0 && oldest >= 0) {
    const isWhole = now - WINDOW_MS <= oldest
    mean = isWhole ? <f64>(load<i64>(instrument, I_WINDOW_SUM) / count) : meanOfPart(instrument, now, oldest)
  }
  store<f64>(instrument, mean, I_WINDOW_CACHED_MEAN)
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
  const fullCount = load<i64>(instrument, I_WINDOW_COUNT) - oldCount
  const fullSum = load<i64>(instrument, I_WINDOW_SUM) - oldSum
  const divisor = WIDTH * fullCount + kept * oldCount
  const fullQuotient = fullSum / divisor
  const oldQuotient = oldSum / divisor
  const rest = WIDTH * (fullSum - fullQuotient * divisor) + kept * (oldSum - oldQuotient * divisor)
  return <f64>(WIDTH * fullQuotient + kept * oldQuotient + rest / divisor)
}
