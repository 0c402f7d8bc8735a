/** Makes the projections of every tenant that a history follows: one thread, one database, a schema each. */
import type { History } from './history/open-history.ts'
import type { ReadModels } from './port.ts'
import { sqlReadModels } from './sql-read-models.ts'
import { openPostgresReader } from './store/postgres-connection.ts'
import type { SqlReader } from './store/sql-connection.ts'

export interface Projections {
  readonly models: ReadonlyMap<string, ReadModels>
  /** Stops the history too. A second call waits for the first. */
  stop(): Promise<void>
}

/**
 * Returns at once: the database opens and catches up in its own thread, reads wait for the opening within a bound, and `rebuilding()`
 * tells when history is not complete yet.
 */
export function openProjections(history: History): Projections {
  const { client, databaseUrl } = history
  const postgres = databaseUrl === undefined ? undefined : openPostgresReader(databaseUrl)
  /** The thread makes the tables: until it did, a read waits for it as reads of the embedded database do, and fails with it. */
  let isOpen = false
  const reader: SqlReader =
    postgres === undefined
      ? client
      : {
          async readTogether(statements) {
            if (!isOpen) await client.readTogether([])
            isOpen = true
            return postgres.readTogether(statements)
          },
        }
  const models = new Map<string, ReadModels>()
  for (const [tenantId, { exchange, ...told }] of history.tenants)
    models.set(
      tenantId,
      sqlReadModels(tenantId, reader, told, () => exchange.now()),
    )
  const stop = async (): Promise<void> => {
    await history.stop()
    await postgres?.close()
  }
  let stopping: Promise<void> | undefined
  return {
    models,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}
