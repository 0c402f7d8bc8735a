/** Order events: the row as it stands, copied with what a reader needs to know around it. */
import { knownInstrument } from '../market/instrument'
import { copyText, padded4 } from '../memory/text'
import { feeAssetOf } from '../product'
import { nameLength, originIn } from '../user/label'
import { makeSure, record } from './out'
import { Desk, Order } from '../../generated/rows'
import * as event from '../constants/event'
import { EXTRA_BYTES } from '../constants/layout'
import { EXTRAS, ORDERS } from '../constants/map'

export const PLACED: i32 = 0
export const UPDATED: i32 = 1
export const CLOSED: i32 = 2

/** Bits of byte ORDER_PARTS in the record's second word. */
const HAS_EXTRA: u32 = <u32>event.PART_EXTRA << 24
const HAS_ORIGIN: u32 = <u32>event.PART_ORIGIN << 24

/** Records an order's placing, change or end; an end has a close reason. */
export function writeOrder(order: Order, change: i32, closeReason: i32): void {
  makeSure()
  const extra = order.extra
  const label = order.label
  const length: u32 = label.exists ? nameLength(label) : 0
  const bytes: u32 = <u32>event.ORDER_TEXT + padded4(length) + (!extra.exists ? 0 : <u32>EXTRA_BYTES)
  const parts: u32 = (extra.exists ? HAS_EXTRA : 0) | (!label.exists || originIn(label) == 0 ? 0 : HAS_ORIGIN)
  const at = record(event.RECORD_ORDER | (<u32>change << 8) | (length << 16) | parts, bytes)
  const row = ORDERS + changetype<usize>(order)
  store<i64>(at, load<i64>(row), event.ORDER_ROW)
  store<i64>(at, load<i64>(row, 8), event.ORDER_ROW + 8)
  store<i64>(at, load<i64>(row, 16), event.ORDER_ROW + 16)
  store<i64>(at, load<i64>(row, 24), event.ORDER_ROW + 24)
  store<i64>(at, load<i64>(row, 32), event.ORDER_ROW + 32)
  store<i64>(at, load<i64>(row, 40), event.ORDER_ROW + 40)
  store<i64>(at, load<i64>(row, 48), event.ORDER_ROW + 48)
  store<i64>(at, load<i64>(row, 56), event.ORDER_ROW + 56)
  store<i64>(at, load<i64>(row, 64), event.ORDER_ROW + 64)
  const flags = order.flags
  const caller: u64 = label.exists ? label.caller : 0
  store<u64>(at, <u64>flags | (<u64>closeReason << 32) | (caller << 48), event.ORDER_FLAGS)
  writeOwner(at, order.desk, flags)
  copyText(at + event.ORDER_TEXT, label.text, length)
  if (!extra.exists) return
  const to = at + bytes - EXTRA_BYTES
  for (let offset: usize = 0; offset < EXTRA_BYTES; offset += 8) store<i64>(to + offset, load<i64>(changetype<usize>(extra) + offset, EXTRAS))
}

@inline function writeOwner(at: usize, desk: Desk, flags: u32): void {
  const instrumentId = <u32>desk.instrument
  const instrument = knownInstrument(instrumentId)
  store<u64>(at, <u64><u32>desk.userId | (<u64>instrumentId << 32), event.ORDER_USER)
  store<u64>(at, <u64><u32>instrument.baseAsset | (<u64><u32>instrument.quoteAsset << 32), event.ORDER_BASE_ASSET)
  store<i32>(at, feeAssetOf(flags, instrument), event.ORDER_FEE_ASSET)
}
