/**
 * The packed bytes of an order row, one word: ORDER_KIND is type × 2 + side, ORDER_TERMS holds time in force, self-trade mode and source,
 * then come the status and the bits. They are written as a whole word, because `writeOrder` reads them as one: a load waits long for a
 * byte that was stored into its word just before.
 */
import { BIT_FEE_IN_QUOTE, ORDER_BITS, ORDER_KIND, ORDER_STATUS, ORDER_TERMS } from '../constants/layout'
import { ORDERS } from '../constants/map'

const SELF_TRADE_SHIFT: u32 = 3
const SOURCE_SHIFT: u32 = 6
const STATUS_SHIFT: u32 = 16
const BITS_SHIFT: u32 = 24
const WITHOUT_STATUS: u32 = 0xff00ffff
const WITHOUT_BITS: u32 = 0x00ffffff

/** Code of the side. */
@inline export function sideOf(order: usize): i32 {
  return <i32>load<u8>(order, ORDERS + ORDER_KIND) & 1
}

/** Code of the type. */
@inline export function typeOf(order: usize): i32 {
  return <i32>load<u8>(order, ORDERS + ORDER_KIND) >>> 1
}

/** Code of the time in force. */
@inline export function timeInForceOf(order: usize): i32 {
  return <i32>load<u8>(order, ORDERS + ORDER_TERMS) & 7
}

/** Code of the self-trade mode. */
@inline export function selfTradeOf(order: usize): i32 {
  return (<i32>load<u8>(order, ORDERS + ORDER_TERMS) >>> SELF_TRADE_SHIFT) & 7
}

/** Code of the source. */
@inline export function sourceOf(order: usize): i32 {
  return <i32>load<u8>(order, ORDERS + ORDER_TERMS) >>> SOURCE_SHIFT
}

/** Code of the status. */
@inline export function statusOf(order: usize): i32 {
  return <i32>load<u8>(order, ORDERS + ORDER_STATUS)
}

@inline export function setStatus(order: usize, status: i32): void {
  store<u32>(order, (load<u32>(order, ORDERS + ORDER_KIND) & WITHOUT_STATUS) | (<u32>status << STATUS_SHIFT), ORDERS + ORDER_KIND)
}

/** The BIT_ flags. */
@inline export function bitsOf(order: usize): u32 {
  return <u32>load<u8>(order, ORDERS + ORDER_BITS)
}

/** Is it a buy that pays its fee in quote? What its pair says now is of no matter: an order keeps what it was placed under. */
@inline export function paysInQuote(order: usize): bool {
  return (bitsOf(order) & BIT_FEE_IN_QUOTE) != 0
}

@inline export function setBits(order: usize, bits: u32): void {
  store<u32>(order, (load<u32>(order, ORDERS + ORDER_KIND) & WITHOUT_BITS) | (bits << BITS_SHIFT), ORDERS + ORDER_KIND)
}

/** Byte of ORDER_KIND. */
@inline export function packKind(side: i32, type: i32): i32 {
  return (type << 1) | side
}

/** Byte of ORDER_TERMS. */
@inline export function packTerms(timeInForce: i32, selfTrade: i32, source: i32): i32 {
  return (source << SOURCE_SHIFT) | (selfTrade << SELF_TRADE_SHIFT) | timeInForce
}
