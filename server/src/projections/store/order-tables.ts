/** Tables beside those of orders, as steps of `migrations.ts` make them. */
import type { Kysely } from 'kysely'
import { big, table } from './columns.ts'
import type { Tables } from './tables.ts'

/** Orders that were lowered before have no row here: they read as placed with the quantity that they have. */
export async function addLowerings(db: Kysely<Tables>, schemaName: string): Promise<void> {
  const columns = big('user_id', 'order_id', 'seq', 'at', 'quantity', 'lowered_to', 'executed_quantity')
  await table(db.withSchema(schemaName).schema, 'order_lowerings', columns, ['user_id', 'order_id', 'seq']).execute()
}
