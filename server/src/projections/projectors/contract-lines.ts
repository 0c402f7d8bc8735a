/**
 * Bills of contracts: what they alone do to an account. What a posting was for is told by what follows it: each is followed by the position
 * that it is about, in the same entry. Only what a liquidation takes of all crossed positions together is about none.
 */
import type { Side } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import { TRANSACTION_TYPES, type TransactionType } from '@agio/wire/futures/position-view.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'
import type { TotalChange } from './total-changes.ts'

const COLUMNS = ['user_id', 'line_id', 'asset_id', 'instrument_id', 'type', 'amount', 'total_after', 'reference', 'at', 'seq'] as const
/** The contract of a line that belongs to none. */
const NONE = 0
const MAKER = 0

type Traded = Extract<Event, { kind: 'traded' }>
type Changed = Extract<Event, { kind: 'positionChanged' }>

interface Posted {
  readonly line: TotalChange
  readonly lineId: number
  readonly moment: Moment
}

const TYPES: Partial<Record<TotalChange['cause'], TransactionType>> = {
  realised: 'realised',
  settled: 'realised',
  funding: 'funding',
  liquidationFee: 'liquidationFee',
  liquidation: 'insurance',
  share: 'share',
}

export class ContractLinesProjector implements Projector {
  readonly kinds = foldedBy('contractLines')
  readonly #rows: NewRows
  #waiting: Posted[] = []
  /** The newest trade, and whether its maker’s side is settled: then what follows is the taker’s. */
  #trade: { readonly event: Traded; isMakerDone: boolean } | undefined

  constructor(schema: string) {
    this.#rows = new NewRows(schema, 'contract_lines', COLUMNS)
  }

  get pending(): number {
    return this.#rows.size + this.#waiting.length
  }

  /** A line, by the projector of statement lines, which knows what is one. */
  posted(line: TotalChange, lineId: number, moment: Moment): void {
    if (this.#waiting[0]?.moment.seq !== moment.seq) this.#writeAll()
    this.#waiting.push({ line, lineId, moment })
  }

  fold(event: Event, { seq }: Moment): void {
    if (event.kind === 'traded') this.#trade = { event, isMakerDone: false }
    else if (event.kind === 'contractFilled') this.#filled(event)
    else if (event.kind === 'positionChanged' && this.#waiting.length > 0) {
      if (this.#waiting[0]?.moment.seq !== seq) this.#writeAll()
      else this.#about(event)
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    this.#writeAll()
    return takeAll(this.#rows)
  }

  #filled({ tradeId, role }: Extract<Event, { kind: 'contractFilled' }>): void {
    if (role === MAKER && this.#trade?.event.tradeId === tradeId) this.#trade.isMakerDone = true
  }

  #about(event: Changed): void {
    const isMeant = ({ line }: Posted): boolean => line.userId === event.userId && line.reference !== 0
    for (const posted of this.#waiting) if (isMeant(posted)) this.#write(posted, event.instrumentId, this.#typeOf(posted.line, event))
    this.#waiting = this.#waiting.filter((posted) => !isMeant(posted))
  }

  #writeAll(): void {
    for (const posted of this.#waiting) this.#write(posted, NONE, TYPES[posted.line.cause] ?? 'adjustment')
    this.#waiting = []
  }

  #write({ line, lineId, moment }: Posted, instrumentId: number, type: TransactionType): void {
    const { userId, assetId, amount, totalAfter, reference } = line
    this.#rows.add([userId, lineId, assetId, instrumentId, TRANSACTION_TYPES[type], amount, totalAfter, reference, moment.at, moment.seq])
  }

  #typeOf({ cause, userId }: TotalChange, { change, isShort }: Changed): TransactionType {
    if (cause === 'fee') return (this.#sideOf(userId) === 'buy') === (isShort === 1) ? 'closeFee' : 'openFee'
    if (cause === 'realised' && change === 'deleveraged') return 'adl'
    return TYPES[cause] ?? 'adjustment'
  }

  /** What a user did in the newest trade; of one with himself the maker’s side comes first. */
  #sideOf(userId: number): Side | undefined {
    if (this.#trade === undefined) return undefined
    const { event, isMakerDone } = this.#trade
    const isMaker = event.makerUserId === userId && !(event.takerUserId === userId && isMakerDone)
    return isMaker ? opposite(event.takerSide) : event.takerSide
  }
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
