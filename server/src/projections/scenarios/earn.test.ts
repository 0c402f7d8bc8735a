/** Savings of one customer, as the engine tells of them: orders, how they ended, bills, and the time of what came late. */
import type { RateTier } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import { asEarnOrderId, asProductId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { balance, CUSTOMER, MAKER, QUOTE, type StampedEvent } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'

type Changed = Extract<Event, { kind: 'earnChanged' }>
const PAGE = { pageNo: 1, pageSize: 20 } as const
const EXPIRES = MONDAY + 8 * DAY

const changed = (change: Changed['change'], orderId: number, fields: Partial<Changed> = {}): Changed => ({
  kind: 'earnChanged',
  change,
  payAccount: 'spot',
  renewal: 'none',
  userId: CUSTOMER,
  assetId: QUOTE,
  productId: asProductId(1),
  day: 0,
  orderId: asEarnOrderId(orderId),
  otherOrderId: asEarnOrderId(0),
  amount: 0n,
  interest: 0n,
  forfeited: 0n,
  principal: 0n,
  accrued: 0n,
  paid: 0n,
  startAt: MONDAY,
  expireAt: EXPIRES,
  ...fields,
})

const flat = (rateE8: number): readonly RateTier[] => [{ upTo: null, rateE8 }]
const TIERED: readonly RateTier[] = [{ upTo: 2n ** 60n, rateE8: 10_000_000 }, ...flat(2_000_000)]
const rated = (fromDay: number, tiers: readonly RateTier[]): Event => ({
  kind: 'productRateSet',
  ...{ productId: asProductId(1), fromDay, tiers, actor: 'test', why: 'test' },
})

onEveryDatabase('savings', (stage) => {
  const entry = (seq: number, at: number, ...events: readonly Event[]): StampedEvent[] => events.map((event) => ({ seq, at, event }))

  it('EARN-020 [part] orders come back as they began and as they ended, and bills as the paying account saw them', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(2, MONDAY, rated(0, flat(5))),
      ...entry(3, MONDAY, changed('purchased', 1, { amount: 100n, principal: 100n })),
      ...entry(
        4,
        MONDAY,
        rated(MONDAY / DAY, flat(7)),
        changed('purchased', 2, { amount: 50n, principal: 50n, expireAt: 0 }),
        changed('purchased', 9, { userId: MAKER }),
      ),
      ...entry(4, MONDAY, rated(MONDAY / DAY + 1, flat(8)), rated(EXPIRES / DAY, TIERED)),
      ...entry(5, MONDAY + DAY, changed('interest', 2, { interest: 3n, paid: 3n, principal: 50n, expireAt: 0, day: 20514 })),
      ...entry(6, MONDAY + DAY, changed('redeemed', 2, { amount: 20n, principal: 30n, expireAt: 0 })),
      ...entry(7, MONDAY + DAY, changed('redeemed', 2, { amount: 30n, interest: 2n, paid: 5n, expireAt: 0 })),
      ...entry(8, EXPIRES, changed('matured', 1, { amount: 100n, interest: 7n, paid: 7n, otherOrderId: asEarnOrderId(3) })),
      ...entry(8, EXPIRES, changed('renewed', 3, { amount: 100n, principal: 100n, startAt: EXPIRES, otherOrderId: asEarnOrderId(1) })),
      ...entry(9, EXPIRES + 1, rated(EXPIRES / DAY, flat(9))),
      ...entry(9, EXPIRES + 1, balance({ cause: 'earnRedeem', availableDelta: 96n, available: 96n, reference: 3 })),
      ...entry(9, EXPIRES + 1, changed('redeemed', 3, { amount: 100n, paid: 4n, forfeited: 5n })),
    ])
    const orders = await models.earnOrders({ userId: CUSTOMER, ...PAGE })
    expect(orders.total).toBe(3)
    expect(orders.rows.map(({ orderId, amount, end }) => [orderId, amount, end?.how, end?.principal, end?.paid, end?.forfeited])).toEqual([
      // its lines paid 4, all of which was taken back
      [3, 100n, 'early', 100n, 4n, 5n],
      [2, 50n, 'flexible', 30n, 5n, 0n],
      [1, 100n, 'mature', 100n, 7n, 0n],
    ])
    const lines = async (query: object) => (await models.earnLines({ userId: CUSTOMER, ...PAGE, ...query })).rows
    expect((await lines({})).map(({ orderId, kind, amount }) => [orderId, kind, amount])).toEqual([
      [3, 'redemption', 96n],
      [3, 'purchase', -100n],
      [1, 'interest', 7n],
      [1, 'redemption', 100n],
      [2, 'interest', 2n],
      [2, 'redemption', 30n],
      [2, 'redemption', 20n],
      [2, 'interest', 3n],
      [2, 'purchase', -50n],
      [1, 'purchase', -100n],
    ])
    expect((await lines({ kind: 'interest', orderId: asEarnOrderId(2) })).map(({ day }) => day)).toEqual([0, 20514])
    expect(await models.earnSums(CUSTOMER, 20514)).toEqual([{ productId: 1, assetId: QUOTE, interest: 12n, ofDay: 3n }])
    const found = async (query: object) =>
      (await models.earnOrders({ userId: CUSTOMER, ...PAGE, ...query })).rows.map(({ orderId }) => orderId)
    expect(await found({ isTerm: false })).toEqual([2])
    expect(await found({ isHolding: true })).toEqual([])
    expect(await found({ range: { from: EXPIRES, to: EXPIRES } })).toEqual([3])
    // Ended since, whenever it began.
    expect([await found({ endedSince: MONDAY + DAY + 1 }), await found({ endedSince: EXPIRES + 1 })]).toEqual([[3, 1], [3]])
    // Of two versions for a day that was given last, but none that came later than the order, and none of a later day.
    expect(orders.rows.map(({ tiers }) => tiers)).toEqual([TIERED, flat(5), flat(5)])
    expect(await found({ asOf: 3 })).toEqual([1])
    expect([await found({ isHolding: true, asOf: 6 }), await found({ isHolding: false, asOf: 6 })]).toEqual([[2, 1], []])
    expect([await found({ isHolding: true, asOf: 7 }), await found({ isHolding: false, asOf: 7 })]).toEqual([[1], [2]])
    await stop()
  })

  it('EARN-015 [part] what was done late stands at the time at which it was due, in bills, in lines and in the days since', async () => {
    const { models, project, stop } = await stage.open()
    const cause = 'earnInterest'
    const today = MONDAY + 3 * DAY
    stage.now = today
    const late = (days: number, total: bigint): StampedEvent[] =>
      entry(
        4,
        MONDAY + days * DAY,
        balance({ cause, availableDelta: 1n, available: total, reference: 1 }),
        changed('interest', 1, { interest: 1n, day: days }),
      )
    await project([
      ...PEOPLE,
      ...entry(3, today, balance({ cause: 'trade', availableDelta: 10n, available: 10n, reference: 5 })),
      ...late(1, 11n),
      ...late(2, 12n),
      ...entry(4, today, balance({ cause: 'trade', availableDelta: 5n, available: 17n, reference: 6 })),
    ])
    const bills = (await models.earnLines({ userId: CUSTOMER, ...PAGE })).rows
    expect(bills.map(({ at, day }) => [(at - MONDAY) / DAY, day])).toEqual([
      [2, 2],
      [1, 1],
    ])
    const lines = (await models.statement({ userId: CUSTOMER, ...PAGE })).rows
    expect(lines.map(({ at, totalAfter }) => [(at - MONDAY) / DAY, totalAfter])).toEqual([
      [3, 17n],
      [2, 12n],
      [1, 11n],
      [3, 10n],
    ])
    expect((await models.balanceDays(CUSTOMER, '2026-03-02')).at(-1)).toMatchObject({ day: '2026-03-05', total: 17n })
    await stop()
  })

  it('NOTE-011 [part] one message for each payout, also of several days in one entry, and one for the end of a term', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, changed('purchased', 1, { amount: 100n, renewal: 'all' })),
      ...entry(4, MONDAY + DAY, changed('interest', 1, { interest: 1n, day: 20514 })),
      ...entry(4, MONDAY + 2 * DAY, changed('interest', 1, { interest: 2n, day: 20515 })),
      ...entry(
        5,
        EXPIRES,
        changed('matured', 1, { amount: 100n, otherOrderId: asEarnOrderId(2) }),
        changed('renewed', 2, { amount: 100n }),
      ),
      ...entry(6, EXPIRES, changed('redeemed', 2, { amount: 40n, interest: 1n, principal: 60n })),
      ...entry(7, EXPIRES, changed('matured', 2, { amount: 60n, interest: 4n, renewal: 'principal' })),
      ...entry(8, EXPIRES, changed('matured', 3, { amount: 60n })),
    ])
    const { rows } = await models.messages({ userId: CUSTOMER, ...PAGE })
    expect(rows.map(({ kind, params, at }) => [kind, params.orderNo, params.interest, (at - MONDAY) / DAY])).toEqual([
      ['earnMatured', '3', '0', 8],
      ['earnNotRenewed', '2', '4', 8],
      ['earnRenewed', '1', '0', 8],
      ['earnInterest', '1', '1', 1],
      ['earnInterest', '1', '2', 2],
    ])
    expect(rows[2]?.params.renewedAs).toBe('2')
    await stop()
  })

  it('a day’s row is right when the newest thing of it came late', async () => {
    const { models, project, stop } = await stage.open()
    stage.now = MONDAY + 3 * DAY
    await project([...PEOPLE, ...entry(3, stage.now, balance({ cause: 'trade', availableDelta: 10n, available: 10n }))])
    await project(entry(4, MONDAY + DAY, balance({ cause: 'earnInterest', availableDelta: 1n, available: 11n })))
    expect((await models.balanceDays(CUSTOMER, '2026-03-02')).map(({ total }) => total)).toEqual([11n, 11n, 11n])
    await stop()
  })
})
