/** Order events: the row as it stands, copied with what a reader needs to know around it. */
import { knownInstrument } from '../market/instrument'
import { copyText, padded4 } from '../memory/text'
import { feeAssetOf } from '../product'
import { nameLength, originIn } from '../user/label'
import { makeSure } from './out'
import { OrderRecord } from '../../generated/records'
import { Condition, ContractPart, Desk, Extra, none, Order, Seat } from '../../generated/rows'
import { BUY } from '../constants/code'
import { PART_CONTRACT, PART_EXTRA, PART_ORIGIN } from '../constants/event'
import { BIT_CLOSE, CONDITION_BYTES, CONTRACT_PART_BYTES, EXTRA_BYTES } from '../constants/layout'
import { CONDITIONS, EXTRAS, ORDERS } from '../constants/map'

export const PLACED: i32 = 0
export const UPDATED: i32 = 1
export const CLOSED: i32 = 2
export const LOWERED: i32 = 3

/** Records an order's placing, change or end; an end has a close reason. */
export function writeOrder(order: Order, change: i32, closeReason: i32): void {
  makeSure()
  const extra = order.extra
  const label = order.label
  const length: u32 = label.exists ? nameLength(label) : 0
  const textBytes = padded4(length)
  const desk = order.desk
  const isContract = desk.seat.exists
  const parts: i32 =
    (extra.exists ? PART_EXTRA : 0) | (!label.exists || originIn(label) == 0 ? 0 : PART_ORIGIN) | (isContract ? PART_CONTRACT : 0)
  const more: u32 = isContract ? partBytes(extra) : 0
  const record = OrderRecord.begin(change, length, parts, textBytes + (!extra.exists ? 0 : <u32>EXTRA_BYTES) + more)
  copyRow(record.row, ORDERS + changetype<usize>(order))
  const flags = order.flags
  const caller: u64 = label.exists ? label.caller : 0
  record.ending = <u64>flags | (<u64>closeReason << 32) | (caller << 48)
  writeOwner(record, desk, flags)
  copyText(record.text, label.text, length)
  if (extra.exists) copyWords(record.text + textBytes, EXTRAS + changetype<usize>(extra), EXTRA_BYTES)
  if (isContract) writePart(record.text + textBytes + (extra.exists ? EXTRA_BYTES : 0), order, desk.seat, extra)
}

function copyWords(to: usize, from: usize, bytes: usize): void {
  for (let offset: usize = 0; offset < bytes; offset += 8) store<i64>(to + offset, load<i64>(from + offset))
}

/** Bytes of what a contract order has besides. */
function partBytes(extra: Extra): u32 {
  return <u32>CONTRACT_PART_BYTES + (extra.exists && extra.condition.exists ? <u32>CONDITION_BYTES : 0)
}

function writePart(at: usize, order: Order, seat: Seat, extra: Extra): void {
  const isClose = ((order.flags >>> 24) & <u32>BIT_CLOSE) != 0
  const isBuy = (order.flags & 1) == <u32>BUY
  const condition = extra.exists ? extra.condition : none<Condition>()
  const part = changetype<ContractPart>(at)
  part.leverage = seat.leverage
  part.isClose = u8(isClose)
  part.isShortLeg = u8(seat.trader.isHedged != 0 && isClose == isBuy)
  part.marginMode = seat.isIsolated
  part.hasCondition = u8(condition.exists)
  if (condition.exists) copyWords(at + CONTRACT_PART_BYTES, CONDITIONS + changetype<usize>(condition), CONDITION_BYTES)
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
