/** The wallet with all its parts on a simulated network: watched, compared, swept and paid by those who do it in the product. */
import { writeSimulated } from '@agio/chain/address/simulated.ts'
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { serveSimulated } from '@agio/chain/simulated/over-http.ts'
import { asAssetId, asListingId, asUserId, type ListingId, type NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { simulatedNetwork } from '../testing/documents.ts'
import { until } from '../testing/watch-house.ts'
import { WholeHouse } from '../testing/whole-house.ts'

let house: WholeHouse
let node: SimulatedNode
let door: { readonly url: string; close(): Promise<void> }
let sim: NetworkId
let token: ListingId
beforeEach(async () => {
  house = new WholeHouse()
  node = newSimulatedNode({ network: 'sim', seed: 'a test', genesis: Date.UTC(2026, 0, 15) })
  door = await serveSimulated((question) => node.ask(question), 0)
  const [coin, other] = [house.asset('SIM'), house.asset('TKN')]
  sim = house.network(101, simulatedNetwork('sim'))
  house.listed(sim, coin, 9, { token: null })
  token = house.listed(sim, other, 6, { token: 'TOKEN', sweepFrom: '5' })
  house.urls.set('sim', [door.url])
  await house.open()
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
const sent = () => until('a transaction', async () => (node.chain.waiting.length > 0 ? true : undefined))

it('WAL-038 OPS-016 [part] a deposit is swept into a hot address through conductor and watcher, and every block compares equal', async () => {
  const ann = house.customer()
  const own = await house.addressOf(ann, sim)
  const hot = await house.hotText(sim)
  await mine()
  await node.pay([{ to: hot, tag: null, token: null, amount: 3_000_000_007n }])
  await node.pay([{ to: own.text, tag: null, token: 'TOKEN', amount: 20_000_000n }])
  await mine(3)
  await until('a movement', async () => {
    await house.tend()
    return house.wallet.treasury.treasurer?.moves.on(sim).length === 1 ? true : undefined
  })
  // The coins for the fee, then the sweep.
  for (const _ of [1, 2]) {
    await sent()
    for (let block = 0; block < 3; block += 1) {
      await mine()
      await house.tend()
    }
  }
  expect(house.lies(token)).toEqual({ addresses: 0n, hot: 2_000_000_000n, warm: 0n, cold: 0n })
  expect(house.deposits(ann), 'what the house moved is nobody’s deposit').toEqual(['unlocked 2000000000'])
  expect(listingsOf(house.exchange.state).some(({ isHalted }) => isHalted)).toBe(false)
})

it('a restart between the coins for the fee and the sweep begins neither again', async () => {
  const ann = house.customer()
  const own = await house.addressOf(ann, sim)
  const hot = await house.hotText(sim)
  await mine()
  await node.pay([{ to: hot, tag: null, token: null, amount: 3_000_000_007n }])
  await node.pay([{ to: own.text, tag: null, token: 'TOKEN', amount: 20_000_000n }])
  await mine(3)
  await until('a movement', async () => {
    await house.tend()
    return house.wallet.treasury.treasurer?.moves.on(sim).length === 1 ? true : undefined
  })
  await sent()
  await house.close()
  await house.open()
  const moves = () => house.wallet.treasury.treasurer?.moves
  await until('plans from history', async () => (moves()?.busyOn(sim) === undefined ? undefined : true))
  await house.tend()
  expect(moves()?.on(sim)).toHaveLength(1)
  await mine()
  await house.tend()
  expect(moves()?.on(sim)).toHaveLength(1)
  await mine(2)
  await until('the sweep', async () => {
    await house.tend()
    return moves()?.on(sim).length === 1 ? true : undefined
  })
  await sent()
  await mine(3)
  await house.tend()
  expect(house.lies(token)).toEqual({ addresses: 0n, hot: 2_000_000_000n, warm: 0n, cold: 0n })
})

it('WAL-017 [part] nothing is paid to an address that came on the list of sanctions behind the approval', async () => {
  const ann = house.customer()
  const hot = await house.hotText(sim)
  const coin = asAssetId(1)
  house.price(asAssetId(2), 10n ** 12n, coin)
  house.exchange.must({ kind: 'creditUser', userId: ann, assetId: coin, amount: 10n ** 8n, cause: 'deposit', reference: '' })
  await mine()
  await node.pay([{ to: hot, tag: null, token: null, amount: 3_000_000_007n }])
  await mine(3)
  const [listed, other] = [3, 4].map((byte) => writeSimulated('sim', new Uint8Array(20).fill(byte))) as [string, string]
  const list = { collection: 'sanctions', id: 'part-000', document: { addresses: [listed] } } as const
  house.exchange.must({ kind: 'saveDocument', userId: asUserId(0), ...list, actor: 'ops' })
  const [held, paid] = [listed, other].map((to) => house.withdraw(ann, asListingId(1), to, 10n ** 7n))
  await sent()
  expect(house.wallet.payments.health()[0]?.withdrawals).toMatchObject([{ withdrawalId: held, why: 'sanctioned' }])
  expect(house.wallet.payments.underWay(sim).map(({ stored }) => stored?.purpose)).toMatchObject([{ paid: [{ withdrawalId: paid }] }])
})
