/** One row of what an exchange knows, in words that no layout moves. */
import { asciiJson } from '../codec/text.ts'
import type { JsonValue } from '../command.ts'

/** What a row is, as parts by which the rows of its table are ordered: an order's id, a level's pair, ladder and price. */
export type Name = readonly (number | string)[]

/** Value of a field. */
export type Value = number | bigint | string

export interface ContentRow {
  readonly table: string
  readonly name: Name
  /** Fields by name, in no order; those that are zero or empty are left out. */
  readonly fields: readonly (readonly [field: string, value: Value])[]
}

/** A text or a document as a value: JSON in ASCII alone. */
export const quoted = (value: JsonValue): string => asciiJson(value)

export const wordsOf = (name: Name): string => name.join('/')

export function isNothing(value: Value): boolean {
  return value === '' || value === 0 || value === 0n
}

/** By the parts of their names: numbers by size and before texts, texts by their characters. */
export function compareNames(first: Name, second: Name): number {
  for (const [position, part] of first.entries()) {
    const other = second[position]
    if (part === other) continue
    if (other === undefined) return 1
    if (typeof part === typeof other) return part < other ? -1 : 1
    return typeof part === 'number' ? -1 : 1
  }
  return first.length - second.length
}
