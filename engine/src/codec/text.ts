/** ASCII text and JSON documents inside typed records. Everything outside ASCII is escaped, so a character is always one byte. */
import type { JsonValue } from '../command.ts'

/** Longest idempotency key or client order id. */
export const KEY_LENGTH_MAX = 36

/** Length rounded up to a multiple of 4. */
export function padded4(length: number): number {
  return (length + 3) & ~3
}

/** Length rounded up to a multiple of 8. */
export function padded8(length: number): number {
  return (length + 7) & ~7
}

/** Writes ASCII text and zero bytes up to the next multiple of 4. Throws RangeError for a character outside printable ASCII. */
export function writeAscii(view: DataView, offset: number, text: string): void {
  const length = text.length
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code > 0x7e) throw new RangeError('text is not printable ASCII')
    view.setUint8(offset + index, code)
  }
  for (let index = length; index < padded4(length); index += 1) view.setUint8(offset + index, 0)
}

export function readAscii(view: DataView, offset: number, length: number): string {
  let text = ''
  for (let index = 0; index < length; index += 1) text += String.fromCharCode(view.getUint8(offset + index))
  return text
}

/** Text from an offset up to a character, which must come. */
export function readAsciiUntil(view: DataView, offset: number, end: string): string {
  const code = end.charCodeAt(0)
  let length = 0
  while (view.getUint8(offset + length) !== code) length += 1
  return readAscii(view, offset, length)
}

/** JSON of a value in ASCII: other characters become \uXXXX escapes, which mean the same inside JSON strings. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Reverse of asciiJson for bytes that the engine wrote itself. */
export function readJson(view: DataView, offset: number, length: number): JsonValue {
  const value: JsonValue = JSON.parse(readAscii(view, offset, length))
  return value
}
