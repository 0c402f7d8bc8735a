/** What open positions of a customer would bring at the mark, now and at the ends of past days: a part of what his contract account is worth. */
import type { AssetId, InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import { crossesOf, openResultAt } from '@agio/engine/perp/read-positions.ts'
import type { PositionDayRow } from '../../projections/reads/contract-reads.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { utcDay } from './range.ts'

const DAY_MS = 86_400_000

/** Minor units of the coin of the margin, below zero for a loss. */
export interface OpenResult {
  readonly day: string
  readonly assetId: AssetId
  readonly amount: bigint
}

/** What positions bring at the marks of now, by coin. */
export const openResultsNow = (tenant: Tenant, userId: UserId): readonly Omit<OpenResult, 'day'>[] =>
  crossesOf(tenant.exchange.state, userId).map(({ assetId, unrealised }) => ({ assetId, amount: unrealised }))

/**
 * What positions would have brought at the last mark of each day. A contract that had no mark by then counts as nothing.
 * @param from start of the first day, ms @param count days, today not among them
 */
export async function openResultsOf(tenant: Tenant, userId: UserId, from: number, count: number): Promise<readonly OpenResult[]> {
  const rows = await tenant.models.positionDays(userId, utcDay(from))
  const contracts = [...new Set(rows.map(({ instrumentId }) => instrumentId))]
  const range = { from, to: from + count * DAY_MS - 1 }
  const marks = new Map<InstrumentId, ReadonlyMap<string, number>>()
  for (const instrumentId of contracts) {
    const candles = await tenant.models.priceCandles('mark', instrumentId, '1d', range, count)
    marks.set(instrumentId, new Map(candles.map(({ openAt, close }) => [utcDay(openAt), close])))
  }
  return rows.flatMap((row) => resultOf(tenant, row, marks.get(row.instrumentId)?.get(row.day)) ?? [])
}

function resultOf(tenant: Tenant, row: PositionDayRow, mark: number | undefined): OpenResult | undefined {
  const { state } = tenant.exchange
  const assetId = contractOf(state, row.instrumentId)?.terms.quoteAssetId
  if (mark === undefined || mark === 0 || assetId === undefined) return undefined
  return { day: row.day, assetId, amount: openResultAt(state, row, mark) }
}
