/** Fills the table of a described history: one row an event of a customer. */
import type { Event } from '@agio/engine/event.ts'
import { type HistoryName, historyOf } from '../histories.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import type { Customers, FoldedKind, Moment, Projector } from './projector.ts'
import { type Cell, takeAll } from './row-batch.ts'

export class HistoryProjector implements Projector {
  readonly kinds: readonly FoldedKind[]
  readonly #customers: Customers
  readonly #fields: readonly string[]
  readonly #rows: NewRows

  constructor(schema: string, name: HistoryName, customers: Customers) {
    const { event, id, columns } = historyOf(name)
    this.kinds = [event]
    this.#customers = customers
    this.#fields = ['userId', id, ...Object.keys(columns)]
    this.#rows = new NewRows(schema, name, ['user_id', 'id', ...Object.keys(columns).map((column) => `"${column}"`), 'at', 'seq'])
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, { seq, at }: Moment): void {
    const values = event as unknown as Readonly<Record<string, Cell>> & Pick<Extract<Event, { kind: 'transferred' }>, 'userId'>
    if (this.#customers.has(values.userId)) this.#rows.add([...this.#fields.map((field) => values[field] ?? null), at, seq])
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}
