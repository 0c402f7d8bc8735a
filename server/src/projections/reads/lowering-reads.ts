/** How orders were lowered in their place. */
import { asOrderId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import { type Selectable, sql } from 'kysely'
import type { LoweringRow } from '../rows/lowering-row.ts'
import type { OrderLoweringsTable } from '../store/tables.ts'
import { int, type TenantReader } from './reader.ts'

/** The newest of an order's that are read. */
const LOWERINGS_MOST = 20

type Found = Selectable<OrderLoweringsTable>

/** Of a user's orders the newest 20, oldest first; an order that was never lowered is left out. */
export async function loweringsOf(
  reader: TenantReader,
  userId: UserId,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, readonly LoweringRow[]>> {
  const lowered = new Map<OrderId, LoweringRow[]>()
  if (orderIds.length === 0) return lowered
  const ofOrder = reader.db
    .selectFrom('order_lowerings')
    .selectAll()
    .where('user_id', '=', String(userId))
    .where(sql<boolean>`order_id = wanted.id`)
    .orderBy('seq', 'desc')
    .limit(LOWERINGS_MOST)
  const { rows } = await sql<Found>`
    select newest.* from unnest(${`{${orderIds.join(',')}}`}::text::bigint[]) as wanted (id)
    cross join lateral (${ofOrder}) as newest order by newest.seq`.execute(reader.db)
  for (const row of rows) {
    const orderId = asOrderId(int(row.order_id))
    lowered.set(orderId, [...(lowered.get(orderId) ?? []), loweringOf(row)])
  }
  return lowered
}

const loweringOf = (row: Found): LoweringRow => ({
  quantity: int(row.quantity),
  loweredTo: int(row.lowered_to),
  executedQuantity: int(row.executed_quantity),
  at: int(row.at),
})
