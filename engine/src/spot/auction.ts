/** Re-opening of a pair: one price for all, chosen for the largest volume. */
import * as code from '../codec/code.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from '../layout.ts'
import type { Instrument } from '../market/instrument.ts'
import { setStatus } from '../market/status.ts'
import type { State } from '../state.ts'
import { afterMakerFill } from './match.ts'
import { dropPartner, shownOf } from './order.ts'
import { settleFill } from './settle-fill.ts'
import { testTriggers } from './trigger.ts'

const { AUCTION, HALT, TRADING } = code
const { LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_ID, ORDER_NEXT, ORDER_REMAINING } = layout

/** How long orders are collected before a pair re-opens after its circuit breaker. */
export const AUCTION_MS = 30_000

interface Step {
  readonly price: number
  /** Lots that would buy, or sell, at this price. */
  readonly quantity: number
}

/** A halt ended: orders are collected, then the pair trades again. */
export function statusEnded(state: State, out: EventBuffer, instrument: Instrument): void {
  if (instrument.status === HALT) setStatus(state, out, instrument, AUCTION, state.at + AUCTION_MS)
  else resume(state, out, instrument)
}

/** Back to trading: crossed orders trade at one price, then every waiting order is tested against the last price. */
export function resume(state: State, out: EventBuffer, instrument: Instrument): void {
  const reference = instrument.referencePrice(state.at)
  const price = auctionPrice(state, instrument, reference)
  if (price !== 0) uncross(state, out, instrument, price)
  setStatus(state, out, instrument, TRADING, 0)
  for (const child of instrument.waitingChildren.splice(0)) state.entrants.push(child)
  if (instrument.lastPrice !== 0) testTriggers(state, instrument, instrument.lastPrice)
}

/** Largest volume, then smallest imbalance, then nearest to the reference, then the lower price; 0 when nothing crosses. */
export function auctionPrice(state: State, instrument: Instrument, reference: number): number {
  const bids = cumulate(state, instrument.bids.best)
  const asks = cumulate(state, instrument.asks.best)
  const highest = bids[0]?.price ?? 0
  const lowest = asks[0]?.price ?? Infinity
  const prices = new Set<number>()
  const consider = (price: number): void => {
    if (price >= lowest && price <= highest) prices.add(price)
  }
  for (const step of [...bids, ...asks]) for (const offset of [-1, 0, 1]) consider(step.price + offset)
  consider(reference)
  let best = { price: 0, volume: 0, imbalance: 0, distance: 0 }
  for (const price of [...prices].sort((first, second) => first - second)) {
    const demand = at(bids, (step) => step.price >= price)
    const supply = at(asks, (step) => step.price <= price)
    const found = { price, volume: Math.min(demand, supply), imbalance: Math.abs(demand - supply), distance: Math.abs(price - reference) }
    if (isBetter(found, best)) best = found
  }
  return best.volume === 0 ? 0 : best.price
}

interface Candidate {
  readonly volume: number
  readonly imbalance: number
  readonly distance: number
}

function isBetter(found: Candidate, best: Candidate): boolean {
  if (found.volume !== best.volume) return found.volume > best.volume
  if (found.imbalance !== best.imbalance) return found.imbalance < best.imbalance
  return found.distance < best.distance
}

/** Lots available down to each price, best first, hidden parts included. */
function cumulate(state: State, best: number): Step[] {
  const steps: Step[] = []
  let quantity = 0
  for (let level = best; level !== 0; level = state.levels.view.getInt32(level + LEVEL_WORSE, true)) {
    let order = state.levels.view.getInt32(level + LEVEL_HEAD, true)
    for (; order !== 0; order = state.orders.view.getInt32(order + ORDER_NEXT, true))
      quantity += state.orders.view.getFloat64(order + ORDER_REMAINING, true)
    steps.push({ price: state.levels.view.getFloat64(level + LEVEL_PRICE, true), quantity })
  }
  return steps
}

function at(steps: readonly Step[], includes: (step: Step) => boolean): number {
  let quantity = 0
  for (const step of steps) if (includes(step)) quantity = step.quantity
  return quantity
}

/** Trades what crosses at the one price, each side in its own order of price and time; the later order of a pair is the taker. */
function uncross(state: State, out: EventBuffer, instrument: Instrument, price: number): void {
  for (;;) {
    const bidLevel = instrument.bids.best
    const askLevel = instrument.asks.best
    const levels = state.levels.view
    if (bidLevel === 0 || askLevel === 0) return
    const bidPrice = levels.getFloat64(bidLevel + LEVEL_PRICE, true)
    const askPrice = levels.getFloat64(askLevel + LEVEL_PRICE, true)
    if (bidPrice < price || askPrice > price) return
    const bid = levels.getInt32(bidLevel + LEVEL_HEAD, true)
    const ask = levels.getInt32(askLevel + LEVEL_HEAD, true)
    dropPartner(state, out, instrument, bid)
    dropPartner(state, out, instrument, ask)
    const quantity = Math.min(shownOf(state, bid), shownOf(state, ask))
    const orders = state.orders.view
    const isBidLater = orders.getFloat64(bid + ORDER_ID, true) > orders.getFloat64(ask + ORDER_ID, true)
    settleFill(state, out, instrument, isBidLater ? ask : bid, isBidLater ? bid : ask, price, quantity)
    testTriggers(state, instrument, price)
    const [first, second] = isBidLater ? [ask, bid] : [bid, ask]
    afterMakerFill(state, out, instrument, first, first === ask ? askLevel : bidLevel, first === ask ? askPrice : bidPrice, quantity)
    afterMakerFill(state, out, instrument, second, second === ask ? askLevel : bidLevel, second === ask ? askPrice : bidPrice, quantity)
  }
}
