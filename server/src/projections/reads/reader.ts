/** What every read needs: a compiler for one tenant's tables and a way to run statements that belong together. */
import { type CompiledQuery, Kysely, type KyselyConfig } from 'kysely'
import { connectionDialect, readingConnection, type SqlReader } from '../store/sql-connection.ts'
import { schemaOf, type Tables } from '../store/tables.ts'

type RowsOf<Queries extends readonly CompiledQuery[]> = {
  [Index in keyof Queries]: Queries[Index] extends CompiledQuery<infer Row> ? readonly Row[] : never
}

export class TenantReader {
  /** Statements executed on it are reads of their own; compile them and use `together` for more. */
  readonly db: Kysely<Tables>
  readonly #reader: SqlReader

  constructor(reader: SqlReader, tenantId: string) {
    const config: KyselyConfig = { dialect: connectionDialect(readingConnection(reader)) }
    this.db = new Kysely<Tables>(config).withSchema(schemaOf(tenantId))
    this.#reader = reader
  }

  /** Rows of several queries as of one moment. */
  async together<const Queries extends readonly CompiledQuery[]>(...queries: Queries): Promise<RowsOf<Queries>> {
    const answers = await this.#reader.readTogether(queries)
    return answers.map((answer) => answer.rows) as unknown as RowsOf<Queries>
  }

  /** The query that tells the stored position; 0 rows never happen after opening. */
  position(): CompiledQuery<{ seq: string }> {
    return this.db.selectFrom('position').select('seq').compile()
  }
}

/** An int8 that is a safe integer by construction. @throws RangeError otherwise */
export function int(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`projections: ${text} is no safe integer`)
  return value
}

/** @returns the sequence of a `position()` answer */
export function seqOf(rows: readonly { seq: string }[]): number {
  return int(rows[0]?.seq ?? '0')
}
