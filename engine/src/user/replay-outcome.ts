/** The remembered answer of a key, written again. */
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from '../layout.ts'
import { writeOutcomeOrder } from '../outcome.ts'
import type { State } from '../state.ts'

const { KEY_BITS, KEY_INSTRUMENT, KEY_NAMES_ORDER, KEY_ORDER_COUNT, KEY_REASON, KEY_SEQ, KEY_STATUS, KEY_TYPE, KEY_VALUE } = layout

/** Writes the orders of the first outcome again and returns its reason code and value. */
export function replayOutcome(state: State, out: EventBuffer, key: number): { readonly reason: number; readonly value: number } {
  const keys = state.keys.view
  if (keys.getUint8(key + KEY_ORDER_COUNT) === 1) {
    const orderId = keys.getFloat64(key + KEY_SEQ, true) * 8
    const type = keys.getUint8(key + KEY_TYPE)
    const status = keys.getUint8(key + KEY_STATUS)
    writeOutcomeOrder(state, out, orderId, 0, type, status, key, keys.getInt32(key + KEY_INSTRUMENT, true))
  }
  const records = state.longOutcomes.get(key)
  if (records !== undefined) copyRecords(out, records)
  const namesOrder = (keys.getUint8(key + KEY_BITS) & KEY_NAMES_ORDER) !== 0
  return { reason: keys.getUint8(key + KEY_REASON), value: namesOrder ? 0 : keys.getFloat64(key + KEY_VALUE, true) }
}

function copyRecords(out: EventBuffer, records: Uint8Array): void {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength)
  for (let from = 0; from < records.byteLength; from += view.getUint32(from, true)) {
    const length = view.getUint32(from, true)
    const at = out.record(view.getUint8(from + 4), length)
    for (let offset = 4; offset < length; offset += 1) out.view.setUint8(at + offset, view.getUint8(from + offset))
  }
}
