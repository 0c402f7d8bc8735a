/** Re-opening of a pair: one price for all, chosen for the largest volume. */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { makeSure, out } from '../events/out'
import { broken, BROKEN_RECORDS } from '../host'
import { openingAround, openingHigh, openingLow } from '../market/breaker'
import { chanceOf } from '../market/chance'
import { idOf } from '../market/instrument'
import { beginAuction, setStatus } from '../market/status'
import { clear } from '../memory/lists'
import { settleFill } from '../product'
import { drainEntrants, giveBack } from './entrants'
import { shownOf } from './extra'
import { afterMakerFill, noteLosses } from './match'
import { canGoOn, spend, spendMeeting } from './meetings'
import { keepApartSome, nameOwners } from './netting'
import { end } from './order'
import { SCRATCH } from './scratch'
import { testTriggers } from './trigger'
import { mayTrade } from '../user/bound'
import { beginWork, endWork } from './works'
import { Instrument, Level, state } from '../../generated/rows'
import { CANCELED, CLOSE_LOCK_BOUND, CLOSE_PRICE_BAND, EXPIRED, HALT, TRADING } from '../constants/code'
import { DUE_ORDER_UNITS } from '../constants/due'
import { AUCTION_END_MS, AUCTION_MS, WORK_CROSSING, WORK_ENTERING, WORK_NETTING } from '../constants/work'

/**
 * Step: a price and the lots that would buy, or sell, at it. The steps stand in the scratch for as long as the price is chosen: a level's row is
 * larger than a step.
 */
const STEPS: usize = SCRATCH
const STEP_QUANTITY: usize = 8
const STEP_BYTES: usize = 16

/** A halt ended: orders are collected, then the pair opens again. */
export function statusEnded(instrument: Instrument): void {
  if (instrument.status != HALT) {
    resume(instrument)
    return
  }
  const until = state.at + <f64>AUCTION_MS
  const early = chanceOf(AUCTION_WORD | <u64>idOf(instrument)) % <u64>AUCTION_END_MS
  beginAuction(instrument, until, until - <f64>early)
}

/** No window of samples has such a number. */
const AUCTION_WORD: u64 = 1 << 63

/** The pair goes back to trading: it works until crossed orders have traded at one price, and every waiting order was tested against the last one. */
export function resume(instrument: Instrument): void {
  if (instrument.work != 0) return
  nameOwners(instrument)
  beginWork(instrument, WORK_NETTING)
}

/** Goes on to open a pair. Nothing is late: what is due comes before. */
export function openSome(instrument: Instrument): void {
  if (instrument.work == WORK_NETTING) {
    keepApartSome(instrument)
    if (instrument.owners.count != 0) return
    instrument.openingPrice = auctionPrice(instrument)
    beginWork(instrument, WORK_CROSSING)
    spend(DUE_ORDER_UNITS)
  }
  while (canGoOn()) {
    makeSure()
    if (!crossFirst(instrument)) {
      opened(instrument)
      return
    }
    spendMeeting()
  }
}

/** Lets the next two trade, or ends an order that may not stay in front of the other side; false when the book is not crossed any more. */
function crossFirst(instrument: Instrument): bool {
  const price = instrument.openingPrice
  return (price != 0 && tradeFirst(instrument, price)) || endBeyond(instrument)
}

/** Orders that crossed and have traded; those that waited enter, and every conditional one looks at the last price. */
function opened(instrument: Instrument): void {
  setStatus(instrument, TRADING, 0)
  beginWork(instrument, WORK_ENTERING)
  drainEntrants()
  const last = instrument.lastPrice
  if (last != 0) testTriggers(instrument, last)
}

/** A pair that stops, or whose work broke, works no more. */
export function stopWork(instrument: Instrument, status: i32): void {
  const work = instrument.work
  if (work != 0 && work != WORK_ENTERING) {
    clear(instrument.owners)
    endWork(instrument)
  }
  setStatus(instrument, status, 0)
  if (work == WORK_ENTERING) giveBack(instrument)
}

/** What crosses although nothing may trade there ends: a buy above the bounds, or a sell below. False when the book is not crossed. */
function endBeyond(instrument: Instrument): bool {
  const bid = ladderOf(instrument, BIDS).best
  const ask = ladderOf(instrument, ASKS).best
  if (!bid.exists || !ask.exists || bid.price < ask.price) return false
  end(instrument, bid.price > openingHigh(instrument) ? bid.head : ask.head, EXPIRED, CLOSE_PRICE_BAND)
  return true
}

/**
 * Largest volume, then smallest imbalance, then nearest to the reference, then the lower price; 0 when nothing crosses. Candidates are the
 * reference and the prices of all levels with their neighbours, where both sides would trade and within a tenth of the reference. Levels that cross no other lie outside, and
 * so do their neighbours, except for the best prices, which are candidates themselves.
 */
function auctionPrice(instrument: Instrument): f64 {
  const bid = ladderOf(instrument, BIDS).best
  const ask = ladderOf(instrument, ASKS).best
  if (!bid.exists || !ask.exists) return 0
  const from = ask.price
  const to = bid.price
  if (from > to) return 0
  if (out > STEPS) broken(BROKEN_RECORDS)
  const asks = cumulate(STEPS, bid, from, to)
  const behind = cumulate(asks, ask, from, to)
  return choosePrice(asks, behind, openingAround(instrument), max(from, openingLow(instrument)), min(to, openingHigh(instrument)))
}

/** Writes the steps of a side from its best level on, as far as it crosses; hidden parts count. Returns where they end. */
function cumulate(to: usize, best: Level, lowest: f64, highest: f64): usize {
  let quantity: f64 = 0
  for (let level = best; level.exists; level = level.worse) {
    const price = level.price
    if (price < lowest || price > highest) break
    for (let order = level.head; order.exists; order = order.next)
      quantity += order.remaining
    store<f64>(to, price)
    store<f64>(to, quantity, STEP_QUANTITY)
    to += STEP_BYTES
  }
  return to
}

/** The best candidate between two prices: bids' steps stand from STEPS on, highest first, asks' up to `behind`, lowest first. Both are walked upwards once. */
function choosePrice(asks: usize, behind: usize, reference: f64, from: f64, to: f64): f64 {
  // lowest bid at or above the price, highest ask at or below it
  let bid = asks - STEP_BYTES
  let ask = asks
  let best: f64 = 0
  let volume: f64 = 0
  let imbalance: f64 = 0
  let distance: f64 = 0
  for (let price = from; price <= to; ) {
    while (load<f64>(bid) < price) bid -= STEP_BYTES
    while (ask + STEP_BYTES < behind && load<f64>(ask, STEP_BYTES) <= price) ask += STEP_BYTES
    const demand = load<f64>(bid, STEP_QUANTITY)
    const supply = load<f64>(ask, STEP_QUANTITY)
    const foundVolume = min(demand, supply)
    const foundImbalance = abs(demand - supply)
    const foundDistance = abs(price - reference)
    if (isBetter(foundVolume, foundImbalance, foundDistance, volume, imbalance, distance)) {
      best = price
      volume = foundVolume
      imbalance = foundImbalance
      distance = foundDistance
    }
    const next = nextCandidate(price, load<f64>(bid), ask, behind)
    price = price < reference && reference < next ? reference : next
  }
  return best
}

@inline function isBetter(volume: f64, imbalance: f64, distance: f64, bestVolume: f64, bestImbalance: f64, bestDistance: f64): bool {
  if (volume != bestVolume) return volume > bestVolume
  if (imbalance != bestImbalance) return imbalance < bestImbalance
  return distance < bestDistance
}

/** The next price that is a level's or beside one: one up, or the one below the nearest level that is not below `price`. */
@inline function nextCandidate(price: f64, bidPrice: f64, ask: usize, behind: usize): f64 {
  let near = bidPrice
  if (load<f64>(ask) == price) near = price
  else if (ask + STEP_BYTES < behind) near = min(near, load<f64>(ask, STEP_BYTES))
  return max(price + 1, near - 1)
}

/** Lets the first orders of both sides trade, the later one as the taker; false when they do not meet at the price. */
function tradeFirst(instrument: Instrument, price: f64): bool {
  const bidLevel = ladderOf(instrument, BIDS).best
  const askLevel = ladderOf(instrument, ASKS).best
  if (!bidLevel.exists || !askLevel.exists) return false
  const bidPrice = bidLevel.price
  const askPrice = askLevel.price
  if (bidPrice < price || askPrice > price) return false
  const bid = bidLevel.head
  const ask = askLevel.head
  const quantity = min(shownOf(bid), shownOf(ask))
  if (!mayTrade(instrument, bid, price, quantity)) {
    end(instrument, bid, CANCELED, CLOSE_LOCK_BOUND)
    return true
  }
  if (!mayTrade(instrument, ask, price, quantity)) {
    end(instrument, ask, CANCELED, CLOSE_LOCK_BOUND)
    return true
  }
  noteLosses(instrument, bid, ask, price, quantity)
  const isBidLater = bid.id > ask.id
  settleFill(instrument, isBidLater ? ask : bid, isBidLater ? bid : ask, price, quantity)
  if (isBidLater) afterMakerFill(instrument, ask, askLevel, askPrice, quantity)
  afterMakerFill(instrument, bid, bidLevel, bidPrice, quantity)
  if (!isBidLater) afterMakerFill(instrument, ask, askLevel, askPrice, quantity)
  return true
}
