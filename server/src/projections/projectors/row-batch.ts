/**
 * Rows that replace older ones of their key, column by column. A batch is stored by a single statement of constant text: each column
 * travels as one bound array, which PGlite stores twice as fast as a list of values. Rows that are all new are `new-rows.ts`.
 */
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { Lowerings } from './lowerings.ts'
import type { NewRows } from './new-rows.ts'
import type { RowChanges } from './row-changes.ts'

export type Cell = string | number | bigint | boolean | null

/** A cell of bytes is text: `\x` and two hexadecimal digits a byte. */
export type SqlType = 'bigint' | 'integer' | 'text' | 'boolean' | 'bytea'

export interface RowTarget {
  readonly table: string
  /** Columns in the order of the cells. */
  readonly columns: Readonly<Record<string, SqlType>>
  /** What follows `on conflict`; `excluded` is the new row and `stored` the old one. */
  readonly onConflict: string
}

/** `on conflict` text that replaces every column but those that are kept. */
export function replaceRow(key: readonly string[], columns: Readonly<Record<string, SqlType>>, kept: readonly string[] = key): string {
  const others = Object.keys(columns).filter((column) => !kept.includes(column))
  return `(${key.join(', ')}) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`
}

/** PostgreSQL text holds no NUL, JSON text has it escaped; anything else that a customer may write passes unchanged. */
function quoted(value: string): string {
  return `"${value.replaceAll('\u0000', '\ufffd').replace(/["\\]/g, '\\$&')}"`
}

/** A cell as it stands in the text of an array. */
const cellText = (type: SqlType | undefined, cell: Cell): string =>
  (type === 'text' || type === 'bytea') && cell !== null ? quoted(String(cell)) : String(cell)

/** Rows as one bound array a column. */
export const arraysOf = (types: readonly SqlType[], rows: readonly (readonly Cell[])[]): readonly string[] =>
  types.map((type, column) => `{${rows.map((cells) => cellText(type, cells[column] ?? null)).join(',')}}`)

export class RowBatch {
  readonly #target: RowTarget
  readonly #schema: string
  readonly #types: readonly SqlType[]
  readonly #cells: string[][]
  #sql: string | undefined

  constructor(schema: string, target: RowTarget) {
    this.#schema = schema
    this.#target = target
    this.#types = Object.values(target.columns)
    this.#cells = this.#types.map(() => [])
  }

  get size(): number {
    return this.#cells[0]?.length ?? 0
  }

  /** One row; cells in column order. A key may occur once in a batch. */
  add(cells: readonly Cell[]): void {
    const types = this.#types
    for (let column = 0; column < types.length; column += 1) {
      const cell = cells[column]
      if (cell === undefined) throw new Error(`projections: ${this.#target.table} row has ${cells.length} cells`)
      this.#cells[column]?.push(cellText(types[column], cell))
    }
  }

  /** The insert, and an empty batch; undefined when there is nothing to insert. */
  take(): Statement | undefined {
    if (this.size === 0) return undefined
    const parameters = this.#cells.map((cells) => `{${cells.join(',')}}`)
    for (const cells of this.#cells) cells.length = 0
    this.#sql ??= this.#insertText()
    return { sql: this.#sql, parameters }
  }

  #insertText(): string {
    const { table, columns, onConflict } = this.#target
    const arrays = this.#types.map((type, index) => `$${index + 1}::text::${type}[]`)
    return [
      `insert into "${this.#schema}"."${table}" as stored (${Object.keys(columns).join(', ')})`,
      `select * from unnest(${arrays.join(', ')})`,
      `on conflict ${onConflict}`,
    ].join(' ')
  }
}

/** What several batches store, empty ones left out. */
export function takeAll(...batches: readonly (RowBatch | RowChanges | NewRows | Lowerings)[]): readonly (Statement | CopyIn)[] {
  return batches.flatMap((batch) => batch.take() ?? [])
}
