/**
 * Source of `engine/generated/{entry-codec,record-readers}.ts`: how TypeScript writes and reads fixed commands, and reads the events whose
 * records have fixed fields. Part of `npm run kernel`.
 */
import type { FixedCommand } from '../engine/src/schema/command-field.ts'
import { COMMANDS } from '../engine/src/schema/commands.ts'
import { ENTRY_BODY, ENTRY_HEAD, ORDER_NAME } from '../engine/src/schema/entry.ts'
import { EVENTS } from '../engine/src/schema/events.ts'
import { bytesOf, offsetsOf, type RowDescription } from '../engine/src/schema/field.ts'
import { little, METHODS, type Typed } from './generate-views.ts'

/** Names that a source takes from elsewhere. */
class Taken {
  readonly ids = new Set<string>()
  readonly words = new Set<string>()
  readonly codes = new Set<string>()
  readonly parts = new Set<string>()

  imports(): string {
    const line = (names: ReadonlySet<string>, from: string): string =>
      names.size === 0 ? '' : `import { ${[...names].sort().join(', ')} } from '${from}'\n`
    return [
      line(this.words, './vocabularies.ts'),
      line(this.codes, '../src/codec/code.ts'),
      line(this.parts, '../src/codec/entry-parts.ts'),
      line(this.ids, '../src/ids/id.ts'),
    ].join('')
  }
}

function read({ type, id, words }: Typed, place: string, taken: Taken): string {
  if (type === 'bytes') throw new RangeError('a block has no value')
  const value = `view.get${METHODS[type]}(${place}${little(type)})`
  if (id !== undefined) {
    taken.ids.add(`as${id}`)
    return `as${id}(${value})`
  }
  if (words === undefined) return value
  taken.codes.add('wordOf')
  taken.words.add(words)
  return `wordOf(${words}, ${value})`
}

function write({ type, words }: Typed, place: string, value: string, taken: Taken): string {
  if (type === 'bytes') throw new RangeError('a block has no value')
  if (words !== undefined) {
    taken.codes.add('codeOf')
    taken.words.add(words)
  }
  if (type === 'i64') taken.parts.add('int64')
  const coded = words !== undefined ? `codeOf(${words}, ${value})` : type === 'i64' ? `int64(${value})` : value
  return `view.set${METHODS[type]}(${place}, ${coded}${little(type)})`
}

/** Bytes between the fields of an entry's body, which must not keep what stood there before. */
function gapsOf({ fields, bytes }: RowDescription): readonly number[] {
  const offsets = offsetsOf(fields)
  const used = new Set<number>()
  for (const [name, field] of Object.entries(fields))
    for (let byte = 0; byte < bytesOf(field); byte += 1) used.add((offsets.get(name) ?? 0) + byte)
  return Array.from({ length: bytes }, (_, byte) => byte).filter((byte) => byte >= ENTRY_BODY && !used.has(byte))
}

const place = (entry: RowDescription, name: string): number => offsetsOf(entry.fields).get(name) ?? 0

function writeCase(kind: string, { code, names, fields, entry }: FixedCommand, taken: Taken): string {
  const lines = Object.entries<Typed>(fields).map(([name, field]) =>
    write(field, `offset + ${place(entry, name)}`, `command.${name}`, taken),
  )
  const zeros = gapsOf(entry).map((byte) => `view.setUint8(offset + ${byte}, 0)`)
  if (names === 'order') taken.parts.add('writeName')
  const end = names === 'order' ? `writeName(view, offset, command, ${place(entry, 'text')})` : String(entry.bytes)
  return `    case '${kind}':\n${[`view.setUint8(offset + ${place(entry, 'kind')}, ${code})`, ...lines, ...zeros, `return ${end}`].map((line) => `      ${line}\n`).join('')}`
}

const object = (lines: readonly string[], indent: string): string => `{\n${lines.map((line) => `${indent}  ${line},\n`).join('')}${indent}}`

function readCase(kind: string, { code, names, fields, entry }: FixedCommand, taken: Taken): string {
  const at = (name: string): string => `offset + ${place(entry, name)}`
  const own = Object.entries<Typed>(fields).map(([name, field]) => `${name}: ${read(field, at(name), taken)}`)
  const user = names === 'nobody' ? [] : [`userId: ${read(ENTRY_HEAD.userId, at('userId'), taken)}`]
  if (names !== 'order') return `    case ${code}:\n      return ${object([`kind: '${kind}'`, ...user, ...own], '      ')}\n`
  for (const part of ['byOrigin', 'isByOrigin', 'readName']) taken.parts.add(part)
  const name = [
    `orderId: ${read(ORDER_NAME.orderId, at('orderId'), taken)}`,
    `clientOrderId: readName(view, offset, ${place(entry, 'text')})`,
  ]
  const named = object([`kind: '${kind}' as const`, ...user, ...name, ...own], '      ')
  return `    case ${code}: {\n      const named = ${named}\n      return isByOrigin(view, offset) ? byOrigin(named) : named\n    }\n`
}

export function entryCodecSource(): string {
  const taken = new Taken()
  const fixed = Object.entries(COMMANDS).flatMap(([kind, command]): [string, FixedCommand][] =>
    command.form === 'fixed' ? [[kind, command]] : [],
  )
  const writes = fixed.map(([kind, command]) => writeCase(kind, command, taken)).join('')
  const reads = fixed.map(([kind, command]) => readCase(kind, command, taken)).join('')
  return `${taken.imports()}import type { Command } from '../src/command.ts'
import type { CommandByKind, FixedKind } from '../src/schema/commands.ts'

export type Fixed = CommandByKind[FixedKind]

/** Writes kind and body of a fixed command behind a header whose last word is 0; returns where the body ends, −1 when it is no fixed command. */
export function writeFixed(view: DataView, offset: number, command: Command): number {
  switch (command.kind) {
${writes}    default:
      return -1
  }
}

/** Reads a fixed command. Throws RangeError for a kind that none has. */
export function readFixed(view: DataView, offset: number, kind: number): Fixed {
  switch (kind) {
${reads}    default:
      throw new RangeError(\`no command has the code \${kind}\`)
  }
}
`
}

/** Readers of events with records of their own, by the record's code. */
export function recordReadersSource(): string {
  const taken = new Taken()
  const cases = Object.entries(EVENTS).flatMap(([kind, event]) => {
    if (event.form !== 'record') return []
    const { fields, code } = event.record
    const values = Object.entries<Typed>(fields)
      .filter(([name]) => name !== 'length' && name !== 'kind')
      .map(([name, field]) => `        ${name}: ${read(field, `at + ${place(event.record, name)}`, taken)},\n`)
    return [`    case ${code}:\n      return {\n        kind: '${kind}',\n${values.join('')}      }\n`]
  })
  return `${taken.imports()}import type { RecordEvent } from '../src/schema/events.ts'

/** Reads the event of a record with fixed fields. Throws RangeError for a code that none has. */
export function readRecord(view: DataView, at: number, code: number): RecordEvent {
  switch (code) {
${cases.join('')}    default:
      throw new RangeError(\`no event has the code \${code}\`)
  }
}
`
}
