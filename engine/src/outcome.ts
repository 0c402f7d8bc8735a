/** Outcome records: one for each order of the answer, then one that ends the entry. */
import { padded4 } from './codec/text.ts'
import type { EventBuffer } from './event-buffer.ts'
import * as event from './events/event-layout.ts'
import * as layout from './layout.ts'
import { HANDLE_MASK } from './memory/rows.ts'
import { typeOf } from './order-flags.ts'
import { REASONS, type Reason } from './reason.ts'
import { statusNow } from './spot/order.ts'
import type { State } from './state.ts'

const HANDLE = HANDLE_MASK

const {
  OUTCOME_AT,
  OUTCOME_BYTES,
  OUTCOME_ORDER_ID,
  OUTCOME_ORDER_INSTRUMENT,
  OUTCOME_ORDER_LIST,
  OUTCOME_ORDER_PRIORITY_KEPT,
  OUTCOME_ORDER_REPLACED,
  OUTCOME_ORDER_STATUS,
  OUTCOME_ORDER_TEXT,
  OUTCOME_SEQ,
  OUTCOME_VALUE,
  RECORD_KIND,
  RECORD_OUTCOME,
  RECORD_OUTCOME_ORDER,
} = event
const { KEY_LENGTH, KEY_ORDER_COUNT, KEY_SEQ, KEY_STATUS, KEY_TEXT, LABEL_LENGTH, LABEL_TEXT, ORDER_ID, ORDER_LABEL } = layout

/** Byte OUTCOME_REPLAYED of the record's second word. */
const REPLAYED = 1 << 16

const CODES: ReadonlyMap<Reason, number> = new Map(REASONS.map((reason, position) => [reason, position]))

/** Position of a reason in REASONS: its code in records and rows. */
export function reasonCode(reason: Reason): number {
  return reason === 'none' ? 0 : (CODES.get(reason) ?? 0)
}

/** One order of the answer. `key` is the row whose text is the client order id, 0 = none. Returns the record's offset. */
export function writeOutcomeOrder(
  state: State,
  out: EventBuffer,
  orderId: number,
  listId: number,
  type: number,
  status: number,
  key: number,
  instrumentId: number,
): number {
  key &= HANDLE
  const texts = state.keys.view
  const length = key === 0 ? 0 : texts.getUint8(key + KEY_LENGTH)
  return writeNamed(out, orderId, listId, type, status, instrumentId, texts, key + KEY_TEXT, length)
}

/** As writeOutcomeOrder for a live order. */
export function writeOutcomeOfOrder(
  state: State,
  out: EventBuffer,
  order: number,
  listId: number,
  status: number,
  instrumentId: number,
): number {
  order &= HANDLE
  const orders = state.orders.view
  const texts = state.labels.view
  const orderId = orders.getFloat64(order + ORDER_ID, true)
  const label = orders.getInt32(order + ORDER_LABEL, true) & HANDLE
  const length = label === 0 ? 0 : texts.getUint8(label + LABEL_LENGTH)
  return writeNamed(out, orderId, listId, typeOf(orders, order), status, instrumentId, texts, label + LABEL_TEXT, length)
}

function writeNamed(
  out: EventBuffer,
  orderId: number,
  listId: number,
  type: number,
  status: number,
  instrumentId: number,
  texts: DataView,
  textAt: number,
  length: number,
): number {
  textAt &= HANDLE
  const byteLength = OUTCOME_ORDER_TEXT + padded4(length)
  out.reserve(byteLength)
  const at = out.length & HANDLE
  out.length = at + byteLength
  out.recordCount += 1
  const record = out.view
  record.setInt32(at, byteLength, true)
  record.setInt32(at + RECORD_KIND, RECORD_OUTCOME_ORDER | (type << 8) | (status << 16), true)
  record.setFloat64(at + OUTCOME_ORDER_ID, orderId, true)
  record.setFloat64(at + OUTCOME_ORDER_LIST, listId, true)
  record.setFloat64(at + OUTCOME_ORDER_REPLACED, 0, true)
  record.setInt32(at + OUTCOME_ORDER_INSTRUMENT, instrumentId, true)
  record.setInt32(at + OUTCOME_ORDER_PRIORITY_KEPT, length << 8, true)
  for (let offset = 0; offset < length; offset += 4)
    record.setInt32(at + OUTCOME_ORDER_TEXT + offset, texts.getInt32(textAt + offset, true), true)
  return at
}

/** Orders of the answer that changed again while others entered show their status at the end of the entry, in the remembered outcome too. */
export function refreshAnswers(state: State, out: EventBuffer): void {
  for (let at = out.entryStart; at < out.length; at += out.view.getUint32(at, true)) {
    if (out.view.getUint8(at + RECORD_KIND) !== RECORD_OUTCOME_ORDER) continue
    const orderId = out.view.getFloat64(at + OUTCOME_ORDER_ID, true)
    const status = statusNow(state, orderId)
    if (status < 0) continue
    out.view.setUint8(at + OUTCOME_ORDER_STATUS, status)
    const { keyNewest, keys } = state
    const isRemembered = keyNewest !== 0 && keys.view.getUint8(keyNewest + KEY_ORDER_COUNT) === 1
    if (isRemembered && keys.view.getFloat64(keyNewest + KEY_SEQ, true) * 8 === orderId) keys.view.setUint8(keyNewest + KEY_STATUS, status)
  }
}

/** Ends an entry with its answer. */
export function writeOutcome(out: EventBuffer, reason: number, replayed: boolean, value: number, seq: number, time: number): void {
  const at = out.record(RECORD_OUTCOME | (reason << 8) | (replayed ? REPLAYED : 0), OUTCOME_BYTES) & HANDLE
  const record = out.view
  record.setFloat64(at + OUTCOME_SEQ, seq, true)
  record.setFloat64(at + OUTCOME_AT, time, true)
  record.setFloat64(at + OUTCOME_VALUE, value, true)
}
