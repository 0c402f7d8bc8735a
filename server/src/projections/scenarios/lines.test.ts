/** Statement lines stand in the rows of fills where they can: readers see no difference. And whatever a customer writes comes back as it was. */
import { asAssetId, asTradeId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import {
  type BalanceChanged,
  balance,
  COIN,
  CUSTOMER,
  MAKER,
  order,
  QUOTE,
  registered,
  type StampedEvent,
  traded,
} from '../testing/events.ts'
import { MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import { rowHashes } from '../testing/harness.ts'

const FRIEND = asUserId(100003)

/** What a side of a trade posts: paid, gained, and the fee of what was gained, if any. */
function postings(userId: UserId, tradeId: number, fee: bigint): readonly BalanceChanged[] {
  const common = { userId, reference: asTradeId(tradeId), cause: 'trade' } as const
  return [
    balance({ ...common, assetId: QUOTE, heldDelta: -100n, available: 900n, held: 5n }),
    balance({ ...common, assetId: COIN, availableDelta: 50n, available: 50n }),
    ...(fee === 0n ? [] : [balance({ ...common, assetId: COIN, cause: 'fee', availableDelta: -fee, available: 50n - fee })]),
  ]
}

onEveryDatabase('lines', (stage) => {
  const entry = (seq: number, ...events: readonly StampedEvent['event'][]): StampedEvent[] =>
    events.map((event) => ({ seq, at: MONDAY + seq, event }))
  const linesOf = async (models: Awaited<ReturnType<typeof stage.open>>['models'], userId: UserId) =>
    (await models.statement({ userId, pageNo: 1, pageSize: 100 })).rows
      .map(({ lineId, assetId, cause, amount, totalAfter, reference }) => [lineId, assetId, cause, amount, totalAfter, reference])
      .reverse()

  it('WAL-037 [part] lines of trades come back in order, with ids that follow on each other, between all others', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(3, registered(FRIEND, 'customer'), balance({ availableDelta: 5n, available: 5n, cause: 'airdrop' })),
      ...entry(4, traded(1, { makerUserId: FRIEND }), ...postings(FRIEND, 1, 0n), ...postings(CUSTOMER, 1, 2n)),
      ...entry(5, balance({ availableDelta: -1n, available: 4n, cause: 'adjustment' })),
    ])
    const isTrade = [
      [QUOTE, 'trade', -100n, 905n, 1],
      [COIN, 'trade', 50n, 50n, 1],
    ]
    expect(await linesOf(models, FRIEND)).toEqual(isTrade.map((line, place) => [4000 + place, ...line]))
    expect(await linesOf(models, CUSTOMER)).toEqual([
      [3000, QUOTE, 'airdrop', 5n, 5n, 0],
      ...isTrade.map((line, place) => [4002 + place, ...line]),
      [4004, COIN, 'fee', -2n, 48n, 1],
      [5000, QUOTE, 'adjustment', -1n, 4n, 0],
    ])
    const page = { userId: CUSTOMER, pageNo: 1, pageSize: 2 } as const
    expect((await models.statement({ ...page, causes: ['fee'] })).rows.map(({ lineId }) => lineId)).toEqual([4004])
    expect((await models.statement({ ...page, direction: 'out', asOf: 4 })).total).toBe(2)
    expect(await models.statementSums({ userId: CUSTOMER, cause: 'fee' })).toEqual([{ reference: 1, assetId: COIN, amount: -2n, lines: 1 }])
    await stop()
  })

  it('WAL-003 EARN-017 [part] lines are summed by day and asset, and what early redemptions took back by the account that was paid', async () => {
    const { models, project, stop } = await stage.open()
    const DAY = 86_400_000
    const today = MONDAY / DAY
    const on = (seq: number, day: number, ...events: readonly StampedEvent['event'][]): StampedEvent[] =>
      events.map((event) => ({ seq, at: MONDAY + day * DAY + seq, event }))
    const given = (amount: bigint, changes: Partial<BalanceChanged> = {}) =>
      balance({ cause: 'airdrop', availableDelta: amount, available: amount, ...changes })
    /** Principal leaves savings, and what is left of it comes to an account. */
    const redeemed = (reference: number, left: bigint, account: 'spot' | 'financial') => [
      balance({ cause: 'earnRedeem', account: 'financial', heldDelta: -100n, reference }),
      balance({ cause: 'earnRedeem', account, availableDelta: left, available: left, reference }),
    ]
    await project([
      ...PEOPLE,
      ...on(3, 0, given(5n), given(7n), given(2n, { assetId: COIN }), given(50n, { account: 'financial', cause: 'transfer' })),
      ...on(4, 1, given(11n), given(-1n, { cause: 'adjustment' }), given(99n, { cause: 'deposit' })),
      ...on(5, 1, ...redeemed(1, 96n, 'spot')),
      ...on(6, 1, ...redeemed(2, 97n, 'spot')),
      ...on(7, 1, ...redeemed(3, 99n, 'financial')),
      // Of a flexible product, twice: all of it was paid.
      ...on(8, 1, ...redeemed(4, 100n, 'spot')),
      ...on(9, 1, ...redeemed(4, 100n, 'spot')),
      ...on(10, 2, given(13n), ...redeemed(5, 90n, 'spot')),
    ])
    const range = { from: MONDAY, to: MONDAY + 2 * DAY - 1 }
    const userId = CUSTOMER
    expect(await models.statementDays({ userId, causes: ['airdrop', 'adjustment'], range })).toEqual([
      { day: today, assetId: QUOTE, amount: 12n },
      { day: today, assetId: COIN, amount: 2n },
      { day: today + 1, assetId: QUOTE, amount: 10n },
    ])
    expect(await models.statementDays({ userId, account: 'financial', causes: ['airdrop', 'transfer', 'earnRedeem'], range })).toEqual([
      { day: today, assetId: QUOTE, amount: 50n },
      { day: today + 1, assetId: QUOTE, amount: -401n },
    ])
    expect(await models.takenBack(userId, range)).toEqual([
      { day: today + 1, assetId: QUOTE, account: 'financial', amount: -1n },
      { day: today + 1, assetId: QUOTE, account: 'spot', amount: -7n },
    ])
    expect(await models.takenBack(FRIEND, range)).toEqual([])
    await stop()
  })

  it('WAL-037 [part] lines that are no fill’s come back all the same', async () => {
    const { models, project, stop } = await stage.open()
    const foreign = balance({ cause: 'fee', assetId: asAssetId(9), availableDelta: -7n, available: 1n, reference: 2 })
    const fee = balance({ cause: 'fee', assetId: COIN, availableDelta: -7n, available: 1n, reference: 3 })
    await project([
      ...PEOPLE,
      // Of another asset than the fill's fee, of another amount, without a trade, and both sides of one trade.
      ...entry(3, traded(2), ...postings(CUSTOMER, 2, 0n), foreign),
      ...entry(4, traded(3), ...postings(CUSTOMER, 3, 0n), fee),
      ...entry(5, ...postings(CUSTOMER, 4, 2n)),
      ...entry(6, traded(5, { makerUserId: CUSTOMER, makerFee: 0n }), ...postings(CUSTOMER, 5, 0n), ...postings(CUSTOMER, 5, 2n)),
    ])
    const lines = await linesOf(models, CUSTOMER)
    expect(lines.map(([lineId, , cause, , , reference]) => `${lineId} ${cause} ${reference}`)).toEqual([
      ...['3000 trade 2', '3001 trade 2', '3002 fee 2'],
      ...['4000 trade 3', '4001 trade 3', '4002 fee 3'],
      ...['5000 trade 4', '5001 trade 4', '5002 fee 4'],
      ...['6000 trade 5', '6001 trade 5', '6002 trade 5', '6003 trade 5', '6004 fee 5'],
    ])
    expect([lines[2], lines[5], lines[13]]).toEqual([
      [3002, 9, 'fee', -7n, 1n, 2],
      [4002, COIN, 'fee', -7n, 1n, 3],
      [6004, COIN, 'fee', -2n, 48n, 5],
    ])
    expect((await models.fills({ userId: CUSTOMER, pageNo: 1, pageSize: 10 })).total).toBe(4)
    await stop()
  })

  it('an order is the same row whether its end comes in the batch of its beginning or later', async () => {
    const placed = order(3, MONDAY + 3, { triggerPrice: 77, clientOrderId: 'a\tb\nc\\N\r"{}' })
    const changed = { ...placed, triggered: true, triggeredAt: MONDAY + 4, executedQuantity: 1, status: 'partiallyFilled' } as const
    const closed = { ...changed, status: 'canceled', closeReason: 'user', held: 0n, triggerPrice: 0, trailingBps: 5 } as const
    const events: StampedEvent[] = [
      ...PEOPLE,
      ...entry(3, { kind: 'orderPlaced', order: placed }),
      ...entry(4, { kind: 'orderUpdated', order: changed }),
      ...entry(5, { kind: 'orderClosed', order: closed }),
    ]
    const hashes: string[] = []
    for (const cuts of [[5], [3, 5], [2, 3, 4, 5], [4, 5]]) {
      const { models, project, stop } = await stage.open()
      let from = 0
      for (const cut of cuts) {
        await project(events.filter(({ seq }) => seq > from && seq <= cut))
        from = cut
      }
      expect(await models.order(CUSTOMER, { clientOrderId: placed.clientOrderId, caller: 0 })).toEqual(closed)
      hashes.push((await rowHashes(stage.database.connection, stage.tenant())).orders ?? '')
      await stop()
    }
    expect(new Set(hashes).size).toBe(1)
  })

  it('a maker’s lines are left out, a copy that fails leaves nothing behind', async () => {
    const { models, writer, queue, project, stop } = await stage.open()
    await project([...PEOPLE, ...entry(3, traded(2), ...postings(MAKER, 2, 0n), ...postings(CUSTOMER, 2, 2n))])
    expect(await linesOf(models, MAKER)).toEqual([])
    // The same trade again: its row is there.
    writer.fold(traded(2), { seq: 4, at: MONDAY + 4 })
    const commit = queue.write(() => writer.commit({ seq: 4, at: MONDAY + 4 }, 'journal'))
    await expect(commit).rejects.toThrow(/fills_key/)
    expect(writer.storedSeq).toBe(3)
    expect((await models.fills({ userId: CUSTOMER, pageNo: 1, pageSize: 10 })).total).toBe(1)
    await stop()
  })
})
