/**
 * Source of `engine/generated/{entries,records,dispatch}.ts`: how the kernel reads entries, writes records and finds the rule of a command.
 * Part of `npm run kernel`.
 */
import type { FixedCommand, OwnCommand } from '../engine/src/schema/command-field.ts'
import { COMMANDS } from '../engine/src/schema/commands.ts'
import { ENTRY, KIND_DOCUMENT, KIND_DOCUMENT_END, NAMED, PRICE_ITEM, TERMS } from '../engine/src/schema/entry.ts'
import { bytesOf, type RowDescription } from '../engine/src/schema/field.ts'
import { RECORD, type RecordDescription } from '../engine/src/schema/record.ts'
import { RECORDS } from '../engine/src/schema/records.ts'
import { classOf, placedOf, rowClass } from './generate-classes.ts'

const RULED = Object.entries(COMMANDS).flatMap(([kind, command]): [string, FixedCommand | OwnCommand][] =>
  command.form === 'document' ? [] : [[kind, command]],
)

const fixedNumber = (name: string, type: string, value: number): string => `  @inline static readonly ${name}: ${type} = ${value}\n`

const namesOrder = (command: FixedCommand | OwnCommand): boolean => command.form === 'fixed' && command.names === 'order'

/** What commands look like to the kernel, which only reads them. */
export function entriesSource(): string {
  const shared = [rowClass(ENTRY, { isReadOnly: true }), rowClass(NAMED, { isReadOnly: true, parent: ENTRY })]
  const commands = RULED.map(([, command]) =>
    rowClass(command.entry, {
      isReadOnly: true,
      parent: namesOrder(command) ? NAMED : ENTRY,
      members: fixedNumber('KIND', 'i32', command.code),
    }),
  )
  const parts = [TERMS, PRICE_ITEM].map((row) => rowClass(row, { isReadOnly: true }))
  return [...shared, ...parts, ...commands].join('')
}

/** Bytes of a record's first two words, which are written as one. */
const HEAD_BYTES = 8

/** Writes length and kind with the fields beside it; what may stand behind the fields is `more`. */
function beginMember(row: RecordDescription): string {
  const beside = placedOf(row).filter(([name, , at]) => name !== 'length' && name !== 'kind' && at < HEAD_BYTES)
  const last = Object.values(row.fields).at(-1)
  const isOpen = last?.type === 'bytes' && last.length === 0
  const params = [...beside.map(([name]) => `${name}: i32`), ...(isOpen ? ['more: u32'] : [])].join(', ')
  const words = beside.map(([name, , at]) => ` | (<u32>${name} << ${(at - 4) * 8})`).join('')
  const type = classOf(row.name)
  const made = `changetype<${type}>(beginRecord(${row.code}${words}, ${row.bytes}${isOpen ? ' + more' : ''}))`
  const cleared = unusedOf(row).map(([at, bytes]) => `    store<u${8 * bytes}>(changetype<usize>(record), 0, ${at})\n`)
  const body = cleared.length === 0 ? `    return ${made}\n` : `    const record = ${made}\n${cleared.join('')}    return record\n`
  return `  /** A new one behind all others, whose head is written; the caller writes the other fields. */
  @inline static begin(${params}): ${type} {
${body}  }
`
}

/** Where no field lies behind the head, as words. They are cleared: the same entries make the same bytes in every engine. */
function unusedOf(row: RecordDescription): [at: number, bytes: number][] {
  const covered = new Set(placedOf(row).flatMap(([, field, at]) => Array.from({ length: bytesOf(field) }, (_, byte) => at + byte)))
  const isFree = (from: number, bytes: number): boolean =>
    from + bytes <= row.bytes && Array.from({ length: bytes }, (_, byte) => from + byte).every((at) => !covered.has(at))
  const words: [number, number][] = []
  for (let at = HEAD_BYTES; at < row.bytes; ) {
    const bytes = [4, 2, 1].find((width) => at % width === 0 && isFree(at, width))
    if (bytes !== undefined) words.push([at, bytes])
    at += bytes ?? 1
  }
  return words
}

/** What the kernel tells. */
export function recordsSource(): string {
  const classes = RECORDS.map((row) =>
    rowClass(row, { parent: RECORD, members: `${fixedNumber('KIND', 'i32', row.code)}${beginMember(row)}` }),
  )
  return `import { beginRecord } from '../kernel/events/out'\n${rowClass(RECORD)}${classes.join('')}`
}

const call = (kind: string, entry: RowDescription): string => `commands.${kind}(changetype<${classOf(entry.name)}>(entry), user, key)`

/** From the kind of a command to its rule, which has the command's name in `kernel/commands.ts`: one that is missing there does not compile. */
export function dispatchSource(): string {
  const types = RULED.map(([, { entry }]) => classOf(entry.name))
  const nobodys = RULED.flatMap(([, command]) => (command.names === 'nobody' ? [command.code] : []))
  const cases = RULED.map(([kind, { code, entry }]) => `  if (kind == ${code}) return ${call(kind, entry)}\n`)
  return `import { ${['Entry', ...types].sort().join(', ')} } from './entries'
import { Key, User } from './rows'
import * as commands from '../kernel/commands'

/** Is a command one that only a user can give? */
@inline export function needsUser(kind: i32): bool {
  return (kind < ${KIND_DOCUMENT} || kind >= ${KIND_DOCUMENT_END})${nobodys.map((code) => ` && kind != ${code}`).join('')}
}

/** Runs a command. Returns its reason. */
@inline export function dispatch(kind: i32, entry: Entry, user: User, key: Key): i32 {
${cases.slice(0, FREQUENT).join('')}  return dispatchRare(kind, entry, user, key)
}

function dispatchRare(kind: i32, entry: Entry, user: User, key: Key): i32 {
${cases.slice(FREQUENT).join('')}  return commands.document(entry, user, key)
}
`
}

/** The first commands are nearly all that come: they are told apart before all others. */
const FREQUENT = 2
