/** Large amounts need a second node that says the same; and what nodes say is worth what the index says. */
import { asAssetId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Door, doorOf, newNode, SimulatedHouse } from '../testing/simulated-house.ts'
import { until } from '../testing/watch-house.ts'

let house: SimulatedHouse
let second: Door | undefined

beforeEach(async () => {
  house = new SimulatedHouse()
  // 100 units, and a coin is worth 50 of them: two coins and more.
  await house.begin({ quorumFromU: '100' })
  house.price(house.coin, 50n * 10n ** 12n, house.asset('USDT'))
  await house.close()
})
afterEach(async () => {
  await house.end()
  await second?.close()
  second = undefined
})

const COIN = 10n ** 8n
const disagreed = (): Promise<true> =>
  until('a disagreement', async () => (house.wallet.watch.health()[0]?.why?.startsWith('disagreement') ? true : undefined))

it('less than the bound is believed of one node, and so much is not without a second', async () => {
  await house.open()
  await house.pay(2n * COIN - 1n)
  await house.mine(2)
  expect(house.deposits(house.ann)).toEqual(['credited 199999999'])
  await house.pay(2n * COIN)
  await house.node.mine()
  await disagreed()
  expect(house.deposits(house.ann)).toHaveLength(1)
  house.urls.set('sim', [house.door.url], [house.door.url])
  await house.mine()
  expect(house.deposits(house.ann)).toEqual(['unlocked 199999999', 'credited 200000000'])
})

it('what a block brings in parts is as much as it is in one', async () => {
  await house.open()
  await house.pay(2n * COIN - 1n)
  await house.pay(1n)
  await house.node.mine()
  await disagreed()
  expect(house.deposits(house.ann).filter((line) => !line.startsWith('detected'))).toEqual([])
  house.urls.set('sim', [house.door.url], [house.door.url])
  await house.mine()
  expect(house.money(house.ann, house.coin).available).toBe(2n * COIN - 1n)
})

it('a second node that knows another chain credits nothing, however large the sum', async () => {
  const liar = newNode('another')
  await liar.mine(9)
  second = await doorOf(liar)
  house.urls.set('sim', [house.door.url], [second.url])
  await house.open()
  await house.pay(7n * COIN)
  await house.node.mine()
  await disagreed()
  expect(house.deposits(house.ann).filter((line) => !line.startsWith('detected'))).toEqual([])
  house.urls.set('sim', [house.door.url], [house.door.url])
  await house.mine()
  expect(house.deposits(house.ann)).toEqual(['credited 700000000'])
  await liar.close()
})

it('the bound follows the index price', async () => {
  await house.open()
  await house.pay(COIN)
  await house.mine()
  // A coin is worth as much as two were before.
  house.price(house.coin, 100n * 10n ** 12n, asAssetId(2))
  const [listing] = listingsOf(house.exchange.state)
  if (listing === undefined) throw new Error('no listing')
  const { listingId, terms } = listing
  house.exchange.must({ kind: 'changeListing', listingId, terms, document: { token: null }, actor: 'test', why: '' })
  await house.pay(COIN)
  await house.node.mine()
  await disagreed()
})
