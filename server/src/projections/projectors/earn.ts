/**
 * Savings orders as they began, how they ended, and their bills, signed as the paying account saw them. Every row is written once: a roll
 * of a day brings a line for every order that holds, and an order that ends gets a row beside its own.
 */
import type { Event } from '@agio/engine/event.ts'
import { type EarnEnd, type EarnLineKind, ratesText } from '../rows/earn-rows.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { type Customers, foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'
import type { StatementProjector } from './statement.ts'

const ORDERS = ['user_id', 'order_id', 'product_id', 'asset_id', 'amount', 'start_at', 'expire_at', 'pay_account', 'seq'] as const
const RATES = ['product_id', 'seq', 'from_day', 'tiers'] as const
const ENDS = ['user_id', 'order_id', 'how', 'principal', 'paid', 'forfeited', 'renewal', 'ended_at', 'ended_seq'] as const
const LINES = ['user_id', 'line_id', 'order_id', 'product_id', 'asset_id', 'kind', 'amount', 'day', 'at', 'seq'] as const

type Changed = Extract<Event, { kind: 'earnChanged' }>

export class EarnProjector implements Projector {
  readonly kinds = foldedBy('earn')
  readonly #customers: Customers
  readonly #lineIds: Pick<StatementProjector, 'takeLineId'>
  readonly #orders: NewRows
  readonly #rates: NewRows
  readonly #ends: NewRows
  readonly #lines: NewRows
  /** What the newest posting of a redemption gave, which comes before its event: principal less the interest that is taken back. */
  #given = { orderId: 0, amount: 0n }

  /** @param lineIds gives bills ids that rise with those of all lines; it folds an event before this projector */
  constructor(schema: string, customers: Customers, lineIds: Pick<StatementProjector, 'takeLineId'>) {
    this.#customers = customers
    this.#lineIds = lineIds
    this.#orders = new NewRows(schema, 'earn_orders', ORDERS)
    this.#rates = new NewRows(schema, 'earn_rates', RATES)
    this.#ends = new NewRows(schema, 'earn_ends', ENDS)
    this.#lines = new NewRows(schema, 'earn_lines', LINES)
  }

  get pending(): number {
    return this.#orders.size + this.#rates.size + this.#ends.size + this.#lines.size
  }

  fold(event: Event, moment: Moment): void {
    if (event.kind === 'balanceChanged') {
      if (event.cause === 'earnRedeem' && event.availableDelta > 0n)
        this.#given = { orderId: event.reference, amount: event.availableDelta }
    } else if (event.kind === 'productRateSet') this.#rates.add([event.productId, moment.seq, event.fromDay, ratesText(event.tiers)])
    else if (event.kind === 'earnChanged' && this.#customers.has(event.userId)) this.#change(event, moment)
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#orders, this.#rates, this.#ends, this.#lines)
  }

  #change(event: Changed, moment: Moment): void {
    switch (event.change) {
      case 'purchased':
      case 'renewed':
        this.#begin(event, moment)
        this.#line('purchase', event, -event.amount, moment)
        break
      case 'redeemed':
        this.#redeemed(event, moment)
        break
      case 'matured':
        this.#line('redemption', event, event.amount, moment)
        this.#line('interest', event, event.interest, moment)
        this.#end('mature', event, moment)
        break
      case 'interest':
        this.#line('interest', event, event.interest, moment)
        break
      case 'renewalSet':
        break
    }
  }

  #redeemed(event: Changed, moment: Moment): void {
    const isTerm = event.expireAt !== 0
    const given = this.#given.orderId === event.orderId ? this.#given.amount : 0n
    this.#given = { orderId: 0, amount: 0n }
    this.#line('redemption', event, isTerm ? given : event.amount, moment)
    this.#line('interest', event, event.interest, moment)
    if (event.principal === 0n) this.#end(isTerm ? 'early' : 'flexible', event, moment)
  }

  #begin({ userId, orderId, productId, assetId, amount, startAt, expireAt, payAccount }: Changed, { seq }: Moment): void {
    this.#orders.add([userId, orderId, productId, assetId, amount, startAt, expireAt, payAccount, seq])
  }

  #end(how: EarnEnd, { userId, orderId, amount, paid, forfeited, renewal }: Changed, { at, seq }: Moment): void {
    this.#ends.add([userId, orderId, how, amount, paid, forfeited, renewal, at, seq])
  }

  #line(kind: EarnLineKind, { userId, orderId, productId, assetId, day }: Changed, amount: bigint, moment: Moment): void {
    if (amount === 0n) return
    const lineId = this.#lineIds.takeLineId(moment)
    this.#lines.add([userId, lineId, orderId, productId, assetId, kind, amount, day, moment.at, moment.seq])
  }
}
