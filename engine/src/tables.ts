/** The tables of an exchange, each with the description of its rows, in the order in which snapshots have them. */
import type { Rows } from './memory/rows.ts'
import type { RowDescription } from './schema/field.ts'
import { TABLES } from './schema/rows.ts'
import type { State } from './state.ts'

export interface Table {
  readonly description: RowDescription
  readonly rows: Rows
}

export const tablesOf = (state: State): readonly Table[] =>
  state.tables().flatMap((rows, place) => {
    const description = TABLES[place]
    return description === undefined ? [] : [{ description, rows }]
  })
