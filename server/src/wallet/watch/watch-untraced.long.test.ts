/** A node that gives no calls of a block: the watcher goes on without them after its patience, says so before it books, and balances find the rest. */
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isCompared } from '../reconcile/compare-network.ts'
import { evmNetwork } from '../testing/documents.ts'
import { until, WatchHouse } from '../testing/watch-house.ts'

const ETHER = 10n ** 18n

let world: AnvilWorld
let house: WatchHouse
beforeEach(async () => {
  world = await openAnvilWorld()
  house = new WatchHouse()
})
afterEach(async () => {
  await house.end()
  await world.close()
})

it('WAL-014 [part] a block without its calls is noted before it is booked, holds nobody up, and what it brought waits for a person', async () => {
  const ethereum = house.network(60, evmNetwork())
  const eth = house.asset('ETH')
  house.listing(ethereum, eth, null, { chainScale: 18 })
  house.urls.set('ethereum', [world.fickle.url])
  await house.open()
  const ann = house.customer()
  const own = (await house.addressOf(ann, ethereum)).text
  await house.reaches(ethereum, (await world.mine()).height)

  world.fickle.alter = (method, result) => (method === 'debug_traceBlockByHash' ? new Error('response too large') : result)
  await world.payMany([{ to: own, tag: null, token: null, amount: ETHER + 3n }])
  const { height, hash } = await world.mine()
  await until('what holds it up', async () => (house.wallet.watch.health()[0]?.why?.includes('cannot be had') ? true : undefined))
  expect(house.height(ethereum), 'not yet').toBe(height - 1)
  for (let waited = 0; waited < 8 && house.height(ethereum) < height; waited += 1)
    await house.reaches(ethereum, height).catch((error: unknown) => {
      if (waited === 7) throw error
    })
  expect(house.wallet.untraced.of(ethereum)).toMatchObject({ count: 1, openTo: height, last: { height, hash } })
  expect(house.logged.filter((line) => line.startsWith('a block is booked without the calls inside it'))).toHaveLength(1)

  // The next one is not waited for as long, and no line of the log is spent on it.
  await house.reaches(ethereum, (await world.mine()).height)
  expect(house.wallet.untraced.of(ethereum)).toMatchObject({ count: 2, openTo: height + 1 })
  expect(house.logged.filter((line) => line.startsWith('a block is booked without the calls inside it'))).toHaveLength(1)
  const compared = await until('a comparison', async () => {
    const [result] = (await house.wallet.treasury.reconciler.run()).networks
    return result !== undefined && isCompared(result) ? result : undefined
  })
  expect(compared.findings.map(({ difference }) => difference)).toEqual([0n])
  expect(house.deposits(ann)).toEqual(['confirming 100000000'])
  expect(listingsOf(house.exchange.state).map(({ isHalted, dust }) => [isHalted, dust])).toEqual([[false, 3n]])
  await house.close()
  await house.open()
  await until('the note', async () => (house.wallet.untraced.of(ethereum)?.count === 2 ? true : undefined))
}, 900_000)
