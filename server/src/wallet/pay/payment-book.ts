/**
 * Payments under way, each with its plan and every transaction that was signed for it. The engine says which there are; history gave back their
 * plans and bytes when this process began, and durable events tell of all that came since.
 */
import type { FeeQuote } from '@agio/chain/port.ts'
import type { ListingId, NetworkId, PaymentId } from '@agio/engine/ids/id.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type Payment, paymentsOf } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { PaymentHistory, SignedRow } from '../../projections/rows/payment-rows.ts'
import { readWhenWhole } from '../../projections/thread/whenever-reached.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { OwnPayment, OwnPayments } from '../parts.ts'
import { readCancels, readFee, readPlan, type StoredPlan } from './plan-json.ts'

/** Ended payments kept: of all networks together at a start, of each afterwards. */
const ENDED_MOST = 256
const LAST = { pageNo: 1, pageSize: ENDED_MOST } as const

export interface SignedVersion {
  readonly tx: string
  readonly bytes: string
  readonly fee: FeeQuote | undefined
  /** It spends the slot on nothing. */
  readonly cancels: boolean
  /** When it was signed, or read again after a start, ms. */
  readonly at: number
}

export interface BookedPayment {
  readonly paymentId: PaymentId
  readonly networkId: NetworkId
  readonly listingId: ListingId
  /** Undefined where this conductor cannot read it: somebody else's payment, which is left alone. */
  readonly stored: StoredPlan | undefined
  /** The newest last. */
  readonly signed: readonly SignedVersion[]
  readonly mined: Payment['mined']
}

export interface PaymentBookParts {
  readonly exchange: Pick<Exchange, 'state' | 'durableSeq'>
  readonly history: PaymentHistory & Pick<ReadModels, 'reached'>
  readonly clock: Clock
  readonly log: Log
  /** Told when blocks did something to payments of a network, or they became known. */
  onTurn(networkId: NetworkId): void
}

/** Undefined while nothing of it can be on a chain. */
function ownOf({ paymentId, networkId, signed, stored }: BookedPayment): OwnPayment | undefined {
  if (signed.length === 0 || stored === undefined) return undefined
  const cancels = signed.flatMap((version) => (version.cancels ? [version.tx] : []))
  const txs = signed.map(({ tx }) => tx)
  return { paymentId, networkId, txs, cancels, slot: stored.plan.slot, isMove: stored.purpose.kind === 'move' }
}

type Listener = (networkId: NetworkId) => void | Promise<void>

export class PaymentBook implements OwnPayments {
  readonly ready: Promise<void>
  readonly #parts: PaymentBookParts
  readonly #payments = new Map<PaymentId, BookedPayment>()
  /** The last that ended, by network: a block that has one may be read again, and what it brings is no deposit then either. */
  readonly #ended = new Map<NetworkId, OwnPayment[]>()
  /** First nonce behind those of payments that ended since this process began, by network and address. */
  readonly #spentBelow = new Map<string, number>()
  readonly #listeners = new Set<Listener>()
  /** Until those who look for a transaction have said that they do. */
  readonly #heard = new Map<PaymentId, Promise<unknown>>()
  /** What came before history was read; undefined when it was. */
  #early: (() => void)[] | undefined = []
  #isStopped = false

  constructor(parts: PaymentBookParts) {
    this.#parts = parts
    const { durableSeq } = parts.exchange
    this.ready = this.#load(durableSeq)
  }

  get isReady(): boolean {
    return this.#early === undefined
  }

  under(networkId: NetworkId): readonly OwnPayment[] {
    return [...(this.#ended.get(networkId) ?? []), ...this.on(networkId).flatMap((payment) => ownOf(payment) ?? [])]
  }

  /** Payments of a network, the oldest first. */
  on(networkId: NetworkId): readonly BookedPayment[] {
    return [...this.#payments.values()].filter((payment) => payment.networkId === networkId)
  }

  get(paymentId: PaymentId): BookedPayment | undefined {
    return this.#payments.get(paymentId)
  }

  /** First nonce of an address that no payment has which a block has, or which ended in this process: a node that counts fewer is behind. */
  spentBelow(networkId: NetworkId, address: string): number {
    const mined = this.on(networkId).flatMap(({ mined: state, stored }) => {
      const slot = stored?.plan.slot
      return state !== 'no' && slot?.kind === 'nonce' && slot.from === address ? [slot.nonce + 1] : []
    })
    return Math.max(0, this.#spentBelow.get(`${networkId} ${address}`) ?? 0, ...mined)
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when everybody who looks for a payment's transactions does; rejects when somebody cannot. */
  async heard(paymentId: PaymentId): Promise<void> {
    await this.#heard.get(paymentId)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #load(durableSeq: number): Promise<void> {
    const { history, log } = this.#parts
    const onTrouble = (error: unknown): void => log.warn('payments under way cannot be read yet', { error: String(error) })
    // Nothing is paid before history is whole.
    await readWhenWhole({ models: history, seq: durableSeq, isStopped: () => this.#isStopped, onTrouble }, () => this.#read())
  }

  async #read(): Promise<void> {
    const { exchange, history, clock } = this.#parts
    const versions = (rows: readonly SignedRow[]): SignedVersion[] =>
      rows.map(({ tx, bytes, fee }) => ({ tx, bytes, fee: readFee(fee), cancels: readCancels(fee), at: clock.now() }))
    const known = new Map(
      (await history.payments(paymentsOf(exchange.state).map(({ paymentId }) => paymentId))).map((row) => [row.paymentId, row]),
    )
    // Read after the answer: what ended meanwhile is not taken in again.
    for (const { paymentId, networkId, listingId, mined } of paymentsOf(exchange.state)) {
      const row = known.get(paymentId)
      if (row === undefined) continue
      this.#payments.set(paymentId, { paymentId, networkId, listingId, stored: readPlan(row.plan), signed: versions(row.signed), mined })
    }
    for (const { paymentId, networkId, listingId, plan, signed } of (await history.paymentList(LAST)).rows.toReversed())
      if (!this.#payments.has(paymentId))
        this.#end({ paymentId, networkId, listingId, stored: readPlan(plan), signed: versions(signed), mined: 'no' })
    const early = this.#early ?? []
    this.#early = undefined
    for (const take of early) take()
    for (const networkId of new Set([...this.#payments.values()].map((payment) => payment.networkId))) {
      this.#tell(networkId)
      this.#parts.onTurn(networkId)
    }
  }

  begun(event: EventByKind['paymentBegun']): void {
    this.#inOrder(() => this.#begun(event))
  }

  signed(event: EventByKind['paymentSigned']): void {
    this.#inOrder(() => this.#signed(event))
  }

  changed(event: EventByKind['paymentChanged']): void {
    this.#inOrder(() => this.#changed(event))
  }

  /** Events wait in their order until history was read. */
  #inOrder(take: () => void): void {
    if (this.#early === undefined) take()
    else this.#early.push(take)
  }

  #begun({ paymentId, listingId, plan }: EventByKind['paymentBegun']): void {
    if (this.#payments.has(paymentId)) return
    const networkId = listingsOf(this.#parts.exchange.state).find((listing) => listing.listingId === listingId)?.terms.networkId
    if (networkId === undefined) return
    this.#payments.set(paymentId, { paymentId, networkId, listingId, stored: readPlan(plan), signed: [], mined: 'no' })
  }

  #signed({ paymentId, networkId, tx, bytes, fee }: EventByKind['paymentSigned']): void {
    const payment = this.#payments.get(paymentId)
    if (payment === undefined) return
    const version = { tx, bytes, fee: readFee(fee), cancels: readCancels(fee), at: this.#parts.clock.now() }
    const signed = [...payment.signed.filter((known) => known.tx !== tx), version]
    this.#payments.set(paymentId, { ...payment, signed })
    const heard = Promise.all(this.#tell(networkId))
    // whoever sends asks for it; until then a failure of it is nobody's
    heard.catch(() => undefined)
    this.#heard.set(paymentId, heard)
  }

  #changed({ paymentId, networkId, change }: EventByKind['paymentChanged']): void {
    const payment = this.#payments.get(paymentId)
    if (payment === undefined) return
    if (change === 'final' || change === 'dropped') {
      this.#end(payment)
      this.#noteSpent(payment)
      this.#payments.delete(paymentId)
      this.#heard.delete(paymentId)
      this.#parts.onTurn(networkId)
      return
    }
    const mined = change === 'mined' ? 'done' : change === 'failed' ? 'failed' : change === 'left' ? 'no' : payment.mined
    if (mined === payment.mined) return
    this.#payments.set(paymentId, { ...payment, mined })
    this.#parts.onTurn(networkId)
  }

  #end(payment: BookedPayment): void {
    const own = ownOf(payment)
    const ended = this.#ended.get(payment.networkId) ?? []
    if (own !== undefined) this.#ended.set(payment.networkId, [...ended.slice(1 - ENDED_MOST), own])
  }

  /** What was never signed gives its nonce back. */
  #noteSpent({ networkId, stored, signed }: BookedPayment): void {
    const slot = stored?.plan.slot
    if (slot?.kind !== 'nonce' || signed.length === 0) return
    const name = `${networkId} ${slot.from}`
    this.#spentBelow.set(name, Math.max(this.#spentBelow.get(name) ?? 0, slot.nonce + 1))
  }

  #tell(networkId: NetworkId): (void | Promise<void>)[] {
    return [...this.#listeners].map((listener) => listener(networkId))
  }
}
