/** Positions that are gone, and bills of contract accounts, newest first. */
import type { MarginMode } from '@agio/engine/event.ts'
import { asAssetId, asInstrumentId, asPositionId, type UserId } from '@agio/engine/ids/id.ts'
import { TRANSACTION_TYPES, type TransactionType } from '@agio/wire/futures/position-view.ts'
import type { Selectable } from 'kysely'
import type { Listing } from '../port.ts'
import type { EndCause } from '../projectors/contract-positions.ts'
import { dayStart } from '../projectors/projector.ts'
import type { ContractLinesTable, ContractPositionsTable, PositionDaysTable } from '../store/contract-tables.ts'
import type { ContractLineQuery, ContractLineRow, PositionDayRow, PositionHistoryQuery, PositionHistoryRow } from './contract-reads.ts'
import { offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

const DAY_MS = 86_400_000

export async function listPositions(reader: TenantReader, query: PositionHistoryQuery): Promise<Listing<PositionHistoryRow>> {
  const { asOf, range } = query
  let rows = reader.db
    .selectFrom('contract_positions as gone')
    .where('gone.user_id', '=', String(query.userId))
    .where('gone.ended_at', '>', '0')
  if (asOf !== undefined) rows = rows.where('gone.seq', '<=', String(asOf))
  if (query.positionId !== undefined) rows = rows.where('gone.position_id', '=', String(query.positionId))
  if (query.instrumentId !== undefined) rows = rows.where('gone.instrument_id', '=', query.instrumentId)
  if (range !== undefined) rows = rows.where('gone.ended_at', '>=', String(range.from)).where('gone.ended_at', '<=', String(range.to))
  const page = rows
    .selectAll('gone')
    .select((of) =>
      of
        .selectFrom('contract_receipts as receipt')
        .select((from) => from.fn.max<string | null>('receipt.receipt_id').as('receipt_id'))
        .whereRef('receipt.user_id', '=', 'gone.user_id')
        .whereRef('receipt.position_id', '=', 'gone.position_id')
        .where('receipt.kind', '=', 'full')
        .as('receipt_id'),
    )
    .orderBy('gone.ended_at', 'desc')
    .orderBy('gone.seq', 'desc')
    .orderBy('gone.position_id', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(positionOf), total: int(counted[0]?.total ?? '0'), asOf: asOf ?? seq }
}

const positionOf = (row: Selectable<ContractPositionsTable> & { readonly receipt_id: string | null }): PositionHistoryRow => ({
  positionId: asPositionId(int(row.position_id)),
  instrumentId: asInstrumentId(row.instrument_id),
  isShort: row.is_short,
  marginMode: row.margin_mode as MarginMode,
  leverage: row.leverage,
  opened: int(row.opened),
  openedValue: BigInt(row.opened_value),
  closed: int(row.closed),
  closedValue: BigInt(row.closed_value),
  profit: BigInt(row.profit),
  fees: BigInt(row.fees),
  funding: BigInt(row.funding),
  shared: BigInt(row.shared),
  endCause: row.end_cause as EndCause,
  receiptId: int(row.receipt_id ?? '0'),
  createdAt: int(row.created_at),
  endedAt: int(row.ended_at),
})

/** @param fromDay YYYY-MM-DD @param now ms: days end before that of it */
export async function positionDays(reader: TenantReader, userId: UserId, fromDay: string, now: number): Promise<readonly PositionDayRow[]> {
  const fromAt = Date.parse(`${fromDay}T00:00:00.000Z`)
  if (!Number.isFinite(fromAt)) throw new RangeError(`projections: ${JSON.stringify(fromDay)} is no day`)
  const ofUser = reader.db.selectFrom('position_days').selectAll().where('user_id', '=', String(userId))
  // of all that he ever had only what was open then has anything to say of the days since
  const openThen = reader.db
    .selectFrom('contract_positions')
    .select('position_id')
    .where('user_id', '=', String(userId))
    .where('created_at', '<', String(fromAt))
    .where((of) => of.or([of('ended_at', '=', '0'), of('ended_at', '>=', String(fromAt))]))
  const before = ofUser
    .where('day_at', '<', String(fromAt))
    .where('position_id', 'in', openThen)
    .distinctOn('position_id')
    .orderBy('position_id')
    .orderBy('day_at', 'desc')
  const since = ofUser.where('day_at', '>=', String(fromAt)).orderBy('day_at')
  const [opening, changes] = await reader.together(before.compile(), since.compile())
  const open = new Map(opening.map((row) => [row.position_id, row]))
  const rows: PositionDayRow[] = []
  let next = 0
  for (let dayAt = fromAt; dayAt < dayStart(now); dayAt += DAY_MS) {
    for (let change = changes[next]; change !== undefined && int(change.day_at) === dayAt; change = changes[next]) {
      if (int(change.quantity) === 0) open.delete(change.position_id)
      else open.set(change.position_id, change)
      next += 1
    }
    const day = new Date(dayAt).toISOString().slice(0, 10)
    for (const row of open.values()) rows.push({ day, ...openOf(row) })
  }
  return rows
}

const openOf = (row: Selectable<PositionDaysTable>): Omit<PositionDayRow, 'day'> => ({
  instrumentId: asInstrumentId(row.instrument_id),
  isShort: row.is_short,
  quantity: int(row.quantity),
  entry: BigInt(row.entry),
  settled: BigInt(row.settled),
})

const TYPES = new Map((Object.keys(TRANSACTION_TYPES) as TransactionType[]).map((type) => [TRANSACTION_TYPES[type] as number, type]))

/** Line ids rise with time: newest first is by id alone. */
export async function listContractLines(reader: TenantReader, query: ContractLineQuery): Promise<Listing<ContractLineRow>> {
  const { range, type } = query
  let rows = reader.db.selectFrom('contract_bills').where('user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('seq', '<=', String(query.asOf))
  if (query.assetId !== undefined) rows = rows.where('asset_id', '=', query.assetId)
  if (query.instrumentId !== undefined) rows = rows.where('instrument_id', '=', query.instrumentId)
  if (type !== undefined) rows = rows.where('type', '=', TRANSACTION_TYPES[type])
  if (range !== undefined) rows = rows.where('at', '>=', String(range.from)).where('at', '<=', String(range.to))
  const page = rows.selectAll().orderBy('line_id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  return { rows: found.map(lineOf), total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

function lineOf(row: Selectable<ContractLinesTable>): ContractLineRow {
  const type = TYPES.get(row.type)
  if (type === undefined) throw new Error(`projections: no bill of a contract is of type ${row.type}`)
  return {
    lineId: int(row.line_id),
    type,
    assetId: asAssetId(row.asset_id),
    instrumentId: row.instrument_id === 0 ? 0 : asInstrumentId(row.instrument_id),
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.total_after),
    reference: int(row.reference),
    at: int(row.at),
  }
}
