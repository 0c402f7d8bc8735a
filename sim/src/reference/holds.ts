/** What an order has to reserve, by type; and the one function that changes a reservation. */
import type { Side } from '@agio/engine/command.ts'
import { sideOf } from './book.ts'
import { feeOn, rateOf, reservedRate } from './fees.ts'
import { move, userAccount } from './ledger.ts'
import {
  ceilDiv,
  heldAssetOf,
  instrumentAt,
  isMarketLike,
  larger,
  notionalOf,
  RATE_ONE,
  type RefInstrument,
  type RefOrder,
  restOf,
  userAt,
  type World,
} from './model.ts'
import { insideBand } from './prices.ts'

const BPS_ONE = 10_000n

/** Quote money plus the fee it would cost when buys pay their fee in quote. */
const withFee = (amount: bigint, rateE8: number): bigint => amount + feeOn(amount, rateE8)

/** Need of a limit order's rest. */
export function limitNeed(instrument: RefInstrument, side: Side, price: number, quantity: number, heldRateE8: number): bigint {
  if (side === 'sell') return BigInt(quantity) * instrument.baseFactor
  return withFee(notionalOf(instrument, price, quantity), heldRateE8)
}

const withSlippage = (instrument: RefInstrument, amount: bigint): bigint =>
  ceilDiv(amount * (RATE_ONE + BigInt(instrument.terms.slippageCapE8)), RATE_ONE)

/** Need of a market buy by quantity: the ask levels it would take inside the band, plus the slippage allowance. */
export function marketBuyNeed(instrument: RefInstrument, quantity: number, reference: number, heldRateE8: number): bigint {
  let left = quantity
  let cost = 0n
  for (const maker of sideOf(instrument, 'sell')) {
    if (left === 0 || !insideBand(instrument, 'buy', maker.price, reference)) break
    const take = Math.min(left, restOf(maker))
    cost += notionalOf(instrument, maker.price, take)
    left -= take
  }
  return withFee(withSlippage(instrument, cost), heldRateE8)
}

/** Need of an order that waits for its trigger. */
export function waitingNeed(instrument: RefInstrument, order: RefOrder): bigint {
  const quantity = restOf(order)
  if (order.side === 'sell') return BigInt(quantity) * instrument.baseFactor
  if (!isMarketLike(order)) return limitNeed(instrument, 'buy', order.price, quantity, order.heldRateE8)
  if (order.type !== 'trailingStop') {
    return withFee(withSlippage(instrument, notionalOf(instrument, order.triggerPrice, quantity)), order.heldRateE8)
  }
  const raised = notionalOf(instrument, order.placementPrice, quantity) * (BPS_ONE + BigInt(order.trailingBps))
  const cost = ceilDiv(raised * (RATE_ONE + BigInt(instrument.terms.slippageCapE8)), BPS_ONE * RATE_ONE)
  return withFee(cost, order.heldRateE8)
}

/** Need of a limit order's rest; of a limit leg, what the dearer leg of its list needs for it. */
export function listNeed(world: World, instrument: RefInstrument, order: RefOrder): bigint {
  const own = limitNeed(instrument, order.side, order.price, restOf(order), order.heldRateE8)
  const partner = world.live.get(order.partnerId)
  return partner === undefined ? own : larger(own, waitingNeed(instrument, { ...partner, quantity: restOf(order) }))
}

/** Need of an order as it stands, not counting what it shares with the other leg of a list. */
export function needOf(instrument: RefInstrument, order: RefOrder, reference: number): bigint {
  if (order.status === 'pendingNew') return 0n
  if (order.status === 'pendingTrigger') return waitingNeed(instrument, order)
  if (!isMarketLike(order)) return limitNeed(instrument, order.side, order.price, restOf(order), order.heldRateE8)
  if (order.side === 'sell') return BigInt(restOf(order)) * instrument.baseFactor
  if (order.quoteAmount > 0n) return order.quoteAmount
  return marketBuyNeed(instrument, restOf(order), reference, order.heldRateE8)
}

/** Sets what an order holds, taking from or giving back to its owner's available balance. */
export function setHeld(world: World, order: RefOrder, target: bigint): void {
  const assetId = heldAssetOf(instrumentAt(world, order.instrumentId), order.side)
  const kind = order.contract === undefined ? 'spot' : 'contract'
  const available = userAccount(order.userId, assetId, 'available', kind)
  const held = userAccount(order.userId, assetId, 'held', kind)
  if (target > order.held) move(world, available, held, target - order.held)
  else move(world, held, available, order.held - target)
  order.held = target
}

/** Largest whole number of lots that a budget pays for at a price, fee in quote included where the pair asks for it. */
export function affordableLots(world: World, instrument: RefInstrument, order: RefOrder, price: number): number {
  const rate = order.paysInQuote ? rateOf(world, userAt(world, order.userId), instrument, 'buy', 'taker') : 0
  const fits = (lots: bigint): boolean => withFee(BigInt(price) * lots * instrument.quoteFactor, rate) <= order.held
  let lots = (order.held * RATE_ONE) / (BigInt(price) * instrument.quoteFactor * (RATE_ONE + BigInt(rate)))
  while (fits(lots + 1n)) lots += 1n
  while (lots > 0n && !fits(lots)) lots -= 1n
  return Number(lots)
}

/** Rate to remember with a new order, see `limitNeed`. */
export const heldRateFor = (world: World, instrument: RefInstrument, userId: number, paysInQuote: boolean): number =>
  paysInQuote ? reservedRate(world, userAt(world, userId), instrument) : 0
