/** A token's sweep on an EVM node: anvil's blocks, fees and dust, compared to the wei after each block. */
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChainHouse, COIN, TOKEN } from '../testing/chain-house.ts'
import { ReconcileHouse } from '../testing/reconcile-house.ts'

let world: AnvilWorld
let house: ChainHouse
let books: ReconcileHouse
beforeAll(async () => {
  world = await openAnvilWorld()
  house = await ChainHouse.open(world, { coinScale: 18, tokenScale: 18, documents: { sweepFrom: '0.001' } })
  books = new ReconcileHouse(house)
})
afterAll(() => world.close())

it('WAL-038 [part] an ERC-20 is swept after its address got coins for the fee: equal to the wei at every block, and after a re-organisation', async () => {
  const hot = house.address('hot')
  const own = house.address('addresses', house.customer)
  await house.receive(hot, 10n ** 18n + 7n)
  await books.equal()
  await house.receive(own, 5n * 10n ** 18n + 3n, TOKEN)
  await books.equal()
  await books.block(2)
  await books.tend()
  expect(books.mover.moves.map(({ why }) => why)).toEqual(['fee of a sweep'])
  await books.block(3)
  await books.tend()
  expect(books.mover.moves.map(({ why }) => why)).toEqual(['fee of a sweep', 'sweep'])
  await books.block(1)
  const [coin, token] = [COIN, TOKEN].map((listingId) => listingsOf(house.state).find((listing) => listing.listingId === listingId))
  expect(token?.held).toEqual({ addresses: 0n, hot: 5n * 10n ** 8n, warm: 0n, cold: 0n })
  expect(token?.dust, 'what is less than a minor unit stays where it was').toBe(3n)
  expect(coin?.held.addresses, 'what the fee left over').toBeGreaterThan(0n)
  await world.reorganise({ depth: 1, ahead: null, again: [] })
  await house.book()
  await books.equal()
  expect(books.halted).toEqual([])
})

it('WAL-038 [part] one wei that nobody booked is a difference of one wei, of that coin alone', async () => {
  const hot = house.address('hot')
  await world.pay({ to: house.text(hot), tag: null, token: null, amount: 1n })
  await world.mine(1)
  await house.book({ blind: true })
  expect(await books.differences()).toEqual([1n, 0n])
  expect(books.halted).toEqual([COIN])
})
