/** How steps of `migrations.ts` say what a table is made of. */
import { type CreateTableBuilder, type SchemaModule, sql } from 'kysely'
import type { Tables } from './tables.ts'

export type ColumnType = 'bigint' | 'integer' | 'text' | 'boolean' | 'bytea'

/**
 * Columns by type, none of them null: an absent figure is 0 and an absent text is '' (but see `withNulls`).
 * @param fillPercent less than 100 where rows change often: PGlite has no autovacuum, but a page with room is tidied by every update
 */
export function table(
  schema: SchemaModule,
  name: keyof Tables | 'other_lines',
  columns: Readonly<Record<string, ColumnType>>,
  key: readonly string[],
  fillPercent = 100,
): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = schema.createTable(name)
  for (const [column, type] of Object.entries(columns)) builder = builder.addColumn(column, type, (each) => each.notNull())
  return builder.addPrimaryKeyConstraint(`${name}_key`, [...key]).modifyEnd(sql`with (fillfactor = ${sql.lit(fillPercent)})`)
}

/** Columns that most rows have nothing in: a null takes no room. */
export function withNulls(
  builder: CreateTableBuilder<string, string>,
  columns: Readonly<Record<string, ColumnType>>,
): CreateTableBuilder<string, string> {
  let longer = builder
  for (const [column, type] of Object.entries(columns)) longer = longer.addColumn(column, type)
  return longer
}

export const big = (...names: readonly string[]): Record<string, ColumnType> => Object.fromEntries(names.map((name) => [name, 'bigint']))
export const int = (...names: readonly string[]): Record<string, ColumnType> => Object.fromEntries(names.map((name) => [name, 'integer']))
export const text = (...names: readonly string[]): Record<string, ColumnType> => Object.fromEntries(names.map((name) => [name, 'text']))
