/** Transactions of the house with what they pay, and addresses. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import {
  asAddressId,
  asListingId,
  asNetworkId,
  asPaymentId,
  asUserId,
  asWithdrawalId,
  type PaymentId,
  type WithdrawalId,
} from '@agio/engine/ids/id.ts'
import type { Selectable } from 'kysely'
import type { Listing } from '../port.ts'
import type { ListedPayment, PaidWithdrawal, PaymentQuery, PaymentRow, SignedRow } from '../rows/payment-rows.ts'
import type { Receipt } from '../rows/receipt-rows.ts'
import { type AddressQuery, type AddressRow, WALLET_TX_KINDS } from '../rows/wallet-rows.ts'
import type { AddressesTable, PaymentsTable, PaymentTxsTable } from '../store/wallet-tables.ts'
import { anyOf, offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

const ENDED = ['final', 'dropped']

function filtered({ db }: TenantReader, { asOf, networkId, paymentIds, isUnderWay, tx }: PaymentQuery) {
  let rows = db.selectFrom('payments')
  // A payment's number is its entry's.
  if (asOf !== undefined) rows = rows.where('payments.payment_id', '<=', String(asOf))
  if (networkId !== undefined) rows = rows.where('payments.network_id', '=', networkId)
  if (paymentIds !== undefined) rows = rows.where('payments.payment_id', 'in', anyOf<string>(paymentIds.map(String), '-1'))
  if (isUnderWay !== undefined) rows = rows.where('payments.state', isUnderWay ? 'not in' : 'in', ENDED)
  if (tx !== undefined)
    rows = rows.where(
      'payments.payment_id',
      'in',
      db.selectFrom('payment_txs').select('payment_txs.payment_id').where('payment_txs.tx', '=', tx),
    )
  return rows
}

export async function listPayments(reader: TenantReader, query: PaymentQuery): Promise<Listing<ListedPayment>> {
  const rows = filtered(reader, query)
  const page = rows.selectAll().orderBy('payments.payment_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const ids = rows.select('payments.payment_id').orderBy('payments.payment_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const txs = reader.db.selectFrom('payment_txs').selectAll().where('payment_id', 'in', ids).orderBy('payment_id').orderBy('seq')
  const paid = reader.db
    .selectFrom('wallet_txs')
    .select(['payment_id', 'tx_id', 'user_id', 'amount', 'fee', 'document'])
    .where('kind', '=', WALLET_TX_KINDS.withdrawal)
    .where('payment_id', 'in', ids)
    .orderBy('tx_id')
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, signed, withdrawals, counted],
    seq,
  } = await reader.togetherAt(page.compile(), txs.compile(), paid.compile(), total.compile())
  const txsOf = Map.groupBy(signed, (row) => row.payment_id)
  const paidBy = Map.groupBy(withdrawals, (row) => row.payment_id)
  return {
    rows: found.map((row) => ({
      ...paymentOf(row),
      signed: (txsOf.get(row.payment_id) ?? []).map(txOf),
      withdrawals: (paidBy.get(row.payment_id) ?? []).map(paidOf),
    })),
    total: int(counted[0]?.total ?? '0'),
    asOf: query.asOf ?? seq,
  }
}

/** Payments by their ids, the oldest first, as far as history knows them. */
export async function findPayments(reader: TenantReader, paymentIds: readonly PaymentId[]): Promise<readonly PaymentRow[]> {
  const { rows } = await listPayments(reader, { paymentIds, pageNo: 1, pageSize: paymentIds.length })
  return rows.map(({ paymentId, plan, actor, signed }) => ({ paymentId, plan, actor, signed })).reverse()
}

export async function findDocuments({ db }: TenantReader, ids: readonly WithdrawalId[]): Promise<ReadonlyMap<WithdrawalId, JsonObject>> {
  const rows = await db
    .selectFrom('wallet_txs')
    .select(['tx_id', 'document'])
    .where('kind', '=', WALLET_TX_KINDS.withdrawal)
    .where('tx_id', 'in', anyOf<string>(ids.map(String), '-1'))
    .where('document', '<>', '')
    .execute()
  return new Map(rows.map(({ tx_id, document }) => [asWithdrawalId(int(tx_id)), JSON.parse(document) as JsonObject]))
}

/** Where coins of each listing ever came to, but for what came with nobody's tag. */
export async function listReceipts({ db }: TenantReader): Promise<readonly Receipt[]> {
  const rows = await db
    .selectFrom('wallet_txs')
    .select(['listing_id', 'address_id'])
    .where('kind', '=', WALLET_TX_KINDS.deposit)
    .where('address_id', '>', '0')
    .distinct()
    .execute()
  return rows.map((row) => ({ listingId: asListingId(row.listing_id), addressId: asAddressId(int(row.address_id)) }))
}

export async function listAddresses({ db }: TenantReader, query: AddressQuery): Promise<readonly AddressRow[]> {
  let rows = db.selectFrom('addresses').selectAll()
  if (query.userId !== undefined) rows = rows.where('user_id', '=', String(query.userId))
  if (query.family !== undefined) rows = rows.where('family', '=', query.family)
  if (query.addressIds !== undefined) rows = rows.where('address_id', 'in', anyOf<string>(query.addressIds.map(String), '-1'))
  return (await rows.orderBy('address_id').execute()).map(addressOf)
}

const txOf = ({ tx, bytes, fee }: Selectable<PaymentTxsTable>): SignedRow => ({
  tx,
  bytes,
  fee: fee === '' ? null : (JSON.parse(fee) as JsonObject),
})

interface Paid {
  readonly tx_id: string
  readonly user_id: string
  readonly amount: string
  readonly fee: string
  readonly document: string
}

const paidOf = (row: Paid): PaidWithdrawal => ({
  withdrawalId: asWithdrawalId(int(row.tx_id)),
  userId: asUserId(int(row.user_id)),
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
  document: row.document === '' ? {} : (JSON.parse(row.document) as JsonObject),
})

const paymentOf = (row: Selectable<PaymentsTable>): Omit<ListedPayment, 'signed' | 'withdrawals'> => ({
  paymentId: asPaymentId(int(row.payment_id)),
  networkId: asNetworkId(row.network_id),
  listingId: asListingId(row.listing_id),
  from: row.from_place as HoldingPlace,
  to: row.to_place as HoldingPlace,
  plan: JSON.parse(row.plan) as JsonObject,
  actor: row.actor,
  state: row.state as ListedPayment['state'],
  amount: BigInt(row.amount),
  tx: row.tx === '' ? undefined : row.tx,
  height: int(row.height),
  gas: BigInt(row.gas),
  gasListingId: row.gas_listing_id === 0 ? 0 : asListingId(row.gas_listing_id),
  why: row.why === '' ? undefined : row.why,
  begunAt: int(row.begun_at),
  updatedAt: int(row.updated_at),
})

const addressOf = (row: Selectable<AddressesTable>): AddressRow => ({
  addressId: asAddressId(int(row.address_id)),
  userId: asUserId(int(row.user_id)),
  family: row.family,
  place: row.place as HoldingPlace,
  tag: int(row.tag),
  label: row.label,
  at: int(row.at),
})
