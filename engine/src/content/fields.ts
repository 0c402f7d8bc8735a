/** The fields of a row, read by its description: wherever they stand, and whatever bytes they take. */
import { readNumber } from '../memory/numbers.ts'
import { type Field, offsetsOf, type RowDescription } from '../schema/field.ts'
import { isNothing, type Value } from './row.ts'

export type NamedValue = readonly [field: string, value: Value]

/** How fields are told whose value is no number. */
export interface FieldWords {
  /** Name of the row that a handle leads to; '' = none. */
  readonly nameOf: (row: string, handle: number) => string
  /** Fields told in another way, by name: blocks, and handles of rows that are part of this one. */
  readonly special?: Readonly<Record<string, () => readonly NamedValue[]>>
}

/**
 * Fields of the row at an offset of a view. Derived ones are no part of what the exchange knows.
 *
 * @throws RangeError for a block that nobody says how to tell
 */
export function fieldsAt(description: RowDescription, view: DataView, row: number, words: FieldWords): NamedValue[] {
  const found: NamedValue[] = []
  for (const { name, field, at } of keptFields(description)) {
    const special = words.special?.[name]
    if (special !== undefined) found.push(...special())
    else {
      if (field.type === 'bytes') throw new RangeError(`${description.name}.${name} is a block, which is no number`)
      const value =
        field.unit === 'row'
          ? words.nameOf(field.row ?? '', Number(readNumber(field.type, view, row + at)))
          : readNumber(field.type, view, row + at)
      if (!isNothing(value)) found.push([name, value])
    }
  }
  return found
}

interface KeptField {
  readonly name: string
  readonly field: Field
  readonly at: number
}

const known = new WeakMap<RowDescription, readonly KeptField[]>()

/** What is not derived, with its offset. */
export function keptFields(description: RowDescription): readonly KeptField[] {
  let kept = known.get(description)
  if (kept === undefined) {
    const offsets = offsetsOf(description.fields)
    kept = Object.entries(description.fields)
      .filter(([, field]) => field.derived !== true)
      .map(([name, field]) => ({ name, field, at: offsets.get(name) ?? 0 }))
    known.set(description, kept)
  }
  return kept
}
