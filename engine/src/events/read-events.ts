/** Event records to plain events. */
import { CAUSES, INSTRUMENT_STATUSES, SIDES, wordOf } from '../codec/code.ts'
import { padded4, readAscii, readJson } from '../codec/text.ts'
import type { JsonObject } from '../command.ts'
import { termsOf } from '../entry.ts'
import type { Event } from '../event.ts'
import { asAssetId, asInstrumentId, asOrderId, asTradeId, asUserId } from '../ids/id.ts'
import * as layout from './event-layout.ts'
import { orderFromBytes } from './read-order.ts'

const ORDER_KINDS = ['orderPlaced', 'orderUpdated', 'orderClosed'] as const

/** An event with sequence and time of its entry. */
export interface StampedEvent {
  readonly seq: number
  readonly at: number
  readonly event: Event
}

/** The events of records from the start of a view up to `to`; `wanted` names the kinds to make objects for. */
export function* eventsFrom(view: DataView, to: number, wanted: ReadonlySet<Event['kind']> | undefined): Generator<StampedEvent> {
  let seq = 0
  let time = 0
  for (let at = 0; at < to; at += view.getUint32(at, true)) {
    if (view.getUint8(at + layout.RECORD_KIND) === layout.RECORD_ENTRY) {
      seq = view.getFloat64(at + layout.ENTRY_SEQ, true)
      time = view.getFloat64(at + layout.ENTRY_AT, true)
      continue
    }
    const kind = kindAt(view, at)
    if (kind === undefined || (wanted !== undefined && !wanted.has(kind))) continue
    yield { seq, at: time, event: eventAt(view, at, kind) }
  }
}

function kindAt(view: DataView, at: number): Event['kind'] | undefined {
  switch (view.getUint8(at + layout.RECORD_KIND)) {
    case layout.RECORD_ORDER:
      return ORDER_KINDS[view.getUint8(at + layout.ORDER_CHANGE)]
    case layout.RECORD_TRADE:
      return 'traded'
    case layout.RECORD_BALANCE:
      return 'balanceChanged'
    case layout.RECORD_LEVEL:
      return 'levelChanged'
    case layout.RECORD_STATUS:
      return 'instrumentStatusChanged'
    case layout.RECORD_DOCUMENT:
      return documentKindAt(view, at)
    default:
      return undefined
  }
}

/** A document's text starts with its kind. */
function documentKindAt(view: DataView, at: number): Event['kind'] {
  const start = at + layout.DOCUMENT_TEXT + '{"kind":"'.length
  let end = start
  while (view.getUint8(end) !== 0x22) end += 1
  return readAscii(view, start, end - start) as Event['kind']
}

function eventAt(view: DataView, at: number, kind: Event['kind']): Event {
  switch (view.getUint8(at + layout.RECORD_KIND)) {
    case layout.RECORD_ORDER:
      return readOrder(view, at, kind)
    case layout.RECORD_TRADE:
      return readTrade(view, at)
    case layout.RECORD_BALANCE:
      return readBalance(view, at)
    case layout.RECORD_LEVEL:
      return {
        kind: 'levelChanged',
        instrumentId: asInstrumentId(view.getInt32(at + layout.LEVEL_INSTRUMENT, true)),
        side: wordOf(SIDES, view.getUint8(at + layout.LEVEL_SIDE)),
        price: view.getFloat64(at + layout.LEVEL_PRICE, true),
        quantity: view.getFloat64(at + layout.LEVEL_QUANTITY, true),
      }
    case layout.RECORD_STATUS:
      return {
        kind: 'instrumentStatusChanged',
        instrumentId: asInstrumentId(view.getInt32(at + layout.STATUS_INSTRUMENT, true)),
        status: wordOf(INSTRUMENT_STATUSES, view.getUint8(at + layout.STATUS_STATUS)),
        until: view.getFloat64(at + layout.STATUS_UNTIL, true),
      }
    default:
      return readDocument(view, at)
  }
}

function readOrder(view: DataView, at: number, kind: Event['kind']): Event {
  const textLength = view.getUint8(at + layout.ORDER_TEXT_LENGTH)
  const order = orderFromBytes({
    view,
    rowAt: at + layout.ORDER_ROW,
    flagsAt: at + layout.ORDER_FLAGS,
    extra: view,
    extraAt: view.getUint8(at + layout.ORDER_HAS_EXTRA) === 1 ? at + layout.ORDER_TEXT + padded4(textLength) : -1,
    clientOrderId: readAscii(view, at + layout.ORDER_TEXT, textLength),
    userId: view.getInt32(at + layout.ORDER_USER, true),
    instrumentId: view.getInt32(at + layout.ORDER_INSTRUMENT, true),
    baseAssetId: view.getInt32(at + layout.ORDER_BASE_ASSET, true),
    quoteAssetId: view.getInt32(at + layout.ORDER_QUOTE_ASSET, true),
    feeAssetId: view.getInt32(at + layout.ORDER_FEE_ASSET, true),
  })
  return kind === 'orderPlaced' || kind === 'orderUpdated' ? { kind, order } : { kind: 'orderClosed', order }
}

function readTrade(view: DataView, at: number): Event {
  return {
    kind: 'traded',
    tradeId: asTradeId(view.getFloat64(at + layout.TRADE_ID, true)),
    instrumentId: asInstrumentId(view.getInt32(at + layout.TRADE_INSTRUMENT, true)),
    price: view.getFloat64(at + layout.TRADE_PRICE, true),
    quantity: view.getFloat64(at + layout.TRADE_QUANTITY, true),
    notional: view.getBigInt64(at + layout.TRADE_NOTIONAL, true),
    takerSide: wordOf(SIDES, view.getUint8(at + layout.TRADE_SIDE)),
    makerOrderId: asOrderId(view.getFloat64(at + layout.TRADE_MAKER_ORDER, true)),
    takerOrderId: asOrderId(view.getFloat64(at + layout.TRADE_TAKER_ORDER, true)),
    makerUserId: asUserId(view.getInt32(at + layout.TRADE_MAKER_USER, true)),
    takerUserId: asUserId(view.getInt32(at + layout.TRADE_TAKER_USER, true)),
    makerFee: view.getBigInt64(at + layout.TRADE_MAKER_FEE, true),
    makerFeeAssetId: asAssetId(view.getInt32(at + layout.TRADE_MAKER_FEE_ASSET, true)),
    takerFee: view.getBigInt64(at + layout.TRADE_TAKER_FEE, true),
    takerFeeAssetId: asAssetId(view.getInt32(at + layout.TRADE_TAKER_FEE_ASSET, true)),
  }
}

function readBalance(view: DataView, at: number): Event {
  return {
    kind: 'balanceChanged',
    userId: asUserId(view.getInt32(at + layout.BALANCE_USER, true)),
    assetId: asAssetId(view.getInt32(at + layout.BALANCE_ASSET, true)),
    availableDelta: view.getBigInt64(at + layout.BALANCE_AVAILABLE_DELTA, true),
    heldDelta: view.getBigInt64(at + layout.BALANCE_HELD_DELTA, true),
    available: view.getBigInt64(at + layout.BALANCE_AVAILABLE, true),
    held: view.getBigInt64(at + layout.BALANCE_HELD, true),
    cause: wordOf(CAUSES, view.getUint8(at + layout.BALANCE_CAUSE)),
    reference: view.getFloat64(at + layout.BALANCE_REFERENCE, true),
  }
}

function readDocument(view: DataView, at: number): Event {
  const value = readJson(view, at + layout.DOCUMENT_TEXT, view.getInt32(at + layout.DOCUMENT_TEXT_LENGTH, true))
  const event = value as unknown as Event
  if (event.kind !== 'instrumentDefined' && event.kind !== 'instrumentChanged') return event
  return { ...event, terms: termsOf(event.terms as unknown as JsonObject) }
}
