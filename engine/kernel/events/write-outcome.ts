/** Outcome records: one for each order of the answer, then one that ends the entry. */
import { copyText, padded4 } from '../memory/text'
import * as event from '../constants/event'
import { KEY_LENGTH, KEY_ORDER_COUNT, KEY_SEQ, KEY_STATUS, KEY_TEXT, LABEL_TEXT } from '../constants/layout'
import { KEYS, LABELS, S_AT, S_ENTRY_START, S_SEQ, S_VALUE } from '../constants/map'
import { statusNow } from '../spot/closed'
import { typeOf } from '../spot/order-flags'
import { labelOf, orderIdOf } from '../spot/order-row'
import { nameLength, originIn } from '../user/label'
import { makeSure, out, record } from './out'

/** Byte OUTCOME_REPLAYED of the record's second word. */
const REPLAYED: u32 = 1 << 16

/** One order of the answer. `key` is the row whose text is the client order id, 0 = none. Returns the record's address. */
@inline export function writeOutcomeOrder(orderId: f64, listId: f64, type: i32, status: i32, key: usize, instrumentId: i32): usize {
  const length: u32 = key == 0 ? 0 : load<u8>(key, KEYS + KEY_LENGTH)
  const at = writeNamed(orderId, listId, type, status, instrumentId, length)
  copyText(at + event.OUTCOME_ORDER_TEXT, KEYS + KEY_TEXT + key, length)
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
@inline export function writeOutcomeOfOrder(order: usize, listId: f64, status: i32, instrumentId: i32): usize {
  const label = labelOf(order)
  const length: u32 = label == 0 ? 0 : nameLength(label)
  const at = writeNamed(orderIdOf(order), listId, typeOf(order), status, instrumentId, length)
  if (label != 0 && originIn(label) != 0) store<u8>(at, 1, event.OUTCOME_ORDER_HAS_ORIGIN)
  copyText(at + event.OUTCOME_ORDER_TEXT, LABELS + LABEL_TEXT + label, length)
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
 * @param key the key of this entry, 0 = none
 */
export function refreshAnswers(key: usize): void {
  for (let at = load<usize>(S_ENTRY_START); at < out; at += load<u32>(at)) {
    if (load<u8>(at, event.RECORD_KIND) != event.RECORD_OUTCOME_ORDER) continue
    const orderId = load<f64>(at, event.OUTCOME_ORDER_ID)
    const status = statusNow(orderId)
    if (status < 0) continue
    store<u8>(at, <u8>status, event.OUTCOME_ORDER_STATUS)
    if (key != 0 && load<u8>(key, KEYS + KEY_ORDER_COUNT) == 1 && load<f64>(key, KEYS + KEY_SEQ) * 8 == orderId)
      store<u8>(key, <u8>status, KEYS + KEY_STATUS)
  }
}

/** Ends an entry with its answer, whose value is S_VALUE. */
@inline export function writeOutcome(reason: i32, isReplayed: bool): void {
  const at = record(event.RECORD_OUTCOME | (<u32>reason << 8) | (isReplayed ? REPLAYED : 0), event.OUTCOME_BYTES)
  store<f64>(at, load<f64>(S_SEQ), event.OUTCOME_SEQ)
  store<f64>(at, load<f64>(S_AT), event.OUTCOME_AT)
  store<f64>(at, load<f64>(S_VALUE), event.OUTCOME_VALUE)
}
