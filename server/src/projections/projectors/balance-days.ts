/** What a customer owned of an asset in each of his accounts at the end of each UTC day in which it changed. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { type Customers, dayStart, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = { user_id: 'bigint', asset_id: 'integer', account: 'text', day_at: 'bigint', total: 'bigint' } as const
const DAYS: RowTarget = {
  table: 'balance_days',
  columns: COLUMNS,
  onConflict: replaceRow(['user_id', 'asset_id', 'account', 'day_at'], COLUMNS),
}

type Changed = Extract<Event, { kind: 'balanceChanged' }>

interface DayTotal {
  readonly userId: number
  readonly assetId: number
  readonly account: string
  readonly dayAt: number
  total: bigint
}

export class BalanceDaysProjector implements Projector {
  readonly kinds = ['balanceChanged'] as const
  readonly #customers: Customers
  readonly #rows: RowBatch
  readonly #totals = new Map<string, DayTotal>()
  #today: number

  /** @param today start of the newest day that rows were stored for */
  constructor(schema: string, customers: Customers, today: number) {
    this.#today = today
    this.#customers = customers
    this.#rows = new RowBatch(schema, DAYS)
  }

  get pending(): number {
    return this.#totals.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'balanceChanged' || event.account === 'debt' || event.availableDelta + event.heldDelta === 0n) return
    if (!this.#customers.has(event.userId)) return
    const dayAt = dayStart(at)
    if (dayAt > this.#today) this.#today = dayAt
    this.#set(event, dayAt)
    // What comes late is in what the days since have left as well, of which a row may stand already.
    if (dayAt < this.#today) this.#set(event, this.#today)
  }

  #set({ userId, assetId, account, available, held }: Changed, dayAt: number): void {
    const total = available + held
    const key = `${userId} ${assetId} ${account} ${dayAt}`
    const known = this.#totals.get(key)
    if (known === undefined) this.#totals.set(key, { userId, assetId, account, dayAt, total })
    else known.total = total
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const { userId, assetId, account, dayAt, total } of this.#totals.values()) this.#rows.add([userId, assetId, account, dayAt, total])
    this.#totals.clear()
    return takeAll(this.#rows)
  }
}
