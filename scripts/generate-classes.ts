/** Source of the kernel's classes over described rows, entries and records: accessors that are inlined to one load at an offset. */
import { type Field, type Fields, type NumberType, offsetsOf, type RowDescription } from '../engine/src/schema/field.ts'
import { mapNumbers, OFFSET_END } from './generate-map.ts'

const BASES = mapNumbers()

/** `quoteAmount` is QUOTE_AMOUNT. */
export const constantOf = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase()
export const classOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** Fields and words with their places. */
export function placedOf({ fields, words }: RowDescription): readonly (readonly [string, Field, number])[] {
  const offsets = offsetsOf(fields)
  const placed = (all: Fields): (readonly [string, Field, number])[] =>
    Object.entries(all).map(([name, field]) => [name, field, field.at ?? offsets.get(name) ?? 0])
  return [...placed(fields), ...placed(words)]
}

/** Types in the kernel: what is narrower than 32 bits is read as int32. */
const KERNEL_TYPES: Readonly<Record<NumberType, string>> = {
  f64: 'f64',
  i64: 'i64',
  u64: 'u64',
  i32: 'i32',
  u32: 'u32',
  u16: 'i32',
  u8: 'i32',
}

const comment = (text: string, indent = ''): string => (text === '' ? '' : `${indent}/** ${text} */\n`)

/** Where a field is, as two arguments of `load`: a sum and what becomes part of the instruction. */
function placeOf(base: string | undefined, at: number): readonly [string, string] {
  const self = 'changetype<usize>(this)'
  const start = base === undefined ? 0 : BASES[base]
  if (start === undefined) throw new RangeError(`schema/capacities.ts has no ${base}`)
  return start + at < OFFSET_END ? [self, String(start + at)] : [`(${start} + ${self})`, String(at)]
}

/** Type of a field, what is stored, and the words that turn one into the other. */
function typesOf(field: Field & { readonly type: NumberType }): { type: string; stored: string; read: string; written: string } {
  if (field.unit === 'row' && field.row !== undefined) {
    const type = classOf(field.row)
    return { type, stored: 'usize', read: `changetype<${type}>`, written: 'changetype<usize>(value)' }
  }
  const type = field.unit === 'address' ? 'usize' : KERNEL_TYPES[field.type]
  const stored = field.unit === 'address' ? 'usize' : field.type
  return { type, stored, read: '', written: type === stored ? 'value' : `<${stored}>value` }
}

function accessorsOf(base: string | undefined, name: string, field: Field, at: number, isReadOnly: boolean): string {
  const [where, offset] = placeOf(base, at)
  const about = comment(field.about, '  ')
  if (field.type === 'bytes') {
    const place = `${where} + ${offset}`
    const [type, value] = field.row === undefined ? ['usize', place] : [classOf(field.row), `changetype<${classOf(field.row)}>(${place})`]
    return `${about}  @inline get ${name}(): ${type} {\n    return ${value}\n  }\n`
  }
  const { type, stored, read, written } = typesOf({ ...field, type: field.type })
  const loaded = `load<${stored}>(${where}, ${offset})`
  const getter = `${about}  @inline get ${name}(): ${type} {\n    return ${read === '' ? loaded : `${read}(${loaded})`}\n  }\n`
  if (isReadOnly) return getter
  return `${getter}  @inline set ${name}(value: ${type}) {\n    store<${stored}>(${where}, ${written}, ${offset})\n  }\n`
}

const EXISTS = '  @inline get exists(): bool {\n    return changetype<usize>(this) != 0\n  }\n'

export interface ClassOptions {
  /** Whose accessors it has besides its own. */
  readonly parent?: RowDescription
  readonly isReadOnly?: boolean
  /** Members of its own, as source. */
  readonly members?: string
}

/** A class over a row: `row.field` reads at base + handle + offset. */
export function rowClass(row: RowDescription, { parent, isReadOnly = false, members = '' }: ClassOptions = {}): string {
  const inherited = new Set(parent === undefined ? [] : placedOf(parent).map(([name]) => name))
  const own = placedOf(row).filter(([name]) => !inherited.has(name))
  const accessors = own.map(([name, field, at]) => accessorsOf(row.base, name, field, at, isReadOnly))
  const head = `${classOf(row.name)}${parent === undefined ? '' : ` extends ${classOf(parent.name)}`}`
  const body = `${members}${parent === undefined ? EXISTS : ''}${accessors.join('')}`
  return `\n${comment(row.about)}@unmanaged export class ${head} {\n${body}}\n`
}
