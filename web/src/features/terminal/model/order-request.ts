/** A checked ticket as the body of an order call. The one place where the API's words for order types are written. */
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { WIRE_ORDER_TYPES, WIRE_SELF_TRADE_MODES, WIRE_SIDES, WIRE_TIMES_IN_FORCE } from '@agio/wire/spot/view.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import type { TicketContext } from './context.ts'
import { FIELDS } from './order-words.ts'
import type { Ticket } from './resolve.ts'

/** Exactly the fields that the type takes; decimals are canonical strings. */
export interface OrderBody {
  readonly symbol: string
  readonly direction: 'BUY' | 'SELL'
  readonly type: (typeof WIRE_ORDER_TYPES)[keyof typeof WIRE_ORDER_TYPES]
  readonly clientOrderId: string
  readonly stpMode: (typeof WIRE_SELF_TRADE_MODES)[keyof typeof WIRE_SELF_TRADE_MODES]
  readonly price?: string
  readonly amount?: string
  readonly turnover?: string
  readonly triggerPrice?: string
  readonly triggerLimitPrice?: string
  readonly activationPrice?: string
  readonly trailingDelta?: number
  readonly timeInForce?: (typeof WIRE_TIMES_IN_FORCE)[keyof typeof WIRE_TIMES_IN_FORCE]
  readonly expireTime?: number
  readonly visibleAmount?: string
  readonly then?: ChildBody
}

export interface ChildBody {
  readonly direction: 'BUY' | 'SELL'
  readonly type: 'TAKE_PROFIT_MARKET' | 'STOP_MARKET' | 'OCO'
  readonly amount: string
  readonly price?: string
  readonly triggerPrice?: string
}

const HOUR_MS = 3_600_000

/** @param now server clock, ms: the start of a good-till-date order's life */
export function orderBody(ticket: Ticket, context: TicketContext, clientOrderId: string, now: number): OrderBody {
  const { draft } = ticket
  const { terms } = context
  const fields = FIELDS[draft.type]
  const price = (ticks: number): string => formatSteps(ticks, terms.priceScale)
  const lots = (quantity: bigint): string => formatDecimal(quantity, terms.quantityScale)
  return {
    symbol: terms.symbol,
    direction: WIRE_SIDES[draft.side],
    type: WIRE_ORDER_TYPES[draft.type],
    clientOrderId,
    stpMode: WIRE_SELF_TRADE_MODES[draft.selfTrade],
    ...(fields.price && { price: price(ticket.price) }),
    ...(ticket.byTotal ? { turnover: formatDecimal(ticket.total, context.quoteScale) } : { amount: lots(ticket.quantity) }),
    ...(fields.trigger && { triggerPrice: price(ticket.trigger) }),
    ...(fields.triggerLimit && ticket.triggerLimit > 0 && { triggerLimitPrice: price(ticket.triggerLimit) }),
    ...(fields.trailing && { trailingDelta: ticket.trailingBps }),
    ...(fields.trailing && ticket.activation > 0 && { activationPrice: price(ticket.activation) }),
    ...(fields.timesInForce.length > 0 && { timeInForce: WIRE_TIMES_IN_FORCE[draft.postOnly ? 'postOnly' : draft.timeInForce] }),
    ...(fields.timesInForce.length > 0 && !draft.postOnly && draft.timeInForce === 'gtd' && { expireTime: now + draft.lifetime * HOUR_MS }),
    ...(draft.iceberg && { visibleAmount: lots(ticket.visible) }),
    // biome-ignore lint/suspicious/noThenProperty: the API's name; the body is never awaited
    ...(draft.child && { then: childBody(ticket, price, lots(ticket.quantity)) }),
  }
}

/** Take profit and stop loss together are a one-cancels-other list on the opposite side; one alone is a conditional market order. */
function childBody(ticket: Ticket, price: (ticks: number) => string, amount: string): ChildBody {
  const direction = ticket.draft.side === 'buy' ? 'SELL' : 'BUY'
  if (ticket.takeProfit > 0 && ticket.stopLoss > 0)
    return { direction, type: 'OCO', amount, price: price(ticket.takeProfit), triggerPrice: price(ticket.stopLoss) }
  return ticket.takeProfit > 0
    ? { direction, type: 'TAKE_PROFIT_MARKET', amount, triggerPrice: price(ticket.takeProfit) }
    : { direction, type: 'STOP_MARKET', amount, triggerPrice: price(ticket.stopLoss) }
}

/** Equal texts mean the same order: every field except id and clock. */
export const sameOrder = (ticket: Ticket, context: TicketContext): string => JSON.stringify(orderBody(ticket, context, '', 0))
