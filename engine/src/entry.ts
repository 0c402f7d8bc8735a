/** Entries of the journal: a command with its place, time and key, as bytes. */
import { readFixed, writeFixed } from '../generated/entry-codec.ts'
import {
  ENTRY_AT,
  ENTRY_KEY_AT,
  ENTRY_KEY_LENGTH,
  ENTRY_KIND,
  ENTRY_LENGTH,
  ENTRY_SEQ,
  ENTRY_TEXT_BYTES,
  ENTRY_USER_ID,
  KIND_PLACE_ORDER,
  KIND_REPORT_PRICES,
} from '../generated/entry-layout.ts'
import { commandOfDocument, type DocumentCommand, documentOf } from './codec/document-json.ts'
import { readPlace, writePlace } from './codec/place-entry.ts'
import { readReport, writeReport } from './codec/prices-entry.ts'
import { asciiJson, KEY_LENGTH_MAX, padded4, padded8, readAscii, readJson, writeAscii } from './codec/text.ts'
import type { Command, OfCaller } from './command.ts'
import { COMMANDS, hasCaller } from './schema/commands.ts'
import { ENTRY_BODY, isDocumentKind, KEY_HAS_CALLER, KEY_LENGTH_BITS, KIND_DOCUMENT } from './schema/entry.ts'

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
 * @throws RangeError when it does not fit, for more prices than an entry holds, when key or client order id are over 36 characters or not printable ASCII, for a caller
 *   that is none, or when an order is named by its id and by its origin's
 */
export function encodeEntry(into: Uint8Array, offset: number, seq: number, at: number, key: string, command: Command): number {
  if (key.length > KEY_LENGTH_MAX) throw new RangeError('key is too long')
  const view = viewOf(into)
  const caller = callerOf(command)
  view.setUint8(offset + ENTRY_KEY_LENGTH, caller === 0 ? key.length : key.length | KEY_HAS_CALLER)
  view.setFloat64(offset + ENTRY_SEQ, seq, true)
  view.setFloat64(offset + ENTRY_AT, at, true)
  view.setInt32(offset + ENTRY_USER_ID, 'userId' in command ? command.userId : 0, true)
  view.setInt32(offset + ENTRY_TEXT_BYTES, 0, true)
  const body = writeBody(view, offset, key, command)
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
  const isKeyed = (keyByte & KEY_HAS_CALLER) !== 0 && !isDocumentKind(view.getUint8(offset + ENTRY_KIND))
  return {
    seq: view.getFloat64(offset + ENTRY_SEQ, true),
    at: view.getFloat64(offset + ENTRY_AT, true),
    key: readAscii(view, keyAt, keyLength),
    command: isKeyed ? withCaller(command, view.getUint32(keyAt + padded4(keyLength), true)) : command,
    byteLength: view.getUint32(offset + ENTRY_LENGTH, true),
  }
}

/** Number of the caller of a command, 0 = a session or nobody. @throws RangeError */
function callerOf(command: Command): number {
  const { caller = 0 } = command as OfCaller
  if (caller === 0) return 0
  if (!hasCaller(command) || !Number.isInteger(caller) || caller < 0 || caller > CALLER_MAX) throw new RangeError('no such caller')
  return caller
}

function withCaller<Of extends Command>(command: Of, caller: number): Of {
  return hasCaller(command) ? { ...command, caller } : command
}

interface Body {
  readonly keyAt: number
  /** Where the last byte of body or key ends, not padded. */
  readonly end: number
}

/** Writes kind and body. */
function writeBody(view: DataView, offset: number, key: string, command: Command): Body {
  const keyAt = writeOwn(view, offset, command)
  return keyAt < 0 ? writeDocumentBody(view, offset, key, command as DocumentCommand) : { keyAt, end: keyAt + padded4(key.length) }
}

/** Writes a body that is no document. @returns where it ends, −1 for a command that is a document */
function writeOwn(view: DataView, offset: number, command: Command): number {
  if (command.kind === 'placeOrder') return writePlace(view, offset, command)
  return command.kind === 'reportPrices' ? writeReport(view, offset, command) : writeFixed(view, offset, command)
}

function writeDocumentBody(view: DataView, offset: number, key: string, command: DocumentCommand): Body {
  const text = asciiJson(documentOf(command))
  const textAt = ENTRY_BODY + padded4(key.length)
  view.setUint8(offset + ENTRY_KIND, KIND_DOCUMENT + COMMANDS[command.kind].code)
  view.setUint32(offset + ENTRY_TEXT_BYTES, text.length, true)
  writeAscii(view, offset + textAt, text)
  return { keyAt: ENTRY_BODY, end: textAt + padded4(text.length) }
}

function readCommand(view: DataView, offset: number): Command {
  const kind = view.getUint8(offset + ENTRY_KIND)
  if (kind === KIND_PLACE_ORDER) return readPlace(view, offset)
  if (kind === KIND_REPORT_PRICES) return readReport(view, offset)
  return isDocumentKind(kind) ? readDocumentCommand(view, offset) : readFixed(view, offset, kind)
}

/** Reads the command of a document entry, with its caller. */
export function readDocumentCommand(view: DataView, offset: number): DocumentCommand {
  const keyByte = view.getUint8(offset + ENTRY_KEY_LENGTH)
  const textAt = offset + ENTRY_BODY + padded4(keyByte & KEY_LENGTH_BITS)
  const bytes = view.getUint32(offset + ENTRY_TEXT_BYTES, true)
  const command = commandOfDocument(readJson(view, textAt, bytes))
  return (keyByte & KEY_HAS_CALLER) === 0 ? command : withCaller(command, view.getUint32(textAt + padded4(bytes), true))
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
