/** Statement lines and balances by day of a customer. */
import { asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { type Selectable, sql } from 'kysely'
import {
  type BalanceDayRow,
  type Listing,
  type StatementDay,
  type StatementDaysQuery,
  type StatementQuery,
  type StatementRow,
  type StatementSum,
  type StatementSumsQuery,
  type TakenBack,
  type TimeRange,
  WALLET_CAUSES,
} from '../port.ts'
import { DAY_MS, dayStart } from '../projectors/projector.ts'
import type { BalanceDaysTable, StatementLinesTable } from '../store/tables.ts'
import { anyOf, offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

/** Line ids rise with time: newest first is by id alone. */
export async function listStatement(reader: TenantReader, query: StatementQuery): Promise<Listing<StatementRow>> {
  let rows = reader.db.selectFrom('statement_lines').where('user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('seq', '<=', String(query.asOf))
  if (query.assetId !== undefined) rows = rows.where('asset_id', '=', query.assetId)
  if (query.account !== undefined) rows = rows.where('account', '=', query.account)
  if (query.causes !== undefined) rows = rows.where('cause', 'in', anyOf<string>(query.causes, ''))
  if (query.direction === 'in') rows = rows.where('amount', '>', '0')
  if (query.direction === 'out') rows = rows.where('amount', '<', '0')
  const { about } = query
  if (about !== undefined)
    rows = rows.where((is) =>
      is.or([
        is.and([is('reference', '=', String(about.reference)), is('cause', 'not in', [...WALLET_CAUSES])]),
        ...(about.wallet === undefined
          ? []
          : [is.and([is('reference', '=', String(about.wallet.reference)), is('cause', '=', about.wallet.cause)])]),
      ]),
    )
  if (query.range !== undefined) {
    rows = rows.where('at', '>=', String(query.range.from)).where('at', '<=', String(query.range.to))
  }
  const page = rows.selectAll().orderBy('line_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(lineOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

export async function sumStatement(reader: TenantReader, query: StatementSumsQuery): Promise<readonly StatementSum[]> {
  let rows = reader.db.selectFrom('statement_lines').where('user_id', '=', String(query.userId)).where('cause', '=', query.cause)
  if (query.range !== undefined) rows = rows.where('at', '>=', String(query.range.from)).where('at', '<=', String(query.range.to))
  const found = await rows
    .select(['reference', 'asset_id', (of) => of.fn.sum<string>('amount').as('amount'), (of) => of.fn.countAll<string>().as('lines')])
    .groupBy(['reference', 'asset_id'])
    .orderBy('reference')
    .orderBy('asset_id')
    .execute()
  return found.map((row) => ({
    reference: int(row.reference),
    assetId: asAssetId(row.asset_id),
    amount: BigInt(row.amount),
    lines: int(row.lines),
  }))
}

/** UTC day of a line. */
const lineDay = sql<string>`at / ${sql.lit(DAY_MS)}`

export async function sumStatementDays(reader: TenantReader, query: StatementDaysQuery): Promise<readonly StatementDay[]> {
  let rows = reader.db
    .selectFrom('statement_lines')
    .where('user_id', '=', String(query.userId))
    .where('cause', 'in', anyOf<string>(query.causes, ''))
    .where('at', '>=', String(query.range.from))
    .where('at', '<=', String(query.range.to))
  if (query.account !== undefined) rows = rows.where('account', '=', query.account)
  const found = await rows
    .select([lineDay.as('day'), 'asset_id', (of) => of.fn.sum<string>('amount').as('amount')])
    .groupBy([lineDay, 'asset_id'])
    .orderBy(lineDay)
    .orderBy('asset_id')
    .execute()
  return found.map((row) => ({ day: int(row.day), assetId: asAssetId(row.asset_id), amount: BigInt(row.amount) }))
}

/** The lines of a redemption come to nothing unless it is an early one of a term that had paid interest. */
export async function sumTakenBack(reader: TenantReader, userId: UserId, range: TimeRange): Promise<readonly TakenBack[]> {
  const redemptions = reader.db
    .selectFrom('statement_lines')
    .where('user_id', '=', String(userId))
    .where('cause', '=', 'earnRedeem')
    .where('at', '>=', String(range.from))
    .where('at', '<=', String(range.to))
    .select([
      lineDay.as('day'),
      'asset_id',
      (of) => of.fn.sum<string>('amount').as('amount'),
      sql<string>`(array_agg(account order by amount desc))[1]`.as('account'),
    ])
    .groupBy(['reference', 'at', 'asset_id'])
    .having((of) => of(of.fn.sum('amount'), '<>', '0'))
  const found = await reader.db
    .selectFrom(redemptions.as('redeemed'))
    .select(['day', 'asset_id', 'account', (of) => of.fn.sum<string>('amount').as('amount')])
    .groupBy(['day', 'asset_id', 'account'])
    .orderBy('day')
    .orderBy('asset_id')
    .orderBy('account')
    .execute()
  return found.map((row) => ({
    day: int(row.day),
    assetId: asAssetId(row.asset_id),
    account: row.account as TakenBack['account'],
    amount: BigInt(row.amount),
  }))
}

/**
 * One row for every UTC day from `fromDay` to the day of `now` and every account and asset that the user held by then; a day without a
 * change repeats the one before.
 * @param fromDay YYYY-MM-DD
 */
export async function balanceDays(reader: TenantReader, userId: UserId, fromDay: string, now: number): Promise<readonly BalanceDayRow[]> {
  const fromAt = Date.parse(`${fromDay}T00:00:00.000Z`)
  if (!Number.isFinite(fromAt)) throw new RangeError(`projections: ${JSON.stringify(fromDay)} is no day`)
  const ofUser = reader.db.selectFrom('balance_days').where('user_id', '=', String(userId))
  const before = ofUser
    .select(['asset_id', 'account', 'day_at', 'total'])
    .where('day_at', '<', String(fromAt))
    .distinctOn(['asset_id', 'account'])
    .orderBy('asset_id')
    .orderBy('account')
    .orderBy('day_at', 'desc')
  const since = ofUser.select(['asset_id', 'account', 'day_at', 'total']).where('day_at', '>=', String(fromAt)).orderBy('day_at')
  const [opening, changes] = await reader.together(before.compile(), since.compile())
  const totals = new Map(opening.map((row) => [keyOf(row), { ...ofRow(row), total: BigInt(row.total) }]))
  const rows: BalanceDayRow[] = []
  let next = 0
  for (let dayAt = fromAt; dayAt <= dayStart(now); dayAt += DAY_MS) {
    for (let change = changes[next]; change !== undefined && int(change.day_at) === dayAt; change = changes[next]) {
      totals.set(keyOf(change), { ...ofRow(change), total: BigInt(change.total) })
      next += 1
    }
    const day = new Date(dayAt).toISOString().slice(0, 10)
    for (const held of [...totals.values()].sort((left, right) => left.assetId - right.assetId)) rows.push({ day, ...held })
  }
  return rows
}

type DayKey = Pick<Selectable<BalanceDaysTable>, 'asset_id' | 'account'>
const keyOf = ({ asset_id, account }: DayKey): string => `${asset_id} ${account}`
const ofRow = ({ asset_id, account }: DayKey) => ({ assetId: asAssetId(asset_id), account: account as StatementRow['account'] })

function lineOf(row: Selectable<StatementLinesTable>): StatementRow {
  return {
    lineId: int(row.line_id),
    userId: asUserId(int(row.user_id)),
    assetId: asAssetId(row.asset_id),
    account: row.account as StatementRow['account'],
    cause: row.cause as StatementRow['cause'],
    amount: BigInt(row.amount),
    totalAfter: BigInt(row.total_after),
    reference: int(row.reference),
    fee: BigInt(row.fee),
    at: int(row.at),
  }
}
