/** Savings orders and bills of a customer. */
import type { Renewal } from '@agio/engine/command.ts'
import type { AccountKind } from '@agio/engine/event.ts'
import { asAssetId, asEarnOrderId, asProductId, type UserId } from '@agio/engine/ids/id.ts'
import { type Selectable, sql } from 'kysely'
import type { Listing } from '../port.ts'
import {
  type EarnEnd,
  type EarnLineKind,
  type EarnLineQuery,
  type EarnLineRow,
  type EarnOrderQuery,
  type EarnOrderRow,
  type EarnSum,
  ratesOf,
} from '../rows/earn-rows.ts'
import type { EarnEndsTable, EarnLinesTable, EarnOrdersTable } from '../store/tables.ts'
import { offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

const DAY_MS = 86_400_000

/** Ids rise with time: newest first is by id alone. */
export async function listEarnOrders(reader: TenantReader, query: EarnOrderQuery): Promise<Listing<EarnOrderRow>> {
  let rows = reader.db
    .selectFrom('earn_orders as began')
    .leftJoin('earn_ends as ended', (on) => on.onRef('ended.user_id', '=', 'began.user_id').onRef('ended.order_id', '=', 'began.order_id'))
    .where('began.user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('began.seq', '<=', String(query.asOf))
  if (query.orderId !== undefined) rows = rows.where('began.order_id', '=', String(query.orderId))
  // What ended since the first page still stands where it stood.
  const asOf = String(query.asOf ?? Number.MAX_SAFE_INTEGER)
  if (query.isHolding === true) rows = rows.where((is) => is.or([is('ended.ended_seq', 'is', null), is('ended.ended_seq', '>', asOf)]))
  if (query.isHolding === false) rows = rows.where('ended.ended_seq', '<=', asOf)
  if (query.isTerm !== undefined) rows = rows.where('began.expire_at', query.isTerm ? '>' : '=', '0')
  if (query.assetId !== undefined) rows = rows.where('began.asset_id', '=', query.assetId)
  if (query.range !== undefined)
    rows = rows.where('began.start_at', '>=', String(query.range.from)).where('began.start_at', '<=', String(query.range.to))
  const since = query.endedSince
  if (since !== undefined) rows = rows.where((is) => is.or([is('ended.ended_at', 'is', null), is('ended.ended_at', '>=', String(since))]))
  const page = rows
    .selectAll('began')
    .select(['ended.how', 'ended.principal', 'ended.paid', 'ended.forfeited', 'ended.renewal', 'ended.ended_at'])
    .select((of) =>
      of
        .selectFrom('earn_rates as given')
        .select('given.tiers')
        .whereRef('given.product_id', '=', 'began.product_id')
        .whereRef('given.seq', '<', 'began.seq')
        .where('given.from_day', '<=', sql<number>`began.start_at / ${DAY_MS}`)
        .orderBy('given.from_day', 'desc')
        .orderBy('given.seq', 'desc')
        .limit(1)
        .as('tiers'),
    )
    .orderBy('began.order_id', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(orderOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

export async function listEarnLines(reader: TenantReader, query: EarnLineQuery): Promise<Listing<EarnLineRow>> {
  let rows = reader.db.selectFrom('earn_lines').where('user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('seq', '<=', String(query.asOf))
  if (query.kind !== undefined) rows = rows.where('kind', '=', query.kind)
  if (query.orderId !== undefined) rows = rows.where('order_id', '=', String(query.orderId))
  if (query.assetId !== undefined) rows = rows.where('asset_id', '=', query.assetId)
  if (query.range !== undefined) rows = rows.where('at', '>=', String(query.range.from)).where('at', '<=', String(query.range.to))
  const page = rows.selectAll().orderBy('line_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(lineOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

/** @param day UTC day since 1970 whose lines are summed apart as well */
export async function sumEarn(reader: TenantReader, userId: UserId, day: number): Promise<readonly EarnSum[]> {
  const found = await reader.db
    .selectFrom('earn_lines')
    .where('user_id', '=', String(userId))
    .where('kind', '=', 'interest')
    .select([
      'product_id',
      'asset_id',
      (of) => of.fn.sum<string>('amount').as('interest'),
      sql<string>`coalesce(sum(amount) filter (where day = ${day}), 0)`.as('of_day'),
    ])
    .groupBy(['product_id', 'asset_id'])
    .execute()
  return found.map((row) => ({
    productId: asProductId(row.product_id),
    assetId: asAssetId(row.asset_id),
    interest: BigInt(row.interest),
    ofDay: BigInt(row.of_day),
  }))
}

type Nulls<Row> = { readonly [Column in keyof Row]: Row[Column] | null }
type Found = Selectable<EarnOrdersTable> & Nulls<Omit<Selectable<EarnEndsTable>, 'user_id' | 'order_id' | 'ended_seq'> & { tiers: string }>

function orderOf(row: Found): EarnOrderRow {
  const { how, principal, paid, forfeited, renewal, ended_at: endedAt } = row
  return {
    orderId: asEarnOrderId(int(row.order_id)),
    productId: asProductId(row.product_id),
    assetId: asAssetId(row.asset_id),
    amount: BigInt(row.amount),
    startAt: int(row.start_at),
    expireAt: int(row.expire_at),
    payAccount: row.pay_account as AccountKind,
    tiers: row.tiers === null ? null : ratesOf(row.tiers),
    end:
      how === null
        ? null
        : {
            how: how as EarnEnd,
            principal: BigInt(principal ?? 0),
            paid: BigInt(paid ?? 0),
            forfeited: BigInt(forfeited ?? 0),
            renewal: (renewal ?? 'none') as Renewal,
            at: int(endedAt ?? '0'),
          },
  }
}

function lineOf(row: Selectable<EarnLinesTable>): EarnLineRow {
  return {
    lineId: int(row.line_id),
    orderId: asEarnOrderId(int(row.order_id)),
    productId: asProductId(row.product_id),
    assetId: asAssetId(row.asset_id),
    kind: row.kind as EarnLineKind,
    amount: BigInt(row.amount),
    day: row.day,
    at: int(row.at),
    seq: int(row.seq),
  }
}
