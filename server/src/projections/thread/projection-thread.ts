/** The thread that owns the database: opens it, keeps every tenant moving and answers reads in between. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../core/thread-priority.ts'
import { EngineHistory, eventBatch } from '../history/engine-history.ts'
import { compilingLater } from '../store/compile-later.ts'
import { isDiskFull, tellsOfFullDisk } from '../store/disk-room.ts'
import { makeEmptyDatabase } from '../store/empty-database.ts'
import { openPglite } from '../store/pglite-connection.ts'
import { openPostgres } from '../store/postgres-connection.ts'
import { settlingQuietly } from '../store/settling-quietly.ts'
import type { SqlRows, SqlWriter } from '../store/sql-connection.ts'
import { dropStore, enterStore, leaveStore } from '../store/store-guard.ts'
import { WorkQueue } from '../store/work-queue.ts'
import { HistoryAhead, ProjectionWriter } from './projection-writer.ts'
import { TenantRun } from './tenant-run.ts'
import type { FromThread, ThreadStart, ThreadTenant, ToThread } from './thread-messages.ts'

type Closable = SqlWriter & { close(): Promise<void> }

const port = parentPort
if (port === null) throw new Error('projections: projection-thread.ts runs as a worker only')
const start = workerData as ThreadStart
const tell = (message: FromThread): void => port.postMessage(message)

/** Kept until the database is open. */
const early: ToThread[] = []
/** Nobody, when the server stops before it has any. */
const introduced = Promise.withResolvers<readonly ThreadTenant[]>()
let receive = (message: ToThread): void => {
  if (message.kind === 'tenants') introduced.resolve(message.tenants)
  else if (message.kind === 'stop') introduced.resolve([])
  early.push(message)
}
port.on('message', (message: ToThread) => receive(message))

/** Tenants whose history is not where it was at the start; whoever opened the doors waits for it, so it comes first until then. */
const behind = new Map<string, number>()

try {
  await main()
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  // In a worker this ends the thread only, with whatever the other tenants still had in hand.
  process.exit(1)
}

function noteMoved(tenantId: string, seq: number): void {
  if (seq < (behind.get(tenantId) ?? Number.POSITIVE_INFINITY)) return
  behind.delete(tenantId)
  if (behind.size === 0) lowerPriority()
}

async function main(): Promise<void> {
  const connection = settlingQuietly(await openStore(), (message) => tell({ kind: 'warned', message }))
  const queue = new WorkQueue()
  const runs = new Map<string, TenantRun>()
  const positions: Record<string, number> = {}
  const tenants = await introduced.promise
  for (const { tenantId, durableSeq } of tenants) behind.set(tenantId, durableSeq)
  for (const tenant of tenants) {
    const { run, storedSeq } = await openTenant(connection, queue, tenant)
    runs.set(tenant.tenantId, run)
    positions[tenant.tenantId] = storedSeq
    noteMoved(tenant.tenantId, storedSeq)
  }
  tell({ kind: 'opened', positions })
  receive = (message) => handle(message, connection, queue, runs)
  for (const message of early.splice(0)) receive(message)
  const all = [...runs.values()]
  // The first that fails ends the thread: the main thread starts another from the stored positions.
  await Promise.all(all.map((run) => run.run()))
  await queue.write(() => connection.close())
  if (start.databaseUrl === undefined) leaveStore(start.directory)
  tell({ kind: 'stopped' })
  port?.close()
}

async function openStore(): Promise<Closable> {
  if (start.databaseUrl !== undefined) return openPostgres(start.databaseUrl)
  if (start.drop) dropStore(start.directory)
  const path = `${start.directory}/pg`
  const isNew = enterStore(start.directory)
  if (isNew) await makeEmptyDatabase(path)
  try {
    return await (isNew ? openPglite(path) : compilingLater(() => openPglite(path)))
  } catch (error) {
    if (tellsOfFullDisk(String(error)) || isDiskFull(start.directory)) throw error
    // Whatever is wrong with it, the journal has it all.
    dropStore(start.directory)
    return openPglite(path)
  }
}

async function openTenant(connection: SqlWriter, queue: WorkQueue, tenant: ThreadTenant): Promise<{ run: TenantRun; storedSeq: number }> {
  const history = new EngineHistory(tenant.journalDir)
  const mark = tenant.durableSeq === 0 ? '' : await history.mark()
  const { tenantId, durableSeq } = tenant
  const writer = await ProjectionWriter.open(connection, tenantId, { mark, durableSeq }).catch((error: unknown) => {
    if (!(error instanceof HistoryAhead)) throw error
    tell({ kind: 'ahead', tenantId, storedSeq: error.storedSeq, durableSeq })
    // The process ends over it: nothing here is touched any more.
    return new Promise<never>(() => {})
  })
  const run = new TenantRun(writer, queue, history, durableSeq, (seq, takenBytes, mails) => {
    tell({ kind: 'moved', tenantId, seq, takenBytes, mails })
    noteMoved(tenantId, seq)
  })
  return { run, storedSeq: writer.storedSeq }
}

function handle(message: ToThread, connection: SqlWriter, queue: WorkQueue, runs: ReadonlyMap<string, TenantRun>): void {
  switch (message.kind) {
    case 'tenants':
      return
    case 'batch':
      runs.get(message.tenantId)?.push(eventBatch(message.firstSeq, message.lastSeq, message.events))
      return
    case 'durable':
      runs.get(message.tenantId)?.announce(message.seq)
      return
    case 'hurry':
      runs.get(message.tenantId)?.hurry()
      return
    case 'read':
      void answer(message, connection, queue)
      return
    case 'stop':
      for (const run of runs.values()) run.stop()
  }
}

async function answer(read: Extract<ToThread, { kind: 'read' }>, connection: SqlWriter, queue: WorkQueue): Promise<void> {
  try {
    const answers = await queue.read(async () => {
      const rows: SqlRows[] = []
      for (const statement of read.statements) rows.push(await connection.run(statement))
      return rows
    })
    tell({ kind: 'answer', readId: read.readId, answers })
  } catch (error) {
    tell({ kind: 'refusal', readId: read.readId, message: error instanceof Error ? error.message : String(error) })
  }
}
