/** Deposits and withdrawals as they stand, and how they came there. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import { type AddressId, asAssetId, asListingId, asNetworkId, asPaymentId, asUserId } from '@agio/engine/ids/id.ts'
import type { WalletTxKind, WalletTxName } from '@agio/wire/wallet/view.ts'
import { type Selectable, sql } from 'kysely'
import type { Listing } from '../port.ts'
import { type StepActor, WALLET_TX_KINDS, type WalletStepRow, type WalletTxQuery, type WalletTxRow } from '../rows/wallet-rows.ts'
import type { WalletStepsTable, WalletTxsTable } from '../store/wallet-tables.ts'
import { anyOf, offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

const KINDS = new Map(Object.entries(WALLET_TX_KINDS).map(([kind, number]) => [number, kind as WalletTxKind]))
const textOf = (text: string | null): string | undefined => (text === null || text === '' ? undefined : text)

/** The address of a deposit, the payment of a withdrawal, and the withdrawal that was received inside the house. */
const joined = (reader: TenantReader) =>
  reader.db
    .selectFrom('wallet_txs as own')
    .leftJoin('addresses as address', 'address.address_id', 'own.address_id')
    .leftJoin('payments as payment', 'payment.payment_id', 'own.payment_id')
    .leftJoin('wallet_txs as origin', (on) =>
      on
        .onRef('origin.tx_id', '=', 'own.tx_id')
        .on('origin.kind', '=', WALLET_TX_KINDS.withdrawal)
        .on('own.kind', '=', WALLET_TX_KINDS.received),
    )

function filtered(reader: TenantReader, query: WalletTxQuery) {
  const {
    userId,
    asOf,
    name,
    names,
    kinds,
    assetIds,
    networkIds,
    statuses,
    isUnderWay,
    tx,
    key,
    reason,
    clientId,
    address,
    paymentId,
    range,
  } = query
  let rows = joined(reader)
  if (userId !== undefined) rows = rows.where('own.user_id', '=', String(userId))
  if (asOf !== undefined) rows = rows.where('own.listed_seq', '<=', String(asOf))
  if (name !== undefined) rows = rows.where('own.kind', '=', WALLET_TX_KINDS[name.kind]).where('own.tx_id', '=', String(name.txId))
  if (names !== undefined)
    rows = rows.where((is) =>
      is.or([
        is.val(false),
        ...names.map((each) => is.and([is('own.kind', '=', WALLET_TX_KINDS[each.kind]), is('own.tx_id', '=', String(each.txId))])),
      ]),
    )
  const kindNumbers = kinds?.map((kind) => WALLET_TX_KINDS[kind])
  if (kindNumbers !== undefined) rows = rows.where('own.kind', 'in', anyOf<number>(kindNumbers, -1))
  if (assetIds !== undefined) rows = rows.where('own.asset_id', 'in', anyOf<number>(assetIds, -1))
  if (networkIds !== undefined) rows = rows.where('own.network_id', 'in', anyOf<number>(networkIds, -1))
  if (statuses !== undefined) rows = rows.where('own.status', 'in', anyOf<string>(statuses, ''))
  if (isUnderWay !== undefined) rows = rows.where('own.finished_at', isUnderWay ? '=' : '>', sql<string>`0`)
  if (reason !== undefined) rows = rows.where('own.reason', '=', reason)
  if (key !== undefined) rows = rows.where('own.business_key', '=', key)
  if (clientId !== undefined) rows = rows.where('own.client_id', '=', clientId)
  if (address !== undefined)
    rows = rows
      .where(sql<string>`nullif(own.document, '')::json ->> 'address'`, '=', address)
      .where('own.kind', '=', WALLET_TX_KINDS.withdrawal)
  if (paymentId !== undefined) rows = rows.where('own.payment_id', '=', String(paymentId))
  if (range !== undefined) rows = rows.where('own.created_at', '>=', String(range.from)).where('own.created_at', '<=', String(range.to))
  if (tx !== undefined)
    rows = rows.where((is) =>
      is.or([
        is('own.tx', '=', tx),
        is('own.payment_id', 'in', reader.db.selectFrom('payment_txs').select('payment_txs.payment_id').where('payment_txs.tx', '=', tx)),
      ]),
    )
  return rows
}

/** Newest first: by when they came into their owner's list, which never changes. */
export async function listWalletTxs(reader: TenantReader, query: WalletTxQuery): Promise<Listing<WalletTxRow>> {
  const rows = filtered(reader, query)
  const page = rows
    .selectAll('own')
    .select(['address.place as place', 'address.tag as tag', 'payment.tx as paid_tx', 'payment.height as paid_height'])
    .select('origin.document as origin')
    .orderBy('own.listed_seq', 'desc')
    .orderBy('own.tx_id', 'desc')
    .orderBy('own.kind', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(rowOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

export async function listWalletSteps({ db }: TenantReader, { kind, txId }: WalletTxName): Promise<readonly WalletStepRow[]> {
  const rows = await db
    .selectFrom('wallet_steps')
    .selectAll()
    .where('kind', '=', WALLET_TX_KINDS[kind])
    .where('tx_id', '=', String(txId))
    .orderBy('seq')
    .orderBy('place')
    .execute()
  return rows.map(stepOf)
}

interface Joined {
  readonly place: string | null
  readonly tag: string | null
  readonly paid_tx: string | null
  readonly paid_height: string | null
  readonly origin: string | null
}

/** Of where a withdrawal inside the house went, its receiver learns the address, not what its sender noted. */
function receivedAt(document: JsonObject): JsonObject {
  const { address = null, memo = null } = document
  return { address, memo }
}

function documentOf(own: string, origin: string | null): JsonObject | undefined {
  if (origin !== null && origin !== '') return receivedAt(JSON.parse(origin) as JsonObject)
  return own === '' ? undefined : (JSON.parse(own) as JsonObject)
}

function rowOf(row: Selectable<WalletTxsTable> & Joined): WalletTxRow {
  return {
    kind: KINDS.get(row.kind) ?? 'deposit',
    txId: int(row.tx_id),
    userId: asUserId(int(row.user_id)),
    otherUserId: asUserId(int(row.other_user_id)),
    listingId: asListingId(row.listing_id),
    assetId: asAssetId(row.asset_id),
    networkId: asNetworkId(row.network_id),
    status: row.status as WalletTxRow['status'],
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    value: BigInt(row.value),
    height: int(row.paid_height ?? row.height),
    addressId: int(row.address_id) as AddressId | 0,
    place: (row.place ?? undefined) as HoldingPlace | undefined,
    tag: int(row.tag ?? '0'),
    tx: textOf(row.paid_tx) ?? textOf(row.tx),
    position: textOf(row.position),
    from: textOf(row.from_address),
    key: textOf(row.business_key),
    document: documentOf(row.document, row.origin),
    clientId: textOf(row.client_id),
    paymentId: row.payment_id === '0' ? 0 : asPaymentId(int(row.payment_id)),
    reviews: row.reviews === '' ? [] : (JSON.parse(row.reviews) as readonly string[]),
    count: row.arrivals,
    pileId: int(row.pile_id),
    reason: textOf(row.reason),
    createdAt: int(row.created_at),
    updatedAt: int(row.updated_at),
    checkedAt: int(row.checked_at),
    creditedAt: int(row.credited_at),
    finishedAt: int(row.finished_at),
  }
}

function stepOf(row: Selectable<WalletStepsTable>): WalletStepRow {
  return {
    status: row.status as WalletTxRow['status'],
    at: int(row.at),
    actor: row.actor as StepActor,
    who: textOf(row.who),
    reason: textOf(row.reason),
    tx: textOf(row.tx),
  }
}
