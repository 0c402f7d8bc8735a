/**
 * Counts offsets that `engine/src` reads or writes by hand. Generated views read rows and records. Codecs and containers below read bytes
 * without a description; their numbers may only fall.
 */

type Fault = (at: string, what: string) => void

/** Reads and writes of a view, and bytes found by a sum. */
const ACCESS = /\.(?:get|set)(?:Big)?(?:Int|Uint|Float)(?:8|16|32|64)\(|\b\w*(?:[bB]ytes|[cC]ells|[sS]lots)\[[^\]]*[+*][^\]]*\]/g
/** Numbers that say where fields stand. Kinds and lengths are no places. */
const PLACES =
  /import (?:\* as \w+|\{[^}]*\b(?!(?:KIND|RECORD)_)[A-Z]+_(?!BYTES\b)\w+[^}]*\}) from '[./]+\/generated\/(?:layout|event-layout)\.ts'/

/** How many each may have. Entries are written field by field where a command has a form of its own; the rest are primitives and containers. */
const ALLOWED: Readonly<Record<string, number>> = {
  'engine/src/codec/place-entry.ts': 37,
  'engine/src/entry.ts': 26,
  'engine/src/memory/numbers.ts': 14,
  'engine/src/snapshot/container.ts': 8,
  'engine/src/codec/entry-parts.ts': 5,
  'engine/src/codec/hash-bytes.ts': 5,
  'engine/src/memory/handle-index.ts': 5,
  'engine/src/snapshot/relocate.ts': 5,
  'engine/src/codec/text.ts': 4,
  'engine/src/codec/float-bits.ts': 2,
  'engine/src/events/read-events.ts': 2,
  'engine/src/memory/rows.ts': 1,
}

/** Where the scalars of lists and indexes stand is no field of a row. */
const PLACED: readonly string[] = ['engine/src/memory/lists.ts', 'engine/src/state.ts']

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

export function checkOffsets(files: readonly string[], text: (file: string) => string, fault: Fault): void {
  for (const file of files.filter((name) => name.startsWith('engine/src/') && !name.endsWith('.test.ts'))) {
    const source = withoutComments(text(file))
    const count = source.match(ACCESS)?.length ?? 0
    const most = ALLOWED[file] ?? 0
    if (count > most) fault(file, `${count} offsets read or written by hand, at most ${most}; take a view of engine/generated`)
    if (PLACES.test(source) && !PLACED.includes(file)) fault(file, 'imports where fields stand; take a view of engine/generated')
  }
}
