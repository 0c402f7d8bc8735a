/** Order events: the row as it stands, copied with what a reader needs to know around it. */
import * as code from '../codec/code.ts'
import { padded4 } from '../codec/text.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from '../layout.ts'
import { sideOf } from '../order-flags.ts'
import { instrumentAt, type State } from '../state.ts'
import * as event from './event-layout.ts'

const { CLOSE_NONE } = code
const { DESK_INSTRUMENT, DESK_USER_ID, EXTRA_BYTES, KEY_LENGTH, KEY_TEXT, ORDER_DESK, ORDER_EXTRA, ORDER_KEY, ORDER_KIND, ORDER_PREVIOUS } =
  layout
const {
  ORDER_BASE_ASSET,
  ORDER_CHANGE,
  ORDER_CLOSE_REASON,
  ORDER_FEE_ASSET,
  ORDER_FLAGS,
  ORDER_HAS_EXTRA,
  ORDER_INSTRUMENT,
  ORDER_QUOTE_ASSET,
  ORDER_ROW,
  ORDER_TEXT,
  ORDER_TEXT_LENGTH,
  ORDER_USER,
  RECORD_ORDER,
} = event

export const PLACED = 0
export const UPDATED = 1
export const CLOSED = 2

/** Records an order's placing, change or end; an end has a close reason. */
export function writeOrder(state: State, out: EventBuffer, order: number, change: number, closeReason = CLOSE_NONE): void {
  const row = state.orders.view
  const extra = row.getInt32(order + ORDER_EXTRA, true)
  const key = row.getInt32(order + ORDER_KEY, true)
  const textLength = key === 0 ? 0 : state.keys.view.getUint8(key + KEY_LENGTH)
  const extraAt = ORDER_TEXT + padded4(textLength)
  const at = out.record(RECORD_ORDER, extra === 0 ? extraAt : extraAt + EXTRA_BYTES)
  const record = out.view
  record.setUint8(at + ORDER_CHANGE, change)
  record.setUint8(at + ORDER_TEXT_LENGTH, textLength)
  record.setUint8(at + ORDER_HAS_EXTRA, extra === 0 ? 0 : 1)
  for (let offset = 0; offset < ORDER_PREVIOUS; offset += 8)
    record.setFloat64(at + ORDER_ROW + offset, row.getFloat64(order + offset, true), true)
  record.setInt32(at + ORDER_FLAGS, row.getInt32(order + ORDER_KIND, true), true)
  record.setInt32(at + ORDER_CLOSE_REASON, closeReason, true)
  writeOwner(state, out, order, at)
  const keys = state.keys.view
  for (let offset = 0; offset < textLength; offset += 4)
    record.setInt32(at + ORDER_TEXT + offset, keys.getInt32(key + KEY_TEXT + offset, true), true)
  if (extra === 0) return
  const extras = state.extras.view
  for (let offset = 0; offset < EXTRA_BYTES; offset += 4)
    record.setInt32(at + extraAt + offset, extras.getInt32(extra + offset, true), true)
}

function writeOwner(state: State, out: EventBuffer, order: number, at: number): void {
  const record = out.view
  const desk = state.orders.view.getInt32(order + ORDER_DESK, true)
  const desks = state.desks.view
  const instrumentId = desks.getInt32(desk + DESK_INSTRUMENT, true)
  const instrument = instrumentAt(state, instrumentId)
  if (instrument === undefined) return
  record.setInt32(at + ORDER_USER, desks.getInt32(desk + DESK_USER_ID, true), true)
  record.setInt32(at + ORDER_INSTRUMENT, instrumentId, true)
  record.setInt32(at + ORDER_BASE_ASSET, instrument.baseAssetId, true)
  record.setInt32(at + ORDER_QUOTE_ASSET, instrument.quoteAssetId, true)
  record.setInt32(at + ORDER_FEE_ASSET, orderFeeAsset(state, order, instrument), true)
}

/** Asset of the order's fee column: what it receives, or quote when the pair charges there. */
export function orderFeeAsset(
  state: State,
  order: number,
  instrument: { readonly feeInQuote: boolean; readonly baseAssetId: number; readonly quoteAssetId: number },
): number {
  const view = state.orders.view
  return sideOf(view, order) === 0 && !instrument.feeInQuote ? instrument.baseAssetId : instrument.quoteAssetId
}
