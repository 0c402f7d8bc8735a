/** Many rows as one row of arrays: to take a row apart costs the embedded database, and the way between threads, 10 µs and more. */
import { type RawBuilder, sql } from 'kysely'

/** All rows' values of a column of numbers without nulls; of no rows at all it is null. */
export type PackedColumn = string | null

/** @param order expression that the rows are ordered by; the same for every column */
export function packed(column: string, order: RawBuilder<unknown>): RawBuilder<PackedColumn> {
  return sql<PackedColumn>`array_agg(${sql.ref(column)} order by ${order})::text`
}

export function unpacked(column: PackedColumn | undefined): readonly string[] {
  return column == null ? [] : column.slice(1, -1).split(',')
}
