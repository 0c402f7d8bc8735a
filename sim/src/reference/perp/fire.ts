/** What happens between a placed contract order and its taker phase: reserving, firing, arming what is attached. */
import type { Attached, CloseReason } from '@agio/engine/event.ts'
import { move } from '../ledger.ts'
import { close, endPartner, touch } from '../lifecycle.ts'
import { restQuietly, runTaker } from '../match.ts'
import { instrumentAt, isMarketLike, type RefOrder, restOf, type World } from '../model.ts'
import { freeAccount, heldAccount, settleProfits, spareOf } from './account.ts'
import { typeThat } from './checks.ts'
import { closableOf, opposedBy, positionFor } from './closers.ts'
import { askedOf, isBeyondCount, isTooMuch, needOfAsked, worstPrice } from './need.ts'
import { plainOrder } from './plain-order.ts'
import { isContractHit, triggerPriceOf } from './triggers.ts'
import { contractAt, marginAssetOf } from './value.ts'

/** Sets what an order reserves; what the free balance lacks of it is paid out of profits. */
export function reserve(world: World, order: RefOrder, target: bigint): void {
  const assetId = marginAssetOf(world, order.instrumentId)
  const [free, held] = [freeAccount(order.userId, assetId), heldAccount(order.userId, assetId)]
  const more = target - order.held
  if (more > 0n) {
    settleProfits(world, order.userId, assetId, more)
    move(world, free, held, more)
  } else move(world, held, free, -more)
  order.held = target
}

/** An order that is live starts to match, rest or wait. */
export function enterContract(world: World, order: RefOrder): void {
  const instrument = instrumentAt(world, order.instrumentId)
  if (order.status === 'pendingTrigger') return
  if (instrument.status === 'auction') restQuietly(world, instrument, order)
  else runTaker(world, instrument, order)
}

/** A waiting order becomes an ordinary one: its partner goes, what it closes is what there is, and it needs its margin now. */
export function fireContract(world: World, order: RefOrder): void {
  const { contract } = order
  if (contract === undefined) return
  endPartner(world, order)
  order.triggered = true
  order.triggeredAt = world.time
  order.status = 'new'
  order.expireAt = 0
  becomeLimit(world, order)
  touch(world, order)
  const refusal = contract.isClose ? fitToPosition(world, order) : refusalOf(world, order)
  if (refusal !== 'none') {
    close(world, order, 'rejected', refusal)
    return
  }
  const need = needOfAsked(world, askedOf(order, priceOf(world, order)))
  if (need > spareOf(world, order.userId, order.instrumentId) + order.held) {
    close(world, order, 'rejected', 'insufficientBalance')
    return
  }
  reserve(world, order, need)
  enterContract(world, order)
}

/** What closes trades no worse than the slippage of its contract, and what is left of it rests there; what trails may have said a price. */
function becomeLimit(world: World, order: RefOrder): void {
  const isProfit = order.type === 'takeProfitMarket'
  const closesAtMarket = order.contract?.isClose === true && isMarketLike(order) && order.price === 0
  if (closesAtMarket) order.price = worstPrice(world, order.instrumentId, order.side)
  else if (order.type !== 'trailingStop' || order.price === 0) return
  order.type = isProfit ? 'takeProfitLimit' : 'stopLimit'
  order.timeInForce = 'gtc'
}

const priceOf = (world: World, order: RefOrder): number => order.price || worstPrice(world, order.instrumentId, order.side)

function refusalOf(world: World, order: RefOrder): CloseReason {
  const { instrumentId } = order
  if (contractAt(world, instrumentId).isShut || instrumentAt(world, instrumentId).status === 'reduceOnly') return 'halt'
  const asked = askedOf(order, priceOf(world, order))
  return isBeyondCount(world, asked, restOf(order)) || isTooMuch(world, asked, restOf(order)) ? 'insufficientBalance' : 'none'
}

/** Cuts what closes to what there is to close. */
function fitToPosition(world: World, order: RefOrder): CloseReason {
  const position = positionFor(world, { ...order, isClose: true })
  const opposed = opposedBy(position, order.side)
  if (position === undefined || opposed === 0) return 'positionClosed'
  const lots = order.contract?.isWhole === true ? opposed : Math.min(restOf(order), closableOf(world, position))
  if (lots === 0) return 'reduceOnly'
  order.quantity += lots - restOf(order)
  return 'none'
}

// ---- take profit and stop loss ----

/** What was attached to an order begins to wait for its price. */
export function armContract(world: World, legs: readonly RefOrder[]): void {
  for (const leg of legs) {
    if (!world.live.has(leg.orderId) || leg.contract === undefined) continue
    leg.status = 'pendingTrigger'
    touch(world, leg)
    const price = triggerPriceOf(world, instrumentAt(world, leg.instrumentId), leg.contract.by)
    if (price > 0 && isContractHit(leg, leg.contract, price)) fireContract(world, leg)
  }
}

export interface Protection {
  readonly side: 'buy' | 'sell'
  readonly takeProfit: Attached | null
  readonly stopLoss: Attached | null
  readonly ids: readonly [number, number]
  /** 0 = whatever the position is. */
  readonly quantities: readonly [number, number]
}

/** Waiting reduce-only orders, of which the first that fires ends the other. */
export function makeProtection(world: World, of: Pick<RefOrder, 'userId' | 'instrumentId' | 'source'>, what: Protection): RefOrder[] {
  const [profitId, lossId] = what.ids
  const [profitLots, lossLots] = what.quantities
  const profit =
    what.takeProfit === null
      ? []
      : [protective(world, of, what.takeProfit, { ...what, isProfit: true, orderId: profitId, quantity: profitLots })]
  const loss =
    what.stopLoss === null ? [] : [protective(world, of, what.stopLoss, { ...what, isProfit: false, orderId: lossId, quantity: lossLots })]
  const [first] = profit
  const [second] = loss
  if (first !== undefined && second !== undefined) pair(first, second)
  return [...profit, ...loss]
}

export function pair(one: RefOrder, other: RefOrder): void {
  one.partnerId = other.orderId
  other.partnerId = one.orderId
}

interface Leg {
  readonly side: 'buy' | 'sell'
  readonly isProfit: boolean
  readonly orderId: number
  readonly quantity: number
}

function protective(world: World, of: Pick<RefOrder, 'userId' | 'instrumentId' | 'source'>, attached: Attached, leg: Leg): RefOrder {
  const { side, isProfit, orderId, quantity } = leg
  const hasLimit = attached.price > 0
  // the profit of who sells lies above, of who buys below
  const type = typeThat(isProfit === (side === 'sell'), side, hasLimit)
  const order = plainOrder(world, {
    ...{ orderId, quantity, side, type, userId: of.userId, instrumentId: of.instrumentId, source: of.source },
    clientOrderId: '',
    caller: 0,
    timeInForce: hasLimit ? 'gtc' : 'ioc',
    selfTrade: 'expireMaker',
    price: attached.price,
    expireAt: 0,
  })
  order.status = 'pendingTrigger'
  order.triggerPrice = attached.triggerPrice
  order.contract = {
    isClose: true,
    isShortLeg: world.perp.traders.get(of.userId)?.isHedged === true && side === 'buy',
    isWhole: quantity === 0,
    isProtection: true,
    by: attached.triggerBy,
    callbackRate: 0n,
    callback: 0,
    takeProfit: null,
    stopLoss: null,
    receiptId: 0,
  }
  return order
}
