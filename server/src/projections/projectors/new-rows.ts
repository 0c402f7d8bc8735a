/** Rows that no table has yet, as the bytes that `copy` takes: a commit brings thousands of them, and nothing stores them for less. */
import type { CopyIn } from '../store/sql-connection.ts'
import type { Cell } from './row-batch.ts'

const TAB = 0x09
const LINE_END = 0x0a
const MINUS = 0x2d
const ZERO = 0x30
const SPACE = 0x20
const BACKSLASH = 0x5c
const DELETE = 0x7f
const BILLION = 1_000_000_000
/** Digits of the remainder of a billion. */
const DIGITS_OF_LOW = 9

const FIRST_BYTES = 64 * 1024
/** A full commit's orders take 2 to 3 MB; room beyond this was for something rare. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024
/** Longest cell that is no text, with the character behind it. */
const PLAIN_CELL_BYTES = 32
/** Most bytes of a UTF-16 unit: three in UTF-8, two when it is escaped. */
const BYTES_A_UNIT = 3

/** Besides what ends a cell or a row, NUL, which PostgreSQL text cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format escapes
const SPECIAL = /[\\\t\n\r\u0000]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\u0000': '\ufffd' }

const utf8 = new TextEncoder()
const NULL = utf8.encode('\\N')
const TRUE = utf8.encode('t')
const FALSE = utf8.encode('f')

/**
 * Bytes are written digit by digit, into room that stays: rows as strings cost half as much again, and live just long enough to be
 * moved into the old generation, whose collector then takes a processor from the orders.
 */
export class NewRows {
  readonly #target: string
  #bytes = new Uint8Array(FIRST_BYTES)
  #length = 0
  #size = 0

  /** @param columns names in the order of the cells */
  constructor(schema: string, table: string, columns: readonly string[]) {
    this.#target = `"${schema}"."${table}" (${columns.join(', ')})`
  }

  get size(): number {
    return this.#size
  }

  /**
   * One row; cells in column order.
   * @throws RangeError for a number that is no safe integer; the rows are unusable then
   */
  add(cells: readonly Cell[]): void {
    for (let column = 0; column < cells.length; column += 1) {
      this.#cell(cells[column] ?? null)
      this.#bytes[this.#length] = TAB
      this.#length += 1
    }
    this.#bytes[this.#length - 1] = LINE_END
    this.#size += 1
  }

  /** The rows, valid until the next is added, and none afterwards; undefined when there are none. */
  take(): CopyIn | undefined {
    if (this.#size === 0) return undefined
    const lines = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    this.#size = 0
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#bytes = new Uint8Array(FIRST_BYTES)
    return { target: this.#target, lines }
  }

  #cell(cell: Cell): void {
    if (typeof cell === 'string') {
      this.#text(cell)
      return
    }
    this.#makeRoom(PLAIN_CELL_BYTES)
    if (typeof cell === 'number') this.#integer(cell)
    else if (typeof cell === 'bigint') this.#bigInteger(cell)
    else this.#word(cell === null ? NULL : cell ? TRUE : FALSE)
  }

  #text(text: string): void {
    this.#makeRoom(BYTES_A_UNIT * text.length + 1)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index)
      if (unit < SPACE || unit >= DELETE || unit === BACKSLASH) {
        const escaped = text.replace(SPECIAL, (character) => ESCAPES[character] ?? '')
        this.#length += utf8.encodeInto(escaped, bytes.subarray(this.#length)).written
        return
      }
      bytes[at] = unit
      at += 1
    }
    this.#length = at
  }

  #bigInteger(value: bigint): void {
    const number = Number(value)
    // A safe integer is the bigint itself: one that a number cannot hold is rounded to something that is not safe.
    if (Number.isSafeInteger(number)) this.#integer(number)
    else this.#text(String(value))
  }

  #integer(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`projections: ${value} is not an integer`)
    if (value < 0) {
      this.#bytes[this.#length] = MINUS
      this.#length += 1
    }
    const whole = Math.abs(value)
    if (whole < BILLION) {
      this.#digits(whole, digitsOf(whole))
      return
    }
    // Below 2^53 the quotient is never rounded up to the next integer: it lies a billionth or more below it, which is more than half of its last place.
    const high = Math.floor(whole / BILLION)
    const low = whole - high * BILLION
    this.#digits(high, digitsOf(high))
    this.#digits(low, DIGITS_OF_LOW)
  }

  /** @param value below a billion */
  #digits(value: number, count: number): void {
    const bytes = this.#bytes
    const end = this.#length + count
    let rest = value | 0
    for (let at = end - 1; at >= this.#length; at -= 1) {
      const tenth = (rest / 10) | 0
      bytes[at] = ZERO + rest - 10 * tenth
      rest = tenth
    }
    this.#length = end
  }

  #word(word: Uint8Array): void {
    this.#bytes.set(word, this.#length)
    this.#length += word.length
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(2 * needed)
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

/** @param value below a billion */
function digitsOf(value: number): number {
  let count = 1
  for (let power = 10; power <= value; power *= 10) count += 1
  return count
}
