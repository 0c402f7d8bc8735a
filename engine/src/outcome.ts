/** Outcome records: one for each order of the answer, then one that ends the entry. */
import { padded4 } from './codec/text.ts'
import type { EventBuffer } from './event-buffer.ts'
import * as event from './events/event-layout.ts'
import * as layout from './layout.ts'
import { REASONS, type Reason } from './reason.ts'
import { statusNow } from './spot/order.ts'
import type { State } from './state.ts'

const {
  OUTCOME_AT,
  OUTCOME_BYTES,
  OUTCOME_ORDER_ID,
  OUTCOME_ORDER_INSTRUMENT,
  OUTCOME_ORDER_LIST,
  OUTCOME_ORDER_PRIORITY_KEPT,
  OUTCOME_ORDER_REASON,
  OUTCOME_ORDER_REPLACED,
  OUTCOME_ORDER_STATUS,
  OUTCOME_ORDER_TEXT,
  OUTCOME_ORDER_TEXT_LENGTH,
  OUTCOME_ORDER_TYPE,
  OUTCOME_REASON,
  OUTCOME_REPLAYED,
  OUTCOME_SEQ,
  OUTCOME_VALUE,
  RECORD_KIND,
  RECORD_OUTCOME,
  RECORD_OUTCOME_ORDER,
} = event
const { KEY_LENGTH, KEY_ORDER_COUNT, KEY_SEQ, KEY_STATUSES, KEY_TEXT } = layout

const CODES: ReadonlyMap<Reason, number> = new Map(REASONS.map((reason, position) => [reason, position]))

/** Position of a reason in REASONS: its code in records and rows. */
export function reasonCode(reason: Reason): number {
  return reason === 'none' ? 0 : (CODES.get(reason) ?? 0)
}

/** One order of the answer. `key` is the row whose text is the client order id. Returns the record's offset. */
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
  const length = key === 0 ? 0 : state.keys.view.getUint8(key + KEY_LENGTH)
  const at = out.record(RECORD_OUTCOME_ORDER, OUTCOME_ORDER_TEXT + padded4(length))
  const record = out.view
  record.setUint8(at + OUTCOME_ORDER_TYPE, type)
  record.setUint8(at + OUTCOME_ORDER_STATUS, status)
  record.setUint8(at + OUTCOME_ORDER_REASON, 0)
  record.setFloat64(at + OUTCOME_ORDER_ID, orderId, true)
  record.setFloat64(at + OUTCOME_ORDER_LIST, listId, true)
  record.setFloat64(at + OUTCOME_ORDER_REPLACED, 0, true)
  record.setInt32(at + OUTCOME_ORDER_INSTRUMENT, instrumentId, true)
  record.setInt32(at + OUTCOME_ORDER_PRIORITY_KEPT, 0, true)
  record.setUint8(at + OUTCOME_ORDER_TEXT_LENGTH, length)
  for (let offset = 0; offset < length; offset += 4)
    record.setInt32(at + OUTCOME_ORDER_TEXT + offset, state.keys.view.getInt32(key + KEY_TEXT + offset, true), true)
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
    if (isRemembered && keys.view.getFloat64(keyNewest + KEY_SEQ, true) * 8 === orderId)
      keys.view.setUint8(keyNewest + KEY_STATUSES, status)
  }
}

/** Ends an entry with its answer. */
export function writeOutcome(out: EventBuffer, reason: number, replayed: boolean, value: number, seq: number, time: number): void {
  const at = out.record(RECORD_OUTCOME, OUTCOME_BYTES)
  out.view.setUint8(at + OUTCOME_REASON, reason)
  out.view.setUint8(at + OUTCOME_REPLAYED, replayed ? 1 : 0)
  out.view.setFloat64(at + OUTCOME_SEQ, seq, true)
  out.view.setFloat64(at + OUTCOME_AT, time, true)
  out.view.setFloat64(at + OUTCOME_VALUE, value, true)
}
