/** Changes to rows that are stored already, some columns of each: one statement of constant text for a batch, in which null leaves a column alone. */
import type { Statement } from '../store/sql-connection.ts'
import { arraysOf, type Cell, type SqlType } from './row-batch.ts'

type Columns = Readonly<Record<string, SqlType>>

export class RowChanges {
  readonly #types: readonly SqlType[]
  readonly #sql: string
  #rows: (readonly Cell[])[] = []

  constructor(schema: string, table: string, key: Columns, changing: Columns) {
    const columns = { ...key, ...changing }
    const names = Object.keys(columns)
    this.#types = Object.values(columns)
    const arrays = this.#types.map((type, index) => `$${index + 1}::text::${type}[]`)
    this.#sql = [
      `update "${schema}"."${table}" as stored`,
      `set ${Object.keys(changing)
        .map((column) => `${column} = coalesce(changed.${column}, stored.${column})`)
        .join(', ')}`,
      `from unnest(${arrays.join(', ')}) as changed (${names.join(', ')})`,
      `where ${Object.keys(key)
        .map((column) => `stored.${column} = changed.${column}`)
        .join(' and ')}`,
    ].join(' ')
  }

  get size(): number {
    return this.#rows.length
  }

  /** Of one row; a key may occur once in a batch. Cells in column order. */
  add(key: readonly Cell[], changes: readonly Cell[]): void {
    this.#rows.push([...key, ...changes])
  }

  /** The update, and no changes; undefined when there are none. */
  take(): Statement | undefined {
    if (this.#rows.length === 0) return undefined
    const parameters = arraysOf(this.#types, this.#rows)
    this.#rows = []
    return { sql: this.#sql, parameters }
  }
}
