/** Following a real EVM node: logs and receipts, re-organisations, and what the house itself pays. */
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import type { AssetId, ListingId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { withdrawalStatus } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evmNetwork } from '../testing/documents.ts'
import { until, WatchHouse } from '../testing/watch-house.ts'

const ETHER = 10n ** 18n
/** The ledger has eight decimals, the chain eighteen. */
const DUST = 10n ** 10n

let world: AnvilWorld
let house: WatchHouse
let ethereum: NetworkId
let eth: AssetId
let coin: ListingId
let token: ListingId
let ann: UserId
let own: string

beforeEach(async () => {
  world = await openAnvilWorld()
  house = new WatchHouse()
  eth = house.asset('ETH')
  ethereum = house.network(60, evmNetwork())
  coin = house.listing(ethereum, eth, null, { chainScale: 18 })
  token = house.listing(ethereum, house.asset('TOK'), world.tokens.listed, { chainScale: 18 })
  house.urls.set('ethereum', [world.fickle.url])
  await house.open()
  ann = house.customer()
  own = (await house.addressOf(ann, ethereum)).text
})
afterEach(async () => {
  await house.end()
  await world.close()
})

const pay = (amount: bigint, of: string | null = null, to = own): Promise<string> => world.pay({ to, tag: null, token: of, amount })
const mine = async (blocks = 1): Promise<void> => house.reaches(ethereum, (await world.mine(blocks)).height)
const units = (listingId: ListingId): bigint => {
  const found = listingsOf(house.exchange.state).find((listing) => listing.listingId === listingId)
  const { addresses = 0n, hot = 0n } = found?.held ?? {}
  return (addresses + hot + (found?.onTheWay ?? 0n)) * DUST + (found?.dust ?? 0n)
}

it('WAL-010 WAL-014 coins, tokens and what contracts send are credited to the wei; what failed and unlisted tokens are not', async () => {
  await pay(ETHER + 7n)
  await pay(2n * ETHER, world.tokens.listed)
  await world.payMany([{ to: own, tag: null, token: null, amount: 3n * ETHER }])
  await pay(5n * ETHER, world.tokens.unlisted)
  await world.payInVain({ to: own, tag: null, token: null, amount: 9n * ETHER })
  await world.payInVain({ to: own, tag: null, token: world.tokens.listed, amount: 9n * ETHER })
  await mine()
  expect(house.statuses(ann)).toEqual(['confirming', 'confirming', 'confirming'])
  await mine(3)
  expect(house.statuses(ann)).toEqual(['unlocked', 'unlocked', 'unlocked'])
  expect(house.money(ann, eth).available).toBe(4n * 10n ** 8n)
  expect([units(coin), units(token)]).toEqual([4n * ETHER + 7n, 2n * ETHER])
})

it('WAL-011 WAL-012 a transaction that moves behind another one in another block credits once, also after its credit', async () => {
  const first = await pay(2n * ETHER, world.tokens.listed)
  await mine()
  for (const depth of [1, 2]) {
    const ahead = { to: own, tag: null, token: world.tokens.listed, amount: ETHER }
    await house.reaches(ethereum, (await world.reorganise({ depth, ahead, again: [first] })).height)
    // What came ahead in the branch before is gone with it.
    expect(house.statuses(ann).filter((status) => status !== 'reorged')).toHaveLength(2)
    expect(units(token)).toBe(3n * ETHER)
  }
  await mine(3)
  expect(house.statuses(ann).filter((status) => status === 'unlocked')).toHaveLength(2)
  expect(units(token)).toBe(3n * ETHER)
})

it('WAL-012 [part] a node that goes back to an earlier state and mines other blocks is believed', async () => {
  const snapshot = await world.node.rpc.call('evm_snapshot')
  await pay(ETHER)
  await mine(2)
  expect(house.statuses(ann)).toEqual(['credited'])
  await world.node.rpc.call('evm_revert', snapshot)
  await until('trouble', async () => (house.wallet.watch.health()[0]?.why?.startsWith('behind') ? true : undefined))
  expect(house.statuses(ann)).toEqual(['credited'])
  await mine(3)
  expect(house.statuses(ann)).toEqual(['reorged'])
  expect([house.money(ann, eth).available, units(coin)]).toEqual([0n, 0n])
})

it('what the house pays is found in its block with what it cost, and a withdrawal to a customer’s address is his deposit', async () => {
  const hot = await house.hot(ethereum)
  const bob = house.customer()
  const bobs = (await house.addressOf(bob, ethereum)).text
  await pay(5n * ETHER, null, hot)
  await pay(2n * ETHER)
  await mine(4)
  expect(house.money(ann, eth).withdrawable).toBe(2n * 10n ** 8n)
  house.price(eth, 10n ** 12n, house.asset('USDT'))
  const withdrawal = house.withdraw(ann, coin, bobs, 10n ** 8n)
  await until('the payment at its node', async () => ((await world.node.waits()) ? true : undefined))
  await mine()
  expect(withdrawalStatus(house.exchange.state, ann, withdrawal)).toBe('confirming')
  expect(house.statuses(bob)).toEqual(['confirming'])
  await mine(3)
  expect(withdrawalStatus(house.exchange.state, ann, withdrawal)).toBe('completed')
  expect(house.deposits(bob)).toEqual(['unlocked 100000000'])
  // To the wei: what is on the chain is what the books say.
  const head = await world.port.head()
  const balances = await world.port.holdings(
    [hot, own, bobs].map((address) => ({ address, token: null })),
    head,
  )
  expect(units(coin)).toBe(balances.reduce((sum, balance) => sum + balance, 0n))
})

it('a block that takes several entries is whole with the last of them', async () => {
  const booked: (readonly [number, boolean])[] = []
  house.wallet.watch.onBooked((_, { height, isWhole }) => void booked.push([height, isWhole]))
  // One entry holds some 360 of them.
  const many = Array.from({ length: 100 }, () => ({ to: own, tag: null, token: null, amount: DUST }))
  for (let times = 0; times < 5; times += 1) await world.payMany(many)
  const { height } = await world.mine()
  await until('all of it', async () => (house.statuses(ann).length === 500 ? true : undefined))
  await until('its end', async () => (booked.at(-1)?.[1] === true ? true : undefined))
  expect(booked.filter(([at]) => at === height)).toEqual([
    [height, false],
    [height, true],
  ])
})
