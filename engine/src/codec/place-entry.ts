/** Entries of placements, whose terms are short or long: see `schema/entry.ts`. */
import {
  ENTRY_KIND,
  ENTRY_USER_ID,
  KIND_PLACE_ORDER,
  PLACE_HAS_CHILD,
  PLACE_INSTRUMENT_ID,
  PLACE_IS_LONG,
  PLACE_SELF_TRADE,
  PLACE_SOURCE,
  PLACE_TERMS,
  TERMS_ACTIVATION_PRICE,
  TERMS_BYTES,
  TERMS_EXPIRE_AT,
  TERMS_PRICE,
  TERMS_QUANTITY,
  TERMS_QUOTE_AMOUNT,
  TERMS_SIDE,
  TERMS_TIME_IN_FORCE,
  TERMS_TRAILING_BPS,
  TERMS_TRIGGER_LIMIT_PRICE,
  TERMS_TRIGGER_PRICE,
  TERMS_TYPE,
  TERMS_VISIBLE_QUANTITY,
} from '../../generated/entry-layout.ts'
import { ORDER_TYPES, SELF_TRADE_MODES, SIDES, SOURCES, TIMES_IN_FORCE } from '../../generated/vocabularies.ts'
import type { OrderTerms, PlaceOrder } from '../command.ts'
import { asInstrumentId, asUserId } from '../ids/id.ts'
import { TERMS_SHORT_BYTES } from '../schema/entry.ts'
import { codeOf, wordOf } from './code.ts'
import { int64 } from './entry-parts.ts'

/** Writes kind and body; returns where it ends. */
export function writePlace(view: DataView, offset: number, command: PlaceOrder): number {
  const { terms, child } = command
  view.setUint8(offset + ENTRY_KIND, KIND_PLACE_ORDER)
  view.setInt32(offset + PLACE_INSTRUMENT_ID, command.instrumentId, true)
  const isLong = child !== null || needsLongForm(terms)
  writeTerms(view, offset + PLACE_TERMS, terms, isLong)
  view.setUint8(offset + PLACE_SELF_TRADE, codeOf(SELF_TRADE_MODES, command.selfTrade))
  view.setUint8(offset + PLACE_SOURCE, codeOf(SOURCES, command.source))
  view.setUint8(offset + PLACE_HAS_CHILD, child === null ? 0 : 1)
  view.setUint8(offset + PLACE_IS_LONG, isLong ? 1 : 0)
  if (!isLong) return PLACE_TERMS + TERMS_SHORT_BYTES
  const childAt = PLACE_TERMS + TERMS_BYTES
  if (child === null) return childAt
  writeTerms(view, offset + childAt, child, true)
  return childAt + TERMS_BYTES
}

function needsLongForm(terms: OrderTerms): boolean {
  return (
    terms.quoteAmount !== 0n ||
    terms.triggerPrice !== 0 ||
    terms.triggerLimitPrice !== 0 ||
    terms.activationPrice !== 0 ||
    terms.trailingBps !== 0 ||
    terms.visibleQuantity !== 0 ||
    terms.expireAt !== 0
  )
}

function writeTerms(view: DataView, at: number, terms: OrderTerms, isLong: boolean): void {
  view.setFloat64(at, 0, true)
  view.setUint8(at + TERMS_SIDE, codeOf(SIDES, terms.side))
  view.setUint8(at + TERMS_TYPE, codeOf(ORDER_TYPES, terms.type))
  view.setUint8(at + TERMS_TIME_IN_FORCE, codeOf(TIMES_IN_FORCE, terms.timeInForce))
  view.setFloat64(at + TERMS_PRICE, terms.price, true)
  view.setFloat64(at + TERMS_QUANTITY, terms.quantity, true)
  if (!isLong) return
  view.setBigInt64(at + TERMS_QUOTE_AMOUNT, int64(terms.quoteAmount), true)
  view.setFloat64(at + TERMS_TRIGGER_PRICE, terms.triggerPrice, true)
  view.setFloat64(at + TERMS_TRIGGER_LIMIT_PRICE, terms.triggerLimitPrice, true)
  view.setFloat64(at + TERMS_ACTIVATION_PRICE, terms.activationPrice, true)
  view.setFloat64(at + TERMS_TRAILING_BPS, terms.trailingBps, true)
  view.setFloat64(at + TERMS_VISIBLE_QUANTITY, terms.visibleQuantity, true)
  view.setFloat64(at + TERMS_EXPIRE_AT, terms.expireAt, true)
}

/** Reads what `writePlace` wrote. */
export function readPlace(view: DataView, offset: number): PlaceOrder {
  const isLong = view.getUint8(offset + PLACE_IS_LONG) === 1
  const hasChild = view.getUint8(offset + PLACE_HAS_CHILD) === 1
  return {
    kind: 'placeOrder',
    userId: asUserId(view.getInt32(offset + ENTRY_USER_ID, true)),
    instrumentId: asInstrumentId(view.getInt32(offset + PLACE_INSTRUMENT_ID, true)),
    terms: readTerms(view, offset + PLACE_TERMS, isLong),
    selfTrade: wordOf(SELF_TRADE_MODES, view.getUint8(offset + PLACE_SELF_TRADE)),
    source: wordOf(SOURCES, view.getUint8(offset + PLACE_SOURCE)),
    child: hasChild ? readTerms(view, offset + PLACE_TERMS + TERMS_BYTES, true) : null,
  }
}

function readTerms(view: DataView, at: number, isLong: boolean): OrderTerms {
  return {
    side: wordOf(SIDES, view.getUint8(at + TERMS_SIDE)),
    type: wordOf(ORDER_TYPES, view.getUint8(at + TERMS_TYPE)),
    timeInForce: wordOf(TIMES_IN_FORCE, view.getUint8(at + TERMS_TIME_IN_FORCE)),
    price: view.getFloat64(at + TERMS_PRICE, true),
    quantity: view.getFloat64(at + TERMS_QUANTITY, true),
    quoteAmount: isLong ? view.getBigInt64(at + TERMS_QUOTE_AMOUNT, true) : 0n,
    triggerPrice: isLong ? view.getFloat64(at + TERMS_TRIGGER_PRICE, true) : 0,
    triggerLimitPrice: isLong ? view.getFloat64(at + TERMS_TRIGGER_LIMIT_PRICE, true) : 0,
    activationPrice: isLong ? view.getFloat64(at + TERMS_ACTIVATION_PRICE, true) : 0,
    trailingBps: isLong ? view.getFloat64(at + TERMS_TRAILING_BPS, true) : 0,
    visibleQuantity: isLong ? view.getFloat64(at + TERMS_VISIBLE_QUANTITY, true) : 0,
    expireAt: isLong ? view.getFloat64(at + TERMS_EXPIRE_AT, true) : 0,
  }
}
