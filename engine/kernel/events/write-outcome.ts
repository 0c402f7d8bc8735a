/** Outcome records: one for each order of the answer, then one that ends the entry. */
import { copyText, padded4 } from '../memory/text'
import { statusNow } from '../orders/closed'
import { typeOf } from '../orders/order-flags'
import { nameLength, originIn } from '../user/label'
import { makeSure, out } from './out'
import { OutcomeOrderRecord, OutcomeRecord, Record } from '../../generated/records'
import { Key, Order, state } from '../../generated/rows'
import { NONE } from '../constants/reason'

/** One order of the answer. `key` is the row whose text is the client order id, none when there is none. */
@inline export function writeOutcomeOrder(orderId: f64, listId: f64, type: i32, status: i32, key: Key, instrumentId: i32): OutcomeOrderRecord {
  const length: u32 = key.exists ? key.length : 0
  const record = writeNamed(orderId, listId, type, status, instrumentId, length)
  copyText(record.text, key.text, length)
  return record
}

/** As writeOutcomeOrder for an order without a client order id that stands in the place of another one. */
export function writeOutcomeInPlace(orderId: f64, listId: f64, type: i32, status: i32, originId: f64, instrumentId: i32): OutcomeOrderRecord {
  const record = writeNamed(orderId, listId, type, status, instrumentId, sizeof<f64>())
  record.hasOrigin = 1
  record.origin = originId
  return record
}

/** As writeOutcomeOrder for a live order. */
@inline export function writeOutcomeOfOrder(order: Order, listId: f64, status: i32, instrumentId: i32): OutcomeOrderRecord {
  const label = order.label
  const length: u32 = label.exists ? nameLength(label) : 0
  const record = writeNamed(order.id, listId, typeOf(order), status, instrumentId, length)
  if (label.exists && originIn(label) != 0) record.hasOrigin = 1
  copyText(record.text, label.text, length)
  return record
}

/** The record without its text. */
function writeNamed(orderId: f64, listId: f64, type: i32, status: i32, instrumentId: i32, length: u32): OutcomeOrderRecord {
  makeSure()
  const record = OutcomeOrderRecord.begin(type, status, NONE, padded4(length))
  record.orderId = orderId
  record.orderListId = listId
  record.replacedOrderId = 0
  record.instrumentAndFlags = <u64><u32>instrumentId | (<u64>(length << 8) << 32)
  return record
}

/**
 * Orders of the answer that changed again while others entered show their status at the end of the entry, in the remembered outcome too.
 *
 * @param key the key of this entry, none when there is none
 */
export function refreshAnswers(key: Key): void {
  for (let at = state.entryStart; at < out; at += changetype<Record>(at).length) {
    const record = changetype<OutcomeOrderRecord>(at)
    if (record.kind != OutcomeOrderRecord.KIND) continue
    const orderId = record.orderId
    // A row that names no order.
    if (orderId == 0) continue
    const status = statusNow(orderId)
    if (status < 0) continue
    record.status = status
    if (key.exists && key.orderCount == 1 && key.value == orderId) key.status = status
  }
}

/** Ends an entry with its answer, whose value is `state.value`. */
@inline export function writeOutcome(reason: i32, isReplayed: bool): void {
  const record = OutcomeRecord.begin(reason, isReplayed ? 1 : 0)
  record.seq = state.seq
  record.at = state.at
  record.value = state.value
}
