/** Positions of customers: a row when one is opened, and its end. */
import type { Event, PositionChange } from '@agio/engine/event.ts'
import type { PositionId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { type Customers, foldedBy, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = {
  user_id: 'bigint',
  position_id: 'bigint',
  instrument_id: 'integer',
  margin_mode: 'text',
  is_short: 'boolean',
  leverage: 'integer',
  opened: 'bigint',
  opened_value: 'bigint',
  closed: 'bigint',
  closed_value: 'bigint',
  profit: 'bigint',
  settled: 'bigint',
  fees: 'bigint',
  funding: 'bigint',
  shared: 'bigint',
  end_cause: 'text',
  created_at: 'bigint',
  ended_at: 'bigint',
  seq: 'bigint',
} as const
const POSITIONS: RowTarget = {
  table: 'contract_positions',
  columns: COLUMNS,
  onConflict: replaceRow(['user_id', 'position_id'], COLUMNS),
}

type Changed = Extract<Event, { kind: 'positionChanged' }>

/** How a position ended. */
export type EndCause = 'close' | 'liquidation' | 'adl'
const END_CAUSES: Partial<Record<PositionChange, EndCause>> = { liquidated: 'liquidation', deleveraged: 'adl' }

interface End {
  readonly event: Changed
  readonly moment: Moment
  readonly cause: EndCause
}

export class ContractPositionsProjector implements Projector {
  readonly kinds = foldedBy('contractPositions')
  readonly #customers: Customers
  readonly #rows: RowBatch
  readonly #changed = new Map<PositionId, End>()
  /** The newest position that a liquidation reduces in the book, and its entry: what ends it then is a fill as any other. */
  #reduced = { positionId: 0, seq: 0 }

  constructor(schema: string, customers: Customers) {
    this.#customers = customers
    this.#rows = new RowBatch(schema, POSITIONS)
  }

  get pending(): number {
    return this.#changed.size
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind === 'liquidated' && event.step === 'partial') this.#reduced = { positionId: event.positionId, seq: moment.seq }
    if (event.kind !== 'positionChanged' || (event.change !== 'opened' && event.quantity > 0)) return
    if (!this.#customers.has(event.userId)) return
    const isReduced = this.#reduced.positionId === event.positionId && this.#reduced.seq === moment.seq
    const cause = END_CAUSES[event.change] ?? (isReduced ? 'liquidation' : 'close')
    this.#changed.set(event.positionId, { event, moment, cause })
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const end of this.#changed.values()) this.#add(end)
    this.#changed.clear()
    return takeAll(this.#rows)
  }

  #add({ event, moment: { at, seq }, cause }: End): void {
    const isOver = event.quantity === 0
    this.#rows.add([
      event.userId,
      event.positionId,
      event.instrumentId,
      event.marginMode,
      event.isShort === 1,
      event.leverage,
      event.opened,
      event.openedValue,
      event.closed,
      event.closedValue,
      event.profit,
      event.settled,
      event.fees,
      event.funding,
      event.shared,
      isOver ? cause : '',
      event.createdAt,
      isOver ? at : 0,
      seq,
    ])
  }
}
