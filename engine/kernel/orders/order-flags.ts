/**
 * The packed bytes of an order row, one word: `kind` is type × 2 + side, `terms` holds time in force, self-trade mode and source,
 * then come the status and the bits. They are written as a whole word, because `writeOrder` reads them as one: a load waits long for a
 * byte that was stored into its word just before.
 */
import { Order } from '../../generated/rows'
import { GTC, LIMIT, STOP_LIMIT, TAKE_PROFIT_LIMIT } from '../constants/code'
import { BIT_FEE_IN_QUOTE } from '../constants/layout'

const SELF_TRADE_SHIFT: u32 = 3
const SOURCE_SHIFT: u32 = 6
const STATUS_SHIFT: u32 = 16
const BITS_SHIFT: u32 = 24
const WITHOUT_STATUS: u32 = 0xff00ffff
const WITHOUT_KIND: u32 = 0xffff0000
const WITHOUT_BITS: u32 = 0x00ffffff

/** Code of the side. */
@inline export function sideOf(order: Order): i32 {
  return <i32>order.kind & 1
}

/** Code of the type. */
@inline export function typeOf(order: Order): i32 {
  return <i32>order.kind >>> 1
}

/** Code of the time in force. */
@inline export function timeInForceOf(order: Order): i32 {
  return <i32>order.terms & 7
}

/** Code of the self-trade mode. */
@inline export function selfTradeOf(order: Order): i32 {
  return (<i32>order.terms >>> SELF_TRADE_SHIFT) & 7
}

/** Code of the source. */
@inline export function sourceOf(order: Order): i32 {
  return <i32>order.terms >>> SOURCE_SHIFT
}

/** Code of the status. */
@inline export function statusOf(order: Order): i32 {
  return <i32>order.status
}

@inline export function setStatus(order: Order, status: i32): void {
  order.flags = (order.flags & WITHOUT_STATUS) | (<u32>status << STATUS_SHIFT)
}

/** The BIT_ flags. */
@inline export function bitsOf(order: Order): u32 {
  return <u32>order.bits
}

/** Is it a buy that pays its fee in quote? What its pair says now is of no matter: an order keeps what it was placed under. */
@inline export function paysInQuote(order: Order): bool {
  return (bitsOf(order) & BIT_FEE_IN_QUOTE) != 0
}

@inline export function setBits(order: Order, bits: u32): void {
  order.flags = (order.flags & WITHOUT_BITS) | (bits << BITS_SHIFT)
}

/** Makes an order one with a limit that stays in the book, as one that fired becomes. */
export function becomeLimit(order: Order, type: i32): void {
  const terms = packTerms(GTC, selfTradeOf(order), sourceOf(order)) & 0xff
  order.flags = (order.flags & WITHOUT_KIND) | <u32>packKind(sideOf(order), type) | (<u32>terms << 8)
}

/** Byte `kind`. */
@inline export function packKind(side: i32, type: i32): i32 {
  return (type << 1) | side
}

/** Byte `terms`. */
@inline export function packTerms(timeInForce: i32, selfTrade: i32, source: i32): i32 {
  return (source << SOURCE_SHIFT) | (selfTrade << SELF_TRADE_SHIFT) | timeInForce
}

/** True for types that trade at a limit price. */
@inline export function hasLimit(type: i32): bool {
  return type == LIMIT || type == STOP_LIMIT || type == TAKE_PROFIT_LIMIT
}
