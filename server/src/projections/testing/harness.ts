/** One tenant's projections in this thread, over any database. */
import { Mailed } from '../messages/mailed.ts'
import type { ReadModels } from '../port.ts'
import { sqlReadModels } from '../sql-read-models.ts'
import type { SqlReader, SqlWriter } from '../store/sql-connection.ts'
import { schemaOf, type Tables } from '../store/tables.ts'
import { WorkQueue } from '../store/work-queue.ts'
import { ProjectionPosition } from '../thread/projection-position.ts'
import { ProjectionWriter } from '../thread/projection-writer.ts'
import { type EventHistory, TenantRun } from '../thread/tenant-run.ts'
import { batchOf, type StampedEvent } from './events.ts'

export interface Harness {
  readonly models: ReadModels
  readonly writer: ProjectionWriter
  readonly run: TenantRun
  readonly queue: WorkQueue
  /** Folds and stores the events that are new. */
  project(events: readonly StampedEvent[]): Promise<void>
  stop(): Promise<void>
}

const TABLES = [
  'orders',
  'order_lowerings',
  'fills',
  'statement_lines',
  'trades',
  'candles',
  'tickers',
  'users',
  'balance_days',
  'documents',
] as const satisfies readonly (keyof Tables)[]

/** A journal whose entries are hand-made events. */
export function eventHistory(events: () => readonly StampedEvent[], mark = 'journal'): EventHistory {
  return {
    mark: async () => mark,
    async *batches(afterSeq, toSeq) {
      for (let first = afterSeq + 1; first <= toSeq; first += 50) yield batchOf(first, Math.min(first + 49, toSeq), events())
    },
    release: () => undefined,
  }
}

export async function harness(
  connection: SqlWriter,
  tenantId: string,
  options: { now(): number; history?: EventHistory; durableSeq?: number; mark?: string },
): Promise<Harness> {
  const durableSeq = options.durableSeq ?? 0
  const writer = await ProjectionWriter.open(connection, tenantId, { mark: options.mark ?? 'journal', durableSeq })
  const queue = new WorkQueue()
  const position = new ProjectionPosition(durableSeq, false, () => run.hurry())
  const mails = new Mailed()
  const history = options.history ?? eventHistory(() => [])
  const run: TenantRun = new TenantRun(writer, queue, history, durableSeq, (seq, _, told) => {
    position.moved(seq)
    mails.tell(told)
  })
  position.opened(writer.storedSeq, durableSeq)
  const reader: SqlReader = {
    readTogether: (statements) =>
      queue.read(async () => {
        const answers = []
        for (const statement of statements) answers.push(await connection.run(statement))
        return answers
      }),
  }
  const running = run.run()
  const models = sqlReadModels(tenantId, reader, { position, mails }, options.now)
  return {
    models,
    writer,
    run,
    queue,
    async project(events) {
      const lastSeq = events.at(-1)?.seq ?? 0
      run.push(batchOf(models.position() + 1, lastSeq, events))
      await models.reached(lastSeq, 20_000)
    },
    async stop() {
      run.stop()
      await running
    },
  }
}

const WALLET_TABLES = [
  'wallet_txs',
  'wallet_steps',
  'payments',
  'payment_txs',
  'addresses',
  'statement_lines',
  'balance_days',
  'messages',
] as const satisfies readonly (keyof Tables)[]

const CONTRACT_TABLES = [
  'contracts',
  'contract_orders',
  'contract_fills',
  'contract_positions',
  'contract_bills',
  'contract_fundings',
  'insurance_lines',
  'contract_receipts',
  'price_candles',
  'mark_minutes',
  'mark_now',
  'messages',
] as const satisfies readonly (keyof Tables)[]

/** A hash of the rows of every table that a rebuild must reproduce, by table. */
export const rowHashes = (connection: SqlWriter, tenantId: string): Promise<Record<string, string>> =>
  hashesOf(connection, tenantId, TABLES)

/** The same of what chains bring and the house sends there. */
export const walletHashes = (connection: SqlWriter, tenantId: string): Promise<Record<string, string>> =>
  hashesOf(connection, tenantId, WALLET_TABLES)

/** The same of what contracts do. */
export const contractHashes = (connection: SqlWriter, tenantId: string): Promise<Record<string, string>> =>
  hashesOf(connection, tenantId, CONTRACT_TABLES)

async function hashesOf(connection: SqlWriter, tenantId: string, tables: readonly string[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await connection.run({
      sql: `select count(*)::text || ' ' || md5(coalesce(string_agg(each::text, chr(10) order by each::text collate "C"), '')) as hash
            from "${schemaOf(tenantId)}"."${table}" as each`,
      parameters: [],
    })
    hashes[table] = (rows[0] as { hash: string }).hash
  }
  return hashes
}
