/**
 * Makes an index price again from what its sources said, by the published rule, so that nobody has to believe it. Prices are integers of
 * 1e-12 USDT. A source counts while it is fresh, speaks, and its bid is not above its ask.
 */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { indexOf } from './index-rule.ts'

const SCALE = 12
const RATE_SCALE = 8

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

/** What was known at a moment of the minute, so that the index of that moment can be computed. */
function upTo(told: Told, at: number): Told {
  const before = ({ time }: { readonly time: number }): boolean => time <= at
  return {
    ...told,
    index: told.index.filter(before),
    sources: told.sources.map((source) => ({ ...source, prices: source.prices.filter(before) })),
  }
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
  const counted = sources.flatMap(({ word, weight, out }) =>
    word === undefined || out !== undefined ? [] : [{ price: minor(word.price), weight: BigInt(weight) }],
  )
  const parsedCap = parseDecimal(told.cap, RATE_SCALE)
  const cap = typeof parsedCap === 'bigint' ? parsedCap : 0n
  const made = indexOf(counted, last === undefined ? 0n : minor(last.price), cap)
  return {
    at,
    sources,
    live: counted.length,
    told: last?.price,
    made: made === undefined ? undefined : formatDecimal(made, SCALE),
  }
}

/** More sources than these never speak in one report. */
const MOST_AT_ONCE = 8

/**
 * The same at a moment of the minute at which the index was `price`. One report speaks for several sources, and a mark may have been made between
 * two of its words: of those of that very moment some may be left out, where the rest makes that index.
 */
export function remakeAt(told: Told, at: number, price: string): Remade {
  const by = upTo(told, at)
  const wanted = minor(price)
  const place = by.index.findLastIndex((one) => minor(one.price) === wanted)
  const index = place === -1 ? by.index : by.index.slice(0, place + 1)
  const spoke = by.sources.filter(({ prices }) => prices.at(-1)?.time === at).slice(0, MOST_AT_ONCE)
  for (let left = 0; left < 2 ** spoke.length; left += 1) {
    const isLeft = (source: string): boolean => ((left >> spoke.findIndex((one) => one.source === source)) & 1) === 1
    const sources = by.sources.map((one) => (spoke.includes(one) && isLeft(one.source) ? { ...one, prices: one.prices.slice(0, -1) } : one))
    const made = remake({ ...by, index, sources })
    if (made.made !== undefined && minor(made.made) === wanted) return made
  }
  return remake(by)
}
