/** Contracts of one customer, as the engine tells of them: what no list of spot shows, and what their own lists do. */
import type { Event } from '@agio/engine/event.ts'
import { asOrderId, asPositionId } from '@agio/engine/ids/id.ts'
import { realisedOf } from '@agio/wire/futures/position-view.ts'
import { expect, it } from 'vitest'
import {
  CONTRACT,
  coOrder,
  coTraded,
  defined,
  disposed,
  filled,
  insured,
  liquidated,
  marked,
  POSITION,
  position,
  RECEIPT,
  settled,
} from '../testing/contract-events.ts'
import { balance, COIN, CUSTOMER, MAKER, order, PAIR, QUOTE, type StampedEvent, traded } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import { contractHashes, eventHistory, harness } from '../testing/harness.ts'

const PAGE = { pageNo: 1, pageSize: 20 } as const
const MINUTE = 60_000
const OWN = { ...PAGE, userId: CUSTOMER } as const

const entry = (seq: number, at: number, ...events: readonly Event[]): StampedEvent[] => events.map((event) => ({ seq, at, event }))
const placed = (of: ReturnType<typeof coOrder>): Event => ({ kind: 'orderPlaced', order: of })
const closed = (of: ReturnType<typeof coOrder>): Event => ({ kind: 'orderClosed', order: of })
const ofContracts = (cause: Extract<Event, { kind: 'balanceChanged' }>['cause'], delta: bigint, left: bigint, reference: number): Event =>
  balance({ account: 'contract', cause, availableDelta: delta, available: left, reference })

/** An order that traded in three entries and ended, one that waits for its trigger, and a spot order beside them. */
const DAY_OF_ORDERS: readonly StampedEvent[] = [
  ...PEOPLE,
  ...entry(3, MONDAY, defined()),
  ...entry(
    4,
    MONDAY + 1,
    placed(coOrder(4, MONDAY + 1)),
    coTraded(1, { takerOrderId: asOrderId(32) }),
    filled(1, { orderId: asOrderId(32), quantity: 2 }),
  ),
  ...entry(5, MONDAY + 2, placed(order(5, MONDAY + 2)), traded(2, { takerOrderId: asOrderId(40) })),
  ...entry(
    6,
    MONDAY + 3,
    placed(
      coOrder(
        6,
        MONDAY + 3,
        { price: 0, triggerPrice: 90, status: 'pendingTrigger', type: 'stopMarket' },
        { isClose: true, isWhole: true, stopLoss: { triggerPrice: 80, triggerBy: 'last', price: 0 } },
      ),
    ),
  ),
  ...entry(
    7,
    MONDAY + 4,
    coTraded(3, { takerOrderId: asOrderId(32), price: 110 }),
    filled(3, { orderId: asOrderId(32), quantity: 3, price: 110, realised: -7n, isClose: 1 }),
    filled(3, { userId: MAKER, side: 'sell', role: 0, orderId: asOrderId(8) }),
    closed(coOrder(4, MONDAY + 1, { status: 'canceled', closeReason: 'user', executedQuantity: 5, updatedAt: MONDAY + 4 })),
  ),
]

onEveryDatabase('contracts', (stage) => {
  it('ORD-002 [part] leaves out orders in whose place others stand, and finds them by id for their owner alone', async () => {
    const { models, project, stop } = await stage.open()
    const first = coOrder(4, MONDAY + 1, { status: 'canceled', closeReason: 'replaced' })
    const second = coOrder(5, MONDAY + 2, { status: 'canceled', closeReason: 'user', replacedOrderId: first.orderId })
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined()),
      ...entry(4, MONDAY + 1, placed(coOrder(4, MONDAY + 1)), closed(first)),
      ...entry(5, MONDAY + 2, placed(coOrder(5, MONDAY + 2)), closed(second)),
    ])
    const joined = await models.contractOrders({ ...OWN, state: 'closed', isJoined: true })
    expect([joined.total, joined.rows.map(({ order: { orderId } }) => orderId)]).toEqual([1, [second.orderId]])
    expect((await models.contractOrders({ ...OWN, state: 'closed' })).total).toBe(2)
    expect(await models.contractOrdersById(CUSTOMER, [first.orderId])).toEqual(new Map([[first.orderId, first]]))
    expect((await models.contractOrdersById(MAKER, [first.orderId])).size).toBe(0)
    await stop()
  })

  it('PERP-005 [part] orders and fills of contracts are in no list of spot, and those of spot in none of contracts', async () => {
    const { models, project, stop } = await stage.open()
    await project(DAY_OF_ORDERS)
    const spot = await models.orders({ ...OWN, state: 'all' })
    expect(spot.rows.map(({ orderId }) => orderId)).toEqual([40])
    expect((await models.fills(OWN)).rows.map(({ tradeId }) => tradeId)).toEqual([2])
    expect(await models.order(CUSTOMER, { orderId: asOrderId(32) })).toBeUndefined()
    const live = await models.contractOrders({ ...OWN, state: 'live' })
    const ended = await models.contractOrders({ ...OWN, state: 'closed' })
    expect([live.rows, ended.rows].map((rows) => rows.map((row) => row.order.orderId))).toEqual([[48], [32]])
    expect(live.rows[0]?.order.contract).toMatchObject({
      ...{ isClose: true, isWhole: true, leverage: 20, marginMode: 'isolated', triggerBy: 'mark', takeProfit: null },
      stopLoss: { triggerPrice: 80, triggerBy: 'last', price: 0 },
    })
    expect(ended.rows[0]).toMatchObject({ realised: -7n, order: { closeReason: 'user', executedQuantity: 5 } })
    expect(
      (await models.contractFills(OWN)).rows.map((fill) => [fill.tradeId, fill.orderId, fill.isClose, fill.realised, fill.clientOrderId]),
    ).toEqual([
      [3, 32, true, -7n, 'c4'],
      [1, 32, false, 0n, 'c4'],
    ])
    expect((await models.contractOrder(CUSTOMER, asOrderId(32)))?.realised).toBe(-7n)
    expect(await models.contractOrder(MAKER, asOrderId(32))).toBeUndefined()
    await stop()
  })

  it('PERP-007 PERP-050 [part] a list asks for orders by the types and statuses of the API', async () => {
    const { models, project, stop } = await stage.open()
    const ends = [
      [10, { status: 'filled', closeReason: 'filled', executedQuantity: 5 }],
      [11, { status: 'canceled', closeReason: 'user' }],
      [12, { status: 'canceled', closeReason: 'reduceOnly', executedQuantity: 1 }],
      [13, { status: 'expired', closeReason: 'ioc', timeInForce: 'ioc', executedQuantity: 1 }],
      [14, { status: 'rejected', closeReason: 'insufficientBalance', price: 0, type: 'stopMarket', triggerPrice: 9 }],
      // Whose owner could not bear a fill: the one that came, and two that rested.
      [15, { status: 'expired', closeReason: 'insufficientBalance', timeInForce: 'fok' }],
      [16, { status: 'canceled', closeReason: 'insufficientBalance', timeInForce: 'postOnly' }],
      [17, { status: 'canceled', closeReason: 'insufficientBalance', timeInForce: 'postOnly', executedQuantity: 1 }],
    ] as const
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined()),
      ...ends.flatMap(([seq, end]) =>
        entry(seq, MONDAY + seq, placed(coOrder(seq, MONDAY + seq)), closed(coOrder(seq, MONDAY + seq, end))),
      ),
    ])
    const found = async (filter: Partial<Parameters<typeof models.contractOrders>[0]>) =>
      (await models.contractOrders({ ...OWN, state: 'closed', ...filter })).rows.map(({ order: { orderId } }) => orderId / 8)
    for (const [coStatus, ids] of [
      [2, [10]],
      [4, [16, 11]],
      [7, [17, 12]],
      [6, [15, 14, 13]],
      [0, []],
      [5, []],
    ] as const)
      expect(await found({ coStatus }), `status ${coStatus}`).toEqual(ids)
    for (const [coType, ids] of [
      [1, [12, 11, 10]],
      [2, [14]],
      [3, [13]],
      [4, [15]],
      [5, [17, 16]],
    ] as const)
      expect(await found({ coType }), `type ${coType}`).toEqual(ids)
    expect(await found({ isConditional: true })).toEqual([14])
    expect(await found({ isConditional: false, side: 'buy', instrumentId: CONTRACT })).toEqual([17, 16, 15, 13, 12, 11, 10])
    expect(await found({ instrumentId: PAIR })).toEqual([])
    await stop()
  })

  it('PERP-046 [part] a position that is gone shows what it was, and what it brought is what its bills add up to', async () => {
    const { models, project, stop } = await stage.open()
    const end = { quantity: 0, closed: 5, closedValue: 540n, profit: 40n, fees: 5n, funding: -3n, shared: -1n }
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined(), ofContracts('transfer', 1000n, 1000n, 3)),
      ...entry(4, MONDAY + 1, coTraded(1), ofContracts('fee', -2n, 998n, 1), position('opened'), filled(1)),
      ...entry(5, MONDAY + 2, ofContracts('funding', -3n, 995n, POSITION), position('funded', { amount: -3n, funding: -3n })),
      ...entry(6, MONDAY + 3, ofContracts('share', -1n, 994n, POSITION), position('shared', { amount: -1n, shared: -1n })),
      ...entry(
        7,
        MONDAY + 4,
        coTraded(2, { price: 108, takerSide: 'sell' }),
        ofContracts('realised', 40n, 1034n, 2),
        ofContracts('fee', -3n, 1031n, 2),
        position('closed', end),
        filled(2, { side: 'sell', fee: 3n, realised: 40n, price: 108 }),
      ),
      ...entry(
        8,
        MONDAY + 5,
        position('opened', { positionId: asPositionId(8), userId: MAKER }),
        position('opened', { positionId: asPositionId(9) }),
      ),
    ])
    const { rows, total } = await models.positionHistory(OWN)
    expect(total).toBe(1)
    expect(rows[0]).toMatchObject({
      positionId: POSITION,
      openedValue: 500n,
      closedValue: 540n,
      profit: 40n,
      endCause: 'close',
      receiptId: 0,
      endedAt: MONDAY + 4,
    })
    const bills = (await models.contractLines(OWN)).rows
    expect(
      bills.map(({ type, amount, balanceAfter, instrumentId, reference }) => [type, amount, balanceAfter, instrumentId, reference]),
    ).toEqual([
      ['closeFee', -3n, 1031n, CONTRACT, 2],
      ['realised', 40n, 1034n, CONTRACT, 2],
      ['share', -1n, 994n, CONTRACT, POSITION],
      ['funding', -3n, 995n, CONTRACT, POSITION],
      ['openFee', -2n, 998n, CONTRACT, 1],
      ['transferIn', 1000n, 1000n, 0, 3],
    ])
    const ofPosition = bills.filter(({ instrumentId }) => instrumentId !== 0).reduce((sum, { amount }) => sum + amount, 0n)
    const gone = rows[0]
    expect(gone && realisedOf({ ...gone, settled: 0n })).toBe(ofPosition)
    expect((await models.contractLines({ ...OWN, type: 'closeFee', instrumentId: CONTRACT, assetId: QUOTE })).rows).toHaveLength(1)
    expect((await models.statement(OWN)).rows.map(({ cause, account }) => [cause, account])).toEqual([['transfer', 'contract']])
    stage.now = MONDAY + DAY
    expect(await models.balanceDays(CUSTOMER, '2026-03-02')).toContainEqual({
      day: '2026-03-02',
      assetId: QUOTE,
      account: 'contract',
      total: 1031n,
    })
    await stop()
  })

  it('WAL-003 [part] what was open of a position at the end of each day, until it is gone; what comes late holds for the days since', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined()),
      ...entry(4, MONDAY, position('opened', { createdAt: MONDAY, quantity: 5, entry: 300n })),
      ...entry(5, MONDAY + 1000, position('changed', { createdAt: MONDAY, quantity: 8, entry: 480n })),
      ...entry(6, MONDAY + 2 * DAY, position('changed', { createdAt: MONDAY, quantity: 3, entry: 180n, settled: 4n })),
      // of the day before
      ...entry(7, MONDAY + DAY, position('changed', { createdAt: MONDAY, quantity: 3, entry: 180n, settled: 5n })),
      ...entry(8, MONDAY + 4 * DAY, position('closed', { createdAt: MONDAY, quantity: 0, entry: 0n, settled: 0n })),
    ])
    stage.now = MONDAY + 6 * DAY
    const days = (from: string) =>
      models
        .positionDays(CUSTOMER, from)
        .then((rows) => rows.map(({ day, quantity, entry: value, settled }) => [day, quantity, value, settled]))
    const all = [
      ['2026-03-02', 8, 480n, 0n],
      ['2026-03-03', 3, 180n, 5n],
      ['2026-03-04', 3, 180n, 5n],
      ['2026-03-05', 3, 180n, 5n],
    ]
    expect(await days('2026-03-01')).toEqual(all)
    expect(await days('2026-03-05')).toEqual(all.slice(3))
    expect(await days('2026-03-06')).toEqual([])
    await stop()
  })

  it('PERP-043 TRUST-007 [part] a receipt opens to what the index was made of then, and to how it was disposed of', async () => {
    const { models, project, stop } = await stage.open()
    const said = (source: number, price: bigint, state: 'live' | 'silent' = 'live'): Event => ({
      ...{ kind: 'sourcePriced', assetId: COIN, source, state, price, venueAt: MONDAY + 1 },
    })
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined(), {
        ...{
          kind: 'indexTermsSet',
          unitAssetId: QUOTE,
          sources: ['one', 'two', 'three'],
          freshMs: 30_000,
          capE8: 0,
          actor: 'ann',
          why: '',
        },
        weights: [{ assetId: COIN, weights: [2, 1, 1] }],
      }),
      ...entry(4, MONDAY + 1, said(0, 95n), said(1, 97n), said(2, 0n, 'silent')),
      ...entry(5, MONDAY + 10, said(0, 96n)),
      ...entry(6, MONDAY + 20, position('opened'), liquidated('full'), position('liquidated', { quantity: 0, closed: 5, profit: -25n })),
      ...entry(7, MONDAY + 30, said(0, 50n), coTraded(9, { price: 97 }), disposed(9, 2, 97)),
      ...entry(
        8,
        MONDAY + 40,
        coTraded(10, { price: 94 }),
        disposed(10, 3, 94),
        liquidated('full', { isDone: 1, insurance: 4n, margin: 0n, mark: 1 }),
      ),
    ])
    const receipt = await models.receipt(CUSTOMER, RECEIPT)
    expect(receipt).toMatchObject({ kind: 'full', positionId: POSITION, mark: 96, margin: 25n, insurance: 4n, at: MONDAY + 20, tier: 1 })
    expect(receipt?.doneAt).toBe(MONDAY + 40)
    expect(receipt?.fills).toEqual([
      { price: 97, quantity: 2, at: MONDAY + 30 },
      { price: 94, quantity: 3, at: MONDAY + 40 },
    ])
    expect(receipt?.indexInputs).toEqual([
      { source: 'one', price: 96n, weight: 2 },
      { source: 'two', price: 97n, weight: 1 },
    ])
    expect(await models.receipt(MAKER, RECEIPT)).toBeUndefined()
    expect((await models.positionHistory(OWN)).rows[0]).toMatchObject({ endCause: 'liquidation', receiptId: RECEIPT })
    expect((await models.contractFills(OWN)).total).toBe(0)
    await stop()
  })

  it('TRUST-008 PERP-033 [part] funding rates and the insurance fund are public lists, the newest first', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined(), insured('deposit', 100n, 100n)),
      ...entry(4, MONDAY + 8 * 3_600_000, settled(-2_000_000n), insured('funding', 1n, 101n), insured('liquidation', -9n, 92n)),
      ...entry(5, MONDAY + 16 * 3_600_000, settled(3_000_000n, { mark: 120 })),
    ])
    expect((await models.fundingRates(CONTRACT, PAGE)).rows).toEqual([
      { rate: 3_000_000n, mark: 120, at: MONDAY + 16 * 3_600_000 },
      { rate: -2_000_000n, mark: 100, at: MONDAY + 8 * 3_600_000 },
    ])
    const fund = await models.insuranceLines(QUOTE, { pageNo: 1, pageSize: 2 })
    expect([fund.total, fund.rows.map(({ cause, amount, balance: left }) => [cause, amount, left])]).toEqual([
      3,
      [
        ['liquidation', -9n, 92n],
        ['funding', 1n, 101n],
      ],
    ])
    expect((await models.insuranceLines(COIN, PAGE)).total).toBe(0)
    await stop()
  })

  it('marks and indexes have candles of every width, as trades have', async () => {
    const { models, project, stop } = await stage.open()
    stage.now = MONDAY + DAY + 3 * MINUTE
    await project([
      ...PEOPLE,
      // Before its first index there is none to draw.
      ...entry(3, MONDAY, defined(), marked(0, 1, { indexFine: 0n })),
      ...entry(4, MONDAY + MINUTE, marked(100, 101), coTraded(1, { price: 70, quantity: 2 })),
      ...entry(5, MONDAY + MINUTE + 1, marked(104, 101)),
      ...entry(6, MONDAY + MINUTE + 2, marked(98, 102)),
      ...entry(7, MONDAY + DAY, marked(99, 103), coTraded(2, { price: 90, quantity: 4 })),
      ...entry(8, MONDAY + DAY + 1, traded(3)),
    ])
    const range = { from: MONDAY, to: MONDAY + 3 * MINUTE }
    const shape = (candles: Awaited<ReturnType<typeof models.priceCandles>>) =>
      candles.map(({ open, high, low, close, quantity }) => [open, high, low, close, quantity])
    expect(shape(await models.priceCandles('mark', CONTRACT, '1m', range, 10))).toEqual([
      [100, 104, 98, 98, 0],
      [98, 98, 98, 98, 0],
      [98, 98, 98, 98, 0],
    ])
    expect(shape(await models.priceCandles('index', CONTRACT, '1M', { from: 0, to: stage.now }, 1))).toEqual([[101, 103, 101, 103, 0]])
    expect(shape(await models.candles(CONTRACT, '1m', range, 10))).toEqual([
      [70, 70, 70, 70, 2],
      [70, 70, 70, 70, 0],
      [70, 70, 70, 70, 0],
    ])
    await stop()
  })

  it('marks and trades of work that is done late go to the minutes in which it was due', async () => {
    const { models, project, stop } = await stage.open()
    stage.now = MONDAY + DAY
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined()),
      ...entry(4, MONDAY + 3 * MINUTE, marked(100, 100), coTraded(1, { price: 70 })),
      ...entry(4, MONDAY + MINUTE, marked(90, 90), coTraded(2, { price: 60 })),
      ...entry(4, MONDAY + 3 * MINUTE, marked(105, 105), coTraded(3, { price: 71 })),
      ...entry(4, MONDAY + MINUTE, marked(91, 91), coTraded(4, { price: 61 })),
    ])
    const range = { from: MONDAY, to: MONDAY + 3 * MINUTE }
    const ends = (candles: readonly { readonly open: number; readonly close: number }[]) => candles.map(({ open, close }) => [open, close])
    expect(ends(await models.priceCandles('mark', CONTRACT, '1m', range, 9))).toEqual([
      [90, 91],
      [91, 91],
      [100, 105],
    ])
    expect(ends(await models.candles(CONTRACT, '1m', range, 9))).toEqual([
      [60, 61],
      [61, 61],
      [70, 71],
    ])
    await stop()
  })

  it('what was stored in parts and after a start is what comes out of one batch', async () => {
    const whole = await stage.open()
    await whole.project(DAY_OF_ORDERS)
    await whole.stop()
    const expected = await contractHashes(stage.database.connection, stage.tenant())
    const parts = await stage.open()
    for (const seq of [3, 5]) await parts.project(DAY_OF_ORDERS.filter((stamped) => stamped.seq <= seq))
    await parts.stop()
    const history = eventHistory(() => DAY_OF_ORDERS)
    const again = await harness(stage.database.connection, stage.tenant(), { now: () => stage.now, history, durableSeq: 7 })
    await again.models.reached(7)
    await again.stop()
    expect(await contractHashes(stage.database.connection, stage.tenant())).toEqual(expected)
    expect(expected.contract_orders).toMatch(/^2 /)
    expect(expected.contract_fills).toMatch(/^2 /)
  })
})
