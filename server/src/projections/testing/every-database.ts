/** Runs the same tests against every database that is present here, each on tables of its own. */
import { afterAll, beforeAll, describe } from 'vitest'
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
  /** Fresh tables. @param events what the engine's history holds */
  open(events?: readonly StampedEvent[], durableSeq?: number): Promise<Harness>
}

export function onEveryDatabase(what: string, tests: (stage: Stage) => void): void {
  describe.each(DATABASES.filter(({ present }) => present))(`${what} on $name`, (kind) => {
    let database: TestDatabase | undefined
    let tenants = 0
    const stage: Stage = {
      now: MONDAY + DAY,
      get database() {
        if (database === undefined) throw new Error('the database is not open yet')
        return database
      },
      tenant: () => `t${tenants}`,
      open(events = [], durableSeq = 0) {
        tenants += 1
        return harness(stage.database.connection, stage.tenant(), { now: () => stage.now, history: eventHistory(() => events), durableSeq })
      },
    }
    beforeAll(async () => {
      database = await kind.open()
    })
    afterAll(() => database?.close())
    tests(stage)
  })
}
