/** Small readers of unknown data: shape checks for the hot path, without a schema library. */

export type Fields = Readonly<Record<string, unknown>>

/** A row that the API has, as it came over a line: no field but its own, and each still to be looked at. */
export type Claimed<Row> = { readonly [Field in keyof Row]?: unknown }

export function fieldsOf<Row extends object>(value: Row): Claimed<Row> | undefined
export function fieldsOf(value: unknown): Fields | undefined
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export function listOf<Row extends object>(value: readonly Row[]): readonly Claimed<Row>[]
export function listOf(value: unknown): readonly Fields[]
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value)
    ? value.flatMap((item: unknown): Fields[] => {
        const fields = fieldsOf(item)
        return fields === undefined ? [] : [fields]
      })
    : []
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
export const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)
