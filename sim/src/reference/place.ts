/** Placing: checks in order, then one hold, then the orders enter. */
import type { OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { enter, groupNeed, isWaitingType, startTrailing } from './activate.ts'
import { wouldCross } from './book.ts'
import { isBeyondBound } from './bounds.ts'
import * as filters from './filters.ts'
import { heldRateFor, setHeld } from './holds.ts'
import { availableOf, owes } from './ledger.ts'
import { addLive } from './lifecycle.ts'
import { heldAssetOf, nextOrderId, type PlainType, type RefInstrument, type RefOrder, type RefUser, type World } from './model.ts'
import { marketPrice } from './prices.ts'

export interface Draft {
  readonly userId: number
  readonly clientOrderId: string
  readonly caller: number
  readonly instrument: RefInstrument
  readonly selfTrade: PlaceOrder['selfTrade']
  readonly source: PlaceOrder['source']
  readonly firstLeg: number
  readonly replacedOrderIds: readonly number[]
  /** Of the orders that are replaced: from which id the name of each is made, 0 = it has one of the customer's. */
  readonly originOrderIds: readonly number[]
}

/** First failure of a list of checks that run only as far as needed. */
export function firstFailure(checks: readonly (() => Reason)[]): Reason {
  for (const check of checks) {
    const reason = check()
    if (reason !== 'none') return reason
  }
  return 'none'
}

export function checkUser(world: World, user: RefUser | undefined): Reason {
  if (user === undefined) return 'userNotFound'
  if (user.status === 'disabled') return 'accountDisabled'
  if (user.status === 'frozen' || owes(world, user.userId)) return 'accountFrozen'
  return user.tradingEnabled ? 'none' : 'tradingDisabled'
}

/** Switches and state of the pair; `restsOnly` = what an auction takes. */
export function checkPair(instrument: RefInstrument, side: 'buy' | 'sell', restsOnly: boolean): Reason {
  if (instrument.work !== undefined) return 'pairBusy'
  const { enabled, buyEnabled, sellEnabled } = instrument.terms
  if (!enabled) return 'pairDisabled'
  if (!(side === 'buy' ? buyEnabled : sellEnabled)) return 'sideDisabled'
  if (instrument.status === 'trading') return 'none'
  return instrument.status === 'auction' && restsOnly ? 'none' : 'pairHalted'
}

export const restsOnly = (terms: Pick<OrderTerms, 'type' | 'timeInForce'>): boolean =>
  terms.type === 'limit' && terms.timeInForce !== 'ioc' && terms.timeInForce !== 'fok'

/** Draft orders of some terms: one, or the limit and the stop leg of a one-cancels-other list. Nothing is placed yet. */
export function makeLegs(world: World, draft: Draft, terms: OrderTerms): RefOrder[] {
  if (terms.type !== 'oneCancelsOther') return [makeLeg(world, draft, terms, terms.type, 0)]
  const limitTerms = { ...terms, triggerPrice: 0 }
  const limit = makeLeg(world, draft, limitTerms, 'limit', 0)
  const stopTerms = { ...terms, price: terms.triggerLimitPrice }
  const stop = makeLeg(world, draft, stopTerms, terms.triggerLimitPrice > 0 ? 'stopLimit' : 'stopMarket', 1)
  for (const leg of [limit, stop]) leg.orderListId = limit.orderId
  limit.partnerId = stop.orderId
  stop.partnerId = limit.orderId
  return [limit, stop]
}

function makeLeg(world: World, draft: Draft, terms: OrderTerms, type: PlainType, index: number): RefOrder {
  const { instrument, userId } = draft
  const paysInQuote = terms.side === 'buy' && instrument.terms.feeDirection === 'quote'
  const isMarket = type !== 'limit' && type !== 'stopLimit' && type !== 'takeProfitLimit'
  return {
    orderId: nextOrderId(world) + draft.firstLeg + index,
    clientOrderId: index === 0 ? draft.clientOrderId : '',
    originOrderId: draft.originOrderIds[index] ?? 0,
    caller: index === 0 && draft.clientOrderId !== '' ? draft.caller : 0,
    orderListId: 0,
    userId,
    instrumentId: instrument.instrumentId,
    side: terms.side,
    type,
    timeInForce: isMarket ? 'ioc' : terms.timeInForce,
    selfTrade: draft.selfTrade,
    source: draft.source,
    price: terms.price,
    quantity: terms.quantity,
    quoteAmount: terms.quoteAmount,
    triggerPrice: terms.triggerPrice,
    activationPrice: terms.activationPrice,
    trailingBps: terms.trailingBps,
    visibleQuantity: terms.visibleQuantity,
    expireAt: terms.expireAt,
    status: 'new',
    closeReason: 'none',
    executedQuantity: 0,
    executedQuote: 0n,
    preventedQuantity: 0,
    fee: 0n,
    held: 0n,
    triggered: false,
    triggeredAt: 0,
    createdAt: world.time,
    updatedAt: world.time,
    replacedOrderId: draft.replacedOrderIds[index] ?? 0,
    shown: 0,
    paysInQuote,
    heldRateE8: heldRateFor(world, instrument, userId, paysInQuote),
    partnerId: 0,
    childIds: [],
    parentIds: [],
    extreme: 0,
    following: false,
    activation: 'above',
    placementPrice: 0,
  }
}

/** Checks that need no market and no account: also the ones a child is held to when its parent is placed. */
export function checkChild(world: World, instrument: RefInstrument, terms: OrderTerms, selfTrade: string): Reason {
  return firstFailure([
    () => filters.checkForm(terms, selfTrade),
    () => filters.checkNumbers(terms),
    () => filters.checkRanges(instrument, terms),
    () => filters.checkValues(world, instrument, terms),
    () => filters.checkExtras(instrument, terms, world.time),
    () => filters.checkListPrices(instrument, terms, false),
  ])
}

/** Every check from the form to the would-be trigger. */
export function checkTerms(world: World, instrument: RefInstrument, terms: OrderTerms, selfTrade: string): Reason {
  return firstFailure([
    () => filters.checkForm(terms, selfTrade),
    () => filters.checkNumbers(terms),
    () => filters.checkRanges(instrument, terms),
    () => filters.checkValues(world, instrument, terms),
    () => filters.checkBand(world, instrument, terms),
    () => filters.checkExtras(instrument, terms, world.time),
    () => filters.checkListPrices(instrument, terms, true),
    () => filters.checkTrigger(instrument, terms),
  ])
}

/** A limit lies where the account's orders may trade. */
export function checkBound(world: World, instrument: RefInstrument, userId: number, terms: OrderTerms): Reason {
  if (terms.type !== 'limit' && terms.type !== 'oneCancelsOther') return 'none'
  return isBeyondBound(world, instrument, userId, terms.side, terms.price) ? 'lockBound' : 'none'
}

/** Last checks: what the account may and can, and whether a post-only order would trade. */
export function checkAccount(
  world: World,
  instrument: RefInstrument,
  terms: OrderTerms,
  legs: readonly RefOrder[],
  replaced: readonly RefOrder[],
  child: OrderTerms | null = null,
): Reason {
  const [first] = legs
  if (first === undefined) return 'none'
  const freed = replaced.reduce((sum, order) => sum + order.held, 0n)
  const isPostOnly = terms.type === 'oneCancelsOther' || terms.timeInForce === 'postOnly'
  return firstFailure([
    // A replace adds no order, also where the allowed number was lowered since.
    () => (replaced.length > 0 ? 'none' : filters.checkCounts(world, first.userId, instrument, listOf(terms, child))),
    () => filters.checkPosition(world, first.userId, instrument, listOf(terms, child), replaced),
    () => {
      const need = groupNeed(world, instrument, legs)
      const available = availableOf(world, first.userId, heldAssetOf(instrument, first.side)) + freed
      return need > available ? 'insufficientBalance' : 'none'
    },
    () => {
      const meets = instrument.status === 'trading' && isPostOnly && wouldCross(world, instrument, first.side, first.price)
      return meets ? 'postOnlyWouldCross' : 'none'
    },
  ])
}

const listOf = (terms: OrderTerms, child: OrderTerms | null): OrderTerms[] => (child === null ? [terms] : [terms, child])

/** Puts checked legs to work. */
export function activate(world: World, instrument: RefInstrument, legs: readonly RefOrder[]): void {
  const [first] = legs
  if (first === undefined) return
  const need = groupNeed(world, instrument, legs)
  for (const leg of legs) {
    leg.status = isWaitingType(leg) ? 'pendingTrigger' : 'new'
    addLive(world, leg)
  }
  setHeld(world, first, need)
  enter(world, instrument, legs)
}

export interface Placed {
  readonly reason: Reason
  readonly orders: readonly RefOrder[]
}

const refused = (reason: Reason): Placed => ({ reason, orders: [] })

export function placeOrder(world: World, command: PlaceOrder, key: string): Placed {
  const { terms, child, selfTrade } = command
  const userReason = checkUser(world, world.users.get(command.userId))
  if (userReason !== 'none') return refused(userReason)
  const instrument = world.instruments[command.instrumentId - 1]
  if (instrument === undefined || instrument.isContract === true) return refused('instrumentNotFound')
  const reason = firstFailure([
    () => checkPair(instrument, terms.side, restsOnly(terms)),
    () => (child !== null && terms.type !== 'limit' && terms.type !== 'oneCancelsOther' ? 'orderTypeUnsupported' : 'none'),
    () => checkTerms(world, instrument, terms, selfTrade),
    () => checkBound(world, instrument, command.userId, terms),
    () => (child === null ? 'none' : checkChild(world, instrument, child, selfTrade)),
  ])
  if (reason !== 'none') return refused(reason)
  const { caller = 0 } = command
  const draft: Draft = { ...command, caller, clientOrderId: key, instrument, firstLeg: 0, replacedOrderIds: [], originOrderIds: [] }
  const legs = makeLegs(world, draft, terms)
  for (const leg of legs) prepare(instrument, leg)
  if (legs.some((leg) => leg.type === 'trailingStop' && leg.side === 'buy') && marketPrice(instrument) === 0) return refused('badParameter')
  const accountReason = checkAccount(world, instrument, terms, legs, [], child)
  if (accountReason !== 'none') return refused(accountReason)
  const ordersReason = filters.checkOrders(world, command.userId)
  if (ordersReason !== 'none') return refused(ordersReason)
  const children = child === null ? [] : makeLegs(world, { ...draft, clientOrderId: '', firstLeg: legs.length }, child)
  attachChildren(world, legs, children)
  activate(world, instrument, legs)
  return { reason: 'none', orders: [...legs, ...children] }
}

export function prepare(instrument: RefInstrument, leg: RefOrder): void {
  if (leg.type === 'trailingStop') startTrailing(instrument, leg)
}

/** Ties waiting children to their parents; all of them share the parent's list id. */
function attachChildren(world: World, parents: readonly RefOrder[], children: readonly RefOrder[]): void {
  const listId = parents[0]?.orderId ?? 0
  if (children.length === 0) return
  for (const parent of parents) {
    parent.orderListId = listId
    parent.childIds = children.map((order) => order.orderId)
  }
  for (const order of children) {
    order.orderListId = listId
    order.status = 'pendingNew'
    order.parentIds = parents.map((parent) => parent.orderId)
    addLive(world, order)
  }
}
