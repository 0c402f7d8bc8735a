/** Re-opening of a pair: one price for all, chosen for the largest volume. */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { makeSure, out } from '../events/out'
import { broken, BROKEN_RECORDS } from '../host'
import { referencePrice } from '../market/instrument'
import { beginLongWindow } from '../market/long-window'
import { setStatus } from '../market/status'
import { clear, entrantId, entrantOrder, pushEntrant } from '../memory/lists'
import { settleFill } from '../product'
import { metAsk, metBid, mustGiveWay } from './auction-trial'
import { shownOf } from './extra'
import { clearCrossing } from './late'
import { afterMakerFill } from './match'
import { dropPartner } from './order'
import { SCRATCH } from './scratch'
import { meetingMode, preventMeeting } from './self-trade'
import { testTriggers } from './trigger'
import { entrantsList, Instrument, Level, Order, state } from '../../generated/rows'
import { AUCTION, HALT, TRADING } from '../constants/code'

/** How long orders are collected before a pair re-opens after its circuit breaker. */
const AUCTION_MS: f64 = 30_000

/**
 * Step: a price and the lots that would buy, or sell, at it. The steps stand in the scratch for as long as the price is chosen: a level's row is
 * larger than a step, and all orders that can be there need less than that as cells of the trial too.
 */
const STEPS: usize = SCRATCH
const STEP_QUANTITY: usize = 8
const STEP_BYTES: usize = 16

/** A halt ended: orders are collected, then the pair trades again. */
export function statusEnded(instrument: Instrument): void {
  if (instrument.status == HALT) setStatus(instrument, AUCTION, state.at + AUCTION_MS)
  else resume(instrument)
}

/** Back to trading: crossed orders trade at one price, then every waiting order is tested against the last price. */
export function resume(instrument: Instrument): void {
  if (state.behind != 0) clearCrossing(instrument)
  const price = openingPrice(instrument)
  if (price != 0) uncross(instrument, price)
  beginLongWindow(instrument)
  setStatus(instrument, TRADING, 0)
  const waiting = instrument.waiting
  const count = waiting.count
  for (let position: u32 = 0; position < count; position += 1)
    pushEntrant(entrantsList, entrantOrder(waiting, position), entrantId(waiting, position))
  clear(waiting)
  const last = instrument.lastPrice
  if (last != 0) testTriggers(instrument, last)
}

/**
 * Price of a re-opening, 0 = none. Prevention may take so much away that what is left at the price would still be crossed: then the first
 * two orders of one customer that would meet give way before anything trades, and the price is chosen again, so that there is only one.
 */
function openingPrice(instrument: Instrument): f64 {
  const reference = referencePrice(instrument, state.at)
  let price = auctionPrice(instrument, reference)
  while (price != 0 && mustGiveWay(instrument, price)) {
    makeSure()
    prevent(instrument, metBid(), metAsk(), meetingMode(metBid(), metAsk()))
    price = auctionPrice(instrument, reference)
  }
  return price
}

function prevent(instrument: Instrument, bid: Order, ask: Order, mode: i32): void {
  const isBidLater = bid.id > ask.id
  preventMeeting(instrument, isBidLater ? ask : bid, isBidLater ? bid : ask, mode)
}

/**
 * Largest volume, then smallest imbalance, then nearest to the reference, then the lower price; 0 when nothing crosses. Candidates are the
 * reference and the prices of all levels with their neighbours, where both sides would trade. Levels that cross no other lie outside, and
 * so do their neighbours, except for the best prices, which are candidates themselves.
 */
export function auctionPrice(instrument: Instrument, reference: f64): f64 {
  const bid = ladderOf(instrument, BIDS).best
  const ask = ladderOf(instrument, ASKS).best
  if (!bid.exists || !ask.exists) return 0
  const highest = bid.price
  const lowest = ask.price
  if (lowest > highest) return 0
  if (out > STEPS) broken(BROKEN_RECORDS)
  const asks = cumulate(STEPS, bid, lowest, highest)
  const behind = cumulate(asks, ask, lowest, highest)
  return choosePrice(asks, behind, reference)
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

/** The best candidate: bids' steps stand from STEPS on, highest first, asks' up to `behind`, lowest first. Both are walked upwards once. */
function choosePrice(asks: usize, behind: usize, reference: f64): f64 {
  const highest = load<f64>(STEPS)
  // lowest bid at or above the price, highest ask at or below it
  let bid = asks - STEP_BYTES
  let ask = asks
  let best: f64 = 0
  let volume: f64 = 0
  let imbalance: f64 = 0
  let distance: f64 = 0
  for (let price = load<f64>(asks); price <= highest; ) {
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

/** Trades what crosses at the one price, each side in its own order of price and time. */
function uncross(instrument: Instrument, price: f64): void {
  do makeSure()
  while (tradeFirst(instrument, price))
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
  const mode = meetingMode(bid, ask)
  if (mode >= 0) {
    prevent(instrument, bid, ask, mode)
    return true
  }
  dropPartner(instrument, bid)
  dropPartner(instrument, ask)
  const quantity = min(shownOf(bid), shownOf(ask))
  const isBidLater = bid.id > ask.id
  if (settleFill(instrument, isBidLater ? ask : bid, isBidLater ? bid : ask, price, quantity)) testTriggers(instrument, price)
  if (isBidLater) afterMakerFill(instrument, ask, askLevel, askPrice, quantity)
  afterMakerFill(instrument, bid, bidLevel, bidPrice, quantity)
  if (!isBidLater) afterMakerFill(instrument, ask, askLevel, askPrice, quantity)
  return true
}
