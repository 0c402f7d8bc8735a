/** A token that came before it was listed: found at its owners' addresses, put to review, credited by a person, and never the house's. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import type { AssetId, ListingId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evmNetwork } from '../testing/documents.ts'
import { until } from '../testing/watch-house.ts'
import { WholeHouse } from '../testing/whole-house.ts'
import { isCompared } from './compare-network.ts'

const ETHER = 10n ** 18n
const COIN = 10n ** 8n
/** Of the token, which has six decimals. */
const WHOLE = 10n ** 6n

let world: AnvilWorld
let house: WholeHouse
let ethereum: NetworkId
let token: AssetId
let ann: UserId
let bob: UserId
let anns: string
let bobs: string

beforeEach(async () => {
  world = await openAnvilWorld()
  house = new WholeHouse()
  const eth = house.asset('ETH')
  token = house.asset('TKN')
  ethereum = house.network(60, evmNetwork())
  house.listed(ethereum, eth, 18, { token: null })
  house.urls.set('ethereum', [world.fickle.url])
  await house.open()
  ann = house.customer()
  bob = house.customer()
  anns = (await house.addressOf(ann, ethereum)).text
  bobs = (await house.addressOf(bob, ethereum)).text
})
afterEach(async () => {
  await house.end()
  await world.close()
})

const mine = async (blocks = 1): Promise<void> => house.reaches(ethereum, (await world.mine(blocks)).height)
const send = (to: string, amount: bigint): Promise<string> => world.pay({ to, tag: null, token: world.tokens.listed, amount })
const list = (): ListingId => house.listed(ethereum, token, 6, { token: world.tokens.listed })

/** How the token differs, and whether its payments are halted. */
async function differs(listingId: ListingId): Promise<readonly unknown[]> {
  const { findings } = await until('a comparison', async () => {
    const [result] = (await house.wallet.treasury.reconciler.run()).networks
    return result !== undefined && isCompared(result) ? result : undefined
  })
  const isHalted = listingsOf(house.exchange.state).some((listing) => listing.listingId === listingId && listing.isHalted)
  return [findings.find(({ listing }) => listing.listingId === listingId)?.difference, isHalted]
}
const EQUAL = [0n, false]

async function credit(): Promise<void> {
  const { rows } = await house.models.walletTxs({ kinds: ['deposit'], statuses: ['held'], pageNo: 1, pageSize: 50 })
  for (const { key = '' } of rows)
    house.exchange.must({
      kind: 'judgeDeposit',
      key,
      verdict: 'credit',
      userId: 0 as UserId,
      actor: 'olga',
      why: 'from before the listing',
    })
}

it('WAL-010 WAL-038 [part] a token from before its listing waits for a person as its owner’s, also where nothing else ever came, and halts nothing', async () => {
  await world.pay({ to: anns, tag: null, token: null, amount: ETHER })
  await send(anns, 20n * WHOLE)
  await send(bobs, 7n * WHOLE)
  await mine(3)
  const listing = list()
  await mine()
  // One that came after the listing lies beside one from before it.
  await send(anns, 3n * WHOLE)
  await mine()
  expect(await differs(listing)).toEqual(EQUAL)
  expect(house.deposits(ann)).toEqual([`unlocked ${COIN}`, `credited ${3n * COIN}`, `held ${20n * COIN}`])
  expect(house.deposits(bob)).toEqual([`held ${7n * COIN}`])
  for (let times = 0; times < 3; times += 1) expect(await differs(listing), 'told again').toEqual(EQUAL)
  expect(house.deposits(bob)).toHaveLength(1)
  await credit()
  await mine(2)
  expect(house.money(ann, token).available).toBe(23n * COIN)
  expect(house.money(bob, token).available).toBe(7n * COIN)
  expect(await differs(listing)).toEqual(EQUAL)
})

it('WAL-038 [part] neither a restart nor a lost note of what was looked through books anything twice, and what is missing halts as ever', async () => {
  await send(bobs, 7n * WHOLE)
  await mine(2)
  const listing = list()
  await mine()
  expect(await differs(listing)).toEqual(EQUAL)
  await house.close()
  rmSync(join(house.dir, `listed-${ethereum}.json`))
  await house.open()
  expect(await differs(listing)).toEqual(EQUAL)
  expect(house.deposits(bob)).toEqual([`held ${7n * COIN}`])
  await house.close()
  await house.open()
  house.exchange.must({ kind: 'fundHolding', listingId: listing, place: 'hot', amount: COIN, dust: 0n, reference: '', actor: 'x', why: '' })
  expect(await differs(listing)).toEqual([-WHOLE * 100n, true])
})
