/** Order events: the row as it stands, copied with what a reader needs to know around it. */
import { knownInstrument } from '../market/instrument'
import { copyText, padded4 } from '../memory/text'
import { feeAssetOf } from '../product'
import { nameLength, originIn } from '../user/label'
import { makeSure } from './out'
import { OrderRecord } from '../../generated/records'
import { Desk, Order } from '../../generated/rows'
import { PART_EXTRA, PART_ORIGIN } from '../constants/event'
import { EXTRA_BYTES } from '../constants/layout'
import { EXTRAS, ORDERS } from '../constants/map'

export const PLACED: i32 = 0
export const UPDATED: i32 = 1
export const CLOSED: i32 = 2

/** Records an order's placing, change or end; an end has a close reason. */
export function writeOrder(order: Order, change: i32, closeReason: i32): void {
  makeSure()
  const extra = order.extra
  const label = order.label
  const length: u32 = label.exists ? nameLength(label) : 0
  const textBytes = padded4(length)
  const parts: i32 = (extra.exists ? PART_EXTRA : 0) | (!label.exists || originIn(label) == 0 ? 0 : PART_ORIGIN)
  const record = OrderRecord.begin(change, length, parts, textBytes + (!extra.exists ? 0 : <u32>EXTRA_BYTES))
  copyRow(record.row, ORDERS + changetype<usize>(order))
  const flags = order.flags
  const caller: u64 = label.exists ? label.caller : 0
  record.ending = <u64>flags | (<u64>closeReason << 32) | (caller << 48)
  writeOwner(record, order.desk, flags)
  copyText(record.text, label.text, length)
  if (!extra.exists) return
  const to = record.text + textBytes
  const from = EXTRAS + changetype<usize>(extra)
  for (let offset: usize = 0; offset < EXTRA_BYTES; offset += 8) store<i64>(to + offset, load<i64>(from + offset))
}

/** The words of a row up to its neighbours, one by one: a loop would take longer. */
@inline function copyRow(to: usize, from: usize): void {
  store<i64>(to, load<i64>(from))
  store<i64>(to, load<i64>(from, 8), 8)
  store<i64>(to, load<i64>(from, 16), 16)
  store<i64>(to, load<i64>(from, 24), 24)
  store<i64>(to, load<i64>(from, 32), 32)
  store<i64>(to, load<i64>(from, 40), 40)
  store<i64>(to, load<i64>(from, 48), 48)
  store<i64>(to, load<i64>(from, 56), 56)
  store<i64>(to, load<i64>(from, 64), 64)
}

@inline function writeOwner(record: OrderRecord, desk: Desk, flags: u32): void {
  const instrumentId = <u32>desk.instrument
  const instrument = knownInstrument(instrumentId)
  record.owner = <u64><u32>desk.userId | (<u64>instrumentId << 32)
  record.assets = <u64><u32>instrument.baseAsset | (<u64><u32>instrument.quoteAsset << 32)
  record.feeAssetId = feeAssetOf(flags, instrument)
}
