/**
 * Receipts of liquidations. One is written when the step happens; of what the house took over the end comes later, and brings what the fund
 * gained and what others bore: all else stays as it was.
 */
import type { Event } from '@agio/engine/event.ts'
import type { PositionId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { foldedBy, type Moment, type Projector } from './projector.ts'
import { type Cell, RowBatch, type RowTarget, takeAll } from './row-batch.ts'

const COLUMNS = {
  receipt_id: 'bigint',
  user_id: 'bigint',
  kind: 'text',
  instrument_id: 'integer',
  position_id: 'bigint',
  for_id: 'bigint',
  is_short: 'boolean',
  tier: 'integer',
  quantity: 'bigint',
  mark: 'bigint',
  index_fine: 'bigint',
  entry: 'bigint',
  rate: 'bigint',
  deduction: 'bigint',
  maintenance: 'bigint',
  margin: 'bigint',
  equity: 'bigint',
  bankruptcy: 'bigint',
  fee: 'bigint',
  insurance: 'bigint',
  share: 'bigint',
  is_done: 'boolean',
  at: 'bigint',
  done_at: 'bigint',
  seq: 'bigint',
} as const
const RECEIPTS: RowTarget = {
  table: 'contract_receipts',
  columns: COLUMNS,
  onConflict: `(receipt_id) do update set insurance = excluded.insurance, share = excluded.share, is_done = excluded.is_done,
    done_at = excluded.done_at`,
}

type Liquidated = Extract<Event, { kind: 'liquidated' }>

interface Receipt {
  readonly first: Liquidated
  readonly moment: Moment
  last: Liquidated
  lastAt: number
}

export class ContractReceiptsProjector implements Projector {
  readonly kinds = foldedBy('contractReceipts')
  readonly #rows: RowBatch
  readonly #receipts = new Map<PositionId, Receipt>()

  constructor(schema: string) {
    this.#rows = new RowBatch(schema, RECEIPTS)
  }

  get pending(): number {
    return this.#receipts.size
  }

  fold(event: Event, moment: Moment): void {
    // A step that found nobody in the book does not count.
    if (event.kind !== 'liquidated' || (event.quantity === 0 && event.step !== 'full')) return
    const known = this.#receipts.get(event.receiptId)
    if (known === undefined) this.#receipts.set(event.receiptId, { first: event, moment, last: event, lastAt: moment.at })
    else {
      known.last = event
      known.lastAt = moment.at
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const receipt of this.#receipts.values()) this.#rows.add(cellsOf(receipt))
    this.#receipts.clear()
    return takeAll(this.#rows)
  }
}

/** In column order. */
function cellsOf({ first, moment, last, lastAt }: Receipt): readonly Cell[] {
  const isDone = last.isDone === 1
  return [
    first.receiptId,
    first.userId,
    first.step,
    first.instrumentId,
    first.positionId,
    first.forId,
    first.isShort === 1,
    first.tier,
    first.quantity,
    first.mark,
    first.indexFine,
    first.entry,
    first.rate,
    first.deduction,
    first.maintenance,
    first.margin,
    first.equity,
    first.bankruptcy,
    first.fee,
    last.insurance,
    last.share,
    isDone,
    moment.at,
    isDone ? lastAt : 0,
    moment.seq,
  ]
}
