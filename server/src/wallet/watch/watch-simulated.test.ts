/** Following a simulated network: what comes, what leaves, what is told twice, and a node that fails. */
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { serveSimulated } from '@agio/chain/simulated/over-http.ts'
import type { AssetId, ListingId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { simulatedNetwork } from '../testing/documents.ts'
import { until, WatchHouse } from '../testing/watch-house.ts'

let house: WatchHouse
let node: SimulatedNode
let door: { readonly url: string; close(): Promise<void> }
let sim: NetworkId
let coin: AssetId
let listing: ListingId
let ann: UserId
let own: string

const newNode = (seed = 'a test'): SimulatedNode => newSimulatedNode({ network: 'sim', seed, genesis: Date.UTC(2026, 0, 15) })
const pay = (to: string, amount: bigint, token: string | null = null, tag: string | null = null): Promise<string> =>
  node.pay([{ to, tag, token, amount }])

beforeEach(async () => {
  house = new WatchHouse()
  node = newNode()
  door = await serveSimulated((question) => node.ask(question), 0)
  coin = house.asset('SIM')
  sim = house.network(101, simulatedNetwork('sim'))
  listing = house.listing(sim, coin, null)
  house.urls.set('sim', [door.url])
  await house.open()
  ann = house.customer()
  own = (await house.addressOf(ann, sim)).text
})
afterEach(async () => {
  await house.end()
  await door.close()
  await node.close()
})

const mine = async (blocks = 1): Promise<void> => {
  const { height } = await node.mine(blocks)
  await house.reaches(sim, height)
}

it('WAL-010 a deposit is detected, confirming, credited and unlocked: tradable at n, withdrawable at N', async () => {
  await mine()
  await pay(own, 5_000n)
  await until('the mempool', async () => house.deposits(ann)[0])
  expect(house.deposits(ann)).toEqual(['detected 5000'])
  expect(house.money(ann, coin)).toEqual({ available: 0n, withdrawable: 0n, owed: 0n })
  await mine()
  expect(house.deposits(ann)).toEqual(['confirming 5000'])
  await mine()
  expect(house.deposits(ann)).toEqual(['credited 5000'])
  expect(house.money(ann, coin)).toEqual({ available: 5_000n, withdrawable: 0n, owed: 0n })
  await mine(2)
  expect(house.deposits(ann)).toEqual(['unlocked 5000'])
  expect(house.money(ann, coin)).toEqual({ available: 5_000n, withdrawable: 5_000n, owed: 0n })
  expect(house.held(listing)).toBe(5_000n)
})
