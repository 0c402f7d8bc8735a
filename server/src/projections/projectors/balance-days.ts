/** What a customer owned of an asset in each of his accounts at the end of each UTC day in which it changed. */
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { dayStart, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'
import type { TotalChange } from './total-changes.ts'

const COLUMNS = { user_id: 'bigint', asset_id: 'integer', account: 'text', day_at: 'bigint', total: 'bigint' } as const
const DAYS: RowTarget = {
  table: 'balance_days',
  columns: COLUMNS,
  onConflict: replaceRow(['user_id', 'asset_id', 'account', 'day_at'], COLUMNS),
}

interface DayTotal {
  readonly userId: number
  readonly assetId: number
  readonly account: string
  readonly dayAt: number
  total: bigint
}

export class BalanceDaysProjector implements Projector {
  /** None: it is told by the projector of statement lines, which knows what a change is. */
  readonly kinds = [] as const
  readonly #rows: RowBatch
  readonly #totals = new Map<string, DayTotal>()
  #today: number

  /** @param today start of the newest day that rows were stored for */
  constructor(schema: string, today: number) {
    this.#today = today
    this.#rows = new RowBatch(schema, DAYS)
  }

  get pending(): number {
    return this.#totals.size
  }

  fold(): void {
    throw new Error('projections: days are told what a change left')
  }

  /** What a change left, at its time. */
  reached(change: TotalChange, at: number): void {
    const dayAt = dayStart(at)
    if (dayAt > this.#today) this.#today = dayAt
    this.#set(change, dayAt)
    // What comes late is in what the days since have left as well, of which a row may stand already.
    if (dayAt < this.#today) this.#set(change, this.#today)
  }

  #set({ userId, assetId, account, totalAfter: total }: TotalChange, dayAt: number): void {
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
