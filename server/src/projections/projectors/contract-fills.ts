/** Sides of trades of contracts: customers', and those by which the house disposes of what it took over. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { type Customers, foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'
import type { StatementProjector } from './statement.ts'

const COLUMNS = [
  ...(['user_id', 'fill_id', 'trade_id', 'order_id', 'instrument_id', 'position_id', 'side', 'role', 'is_close'] as const),
  ...(['price', 'quantity', 'value', 'fee', 'realised', 'at', 'seq'] as const),
]
const HOUSE = 0
const TAKER = 1

export class ContractFillsProjector implements Projector {
  readonly kinds = foldedBy('contractFills')
  readonly #customers: Customers
  readonly #lineIds: Pick<StatementProjector, 'takeLineId'>
  readonly #rows: NewRows

  /** @param lineIds gives rows ids that rise with those of all lines */
  constructor(schema: string, customers: Customers, lineIds: Pick<StatementProjector, 'takeLineId'>) {
    this.#customers = customers
    this.#lineIds = lineIds
    this.#rows = new NewRows(schema, 'contract_fills', COLUMNS)
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind !== 'contractFilled') return
    const { userId, tradeId, orderId, instrumentId, positionId, side, role, isClose, price, quantity, value, fee, realised } = event
    if (userId !== HOUSE && !this.#customers.has(userId)) return
    const who = [userId, this.#lineIds.takeLineId(moment), tradeId, orderId, instrumentId, positionId]
    const how = [side, role === TAKER ? 'taker' : 'maker', isClose === 1]
    this.#rows.add([...who, ...how, price, quantity, value, fee, realised, moment.at, moment.seq])
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}
