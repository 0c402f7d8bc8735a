/**
 * Source of `engine/generated/views.ts`: classes by which TypeScript reads and writes described rows. Each is a view of one row, and moves to
 * another one where a loop should make no object for each. Part of `npm run kernel`.
 */
import { bytesOf, type Field, type NumberType, type RowDescription } from '../engine/src/schema/field.ts'
import { VOCABULARIES } from '../engine/src/schema/vocabularies.ts'
import { classOf, placedOf } from './generate-classes.ts'

/** Methods of a DataView by type: `Float64` for getFloat64 and setFloat64. */
export const METHODS: Readonly<Record<NumberType, string>> = {
  f64: 'Float64',
  i64: 'BigInt64',
  u64: 'BigUint64',
  i32: 'Int32',
  u32: 'Uint32',
  u16: 'Uint16',
  u8: 'Uint8',
}

export const little = (type: NumberType): string => (type === 'u8' ? '' : ', true')

/** A field that is more than a number in TypeScript. */
export interface Typed extends Field {
  readonly id?: string
  readonly words?: string
}

/** Records and entries are named for what they are, the rest are rows. */
export const viewOf = (name: string): string => (/(Record|Entry)$/.test(name) ? classOf(name) : `${classOf(name)}Row`)

const isNumberType = (of: string): of is NumberType => of in METHODS

const writeAt = (type: NumberType, place: string, value: string): string =>
  `this.view.set${METHODS[type]}(${place}, ${value}${little(type)})`
const numberType = (type: NumberType): string => (type === 'i64' || type === 'u64' ? 'bigint' : 'number')
const comment = (about: string): string => (about === '' ? '' : `  /** ${about} */\n`)
/** Records and entries stand at plain places, rows at handles. */
const isPlain = (name: string): boolean => /(Record|Entry|record|entry)$/.test(name)
const handleOf = (name: string): string => (isPlain(name) ? 'number' : `Handle<'${name}'>`)
const cast = (name: string, place: string): string => (isPlain(name) ? place : `(${place}) as Handle<'${name}'>`)
const placeAt = (at: number): string => (at === 0 ? 'this.handle' : `this.handle + ${at}`)

/** Imports of the views, and the functions that read numbers. */
class Taken {
  readonly ids = new Set<string>()
  readonly words = new Set<string>()
  readonly readers = new Map<string, string>()

  /** Names a function that reads something at a place of a view. */
  reader(name: string, type: string, value: string): string {
    this.readers.set(name, `function ${name}(view: DataView, at: number): ${type} {\n  return ${value}\n}\n`)
    return name
  }

  head(): string {
    const lists = [...this.words].sort()
    return `import { codeOf, wordOf } from '../src/codec/code.ts'
import { readAscii } from '../src/codec/text.ts'
import type { ${[...this.ids].sort().join(', ')} } from '../src/ids/id.ts'
import type { Handle } from '../src/memory/handle.ts'
import { ${[...lists, ...lists.map((list) => `type ${typeOfList(list)}`)].join(', ')} } from './vocabularies.ts'

// The compiler inlines functions of at most 27 bytes of code wherever they are called, larger ones up to a sum: members stay that small by these.
${[...this.readers]
  .sort()
  .map(([, source]) => source)
  .join('')}`
  }
}

interface Shape {
  readonly type: string
  /** The name of what reads it. */
  readonly reader: string
  readonly written: string
}

/** What a number is in TypeScript. */
function shapeOf(field: Typed & { readonly type: NumberType }, taken: Taken): Shape {
  const { id, row, type, unit, words } = field
  const got = `view.get${METHODS[type]}(at${little(type)})`
  if (unit === 'flag')
    return { type: 'boolean', reader: taken.reader(`isSet${METHODS[type]}`, 'boolean', `${got} !== 0`), written: 'value ? 1 : 0' }
  if (words !== undefined) {
    taken.words.add(words)
    const word = typeOfList(words)
    const reader = taken.reader(`get${word}${type === 'u8' ? '' : METHODS[type]}`, word, `wordOf(${words}, ${got})`)
    return { type: word, reader, written: `codeOf(${words}, value)` }
  }
  const reader = taken.reader(`get${METHODS[type]}`, numberType(type), got)
  if (unit === 'row' && row !== undefined) return { type: `Handle<'${row}'>`, reader, written: 'value' }
  if (id !== undefined) taken.ids.add(id)
  return { type: id ?? numberType(type), reader, written: 'value' }
}

const TYPES_OF_LISTS = new Map(VOCABULARIES.map(({ list, type }) => [list, type]))

function typeOfList(list: string): string {
  const type = TYPES_OF_LISTS.get(list)
  if (type === undefined) throw new RangeError(`schema/vocabularies.ts has no ${list}`)
  return type
}

function numberMember(name: string, field: Typed & { readonly type: NumberType }, at: number, taken: Taken): string {
  const { type, reader, written } = shapeOf(field, taken)
  const value = `${reader}(this.view, ${placeAt(at)})`
  return `${comment(field.about)}  get ${name}(): ${type} {
    return ${field.id !== undefined || type.startsWith('Handle<') ? `${value} as ${type}` : value}
  }
  set ${name}(value: ${type}) {
    ${writeAt(field.type, placeAt(at), written)}
  }
`
}

/** The same without an object: where millions are read, an object for each would cost more than its numbers. */
function staticMember(name: string, field: Typed & { readonly type: NumberType }, at: number, owner: string, taken: Taken): string {
  const { type } = shapeOf(field, taken)
  const number = `view.get${METHODS[field.type]}(${at === 0 ? 'at' : `at + ${at}`}${little(field.type)})`
  const value = field.words !== undefined ? `wordOf(${field.words}, ${number})` : field.unit === 'flag' ? `${number} !== 0` : number
  const typed = field.id !== undefined || type.startsWith('Handle<') ? `${value} as ${type}` : value
  return `  static ${name}(view: DataView, at: ${handleOf(owner)}): ${type} {\n    return ${typed}\n  }\n`
}

function staticText(name: string, at: number, owner: string): string {
  return `  static ${name}(view: DataView, at: ${handleOf(owner)}, length: number): string {\n    return readAscii(view, at + ${at}, length)\n  }\n`
}

/** A block: a text, numbers or rows by their places, or one row. A block without a description has no accessor. */
function blockMember(name: string, { about, of, row }: Field, at: number, sizes: ReadonlyMap<string, number>, taken: Taken): string {
  if (row !== undefined)
    return `${comment(about)}  get ${name}(): ${viewOf(row)} {\n    return new ${viewOf(row)}(this.view, ${cast(row, placeAt(at))})\n  }\n`
  if (of === undefined) return ''
  if (of === 'ascii')
    return `${comment(about)}  ${name}(length: number): string {\n    return readAscii(this.view, ${placeAt(at)}, length)\n  }\n`
  const bytes = isNumberType(of) ? bytesOf({ type: of, unit: 'count', about: '' }) : sizes.get(of)
  if (bytes === undefined) throw new RangeError(`no row is called ${of}`)
  const place = `${placeAt(at)} + place * ${bytes}`
  if (!isNumberType(of))
    return `${comment(about)}  ${name}(place: number): ${viewOf(of)} {\n    return new ${viewOf(of)}(this.view, ${cast(of, place)})\n  }\n`
  const type = numberType(of)
  return `${comment(about)}  ${name}(place: number): ${type} {
    return ${taken.reader(`get${METHODS[of]}`, type, `view.get${METHODS[of]}(at${little(of)})`)}(this.view, ${place})
  }
  set${classOf(name)}(place: number, value: ${type}): void {
    ${writeAt(of, place, 'value')}
  }
`
}

const TAKEN_NAMES: ReadonlySet<string> = new Set(['view', 'handle', 'move', 'rowEnd'])

function viewClass(row: RowDescription, isHot: boolean, sizes: ReadonlyMap<string, number>, taken: Taken): string {
  const members = placedOf(row).map(([name, field, at]) => {
    if (TAKEN_NAMES.has(name) || (name === 'address' && row.base === undefined))
      throw new RangeError(`${row.name}.${name} is what every view has`)
    return field.type === 'bytes'
      ? blockMember(name, field, at, sizes, taken)
      : numberMember(name, { ...field, type: field.type }, at, taken)
  })
  const statics = isHot
    ? placedOf(row).map(([name, field, at]) => {
        if (field.type !== 'bytes') return staticMember(name, { ...field, type: field.type }, at, row.name, taken)
        return field.of === 'ascii' ? staticText(name, at, row.name) : ''
      })
    : []
  const handle = handleOf(row.name)
  const address =
    row.base === undefined
      ? `  /** Its place in the memory. */\n  get address(): ${handle} {\n    return ${cast(row.name, 'this.view.byteOffset + this.handle')}\n  }\n`
      : ''
  return `
/** ${row.about} */
export class ${viewOf(row.name)} {
${statics.join('')}  declare readonly view: DataView
  declare handle: ${handle}
  constructor(view: DataView, handle: ${handle}) {
    this.view = view
    this.handle = handle
  }
  /** Makes this the view of another row: for loops. */
  move(handle: ${handle}): void {
    this.handle = handle
  }
  /** Where it ends: what stands behind it begins there. */
  get rowEnd(): number {
    return ${placeAt(row.bytes)}
  }
${address}${members.join('')}}
`
}

/** @param hot rows with static readers */
export function viewsSource(rows: readonly RowDescription[], hot: readonly RowDescription[]): string {
  const taken = new Taken()
  const sizes = new Map(rows.map(({ bytes, name }) => [name, bytes]))
  const classes = rows.map((row) => viewClass(row, hot.includes(row), sizes, taken))
  return `${taken.head()}${classes.join('')}`
}
