import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { onEveryDatabase } from '../testing/every-database.ts'
import { migrate } from './migrations.ts'
import { connectionDialect, type SqlWriter } from './sql-connection.ts'
import type { Tables } from './tables.ts'

onEveryDatabase('the shape of the tables', (stage) => {
  it('is asked for in one statement where it is the newest, and judged by the migrator where a step is missing or unknown', async () => {
    let statements = 0
    const { connection } = stage.database
    const counting: SqlWriter = {
      run(statement) {
        statements += 1
        return connection.run(statement)
      },
      copy: (copied) => connection.copy(copied),
      settle: () => connection.settle(),
    }
    const db = new Kysely<Tables>({ dialect: connectionDialect(counting) })
    await migrate(db, 'shaped')
    expect(statements).toBeGreaterThan(20)
    statements = 0
    await migrate(db, 'shaped')
    expect(statements).toBe(1)
    await sql`insert into shaped.migrations (name, timestamp) values ('9999 of tomorrow', '')`.execute(db)
    await expect(migrate(db, 'shaped')).rejects.toThrow(/9999 of tomorrow/)
    await sql`delete from shaped.migrations where name <> '0001 tables'`.execute(db)
    // The steps behind the first are asked for again, and find what they would make.
    await expect(migrate(db, 'shaped')).rejects.toThrow(/already exists/)
  })
})
