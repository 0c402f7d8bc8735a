/** Makes the projections of every tenant: one thread, one database, a schema each. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../sequencer/exchange.ts'
import { Mailed } from './mailed.ts'
import type { ReadModels } from './port.ts'
import { ProjectionPosition } from './projection-position.ts'
import { sqlReadModels } from './sql-read-models.ts'
import { openPostgresReader } from './store/postgres-connection.ts'
import type { SqlReader } from './store/sql-connection.ts'
import { lockStore } from './store/store-guard.ts'
import { type TenantFeed, ThreadClient } from './thread-client.ts'

export interface ProjectedTenant {
  readonly tenantId: string
  /** Folder of the tenant's journal and snapshots. */
  readonly journalDir: string
  readonly exchange: Pick<Exchange, 'durableSeq' | 'onDurable' | 'now'>
}

export interface ProjectionsOptions {
  readonly tenants: readonly ProjectedTenant[]
  /** The database goes to `<dataDir>/projections`. */
  readonly dataDir: string
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly log?: (message: string) => void
}

export interface Projections {
  readonly models: ReadonlyMap<string, ReadModels>
  /** Stops taking batches, stores what is in hand and closes the database. Call it before the exchanges stop; a second call waits for the first. */
  stop(): Promise<void>
}

/**
 * Returns at once: the database opens and catches up in its own thread, reads wait for the opening, and `rebuilding()` tells when
 * history is not complete yet.
 * @throws StoreInUse when another process has the embedded database open
 */
export async function openProjections(options: ProjectionsOptions): Promise<Projections> {
  const directory = join(options.dataDir, 'projections')
  const embedded = options.databaseUrl === undefined
  const unlock = lockStore(directory)
  const empty = embedded && !existsSync(join(directory, 'pg', 'PG_VERSION'))
  const positions = new Map<string, ProjectionPosition>()
  const mailed = new Map<string, Mailed>()
  const feeds: TenantFeed[] = []
  for (const { tenantId, journalDir, exchange } of options.tenants) {
    const position = new ProjectionPosition(exchange.durableSeq, empty, () => client.hurry(tenantId))
    const mails = new Mailed()
    positions.set(tenantId, position)
    mailed.set(tenantId, mails)
    feeds.push({
      tenantId,
      journalDir,
      durableSeq: () => exchange.durableSeq,
      opened: (seq) => position.opened(seq, exchange.durableSeq),
      moved: (seq) => position.moved(seq),
      mailed: (told) => mails.tell(told),
    })
  }
  const log = options.log ?? ((message: string) => process.stderr.write(`${message}\n`))
  const client: ThreadClient = new ThreadClient({ directory, databaseUrl: options.databaseUrl }, feeds, log)
  const postgres = options.databaseUrl === undefined ? undefined : openPostgresReader(options.databaseUrl)
  const reader: SqlReader =
    postgres === undefined
      ? client
      : {
          async readTogether(statements) {
            await client.opened()
            return postgres.readTogether(statements)
          },
        }
  const models = new Map<string, ReadModels>()
  const unsubscribes: (() => void)[] = []
  for (const { tenantId, exchange } of options.tenants) {
    unsubscribes.push(exchange.onDurable((batch) => client.send(tenantId, batch)))
    const [position, mails] = [positions.get(tenantId), mailed.get(tenantId)]
    if (position !== undefined && mails !== undefined)
      models.set(
        tenantId,
        sqlReadModels(tenantId, reader, { position, mails }, () => exchange.now()),
      )
  }
  const stop = async (): Promise<void> => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    await client.stop()
    await postgres?.close()
    unlock()
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
