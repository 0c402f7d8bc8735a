/** The read models on every database there is: the same events, the same answers. */

import { asOrderId, asTradeId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CANDLE_INTERVALS, type Candle, type OrderQuery, type PublicTrade } from './port.ts'
import { bucketStart } from './reads/candle-buckets.ts'
import { DATABASES, type TestDatabase } from './testing/databases.ts'
import { balance, COIN, CUSTOMER, MAKER, order, PAIR, QUOTE, registered, type StampedEvent, traded } from './testing/events.ts'
import { eventHistory, type Harness, harness, rowHashes } from './testing/harness.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** Monday 2026-03-02, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 2, 2)

const PEOPLE: readonly StampedEvent[] = [
  { seq: 1, at: MONDAY, event: registered(CUSTOMER, 'customer') },
  { seq: 2, at: MONDAY, event: registered(MAKER, 'maker') },
]

describe.each(DATABASES.filter(({ present }) => present))('projections on $name', (kind) => {
  let database: TestDatabase
  let tenants = 0
  let now = MONDAY + DAY

  const open = (events: readonly StampedEvent[] = [], durableSeq = 0): Promise<Harness> => {
    tenants += 1
    return harness(database.connection, `t${tenants}`, { now: () => now, history: eventHistory(() => events), durableSeq })
  }

  beforeAll(async () => {
    database = await kind.open()
  })
  afterAll(() => database.close())

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
    expect(await models.order(CUSTOMER, { clientOrderId: placed.clientOrderId })).toEqual(closed)
    expect(await models.orders({ userId: CUSTOMER, state: 'open', pageNo: 1, pageSize: 20 })).toEqual({ rows: [], total: 0, asOf: 4 })
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
    expect(await count({ clientOrderId: 'c7' })).toBe(1)
    expect(await count({ userId: asUserId(100009) })).toBe(0)
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
    expect((await models.statement({ ...all, causes: ['trade'], reference: 7 })).total).toBe(2)
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
    now = MONDAY + 4 * DAY + HOUR
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

  it('MKT-016 MKT-017 candles of every interval equal the trades of their window, gaps repeat the close', async () => {
    now = Date.UTC(2026, 3, 20, 12, 34, 56)
    const { models, project, stop } = await open()
    const events: StampedEvent[] = [...PEOPLE]
    const trades: (PublicTrade & { notional: bigint })[] = []
    let price = 50_000
    let at = Date.UTC(2026, 2, 28, 3, 17)
    for (let seq = 3; at < now; seq += 1) {
      price += ((seq * 7919) % 201) - 100
      const trade = traded(seq, { price, quantity: 1 + (seq % 37) })
      events.push({ seq, at, event: trade })
      trades.push({ tradeId: trade.tradeId, price, quantity: trade.quantity, takerSide: 'buy', at, notional: trade.notional })
      at += seq % 50 === 0 ? 17 * HOUR : 1 + ((seq * 104_729) % (23 * 60_000))
    }
    await project(events)
    const range = { from: Date.UTC(2026, 2, 1), to: now + DAY }
    for (const interval of CANDLE_INTERVALS) {
      const served = await models.candles(PAIR, interval, range, 1000)
      const starts = served.map((candle) => candle.openAt)
      expect(starts.at(-1)).toBe(bucketStart(interval, now))
      for (const candle of served) expect(candle).toEqual(candleOf(interval, candle.openAt, trades))
      for (const [index, openAt] of starts.entries()) if (index > 0) expect(bucketStart(interval, openAt - 1)).toBe(starts[index - 1])
    }
    expect((await models.candles(PAIR, '1d', range, 1000))[0]?.openAt).toBe(Date.UTC(2026, 2, 28))
    expect((await models.candles(PAIR, '1w', range, 1000))[0]?.openAt).toBe(Date.UTC(2026, 2, 23))
    const seed = await models.candleSeed(PAIR, '4h')
    expect(seed.seq).toBe(models.position())
    expect(seed.candles).toEqual(await models.candles(PAIR, '4h', range, 2))
    const tape = await models.trades(PAIR, 500)
    expect(tape.map((trade) => trade.tradeId)).toEqual(
      trades
        .map((trade) => trade.tradeId)
        .reverse()
        .slice(0, 500),
    )
    expect((await models.trades(PAIR, 2, tape[1]?.tradeId)).map((trade) => trade.tradeId)).toEqual(
      tape.slice(2, 4).map((trade) => trade.tradeId),
    )
    await stop()
  })

  it('MKT-005 yesterday is the last trade at or before 00:00 UTC, the opening price the first of the day', async () => {
    const tuesday = MONDAY + DAY
    const { models, project, stop } = await open()
    const ticker = async () => (await models.tickers())[0]
    const at = (seq: number, moment: number, price: number): StampedEvent => ({ seq, at: moment, event: traded(seq, { price }) })
    now = MONDAY + 10 * HOUR
    await project([...PEOPLE, at(3, MONDAY + HOUR, 100), at(4, MONDAY + 2 * HOUR, 120)])
    expect(await ticker()).toMatchObject({ lastPrice: 120, openPrice: 100, previousClose: 0, high24h: 120, low24h: 100, quantity24h: 2 })
    now = tuesday + 1.5 * HOUR
    expect(await ticker()).toMatchObject({ lastPrice: 120, openPrice: 120, previousClose: 120, high24h: 120, low24h: 120, quantity24h: 1 })
    await project([at(5, tuesday + 1.5 * HOUR, 132), at(6, tuesday + 1.5 * HOUR, 126)])
    expect(await ticker()).toMatchObject({
      lastPrice: 126,
      openPrice: 132,
      previousClose: 120,
      high24h: 132,
      low24h: 120,
      turnover24h: 378n,
    })
    // On the very millisecond of 00:00 the first trade opens the day and the last one is the close of yesterday.
    now = tuesday + DAY
    await project([at(7, now, 140), at(8, now, 141)])
    expect(await ticker()).toMatchObject({ lastPrice: 141, openPrice: 140, previousClose: 141 })
    // An entry without rows is part of what the seed stands for.
    await project([{ seq: 9, at: now, event: { kind: 'feeScheduleChanged' } }])
    const seed = await models.tickerSeed()
    expect(seed.seq).toBe(9)
    expect(seed.minutes.map((minute) => minute.tradeCount)).toEqual([2, 2])
    await stop()
  })

  it('MKT-001 [part] high, low and volume cover the last 24 h, to the millisecond', async () => {
    now = MONDAY + DAY + 5 * HOUR + 30_000
    const { models, project, stop } = await open()
    const moments = [now - DAY - 1, now - DAY, now - DAY + 1, now - DAY + 29_000, now - DAY + 30_000, now]
    const trades = moments.map((at, index) => ({
      seq: 3 + index,
      at,
      event: traded(3 + index, { price: 100 * (index + 1), quantity: 10 ** index }),
    }))
    await project([...PEOPLE, ...trades])
    expect((await models.tickers())[0]).toMatchObject({ high24h: 600, low24h: 300, quantity24h: 111_100, turnover24h: 65_430_000n })
    now += 5
    expect((await models.tickers())[0]).toMatchObject({ low24h: 400, quantity24h: 111_000 })
    await stop()
  })

  it('keeps users with their sealed documents and the newest of each document', async () => {
    const { models, project, stop } = await open()
    const saved = (seq: number, id: string, document: { readonly [key: string]: string } | null): StampedEvent => ({
      seq,
      at: MONDAY + seq,
      event: { kind: 'documentSaved', userId: CUSTOMER, collection: 'favorites', id, document, actor: 'user' },
    })
    await project([
      ...PEOPLE,
      saved(3, 'b', { text: 'nul \u0000 "quote" \\ 漢字 \ud83d\ude00' }),
      saved(4, 'a', { text: '1' }),
      saved(5, 'a', { text: '2' }),
    ])
    await project([saved(6, 'c', { text: 'gone' }), saved(7, 'c', null), saved(8, 'Ä', { text: 'x' })])
    expect(await models.documents(CUSTOMER, 'favorites')).toEqual([
      { id: 'a', document: { text: '2' }, savedAt: MONDAY + 5 },
      { id: 'b', document: { text: 'nul \u0000 "quote" \\ 漢字 \ud83d\ude00' }, savedAt: MONDAY + 3 },
      { id: 'Ä', document: { text: 'x' }, savedAt: MONDAY + 8 },
    ])
    expect(await models.documents(MAKER, 'favorites')).toEqual([])
    expect(await models.user(CUSTOMER)).toEqual({
      userId: CUSTOMER,
      accountKey: 'key 100001',
      role: 'customer',
      createdAt: MONDAY,
      document: { sealed: 'sealed 100001' },
    })
    const users = []
    for await (const user of models.users()) users.push(user.userId)
    expect(users).toEqual([CUSTOMER, MAKER])
    await stop()
  })

  it('SEC-011 [part] text from customers stays text', async () => {
    const { models, project, stop } = await open()
    const hostile = [`'; drop schema public cascade; --`, `"},{"`, '{a,b}', 'NULL', '\\', '$1', 'x\u0000y', '\ud800', '__proto__']
    const events: StampedEvent[] = [...PEOPLE]
    for (const [index, text] of hostile.entries()) {
      const seq = 3 + index
      events.push({ seq, at: MONDAY, event: { kind: 'orderPlaced', order: order(seq, MONDAY, { clientOrderId: text }) } })
    }
    await project(events)
    for (const [index, text] of hostile.entries()) {
      const found = await models.order(CUSTOMER, { orderId: asOrderId((3 + index) * 8) })
      expect(found?.clientOrderId).toBe(text.replace('\u0000', '\ufffd').toWellFormed())
      if (!text.includes('\u0000')) expect((await models.order(CUSTOMER, { clientOrderId: text }))?.orderId).toBe((3 + index) * 8)
    }
    await stop()
  })

  it('the same rows come of live batches, of a rebuild and of a restart in the middle', async () => {
    now = MONDAY + 40 * DAY
    const events = mixedEvents(2000)
    const lastSeq = events.at(-1)?.seq ?? 0
    const live = await open()
    const hashes = () => rowHashes(database.connection, `t${tenants}`)
    for (let seq = 1; seq <= lastSeq; seq += 97) {
      await live.project(events.filter((event) => event.seq >= seq && event.seq < seq + 97))
    }
    // Old trades go in the rest that follows.
    await vi.waitFor(async () => expect((await hashes()).trades).toMatch(/^1242 /))
    const wanted = await hashes()
    expect(Object.values(wanted).every((hash) => !hash.startsWith('0 '))).toBe(true)
    await live.stop()

    const rebuilt = await open(events, lastSeq)
    await rebuilt.models.reached(lastSeq, 20_000)
    await vi.waitFor(async () => expect(await hashes()).toEqual(wanted))
    await rebuilt.stop()

    const half = await open(events, 1000)
    await half.models.reached(1000, 20_000)
    await half.stop()
    const again = await harness(database.connection, `t${tenants}`, {
      now: () => now,
      history: eventHistory(() => events),
      durableSeq: 1500,
    })
    again.run.push({ firstSeq: 1601, lastSeq, byteLength: 1, events: () => events })
    await again.models.reached(lastSeq, 20_000)
    await vi.waitFor(async () => expect(await hashes()).toEqual(wanted))
    await again.stop()
  })

  it('drops rows of another journal and rows ahead of this one', async () => {
    const first = await open(PEOPLE, 2)
    await first.models.reached(2)
    await first.stop()
    const tenant = `t${tenants}`
    const same = await harness(database.connection, tenant, { now: () => now, durableSeq: 2 })
    expect(same.models.position()).toBe(2)
    await same.stop()
    const shorter = await harness(database.connection, tenant, { now: () => now, durableSeq: 1, history: eventHistory(() => PEOPLE) })
    await shorter.models.reached(1)
    expect((await shorter.models.user(MAKER))?.userId).toBe(undefined)
    await shorter.stop()
    const other = await harness(database.connection, tenant, { now: () => now, durableSeq: 1, mark: 'another' })
    expect(await other.models.user(CUSTOMER)).toBe(undefined)
    await other.stop()
  })

  it('a second projector on the same schema is stopped by the position', async () => {
    const first = await open()
    const second = await harness(database.connection, `t${tenants}`, { now: () => now })
    await first.project(PEOPLE)
    second.writer.fold(registered(CUSTOMER, 'customer'), { seq: 1, at: MONDAY })
    await expect(second.writer.commit({ seq: 1, at: MONDAY }, 'journal')).rejects.toThrow(/another process/)
    await first.stop()
  })
})

/** Trades, orders, lines and documents over forty days, so that old trades are pruned. */
function mixedEvents(entries: number): StampedEvent[] {
  const events: StampedEvent[] = [...PEOPLE]
  let total = 0n
  for (let seq = 3; seq < 3 + entries; seq += 1) {
    const at = MONDAY + Math.floor((seq * 40 * DAY) / (entries + 3))
    if (seq % 5 === 0) continue
    const placed = order(seq, at)
    events.push({ seq, at, event: { kind: 'orderPlaced', order: placed } })
    events.push({ seq, at, event: traded(seq, { price: 1000 + ((seq * 31) % 97), quantity: 1 + (seq % 9), takerOrderId: placed.orderId }) })
    total += 3n
    events.push({ seq, at, event: balance({ availableDelta: 3n, available: total, reference: seq }) })
    if (seq % 3 !== 0)
      events.push({ seq, at, event: { kind: 'orderClosed', order: { ...placed, status: 'filled', closeReason: 'filled' } } })
    const document = seq % 4 === 0 ? null : { seq }
    events.push({
      seq,
      at,
      event: { kind: 'documentSaved', userId: CUSTOMER, collection: 'notes', id: `${seq % 50}`, document, actor: 'user' },
    })
  }
  return events
}

/** The candle that trades give, computed the slow way. */
function candleOf(
  interval: Parameters<typeof bucketStart>[0],
  openAt: number,
  trades: readonly (PublicTrade & { notional: bigint })[],
): Candle {
  const inside = trades.filter((trade) => bucketStart(interval, trade.at) === openAt)
  const [first] = inside
  const last = inside.at(-1)
  if (first === undefined || last === undefined) {
    const close = trades.findLast((trade) => trade.at < openAt)?.price ?? Number.NaN
    return { openAt, open: close, high: close, low: close, close, quantity: 0, turnover: 0n, tradeCount: 0 }
  }
  const prices = inside.map((trade) => trade.price)
  return {
    openAt,
    open: first.price,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: last.price,
    quantity: inside.reduce((sum, trade) => sum + trade.quantity, 0),
    turnover: inside.reduce((sum, trade) => sum + trade.notional, 0n),
    tradeCount: inside.length,
  }
}
