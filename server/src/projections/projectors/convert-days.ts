/** What the stock of conversions was worth by day: the last word of a day counts. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { foldedBy, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = { day: 'integer', closed: 'integer', day_value: 'bigint', funded: 'bigint', value: 'bigint' } as const
const DAYS: RowTarget = { table: 'convert_days', columns: COLUMNS, onConflict: replaceRow(['day'], COLUMNS) }

type Valued = Extract<Event, { kind: 'convertValued' }>

export class ConvertDaysProjector implements Projector {
  readonly kinds = foldedBy('convertDays')
  readonly #rows: RowBatch
  readonly #days = new Map<number, Valued>()

  constructor(schema: string) {
    this.#rows = new RowBatch(schema, DAYS)
  }

  get pending(): number {
    return this.#days.size
  }

  fold(event: Event): void {
    if (event.kind === 'convertValued') this.#days.set(event.day, event)
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const { day, closed, dayValue, funded, value } of this.#days.values()) this.#rows.add([day, closed, dayValue, funded, value])
    this.#days.clear()
    return takeAll(this.#rows)
  }
}
