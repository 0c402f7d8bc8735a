/** What customers had set aside when rows were stored last: where the projector of their lines goes on from. */
import { type Kysely, sql } from 'kysely'
import { type Aside, type Asides, asideKey } from '../projectors/total-changes.ts'
import { WALLET_TX_KINDS } from '../rows/wallet-rows.ts'
import type { Tables } from '../store/tables.ts'
import { int } from './reader.ts'

/** States of a withdrawal whose coins are still set aside. */
const SET_ASIDE: ReadonlySet<string> = new Set(['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued', 'signing'])

export async function asidesNow(db: Kysely<Tables>): Promise<Asides> {
  const rows = await db
    .selectFrom('wallet_txs as own')
    .select(['own.user_id', 'own.asset_id', 'own.tx_id', 'own.status', 'own.amount'])
    .select((of) =>
      of
        .selectFrom('balance_days as day')
        .select('day.total')
        .whereRef('day.user_id', '=', 'own.user_id')
        .whereRef('day.asset_id', '=', 'own.asset_id')
        .where('day.account', '=', 'spot')
        .orderBy('day.day_at', 'desc')
        .limit(1)
        .as('total'),
    )
    .where('own.kind', '=', WALLET_TX_KINDS.withdrawal)
    .where('own.finished_at', '=', sql<string>`0`)
    .execute()
  const asides = new Map<number, Aside>()
  for (const row of rows) {
    const key = asideKey(int(row.user_id), row.asset_id)
    const aside = asides.get(key) ?? { open: new Set(), pending: 0n, spot: BigInt(row.total ?? 0) }
    asides.set(key, aside)
    aside.open.add(int(row.tx_id))
    if (!SET_ASIDE.has(row.status)) continue
    // The total of a day has it too.
    aside.pending += BigInt(row.amount)
    aside.spot -= BigInt(row.amount)
  }
  return asides
}
