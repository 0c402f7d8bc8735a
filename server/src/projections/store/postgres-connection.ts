/** PostgreSQL 15 or newer through `pg`: one connection for the projectors' writes, a small pool for reads. */
import pg from 'pg'
import { HistoryUnavailable } from '../history-unavailable.ts'
import type { CopyIn, SqlReader, SqlRows, SqlWriter, Statement } from './sql-connection.ts'

const READERS_MAX = 8
const STATEMENT_TIMEOUT_MS = 15_000
/** A machine that is away says nothing at all. */
const CONNECT_TIMEOUT_MS = 5_000

interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>
}

async function runOn(client: Queryable, statement: Statement): Promise<SqlRows> {
  const result = await client.query(statement.sql, [...statement.parameters])
  return { rows: result.rows, affectedRows: result.rowCount ?? 0 }
}

/** What `pg` has for copying in and its types leave out. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** `copy … from stdin`: the server asks for the lines, and gets them all at once. */
class CopyQuery extends pg.Query {
  readonly #lines: CopyIn['lines']

  constructor({ target, lines }: CopyIn, done: (error: Error | null | undefined) => void) {
    super(`copy ${target} from stdin`, done)
    this.#lines = lines
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(Buffer.from(this.#lines.buffer, this.#lines.byteOffset, this.#lines.byteLength))
    connection.endCopyFrom()
  }
}

/** The writer. @throws when the server is not there or refuses */
export async function openPostgres(databaseUrl: string): Promise<SqlWriter & { close(): Promise<void> }> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'agio projections',
  })
  let broken: Error | undefined
  client.on('error', (error) => {
    broken = error
  })
  await client.connect()
  return {
    run(statement) {
      if (broken !== undefined) return Promise.reject(broken)
      return runOn(client, statement)
    },
    copy(rows) {
      if (broken !== undefined) return Promise.reject(broken)
      return new Promise((resolve, reject) => {
        client.query(new CopyQuery(rows, (error) => (error == null ? resolve() : reject(error))))
      })
    },
    async settle() {},
    close: () => client.end(),
  }
}

/** Classes of SQL states in which the server is what is wrong: no connection, no resources, a shutdown or a limit of time, a failing disk. */
const AWAY = /^(08|53|57|58)/

/** What the server says of a statement stays as it is; all else means that nobody answered. */
function unavailable(error: unknown): Error {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  const text = error instanceof Error ? error.message : String(error)
  if (code !== undefined && !AWAY.test(code)) return error as Error
  return new HistoryUnavailable(`the database does not answer: ${text}`)
}

/** Reads that belong together share a repeatable-read snapshot; a server that is away makes them fail with `HistoryUnavailable`. */
export function openPostgresReader(databaseUrl: string): SqlReader & { close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: READERS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'agio reads',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return {
    async readTogether(statements) {
      try {
        return await readIn(pool, statements)
      } catch (error) {
        throw unavailable(error)
      }
    },
    close: () => pool.end(),
  }
}

async function readIn(pool: pg.Pool, statements: readonly Statement[]): Promise<readonly SqlRows[]> {
  const [only] = statements
  if (only !== undefined && statements.length === 1) return [await runOn(pool, only)]
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const answers: SqlRows[] = []
    for (const statement of statements) answers.push(await runOn(client, statement))
    await client.query('commit')
    client.release()
    return answers
  } catch (error) {
    client.release(true)
    throw error
  }
}
