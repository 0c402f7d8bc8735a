/** What was attached to an order of a contract: it is listed from when it arms, and what never armed is listed nowhere. */
import type { Event, Order } from '@agio/engine/event.ts'
import { asOrderId } from '@agio/engine/ids/id.ts'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ReadModels } from '../port.ts'
import { connectionDialect } from '../store/sql-connection.ts'
import { schemaOf, type Tables } from '../store/tables.ts'
import { coOrder, defined } from '../testing/contract-events.ts'
import { CUSTOMER, type StampedEvent } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import { eventHistory, type Harness, harness } from '../testing/harness.ts'

const entry = (seq: number, ...events: readonly Event[]): StampedEvent[] => events.map((event) => ({ seq, at: MONDAY + seq, event }))

const ATTACHED = { price: 0, quantity: 0, type: 'stopMarket', triggerPrice: 90, status: 'pendingNew' } as const
const attached = (seq: number, changes: Partial<Order> = {}): Order =>
  coOrder(seq, MONDAY + seq, { ...ATTACHED, ...changes }, { isClose: true, isWhole: true })
const placed = (seq: number): Event => ({ kind: 'orderPlaced', order: attached(seq) })
const moved = (seq: number): Event => ({ kind: 'orderUpdated', order: attached(seq, { orderListId: 7 as never }) })
const armed = (seq: number): Event => ({ kind: 'orderUpdated', order: attached(seq, { status: 'pendingTrigger' }) })
const ended = (seq: number): Event => ({ kind: 'orderClosed', order: attached(seq, { status: 'canceled', closeReason: 'orderList' }) })

const PAGE = { userId: CUSTOMER, pageNo: 1, pageSize: 20 } as const
const listed = async (models: ReadModels, state: 'live' | 'closed') => {
  const { rows, total } = await models.contractOrders({ ...PAGE, state })
  expect(total).toBe(rows.length)
  return rows.map(({ order: { orderId } }) => orderId / 8)
}
const lists = async (models: ReadModels) => [await listed(models, 'live'), await listed(models, 'closed')]

const BEGIN = [...PEOPLE, ...entry(3, defined())]
/** Of four orders the first never arms, the second arms and ends, the third arms, and the fourth waits. */
const fourOrders = (first: number) => {
  const [second, third, fourth] = [first + 1, first + 2, first + 3]
  return [
    ...[first, second, third, fourth].flatMap((seq) => entry(seq, placed(seq))),
    ...entry(first + 4, moved(first), armed(second)),
    ...entry(first + 5, armed(third), ended(first)),
    ...entry(first + 6, ended(second)),
  ]
}

/** A commit for each entry, so that every event finds the row of the one before. */
async function projectSlowly({ project }: Harness, events: readonly StampedEvent[]): Promise<void> {
  for (const seq of new Set(events.map((each) => each.seq))) await project(events.filter((each) => each.seq === seq))
}

onEveryDatabase('what is attached to orders of contracts', (stage) => {
  it('PERP-005 PERP-023 [part] is in the lists from when it arms, however its events are spread over commits', async () => {
    const opened = await stage.open()
    await opened.project(BEGIN)
    await projectSlowly(opened, fourOrders(10))
    await opened.project(fourOrders(20))
    const last = fourOrders(30)
    for (const part of [last.slice(0, 3), last.slice(3)]) await opened.project(part)
    expect(await lists(opened.models)).toEqual([
      [32, 22, 12],
      [31, 21, 11],
    ])
    // Who has its id finds it all the same.
    expect((await opened.models.contractOrder(CUSTOMER, asOrderId(80)))?.order).toMatchObject({ status: 'canceled' })
    await opened.stop()
  })

  it('is told apart in a database from before, which is made again from the journal', async () => {
    const events = [...BEGIN, ...fourOrders(4)]
    const old = await stage.open()
    await old.project(events)
    await old.stop()
    const schema = schemaOf(stage.tenant())
    const db = new Kysely<Tables>({ dialect: connectionDialect(stage.database.connection) })
    await db.withSchema(schema).schema.alterTable('contract_orders').dropColumn('is_unarmed').execute()
    for (const name of ['orders', 'contract_orders']) await db.withSchema(schema).schema.alterTable(name).dropColumn('placed_seq').execute()
    await db.withSchema(schema).schema.alterTable('contract_receipts').dropColumn('for_id').execute()
    for (const name of ['position_days', 'order_lowerings']) await db.withSchema(schema).schema.dropTable(name).execute()
    await sql`delete from ${sql.id(schema, 'migrations')} where name >= '0018'`.execute(db)
    const options = { now: () => MONDAY + DAY, history: eventHistory(() => events), durableSeq: 10 }
    const fresh = await harness(stage.database.connection, stage.tenant(), options)
    await fresh.models.reached(10, 20_000)
    expect(await lists(fresh.models)).toEqual([[6], [5]])
    await fresh.stop()
  })
})
