/** Statement lines: every change of a customer's total of an asset, with what it left. Holds and releases move nothing in or out. */
import type { Event } from '@agio/engine/event.ts'
import type { Statement } from '../store/sql-connection.ts'
import type { Customers, Moment, Projector } from './projector.ts'
import { RowBatch, type RowTarget, takeAll } from './row-batch.ts'

const LINES_OF_ENTRY = 1000

const LINES: RowTarget = {
  table: 'statement_lines',
  columns: {
    line_id: 'bigint',
    user_id: 'bigint',
    asset_id: 'integer',
    cause: 'text',
    amount: 'bigint',
    total_after: 'bigint',
    reference: 'bigint',
    at: 'bigint',
    seq: 'bigint',
  },
}

export class StatementProjector implements Projector {
  readonly #customers: Customers
  readonly #rows: RowBatch
  #lastLineId: number

  /** @param lastLineId id of the newest stored line, 0 when there is none */
  constructor(schema: string, customers: Customers, lastLineId: number) {
    this.#customers = customers
    this.#rows = new RowBatch(schema, LINES)
    this.#lastLineId = lastLineId
  }

  get pending(): number {
    return this.#rows.size
  }

  get lastLineId(): number {
    return this.#lastLineId
  }

  fold(event: Event, { seq, at }: Moment): void {
    if (event.kind !== 'balanceChanged' || event.cause === 'hold' || event.cause === 'release') return
    const amount = event.availableDelta + event.heldDelta
    if (amount === 0n || !this.#customers.has(event.userId)) return
    this.#lastLineId = Math.max(this.#lastLineId + 1, seq * LINES_OF_ENTRY)
    this.#rows.add(
      this.#lastLineId,
      event.userId,
      event.assetId,
      event.cause,
      amount,
      event.available + event.held,
      event.reference,
      at,
      seq,
    )
  }

  take(): readonly Statement[] {
    return takeAll(this.#rows)
  }
}
