/** What a database must do for us, and the one Kysely dialect over it: PGlite in this thread, PGlite in another, PostgreSQL through `pg`. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** A statement with its parameters apart: nothing a customer wrote is ever part of the text (SEC-011). */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Rows come with int8 and numeric as strings, int4 as numbers, in PGlite and PostgreSQL alike. */
export interface SqlRows {
  readonly rows: readonly unknown[]
  readonly affectedRows: number
}

export interface SqlConnection {
  run(statement: Statement): Promise<SqlRows>
}

/** New rows on their way into a table, in the text format of `copy`, UTF-8: a line each, tabs between the cells, `\\N` for null. */
export interface CopyIn {
  /** `"schema"."table" (columns)`; nothing a customer wrote is part of it. */
  readonly target: string
  /** Valid until the copy has ended. */
  readonly lines: Uint8Array<ArrayBuffer>
}

/** A connection that also takes rows without a statement around them: half the work of an insert. */
export interface SqlWriter extends SqlConnection {
  copy(rows: CopyIn): Promise<void>
  /** Called between transactions, after each: what the database does for itself now and then. */
  settle(): Promise<void>
}

/** Several statements that see the same rows: no write comes between them. */
export interface SqlReader {
  readTogether(statements: readonly Statement[]): Promise<readonly SqlRows[]>
}

/** Kysely over one connection. It does not pool and does not lock: whoever owns the connection puts transactions in order. */
export function connectionDialect(connection: SqlConnection): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ConnectionDriver(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

/** A connection whose every statement is a read of its own. */
export function readingConnection(reader: SqlReader): SqlConnection {
  return {
    async run(statement) {
      const [rows] = await reader.readTogether([statement])
      return rows ?? { rows: [], affectedRows: 0 }
    },
  }
}

class ConnectionDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(connection: SqlConnection) {
    this.#connection = {
      async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
        const { rows, affectedRows } = await connection.run({ sql: query.sql, parameters: query.parameters })
        return { rows: rows as Row[], numAffectedRows: BigInt(affectedRows) }
      },
      streamQuery() {
        throw new Error('projections: results are never streamed')
      },
    }
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
