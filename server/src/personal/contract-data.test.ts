/** What a customer takes away of what they did in contracts. */
import { expect, it } from 'vitest'
import { futuresWorld, orderOf } from '../testing/futures-trader.ts'
import { unzip, whole } from '../testing/unzip.ts'
import { personalArchive } from './archive.ts'

it('USER-014 [part] holds what its owner did in contracts: orders, fills, positions, and bills that add up', async () => {
  const futures = await futuresWorld()
  try {
    const ann = await futures.customer('ann')
    futures.quote('sell', 60_000, 10)
    await ann.post('order/order_create', orderOf(futures.contract, { volume: '10' }))
    futures.quote('buy', 60_100, 10)
    const [position] = (await ann.read('position/get_assets_list')).data.positionList
    await ann.post('order/light_close', { positionId: position?.id })
    const { agio, exchange } = futures.world
    const files = unzip(await whole(personalArchive(agio, ann.userId, exchange.now())))
    const rows = (name: string): string[][] =>
      (files.get(name) ?? '')
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
    expect(['orders', 'fills', 'positions'].map((what) => rows(`contract-${what}.csv`).length)).toEqual([3, 3, 2])
    const [head = [], ...bills] = rows('contract-bills.csv')
    const sum = bills.reduce((total, bill) => total + Number(bill[head.indexOf('amount')]), 0)
    const { accountList } = (await ann.read('position/get_assets_list')).data
    expect(sum).toBeCloseTo(Number(accountList[0]?.accountBalance), 6)
    expect(bills.length).toBeGreaterThan(3)
    for (const name of ['orders.csv', 'fills.csv']) expect(rows(name), name).toHaveLength(1)
  } finally {
    await futures.world.close()
  }
})
