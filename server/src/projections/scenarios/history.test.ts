/** What customers read of their own past: on every database there is, the same events give the same answers. */
import { asOrderId, asTradeId, asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import type { OrderQuery } from '../port.ts'
import { balance, COIN, CUSTOMER, MAKER, order, PAIR, QUOTE, registered, type StampedEvent, traded } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'

const HOUR = 3_600_000

onEveryDatabase('history', (stage) => {
  const open = stage.open

  it('gives an order back exactly as the engine told it, in its newest form', async () => {
    const { models, project, stop } = await open()
    const placed = order(3, MONDAY + 5, {
      executedQuote: 4_611_686_018_427_387_903n,
      price: 9_007_199_254_740_991,
      clientOrderId: `"\\{},'; drop`,
    })
    const closed = { ...placed, status: 'canceled', closeReason: 'user', held: 0n, updatedAt: MONDAY + 9 } as const
    await project([...PEOPLE, { seq: 3, at: MONDAY + 5, event: { kind: 'orderPlaced', order: placed } }])
    expect(await models.order(CUSTOMER, { orderId: placed.orderId })).toEqual(placed)
    expect((await models.orders({ userId: CUSTOMER, state: 'open', pageNo: 1, pageSize: 20 })).rows).toEqual([placed])
    await project([{ seq: 4, at: MONDAY + 9, event: { kind: 'orderClosed', order: closed } }])
    expect(await models.order(CUSTOMER, { clientOrderId: placed.clientOrderId, caller: 0 })).toEqual(closed)
    expect(await models.orders({ userId: CUSTOMER, state: 'open', pageNo: 1, pageSize: 20 })).toEqual({ rows: [], total: 0, asOf: 4 })
    await stop()
  })

  it('ORD-002 [part] leaves out orders in whose place others stand, and finds them by id for their owner alone', async () => {
    const { models, project, stop } = await open()
    const first = order(3, MONDAY + 3, { status: 'canceled', closeReason: 'replaced' })
    const second = order(4, MONDAY + 4, { status: 'canceled', closeReason: 'user', replacedOrderId: first.orderId })
    await project([
      ...PEOPLE,
      { seq: 3, at: MONDAY + 3, event: { kind: 'orderClosed', order: first } },
      { seq: 4, at: MONDAY + 4, event: { kind: 'orderClosed', order: second } },
    ])
    const ended = { userId: CUSTOMER, state: 'closed', pageNo: 1, pageSize: 20 } as const
    expect(await models.orders({ ...ended, isJoined: true })).toMatchObject({ total: 1, rows: [{ orderId: second.orderId }] })
    expect((await models.orders(ended)).total).toBe(2)
    expect(await models.ordersById(CUSTOMER, [first.orderId, asOrderId(999)])).toEqual(new Map([[first.orderId, first]]))
    expect((await models.ordersById(MAKER, [first.orderId])).size).toBe(0)
    expect((await models.ordersById(CUSTOMER, [])).size).toBe(0)
    await stop()
  })

  it('narrows orders and fills by every field of the query', async () => {
    const { models, project, stop } = await open()
    const events: StampedEvent[] = [...PEOPLE]
    for (let seq = 3; seq < 43; seq += 1) {
      const each = order(seq, MONDAY + seq, {
        side: seq % 2 === 0 ? 'buy' : 'sell',
        type: seq % 4 < 2 ? 'limit' : 'market',
        status: seq % 8 < 4 ? 'filled' : 'canceled',
      })
      events.push({ seq, at: MONDAY + seq, event: { kind: 'orderClosed', order: each } })
      const trade = traded(seq, { takerOrderId: each.orderId, takerSide: each.side })
      events.push({ seq, at: MONDAY + seq, event: trade })
    }
    await project(events)
    const all = { userId: CUSTOMER, state: 'all', pageNo: 1, pageSize: 100 } as const
    const count = async (narrow: Partial<OrderQuery>): Promise<number> => {
      const { rows, total } = await models.orders({ ...all, ...narrow })
      expect(rows).toHaveLength(total)
      return total
    }
    expect(await count({})).toBe(40)
    expect(await count({ side: 'buy' })).toBe(20)
    expect(await count({ types: ['limit'] })).toBe(20)
    expect(await count({ types: [] })).toBe(0)
    expect(await count({ statuses: ['filled', 'expired'] })).toBe(20)
    expect(await count({ instrumentIds: [PAIR] })).toBe(40)
    expect(await count({ range: { from: MONDAY + 10, to: MONDAY + 19 } })).toBe(10)
    expect(await count({ endedSince: MONDAY + 33 })).toBe(10)
    expect(await count({ name: { clientOrderId: 'c7', caller: 0 } })).toBe(1)
    expect(await count({ userId: asUserId(100009) })).toBe(0)
    expect(await count({ isJoined: true })).toBe(40)
    const fills = await models.fills({ userId: CUSTOMER, side: 'sell', fromTradeId: asTradeId(33), pageNo: 1, pageSize: 3 })
    expect(fills.total).toBe(5)
    expect(fills.rows.map((row) => [row.tradeId, row.clientOrderId, row.role, row.side])).toEqual([
      [41, 'c41', 'taker', 'sell'],
      [39, 'c39', 'taker', 'sell'],
      [37, 'c37', 'taker', 'sell'],
    ])
    expect((await models.fills({ userId: CUSTOMER, orderId: asOrderId(24), pageNo: 1, pageSize: 3 })).rows).toHaveLength(1)
    await stop()
  })

  it('SPOT-039 [part] a made client id stands for every order that bore it, the newest first, and for no order with one of its own', async () => {
    const { models, project, stop } = await open()
    const chain = [{ originOrderId: 0 as const }, { originOrderId: asOrderId(24) }, { originOrderId: asOrderId(24) }]
    const events: StampedEvent[] = [...PEOPLE]
    for (const [index, names] of chain.entries()) {
      const seq = 3 + index
      const placed = order(seq, MONDAY + seq, { clientOrderId: '', ...names })
      events.push({ seq, at: MONDAY + seq, event: { kind: 'orderPlaced', order: placed } })
      events.push({ seq, at: MONDAY + seq, event: traded(seq, { takerOrderId: placed.orderId }) })
      events.push({ seq, at: MONDAY + seq, event: { kind: 'orderClosed', order: { ...placed, status: 'canceled', closeReason: 'user' } } })
    }
    const own = order(6, MONDAY + 6, { clientOrderId: 'o-32' })
    await project([...events, { seq: 6, at: MONDAY + 6, event: { kind: 'orderPlaced', order: own } }])
    const made = (id: number) => ({ clientOrderId: `o-${id}`, caller: 0, originOrderId: asOrderId(id) })
    expect(await models.order(CUSTOMER, made(24))).toMatchObject({ orderId: 40, originOrderId: 24, clientOrderId: '' })
    expect((await models.order(CUSTOMER, made(32)))?.orderId).toBe(48)
    expect(await models.order(CUSTOMER, made(40))).toBeUndefined()
    expect(await models.order(CUSTOMER, made(48))).toBeUndefined()
    const page = { userId: CUSTOMER, state: 'all', pageNo: 1, pageSize: 9 } as const
    expect((await models.orders({ ...page, name: made(24) })).rows.map(({ orderId }) => orderId)).toEqual([40, 32, 24])
    const fills = await models.fills({ userId: CUSTOMER, pageNo: 1, pageSize: 9 })
    expect(fills.rows.map(({ originOrderId }) => originOrderId)).toEqual([24, 24, 0])
    await stop()
  })

  it('ORD-006 paging through 1,000 rows while orders arrive and close shows none twice and misses none', async () => {
    const { models, project, stop } = await open()
    const start: StampedEvent[] = [...PEOPLE]
    for (let seq = 3; seq < 1003; seq += 1) {
      start.push({ seq, at: MONDAY + Math.floor(seq / 7), event: { kind: 'orderPlaced', order: order(seq, MONDAY + Math.floor(seq / 7)) } })
    }
    await project(start)
    for (const state of ['all', 'open'] as const) {
      const seen: number[] = []
      let asOf: number | undefined
      let total: number | undefined
      for (let pageNo = 1; pageNo <= 20; pageNo += 1) {
        const page = await models.orders({ userId: CUSTOMER, state, pageNo, pageSize: 50, ...(asOf === undefined ? {} : { asOf }) })
        asOf ??= page.asOf
        total ??= page.total
        expect(page.total).toBe(total)
        seen.push(...page.rows.map((row) => row.orderId))
        // Between two pages one order arrives and one that was there closes.
        const seq = models.position() + 1
        const at = MONDAY + 1000 + seq
        const old = order(seq - 900, MONDAY + Math.floor((seq - 900) / 7))
        await project([
          { seq, at, event: { kind: 'orderPlaced', order: order(seq, at) } },
          { seq: seq + 1, at, event: { kind: 'orderClosed', order: { ...old, status: 'canceled', closeReason: 'user', updatedAt: at } } },
        ])
      }
      expect(total).toBe(1000)
      expect(new Set(seen).size).toBe(1000)
      expect(seen).toEqual([...seen].sort((left, right) => right - left))
    }
    await stop()
  })

  it('WAL-037 statement lines add up to the balance, with the balance after each', async () => {
    const { models, project, stop } = await open()
    await project([
      ...PEOPLE,
      { seq: 3, at: MONDAY + 1, event: balance({ availableDelta: 5000n, available: 5000n, cause: 'airdrop' }) },
      { seq: 4, at: MONDAY + 2, event: balance({ availableDelta: -800n, heldDelta: 800n, available: 4200n, held: 800n, cause: 'hold' }) },
      { seq: 5, at: MONDAY + 3, event: balance({ heldDelta: -800n, available: 4200n, cause: 'trade', reference: 7 }) },
      { seq: 5, at: MONDAY + 3, event: balance({ assetId: COIN, availableDelta: 8n, available: 8n, cause: 'trade', reference: 7 }) },
      { seq: 5, at: MONDAY + 3, event: balance({ assetId: COIN, availableDelta: -1n, available: 7n, cause: 'fee', reference: 7 }) },
      { seq: 5, at: MONDAY + 3, event: balance({ userId: MAKER, heldDelta: -800n, cause: 'trade' }) },
    ])
    const all = { userId: CUSTOMER, pageNo: 1, pageSize: 100 } as const
    const { rows, total } = await models.statement(all)
    expect(rows.map(({ lineId, assetId, cause, amount, totalAfter }) => [lineId, assetId, cause, amount, totalAfter])).toEqual([
      [5002, COIN, 'fee', -1n, 7n],
      [5001, COIN, 'trade', 8n, 8n],
      [5000, QUOTE, 'trade', -800n, 4200n],
      [3000, QUOTE, 'airdrop', 5000n, 5000n],
    ])
    expect(total).toBe(4)
    expect((await models.statement({ ...all, assetId: COIN, direction: 'out' })).rows.map((row) => row.amount)).toEqual([-1n])
    expect((await models.statement({ ...all, causes: ['trade'], about: { reference: 7 } })).total).toBe(2)
    expect((await models.statement({ ...all, asOf: 4 })).total).toBe(1)
    expect((await models.statement({ ...all, userId: MAKER })).total).toBe(0)
    await stop()
  })

  it('leaves out the rows of makers and nothing of customers', async () => {
    const { models, project, stop } = await open()
    const people = [CUSTOMER, MAKER, asUserId(100003), asUserId(100004)]
    const customers = [CUSTOMER, people[2]]
    const events: StampedEvent[] = [...PEOPLE]
    events.push({ seq: 3, at: MONDAY, event: registered(100003, 'customer') }, { seq: 4, at: MONDAY, event: registered(100004, 'maker') })
    for (let seq = 5; seq < 405; seq += 1) {
      const at = MONDAY + seq
      const maker = people[(seq * 7) % 4] ?? MAKER
      const taker = people[(seq * 13 + (seq >> 2)) % 4] ?? MAKER
      const placed = order(seq, at, { userId: taker })
      events.push({ seq, at, event: { kind: 'orderPlaced', order: placed } })
      const takerSide = seq % 3 === 0 ? 'sell' : 'buy'
      events.push({ seq, at, event: traded(seq, { makerUserId: maker, takerUserId: taker, takerOrderId: placed.orderId, takerSide }) })
      for (const userId of [maker, taker])
        events.push({ seq, at, event: balance({ userId, availableDelta: 1n, available: BigInt(seq), reference: seq }) })
    }
    await project(events)
    for (const userId of people) {
      const mine = (is: (each: StampedEvent['event']) => number): number =>
        customers.includes(userId) ? events.reduce((sum, { event }) => sum + is(event), 0) : 0
      const page = { userId, pageNo: 1, pageSize: 1000 } as const
      const fills = await models.fills(page)
      const sides = (event: StampedEvent['event']): number =>
        event.kind === 'traded' ? Number(event.makerUserId === userId) + Number(event.takerUserId === userId) : 0
      expect(fills.total).toBe(mine(sides))
      for (const fill of fills.rows) {
        const { event } = events.find(({ event: each }) => each.kind === 'traded' && each.tradeId === fill.tradeId) ?? {}
        if (event?.kind !== 'traded') throw new Error('a fill without a trade')
        const maker = fill.role === 'maker'
        expect(maker ? event.makerUserId : event.takerUserId).toBe(userId)
        expect(fill.side === event.takerSide).toBe(!maker)
        expect([fill.fee, fill.feeAssetId]).toEqual(
          maker ? [event.makerFee, event.makerFeeAssetId] : [event.takerFee, event.takerFeeAssetId],
        )
      }
      expect((await models.statement(page)).total).toBe(mine((event) => Number(event.kind === 'balanceChanged' && event.userId === userId)))
      const orders = await models.orders({ ...page, state: 'all' })
      expect(orders.total).toBe(mine((event) => Number(event.kind === 'orderPlaced' && event.order.userId === userId)))
    }
    expect(await models.trades(PAIR, 1000)).toHaveLength(400)
    await stop()
  })

  it('numbers more lines than fit in one entry without a clash', async () => {
    const { models, project, stop } = await open()
    const events: StampedEvent[] = [...PEOPLE]
    for (let line = 1; line <= 1500; line += 1) {
      events.push({ seq: 3, at: MONDAY, event: balance({ availableDelta: 1n, available: BigInt(line) }) })
    }
    events.push({ seq: 4, at: MONDAY, event: balance({ availableDelta: 1n, available: 1501n }) })
    await project(events)
    const { rows, total } = await models.statement({ userId: CUSTOMER, pageNo: 1, pageSize: 2 })
    expect(total).toBe(1501)
    expect(rows.map((row) => [row.lineId, row.totalAfter])).toEqual([
      [4500, 1501n],
      [4499, 1500n],
    ])
    await stop()
  })

  it('WAL-003 [part] a day without a change repeats the total of the day before, the last day is today', async () => {
    stage.now = MONDAY + 4 * DAY + HOUR
    const { models, project, stop } = await open()
    await project([
      ...PEOPLE,
      { seq: 3, at: MONDAY + 1, event: balance({ availableDelta: 9n, available: 9n }) },
      { seq: 4, at: MONDAY + DAY - 1, event: balance({ availableDelta: 1n, available: 6n, held: 4n }) },
      { seq: 5, at: MONDAY + 3 * DAY, event: balance({ availableDelta: -3n, available: 3n, held: 4n }) },
      { seq: 6, at: MONDAY + 3 * DAY, event: balance({ assetId: COIN, availableDelta: 2n, available: 2n }) },
    ])
    const rows = await models.balanceDays(CUSTOMER, '2026-03-03')
    expect(rows.map((row) => [row.day, row.assetId, row.total])).toEqual([
      ['2026-03-03', QUOTE, 10n],
      ['2026-03-04', QUOTE, 10n],
      ['2026-03-05', QUOTE, 7n],
      ['2026-03-05', COIN, 2n],
      ['2026-03-06', QUOTE, 7n],
      ['2026-03-06', COIN, 2n],
    ])
    await stop()
  })
})
