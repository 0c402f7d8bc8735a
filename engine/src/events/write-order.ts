/** Order events: the row as it stands, copied with what a reader needs to know around it. */
import * as code from '../codec/code.ts'
import { padded4 } from '../codec/text.ts'
import type { EventBuffer } from '../event-buffer.ts'
import * as layout from '../layout.ts'
import { HANDLE_MASK } from '../memory/rows.ts'
import { sideOf } from '../order-flags.ts'
import { instrumentAt, type State } from '../state.ts'
import * as event from './event-layout.ts'

const HANDLE = HANDLE_MASK

const { CLOSE_NONE } = code
const { DESK_INSTRUMENT, DESK_USER_ID, EXTRA_BYTES, LABEL_LENGTH, LABEL_TEXT, ORDER_DESK, ORDER_EXTRA, ORDER_KIND, ORDER_LABEL } = layout
const {
  ORDER_BASE_ASSET,
  ORDER_CLOSE_REASON,
  ORDER_FEE_ASSET,
  ORDER_FLAGS,
  ORDER_INSTRUMENT,
  ORDER_QUOTE_ASSET,
  ORDER_ROW,
  ORDER_TEXT,
  ORDER_USER,
  RECORD_KIND,
  RECORD_ORDER,
} = event

/** Byte ORDER_HAS_EXTRA of the record's second word. */
const HAS_EXTRA = 1 << 24

export const PLACED = 0
export const UPDATED = 1
export const CLOSED = 2

/** Records an order's placing, change or end; an end has a close reason. */
export function writeOrder(state: State, out: EventBuffer, order: number, change: number, closeReason = CLOSE_NONE): void {
  order &= HANDLE
  const row = state.orders.view
  const extra = row.getInt32(order + ORDER_EXTRA, true) & HANDLE
  const label = row.getInt32(order + ORDER_LABEL, true) & HANDLE
  const textLength = label === 0 ? 0 : state.labels.view.getUint8(label + LABEL_LENGTH)
  const byteLength = ORDER_TEXT + padded4(textLength) + (extra === 0 ? 0 : EXTRA_BYTES)
  out.reserve(byteLength)
  const at = out.length & HANDLE
  out.length = at + byteLength
  out.recordCount += 1
  const record = out.view
  const kind = RECORD_ORDER | (change << 8) | (textLength << 16) | (extra === 0 ? 0 : HAS_EXTRA)
  record.setInt32(at, byteLength, true)
  record.setInt32(at + RECORD_KIND, kind, true)
  record.setFloat64(at + ORDER_ROW, row.getFloat64(order, true), true)
  record.setFloat64(at + ORDER_ROW + 8, row.getFloat64(order + 8, true), true)
  record.setFloat64(at + ORDER_ROW + 16, row.getFloat64(order + 16, true), true)
  record.setFloat64(at + ORDER_ROW + 24, row.getFloat64(order + 24, true), true)
  record.setFloat64(at + ORDER_ROW + 32, row.getFloat64(order + 32, true), true)
  record.setFloat64(at + ORDER_ROW + 40, row.getFloat64(order + 40, true), true)
  record.setFloat64(at + ORDER_ROW + 48, row.getFloat64(order + 48, true), true)
  record.setFloat64(at + ORDER_ROW + 56, row.getFloat64(order + 56, true), true)
  record.setFloat64(at + ORDER_ROW + 64, row.getFloat64(order + 64, true), true)
  const flags = row.getInt32(order + ORDER_KIND, true)
  record.setInt32(at + ORDER_FLAGS, flags, true)
  record.setInt32(at + ORDER_CLOSE_REASON, closeReason, true)
  writeOwner(state, record, at, row.getInt32(order + ORDER_DESK, true), (flags & 1) === 0)
  const labels = state.labels.view
  for (let offset = 0; offset < textLength; offset += 4)
    record.setInt32(at + ORDER_TEXT + offset, labels.getInt32(label + LABEL_TEXT + offset, true), true)
  if (extra !== 0) copyExtra(state.extras.view, extra, record, at + byteLength - EXTRA_BYTES)
}

function copyExtra(extras: DataView, extra: number, record: DataView, at: number): void {
  extra &= HANDLE
  at &= HANDLE
  for (let offset = 0; offset < EXTRA_BYTES; offset += 4) record.setInt32(at + offset, extras.getInt32(extra + offset, true), true)
}

function writeOwner(state: State, record: DataView, at: number, desk: number, isBuy: boolean): void {
  at &= HANDLE
  desk &= HANDLE
  const desks = state.desks.view
  const instrumentId = desks.getInt32(desk + DESK_INSTRUMENT, true)
  const instrument = instrumentAt(state, instrumentId)
  if (instrument === undefined) return
  const { baseAssetId, quoteAssetId } = instrument
  const feeAssetId = isBuy && !instrument.feeInQuote ? baseAssetId : quoteAssetId
  record.setInt32(at + ORDER_USER, desks.getInt32(desk + DESK_USER_ID, true), true)
  record.setInt32(at + ORDER_INSTRUMENT, instrumentId, true)
  record.setInt32(at + ORDER_BASE_ASSET, baseAssetId, true)
  record.setInt32(at + ORDER_QUOTE_ASSET, quoteAssetId, true)
  record.setInt32(at + ORDER_FEE_ASSET, feeAssetId, true)
}

/** Asset of the order's fee column: what it receives, or quote when the pair charges there. */
export function orderFeeAsset(
  state: State,
  order: number,
  instrument: { readonly feeInQuote: boolean; readonly baseAssetId: number; readonly quoteAssetId: number },
): number {
  order &= HANDLE
  const view = state.orders.view
  return sideOf(view, order) === 0 && !instrument.feeInQuote ? instrument.baseAssetId : instrument.quoteAssetId
}
