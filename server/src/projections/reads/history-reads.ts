/** Rows of a described history, newest first. */
import { sql } from 'kysely'
import { type ColumnKind, type HistoryName, type HistoryQuery, type HistoryRow, historyOf } from '../histories.ts'
import type { Listing } from '../port.ts'
import { offsetOf } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

export async function listHistory<Name extends HistoryName>(
  reader: TenantReader,
  name: Name,
  query: HistoryQuery<Name>,
): Promise<Listing<HistoryRow<Name>>> {
  let rows = reader.db.selectFrom(name as HistoryName).where('user_id', '=', String(query.userId))
  if (query.asOf !== undefined) rows = rows.where('seq', '<=', String(query.asOf))
  if (query.id !== undefined) rows = rows.where('id', '=', String(query.id))
  for (const [column, value] of Object.entries(query.where ?? {})) rows = rows.where(sql.ref(column), '=', String(value))
  if (query.range !== undefined) rows = rows.where('at', '>=', String(query.range.from)).where('at', '<=', String(query.range.to))
  const page = rows.selectAll().orderBy('id', 'desc').limit(query.pageSize).offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  const columns = Object.entries(historyOf(name).columns)
  const list = found.map((row) => ({ id: int(row.id), at: int(row.at), ...valuesOf(columns, row) }) as HistoryRow<Name>)
  return { rows: list, total: int(counted[0]?.total ?? '0'), asOf: query.asOf ?? seq }
}

const valuesOf = (columns: readonly (readonly [string, ColumnKind])[], row: object): object =>
  Object.fromEntries(columns.map(([column, kind]) => [column, readCell(kind, (row as Readonly<Record<string, string>>)[column] ?? '')]))

function readCell(kind: ColumnKind, text: string): bigint | number | string {
  if (kind === 'amount') return BigInt(text)
  return kind === 'number' ? int(text) : text
}
