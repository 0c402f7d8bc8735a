/** An order before it exists: terms read from an entry, from a waiting child or from an order that is being replaced. */
import { bitsOf, selfTradeOf, sideOf, sourceOf, timeInForceOf, typeOf } from './order-flags'
import { Terms } from '../../generated/entries'
import { Condition, Draft, none, Order } from '../../generated/rows'
import { ONE_CANCELS_OTHER } from '../constants/code'
import { BIT_CLOSE, DRAFT_BYTES } from '../constants/layout'

// Drafts: fixed blocks behind the scalars of the state, reused from command to command. Several may be in use at a time.
/** The order of a placeOrder entry, and the child that comes with it. */
@inline export const DRAFT_PARENT: Draft = changetype<Draft>(0x700)
@inline export const DRAFT_CHILD: Draft = changetype<Draft>(0x780)
/** The order of an amendOrder entry. */
@inline export const DRAFT_AMENDED: Draft = changetype<Draft>(0x800)
/** Children of a filled parent while they are placed. */
@inline export const DRAFT_CHILDREN: Draft = changetype<Draft>(0x880)

/** Reads terms; the short form has price and quantity only. */
export function readDraft(draft: Draft, terms: Terms, isLong: bool): void {
  draft.side = terms.side
  draft.type = terms.type
  draft.timeInForce = terms.timeInForce
  draft.price = terms.price
  draft.quantity = terms.quantity
  draft.quoteAmount = isLong ? terms.quoteAmount : 0
  draft.triggerPrice = isLong ? terms.triggerPrice : 0
  draft.triggerLimitPrice = isLong ? terms.triggerLimitPrice : 0
  draft.activationPrice = isLong ? terms.activationPrice : 0
  draft.trailingBps = isLong ? terms.trailingBps : 0
  draft.visible = isLong ? terms.visibleQuantity : 0
  draft.expireAt = isLong ? terms.expireAt : 0
  forgetContract(draft)
}

/** A draft of nothing yet. */
export function clearDraft(draft: Draft): void {
  memory.fill(changetype<usize>(draft), 0, DRAFT_BYTES)
}

/** Nothing of what only contract orders have. */
function forgetContract(draft: Draft): void {
  draft.isClose = 0
  draft.isWhole = 0
  draft.triggerBy = 0
  draft.isProtection = 0
  draft.callback = 0
  draft.callbackRate = 0
}

/** Reads the terms of a live order back; with `second`, of the list whose limit and stop legs are the two. */
export function draftOfOrder(draft: Draft, order: Order, second: Order): void {
  draft.side = sideOf(order)
  draft.type = second.exists ? ONE_CANCELS_OTHER : typeOf(order)
  draft.timeInForce = timeInForceOf(order)
  draft.selfTrade = selfTradeOf(order)
  draft.source = sourceOf(order)
  draft.price = order.price
  draft.quantity = order.quantity
  draft.triggerLimitPrice = second.exists ? second.price : 0
  const extra = order.extra
  draft.quoteAmount = extra.exists ? extra.quoteAmount : 0
  draft.activationPrice = extra.exists ? extra.activationPrice : 0
  draft.trailingBps = !extra.exists ? 0 : <f64>extra.trailingBps
  draft.visible = extra.exists ? extra.visible : 0
  draft.expireAt = extra.exists ? extra.expireAt : 0
  const triggerExtra = second.exists ? second.extra : extra
  draft.triggerPrice = triggerExtra.exists ? triggerExtra.triggerPrice : 0
  forgetContract(draft)
  draft.isClose = i32((bitsOf(order) & BIT_CLOSE) != 0)
  const condition = extra.exists ? extra.condition : none<Condition>()
  if (!condition.exists) return
  draft.isWhole = condition.isWhole
  draft.triggerBy = condition.by
  draft.isProtection = condition.isProtection
  draft.callback = condition.callback
  draft.callbackRate = condition.callbackRate
}
