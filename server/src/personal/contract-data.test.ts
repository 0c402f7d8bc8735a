/** What a customer takes away of what they did in contracts, and what of it keeps their account open. */
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { balancesOf, userStatusOf } from '@agio/engine/read.ts'
import { expect, it } from 'vitest'
import { setIndex } from '../testing/contract-fixtures.ts'
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

it('USER-014 [part] is not closed while a position is open, though its balances have come to nothing', async () => {
  const futures = await futuresWorld()
  try {
    const { agio, exchange } = futures.world
    const ann = await futures.customer('ann', 100)
    await ann.post('user/edit_user_page_config', { positionModel: 2 })
    await ann.post('user/level_edit', { contractId: String(futures.contract), nowLevel: 100 })
    const order = async (over: Record<string, unknown>) => {
      const answer = await ann.post('order/order_create', orderOf(futures.contract, { leverageLevel: 100, ...over }))
      expect(answer.data, answer.text).toMatchObject({ status: 2 })
    }
    futures.quote('sell', 60_000, 100)
    await order({ price: '60000' })
    setIndex(exchange, 63_000)
    futures.quote('buy', 63_000, 100)
    await order({ side: 'SELL', price: '63000' })
    setIndex(exchange, 64_500)
    futures.quote('sell', 64_500, 100)
    // The short has lost more than there is: the rest was paid out of what the long has won.
    await order({ open: 'CLOSE', price: '64500' })
    expect(balancesOf(exchange.state, ann.userId).filter(({ available, held }) => available !== 0n || held !== 0n)).toEqual([])
    expect(positionsOf(exchange.state, ann.userId)).toMatchObject([{ isShort: false, quantity: 100 }])
    await expect(agio.closures.close(ann.userId)).rejects.toMatchObject({ errorName: 'ACCOUNT_NOT_EMPTY', params: { kind: 'positions' } })
    expect(userStatusOf(exchange.state, ann.userId)).toBe('active')
  } finally {
    await futures.world.close()
  }
})
