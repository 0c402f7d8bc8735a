/** Amending a contract order: a decrease stays in its place; everything else is one atomic replace that changes nothing when it fails. */
import type { AmendOrder, OrderTerms } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { slice, wouldCross } from '../book.ts'
import { originOf } from '../cancel.ts'
import * as filters from '../filters.ts'
import { addLive, close, touch } from '../lifecycle.ts'
import { instrumentAt, isMarketLike, nextOrderId, notionalOf, type RefInstrument, type RefOrder, restOf, type World } from '../model.ts'
import { spareOf } from './account.ts'
import { closingLimit, isBroken, isCountOrNone, isInRange, isOnSide, wouldFire } from './checks.ts'
import { closableOf, positionFor } from './closers.ts'
import { enterContract, reserve } from './fire.ts'
import { type Asked, heldByRest, isBeyondCount, isTooMuch, needOfAsked } from './need.ts'
import { isLiquidatedAt, isLoss } from './tpsl.ts'
import { triggerPriceOf } from './triggers.ts'
import { contractAt } from './value.ts'

export interface Amended {
  readonly reason: Reason
  readonly orders: readonly RefOrder[]
  readonly priorityKept: boolean
}

interface Target {
  readonly price: number
  readonly quantity: number
  readonly triggerPrice: number
}

const refused = (reason: Reason): Amended => ({ reason, orders: [], priorityKept: false })

const isWaiting = (order: RefOrder): boolean => order.status === 'pendingTrigger'

export function amendContract(world: World, command: AmendOrder, order: RefOrder): Amended {
  const isFixed = order.type === 'market' || order.type === 'trailingStop' || order.status === 'pendingNew' || order.partnerId !== 0
  if (isFixed) return refused('amendNotAllowed')
  if (![command.price, command.quantity, command.triggerPrice].every(isCountOrNone)) return refused('badNumber')
  if (command.price > 0 && isMarketLike(order)) return refused('badNumber')
  if (command.triggerPrice > 0 && !isWaiting(order)) return refused('badNumber')
  const asked = {
    price: command.price || order.price,
    quantity: command.quantity || order.quantity,
    triggerPrice: command.triggerPrice || order.triggerPrice,
  }
  const target = withEdge(world, order, asked)
  const isSame = asked.price === order.price && asked.triggerPrice === order.triggerPrice
  if (isSame && target.quantity === order.quantity) return refused('amendNoChange')
  const done = order.executedQuantity + order.preventedQuantity
  if (target.quantity <= done && order.contract?.isWhole !== true) return refused('amendNotAllowed')
  const instrument = instrumentAt(world, order.instrumentId)
  const reason = checkAmended(world, instrument, order, target)
  if (reason !== 'none') return refused(reason)
  if (isSame && target.quantity < order.quantity) return decrease(world, instrument, order, target)
  return replace(world, instrument, order, { ...target, quantity: target.quantity - done })
}

/** The limit of what closes lies no further than it may where it would trade at once. */
function withEdge(world: World, order: RefOrder, target: Target): Target {
  if (order.contract?.isClose !== true || isMarketLike(order)) return target
  const around = isWaiting(order) ? target.triggerPrice : contractAt(world, order.instrumentId).mark
  return { ...target, price: closingLimit(world, order.instrumentId, order.side, target.price, around) }
}

const askedWith = (order: RefOrder, { price }: Target, quantity: number): Asked => ({
  userId: order.userId,
  instrumentId: order.instrumentId,
  side: order.side,
  isClose: order.contract?.isClose === true,
  price,
  quantity,
})

/** What only contracts ask. */
function checkAmended(world: World, instrument: RefInstrument, order: RefOrder, target: Target): Reason {
  const { userId, instrumentId } = order
  const isClose = order.contract?.isClose === true
  if (instrument.status !== 'trading' && !(instrument.status === 'reduceOnly' && isClose)) return 'pairHalted'
  if (isBroken(world, userId, instrumentId)) return 'inLiquidation'
  const { mark, isShut } = contractAt(world, instrumentId)
  const around = isWaiting(order) ? target.triggerPrice : mark
  if (!isClose && !isMarketLike(order) && !isInRange(world, instrumentId, target.price, around)) return 'priceBand'
  if (isClose) return isWaiting(order) ? checkStop(world, order, target) : checkClosable(world, order, target)
  if (isShut) return 'indexFrozen'
  const spared = notionalOf(instrument, order.price, restOf(order))
  const rest = target.quantity - (order.quantity - restOf(order))
  if (!isWaiting(order) && rest > 0 && isBeyondCount(world, askedWith(order, target, rest), rest)) return 'valueTooLarge'
  if (!isWaiting(order) && rest > 0 && isTooMuch(world, askedWith(order, target, rest), rest, spared)) return 'leverageTier'
  return fitsAttached(world, order, target) ? 'none' : 'badTakeProfit'
}

/** By the new price, as when it was placed; what is armed or gone does not count. */
function fitsAttached(world: World, order: RefOrder, target: Target): boolean {
  const own = target.price || target.triggerPrice
  if (own === 0 || !order.childIds.some((childId) => world.live.get(childId)?.status === 'pendingNew')) return true
  const { takeProfit = null, stopLoss = null } = order.contract ?? {}
  const isBuy = order.side === 'buy'
  return isOnSide(takeProfit?.triggerPrice ?? 0, own, isBuy) && isOnSide(stopLoss?.triggerPrice ?? 0, own, !isBuy)
}

/** A stop loss of a position cannot be moved to where there would be nothing left to close. */
function checkStop(world: World, order: RefOrder, target: Target): Reason {
  const isStop = order.contract?.isProtection === true && isLoss(order) && target.triggerPrice !== order.triggerPrice
  const position = positionFor(world, { ...order, isClose: true })
  return isStop && position !== undefined && isLiquidatedAt(world, position, target.triggerPrice) ? 'badTakeProfit' : 'none'
}

function checkClosable(world: World, order: RefOrder, target: Target): Reason {
  const position = positionFor(world, { ...order, isClose: true })
  const closable = (position === undefined ? 0 : closableOf(world, position)) + restOf(order)
  return target.quantity - (order.quantity - restOf(order)) <= closable ? 'none' : 'nothingToClose'
}

/** Terms as a new order would have them; one that fired is a limit order since. */
function termsOf(order: RefOrder, target: Target): OrderTerms {
  const type = isWaiting(order) ? order.type : 'limit'
  return {
    side: order.side,
    type,
    timeInForce: isMarketLike(order) ? 'gtc' : order.timeInForce,
    price: target.price,
    quantity: target.quantity,
    quoteAmount: 0n,
    triggerPrice: isWaiting(order) ? target.triggerPrice : 0,
    triggerLimitPrice: 0,
    activationPrice: 0,
    trailingBps: 0,
    visibleQuantity: 0,
    expireAt: 0,
  }
}

function checkSize(world: World, instrument: RefInstrument, terms: OrderTerms, isClose: boolean): Reason {
  const range = filters.checkRanges(instrument, terms)
  // what only closes may be as little and as much as there is, and what closes whatever the position is has no quantity
  if (isClose) return range === 'quantityTooSmall' || range === 'quantityTooLarge' ? 'none' : range
  return range !== 'none' ? range : filters.checkValues(world, instrument, terms)
}

function decrease(world: World, instrument: RefInstrument, order: RefOrder, target: Target): Amended {
  const reason = checkSize(world, instrument, termsOf(order, target), order.contract?.isClose === true)
  if (reason !== 'none') return refused(reason)
  order.quantity = target.quantity
  if (!isWaiting(order)) order.shown = Math.min(order.shown, slice(order))
  touch(world, order)
  reserve(world, order, heldByRest(world, order))
  return { reason: 'none', orders: [order], priorityKept: true }
}

function replace(world: World, instrument: RefInstrument, order: RefOrder, target: Target): Amended {
  if (order.contract?.isWhole === true && target.quantity > 0) return refused('badNumber')
  const terms = termsOf(order, target)
  const size = checkSize(world, instrument, terms, order.contract?.isClose === true)
  if (size !== 'none') return refused(size)
  const now = triggerPriceOf(world, instrument, order.contract?.by ?? 'last')
  const type = order.type as Parameters<typeof wouldFire>[0]
  if (isWaiting(order) && wouldFire(type, order.side, target.triggerPrice, now)) return refused('wouldTriggerImmediately')
  const need = isWaiting(order) ? 0n : needOfAsked(world, { ...askedWith(order, target, target.quantity), spared: restOf(order) })
  if (need > spareOf(world, order.userId, order.instrumentId) + order.held) return refused('insufficientBalance')
  const isPostOnly = terms.timeInForce === 'postOnly' && instrument.status !== 'auction'
  if (isPostOnly && wouldCross(world, instrument, order.side, target.price)) return refused('postOnlyWouldCross')
  const fresh = successorOf(world, order, terms)
  moveChildren(world, order, fresh)
  close(world, order, 'canceled', 'replaced')
  addLive(world, fresh)
  reserve(world, fresh, need)
  enterContract(world, fresh)
  return { reason: 'none', orders: [fresh], priorityKept: false }
}

function successorOf(world: World, order: RefOrder, terms: OrderTerms): RefOrder {
  const { contract } = order
  return {
    ...order,
    ...{ orderId: nextOrderId(world), originOrderId: originOf(order), orderListId: 0 },
    ...{ type: terms.type as RefOrder['type'], price: terms.price, quantity: terms.quantity, triggerPrice: terms.triggerPrice },
    ...{ status: isWaiting(order) ? ('pendingTrigger' as const) : ('new' as const), closeReason: 'none' as const },
    ...{ executedQuantity: 0, executedQuote: 0n, preventedQuantity: 0, fee: 0n, held: 0n, triggered: false, triggeredAt: 0 },
    ...{ createdAt: world.time, updatedAt: world.time, replacedOrderId: order.orderId, shown: 0, childIds: [], parentIds: [] },
    // what fired is a limit order like any other
    ...(contract !== undefined && { contract: isWaiting(order) ? { ...contract } : { ...contract, callback: 0, callbackRate: 0n } }),
  }
}

/** What is attached and waits goes over to the new order. */
function moveChildren(world: World, order: RefOrder, fresh: RefOrder): void {
  const waiting = order.childIds.filter((childId) => world.live.get(childId)?.status === 'pendingNew')
  order.childIds = []
  if (waiting.length === 0) {
    // its owner may have cancelled them
    if (fresh.contract !== undefined) Object.assign(fresh.contract, { takeProfit: null, stopLoss: null })
    return
  }
  fresh.childIds = waiting
  for (const childId of waiting) {
    const child = world.live.get(childId)
    if (child === undefined) continue
    child.parentIds = [fresh.orderId]
  }
}
