/** Records that the two engines made of the same entries. */
import { ENTRY_SEQ, RECORD_ENTRY, RECORD_KIND, RECORD_LENGTH, RECORD_TRADE } from '@agio/engine/generated/event-layout.ts'
import { type LayoutChange, RECORD_KINDS } from './layout-changes.ts'
import type { Side } from './side.ts'

export interface Sides {
  readonly here: Side
  readonly other: Side
}

export interface RecordDifference {
  /** Sequence of the entry that made the first record that differs. */
  readonly seq: number
  readonly differences: readonly string[]
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/** Trades among the records, to know that something happened. */
export function tradesIn(records: Uint8Array): number {
  const view = viewOf(records)
  let trades = 0
  for (let at = 0; at < records.byteLength; at += view.getUint32(at + RECORD_LENGTH, true)) {
    if (view.getUint8(at + RECORD_KIND) === RECORD_TRADE) trades += 1
  }
  return trades
}

/** @param changes records that may have other bytes; see `LAYOUT_CHANGES` */
export function compareRecords(
  { here, other }: Sides,
  mine: Uint8Array,
  theirs: Uint8Array,
  changes: readonly LayoutChange[],
): RecordDifference | undefined {
  if (sameBytes(mine, theirs)) return undefined
  const place = firstDifference(mine, theirs, new Set(changes.map(({ record }) => RECORD_KINDS[record])))
  const without = new Set(changes.flatMap(({ fields }) => fields))
  const [found, expected] = [here.read(mine), other.read(theirs)].map((objects) => objects.map((object) => show(object, without)))
  const named = differencesByName(found ?? [], expected ?? [])
  if (place === undefined && named.length === 0) return undefined
  const bytesAlone = 'the records have other bytes, though their fields read the same'
  return { seq: place ?? lastSeqOf(mine), differences: named.length > 0 ? named : [bytesAlone] }
}

/** Sequence of the first entry with a record that differs and may not. */
function firstDifference(mine: Uint8Array, theirs: Uint8Array, mayDiffer: ReadonlySet<number>): number | undefined {
  const [one, two] = [viewOf(mine), viewOf(theirs)]
  let seq = 0
  let there = 0
  for (let at = 0; at < mine.byteLength; ) {
    const length = one.getUint32(at + RECORD_LENGTH, true)
    const kind = one.getUint8(at + RECORD_KIND)
    if (kind === RECORD_ENTRY) seq = one.getFloat64(at + ENTRY_SEQ, true)
    if (there >= theirs.byteLength || two.getUint8(there + RECORD_KIND) !== kind) return seq
    const lengthThere = two.getUint32(there + RECORD_LENGTH, true)
    const isSame = sameBytes(mine.subarray(at, at + length), theirs.subarray(there, there + lengthThere))
    if (!isSame && !mayDiffer.has(kind)) return seq
    at += length
    there += lengthThere
  }
  return there === theirs.byteLength ? undefined : seq
}

function lastSeqOf(records: Uint8Array): number {
  const view = viewOf(records)
  let seq = 0
  for (let at = 0; at < records.byteLength; at += view.getUint32(at + RECORD_LENGTH, true)) {
    if (view.getUint8(at + RECORD_KIND) === RECORD_ENTRY) seq = view.getFloat64(at + ENTRY_SEQ, true)
  }
  return seq
}

function show(value: unknown, without: ReadonlySet<string>): string {
  return JSON.stringify(value, (name, part) => (without.has(name) ? undefined : typeof part === 'bigint' ? `${part}n` : part))
}

function differencesByName(found: readonly string[], expected: readonly string[]): string[] {
  const differences: string[] = []
  for (let index = 0; index < Math.max(found.length, expected.length); index += 1) {
    if (found[index] === expected[index]) continue
    differences.push(`here  ${found[index] ?? 'nothing'}`, `other ${expected[index] ?? 'nothing'}`)
  }
  return differences
}
