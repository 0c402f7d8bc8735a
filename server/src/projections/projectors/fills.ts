/** A customer's sides of trades of pairs, each with the statement lines that it made: they come by the thousand, and a row of their own costs as much as the fill. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { Contracts } from './contracts.ts'
import { NewRows } from './new-rows.ts'
import { type Customers, foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'
import type { LineGroup } from './statement.ts'

const COLUMNS = [
  'user_id',
  'trade_id',
  'order_id',
  'instrument_id',
  'side',
  'role',
  'price',
  'quantity',
  'notional',
  'fee',
  'fee_asset_id',
  'at',
  'seq',
  'line_id',
  'paid_asset_id',
  'paid_amount',
  'paid_total',
  'gained_asset_id',
  'gained_amount',
  'gained_total',
  'fee_total',
] as const

/** Sides of the newest trades that lines may still come for: a trade's lines follow it at once. */
const SIDES_BACK = 4

type Traded = Extract<Event, { kind: 'traded' }>

interface Fill {
  readonly trade: Traded
  readonly isMaker: boolean
  readonly moment: Moment
  lines: LineGroup | undefined
}

const userOf = ({ trade, isMaker }: Fill): number => (isMaker ? trade.makerUserId : trade.takerUserId)
const feeOf = ({ trade, isMaker }: Fill): bigint => (isMaker ? trade.makerFee : trade.takerFee)
const feeAssetOf = ({ trade, isMaker }: Fill): number => (isMaker ? trade.makerFeeAssetId : trade.takerFeeAssetId)

export class FillsProjector implements Projector {
  readonly kinds = foldedBy('fills')
  readonly #customers: Customers
  readonly #contracts: Contracts
  readonly #rows: NewRows
  /** The newest, whose lines may still come. */
  readonly #fills: Fill[] = []

  /** @param contracts whose trades are not pairs'; asked when its own fold of the entry is done */
  constructor(schema: string, customers: Customers, contracts: Contracts) {
    this.#customers = customers
    this.#contracts = contracts
    this.#rows = new NewRows(schema, 'fills', COLUMNS)
  }

  get pending(): number {
    return this.#rows.size + this.#fills.length
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind !== 'traded' || this.#contracts.has(event.instrumentId)) return
    if (this.#customers.has(event.makerUserId)) this.#fills.push({ trade: event, isMaker: true, moment, lines: undefined })
    if (this.#customers.has(event.takerUserId)) this.#fills.push({ trade: event, isMaker: false, moment, lines: undefined })
    this.#write(SIDES_BACK)
  }

  /**
   * Takes the lines of a fill that was just folded.
   * @returns false when they are not those that a fill makes, what was paid, what was gained and the fee, if any: they need rows of their own
   */
  attach(lines: LineGroup): boolean {
    const { first, second, third } = lines
    if (first.cause !== 'trade' || second?.cause !== 'trade') return false
    for (let index = this.#fills.length - 1; index >= 0; index -= 1) {
      const fill = this.#fills[index]
      if (fill === undefined || fill.lines !== undefined) continue
      if (fill.trade.tradeId !== first.reference || userOf(fill) !== first.userId) continue
      if (third !== undefined && (third.cause !== 'fee' || third.assetId !== feeAssetOf(fill) || third.amount !== -feeOf(fill))) continue
      fill.lines = lines
      return true
    }
    return false
  }

  take(): readonly (Statement | CopyIn)[] {
    this.#write(0)
    return takeAll(this.#rows)
  }

  /** Makes rows of all but so many. */
  #write(kept: number): void {
    while (this.#fills.length > kept) {
      const fill = this.#fills.shift()
      if (fill !== undefined) this.#add(fill)
    }
  }

  #add(fill: Fill): void {
    const { trade, isMaker, moment, lines } = fill
    this.#rows.add([
      userOf(fill),
      trade.tradeId,
      isMaker ? trade.makerOrderId : trade.takerOrderId,
      trade.instrumentId,
      (trade.takerSide === 'buy') === isMaker ? 'sell' : 'buy',
      isMaker ? 'maker' : 'taker',
      trade.price,
      trade.quantity,
      trade.notional,
      feeOf(fill),
      feeAssetOf(fill),
      moment.at,
      moment.seq,
      lines?.lineId ?? null,
      lines?.first.assetId ?? null,
      lines?.first.amount ?? null,
      lines?.first.totalAfter ?? null,
      lines?.second?.assetId ?? null,
      lines?.second?.amount ?? null,
      lines?.second?.totalAfter ?? null,
      lines?.third?.totalAfter ?? null,
    ])
  }
}
