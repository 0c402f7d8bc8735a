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
  readonly #visibleSeq: () => number

  /** @param visibleSeq the position that is known to be visible now; it may be ahead of the stored one by entries without rows */
  constructor(reader: SqlReader, tenantId: string, visibleSeq: () => number) {
    const config: KyselyConfig = { dialect: connectionDialect(readingConnection(reader)) }
    this.db = new Kysely<Tables>(config).withSchema(schemaOf(tenantId))
    this.#reader = reader
    this.#visibleSeq = visibleSeq
  }

  /** Rows of several queries as of one moment. */
  async together<const Queries extends readonly CompiledQuery[]>(...queries: Queries): Promise<RowsOf<Queries>> {
    const answers = await this.#reader.readTogether(queries)
    return answers.map((answer) => answer.rows) as unknown as RowsOf<Queries>
  }

  /** As `together`, with the sequence at which the rows are true. */
  async togetherAt<const Queries extends readonly CompiledQuery[]>(
    ...queries: Queries
  ): Promise<{ readonly rows: RowsOf<Queries>; readonly seq: number }> {
    const visibleBefore = this.#visibleSeq()
    const position = this.db.selectFrom('position').select('seq').compile()
    const [stored, ...rows] = (await this.#reader.readTogether([position, ...queries])).map((answer) => answer.rows)
    const storedSeq = int((stored?.[0] as { seq: string } | undefined)?.seq ?? '0')
    return { rows: rows as unknown as RowsOf<Queries>, seq: Math.max(storedSeq, visibleBefore) }
  }
}

/** An int8 that is a safe integer by construction. @throws RangeError otherwise */
export function int(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`projections: ${text} is no safe integer`)
  return value
}
