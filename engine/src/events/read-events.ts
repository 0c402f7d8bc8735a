/** Event records to plain events. */
import { CAUSES, INSTRUMENT_STATUSES, SIDES, wordOf } from '../codec/code.ts'
import { termsOf } from '../codec/document-json.ts'
import { padded4, readAscii, readJson } from '../codec/text.ts'
import type { JsonObject } from '../command.ts'
import type { Event } from '../event.ts'
import { asAssetId, asInstrumentId, asOrderId, asTradeId, asUserId } from '../ids/id.ts'
import * as layout from './event-layout.ts'
import { orderFromBytes } from './read-order.ts'

const {
  BALANCE_ASSET,
  BALANCE_AVAILABLE,
  BALANCE_AVAILABLE_DELTA,
  BALANCE_CAUSE,
  BALANCE_HELD,
  BALANCE_HELD_DELTA,
  BALANCE_REFERENCE,
  BALANCE_USER,
  DOCUMENT_TEXT,
  DOCUMENT_TEXT_LENGTH,
  ENTRY_AT,
  ENTRY_SEQ,
  LEVEL_INSTRUMENT,
  LEVEL_PRICE,
  LEVEL_QUANTITY,
  LEVEL_SIDE,
  ORDER_BASE_ASSET,
  ORDER_CALLER,
  ORDER_CHANGE,
  ORDER_CLOSE_REASON,
  ORDER_FEE_ASSET,
  ORDER_FLAGS,
  ORDER_INSTRUMENT,
  ORDER_PARTS,
  ORDER_QUOTE_ASSET,
  ORDER_ROW,
  ORDER_TEXT,
  ORDER_TEXT_LENGTH,
  ORDER_USER,
  PART_EXTRA,
  PART_ORIGIN,
  RECORD_BALANCE,
  RECORD_DOCUMENT,
  RECORD_ENTRY,
  RECORD_KIND,
  RECORD_LEVEL,
  RECORD_ORDER,
  RECORD_STATUS,
  RECORD_TRADE,
  STATUS_INSTRUMENT,
  STATUS_STATUS,
  STATUS_UNTIL,
  TRADE_ID,
  TRADE_INSTRUMENT,
  TRADE_MAKER_FEE,
  TRADE_MAKER_FEE_ASSET,
  TRADE_MAKER_ORDER,
  TRADE_MAKER_USER,
  TRADE_NOTIONAL,
  TRADE_PRICE,
  TRADE_QUANTITY,
  TRADE_SIDE,
  TRADE_TAKER_FEE,
  TRADE_TAKER_FEE_ASSET,
  TRADE_TAKER_ORDER,
  TRADE_TAKER_USER,
} = layout

const ORDER_KINDS = ['orderPlaced', 'orderUpdated', 'orderClosed'] as const

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
  switch (view.getUint8(at + RECORD_KIND)) {
    case RECORD_ORDER:
      return ORDER_KINDS[view.getUint8(at + ORDER_CHANGE)]
    case RECORD_TRADE:
      return 'traded'
    case RECORD_BALANCE:
      return 'balanceChanged'
    case RECORD_LEVEL:
      return 'levelChanged'
    case RECORD_STATUS:
      return 'instrumentStatusChanged'
    case RECORD_DOCUMENT:
      return documentKindAt(view, at)
    default:
      return undefined
  }
}

/** A document's text starts with its kind. */
function documentKindAt(view: DataView, at: number): Event['kind'] {
  const start = at + DOCUMENT_TEXT + '{"kind":"'.length
  let end = start
  while (view.getUint8(end) !== 0x22) end += 1
  return readAscii(view, start, end - start) as Event['kind']
}

function eventAt(view: DataView, at: number, kind: Event['kind']): Event {
  switch (view.getUint8(at + RECORD_KIND)) {
    case RECORD_ORDER:
      return readOrder(view, at, kind)
    case RECORD_TRADE:
      return readTrade(view, at)
    case RECORD_BALANCE:
      return readBalance(view, at)
    case RECORD_LEVEL:
      return {
        kind: 'levelChanged',
        instrumentId: asInstrumentId(view.getInt32(at + LEVEL_INSTRUMENT, true)),
        side: wordOf(SIDES, view.getUint8(at + LEVEL_SIDE)),
        price: view.getFloat64(at + LEVEL_PRICE, true),
        quantity: view.getFloat64(at + LEVEL_QUANTITY, true),
      }
    case RECORD_STATUS:
      return {
        kind: 'instrumentStatusChanged',
        instrumentId: asInstrumentId(view.getInt32(at + STATUS_INSTRUMENT, true)),
        status: wordOf(INSTRUMENT_STATUSES, view.getUint8(at + STATUS_STATUS)),
        until: view.getFloat64(at + STATUS_UNTIL, true),
      }
    default:
      return readDocument(view, at)
  }
}

function readOrder(view: DataView, at: number, kind: Event['kind']): Event {
  const textLength = view.getUint8(at + ORDER_TEXT_LENGTH)
  const parts = view.getUint8(at + ORDER_PARTS)
  const isOrigin = (parts & PART_ORIGIN) !== 0
  const order = orderFromBytes({
    view,
    rowAt: at + ORDER_ROW,
    flagsAt: at + ORDER_FLAGS,
    closeReason: view.getUint8(at + ORDER_CLOSE_REASON),
    extra: view,
    extraAt: (parts & PART_EXTRA) !== 0 ? at + ORDER_TEXT + padded4(textLength) : -1,
    clientOrderId: isOrigin ? '' : readAscii(view, at + ORDER_TEXT, textLength),
    originOrderId: isOrigin ? view.getFloat64(at + ORDER_TEXT, true) : 0,
    caller: view.getUint16(at + ORDER_CALLER, true),
    userId: view.getInt32(at + ORDER_USER, true),
    instrumentId: view.getInt32(at + ORDER_INSTRUMENT, true),
    baseAssetId: view.getInt32(at + ORDER_BASE_ASSET, true),
    quoteAssetId: view.getInt32(at + ORDER_QUOTE_ASSET, true),
    feeAssetId: view.getInt32(at + ORDER_FEE_ASSET, true),
  })
  return kind === 'orderPlaced' || kind === 'orderUpdated' ? { kind, order } : { kind: 'orderClosed', order }
}

function readTrade(view: DataView, at: number): Event {
  return {
    kind: 'traded',
    tradeId: asTradeId(view.getFloat64(at + TRADE_ID, true)),
    instrumentId: asInstrumentId(view.getInt32(at + TRADE_INSTRUMENT, true)),
    price: view.getFloat64(at + TRADE_PRICE, true),
    quantity: view.getFloat64(at + TRADE_QUANTITY, true),
    notional: view.getBigInt64(at + TRADE_NOTIONAL, true),
    takerSide: wordOf(SIDES, view.getUint8(at + TRADE_SIDE)),
    makerOrderId: asOrderId(view.getFloat64(at + TRADE_MAKER_ORDER, true)),
    takerOrderId: asOrderId(view.getFloat64(at + TRADE_TAKER_ORDER, true)),
    makerUserId: asUserId(view.getInt32(at + TRADE_MAKER_USER, true)),
    takerUserId: asUserId(view.getInt32(at + TRADE_TAKER_USER, true)),
    makerFee: view.getBigInt64(at + TRADE_MAKER_FEE, true),
    makerFeeAssetId: asAssetId(view.getInt32(at + TRADE_MAKER_FEE_ASSET, true)),
    takerFee: view.getBigInt64(at + TRADE_TAKER_FEE, true),
    takerFeeAssetId: asAssetId(view.getInt32(at + TRADE_TAKER_FEE_ASSET, true)),
  }
}

function readBalance(view: DataView, at: number): Event {
  return {
    kind: 'balanceChanged',
    userId: asUserId(view.getInt32(at + BALANCE_USER, true)),
    assetId: asAssetId(view.getInt32(at + BALANCE_ASSET, true)),
    availableDelta: view.getBigInt64(at + BALANCE_AVAILABLE_DELTA, true),
    heldDelta: view.getBigInt64(at + BALANCE_HELD_DELTA, true),
    available: view.getBigInt64(at + BALANCE_AVAILABLE, true),
    held: view.getBigInt64(at + BALANCE_HELD, true),
    cause: wordOf(CAUSES, view.getUint8(at + BALANCE_CAUSE)),
    reference: view.getFloat64(at + BALANCE_REFERENCE, true),
  }
}

function readDocument(view: DataView, at: number): Event {
  const value = readJson(view, at + DOCUMENT_TEXT, view.getInt32(at + DOCUMENT_TEXT_LENGTH, true))
  const event = value as unknown as Event
  if (event.kind !== 'instrumentDefined' && event.kind !== 'instrumentChanged') return event
  return { ...event, terms: termsOf(event.terms as unknown as JsonObject) }
}
