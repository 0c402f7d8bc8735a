/**
 * The first start's history: about 180 days sparsely, five days a little and the last 72 hours densely, traded by makers and takers with ordinary
 * commands and a simulated clock. Runs once, on an empty exchange.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { DemoCommand, DemoMarket, DemoPair } from './accounts.ts'
import { lapseWords, type WorthOf } from './lapse-words.ts'
import { ticks } from './listing.ts'
import { limit, take } from './orders.ts'
import { pathEndingAt } from './price-walk.ts'
import type { References } from './references.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Before the dense days: with fewer trades the candles of an hour, of which the first look shows a week, would be dashes. */
const HALF_DENSE_DAYS = 5
/** So that the volume of those days is like that of the dense ones, and the half year before does not take minutes to trade. */
const HALF_DENSE_SCALE = 20
const SPARSE_SCALE = 4
/** Now and then the demo customer is the taker, so that the first look at orders, trades and bills is not an empty page. */
const GUEST_SIZES: Readonly<Record<string, string>> = { BTC: '0.012', ETH: '0.2', SOL: '2.5' }
const GUEST_SHARE = 0.002

export interface StampedCommand {
  readonly at: number
  readonly key: string
  readonly command: DemoCommand
}

const halfDenseFrom = (endAt: number, denseDays: number): number => endAt - (denseDays + HALF_DENSE_DAYS) * 24 * HOUR

/** Moments of the lapse, oldest first: every 2 h to 30 days ago, then hourly, then every 15 minutes for five days, then every minute of the dense days to `endAt`. */
export function lapseMoments(endAt: number, denseDays: number): number[] {
  const moments: number[] = []
  const day = 24 * HOUR
  for (let at = endAt - 180 * day; at < endAt - 30 * day; at += 2 * HOUR) moments.push(at)
  const halfDenseAt = halfDenseFrom(endAt, denseDays)
  for (let at = endAt - 30 * day; at < halfDenseAt; at += HOUR) moments.push(at)
  for (let at = halfDenseAt; at < endAt - denseDays * day; at += 15 * MINUTE) moments.push(at)
  for (let at = endAt - denseDays * day; at < endAt; at += MINUTE) moments.push(at)
  return moments
}

interface Track {
  readonly demo: DemoPair
  readonly path: readonly number[]
  readonly tradeLots: number
}

/** Their ends are where the living market goes on. */
function tracks(market: DemoMarket, moments: readonly number[], random: SeededRandom, references: References): Track[] {
  const spans = moments.map((at, index) => (index + 1 < moments.length ? (moments[index + 1] ?? at) - at : MINUTE))
  const shocks = moments.map(() => random.normal())
  return market.pairs.map((demo) => ({
    demo,
    path: pathEndingAt(random, references.ticksOf(demo.pair, moments.at(-1) ?? 0), demo.pair.liveliness, spans, shocks),
    tradeLots: ticks(demo.pair.tradeSize, demo.pair.quantityScale),
  }))
}

/** Trades within one moment: the large pairs trade more often while the lapse is dense. */
function tradesAt(track: Track, dense: boolean, random: SeededRandom): number {
  if (!dense) return 1
  const busy = track.demo.pair.base === 'BTC' || (track.demo.pair.base === 'ETH' && track.demo.pair.quote === 'USDT')
  if (busy) return 2 + (random.next() < 0.5 ? 1 : 0)
  return random.next() < 0.6 ? 2 : 1
}

/** @param scale how many trades of a dense minute this one stands for */
function lots(track: Track, random: SeededRandom, scale: number): number {
  const tail = 0.3 + random.next() * random.next() * random.next() * 24
  const scaled = track.tradeLots * tail * scale
  const price = track.path[0] ?? 1
  const smallest = ticks(track.demo.pair.quantityMin, track.demo.pair.quantityScale)
  const notionalFloor = Math.ceil(
    (ticks(track.demo.pair.notionalMin, track.demo.pair.priceScale + track.demo.pair.quantityScale) * 2) / price,
  )
  return Math.max(smallest, notionalFloor, Math.round(scaled))
}

/** About how many commands the lapse has: for a progress bar. */
export function lapseLength(market: DemoMarket, endAt: number, denseDays: number): number {
  const moments = lapseMoments(endAt, denseDays)
  const dense = moments.filter((at) => at >= endAt - denseDays * 24 * HOUR).length
  const tradesDense = market.pairs.length * 1.6 + 2
  return Math.round(2 * ((moments.length - dense) * market.pairs.length + dense * tradesDense))
}

export interface Lapse {
  readonly market: DemoMarket
  readonly customer: UserId
  readonly endAt: number
  readonly denseDays: number
  readonly seed: number
  readonly references: References
  /** Names of the index's simulated sources; none where it has others. */
  readonly indexSources: readonly string[]
}

/** How old a source's word may be in the lapse's sparse and in its dense part. */
export const LAPSE_FRESH_MS = { sparse: 2 * HOUR, dense: 2 * MINUTE } as const

/** What the coins of the pairs in USDT are worth at a step. */
function worthsAt(all: readonly Track[], { assetIds }: DemoMarket, step: number): WorthOf[] {
  return all.flatMap(({ demo: { pair }, path }) => {
    const [assetId, price] = [assetIds.get(pair.base), path[step]]
    return pair.quote !== 'USDT' || assetId === undefined || price === undefined
      ? []
      : [{ coin: pair.base, assetId, price: price / 10 ** pair.priceScale }]
  })
}

/**
 * All commands of the lapse in time order; each trade is one maker's order and the taker that hits it. The index gets a word of each source
 * every hour, every minute in the dense part.
 */
export function* lapseCommands(lapse: Lapse): Generator<StampedCommand> {
  const { market, customer, endAt, denseDays, seed, references, indexSources } = lapse
  const random = seededRandom(seed)
  const moments = lapseMoments(endAt, denseDays)
  const halfDenseAt = halfDenseFrom(endAt, denseDays)
  const all = tracks(market, moments, random, references)
  let toldAt = Number.NEGATIVE_INFINITY
  for (const [step, at] of moments.entries()) {
    const dense = at >= endAt - denseDays * 24 * HOUR
    if (indexSources.length > 0 && (dense || at - toldAt >= HOUR)) {
      toldAt = at
      yield { at, key: '', command: lapseWords(worthsAt(all, market, step), indexSources, seed, at) }
    }
    for (const track of all) {
      const target = track.path[step] ?? 1
      const before = track.path[Math.max(0, step - 1)] ?? target
      const count = tradesAt(track, dense, random)
      for (let trade = 1; trade <= count; trade += 1) {
        const wobble = trade === count ? 0 : Math.round((target * random.normal() * 0.0004 * track.demo.pair.liveliness) / 2)
        const price = Math.max(1, Math.round(before + ((target - before) * trade) / count) + wobble)
        const guest =
          dense && track.demo.pair.quote === 'USDT' && GUEST_SIZES[track.demo.pair.base] !== undefined && random.next() < GUEST_SHARE
        const quantity = guest
          ? ticks(GUEST_SIZES[track.demo.pair.base] ?? '0', track.demo.pair.quantityScale)
          : lots(track, random, dense ? 1 : at >= halfDenseAt ? HALF_DENSE_SCALE : SPARSE_SCALE)
        const up = target === before ? random.next() < 0.5 : target > before
        const taker = guest ? customer : market.takers[random.between(0, market.takers.length - 1)]
        if (taker === undefined) continue
        const moment = at + Math.floor((MINUTE * (trade - 1)) / count / 2)
        const maker = up ? track.demo.askMaker : track.demo.bidMaker
        yield { at: moment, key: '', command: limit(maker, track.demo.instrumentId, up ? 'sell' : 'buy', price, quantity) }
        yield { at: moment, key: '', command: take(taker, track.demo.instrumentId, up ? 'buy' : 'sell', price, quantity) }
      }
    }
  }
}
