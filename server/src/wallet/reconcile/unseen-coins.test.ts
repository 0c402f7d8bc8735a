/** Coins that contracts send on a node that shows no calls: found by balances, put to review, credited by a person; equal to the wei all along. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import type { AssetId, ListingId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evmNetwork } from '../testing/documents.ts'
import { until } from '../testing/watch-house.ts'
import { WholeHouse } from '../testing/whole-house.ts'
import { arrivalKey, balanceKey } from '../watch/arrival-key.ts'
import { type Compared, isCompared } from './compare-network.ts'

const ETHER = 10n ** 18n
const COIN = 10n ** 8n

let world: AnvilWorld
let house: WholeHouse
let ethereum: NetworkId
let eth: AssetId
let coin: ListingId
let ann: UserId
let own: string

const settings = (internalCalls: 'debug' | 'unseen', more: JsonObject = {}): JsonObject => {
  const document = evmNetwork()
  return { ...document, adapter: { ...(document.adapter as JsonObject), internalCalls }, ...more }
}

async function begin(internalCalls: 'debug' | 'unseen' = 'unseen', sweepFrom?: string): Promise<void> {
  eth = house.asset('ETH')
  ethereum = house.network(60, settings(internalCalls))
  coin = house.listed(ethereum, eth, 18, { token: null, ...(sweepFrom !== undefined && { sweepFrom }) })
  house.urls.set('ethereum', [world.fickle.url])
  await house.open()
  ann = house.customer()
  own = (await house.addressOf(ann, ethereum)).text
}

beforeEach(async () => {
  world = await openAnvilWorld()
  house = new WholeHouse()
})
afterEach(async () => {
  await house.end()
  await world.close()
})

const mine = async (blocks = 1): Promise<void> => house.reaches(ethereum, (await world.mine(blocks)).height)
const call = (amount: bigint, to = own): Promise<string> => world.payMany([{ to, tag: null, token: null, amount }])

/** One that was compared. */
const compare = (): Promise<Compared> =>
  until('a comparison', async () => {
    const [result] = (await house.wallet.treasury.reconciler.run()).networks
    return result !== undefined && isCompared(result) ? result : undefined
  })

/** What a comparison says of the coin: how it differs, and whether its withdrawals are halted. */
async function differs(): Promise<readonly unknown[]> {
  const { findings } = await compare()
  const finding = findings.find(({ listing }) => listing.listingId === coin)
  const isHalted = listingsOf(house.exchange.state).some((listing) => listing.listingId === coin && listing.isHalted)
  return [finding?.difference, isHalted]
}
const EQUAL = [0n, false]

async function waiting() {
  const { rows } = await house.models.walletTxs({ kinds: ['deposit'], statuses: ['held'], pageNo: 1, pageSize: 50 })
  return rows
}

async function credit(): Promise<void> {
  for (const { key = '' } of await waiting())
    house.exchange.must({ kind: 'judgeDeposit', key, verdict: 'credit', userId: 0 as UserId, actor: 'olga', why: 'seen in an explorer' })
}

it('WAL-010 WAL-038 [part] what contracts sent waits for a person, once for what came between two comparisons, and counts to the wei', async () => {
  await begin()
  await mine(2)
  expect(await differs()).toEqual(EQUAL)
  await call(ETHER + 7n)
  await call(2n * ETHER)
  await mine()
  expect(house.deposits(ann), 'no block shows it').toEqual([])
  expect(await differs()).toEqual(EQUAL)
  expect(house.deposits(ann), 'its block is one deep').toEqual([`held ${3n * COIN}`])
  expect(house.money(ann, eth).available, 'never by itself').toBe(0n)
  const [row] = await waiting()
  expect(row).toMatchObject({ userId: ann, amount: 3n * COIN, position: expect.stringMatching(/^b\d+$/), from: undefined })
  await credit()
  await mine(2)
  expect(house.money(ann, eth)).toEqual({ available: 3n * COIN, withdrawable: 3n * COIN, owed: 0n })
  expect(await differs()).toEqual(EQUAL)

  // Where something was booked before, what came beside it is told from it.
  await world.pay({ to: own, tag: null, token: null, amount: 5n * ETHER })
  await call(4n * ETHER)
  await call(1n)
  await mine()
  expect(await differs()).toEqual(EQUAL)
  await mine(2)
  expect(house.deposits(ann)).toEqual([`unlocked ${3n * COIN}`, `unlocked ${5n * COIN}`, `held ${4n * COIN}`])
  for (let times = 0; times < 3; times += 1) expect(await differs(), 'told again').toEqual(EQUAL)
  expect(await waiting()).toHaveLength(1)
})

it('WAL-010 [part] neither a restart between block and comparison nor one after it books twice, nor does a lost file of balances', async () => {
  await begin()
  await mine()
  expect(await differs()).toEqual(EQUAL)
  await call(ETHER)
  await mine()
  expect(await differs()).toEqual(EQUAL)
  await call(2n * ETHER)
  await mine()
  await house.close()
  await house.open()
  expect(await differs()).toEqual(EQUAL)
  expect((await waiting()).map(({ amount }) => amount)).toEqual([2n * COIN, COIN])
  await house.close()
  rmSync(join(house.dir, `balances-${ethereum}.jsonl`))
  await house.open()
  expect(await differs()).toEqual(EQUAL)
  expect(await waiting()).toHaveLength(2)
  await credit()
  expect(house.money(ann, eth).available).toBe(3n * COIN)
})

it('WAL-012 WAL-038 [part] what a re-organisation takes is taken back, and what the next blocks have waits again: once', async () => {
  await begin()
  await mine()
  expect(await differs()).toEqual(EQUAL)
  const tx = await call(ETHER)
  await mine()
  expect(await differs()).toEqual(EQUAL)
  expect(house.statuses(ann)).toEqual(['held'])
  await credit()
  expect(house.money(ann, eth).available).toBe(COIN)
  // It comes again, in another block.
  await house.reaches(ethereum, (await world.reorganise({ depth: 1, ahead: null, again: [tx] })).height)
  expect(house.statuses(ann)).toEqual(['vanished'])
  expect(await differs()).toEqual(EQUAL)
  expect(house.deposits(ann)).toEqual([`vanished ${COIN}`, `held ${COIN}`])
  // And not at all.
  await house.reaches(ethereum, (await world.reorganise({ depth: 2, ahead: null, again: [] })).height)
  expect(await differs()).toEqual(EQUAL)
  // Some blocks after somebody looked for them, which happens now and then.
  await until('both gone', async () => {
    await mine()
    return house.statuses(ann).every((status) => status === 'vanished') ? true : undefined
  })
  expect(await differs()).toEqual(EQUAL)
  expect(house.money(ann, eth).available).toBe(0n)
})

it('WAL-011 [part] a node that shows the calls of the last block after all brings nothing a second time', async () => {
  await begin()
  await mine()
  expect(await differs()).toEqual(EQUAL)
  const tx = await call(ETHER)
  await mine()
  expect(await differs()).toEqual(EQUAL)
  const seeing = {
    kind: 'changeNetwork',
    networkId: ethereum,
    isHalted: false,
    document: settings('debug'),
    actor: 'ops',
    why: '',
  } as const
  house.exchange.must(seeing)
  await mine()
  expect(house.deposits(ann)).toEqual([`held ${COIN}`])
  expect(await differs()).toEqual(EQUAL)
  // What it shows from now on is credited by itself.
  await call(2n * ETHER)
  await mine()
  await until('a credit', async () => (house.deposits(ann).includes(`credited ${2n * COIN}`) ? true : undefined))
  expect(await differs()).toEqual(EQUAL)
  expect(tx).toMatch(/^0x/)
})

it('WAL-038 [part] a node that traces gives no reason to look: what nobody booked is a difference, and less than was booked always is one', async () => {
  await begin('debug')
  await world.pay({ to: own, tag: null, token: null, amount: 3n * ETHER })
  await mine(3)
  expect(await differs()).toEqual(EQUAL)
  await world.node.rpc.call('anvil_setBalance', own, `0x${(4n * ETHER).toString(16)}`)
  await mine()
  expect(await differs()).toEqual([ETHER, true])
  expect(await waiting()).toEqual([])
  // The same on a network that shows no calls: nobody knows where coins went.
  house.exchange.must({ kind: 'haltListing', listingId: coin, isHalted: false, actor: 'ops', why: 'looked at' })
  const blind = {
    kind: 'changeNetwork',
    networkId: ethereum,
    isHalted: false,
    document: settings('unseen'),
    actor: 'ops',
    why: '',
  } as const
  house.exchange.must(blind)
  await world.node.rpc.call('anvil_setBalance', own, `0x${(2n * ETHER).toString(16)}`)
  await mine()
  expect(await differs()).toEqual([-ETHER, true])
  expect(await waiting()).toEqual([])
})

it('WAL-038 [part] what comes to an address of the house stays a difference, and what comes to a customer beside it waits for a person', async () => {
  await begin()
  const hot = await house.hot(ethereum)
  await mine(2)
  expect(await differs()).toEqual(EQUAL)
  await call(5n, hot)
  await call(ETHER)
  await mine()
  expect(await differs()).toEqual([5n, true])
  expect(house.deposits(ann)).toEqual([`held ${COIN}`])
})

it('WAL-038 [part] coins that come while their address is swept are told from what the sweep took and what it cost', async () => {
  await begin('unseen', '1')
  house.price(eth, 10n ** 12n, house.asset('USDT'))
  await house.hot(ethereum)
  await world.pay({ to: own, tag: null, token: null, amount: 6n * ETHER })
  await mine(3)
  await house.tend()
  await until('the sweep at its node', async () => ((await world.node.waits()) ? true : undefined))
  await call(3n * ETHER + 1n)
  await mine(3)
  expect(await differs()).toEqual(EQUAL)
  expect(house.deposits(ann)).toEqual([`unlocked ${6n * COIN}`, `held ${3n * COIN}`])
})

it('WAL-014 [part] a block that was read without its calls is looked behind until all balances were, and a difference after that halts', async () => {
  await begin('debug')
  await mine()
  expect(await differs()).toEqual(EQUAL)
  // It tells of no calls; what the watcher does where it gives none at all is proven beside its thread.
  world.fickle.alter = (method, result) =>
    method === 'debug_traceBlockByHash' ? (result as { result: object }[]).map((trace) => ({ ...trace, result: {} })) : result
  await call(ETHER)
  const { height, hash } = await world.mine()
  await house.wallet.untraced.note(ethereum, [{ height, hash, why: 'too large' }])
  await house.reaches(ethereum, height)
  expect(await differs()).toEqual(EQUAL)
  expect(house.deposits(ann)).toEqual([`held ${COIN}`])
  await mine(2)
  expect(await differs()).toEqual(EQUAL)
  expect(house.wallet.untraced.of(ethereum), 'not deep enough').toMatchObject({ count: 1, openTo: height })
  await mine(2)
  expect(await differs()).toEqual(EQUAL)
  expect(house.wallet.untraced.of(ethereum)).toMatchObject({ count: 1, openTo: null, last: { height, hash, why: 'too large' } })
  await call(2n * ETHER)
  await mine()
  expect(await differs()).toEqual([2n * ETHER, true])
  expect(await waiting()).toHaveLength(1)
})

it('keys of what was found by balance are those of no transaction', () => {
  expect(balanceKey('ethereum', '0xab', 7)).toBe(arrivalKey('ethereum', { tx: '0xab', position: 'b7' }))
  expect(new Set([balanceKey('ethereum', '0xab', 7), balanceKey('ethereum', '0xab', 8), balanceKey('base', '0xab', 7)]).size).toBe(3)
})
