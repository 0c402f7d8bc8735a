/**
 * Makes an index price again from what its sources said, by the published rule, so that nobody has to believe it. Prices are integers of
 * 1e-12 USDT. A source counts while it is fresh, speaks, and its bid is not above its ask.
 *
 * Three or more: the weighted mean, each price moved to the median ± the cap first. Two: their mean; when they are further than two caps
 * apart, the one nearer to the last index. One: that. None: the index stays what it was.
 */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { divideCeil, divideFloor } from '@agio/engine/money/rounding.ts'

const SCALE = 12
const RATE_SCALE = 8
const RATE_ONE = 10n ** 8n

export interface Word {
  readonly time: number
  readonly at: number
  readonly price: string
  readonly state: 'live' | 'crossed' | 'silent' | 'pinned'
}

/** As the server tells it. */
export interface Told {
  readonly cap: string
  readonly freshMs: number
  readonly index: readonly { readonly time: number; readonly price: string; readonly live: number }[]
  readonly sources: readonly { readonly source: string; readonly weight: number; readonly prices: readonly Word[] }[]
  readonly before: readonly (Word & { readonly source: string })[]
}

export interface SourceNow {
  readonly source: string
  /** Undefined for one that never said anything. */
  readonly word: Word | undefined
  readonly weight: number
  /** Why it does not count; undefined for one that does. */
  readonly out: 'crossed' | 'silent' | 'stale' | 'weightless' | undefined
}

export interface Remade {
  /** Moment for which it is made: the newest that was told. */
  readonly at: number
  readonly sources: readonly SourceNow[]
  /** Sources that count. */
  readonly live: number
  /** The index as it was told; undefined when there never was one. */
  readonly told: string | undefined
  /** The same made here; undefined when no source counts. */
  readonly made: string | undefined
}

const minor = (text: string): bigint => {
  const value = parseDecimal(text, SCALE)
  return typeof value === 'bigint' ? value : 0n
}

function whyOut(word: Word | undefined, weight: number, at: number, freshMs: number): SourceNow['out'] {
  if (word === undefined || word.state === 'silent' || minor(word.price) === 0n) return 'silent'
  if (word.state === 'crossed') return 'crossed'
  if (word.state !== 'pinned' && word.at < at - freshMs) return 'stale'
  return weight === 0 ? 'weightless' : undefined
}

const middle = (lower: bigint, higher: bigint): bigint => lower + (higher - lower) / 2n

interface Counted {
  readonly price: bigint
  readonly weight: bigint
}

function meanOf(sorted: readonly Counted[], cap: bigint): bigint {
  const half = sorted.length - 1
  const median = middle(sorted[Math.floor(half / 2)]?.price ?? 0n, sorted[Math.ceil(half / 2)]?.price ?? 0n)
  const highest = divideFloor(median * (RATE_ONE + cap), RATE_ONE)
  const lowest = divideCeil(median * (RATE_ONE - cap), RATE_ONE)
  const capped = ({ price }: Counted): bigint => (price > highest ? highest : price < lowest ? lowest : price)
  const weights = sorted.reduce((sum, { weight }) => sum + weight, 0n)
  return divideFloor(
    sorted.reduce((sum, one) => sum + capped(one) * one.weight, 0n),
    weights,
  )
}

function priceOfTwo(lower: bigint, higher: bigint, last: bigint, cap: bigint): bigint {
  const mean = middle(lower, higher)
  if ((higher - lower) * RATE_ONE <= cap * (lower + higher) || last === 0n) return mean
  const distance = (price: bigint): bigint => (price > last ? price - last : last - price)
  if (distance(lower) === distance(higher)) return mean
  return distance(lower) < distance(higher) ? lower : higher
}

export function remake(told: Told): Remade {
  const last = told.index.at(-1)
  const words = told.sources.map(({ source, weight, prices }) => ({
    source,
    weight,
    word: prices.at(-1) ?? told.before.find((one) => one.source === source),
  }))
  const at = Math.max(last?.time ?? 0, ...words.map(({ word }) => word?.time ?? 0))
  const sources = words.map(
    ({ source, weight, word }): SourceNow => ({ source, weight, word, out: whyOut(word, weight, at, told.freshMs) }),
  )
  const counted = sources
    .flatMap(({ word, weight, out }) =>
      word === undefined || out !== undefined ? [] : [{ price: minor(word.price), weight: BigInt(weight) }],
    )
    .sort((one, other) => (one.price < other.price ? -1 : one.price > other.price ? 1 : 0))
  const parsedCap = parseDecimal(told.cap, RATE_SCALE)
  const cap = typeof parsedCap === 'bigint' ? parsedCap : 0n
  const [first, second] = counted
  const made =
    first === undefined
      ? undefined
      : second === undefined
        ? first.price
        : counted.length === 2
          ? priceOfTwo(first.price, second.price, last === undefined ? 0n : minor(last.price), cap)
          : meanOf(counted, cap)
  return {
    at,
    sources,
    live: counted.length,
    told: last?.price,
    made: made === undefined ? undefined : formatDecimal(made, SCALE),
  }
}
