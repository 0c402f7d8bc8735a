/** Deposits, withdrawals, payments and addresses in plain arrays, as `WalletFold` tells of them. For tests only. */
import type { Event } from '@agio/engine/event.ts'
import { asNetworkId, asPaymentId, asWithdrawalId, type PaymentId } from '@agio/engine/ids/id.ts'
import type { WalletTxName } from '@agio/wire/wallet/view.ts'
import type { Listing, Page } from '../projections/port.ts'
import { isFoldedBy } from '../projections/projectors/projector.ts'
import {
  type KeptStep,
  type KeptTx,
  type PileChange,
  type TxChanges,
  WAITING_REASON,
  type WaitingLeft,
  WalletFold,
  type WalletRows,
} from '../projections/projectors/wallet-fold.ts'
import type { ListedPayment, PaidWithdrawal } from '../projections/rows/payment-rows.ts'
import type { AddressRow, WalletReads, WalletTxRow } from '../projections/rows/wallet-rows.ts'

type Kept<Row> = { -readonly [Field in keyof Row]: Row[Field] }
type KeptPayment = Kept<Omit<ListedPayment, 'withdrawals'>>

const is = <Value>(asked: Value | undefined, value: Value): boolean => asked === undefined || asked === value
const has = <Value>(asked: readonly Value[] | undefined, value: Value): boolean => asked === undefined || asked.includes(value)
const keyOf = ({ kind, txId }: WalletTxName): string => `${kind} ${txId}`

export class MemoryWallet implements WalletRows {
  readonly #txs = new Map<string, KeptTx>()
  readonly #steps: KeptStep[] = []
  readonly #payments = new Map<PaymentId, KeptPayment>()
  readonly #addresses = new Map<number, AddressRow>()
  readonly #fold = new WalletFold(this)

  see(event: Event, seq: number, at: number): void {
    if (isFoldedBy('walletTxs', event)) this.#fold.fold(event, { seq, at })
    this.#payment(event, at)
    if (event.kind === 'addressAssigned') this.#addresses.set(event.addressId, { ...event, at })
  }

  begin(row: KeptTx): void {
    this.#txs.set(keyOf(row), row)
  }

  change(name: WalletTxName, changes: TxChanges): void {
    const known = this.#txs.get(keyOf(name))
    if (known !== undefined) this.#txs.set(keyOf(name), { ...known, ...changes })
  }

  step(step: KeptStep): void {
    this.#steps.push(step)
  }

  changePile(pileId: number, { status, seq, at, place, isOver }: PileChange): void {
    for (const [name, row] of this.#txs) {
      if (row.pileId !== pileId) continue
      const times = { updatedAt: at, finishedAt: isOver ? at : 0, ...(status === 'credited' && { creditedAt: at }) }
      this.#txs.set(name, { ...row, status, reason: undefined, ...times })
      const { kind, txId } = row
      this.#steps.push({ kind, txId, seq, place, status, at, actor: 'system', who: undefined, reason: undefined, tx: undefined })
    }
  }

  leaveWaiting({ networkId, height, at }: WaitingLeft): void {
    for (const [name, row] of this.#txs)
      if (row.reason === WAITING_REASON && row.networkId === networkId && row.height > height)
        this.#txs.set(name, { ...row, status: 'vanished', reason: undefined, updatedAt: at, finishedAt: at })
  }

  clear(): void {
    for (const rows of [this.#txs, this.#payments, this.#addresses]) rows.clear()
    this.#steps.length = 0
  }

  reads(page: <Row>(rows: readonly Row[], asked: Page) => Listing<Row>): WalletReads {
    return {
      walletTxs: async (query) => {
        const { range } = query
        const found = [...this.#txs.values()]
          .filter(
            (row) =>
              is(query.userId, row.userId) && is(query.key, row.key) && is(query.reason, row.reason) && is(query.clientId, row.clientId),
          )
          .filter(({ document }) => is(query.address, document?.address))
          .filter((row) => query.name === undefined || keyOf(query.name) === keyOf(row))
          .filter((row) => query.names === undefined || query.names.some((name) => keyOf(name) === keyOf(row)))
          .filter((row) => has(query.kinds, row.kind) && has(query.statuses, row.status))
          .filter((row) => has(query.assetIds, row.assetId) && has(query.networkIds, row.networkId))
          .filter((row) => is(query.isUnderWay, row.finishedAt === 0) && is(query.paymentId, row.paymentId))
          .filter((row) => query.tx === undefined || row.tx === query.tx || this.#txsOf(row).includes(query.tx))
          .filter((row) => range === undefined || (row.createdAt >= range.from && row.createdAt <= range.to))
          .sort((one, other) => other.listedSeq - one.listedSeq || other.txId - one.txId)
        const { rows, total, asOf } = page(
          found.map((row) => ({ ...row, seq: row.listedSeq })),
          query,
        )
        return { rows: rows.map((row) => this.#shown(row)), total, asOf }
      },
      walletSteps: async (name) => this.#steps.filter((step) => keyOf(step) === keyOf(name)),
      payments: async (ids) => [...this.#payments.values()].filter((row) => ids.includes(row.paymentId)),
      withdrawalDocuments: async (ids) => {
        const rows = [...this.#txs.values()].filter(({ kind, txId }) => kind === 'withdrawal' && ids.some((id) => id === txId))
        return new Map(rows.flatMap(({ txId, document }) => (document === undefined ? [] : [[asWithdrawalId(txId), document] as const])))
      },
      receipts: async () => {
        const came = [...this.#txs.values()].flatMap(({ kind, listingId, addressId }) =>
          kind === 'deposit' && addressId !== 0 ? [{ listingId, addressId }] : [],
        )
        return [...new Map(came.map((receipt) => [`${receipt.listingId} ${receipt.addressId}`, receipt])).values()]
      },
      paymentList: async (query) => {
        const found = [...this.#payments.values()]
          .map((row) => ({ ...row, withdrawals: this.#paidBy(row.paymentId), seq: row.paymentId }))
          .filter((row) => is(query.networkId, row.networkId) && has(query.paymentIds, row.paymentId))
          .filter(({ state }) => is(query.isUnderWay, state !== 'final' && state !== 'dropped'))
          .filter(({ signed }) => query.tx === undefined || signed.some(({ tx }) => tx === query.tx))
        return page(found.reverse(), query)
      },
      addresses: async ({ userId, family, addressIds }) =>
        [...this.#addresses.values()].filter((row) => is(userId, row.userId) && is(family, row.family) && has(addressIds, row.addressId)),
    }
  }

  #txsOf({ paymentId }: KeptTx): readonly string[] {
    return paymentId === 0 ? [] : (this.#payments.get(paymentId)?.signed ?? []).map(({ tx }) => tx)
  }

  #shown(row: KeptTx): WalletTxRow {
    const address = this.#addresses.get(row.addressId)
    const payment = row.paymentId === 0 ? undefined : this.#payments.get(row.paymentId)
    const origin = row.kind === 'received' ? this.#txs.get(keyOf({ kind: 'withdrawal', txId: row.txId }))?.document : undefined
    return {
      ...row,
      ...{ place: address?.place, tag: address?.tag ?? 0, tx: payment?.tx ?? row.tx, height: payment?.height ?? row.height },
      document: origin === undefined ? row.document : { address: origin.address ?? null, memo: origin.memo ?? null },
    }
  }

  #paidBy(paymentId: PaymentId): readonly PaidWithdrawal[] {
    return [...this.#txs.values()]
      .filter((row) => row.paymentId === paymentId)
      .map(({ txId, userId, amount, fee, document }) => ({
        withdrawalId: asWithdrawalId(txId),
        userId,
        amount,
        fee,
        document: document ?? {},
      }))
  }

  #payment(event: Event, at: number): void {
    if (event.kind === 'paymentBegun') {
      const { paymentId, listingId, from, to, plan, actor } = event
      const ids = { paymentId, listingId, networkId: asNetworkId(0), gasListingId: 0 as const }
      const nothing = { amount: 0n, gas: 0n, height: 0, tx: undefined, signed: [], why: undefined }
      this.#payments.set(paymentId, { ...ids, ...nothing, from, to, plan, actor, state: 'begun', begunAt: at, updatedAt: at })
      return
    }
    if (!('paymentId' in event) || event.kind === 'withdrawalChanged') return
    const payment = this.#payments.get(asPaymentId(event.paymentId))
    if (payment === undefined) return
    if (event.kind === 'paymentSigned') payment.signed = [...payment.signed, { tx: event.tx, bytes: event.bytes, fee: event.fee ?? null }]
    if ('tx' in event) payment.tx = event.tx
    if (event.kind === 'paymentDropped') payment.why = event.why
    if (event.kind !== 'paymentChanged') return
    const { change, networkId, amount, height, gas, gasListingId } = event
    const state = change === 'left' ? 'signed' : change
    Object.assign(payment, {
      state,
      networkId,
      amount,
      height,
      gas,
      gasListingId: gasListingId as typeof payment.gasListingId,
      updatedAt: at,
    })
  }
}
