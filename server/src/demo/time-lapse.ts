/**
 * The first start's history: about 180 days sparsely, five days a little and the last 72 hours densely, traded by makers and takers with ordinary
 * commands and a simulated clock. Runs once, on an empty exchange.
 */
import type { AssetId, UserId } from '@agio/engine/ids/id.ts'
import type { DemoMarket, DemoPair } from './accounts.ts'
import type { StampedCommand } from './bulk-exchange.ts'
import type { ContractLapse } from './contracts/contract-lapse.ts'
import type { ContractWorld } from './contracts/contract-market.ts'
import { lapseWords, type WorthOf } from './lapse-words.ts'
import { ticks } from './listing.ts'
import { quote, take } from './orders.ts'
import { pathEndingAt, startingNear } from './price-walk.ts'
import type { References } from './references.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { type Stocks, stockOf } from './stock.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
/** Before the dense days: with fewer trades the candles of an hour, of which the first look shows a week, would be dashes. */
const HALF_DENSE_DAYS = 5
/** Scales quantities up: the volume of those days is like that of the dense ones, and the half year does not take minutes to trade. */
const HALF_DENSE_SCALE = 20
const SPARSE_SCALE = 4
/** Now and then the demo customer is the taker, so that the first look at orders, trades and bills is not an empty page. */
const GUEST_SIZES: Readonly<Record<string, string>> = { BTC: '0.012', ETH: '0.2', SOL: '2.5' }
const GUEST_SHARE = 0.002

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
  readonly baseAssetId: AssetId
  readonly quoteAssetId: AssetId
  readonly path: readonly number[]
  readonly tradeLots: number
}

/** Their ends are where the living market goes on. */
function tracks(market: DemoMarket, moments: readonly number[], random: SeededRandom, references: References): Track[] {
  const spans = moments.map((at, index) => (index + 1 < moments.length ? (moments[index + 1] ?? at) - at : MINUTE))
  const shocks = moments.map(() => random.normal())
  const assetOf = (coin: string): AssetId => {
    const assetId = market.assetIds.get(coin)
    if (assetId === undefined) throw new Error(`demo: ${coin} is not listed`)
    return assetId
  }
  return market.pairs.map((demo) => ({
    demo,
    baseAssetId: assetOf(demo.pair.base),
    quoteAssetId: assetOf(demo.pair.quote),
    path: startingNear(
      pathEndingAt(random, references.ticksOf(demo.pair, moments.at(-1) ?? 0), demo.pair.liveliness, spans, shocks),
      ticks(demo.pair.reference, demo.pair.priceScale),
    ),
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
  return Math.max(leastLots(track, track.path[0] ?? 1), Math.round(scaled))
}

function leastLots({ demo: { pair } }: Track, price: number): number {
  const smallest = ticks(pair.quantityMin, pair.quantityScale)
  const notionalFloor = Math.ceil((ticks(pair.notionalMin, pair.priceScale + pair.quantityScale) * 2) / price)
  return Math.max(smallest, notionalFloor)
}

/** About how many commands the lapse has: for a progress bar. */
export function lapseLength(market: DemoMarket, endAt: number, denseDays: number): number {
  const moments = lapseMoments(endAt, denseDays)
  const dense = moments.filter((at) => at >= endAt - denseDays * 24 * HOUR).length
  const tradesDense = market.pairs.length * 1.6 + 2
  return Math.round(2 * ((moments.length - dense) * market.pairs.length + dense * tradesDense))
}

interface Deal {
  readonly maker: UserId
  readonly taker: UserId
  readonly takerBuys: boolean
  readonly quantity: number
}

/** So much of what an account began with it does not trade away. */
const KEPT_PART = 4

/**
 * Who trades with whom: the taker's side is where the price goes, unless somebody would run short; then the other one is, and where both are
 * short the trade is smaller.
 */
function dealOf(track: Track, { market, stocks }: Lapse, price: number, quantity: number, takerBuys: boolean): Deal | undefined {
  const { demo, baseAssetId, quoteAssetId } = track
  const { pair, makers } = demo
  const [lot, coins] = [10 ** pair.quantityScale, price / 10 ** pair.priceScale]
  const deals = [takerBuys, !takerBuys].flatMap((buys) => {
    const maker = stocks.richest(makers, buys ? baseAssetId : quoteAssetId)
    const taker = stocks.richest(market.takers, buys ? quoteAssetId : baseAssetId)
    if (maker === undefined || taker === undefined) return []
    const base = stocks.of(buys ? maker : taker, baseAssetId) - Number(stockOf(pair.base)) / KEPT_PART
    const quote = stocks.of(buys ? taker : maker, quoteAssetId) - Number(stockOf(pair.quote)) / KEPT_PART
    return [{ maker, taker, takerBuys: buys, quantity: Math.min(quantity, Math.floor(Math.min(base, quote / coins) * lot)) }]
  })
  const deal = deals.find((one) => one.quantity === quantity) ?? deals.sort((one, other) => other.quantity - one.quantity)[0]
  return deal === undefined || deal.quantity < leastLots(track, price) ? undefined : deal
}

/** What was dealt, fees aside. */
function settle({ baseAssetId, quoteAssetId, demo: { pair } }: Track, stocks: Stocks, price: number, deal: Deal): void {
  const coins = deal.quantity / 10 ** pair.quantityScale
  const cost = (coins * price) / 10 ** pair.priceScale
  const [buyer, seller] = deal.takerBuys ? [deal.taker, deal.maker] : [deal.maker, deal.taker]
  for (const [userId, sign] of [
    [buyer, 1],
    [seller, -1],
  ] as const) {
    stocks.move(userId, baseAssetId, sign * coins)
    stocks.move(userId, quoteAssetId, -sign * cost)
  }
}

export interface Lapse {
  readonly market: DemoMarket
  /** Kept by the lapse; whoever sends its commands looks again after what else happened. */
  readonly stocks: Stocks
  readonly customer: UserId
  readonly endAt: number
  readonly denseDays: number
  readonly seed: number
  readonly references: References
  /** Names of the index's simulated sources; none where it has others. */
  readonly indexSources: readonly string[]
  /** Asked at each step: the contracts listed by then; absent = none ever. */
  readonly contracts?: (step: number, paths: Pick<ContractWorld, 'moments' | 'priceOf'>) => ContractLapse | undefined
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

/** What a coin was worth in USDT at a step, from the pair that is traded against it. */
function pricesOf(all: readonly Track[]): ContractWorld['priceOf'] {
  const paths = new Map(all.filter(({ demo }) => demo.pair.quote === 'USDT').map((track) => [track.demo.pair.base, track]))
  return (coin, step) => {
    const track = paths.get(coin)
    const price = track?.path[step]
    return track === undefined || price === undefined ? undefined : price / 10 ** track.demo.pair.priceScale
  }
}

/**
 * All commands of the lapse in time order; each trade is one maker's order and the taker that hits it. The index gets a word of each source
 * every hour, every minute in the dense part.
 */
export function* lapseCommands(lapse: Lapse): Generator<StampedCommand> {
  const { market, stocks, customer, endAt, denseDays, seed, references, indexSources } = lapse
  const random = seededRandom(seed)
  const moments = lapseMoments(endAt, denseDays)
  const halfDenseAt = halfDenseFrom(endAt, denseDays)
  const all = tracks(market, moments, random, references)
  const paths = { moments, priceOf: pricesOf(all) }
  let toldAt = Number.NEGATIVE_INFINITY
  for (const [step, at] of moments.entries()) {
    const dense = at >= endAt - denseDays * 24 * HOUR
    const contracts = lapse.contracts?.(step, paths)
    if (contracts !== undefined) yield* contracts.quotes(step)
    // Contracts follow what the index says, and so it says something wherever they are traded.
    if (indexSources.length > 0 && (dense || contracts !== undefined || at - toldAt >= HOUR)) {
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
        const found = dealOf(track, lapse, price, quantity, up)
        if (found === undefined) continue
        const deal = guest ? { ...found, taker: customer } : found
        settle(track, stocks, price, deal)
        const moment = at + Math.floor((MINUTE * (trade - 1)) / count / 2)
        const { maker, taker, takerBuys } = deal
        yield { at: moment, key: '', command: quote(maker, track.demo.instrumentId, takerBuys ? 'sell' : 'buy', price, deal.quantity) }
        yield { at: moment, key: '', command: take(taker, track.demo.instrumentId, takerBuys ? 'buy' : 'sell', price, deal.quantity) }
      }
    }
    if (contracts !== undefined) yield* contracts.trades(step)
  }
}
