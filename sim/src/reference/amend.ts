/** Amending: a decrease stays in its place; everything else is one atomic replace that changes nothing when it fails. */
import type { AmendOrder, OrderTerms } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { groupNeed } from './activate.ts'
import { slice } from './book.ts'
import { findOrder, originOf } from './cancel.ts'
import * as filters from './filters.ts'
import { needOf, setHeld } from './holds.ts'
import { close, touch } from './lifecycle.ts'
import { instrumentAt, isMarketLike, type RefInstrument, type RefOrder, type World } from './model.ts'
import { amendContract } from './perp/amend.ts'
import {
  activate,
  checkAccount,
  checkBound,
  checkPair,
  checkTerms,
  checkUser,
  type Draft,
  firstFailure,
  makeLegs,
  prepare,
  restsOnly,
} from './place.ts'
import { isLocked } from './works.ts'

export interface Amended {
  readonly reason: Reason
  readonly orders: readonly RefOrder[]
  readonly priorityKept: boolean
}

const refused = (reason: Reason): Amended => ({ reason, orders: [], priorityKept: false })

const isUsable = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

export function amendOrder(world: World, command: AmendOrder): Amended {
  const userReason = checkUser(world, world.users.get(command.userId))
  if (userReason !== 'none') return refused(userReason)
  const order = findOrder(world, command)
  if (typeof order === 'string') return refused(order)
  const instrument = instrumentAt(world, order.instrumentId)
  if (isLocked(world, instrument)) return refused('pairBusy')
  if (order.contract !== undefined) return amendContract(world, command, order)
  const pairReason = checkPair(instrument, order.side, restsOnly(order) && order.status !== 'pendingTrigger')
  if (pairReason !== 'none') return refused(pairReason)
  const fixed = order.type === 'market' || order.type === 'trailingStop' || order.status === 'pendingNew'
  if (fixed) return refused('amendNotAllowed')
  const partner = world.live.get(order.partnerId)
  const isStopLeg = partner !== undefined && order.status === 'pendingTrigger'
  const limitLeg = isStopLeg ? partner : order
  const spent = limitLeg.executedQuantity + limitLeg.preventedQuantity
  // a stop leg is for what is left of its limit leg: of that leg it names the rest
  const asked = isStopLeg && command.quantity !== 0 ? command.quantity + spent : command.quantity
  if (![command.price, asked, command.triggerPrice].every(isUsable)) return refused('badNumber')
  if (command.price > 0 && isMarketLike(order)) return refused('badNumber')
  if (command.triggerPrice > 0 && order.status !== 'pendingTrigger') return refused('badNumber')
  const price = command.price || order.price
  const quantity = asked || limitLeg.quantity
  const triggerPrice = command.triggerPrice || order.triggerPrice
  const sameTerms = price === order.price && triggerPrice === order.triggerPrice
  if (sameTerms && quantity === limitLeg.quantity) return refused('amendNoChange')
  if (quantity <= spent) return refused('amendNotAllowed')
  const target = { price, quantity, triggerPrice }
  return sameTerms && quantity < limitLeg.quantity
    ? decrease(world, instrument, order, quantity)
    : replace(world, instrument, order, target, quantity - spent)
}

/** Terms a live order could have been placed with; `changes` are what the amend asks for. */
function termsOf(world: World, order: RefOrder, changes: { price: number; quantity: number; triggerPrice: number }): OrderTerms {
  const partner = world.live.get(order.partnerId)
  const base: OrderTerms = {
    side: order.side,
    type: order.type,
    timeInForce: isMarketLike(order) ? 'gtc' : order.timeInForce,
    price: changes.price,
    quantity: changes.quantity,
    quoteAmount: 0n,
    triggerPrice: order.status === 'pendingTrigger' ? changes.triggerPrice : 0,
    triggerLimitPrice: 0,
    activationPrice: 0,
    trailingBps: 0,
    visibleQuantity: Math.min(order.visibleQuantity, changes.quantity),
    expireAt: order.expireAt,
  }
  const plain = order.status === 'pendingTrigger' ? base : { ...base, type: 'limit' as const }
  if (partner === undefined) return plain
  const isLimitLeg = order.orderId < partner.orderId
  return {
    ...base,
    type: 'oneCancelsOther',
    timeInForce: order.expireAt > 0 ? 'gtd' : 'gtc',
    price: isLimitLeg ? changes.price : partner.price,
    triggerPrice: isLimitLeg ? partner.triggerPrice : changes.triggerPrice,
    triggerLimitPrice: isLimitLeg ? partner.price : changes.price,
    visibleQuantity: 0,
  }
}

function decrease(world: World, instrument: RefInstrument, order: RefOrder, quantity: number): Amended {
  const terms = termsOf(world, order, { price: order.price, quantity, triggerPrice: order.triggerPrice })
  const reason = firstFailure([() => filters.checkRanges(instrument, terms), () => filters.checkValues(world, instrument, terms)])
  if (reason !== 'none') return refused(reason)
  const partner = world.live.get(order.partnerId)
  const legs = partner === undefined ? [order] : [order, partner].sort((a, b) => a.orderId - b.orderId)
  const [limitLeg] = legs
  const rest = quantity - (limitLeg === undefined ? 0 : limitLeg.executedQuantity + limitLeg.preventedQuantity)
  for (const leg of legs) {
    leg.quantity = leg === limitLeg ? quantity : rest
    leg.visibleQuantity = Math.min(leg.visibleQuantity, leg.quantity)
    if (leg.status !== 'pendingTrigger') leg.shown = Math.min(leg.shown, slice(leg))
    touch(world, leg)
  }
  if (limitLeg !== undefined)
    setHeld(world, limitLeg, partner === undefined ? needOf(instrument, limitLeg, 0) : groupNeed(world, instrument, legs))
  return { reason: 'none', orders: legs, priorityKept: true }
}

function replace(
  world: World,
  instrument: RefInstrument,
  order: RefOrder,
  target: { price: number; quantity: number; triggerPrice: number },
  rest: number,
): Amended {
  const partner = world.live.get(order.partnerId)
  const old = (partner === undefined ? [order] : [order, partner]).sort((a, b) => a.orderId - b.orderId)
  const terms = termsOf(world, order, { ...target, quantity: rest })
  // An amend leaves the expiry alone, so its least life is not asked for again.
  const unexpiring = terms.timeInForce === 'gtd' ? { ...terms, timeInForce: 'gtc' as const, expireAt: 0 } : terms
  const checked = checkTerms(world, instrument, unexpiring, order.selfTrade)
  const reason = checked === 'none' ? checkBound(world, instrument, order.userId, terms) : checked
  if (reason !== 'none') return refused(reason)
  const draft: Draft = {
    userId: order.userId,
    clientOrderId: old[0]?.clientOrderId ?? '',
    caller: old[0]?.caller ?? 0,
    instrument,
    selfTrade: order.selfTrade,
    source: order.source,
    firstLeg: 0,
    replacedOrderIds: old.map((leg) => leg.orderId),
    originOrderIds: old.map(originOf),
  }
  const legs = makeLegs(world, draft, terms)
  for (const leg of legs) prepare(instrument, leg)
  const accountReason = checkAccount(world, instrument, terms, legs, old)
  if (accountReason !== 'none') return refused(accountReason)
  moveChildren(world, old, legs)
  for (const leg of old) leg.partnerId = 0
  for (const leg of old) close(world, leg, 'canceled', 'replaced')
  activate(world, instrument, legs)
  return { reason: 'none', orders: legs, priorityKept: false }
}

/** Waiting children change parents and move to the new parent's list. */
function moveChildren(world: World, old: readonly RefOrder[], legs: readonly RefOrder[]): void {
  const childIds = old[0]?.childIds ?? []
  const waiting = childIds.filter((childId) => world.live.get(childId)?.status === 'pendingNew')
  const listId = legs[0]?.orderId ?? 0
  for (const leg of old) leg.childIds = []
  if (waiting.length === 0) return
  for (const leg of legs) {
    leg.childIds = waiting
    leg.orderListId = listId
  }
  for (const childId of waiting) {
    const child = world.live.get(childId)
    if (child === undefined) continue
    child.parentIds = legs.map((leg) => leg.orderId)
    child.orderListId = listId
  }
}
