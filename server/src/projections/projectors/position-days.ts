/** What was open of a customer's position at the end of each UTC day in which it changed. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { type Customers, dayStart, foldedBy, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = {
  user_id: 'bigint',
  position_id: 'bigint',
  day_at: 'bigint',
  instrument_id: 'integer',
  is_short: 'boolean',
  quantity: 'bigint',
  entry: 'bigint',
  settled: 'bigint',
} as const
const DAYS: RowTarget = {
  table: 'position_days',
  columns: COLUMNS,
  onConflict: replaceRow(['user_id', 'position_id', 'day_at'], COLUMNS),
}

type Changed = Extract<Event, { kind: 'positionChanged' }>

export class PositionDaysProjector implements Projector {
  readonly kinds = foldedBy('positionDays')
  readonly #customers: Customers
  readonly #rows: RowBatch
  readonly #changed = new Map<string, { readonly event: Changed; readonly dayAt: number }>()
  #today: number

  /** @param today start of the newest day that rows were stored for */
  constructor(schema: string, customers: Customers, today: number) {
    this.#today = today
    this.#customers = customers
    this.#rows = new RowBatch(schema, DAYS)
  }

  get pending(): number {
    return this.#changed.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'positionChanged' || !this.#customers.has(event.userId)) return
    const dayAt = dayStart(at)
    if (dayAt > this.#today) this.#today = dayAt
    // What comes late holds for the days since as well, of which a row may stand already.
    for (const each of new Set([dayAt, this.#today])) this.#changed.set(`${event.positionId} ${each}`, { event, dayAt: each })
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const { event, dayAt } of this.#changed.values()) {
      const { userId, positionId, instrumentId, isShort, quantity, entry, settled } = event
      this.#rows.add([userId, positionId, dayAt, instrumentId, isShort === 1, quantity, entry, settled])
    }
    this.#changed.clear()
    return takeAll(this.#rows)
  }
}
