/** What the treasury moves on a simulated chain; an ERC-20 on anvil has a file of its own. */
import { ChainFault } from '@agio/chain/port.ts'
import { simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { beforeEach, expect, it } from 'vitest'
import { ChainHouse, COIN, NETWORK, TOKEN } from '../testing/chain-house.ts'
import { ReconcileHouse } from '../testing/reconcile-house.ts'

const WHOLE = 10n ** 8n
const [COIN_UNITS, TOKEN_UNITS] = [10n ** 9n, 10n ** 6n]

let house: ChainHouse
let books: ReconcileHouse
const open = async (documents: Parameters<typeof ChainHouse.open>[1]['documents']) => {
  house = await ChainHouse.open(simulatedWorld(), { coinScale: 9, tokenScale: 6, ...(documents && { documents }) })
  books = new ReconcileHouse(house)
}
beforeEach(() => open({ sweepFrom: '5' }))

const said = () =>
  books.mover.moves.map(({ listingId, from, to, why }) => `${listingId === COIN ? 'coin' : 'token'} ${from.place} ${to.place} ${why}`)
const heldOf = (listingId: typeof COIN) => listingsOf(house.state).find((listing) => listing.listingId === listingId)?.held

it('a token is swept in two steps, the coin of the fee first; ledger and chain are equal after each block, and nothing is begun twice', async () => {
  const hot = house.address('hot')
  const own = house.address('addresses', house.customer)
  await house.receive(hot, COIN_UNITS * 3n)
  await house.receive(own, TOKEN_UNITS * 20n, TOKEN)
  await books.tend()
  expect(said(), 'the deposit may still leave the chain').toEqual([])
  await books.block(2)
  await books.tend()
  await books.tend()
  expect(said()).toEqual(['coin hot addresses fee of a sweep'])
  await books.block(1)
  await books.tend()
  expect(said().length, 'what brings the fee is not deep yet').toBe(1)
  await books.block(2)
  await books.tend()
  expect(said()).toEqual(['coin hot addresses fee of a sweep', 'token addresses hot sweep'])
  await books.block(4)
  await books.tend()
  expect(said().length).toBe(2)
  expect(heldOf(TOKEN)).toEqual({ addresses: 0n, hot: 20n * WHOLE, warm: 0n, cold: 0n })
  expect(books.halted).toEqual([])
})

it('coins of the chain itself are swept whole but for the fee; less than the least stays', async () => {
  house.address('hot')
  const [one, other] = [house.address('addresses', house.customer), house.address('addresses', house.customer)]
  await house.receive(one, COIN_UNITS * 5n + 3n)
  await house.receive(other, COIN_UNITS * 5n - 1n)
  await books.block(2)
  await books.tend()
  expect(books.mover.moves.map(({ from }) => from.addressIds)).toEqual([[one]])
  await books.block(3)
  expect(heldOf(COIN)?.hot).toBeGreaterThan(4n * WHOLE)
  expect(heldOf(COIN)?.addresses).toBeLessThan(6n * WHOLE)
})

it('an address whose token is frozen is left alone, and holds up neither the others of the coin nor another network', async () => {
  house.address('hot')
  const [frozen, good] = [house.address('addresses', house.customer), house.address('addresses', house.customer)]
  await house.receive(house.address('hot'), COIN_UNITS * 3n)
  await house.receive(frozen, TOKEN_UNITS * 30n, TOKEN)
  await house.receive(good, TOKEN_UNITS * 20n, TOKEN)
  await books.block(2)
  const { port } = house.world
  const { work } = port
  port.work = () => Promise.reject(new Error('a defect'))
  const compared = await books.compare()
  await books.treasurer.takeAll([compared])
  expect(books.told.at(-1)).toMatchObject({ text: 'coins of the house were not moved', fields: { error: 'Error: a defect' } })
  let calls = 0
  port.work = async (from, payment) => {
    calls += 1
    if (calls === 1) throw new Error('a defect')
    if (from === house.text(frozen)) throw new ChainFault('nonsense', 'execution reverted: blacklisted')
    return await work.call(port, from, payment)
  }
  await books.treasurer.takeAll([compared, compared])
  expect(books.mover.moves.map(({ to, why }) => [to.addressId, why])).toEqual([[good, 'fee of a sweep']])
  port.work = () => Promise.reject(new ChainFault('unreachable', 'no answer'))
  await house.receive(house.address('addresses', house.customer), TOKEN_UNITS * 9n, TOKEN)
  await books.block(3)
  await books.treasurer.takeAll([await books.compare()])
  expect(books.treasurer.wordOf(TOKEN).waits).toBe('the node: no answer')
})

it('nothing is moved of a listing that is halted, nor of one whose fees cannot be paid, and it is said why', async () => {
  const own = house.address('addresses', house.customer)
  const hot = house.address('hot')
  await house.receive(own, TOKEN_UNITS * 20n, TOKEN)
  await books.block(2)
  house.exchange.must({ kind: 'haltListing', listingId: COIN, isHalted: true, actor: 'ops', why: 'a test' })
  await books.tend()
  expect([said(), books.treasurer.wordOf(TOKEN).waits]).toEqual([[], 'payments of COIN are halted, which fees are paid in'])
  house.exchange.must({ kind: 'haltListing', listingId: TOKEN, isHalted: true, actor: 'ops', why: 'a test' })
  await books.tend()
  expect([said(), books.treasurer.wordOf(TOKEN).waits]).toEqual([[], 'payments are halted'])
  for (const listingId of [COIN, TOKEN])
    house.exchange.must({ kind: 'haltListing', listingId, isHalted: false, actor: 'ops', why: 'a test' })
  await house.receive(hot, COIN_UNITS)
  books.mover.refusal = { why: 'locked', text: 'the signer is locked' }
  await books.tend()
  expect(books.treasurer.wordOf(TOKEN).waits).toBe('the signer is locked')
  books.mover.refusal = undefined
  await books.tend()
  expect(said()).toEqual(['coin hot addresses fee of a sweep'])
})

it('as long as nobody can say which addresses a movement is of, nothing of any of them is begun', async () => {
  const [hot, own] = [house.address('hot'), house.address('addresses', house.customer)]
  await house.receive(own, COIN_UNITS * 20n)
  await books.block(2)
  const move = { listingId: COIN, payer: own, to: house.text(hot), amount: WHOLE, place: 'hot' } as const
  house.sign(await house.begin(move), own)
  await books.tend()
  expect([said(), books.treasurer.wordOf(COIN).waits]).toEqual([[], 'it is not known of which addresses something is under way'])
})

it('where one address serves many, what is deep enough is swept while more comes, and the fee is left to it', async () => {
  house = await ChainHouse.open(simulatedWorld(), { coinScale: 9, tokenScale: 6, tagged: true, documents: { sweepFrom: '5' } })
  books = new ReconcileHouse(house)
  house.address('hot')
  const shared = house.address('addresses')
  house.address('addresses', house.customer, 77)
  await house.receive(shared, COIN_UNITS * 20n, COIN, '77')
  await books.block(2)
  await house.receive(shared, COIN_UNITS * 3n + 1n, COIN, '77')
  await books.tend()
  const [move] = books.mover.moves
  expect([said(), move?.from.addressIds]).toEqual([['coin addresses hot sweep'], [shared]])
  expect(Number(move?.amount)).toBeGreaterThan(Number(19n * WHOLE))
  expect(Number(move?.amount)).toBeLessThan(Number(20n * WHOLE))
  await books.block(1)
  await books.tend()
  expect(said().length).toBe(1)
  expect(heldOf(COIN)?.addresses).toBeGreaterThanOrEqual(3n * WHOLE)
})

it('OPS-016 [part] hot is filled from warm and emptied into it by the bands; one such movement of a listing at a time; cold is proposed', async () => {
  await open({ bands: { hotLow: 20, hotHigh: 40, warmLow: 20, warmHigh: 50 } })
  const [hot, warm] = [house.address('hot'), house.address('warm')]
  await house.receive(hot, COIN_UNITS * 10n)
  await house.receive(warm, COIN_UNITS * 90n)
  await books.block(2)
  await books.tend()
  await books.tend()
  expect(said()).toEqual(['coin warm hot bands'])
  expect(books.mover.moves[0]?.amount).toBe(20n * WHOLE)
  expect(books.treasurer.wordOf(COIN).proposed).toEqual([{ from: 'warm', to: 'cold', amount: 35n * WHOLE, isProposed: true }])
  await books.block(3)
  expect(books.treasurer.moves.on(NETWORK)).toEqual([])
  await house.receive(hot, COIN_UNITS * 100n)
  await books.block(2)
  await books.tend()
  expect(said()).toEqual(['coin warm hot bands'])
  expect(books.treasurer.wordOf(COIN).proposed.map(({ from, to }) => `${from} ${to}`)).toEqual(['hot cold'])
})
