/** The ledger against a simulated chain, block by block; anvil and bcoin have files of their own. */
import { ChainFault } from '@agio/chain/port.ts'
import { newSimulatedNode, type SimulatedNode } from '@agio/chain/simulated/node.ts'
import { NETWORK as SIMULATED, simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import { asAssetId, asNetworkId, asUserId } from '@agio/engine/ids/id.ts'
import { listingsOf, withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Refused } from '../../sequencer/exchange.ts'
import { toldOf } from '../../testing/told-of.ts'
import { ChainHouse, COIN, TOKEN } from '../testing/chain-house.ts'
import { ReconcileHouse } from '../testing/reconcile-house.ts'
import { NotYet } from './not-yet.ts'

let node: SimulatedNode
let house: ChainHouse
let books: ReconcileHouse
beforeEach(async () => {
  node = newSimulatedNode(SIMULATED)
  // Nine decimals there and eight here leave dust, six and eight none.
  house = await ChainHouse.open(simulatedWorld(node), { coinScale: 9, tokenScale: 6 })
  books = new ReconcileHouse(house)
})

afterEach(() => vi.useRealTimers())

const HOUSE = { actor: 'ops', why: 'a test', reference: '' } as const
const [UNITS, MINOR] = [1_000_000_007n, 100_000_000n]

/** Ann's deposits of both, unlocked, and a hot address with both. */
async function stocked() {
  const [hot, own] = [house.address('hot'), house.address('addresses', house.customer)]
  for (const [address, listingId] of [
    [own, COIN],
    [own, TOKEN],
    [hot, COIN],
    [hot, TOKEN],
  ] as const)
    await house.receive(address, UNITS * 20n, listingId)
  await house.world.mine(3)
  await house.book()
  return { hot, own }
}

it('WAL-038 [part] deposits with dust are equal at every block, and what no node was asked about is not called equal', async () => {
  const own = house.address('addresses', house.customer)
  for (let count = 1; count <= 12; count += 1) {
    await house.receive(own, UNITS + BigInt(count), count % 3 === 0 ? TOKEN : COIN)
    await books.equal()
  }
  const { findings, asked } = await books.compare()
  expect(asked).toBe(2)
  expect(findings.map(({ decimals, ledger, chain }) => [decimals, ledger === chain, ledger > 0n])).toEqual([
    [9, true, true],
    [8, true, true],
  ])
  node.fail('silent')
  for (let minute = 0; minute < 3; minute += 1) {
    expect((await books.reconciler.run()).networks).toMatchObject([{ why: expect.stringContaining('no answer') }])
    expect(books.told.length).toBe(Math.min(1, minute))
  }
  expect(books.told, 'once, when it lasts').toMatchObject([{ level: 'warn', text: 'ledger and chain were not compared' }])
  expect(books.halted).toEqual([])
})

it('WAL-038 [part] one unit of the chain more halts that coin alone: its withdrawals are refused, the other’s go on', async () => {
  const { hot } = await stocked()
  await books.equal()
  await house.world.pay({ to: house.text(hot), tag: null, token: null, amount: 1n })
  await house.world.mine(1)
  await house.book({ blind: true })
  expect(await books.differences()).toEqual([1n, 0n])
  expect(books.halted).toEqual([COIN])
  const ask = (listingId: typeof COIN) =>
    house.exchange.apply({
      kind: 'requestWithdrawal',
      userId: house.customer,
      listingId,
      amount: MINOR,
      receiverId: asUserId(0),
      limit: 0n,
      windowMs: 0,
      isVerified: true,
      reviews: [],
      document: {},
    }).reason
  expect([ask(COIN), ask(TOKEN)]).toEqual(['withdrawHalted', 'none'])
  expect(books.told.filter(({ level }) => level === 'error')).toMatchObject([
    { fields: { coin: 'COIN', difference: expect.stringMatching(/difference \+0\.000000001,/) } },
  ])
})

it('WAL-038 [part] one unit less halts too, once, and the halt carries a document that says what differed', async () => {
  await stocked()
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: 1n, ...HOUSE })
  const [halts, documents] = [toldOf(house.exchange, 'listingHalted'), toldOf(house.exchange, 'documentSaved')]
  for (let minute = 0; minute < 3; minute += 1) expect(await books.differences()).toEqual([-1n, 0n])
  expect(halts).toMatchObject([{ listingId: COIN, isHalted: true, actor: 'system' }])
  expect(documents).toMatchObject([
    {
      collection: 'reconciliations',
      id: '1',
      document: { state: 'halted', coinName: 'COIN', difference: '-0.000000001', height: house.booked.height, since: house.exchange.now() },
    },
  ])
  expect(books.told.filter(({ level }) => level === 'error').length).toBe(1)
})

it('WAL-038 [part] a difference on one network halts its coin on every network, so that what no chain has leaves by none of them', async () => {
  await stocked()
  const by = { actor: 'ops', why: 'a test' } as const
  const networkId = asNetworkId(house.exchange.must({ kind: 'defineNetwork', family: 61, document: {}, ...by }).value)
  const terms = listingsOf(house.state).find(({ listingId }) => listingId === COIN)?.terms ?? expect.fail()
  const twin = house.exchange.must({ kind: 'defineListing', terms: { ...terms, networkId }, document: {}, ...by }).value
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: 1n, ...HOUSE })
  await books.compare()
  expect(books.halted).toEqual([COIN, twin])
  expect(books.told.filter(({ level }) => level === 'error').length).toBe(1)
})

it('WAL-038 [part] a difference that is over goes on being halted: nobody but an operator lets payments go on', async () => {
  await stocked()
  const fund = (dust: bigint) => house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust, ...HOUSE })
  fund(1n)
  await books.compare()
  fund(-1n)
  expect(await books.differences()).toEqual([0n, 0n])
  expect(books.halted).toEqual([COIN])
  house.exchange.must({ kind: 'haltListing', listingId: COIN, isHalted: false, actor: 'ops', why: 'it was a test' })
  await books.equal()
  expect(books.halted).toEqual([])
})

it('WAL-038 [part] at every step of a payment ledger and chain are equal, also when its block leaves and comes again', async () => {
  const { hot } = await stocked()
  const onTheWay = async () => (await books.compare()).findings.map((finding) => finding.onTheWay / 10n ** BigInt(finding.decimals - 8))
  const withdrawals = [house.withdrawal(TOKEN, MINOR), house.withdrawal(TOKEN, 3n * MINOR)]
  await books.equal()
  const payment = await house.begin({ listingId: TOKEN, payer: hot, to: house.world.stranger(), amount: 4n * MINOR, withdrawals })
  await books.equal()
  expect(await onTheWay()).toEqual([0n, 0n])
  house.sign(payment, hot)
  await books.equal()
  expect(await onTheWay()).toEqual([0n, 4n * MINOR])
  await house.send(payment)
  await books.equal()
  await house.world.mine(1)
  await house.book()
  await books.equal()
  expect(await onTheWay()).toEqual([0n, 0n])
  await node.reorganise({ depth: 1, others: 'waiting' })
  await house.book()
  await books.equal()
  await house.world.mine(1)
  await house.book()
  await books.equal()
  for (let block = 0; block < 3; block += 1) {
    await house.world.mine(1)
    await house.book()
    await books.equal()
  }
  expect(withdrawalsOf(house.state, house.customer).map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(books.halted).toEqual([])
})

it('WAL-038 [part] deposits that leave the chain with their block are taken back, and both sides stay equal', async () => {
  const { own } = await stocked()
  await house.receive(own, UNITS, COIN)
  await node.reorganise({ depth: 1, others: 'gone' })
  // Not booked yet: the block that was booked is not the node's, so nothing is compared, and nothing is wrong.
  expect((await books.reconciler.run()).networks).toMatchObject([{ why: expect.stringContaining('next block is compared') }])
  await house.book()
  await books.equal()
  expect(books.halted).toEqual([])
})

it('a node that was started again knows no state from before: nothing is halted, and the next block is compared', async () => {
  const { hot } = await stocked()
  const { port } = house.world
  const startedAt = house.booked.height + 1
  books.chain = {
    blockAt: (height) => port.blockAt(height),
    holdings(questions, at) {
      if (at.height < startedAt) throw new ChainFault('noHistory', `no state of block ${at.height}`)
      return port.holdings(questions, at)
    },
  }
  const [before] = (await books.reconciler.run()).networks
  expect(before).toMatchObject({ why: expect.stringContaining('the next block is compared') })
  await house.receive(hot, UNITS)
  await books.equal()
  expect(books.halted).toEqual([])
})

it('WAL-038 [part] two nodes that say different amounts of one block halt the coin; one that is silent halts nothing, and is named', async () => {
  const { hot } = await stocked()
  const { port } = house.world
  books.second = { blockAt: (height) => port.blockAt(height), holdings: () => Promise.reject(new ChainFault('unreachable', 'no answer')) }
  expect((await books.compare()).second).toEqual({ why: 'no answer' })
  expect(books.halted).toEqual([])
  books.second = port
  await books.equal()
  const told = async (...[questions, at]: Parameters<typeof port.holdings>) => {
    const balances = await port.holdings(questions, at)
    return balances.map((balance, index) =>
      questions[index]?.address === house.text(hot) && questions[index]?.token !== null ? balance - 1n : balance,
    )
  }
  books.second = { blockAt: (height) => port.blockAt(height), holdings: told }
  const { findings } = await books.compare()
  expect(findings.map(({ discrepancies }) => discrepancies)).toEqual([[], ['sources']])
  expect(books.halted).toEqual([TOKEN])
})

it('a network that nobody follows is not compared: what was booked last may be long ago', async () => {
  await stocked()
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: 1n, ...HOUSE })
  books.trouble = 'the chain is not followed yet'
  expect((await books.reconciler.run()).networks).toMatchObject([{ why: 'the chain is not followed yet' }])
  expect(books.halted).toEqual([])
  books.trouble = undefined
  await books.reconciler.run()
  expect(books.halted).toEqual([COIN])
})

it('a node that erred once stops nobody’s money', async () => {
  await stocked()
  const { port } = house.world
  let isWrong = true
  books.chain = {
    blockAt: (height) => port.blockAt(height),
    async holdings(questions, at) {
      const balances = await port.holdings(questions, at)
      const told = isWrong ? balances.map(() => 0n) : balances
      isWrong = false
      return told
    },
  }
  await books.equal()
  expect(books.halted).toEqual([])
  expect(books.told).toMatchObject([{ level: 'warn', text: 'ledger and chain differ, looked at once more' }])
})

it('WAL-038 [part] the ledger is compared with itself: an account that moves alone is told, of its asset', async () => {
  await stocked()
  const { state } = house
  const account = state.kernel.findAccount(house.customer, asAssetId(2), 0)
  const view = state.accounts.view
  view.setBigInt64(account, view.getBigInt64(account, true) + 1n, true)
  const { findings } = await books.compare()
  expect(findings.map(({ discrepancies }) => discrepancies)).toEqual([[], ['postings']])
  expect(books.halted).toEqual([TOKEN])
})

it('WAL-038 [part] what was credited as a deposit that no network brought is a difference of the accounts', async () => {
  const { customer } = house
  await stocked()
  house.exchange.must({ kind: 'creditUser', userId: customer, assetId: asAssetId(1), amount: 5n, cause: 'deposit', reference: '' })
  const { findings } = await books.compare()
  expect(findings.map(({ discrepancies }) => discrepancies)).toEqual([['accounts'], []])
})

it('WAL-038 [part] where one address serves many it is asked once, and is equal whatever the tag says', async () => {
  house = await ChainHouse.open(simulatedWorld(), { coinScale: 9, tokenScale: 6, tagged: true })
  books = new ReconcileHouse(house)
  const shared = house.address('addresses')
  house.address('addresses', house.customer, 77)
  for (const tag of ['77', '78', null]) await house.receive(shared, UNITS, COIN, tag)
  await books.equal()
  const result = await books.compare()
  expect(result.asked).toBe(2)
  expect(result.findings[0]?.ledger).toBe(UNITS * 3n)
})

it('addresses are looked up when the cut is durable: whoever keeps them has heard of every deposit in it then', async () => {
  await stocked()
  const { state } = house
  const cut = state.seq
  await books.equal()
  expect(books.steps).toEqual([`durable ${cut}`, 'addresses'])
})

it('before the first block there is nothing to compare', async () => {
  house.exchange.must({ kind: 'defineNetwork', family: 9, document: {}, actor: 'ops', why: 'another' })
  const empty = new ReconcileHouse(house, { ...house.network, networkId: asNetworkId(2) })
  expect((await empty.reconciler.run()).networks).toMatchObject([{ why: 'no block was booked yet' }])
})

it('WAL-038 [part] it is the leader’s work of every minute, as long as he leads, and what follows of a run is done before it ends', async () => {
  const runs: number[] = []
  let isFollowing = false
  books.onRun = async ({ at }) => {
    isFollowing = true
    await Promise.resolve()
    runs.push(at)
    isFollowing = false
  }
  await stocked()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { reconciler } = books
  reconciler.begin()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs.length).toBe(1)
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: 1n, ...HOUSE })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(books.halted).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(books.halted).toEqual([COIN])
  await vi.advanceTimersByTimeAsync(180_000)
  expect(runs.length).toBe(5)
  await reconciler.end()
  expect(isFollowing).toBe(false)
  await vi.advanceTimersByTimeAsync(180_000)
  expect(runs.length).toBe(5)
})

it('WAL-038 [part] while coins that no block showed cannot be booked, nothing is compared and nobody is halted', async () => {
  const { own } = await stocked()
  await house.world.pay({ to: house.text(own), tag: null, token: null, amount: 1n })
  await house.world.mine(1)
  await house.book({ blind: true })
  const why = async () => ((await books.reconciler.run()).networks[0] as { readonly why?: string }).why
  let booked = 0
  // The block that was compared is not booked as a whole yet, or another one came.
  books.unseen.book = () => {
    booked += 1
    return Promise.resolve('late')
  }
  expect(await why()).toContain('the last block is not booked yet')
  expect(booked).toBe(10)
  for (const [fault, text] of [
    [new NotYet('history is behind'), 'history is behind'],
    [new ChainFault('unreachable', 'no answer'), 'the node: no answer'],
    [new Refused('readOnly', 1), 'the exchange takes nothing now: readOnly'],
  ] as const) {
    books.unseen.book = () => Promise.reject(fault)
    expect(await why()).toBe(text)
  }
  expect(books.halted).toEqual([])
  books.unseen.book = () => Promise.resolve('nothing')
  expect(await books.differences()).toEqual([1n, 0n])
  expect(books.halted).toEqual([COIN])
})
