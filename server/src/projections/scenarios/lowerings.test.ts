/** An amendment that keeps an order's place leaves one row of the order: what the order was before stands beside it. */
import type { Event, Order } from '@agio/engine/event.ts'
import { asOrderId, asUserId } from '@agio/engine/ids/id.ts'
import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ReadModels } from '../port.ts'
import { connectionDialect } from '../store/sql-connection.ts'
import { schemaOf, type Tables } from '../store/tables.ts'
import { coOrder, defined } from '../testing/contract-events.ts'
import { CUSTOMER, MAKER, order, registered, type StampedEvent } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import { eventHistory, harness } from '../testing/harness.ts'

const FRIEND = asUserId(100003)
const entry = (seq: number, ...events: readonly Event[]): StampedEvent[] => events.map((event) => ({ seq, at: MONDAY + seq, event }))
const placed = (one: Order): Event => ({ kind: 'orderPlaced', order: one })
const updated = (one: Order): Event => ({ kind: 'orderUpdated', order: one })
const lowered = (one: Order): Event => ({ kind: 'orderLowered', order: one })

const SPOT = order(4, MONDAY + 4)
const OF_CONTRACT = coOrder(5, MONDAY + 5, { quantity: 200 })
const FILLED = { ...SPOT, executedQuantity: 30_000, status: 'partiallyFilled' } as const

/** One order of each kind, lowered twice; the one of the pair trades before, and ends. */
const STORY: readonly StampedEvent[] = [
  ...PEOPLE,
  ...entry(3, defined(), registered(FRIEND, 'customer')),
  ...entry(4, placed(SPOT)),
  ...entry(5, placed(OF_CONTRACT)),
  ...entry(6, updated(FILLED)),
  ...entry(7, lowered({ ...FILLED, quantity: 80_000 })),
  ...entry(8, lowered({ ...OF_CONTRACT, quantity: 150 })),
  // Cut by the exchange, which is no amendment.
  ...entry(9, updated({ ...OF_CONTRACT, quantity: 120 })),
  ...entry(10, lowered({ ...OF_CONTRACT, quantity: 100 })),
  ...entry(11, lowered({ ...FILLED, quantity: 50_000 })),
  ...entry(12, {
    kind: 'orderClosed',
    order: { ...FILLED, quantity: 50_000, status: 'canceled', closeReason: 'user', updatedAt: MONDAY + 12 },
  }),
]

const TOLD = [
  [
    { quantity: 100_000, loweredTo: 80_000, executedQuantity: 30_000, at: MONDAY + 7 },
    { quantity: 80_000, loweredTo: 50_000, executedQuantity: 30_000, at: MONDAY + 11 },
  ],
  [
    { quantity: 200, loweredTo: 150, executedQuantity: 0, at: MONDAY + 8 },
    { quantity: 120, loweredTo: 100, executedQuantity: 0, at: MONDAY + 10 },
  ],
]

const IDS = [SPOT.orderId, OF_CONTRACT.orderId]
const told = async (models: ReadModels, userId = CUSTOMER) => {
  const rows = await models.lowerings(userId, IDS)
  return IDS.map((orderId) => rows.get(orderId))
}

onEveryDatabase('orders lowered in their place', (stage) => {
  it('ORD-002 [part] tell what they were placed with and each step, however the events are spread over commits', async () => {
    for (const cuts of [[12], [3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [6, 9, 12], [7, 10, 12]]) {
      const { models, project, stop } = await stage.open()
      let from = 0
      for (const cut of cuts) {
        await project(STORY.filter(({ seq }) => seq > from && seq <= cut))
        from = cut
      }
      expect(await told(models)).toEqual(TOLD)
      expect((await models.order(CUSTOMER, { orderId: SPOT.orderId }))?.quantity).toBe(50_000)
      expect((await models.contractOrder(CUSTOMER, OF_CONTRACT.orderId))?.order.quantity).toBe(100)
      await stop()
    }
  })

  it('are told to their owner alone, and a maker’s are not kept', async () => {
    const { models, project, stop } = await stage.open()
    const ofMaker = order(20, MONDAY + 20, { userId: MAKER })
    await project([...STORY, ...entry(20, placed(ofMaker), lowered({ ...ofMaker, quantity: 5 }))])
    expect(await told(models, FRIEND)).toEqual([undefined, undefined])
    expect((await models.lowerings(MAKER, [ofMaker.orderId])).size).toBe(0)
    expect((await models.lowerings(CUSTOMER, [asOrderId(999)])).size).toBe(0)
    expect((await models.lowerings(CUSTOMER, [])).size).toBe(0)
    await stop()
  })

  it('tell the newest twenty steps', async () => {
    const { models, project, stop } = await stage.open()
    const steps = Array.from({ length: 25 }, (_, step) => entry(10 + step, lowered({ ...SPOT, quantity: 99_999 - step }))).flat()
    await project([...PEOPLE, ...entry(4, placed(SPOT)), ...steps])
    const rows = (await models.lowerings(CUSTOMER, [SPOT.orderId])).get(SPOT.orderId)
    expect(rows?.map(({ loweredTo }) => loweredTo)).toEqual(Array.from({ length: 20 }, (_, step) => 99_994 - step))
    await stop()
  })

  it('of a database from before read as placed with what they have, and tell what comes from then on', async () => {
    const old = await stage.open()
    await old.project(STORY.filter(({ seq }) => seq <= 8))
    await old.stop()
    const schema = schemaOf(stage.tenant())
    const db = new Kysely<Tables>({ dialect: connectionDialect(stage.database.connection) })
    await db.withSchema(schema).schema.dropTable('order_lowerings').execute()
    await sql`delete from ${sql.id(schema, 'migrations')} where name >= '0023'`.execute(db)
    const options = { now: () => MONDAY + DAY, history: eventHistory(() => STORY), durableSeq: 12 }
    const fresh = await harness(stage.database.connection, stage.tenant(), options)
    await fresh.models.reached(12, 20_000)
    expect(await told(fresh.models)).toEqual(TOLD.map((steps) => steps.slice(1)))
    await fresh.stop()
  })
})
