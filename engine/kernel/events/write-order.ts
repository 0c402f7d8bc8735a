/** Order events: the row as it stands, copied with what a reader needs to know around it. */
import { knownInstrument } from '../market/instrument'
import { copyText, padded4 } from '../memory/text'
import { deskOf, extraRowOf, labelOf } from '../spot/order-row'
import { nameLength, originIn } from '../user/label'
import { BUY } from '../constants/code'
import * as event from '../constants/event'
import { BIT_FEE_IN_QUOTE, DESK_INSTRUMENT, DESK_USER_ID, EXTRA_BYTES, LABEL_CALLER, LABEL_TEXT, ORDER_KIND } from '../constants/layout'
import { DESKS, EXTRAS, I_BASE_ASSET, I_QUOTE_ASSET, LABELS, ORDERS } from '../constants/map'
import { makeSure, record } from './out'

export const PLACED: i32 = 0
export const UPDATED: i32 = 1
export const CLOSED: i32 = 2

/** Bits of byte ORDER_PARTS in the record's second word. */
const HAS_EXTRA: u32 = <u32>event.PART_EXTRA << 24
const HAS_ORIGIN: u32 = <u32>event.PART_ORIGIN << 24

/** Records an order's placing, change or end; an end has a close reason. */
export function writeOrder(order: usize, change: i32, closeReason: i32): void {
  makeSure()
  const extra = extraRowOf(order)
  const label = labelOf(order)
  const length: u32 = label == 0 ? 0 : nameLength(label)
  const bytes: u32 = <u32>event.ORDER_TEXT + padded4(length) + (extra == 0 ? 0 : <u32>EXTRA_BYTES)
  const parts: u32 = (extra == 0 ? 0 : HAS_EXTRA) | (label == 0 || originIn(label) == 0 ? 0 : HAS_ORIGIN)
  const at = record(event.RECORD_ORDER | (<u32>change << 8) | (length << 16) | parts, bytes)
  store<i64>(at, load<i64>(order, ORDERS), event.ORDER_ROW)
  store<i64>(at, load<i64>(order, ORDERS + 8), event.ORDER_ROW + 8)
  store<i64>(at, load<i64>(order, ORDERS + 16), event.ORDER_ROW + 16)
  store<i64>(at, load<i64>(order, ORDERS + 24), event.ORDER_ROW + 24)
  store<i64>(at, load<i64>(order, ORDERS + 32), event.ORDER_ROW + 32)
  store<i64>(at, load<i64>(order, ORDERS + 40), event.ORDER_ROW + 40)
  store<i64>(at, load<i64>(order, ORDERS + 48), event.ORDER_ROW + 48)
  store<i64>(at, load<i64>(order, ORDERS + 56), event.ORDER_ROW + 56)
  store<i64>(at, load<i64>(order, ORDERS + 64), event.ORDER_ROW + 64)
  const flags = load<u32>(order, ORDERS + ORDER_KIND)
  const caller: u64 = label == 0 ? 0 : load<u16>(label, LABELS + LABEL_CALLER)
  store<u64>(at, <u64>flags | (<u64>closeReason << 32) | (caller << 48), event.ORDER_FLAGS)
  writeOwner(at, deskOf(order), paysInBase(flags))
  copyText(at + event.ORDER_TEXT, LABELS + LABEL_TEXT + label, length)
  if (extra == 0) return
  const to = at + bytes - EXTRA_BYTES
  for (let offset: usize = 0; offset < EXTRA_BYTES; offset += 8) store<i64>(to + offset, load<i64>(extra + offset, EXTRAS))
}

/** Of the word of an order's flags: is its fee in base, being a buy that does not pay in quote? */
@inline function paysInBase(flags: u32): bool {
  return (flags & 1) == BUY && (flags & ((<u32>BIT_FEE_IN_QUOTE) << 24)) == 0
}

@inline function writeOwner(at: usize, desk: usize, inBase: bool): void {
  const instrumentId = load<u32>(desk, DESKS + DESK_INSTRUMENT)
  const instrument = knownInstrument(instrumentId)
  const base = load<u32>(instrument, I_BASE_ASSET)
  const quote = load<u32>(instrument, I_QUOTE_ASSET)
  store<u64>(at, <u64>load<u32>(desk, DESKS + DESK_USER_ID) | (<u64>instrumentId << 32), event.ORDER_USER)
  store<u64>(at, <u64>base | (<u64>quote << 32), event.ORDER_BASE_ASSET)
  store<u32>(at, inBase ? base : quote, event.ORDER_FEE_ASSET)
}

/** Asset of the order's fee column: what it receives, or quote where it pays there. */
@inline export function orderFeeAsset(order: usize, instrument: usize): i32 {
  return load<i32>(instrument + (paysInBase(load<u32>(order, ORDERS + ORDER_KIND)) ? I_BASE_ASSET : I_QUOTE_ASSET))
}
