/** The wallet with all its parts on a simulated network: watched, compared, swept and paid by those who do it in the product. */
import type { SignerPort } from '@agio/chain/signer/protocol.ts'
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { serveSimulated } from '@agio/chain/simulated/over-http.ts'
import { type AssetId, asListingId, type ListingId, type NetworkId } from '@agio/engine/ids/id.ts'
import { houseAddresses } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PayingSigner } from '../pay/testing/paying-signer.ts'
import { isCompared } from '../reconcile/compare-network.ts'
import { simulatedNetwork } from '../testing/documents.ts'
import { until, WatchHouse } from '../testing/watch-house.ts'

const TERMS = {
  ...{ depositOpen: true, withdrawOpen: true, withdrawScale: 6, creditAt: 1, unlockAt: 2 },
  ...{ minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n, fee: 0n, feeRateE8: 0 },
} as const

let house: WatchHouse
let node: SimulatedNode
let door: { readonly url: string; close(): Promise<void> }
let sim: NetworkId
let token: ListingId

const listed = (assetId: AssetId, chainScale: number, document: Record<string, string | null>): ListingId =>
  asListingId(
    house.exchange.must({
      kind: 'defineListing',
      terms: { ...TERMS, assetId, networkId: sim, chainScale },
      document,
      actor: 'test',
      why: '',
    }).value,
  )

beforeEach(async () => {
  house = new WatchHouse()
  const signer = new PayingSigner(house.signer.seed)
  const whole: SignerPort = {
    ...house.signer,
    ...{ status: () => signer.status(), sign: (intent) => signer.sign(intent), signText: () => signer.signText() },
    publicAccount: (...asked) => house.signer.publicAccount(...asked),
  }
  Object.assign(house.with, { signer: whole })
  node = newSimulatedNode({ network: 'sim', seed: 'a test', genesis: Date.UTC(2026, 0, 15) })
  door = await serveSimulated((question) => node.ask(question), 0)
  const [coin, other] = [house.asset('SIM'), house.asset('TKN')]
  sim = house.network(101, simulatedNetwork('sim'))
  listed(coin, 9, { token: null })
  token = listed(other, 6, { token: 'TOKEN', sweepFrom: '5' })
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

/** A comparison that has to be equal, and what the treasury does of it. */
async function tend(): Promise<void> {
  const { reconciler, treasurer } = house.wallet.treasury
  const compared = await until('a comparison', async () => {
    const [result] = (await reconciler.run()).networks
    return result !== undefined && isCompared(result) ? result : undefined
  })
  expect(compared.findings.map(({ listing, discrepancies, difference }) => [listing.symbol, discrepancies, difference])).toEqual([
    ['SIM', [], 0n],
    ['TKN', [], 0n],
  ])
  await treasurer?.take(compared)
}

const heldOf = (listingId: ListingId) => listingsOf(house.exchange.state).find((listing) => listing.listingId === listingId)?.held

it('WAL-038 OPS-016 [part] a deposit is swept into a hot address through conductor and watcher, and every block compares equal', async () => {
  const ann = house.customer()
  const own = await house.addressOf(ann, sim)
  const hot = await until('a hot address', async () => {
    const found = houseAddresses(house.exchange.state).find(({ place }) => place === 'hot')
    return found && house.wallet.addresses.textOf(house.known(sim), 'hot', found.addressId)
  })
  await mine()
  await node.pay([{ to: hot, tag: null, token: null, amount: 3_000_000_007n }])
  await node.pay([{ to: own.text, tag: null, token: 'TOKEN', amount: 20_000_000n }])
  await mine(3)
  const sent = (count: number) => until(`transaction ${count}`, async () => (node.chain.waiting.length >= count ? true : undefined))
  await until('a movement', async () => {
    await tend()
    return house.wallet.treasury.treasurer?.moves.on(sim).length === 1 ? true : undefined
  })
  await sent(1)
  for (let block = 0; block < 3; block += 1) {
    await mine()
    await tend()
  }
  await sent(1)
  for (let block = 0; block < 3; block += 1) {
    await mine()
    await tend()
  }
  expect(heldOf(token)).toEqual({ addresses: 0n, hot: 2_000_000_000n, warm: 0n, cold: 0n })
  expect(house.deposits(ann), 'what the house moved is nobody’s deposit').toEqual(['unlocked 2000000000'])
  expect(listingsOf(house.exchange.state).some(({ isHalted }) => isHalted)).toBe(false)
})
