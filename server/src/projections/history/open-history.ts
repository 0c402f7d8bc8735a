/** Starts the thread that keeps history, and tells it whom to follow. Light to load: the thread opens the database while the server still reads its sources. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_DATA } from '../../core/exit-codes.ts'
import { JournalShort } from '../../journal/lost-tail.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { Mailed } from '../messages/mailed.ts'
import { lockStore } from '../store/store-guard.ts'
import { ProjectionPosition } from '../thread/projection-position.ts'
import { type TenantFeed, ThreadClient } from '../thread/thread-client.ts'

export interface ProjectedTenant {
  readonly tenantId: string
  /** Folder of the tenant's journal and snapshots. */
  readonly journalDir: string
  readonly exchange: Pick<Exchange, 'durableSeq' | 'onDurable' | 'now'>
}

export interface HistoryOptions {
  /** The database goes to `<dataDir>/projections`. */
  readonly dataDir: string
  /** A PostgreSQL server instead of the embedded database. */
  readonly databaseUrl?: string | undefined
  readonly log?: (message: string) => void
  /** The journal has lost entries that the rows hold. The default says so and ends the process, before its doors are open. */
  readonly onAhead?: (error: Error) => void
}

export interface FollowedTenant {
  readonly tenantId: string
  readonly exchange: Pick<Exchange, 'now'>
  readonly position: ProjectionPosition
  readonly mails: Mailed
}

/** What the thread tells, and the way to it. */
export interface History {
  readonly databaseUrl: string | undefined
  readonly client: ThreadClient
  readonly tenants: ReadonlyMap<string, FollowedTenant>
  /** Once, when the exchanges are there. */
  follow(tenants: readonly ProjectedTenant[]): void
  /** Stops taking batches, stores what is in hand and closes the database. It reads their journals until then. */
  stop(): Promise<void>
}

function endProcess(error: Error): void {
  process.stderr.write(`agio: ${error.message}\n`)
  process.exit(EXIT_DATA)
}

/** @throws FolderLocked when another process has the embedded database open */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { dataDir, databaseUrl } = options
  const directory = join(dataDir, 'projections')
  const lock = await lockStore(directory)
  const isEmpty = databaseUrl === undefined && !existsSync(join(directory, 'pg', 'PG_VERSION'))
  const log = options.log ?? ((message: string) => process.stderr.write(`${message}\n`))
  const onAhead = options.onAhead ?? endProcess
  const client = new ThreadClient({ directory, databaseUrl }, log)
  const followed = new Map<string, FollowedTenant>()
  const unsubscribes: (() => void)[] = []
  return {
    databaseUrl,
    client,
    tenants: followed,
    follow(tenants) {
      const feeds: TenantFeed[] = []
      for (const { tenantId, journalDir, exchange } of tenants) {
        const position = new ProjectionPosition(exchange.durableSeq, isEmpty, () => client.hurry(tenantId))
        const mails = new Mailed()
        followed.set(tenantId, { tenantId, exchange, position, mails })
        feeds.push({
          tenantId,
          journalDir,
          durableSeq: () => exchange.durableSeq,
          opened: (seq) => position.opened(seq, exchange.durableSeq),
          ahead: (storedSeq, durableSeq) =>
            onAhead(new JournalShort(journalDir, durableSeq, storedSeq, `history holds entry ${storedSeq}`)),
          moved: (seq) => position.moved(seq),
          mailed: (told) => mails.tell(told),
        })
      }
      client.follow(feeds)
      for (const { tenantId, exchange } of tenants) unsubscribes.push(exchange.onDurable((batch) => client.send(tenantId, batch)))
    },
    async stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      await client.stop()
      lock.release()
    },
  }
}
