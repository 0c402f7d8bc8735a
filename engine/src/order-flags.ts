/** The packed bytes of an order row: ORDER_KIND is type × 2 + side; ORDER_TERMS holds time in force, self-trade mode and source. */
import * as layout from '../generated/layout.ts'
import * as bits from './schema/bits.ts'

const { ORDER_BITS, ORDER_KIND, ORDER_TERMS } = layout
const { BIT_FEE_IN_QUOTE } = bits

const SELF_TRADE_SHIFT = 3
const SOURCE_SHIFT = 6

/** Code of the side. `order` is where the row starts in `orders`. */
export function sideOf(orders: DataView, order: number): number {
  return orders.getUint8(order + ORDER_KIND) & 1
}

/** Is it a buy that pays its fee in quote? */
export function paysInQuote(orders: DataView, order: number): boolean {
  return (orders.getUint8(order + ORDER_BITS) & BIT_FEE_IN_QUOTE) !== 0
}

/** Code of the type. */
export function typeOf(orders: DataView, order: number): number {
  return orders.getUint8(order + ORDER_KIND) >>> 1
}

/** Code of the time in force. */
export function timeInForceOf(orders: DataView, order: number): number {
  return orders.getUint8(order + ORDER_TERMS) & 7
}

/** Code of the self-trade mode. */
export function selfTradeOf(orders: DataView, order: number): number {
  return (orders.getUint8(order + ORDER_TERMS) >>> SELF_TRADE_SHIFT) & 7
}

/** Code of the source. */
export function sourceOf(orders: DataView, order: number): number {
  return orders.getUint8(order + ORDER_TERMS) >>> SOURCE_SHIFT
}
