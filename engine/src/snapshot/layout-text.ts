/** How the rows of a table stand in a snapshot, as text that says it to every later build: `price f64 8, next row:order 76, text bytes:36 56`. */
import { bytesOf, type Field, type NumberType, offsetsOf, type RowDescription } from '../schema/field.ts'

export interface Layout {
  readonly name: string
  /** Bytes of a row. */
  readonly bytes: number
  /** Name, type and offset of each field; `derived` behind those that are made anew. */
  readonly fields: string
}

export interface PlacedField {
  readonly name: string
  readonly type: Field['type']
  readonly at: number
  /** Bytes. */
  readonly length: number
  /** Table of the row that a handle leads to, '' = it is no handle. */
  readonly row: string
  readonly isDerived: boolean
}

const NUMBER_TYPES: readonly NumberType[] = ['f64', 'i64', 'u64', 'i32', 'u32', 'u16', 'u8']

export function layoutOf({ name, bytes, fields }: RowDescription): Layout {
  const offsets = offsetsOf(fields)
  const texts = Object.entries(fields).map(([field, described]) => {
    const text = `${field} ${typeText(described)} ${offsets.get(field) ?? 0}`
    return described.derived === true ? `${text} derived` : text
  })
  return { name, bytes, fields: texts.join(', ') }
}

function typeText(field: Field): string {
  if (field.type === 'bytes') return `bytes:${bytesOf(field)}`
  return field.unit === 'row' ? `row:${field.row}` : field.type
}

export const isSameLayout = (one: Layout, other: Layout): boolean => one.bytes === other.bytes && one.fields === other.fields

/** @throws RangeError for a text that says nothing, or of a field outside its row */
export function fieldsOf({ name: table, bytes, fields }: Layout): readonly PlacedField[] {
  return fields.split(', ').map((text) => {
    const [name = '', type = '', offset = '', derived] = text.split(' ')
    const at = Number(offset)
    const [kind = '', detail = ''] = type.split(':')
    const number = NUMBER_TYPES.find((known) => known === kind)
    const placed: PlacedField = {
      name,
      type: kind === 'row' ? 'u32' : kind === 'bytes' ? 'bytes' : (number ?? 'u8'),
      at,
      length:
        kind === 'row'
          ? 4
          : kind === 'bytes'
            ? Number(detail)
            : number === undefined
              ? Number.NaN
              : bytesOf({ type: number, unit: 'count', about: '' }),
      row: kind === 'row' ? detail : '',
      isDerived: derived === 'derived',
    }
    if (!(at >= 0 && at + placed.length <= bytes)) throw new RangeError(`the snapshot has no place for ${table}.${text}`)
    return placed
  })
}
