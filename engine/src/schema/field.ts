/**
 * How a row, a record or an entry is described: its fields in the order of their bytes, little-endian, each with its type and unit. The
 * kernel's typed rows, the numbers of `engine/generated` and the names in snapshots and hashes come from these descriptions.
 */

export type NumberType = 'f64' | 'i64' | 'u64' | 'i32' | 'u32' | 'u16' | 'u8'

/**
 * What a number counts. `amount`: minor units of an asset; `ticks`, `lots`: of the pair; `rate`: 1e-8; `bps`: 1e-4; `ms`: since 1970 or a
 * length of time; `code`: a position in a list of words; `bits`: packed; `row`: another row's handle, 0 = none; `address`: a place in memory.
 */
export type Unit =
  | 'amount'
  | 'ticks'
  | 'lots'
  | 'rate'
  | 'bps'
  | 'ms'
  | 'id'
  | 'count'
  | 'code'
  | 'bits'
  | 'row'
  | 'address'
  | 'flag'
  | 'hash'
  | 'text'

export interface Field {
  /** `bytes` is a block of `length` bytes that has no value of its own. */
  readonly type: NumberType | 'bytes'
  readonly unit: Unit
  readonly about: string
  /** Where it stands, when that is not behind the field before it at its own alignment. */
  readonly at?: number
  /** bytes: how many. */
  readonly length?: number
  /** row: which; bytes: which stand there, inside the row. */
  readonly row?: string
  /** bytes: what stands there, one behind the other: `ascii`, numbers of a type, or rows by their name. TypeScript alone reads blocks by that. */
  readonly of?: string
  /** Only makes something faster, or says where something stands: made anew when it is needed, no part of what the exchange knows. */
  readonly derived?: true
}

export type Fields = Readonly<Record<string, Field>>

export interface RowDescription<F extends Fields = Fields> {
  /** `order`: the class of the kernel is `Order`, the numbers are `ORDER_…`. */
  readonly name: string
  /** Of the numbers: `ORDER`. */
  readonly prefix: string
  readonly about: string
  /** Name of the table's room in `capacities.ts`; a handle is an offset from it. Absent: a handle is an address. */
  readonly base?: string
  readonly fields: F
  /** Whole words over several fields, which are read or written at once. */
  readonly words: Fields
  /** Bytes of a row. */
  readonly bytes: number
}

export interface Options {
  readonly at?: number
  readonly row?: string
  readonly of?: string
  readonly derived?: true
}

export type NumberField<Type extends NumberType = NumberType> = Field & { readonly type: Type }

const number =
  <Type extends NumberType>(type: Type) =>
  (unit: Unit, about = '', options: Options = {}): NumberField<Type> => ({ type, unit, about, ...options })

export const f64 = number('f64')
export const i64 = number('i64')
export const u64 = number('u64')
export const i32 = number('i32')
export const u32 = number('u32')
export const u16 = number('u16')
export const u8 = number('u8')

/** A handle of another row, 0 = none. */
export const row = (name: string, about = '', options: Options = {}): Field => ({ type: 'u32', unit: 'row', row: name, about, ...options })

/** A block of bytes: a text, a ring, rows inside a row. */
export const block = (length: number, about = '', options: Options = {}): Field => ({
  type: 'bytes',
  unit: 'text',
  length,
  about,
  ...options,
})

const SIZES: Readonly<Record<NumberType, number>> = { f64: 8, i64: 8, u64: 8, i32: 4, u32: 4, u16: 2, u8: 1 }

export function bytesOf({ type, length = 0 }: Field): number {
  return type === 'bytes' ? length : SIZES[type]
}

/** Offset of every field, by name. @throws RangeError when one stands inside another */
export function offsetsOf(fields: Fields): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>()
  let end = 0
  for (const [name, field] of Object.entries(fields)) {
    const size = bytesOf(field)
    const alignment = field.type === 'bytes' ? 1 : size
    const at = field.at ?? Math.ceil(end / alignment) * alignment
    if (at < end) throw new RangeError(`field ${name} stands inside the one before it`)
    offsets.set(name, at)
    end = at + size
  }
  return offsets
}

/** Bytes up to the end of the last field. */
export function endOf(fields: Fields): number {
  const offsets = offsetsOf(fields)
  const last = Object.entries(fields).at(-1)
  return last === undefined ? 0 : (offsets.get(last[0]) ?? 0) + bytesOf(last[1])
}

type Parts<F extends Fields> = Omit<RowDescription<F>, 'name' | 'fields' | 'words' | 'prefix' | 'bytes'> & {
  readonly prefix?: string
  readonly words?: Fields
  readonly bytes?: number
}

/** A description with what it leaves out: its prefix is its name, its bytes end with its last field. */
export function describe<F extends Fields>(name: string, fields: F, parts: Parts<F>): RowDescription<F> {
  const { prefix = name.toUpperCase(), words = {}, bytes = endOf(fields), ...rest } = parts
  if (bytes < endOf(fields)) throw new RangeError(`a row of ${name} is longer than ${bytes} bytes`)
  return { name, prefix, fields, words, bytes, ...rest }
}
