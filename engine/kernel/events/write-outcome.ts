/** Outcome records: one for each order of the answer, then one that ends the entry. */
import { copyText, padded4 } from '../memory/text'
import { statusNow } from '../orders/closed'
import { typeOf } from '../orders/order-flags'
import { nameLength, originIn } from '../user/label'
import { makeSure, out, record } from './out'
import { Key, Order, state } from '../../generated/rows'
import * as event from '../constants/event'

/** Byte OUTCOME_REPLAYED of the record's second word. */
const REPLAYED: u32 = 1 << 16

/** One order of the answer. `key` is the row whose text is the client order id, none when there is none. Returns the record's address. */
@inline export function writeOutcomeOrder(orderId: f64, listId: f64, type: i32, status: i32, key: Key, instrumentId: i32): usize {
  const length: u32 = key.exists ? key.length : 0
  const at = writeNamed(orderId, listId, type, status, instrumentId, length)
  copyText(at + event.OUTCOME_ORDER_TEXT, key.text, length)
  return at
}

/** As writeOutcomeOrder for an order without a client order id that stands in the place of another one. */
export function writeOutcomeInPlace(orderId: f64, listId: f64, type: i32, status: i32, originId: f64, instrumentId: i32): usize {
  const at = writeNamed(orderId, listId, type, status, instrumentId, sizeof<f64>())
  store<u8>(at, 1, event.OUTCOME_ORDER_HAS_ORIGIN)
  store<f64>(at, originId, event.OUTCOME_ORDER_TEXT)
  return at
}

/** As writeOutcomeOrder for a live order. */
@inline export function writeOutcomeOfOrder(order: Order, listId: f64, status: i32, instrumentId: i32): usize {
  const label = order.label
  const length: u32 = label.exists ? nameLength(label) : 0
  const at = writeNamed(order.id, listId, typeOf(order), status, instrumentId, length)
  if (label.exists && originIn(label) != 0) store<u8>(at, 1, event.OUTCOME_ORDER_HAS_ORIGIN)
  copyText(at + event.OUTCOME_ORDER_TEXT, label.text, length)
  return at
}

/** The record without its text. */
function writeNamed(orderId: f64, listId: f64, type: i32, status: i32, instrumentId: i32, length: u32): usize {
  makeSure()
  const bytes: u32 = <u32>event.OUTCOME_ORDER_TEXT + padded4(length)
  const at = record(event.RECORD_OUTCOME_ORDER | (<u32>type << 8) | (<u32>status << 16), bytes)
  store<f64>(at, orderId, event.OUTCOME_ORDER_ID)
  store<f64>(at, listId, event.OUTCOME_ORDER_LIST)
  store<i64>(at, 0, event.OUTCOME_ORDER_REPLACED)
  store<u64>(at, <u64><u32>instrumentId | (<u64>(length << 8) << 32), event.OUTCOME_ORDER_INSTRUMENT)
  return at
}

/**
 * Orders of the answer that changed again while others entered show their status at the end of the entry, in the remembered outcome too.
 *
 * @param key the key of this entry, none when there is none
 */
export function refreshAnswers(key: Key): void {
  for (let at = state.entryStart; at < out; at += load<u32>(at)) {
    if (load<u8>(at, event.RECORD_KIND) != event.RECORD_OUTCOME_ORDER) continue
    const orderId = load<f64>(at, event.OUTCOME_ORDER_ID)
    const status = statusNow(orderId)
    if (status < 0) continue
    store<u8>(at, <u8>status, event.OUTCOME_ORDER_STATUS)
    if (key.exists && key.orderCount == 1 && key.seq * 8 == orderId)
      key.status = status
  }
}

/** Ends an entry with its answer, whose value is `state.value`. */
@inline export function writeOutcome(reason: i32, isReplayed: bool): void {
  const at = record(event.RECORD_OUTCOME | (<u32>reason << 8) | (isReplayed ? REPLAYED : 0), event.OUTCOME_BYTES)
  store<f64>(at, state.seq, event.OUTCOME_SEQ)
  store<f64>(at, state.at, event.OUTCOME_AT)
  store<f64>(at, state.value, event.OUTCOME_VALUE)
}
