/** Entries of the journal: a command with its place, time and key, as bytes. */

import { codeOf, ORDER_TYPES, SELF_TRADE_MODES, SIDES, SOURCES, TIMES_IN_FORCE, wordOf } from './codec/code.ts'
import { commandOfDocument, type DocumentCommand, documentOf } from './codec/document-json.ts'
import * as layout from './codec/entry-layout.ts'
import { asciiJson, KEY_LENGTH_MAX, padded4, padded8, readAscii, readJson, writeAscii } from './codec/text.ts'
import type { AmendOrder, CancelOrder, Command, OfCaller, OfOrder, OrderTerms, PlaceOrder } from './command.ts'
import { asInstrumentId, asOrderId, asOrderListId, asUserId } from './ids/id.ts'

const {
  AMEND_ORDER,
  AMEND_PRICE,
  AMEND_QUANTITY,
  AMEND_TEXT,
  AMEND_TRIGGER_PRICE,
  CANCEL_LIST,
  CANCEL_ORDER,
  CANCEL_TEXT,
  ENTRY_AT,
  ENTRY_BODY,
  ENTRY_INSTRUMENT,
  ENTRY_IS_ORIGIN,
  ENTRY_KEY_AT,
  ENTRY_KEY_LENGTH,
  ENTRY_KIND,
  ENTRY_LENGTH,
  ENTRY_SEQ,
  ENTRY_TEXT_LENGTH,
  ENTRY_USER,
  KEY_HAS_CALLER,
  KEY_LENGTH_BITS,
  KIND_AMEND,
  KIND_CANCEL,
  KIND_CANCEL_ALL,
  KIND_CANCEL_ALL_TIMER,
  KIND_DOCUMENT,
  KIND_PLACE,
  KIND_TICK,
  PLACE_HAS_CHILD,
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
  TERMS_SHORT_BYTES,
  TERMS_SIDE,
  TERMS_TIME_IN_FORCE,
  TERMS_TRAILING_BPS,
  TERMS_TRIGGER_LIMIT_PRICE,
  TERMS_TRIGGER_PRICE,
  TERMS_TYPE,
  TERMS_VISIBLE,
  TIMER_TIMEOUT,
} = layout

/** Highest number of an API key among the callers of its user. */
export const CALLER_MAX = 0xffff

/** A decoded entry. */
export interface Entry {
  readonly seq: number
  /** Stamp of the sequencer, ms. */
  readonly at: number
  /** Idempotency key, '' = none. */
  readonly key: string
  readonly command: Command
  readonly byteLength: number
}

/** Document commands in journal order: the position is the format. */
export const DOCUMENT_KINDS: readonly DocumentCommand['kind'][] = [
  'registerUser',
  'setUserStatus',
  'setUserTerms',
  'defineAsset',
  'defineInstrument',
  'changeInstrument',
  'setInstrumentStatus',
  'setFeeSchedule',
  'creditUser',
  'saveDocument',
  'changeAccountKeys',
  'setInviter',
  'setCommission',
  'setEngineVersion',
  'setFeeDirection',
]

/** Length in bytes of the entry that starts at `offset`. @throws RangeError where none can start */
export function entryLength(bytes: Uint8Array, offset: number): number {
  const at = offset + ENTRY_LENGTH
  if (at + ENTRY_BODY > bytes.length) throw new RangeError('no entry starts here')
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
  return low + ((bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8)) * 0x1_0000
}

/** Sequence of the entry that starts at `offset`. */
export function entrySeq(bytes: Uint8Array, offset: number): number {
  return viewOf(bytes).getFloat64(offset + ENTRY_SEQ, true)
}

/**
 * Writes one entry.
 *
 * @returns bytes written, a multiple of 8
 * @throws RangeError when it does not fit, when key or client order id are over 36 characters or not printable ASCII, for a caller
 *   that is none, or when an order is named by its id and by its origin's
 */
export function encodeEntry(into: Uint8Array, offset: number, seq: number, at: number, key: string, command: Command): number {
  if (key.length > KEY_LENGTH_MAX) throw new RangeError('key is too long')
  const view = viewOf(into)
  const caller = callerOf(command)
  view.setUint8(offset + ENTRY_KEY_LENGTH, caller === 0 ? key.length : key.length | KEY_HAS_CALLER)
  view.setFloat64(offset + ENTRY_SEQ, seq, true)
  view.setFloat64(offset + ENTRY_AT, at, true)
  view.setInt32(offset + ENTRY_USER, 'userId' in command ? command.userId : 0, true)
  view.setInt32(offset + ENTRY_INSTRUMENT, 0, true)
  const body = writeBody(view, offset, key, command)
  view.setUint8(offset + ENTRY_KIND, body.kind)
  view.setUint16(offset + ENTRY_KEY_AT, body.keyAt, true)
  writeAscii(view, offset + body.keyAt, key)
  if (caller !== 0) view.setUint32(offset + body.end, caller, true)
  const end = caller === 0 ? body.end : body.end + 4
  const length = padded8(end)
  for (let index = end; index < length; index += 1) view.setUint8(offset + index, 0)
  view.setUint32(offset + ENTRY_LENGTH, length, true)
  return length
}

/** Reads one entry back to a plain command. Throws RangeError or SyntaxError for bytes that `encodeEntry` did not write. */
export function decodeEntry(bytes: Uint8Array, offset: number): Entry {
  const view = viewOf(bytes)
  const keyAt = offset + view.getUint16(offset + ENTRY_KEY_AT, true)
  const keyByte = view.getUint8(offset + ENTRY_KEY_LENGTH)
  const keyLength = keyByte & KEY_LENGTH_BITS
  const command = readCommand(view, offset)
  const hasCaller = (keyByte & KEY_HAS_CALLER) !== 0
  return {
    seq: view.getFloat64(offset + ENTRY_SEQ, true),
    at: view.getFloat64(offset + ENTRY_AT, true),
    key: readAscii(view, keyAt, keyLength),
    command: hasCaller ? withCaller(command, view.getUint32(keyAt + padded4(keyLength), true)) : command,
    byteLength: view.getUint32(offset + ENTRY_LENGTH, true),
  }
}

/** Number of the caller of a command, 0 = a session or nobody. @throws RangeError */
function callerOf(command: Command): number {
  const { caller = 0 } = command as OfCaller
  if (caller === 0) return 0
  const isKeyed = command.kind === 'placeOrder' || command.kind === 'cancelOrder' || command.kind === 'amendOrder'
  if (!isKeyed || !Number.isInteger(caller) || caller < 0 || caller > CALLER_MAX) throw new RangeError('no such caller')
  return caller
}

function withCaller(command: Command, caller: number): Command {
  return command.kind === 'placeOrder' || command.kind === 'cancelOrder' || command.kind === 'amendOrder' ? { ...command, caller } : command
}

interface Body {
  readonly kind: number
  readonly keyAt: number
  /** Where the last byte of body or key ends, not padded. */
  readonly end: number
}

function writeBody(view: DataView, offset: number, key: string, command: Command): Body {
  const behind = (kind: number, keyAt: number): Body => ({ kind, keyAt, end: keyAt + padded4(key.length) })
  switch (command.kind) {
    case 'placeOrder':
      return behind(KIND_PLACE, writePlace(view, offset, command))
    case 'cancelOrder':
      return behind(KIND_CANCEL, writeCancel(view, offset, command))
    case 'amendOrder':
      return behind(KIND_AMEND, writeAmend(view, offset, command))
    case 'cancelAllOrders':
      view.setInt32(offset + ENTRY_INSTRUMENT, command.instrumentId, true)
      return behind(KIND_CANCEL_ALL, ENTRY_BODY)
    case 'setCancelAllTimer':
      view.setInt32(offset + ENTRY_INSTRUMENT, command.instrumentId, true)
      view.setFloat64(offset + TIMER_TIMEOUT, command.timeoutMs, true)
      return behind(KIND_CANCEL_ALL_TIMER, TIMER_TIMEOUT + 8)
    case 'tick':
      return behind(KIND_TICK, ENTRY_BODY)
    default: {
      const text = asciiJson(documentOf(command))
      const textAt = ENTRY_BODY + padded4(key.length)
      view.setInt32(offset + ENTRY_INSTRUMENT, text.length, true)
      writeAscii(view, offset + textAt, text)
      return {
        kind: KIND_DOCUMENT + DOCUMENT_KINDS.indexOf(command.kind),
        keyAt: ENTRY_BODY,
        end: textAt + padded4(text.length),
      }
    }
  }
}

function writePlace(view: DataView, offset: number, command: PlaceOrder): number {
  const { terms, child } = command
  view.setInt32(offset + ENTRY_INSTRUMENT, command.instrumentId, true)
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
  view.setFloat64(at + TERMS_VISIBLE, terms.visibleQuantity, true)
  view.setFloat64(at + TERMS_EXPIRE_AT, terms.expireAt, true)
}

/** An amount outside int64 cannot be journaled; −1 is what the engine's checks refuse as badNumber. */
function int64(amount: bigint): bigint {
  return BigInt.asIntN(64, amount) === amount ? amount : -1n
}

function writeCancel(view: DataView, offset: number, command: CancelOrder): number {
  view.setFloat64(offset + CANCEL_LIST, command.orderListId, true)
  return writeName(view, offset, command, CANCEL_ORDER, CANCEL_TEXT)
}

function writeAmend(view: DataView, offset: number, command: AmendOrder): number {
  view.setFloat64(offset + AMEND_PRICE, command.price, true)
  view.setFloat64(offset + AMEND_QUANTITY, command.quantity, true)
  view.setFloat64(offset + AMEND_TRIGGER_PRICE, command.triggerPrice, true)
  return writeName(view, offset, command, AMEND_ORDER, AMEND_TEXT)
}

/** Returns where the text ends. */
function writeName(view: DataView, offset: number, name: OfOrder, orderAt: number, textAt: number): number {
  const { orderId, originOrderId = 0, clientOrderId: text } = name
  if (text.length > KEY_LENGTH_MAX) throw new RangeError('client order id is too long')
  if (orderId !== 0 && originOrderId !== 0) throw new RangeError('an order is named twice')
  view.setFloat64(offset + orderAt, orderId || originOrderId, true)
  view.setUint8(offset + ENTRY_TEXT_LENGTH, text.length)
  view.setUint8(offset + ENTRY_IS_ORIGIN, originOrderId === 0 ? 0 : 1)
  writeAscii(view, offset + textAt, text)
  return textAt + padded4(text.length)
}

function readName(view: DataView, offset: number, orderAt: number, textAt: number): Omit<OfOrder, 'caller'> {
  const orderId = asOrderId(view.getFloat64(offset + orderAt, true))
  const isOrigin = view.getUint8(offset + ENTRY_IS_ORIGIN) === 1
  return {
    userId: asUserId(view.getInt32(offset + ENTRY_USER, true)),
    orderId: isOrigin ? asOrderId(0) : orderId,
    clientOrderId: readAscii(view, offset + textAt, view.getUint8(offset + ENTRY_TEXT_LENGTH)),
    ...(isOrigin && { originOrderId: orderId }),
  }
}

function readCommand(view: DataView, offset: number): Command {
  const kind = view.getUint8(offset + ENTRY_KIND)
  const userId = asUserId(view.getInt32(offset + ENTRY_USER, true))
  const instrumentId = asInstrumentId(view.getInt32(offset + ENTRY_INSTRUMENT, true))
  switch (kind) {
    case KIND_PLACE:
      return readPlace(view, offset)
    case KIND_CANCEL:
      return {
        kind: 'cancelOrder',
        ...readName(view, offset, CANCEL_ORDER, CANCEL_TEXT),
        orderListId: asOrderListId(view.getFloat64(offset + CANCEL_LIST, true)),
      }
    case KIND_AMEND:
      return {
        kind: 'amendOrder',
        ...readName(view, offset, AMEND_ORDER, AMEND_TEXT),
        price: view.getFloat64(offset + AMEND_PRICE, true),
        quantity: view.getFloat64(offset + AMEND_QUANTITY, true),
        triggerPrice: view.getFloat64(offset + AMEND_TRIGGER_PRICE, true),
      }
    case KIND_CANCEL_ALL:
      return { kind: 'cancelAllOrders', userId, instrumentId }
    case KIND_CANCEL_ALL_TIMER:
      return { kind: 'setCancelAllTimer', userId, instrumentId, timeoutMs: view.getFloat64(offset + TIMER_TIMEOUT, true) }
    case KIND_TICK:
      return { kind: 'tick' }
    default:
      return readDocumentCommand(view, offset)
  }
}

function readPlace(view: DataView, offset: number): PlaceOrder {
  const isLong = view.getUint8(offset + PLACE_IS_LONG) === 1
  const hasChild = view.getUint8(offset + PLACE_HAS_CHILD) === 1
  return {
    kind: 'placeOrder',
    userId: asUserId(view.getInt32(offset + ENTRY_USER, true)),
    instrumentId: asInstrumentId(view.getInt32(offset + ENTRY_INSTRUMENT, true)),
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
    visibleQuantity: isLong ? view.getFloat64(at + TERMS_VISIBLE, true) : 0,
    expireAt: isLong ? view.getFloat64(at + TERMS_EXPIRE_AT, true) : 0,
  }
}

/** Reads the command of a document entry. */
export function readDocumentCommand(view: DataView, offset: number): DocumentCommand {
  const textAt = offset + ENTRY_BODY + padded4(view.getUint8(offset + ENTRY_KEY_LENGTH))
  return commandOfDocument(readJson(view, textAt, view.getInt32(offset + ENTRY_INSTRUMENT, true)))
}

let cachedBuffer: ArrayBufferLike | undefined
let cachedView: DataView = new DataView(new ArrayBuffer(0))

/** A view over the bytes. Entries of one buffer share it, since a codec call per entry would otherwise make one each. */
function viewOf(bytes: Uint8Array): DataView {
  if (bytes.byteOffset !== 0) return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (cachedBuffer !== bytes.buffer) {
    cachedBuffer = bytes.buffer
    cachedView = new DataView(bytes.buffer)
  }
  return cachedView
}
