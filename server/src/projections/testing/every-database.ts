/** Runs the same tests against every database that is present here, each on tables of its own. */
import { afterAll, beforeAll, describe } from 'vitest'
import type { SqlWriter } from '../store/sql-connection.ts'
import { schemaOf } from '../store/tables.ts'
import { DATABASES, type TestDatabase } from './databases.ts'
import { CUSTOMER, MAKER, registered, type StampedEvent } from './events.ts'
import { eventHistory, type Harness, harness } from './harness.ts'

export const DAY = 86_400_000
/** Monday 2026-03-02, 00:00 UTC. */
export const MONDAY = Date.UTC(2026, 2, 2)

/** A customer and a maker, registered by the first two entries. */
export const PEOPLE: readonly StampedEvent[] = [
  { seq: 1, at: MONDAY, event: registered(CUSTOMER, 'customer') },
  { seq: 2, at: MONDAY, event: registered(MAKER, 'maker') },
]

export interface Stage {
  readonly database: TestDatabase
  /** The clock, ms: a day after Monday's start until a test moves it. */
  now: number
  /** Name of the tables that were opened last. */
  tenant(): string
  /** Tables without rows: new ones, or those of a harness that was stopped. @param events what the engine's history holds */
  open(events?: readonly StampedEvent[], durableSeq?: number): Promise<Harness>
}

export function onEveryDatabase(what: string, tests: (stage: Stage) => void): void {
  describe.each(DATABASES.filter(({ present }) => present))(`${what} on $name`, (kind) => {
    let database: TestDatabase | undefined
    let tenants = 0
    let opened = ''
    const unused = new Set<string>()
    const tenantWithoutRows = async (): Promise<string> => {
      const [used] = unused
      if (used === undefined) {
        tenants += 1
        return `t${tenants}`
      }
      unused.delete(used)
      await removeRows(stage.database.connection, used)
      return used
    }
    const stage: Stage = {
      now: MONDAY + DAY,
      get database() {
        if (database === undefined) throw new Error('the database is not open yet')
        return database
      },
      tenant: () => opened,
      async open(events = [], durableSeq = 0) {
        const own = await tenantWithoutRows()
        opened = own
        const history = eventHistory(() => events)
        const { stop, ...parts } = await harness(stage.database.connection, own, { now: () => stage.now, history, durableSeq })
        return {
          ...parts,
          async stop() {
            await stop()
            unused.add(own)
          },
        }
      },
    }
    beforeAll(async () => {
      database = await kind.open()
    })
    afterAll(() => database?.close())
    tests(stage)
  })
}

/** Of every table but the one that says how the tables are formed. To make a tenant's tables takes PGlite most of a second, this a hundredth. */
async function removeRows(connection: SqlWriter, tenantId: string): Promise<void> {
  const schema = schemaOf(tenantId)
  await connection.run({
    sql: `do $$ declare each text; begin
      for each in select tablename from pg_tables where schemaname = '${schema}' and tablename not like 'migrations%' loop
        execute format('delete from %I.%I', '${schema}', each);
      end loop;
    end $$`,
    parameters: [],
  })
}
