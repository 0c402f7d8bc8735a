/**
 * Three sources that quote the reference of the demo world: they differ by a few bp, and now and then one falls silent for a while. All of
 * it follows from the seed and the time.
 */
import { faulty, type IndexSource, type Quote } from '../source.ts'
import { hashText, noiseAt, uniformAt } from './reference-process.ts'

export const SIMULATED_NAMES = ['simulated-1', 'simulated-2', 'simulated-3'] as const

const PACE_MS = 1000
/** How far a source may stand from the reference. */
const APART = 0.0003
const APART_PERIOD_MS = 240_000
/** In one window in twelve a source is silent for 20 to 60 s. */
const WINDOW_MS = 600_000
const SILENT_WINDOWS = 1 / 12
const SILENT_MIN_MS = 20_000
const SILENT_MORE_MS = 40_000
/** Digits of a price: a tenth of a bp can be told at all prices. */
const DIGITS = 6
/** Between bid and ask, of the last digit. */
const HALF_SPREAD = 2

/** Whether a source is silent at an instant. */
export function isSilent(name: string, seed: number, at: number): boolean {
  const window = Math.floor(at / WINDOW_MS)
  const own = seed ^ hashText(name)
  if (uniformAt(own, window) >= SILENT_WINDOWS) return false
  const length = SILENT_MIN_MS + SILENT_MORE_MS * uniformAt(own + 1, window)
  const begin = window * WINDOW_MS + (WINDOW_MS - length) * uniformAt(own + 2, window)
  return at >= begin && at < begin + length
}

/** What a source quotes when the reference is this. @param reference USDT for a coin */
export function quoteAround(reference: number, name: string, coin: string, seed: number, at: number): Quote {
  const price = reference * (1 + APART * noiseAt(seed ^ hashText(`${name} ${coin}`), APART_PERIOD_MS, at))
  const decimals = Math.min(12, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(price))))
  const unit = 10 ** -decimals
  const [bid, ask] = [price - HALF_SPREAD * unit, price + HALF_SPREAD * unit]
  return { bid: bid.toFixed(decimals), ask: ask.toFixed(decimals), ageMs: 0 }
}

/**
 * @param referenceOf what a coin is worth now; undefined for one that the demo world does not know
 * @param now the exchange's clock, ms
 */
export function simulatedSources(referenceOf: (coin: string) => number | undefined, seed: number, now: () => number): IndexSource[] {
  return SIMULATED_NAMES.map((name) => ({
    name,
    paceMs: PACE_MS,
    async read(coins) {
      const at = now()
      if (isSilent(name, seed, at)) return faulty('unreachable')
      const quotes = new Map<string, Quote>()
      for (const coin of coins) {
        const reference = referenceOf(coin)
        if (reference !== undefined) quotes.set(coin, quoteAround(reference, name, coin, seed, at))
      }
      return { quotes }
    },
  }))
}
