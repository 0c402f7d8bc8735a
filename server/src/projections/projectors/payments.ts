/** Transactions of the house, with the bytes that were signed of each: what a payer goes on from after a stop, and operators look at. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { type FoldedBy, foldedBy, type Moment, type Projector } from './projector.ts'
import { type Cell, takeAll } from './row-batch.ts'
import { RowChanges } from './row-changes.ts'

const CHANGING = {
  state: 'text',
  amount: 'bigint',
  tx: 'text',
  height: 'bigint',
  gas: 'bigint',
  gas_listing_id: 'integer',
  why: 'text',
  updated_at: 'bigint',
} as const
const KEY = { payment_id: 'bigint' } as const
const COLUMNS = [
  ...['payment_id', ...Object.keys(CHANGING)],
  ...['network_id', 'listing_id', 'from_place', 'to_place', 'plan', 'actor', 'begun_at'],
]
const TX_COLUMNS = ['payment_id', 'seq', 'tx', 'bytes', 'fee', 'at']

type Of<Kind extends Event['kind']> = Extract<Event, { kind: Kind }>

interface Changes {
  readonly state?: string
  readonly amount?: bigint
  readonly tx?: string
  readonly height?: number
  readonly gas?: bigint
  readonly gasListingId?: number
  readonly why?: string
  readonly updatedAt?: number
}

interface Begun extends Changes {
  readonly networkId: number
  readonly listingId: number
  readonly from: string
  readonly to: string
  readonly plan: JsonObject
  readonly actor: string
  readonly begunAt: number
}

const feeText = (fee: JsonObject | undefined): string => (fee === undefined ? '' : JSON.stringify(fee))

/** A null stays as it is stored. */
const changedCells = ({ state, amount, tx, height, gas, gasListingId, why, updatedAt }: Changes): Cell[] =>
  [state, amount, tx, height, gas, gasListingId, why, updatedAt].map((cell) => cell ?? null)

/** State of a payment that began just now. */
const NOTHING: Changes = { state: 'begun', amount: 0n, tx: '', height: 0, gas: 0n, gasListingId: 0, why: '', updatedAt: 0 }

export class PaymentsProjector implements Projector {
  readonly kinds = foldedBy('payments')
  readonly #begun: NewRows
  readonly #changed: RowChanges
  readonly #txs: NewRows
  readonly #new = new Map<number, Begun>()
  readonly #changes = new Map<number, Changes>()

  constructor(schema: string) {
    this.#begun = new NewRows(schema, 'payments', COLUMNS)
    this.#changed = new RowChanges(schema, 'payments', KEY, CHANGING)
    this.#txs = new NewRows(schema, 'payment_txs', TX_COLUMNS)
  }

  get pending(): number {
    return this.#new.size + this.#changes.size + this.#txs.size
  }

  fold(event: FoldedBy<'payments'>, moment: Moment): void {
    switch (event.kind) {
      case 'paymentBegun': {
        const { paymentId, listingId, from, to, plan, actor } = event
        this.#new.set(paymentId, { ...NOTHING, networkId: 0, listingId, from, to, plan, actor, begunAt: moment.at })
        break
      }
      case 'paymentSigned':
        this.#txs.add([event.paymentId, moment.seq, event.tx, event.bytes, feeText(event.fee), moment.at])
        this.#change(event.paymentId, { tx: event.tx, updatedAt: moment.at })
        break
      case 'paymentFound':
        this.#change(event.paymentId, { tx: event.tx })
        break
      case 'paymentDropped':
        this.#change(event.paymentId, { why: event.why })
        break
      case 'paymentChanged':
        this.#changeTo(event, moment)
        break
      default:
        event satisfies never
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const [paymentId, row] of this.#new) {
      const { networkId, listingId, from, to, plan, actor, begunAt } = row
      this.#begun.add([paymentId, ...changedCells(row), networkId, listingId, from, to, JSON.stringify(plan), actor, begunAt])
    }
    this.#new.clear()
    for (const [paymentId, changes] of this.#changes) this.#changed.add([paymentId], changedCells(changes))
    this.#changes.clear()
    return takeAll(this.#begun, this.#changed, this.#txs)
  }

  #changeTo({ paymentId, networkId, change, amount, height, gas, gasListingId }: Of<'paymentChanged'>, { at }: Moment): void {
    const begun = this.#new.get(paymentId)
    if (begun !== undefined && change === 'begun') this.#new.set(paymentId, { ...begun, networkId })
    // What it cost in a block that left the chain, it did not cost.
    const cost = change === 'left' ? { gas: 0n, gasListingId: 0 } : { gas, gasListingId }
    this.#change(paymentId, { state: change === 'left' ? 'signed' : change, amount, height, ...cost, updatedAt: at })
  }

  #change(paymentId: number, changes: Changes): void {
    const begun = this.#new.get(paymentId)
    if (begun !== undefined) this.#new.set(paymentId, { ...begun, ...changes })
    else this.#changes.set(paymentId, { ...this.#changes.get(paymentId), ...changes })
  }
}
