/** An order of a pair that fired: its limit, its money. */
import { feeOn, rateOf } from './fees.ts'
import { affordableLots, marketBuyNeed, needOf, setHeld } from './holds.ts'
import { availableOf } from './ledger.ts'
import {
  heldAssetOf,
  isMarketLike,
  notionalOf,
  RATE_ONE,
  type RefInstrument,
  type RefOrder,
  restOf,
  smaller,
  userAt,
  type World,
} from './model.ts'
import { referencePrice } from './prices.ts'

const BOUND_E8 = 5_000_000

export const isFiredBuy = (order: RefOrder): boolean => order.contract === undefined && order.triggered && order.side === 'buy'

/** Holds so much, or as much of it as there is. */
function fund(world: World, instrument: RefInstrument, order: RefOrder, need: bigint): void {
  const free = availableOf(world, order.userId, heldAssetOf(instrument, order.side))
  setHeld(world, order, smaller(need, order.held + free))
}

/** One that would trade at the market gets a limit near the reference, where one is known; a buy what its owner has of what it needs. */
export function fitFired(world: World, instrument: RefInstrument, order: RefOrder): void {
  const reference = referencePrice(world, instrument)
  if (isMarketLike(order) && reference > 0) {
    order.price = worstOf(instrument, order, reference)
    order.type = order.type === 'takeProfitMarket' ? 'takeProfitLimit' : 'stopLimit'
    order.timeInForce = 'gtc'
  }
  const isByBook = isMarketLike(order) && order.side === 'buy'
  const need = isByBook ? marketBuyNeed(instrument, restOf(order), reference, order.heldRateE8) : needOf(instrument, order, reference)
  fund(world, instrument, order, need)
}

/** As far from the reference as an order that fired may trade, and inside the band, which is a tick wide at least. */
function worstOf({ terms }: RefInstrument, order: RefOrder, reference: number): number {
  const widthOf = (rateE8: number): number => Number((BigInt(reference) * BigInt(rateE8)) / RATE_ONE)
  const own = widthOf(terms.firedBoundE8 ?? BOUND_E8)
  const width = terms.priceBandE8 === 0 ? own : Math.min(own, Math.max(1, widthOf(terms.priceBandE8)))
  return order.side === 'buy' ? reference + width : Math.max(1, reference - width)
}

/** Lots that a buy which fired pays for at a price, with what is free besides its hold. */
export function lotsOfFired(world: World, instrument: RefInstrument, order: RefOrder, price: number, wanted: number): number {
  const has = affordableLots(world, instrument, order, price)
  if (has >= wanted) return wanted
  const value = notionalOf(instrument, price, wanted)
  const rate = order.paysInQuote ? rateOf(world, userAt(world, order.userId), instrument, 'buy', 'taker') : 0
  fund(world, instrument, order, value + feeOn(value, rate))
  return Math.min(wanted, affordableLots(world, instrument, order, price))
}

/** What is left of it is about to rest: is its money there? */
export function coversRest(world: World, instrument: RefInstrument, order: RefOrder): boolean {
  const need = needOf(instrument, order, 0)
  fund(world, instrument, order, need)
  return order.held >= need
}
