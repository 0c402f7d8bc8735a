/** The comparison as the wallet opens it: over the watcher's own node, with addresses that history remembers. */
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { serveSimulated } from '@agio/chain/simulated/over-http.ts'
import type { ListingId, NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { simulatedNetwork } from '../testing/documents.ts'
import { until, WatchHouse } from '../testing/watch-house.ts'
import { isCompared } from './compare-network.ts'

let house: WatchHouse
let node: SimulatedNode
let doors: { readonly url: string; close(): Promise<void> }[]
let sim: NetworkId
let listing: ListingId

const SIMULATED = { network: 'sim', seed: 'a test', genesis: Date.UTC(2026, 0, 15) }
const serve = async (other: SimulatedNode): Promise<string> => {
  const door = await serveSimulated((question) => other.ask(question), 0)
  doors.push(door)
  return door.url
}
const open = async (tag?: string) => {
  house = new WatchHouse()
  node = newSimulatedNode(SIMULATED)
  doors = []
  const coin = house.asset('SIM')
  sim = house.network(101, simulatedNetwork('sim', tag))
  listing = house.listing(sim, coin, null, { chainScale: 9 })
  house.urls.set('sim', [await serve(node)])
  await house.open()
}
beforeEach(() => open())
afterEach(close)
async function close(): Promise<void> {
  await house.end()
  for (const door of doors) await door.close()
  await node.close()
}

const mine = async (blocks = 1): Promise<void> => {
  const { height } = await node.mine(blocks)
  await house.reaches(sim, height)
}
const compared = () =>
  until('a comparison', async () => {
    const [result] = (await house.wallet.treasury.reconciler.run()).networks
    return result !== undefined && isCompared(result) ? result : undefined
  })
const isHalted = () => listingsOf(house.exchange.state).find(({ listingId }) => listingId === listing)?.isHalted

it('WAL-038 [part] what the watcher booked is equal to what its node holds, and is after a restart, when history says where coins lie', async () => {
  const customers = [house.customer(), house.customer(), house.customer()]
  const owns = []
  for (const customer of customers) owns.push(await house.addressOf(customer, sim))
  await mine()
  for (const [index, { text }] of owns.slice(0, 2).entries())
    await node.pay([{ to: text, tag: null, token: null, amount: 10_000_000n + BigInt(index) }])
  await mine()
  const first = await compared()
  expect(first.findings).toMatchObject([{ discrepancies: [], chain: 20_000_001n, ledger: 20_000_001n }])
  expect(first.asked, 'two of three customers’, and the house’s hot one').toBe(3)
  await house.close()
  await house.open()
  await house.reaches(sim, node.head.height)
  expect(await compared()).toMatchObject({ asked: 3, findings: [{ discrepancies: [], chain: 20_000_001n }] })
  expect(isHalted()).toBe(false)
})

it('WAL-038 [part] coins that no watcher booked halt withdrawals, and an operator’s halt is the only one to be lifted', async () => {
  const own = await house.addressOf(house.customer(), sim)
  await mine()
  await node.pay([{ to: own.text, tag: null, token: null, amount: 10_000_000n }])
  await mine()
  const hot = house.exchange.must({
    kind: 'fundHolding',
    listingId: listing,
    place: 'hot',
    amount: 3n,
    dust: 0n,
    reference: '',
    actor: 'ops',
    why: '',
  })
  expect(hot.reason).toBe('none')
  expect((await compared()).findings).toMatchObject([{ discrepancies: ['chain'], difference: -30n }])
  expect(isHalted()).toBe(true)
})

it('WAL-038 [part] a second node is asked for the same block: one of another chain says nothing, one that agrees is named', async () => {
  const own = await house.addressOf(house.customer(), sim)
  await mine()
  await node.pay([{ to: own.text, tag: null, token: null, amount: 10_000_000n }])
  await mine()
  const other = newSimulatedNode({ ...SIMULATED, seed: 'another' })
  house.urls.set('sim', house.urls.of('sim'), [await serve(other)])
  expect((await compared()).second).toMatchObject({ why: expect.stringContaining('does not know block') })
  house.urls.set('sim', house.urls.of('sim'), [await serve(node)])
  expect((await compared()).second).toBe('asked')
  expect(isHalted()).toBe(false)
  await other.close()
})

it('WAL-038 [part] where one address serves many, deposits with and without a tag are equal', async () => {
  await close()
  await open('Memo')
  const own = await house.addressOf(house.customer(), sim)
  await mine()
  for (const tag of [own.tag, null, '4']) await node.pay([{ to: own.text, tag, token: null, amount: 10_000_000n }])
  await mine()
  expect(await compared()).toMatchObject({ asked: 2, findings: [{ discrepancies: [], chain: 30_000_000n }] })
})
