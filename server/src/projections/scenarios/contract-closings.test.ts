/** How positions of contracts are closed that nobody closed: by a deleveraging, in steps of a liquidation, against an own leg. */
import type { Event } from '@agio/engine/event.ts'
import { asOrderId, asPositionId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { CONTRACT, coOrder, coTraded, defined, filled, liquidated, POSITION, position } from '../testing/contract-events.ts'
import { balance, CUSTOMER, type StampedEvent } from '../testing/events.ts'
import { MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'

const OWN = { pageNo: 1, pageSize: 20, userId: CUSTOMER } as const

const entry = (seq: number, at: number, ...events: readonly Event[]): StampedEvent[] => events.map((event) => ({ seq, at, event }))
const placed = (of: ReturnType<typeof coOrder>): Event => ({ kind: 'orderPlaced', order: of })
const closed = (of: ReturnType<typeof coOrder>): Event => ({ kind: 'orderClosed', order: of })
const ofContracts = (cause: Extract<Event, { kind: 'balanceChanged' }>['cause'], delta: bigint, left: bigint, reference: number): Event =>
  balance({ account: 'contract', cause, availableDelta: delta, available: left, reference })

/** The order that a deleveraging makes for whom it closes. */
const MADE = { side: 'sell', type: 'market', timeInForce: 'ioc', source: 'adl', price: 0 } as const
const BY_RANK = { isClose: true, receiptId: asPositionId(91) } as const

onEveryDatabase('contracts that somebody else closes', (stage) => {
  it('PERP-041 PERP-043 [part] bills, orders and fills name a deleveraging, and what a liquidation takes of all crossed positions names none', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(3, MONDAY, defined(), ofContracts('transfer', 100n, 100n, 3)),
      ...entry(
        4,
        MONDAY + 1,
        liquidated('adl', { receiptId: asPositionId(91) }),
        placed(coOrder(4, MONDAY + 1, { ...MADE, status: 'new' }, BY_RANK)),
        ofContracts('realised', 9n, 109n, POSITION),
        position('deleveraged', { quantity: 0, closed: 5, profit: 9n }),
        filled(77, { orderId: asOrderId(32), side: 'sell', isClose: 1, price: 95, value: 475n, fee: 0n, realised: 9n }),
        closed(coOrder(4, MONDAY + 1, { ...MADE, status: 'filled', closeReason: 'filled', executedQuantity: 5 }, BY_RANK)),
      ),
      // Reduced in the book to nothing: what ends it is a fill as any other.
      ...entry(
        5,
        MONDAY + 2,
        liquidated('partial', { positionId: asPositionId(8), isDone: 1, receiptId: asPositionId(92) }),
        coTraded(5, { takerSide: 'sell' }),
        ofContracts('realised', -4n, 105n, 5),
        position('closed', { positionId: asPositionId(8), quantity: 0 }),
        liquidated('partial', { quantity: 0, isDone: 1, receiptId: asPositionId(93) }),
      ),
      ...entry(
        6,
        MONDAY + 3,
        position('liquidated', { positionId: asPositionId(9), quantity: 0 }),
        ofContracts('liquidation', -105n, 0n, 0),
      ),
      // Long and short of his closed each other: no trade tells of it.
      ...entry(7, MONDAY + 4, liquidated('matched', { quantity: 4, mark: 105, receiptId: asPositionId(94) })),
    ])
    const bills = (await models.contractLines(OWN)).rows
    expect(bills.map(({ type, amount, instrumentId }) => [type, amount, instrumentId])).toEqual([
      ['insurance', -105n, 0],
      ['realised', -4n, CONTRACT],
      ['adl', 9n, CONTRACT],
      ['transferIn', 100n, 0],
    ])
    expect((await models.positionHistory(OWN)).rows.map(({ positionId, endCause }) => [positionId, endCause])).toEqual([
      [9, 'liquidation'],
      [8, 'liquidation'],
      [POSITION, 'adl'],
    ])
    // It is an order and a fill of his, and of nobody else: no trade tells of it.
    const [row] = (await models.contractOrders({ ...OWN, state: 'closed' })).rows
    expect(row).toMatchObject({ realised: 9n, order: { orderId: 32, source: 'adl', price: 0, contract: BY_RANK } })
    expect((await models.contractFills(OWN)).rows).toMatchObject([{ tradeId: 77, orderId: 32, side: 'sell', isClose: true, fee: 0n }])
    expect(await models.trades(CONTRACT, 10)).not.toContainEqual(expect.objectContaining({ tradeId: 77 }))
    const deleveraged = [{ value: 475n, quantity: 5, at: MONDAY + 1 }]
    expect(await models.receipt(CUSTOMER, asPositionId(91))).toMatchObject({ kind: 'adl', fills: [], deleveraged, doneAt: MONDAY + 1 })
    expect(await models.receipt(CUSTOMER, asPositionId(93))).toBeUndefined()
    const fills = [{ price: 105, quantity: 4, at: MONDAY + 4 }]
    expect(await models.receipt(CUSTOMER, asPositionId(94))).toMatchObject({ kind: 'matched', fills, deleveraged: [] })
    await stop()
  })
})
