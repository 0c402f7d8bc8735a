/** Outputs on a Bitcoin node, which tells of its newest block alone. */
import { type BitcoinWorld, openBitcoinWorld } from '@agio/chain/bitcoin/testing/bitcoin-world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChainHouse, COIN } from '../testing/chain-house.ts'
import { ReconcileHouse } from '../testing/reconcile-house.ts'

/** Starting and mining take five seconds, and many times that on a machine that is busy. */
const OPEN_MS = 240_000
let world: BitcoinWorld
let house: ChainHouse
let books: ReconcileHouse
beforeAll(async () => {
  world = await openBitcoinWorld('p2wpkh')
  house = await ChainHouse.open(world, { coinScale: 8, tokenScale: 8 })
  books = new ReconcileHouse(house)
}, OPEN_MS)
afterAll(() => world.close())

it('WAL-038 [part] outputs, change and fees are equal to the satoshi at each step, and a block that is not the newest is waited for', async () => {
  const [hot, own] = [house.address('hot'), house.address('addresses', house.customer)]
  await house.receive(hot, 10n ** 7n)
  await house.receive(own, 2n * 10n ** 7n)
  await books.block(2)
  const withdrawals = [house.withdrawal(COIN, 3n * 10n ** 6n)]
  const payment = await house.begin({ listingId: COIN, payer: hot, to: world.stranger(), amount: 3n * 10n ** 6n, withdrawals })
  await books.equal()
  house.sign(payment, hot)
  await books.equal()
  await house.send(payment)
  await books.equal()
  await world.mine(1)
  expect((await books.reconciler.run()).networks).toMatchObject([{ why: expect.stringContaining('next block is compared') }])
  await house.book()
  await books.equal()
  const { findings } = await books.compare()
  expect(findings[0]?.chain, 'the fee is gone').toBeLessThan(27n * 10n ** 6n)
  await books.block(1)
  expect(books.halted).toEqual([])
})

it('WAL-038 [part] a satoshi that nobody booked halts the coin', async () => {
  const hot = house.address('hot')
  await world.pay({ to: house.text(hot), tag: null, token: null, amount: 1000n })
  await world.mine(1)
  await house.book({ blind: true })
  expect((await books.compare()).findings[0]?.difference).toBe(1000n)
  expect(books.halted).toEqual([COIN])
})
