/** Accounts of one customer are kept apart in lines and days, and his transfers come back as they were. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { balance, COIN, CUSTOMER, MAKER, QUOTE, registered, type StampedEvent } from '../testing/events.ts'
import { MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'

const FRIEND = asUserId(100003)
const PAGE = { pageNo: 1, pageSize: 10 } as const

onEveryDatabase('wallet', (stage) => {
  const entry = (seq: number, ...events: readonly StampedEvent['event'][]): StampedEvent[] =>
    events.map((event) => ({ seq, at: MONDAY + seq, event }))
  const moved = (seq: number, change: object = {}): StampedEvent['event'] =>
    ({
      kind: 'transferred',
      userId: CUSTOMER,
      from: 'spot',
      to: 'financial',
      assetId: QUOTE,
      transferId: seq,
      amount: 9_007_199_254_740_993n,
      ...change,
    }) as StampedEvent['event']

  it('WAL-037 [part] lines and days are an account’s, and a debt has neither', async () => {
    const { models, project, stop } = await stage.open()
    const cause = 'adjustment'
    await project([
      ...PEOPLE,
      ...entry(3, balance({ availableDelta: 5n, available: 5n, cause })),
      ...entry(4, balance({ account: 'financial', availableDelta: 7n, available: 7n, cause })),
      ...entry(5, balance({ account: 'debt', availableDelta: -9n, available: -9n, cause })),
    ])
    const lines = async (query: object) => (await models.statement({ userId: CUSTOMER, ...PAGE, ...query })).rows
    expect((await lines({})).map(({ account, amount }) => [account, amount])).toEqual([
      ['financial', 7n],
      ['spot', 5n],
    ])
    expect(await lines({ account: 'financial' })).toMatchObject([{ account: 'financial', totalAfter: 7n }])
    const days = await models.balanceDays(CUSTOMER, '2000-01-01')
    const last = days.filter(({ day }) => day === days.at(-1)?.day)
    expect(last.map(({ account, total }) => [account, total]).sort()).toEqual([
      ['financial', 7n],
      ['spot', 5n],
    ])
    await stop()
  })

  it('WAL-035 [part] transfers of a customer come back whole, newest first, by every filter and as of a moment', async () => {
    const { models, project, stop } = await stage.open()
    await project([
      ...PEOPLE,
      ...entry(3, registered(FRIEND, 'customer'), moved(3)),
      ...entry(4, moved(4, { from: 'financial', to: 'spot' })),
      ...entry(5, moved(5, { assetId: COIN }), moved(5, { userId: MAKER })),
      ...entry(6, moved(6, { userId: FRIEND })),
    ])
    const found = async (query: object) => {
      const { rows, total } = await models.history('transfers', { userId: CUSTOMER, ...PAGE, ...query })
      return [total, rows.map(({ id }) => id)]
    }
    expect(await found({})).toEqual([3, [5, 4, 3]])
    expect(await found({ pageSize: 1, pageNo: 2 })).toEqual([3, [4]])
    expect(await found({ asOf: 4 })).toEqual([2, [4, 3]])
    expect(await found({ where: { assetId: COIN } })).toEqual([1, [5]])
    expect(await found({ where: { from: 'spot', to: 'financial', assetId: QUOTE } })).toEqual([1, [3]])
    expect(await found({ range: { from: MONDAY + 4, to: MONDAY + 4 } })).toEqual([1, [4]])
    expect(await found({ id: 3 })).toEqual([1, [3]])
    expect(await found({ userId: MAKER })).toEqual([0, []])
    expect((await models.history('transfers', { userId: FRIEND, ...PAGE })).rows).toEqual([
      { id: 6, at: MONDAY + 6, assetId: QUOTE, from: 'spot', to: 'financial', amount: 9_007_199_254_740_993n },
    ])
    await stop()
  })
})
