/** Event records to plain events. */
import * as layout from '../../generated/event-layout.ts'
import * as rows from '../../generated/layout.ts'
import { readRecord } from '../../generated/record-readers.ts'
import { eventOfDocument } from '../codec/event-json.ts'
import { padded4, readAscii, readJson } from '../codec/text.ts'
import type { Event } from '../event.ts'
import { EVENT_KINDS, EVENTS, type EventDescription, type EventKind, type OrderEvent } from '../schema/events.ts'
import { PART_CONTRACT, PART_EXTRA, PART_ORIGIN } from '../schema/records.ts'
import type { ContractBytes } from './read-contract-part.ts'
import { orderFromBytes } from './read-order.ts'

// As constants of this file: the compiler knows them, and loads what is imported each time anew.
const {
  BALANCE_AVAILABLE_DELTA,
  BALANCE_HELD_DELTA,
  DOCUMENT_TEXT,
  DOCUMENT_TEXT_LENGTH,
  ENTRY_AT,
  ENTRY_SEQ,
  ORDER_BASE_ASSET_ID,
  ORDER_CALLER,
  ORDER_CHANGE,
  ORDER_CLOSE_REASON,
  ORDER_FEE_ASSET_ID,
  ORDER_FLAGS,
  ORDER_INSTRUMENT_ID,
  ORDER_PARTS,
  ORDER_QUOTE_ASSET_ID,
  ORDER_ROW,
  ORDER_TEXT,
  ORDER_TEXT_LENGTH,
  ORDER_USER_ID,
  RECORD_DOCUMENT,
  RECORD_ENTRY,
  RECORD_KIND,
  RECORD_ORDER,
} = layout

const { CONTRACT_PART_BYTES, EXTRA_BYTES } = rows

/** Kinds of events about orders, by what their record says. */
const ORDER_KINDS: (OrderEvent['kind'] | undefined)[] = []
/** Kinds of events whose records are theirs alone, by the record's code. */
const RECORD_KINDS: (EventKind | undefined)[] = []
for (const kind of EVENT_KINDS) {
  const event: EventDescription = EVENTS[kind]
  if (event.form === 'record') RECORD_KINDS[event.record.code] = kind
  if (event.form === 'order') ORDER_KINDS[event.change] = kind as OrderEvent['kind']
}

/** An event with sequence and time of its entry. */
export interface StampedEvent {
  readonly seq: number
  readonly at: number
  readonly event: Event
}

/** Which events to make objects for; the others are skipped without cost. */
export interface Wanted {
  readonly kinds: ReadonlySet<Event['kind']>
  /** Of balances only those whose total changed: what an order holds and gives back is two fifths of all. */
  readonly totalsOnly: boolean
}

/** The events of records from the start of a view up to `to`; all of them unless some are `wanted`. */
export function* eventsFrom(view: DataView, to: number, wanted: Wanted | undefined): Generator<StampedEvent> {
  let seq = 0
  let time = 0
  for (let at = 0; at < to; at += view.getUint32(at, true)) {
    if (view.getUint8(at + RECORD_KIND) === RECORD_ENTRY) {
      seq = view.getFloat64(at + ENTRY_SEQ, true)
      time = view.getFloat64(at + ENTRY_AT, true)
      continue
    }
    const kind = kindAt(view, at)
    if (kind === undefined || (wanted !== undefined && !isWanted(view, at, kind, wanted))) continue
    yield { seq, at: time, event: eventAt(view, at, kind) }
  }
}

function isWanted(view: DataView, at: number, kind: Event['kind'], { kinds, totalsOnly }: Wanted): boolean {
  return kinds.has(kind) && (kind !== 'balanceChanged' || !totalsOnly || movesTotal(view, at))
}

const movesTotal = (view: DataView, at: number): boolean =>
  view.getBigInt64(at + BALANCE_AVAILABLE_DELTA, true) !== -view.getBigInt64(at + BALANCE_HELD_DELTA, true)

function kindAt(view: DataView, at: number): Event['kind'] | undefined {
  const code = view.getUint8(at + RECORD_KIND)
  if (code === RECORD_ORDER) return ORDER_KINDS[view.getUint8(at + ORDER_CHANGE)]
  return code === RECORD_DOCUMENT ? documentKindAt(view, at) : RECORD_KINDS[code]
}

/** A document's text starts with its kind. */
function documentKindAt(view: DataView, at: number): Event['kind'] {
  const start = at + DOCUMENT_TEXT + '{"kind":"'.length
  let end = start
  while (view.getUint8(end) !== 0x22) end += 1
  return readAscii(view, start, end - start) as Event['kind']
}

function eventAt(view: DataView, at: number, kind: Event['kind']): Event {
  const code = view.getUint8(at + RECORD_KIND)
  if (code === RECORD_ORDER) return readOrder(view, at, kind)
  if (code !== RECORD_DOCUMENT) return readRecord(view, at, code)
  return eventOfDocument(readJson(view, at + DOCUMENT_TEXT, view.getInt32(at + DOCUMENT_TEXT_LENGTH, true)))
}

function readOrder(view: DataView, at: number, kind: Event['kind']): Event {
  const textLength = view.getUint8(at + ORDER_TEXT_LENGTH)
  const parts = view.getUint8(at + ORDER_PARTS)
  const isOrigin = (parts & PART_ORIGIN) !== 0
  const extraAt = (parts & PART_EXTRA) !== 0 ? at + ORDER_TEXT + padded4(textLength) : -1
  const order = orderFromBytes({
    view,
    rowAt: at + ORDER_ROW,
    flagsAt: at + ORDER_FLAGS,
    closeReason: view.getUint8(at + ORDER_CLOSE_REASON),
    extra: view,
    extraAt,
    clientOrderId: isOrigin ? '' : readAscii(view, at + ORDER_TEXT, textLength),
    originOrderId: isOrigin ? view.getFloat64(at + ORDER_TEXT, true) : 0,
    caller: view.getUint16(at + ORDER_CALLER, true),
    userId: view.getInt32(at + ORDER_USER_ID, true),
    instrumentId: view.getInt32(at + ORDER_INSTRUMENT_ID, true),
    baseAssetId: view.getInt32(at + ORDER_BASE_ASSET_ID, true),
    quoteAssetId: view.getInt32(at + ORDER_QUOTE_ASSET_ID, true),
    feeAssetId: view.getInt32(at + ORDER_FEE_ASSET_ID, true),
    contract:
      (parts & PART_CONTRACT) === 0
        ? undefined
        : contractPart(view, extraAt < 0 ? at + ORDER_TEXT + padded4(textLength) : extraAt + EXTRA_BYTES),
  })
  return { kind, order } as OrderEvent
}

/** The part of a contract order, which stands at the end of its record. */
function contractPart(view: DataView, at: number): ContractBytes {
  return {
    leverage: view.getUint32(at + rows.CONTRACT_PART_LEVERAGE, true),
    isClose: view.getUint8(at + rows.CONTRACT_PART_IS_CLOSE) === 1,
    isShortLeg: view.getUint8(at + rows.CONTRACT_PART_IS_SHORT_LEG) === 1,
    isIsolated: view.getUint8(at + rows.CONTRACT_PART_MARGIN_MODE) === 1,
    condition: view,
    conditionAt: view.getUint8(at + rows.CONTRACT_PART_HAS_CONDITION) === 1 ? at + CONTRACT_PART_BYTES : -1,
  }
}
