/** Re-opening after a halt: orders collect without matching, then everything that can trade does so at one price. */
import type { InstrumentStatus } from '@agio/engine/command.ts'
import { drainQueue, enterSome, giveBack, lookAtLast } from './activate.ts'
import { keepOwnApart } from './auction-self-trade.ts'
import { mayTrade, noteLosses } from './bounds.ts'
import { close } from './lifecycle.ts'
import { instrumentAt, type RefInstrument, restOf, type World } from './model.ts'
import { cutTouched } from './perp/closers.ts'
import { sipHash } from './perp/instants.ts'
import { callForRisk } from './perp/risk.ts'
import { liveIndex, referencePrice } from './prices.ts'
import { afterFill, trade } from './settle.ts'
import { beginWork, canGoOn, endWork, spendMeeting } from './works.ts'

export const AUCTION_MS = 30_000
const AUCTION_END_MS = 5_000
/** What its instant follows from, besides all that was said up to then. */
const AUCTION_WORD = 1n << 63n
const STATUS_UNITS = 16

interface Candidate {
  readonly price: number
  readonly volume: number
  readonly imbalance: number
  readonly distance: number
}

interface Opening {
  readonly around: number
  readonly low: number
  readonly high: number
}

/**
 * Where the price may lie: a tenth around the reference, as the pair stopped (0 = it knew none); a fiftieth around a live index where it halted
 * twice within an hour.
 */
function openingOf(world: World, instrument: RefInstrument): Opening {
  const index = instrument.isHaltedAgain ? liveIndex(world, instrument) : 0
  const around = index || instrument.haltReference
  if (around === 0) return { around, low: 0, high: Number.POSITIVE_INFINITY }
  const width = Math.floor(around / (index === 0 ? 10 : 50))
  return { around, low: around - width, high: around + width }
}

/** Price of maximum volume, then least imbalance, then nearest to the reference, then lower; 0 when nothing trades. */
export function auctionPrice(world: World, instrument: RefInstrument): number {
  const { around, low, high } = openingOf(world, instrument)
  const prices = [...instrument.bids, ...instrument.asks].flatMap((order) => [order.price - 1, order.price, order.price + 1])
  const candidates = [...new Set([...prices, around])]
    .filter((price) => price > 0 && price >= low && price <= high)
    .map((price): Candidate => {
      const bought = total(instrument.bids.filter((order) => order.price >= price))
      const sold = total(instrument.asks.filter((order) => order.price <= price))
      return { price, volume: Math.min(bought, sold), imbalance: Math.abs(bought - sold), distance: Math.abs(price - around) }
    })
  const [best] = candidates.sort((a, b) => b.volume - a.volume || a.imbalance - b.imbalance || a.distance - b.distance || a.price - b.price)
  return best === undefined || best.volume === 0 ? 0 : best.price
}

const total = (orders: Parameters<typeof restOf>[0][]): number => orders.reduce((sum, order) => sum + restOf(order), 0)

/** Lets the first of both sides trade at the one price, the later order as the taker; false when they do not meet there. */
function tradeFirst(world: World, instrument: RefInstrument): boolean {
  const price = instrument.openingPrice
  const [bid] = instrument.bids
  const [ask] = instrument.asks
  if (price === 0 || bid === undefined || ask === undefined || bid.price < price || ask.price > price) return false
  const [maker, taker] = bid.orderId < ask.orderId ? [bid, ask] : [ask, bid]
  const quantity = Math.min(bid.shown, ask.shown)
  const lost = [bid, ask].find((order) => !mayTrade(world, instrument, order, price, quantity))
  if (lost !== undefined) {
    close(world, lost, 'canceled', 'lockBound')
    return true
  }
  noteLosses(world, instrument, [bid, ask], price, quantity)
  trade(world, instrument, { maker, taker, price, quantity })
  afterFill(world, instrument, taker, quantity)
  return true
}

/** What crosses beyond the bounds ends: a buy above them, or a sell below. */
function endBeyond(world: World, instrument: RefInstrument): boolean {
  const [bid] = instrument.bids
  const [ask] = instrument.asks
  if (bid === undefined || ask === undefined || bid.price < ask.price) return false
  close(world, bid.price > openingOf(world, instrument).high ? bid : ask, 'expired', 'priceBand')
  return true
}

/** Ends a halt or an auction by its clock. */
export function endPhase(world: World, instrument: RefInstrument): number {
  if (instrument.status !== 'halt') {
    openForTrading(world, instrument)
    return STATUS_UNITS
  }
  instrument.status = 'auction'
  // From now and not from when the halt was due: after a pause of the exchange there must still be time to collect orders.
  instrument.statusUntil = world.time + AUCTION_MS
  const chance = sipHash(world.perp.secret, [world.perp.chain, AUCTION_WORD | BigInt(instrument.instrumentId)])
  instrument.endsAt = instrument.statusUntil - Number(chance % BigInt(AUCTION_END_MS))
  return STATUS_UNITS
}

/** Crossed orders that meet between the same customer are kept apart first; the rest of the way is the pair's work. */
export function openForTrading(world: World, instrument: RefInstrument): void {
  if (instrument.work !== undefined) return
  const highest = instrument.bids[0]?.price ?? 0
  const lowest = instrument.asks[0]?.price ?? Number.POSITIVE_INFINITY
  const buyers = new Set(instrument.bids.filter(({ price }) => price >= lowest).map(({ userId }) => userId))
  const sellers = new Set(instrument.asks.filter(({ price }) => price <= highest).map(({ userId }) => userId))
  instrument.owners = [...sellers].filter((userId) => buyers.has(userId))
  beginWork(world, instrument, 'netting')
}

function openSome(world: World, instrument: RefInstrument): void {
  if (instrument.work === 'netting') {
    for (let owner = instrument.owners.at(-1); owner !== undefined && canGoOn(world); owner = instrument.owners.at(-1)) {
      if (!keepOwnApart(world, instrument, owner)) break
      instrument.owners.pop()
    }
    if (instrument.owners.length > 0) return
    instrument.openingPrice = auctionPrice(world, instrument)
    beginWork(world, instrument, 'crossing')
    world.units -= STATUS_UNITS
  }
  while (canGoOn(world)) {
    if (!tradeFirst(world, instrument) && !endBeyond(world, instrument)) {
      opened(world, instrument)
      return
    }
    spendMeeting(world)
  }
}

function opened(world: World, instrument: RefInstrument): void {
  instrument.status = 'trading'
  instrument.statusUntil = 0
  instrument.endsAt = 0
  beginWork(world, instrument, 'entering')
  drainQueue(world)
  lookAtLast(world, instrument)
}

/** Goes on with the pair that has its turn. */
export function runWork(world: World): void {
  const instrument = instrumentAt(world, world.works[0] ?? 0)
  if (instrument.work !== 'entering') openSome(world, instrument)
  drainQueue(world)
  if (instrument.work === 'entering') enterSome(world, instrument)
  cutTouched(world)
  drainQueue(world)
  callForRisk(world)
  if (instrument.work !== undefined) world.works.push(...world.works.splice(0, 1))
}

/** An operator stops a pair, whatever it works at. */
export function stopPair(world: World, instrument: RefInstrument, status: InstrumentStatus): void {
  const { work } = instrument
  if (work === 'netting' || work === 'crossing') {
    instrument.owners = []
    endWork(world, instrument)
  }
  const isOpen = instrument.status === 'trading' || instrument.status === 'reduceOnly'
  if (isOpen && status !== 'reduceOnly') instrument.haltReference = referencePrice(world, instrument)
  instrument.status = status
  instrument.statusUntil = 0
  instrument.endsAt = 0
  if (work === 'entering') giveBack(world, instrument)
}
