/** The whole wallet on an EVM node: an ERC-20 is swept after its address got coins for the fee, by those who do it in the product. */
import { type AnvilWorld, openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import type { ListingId, NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { evmNetwork } from '../testing/documents.ts'
import { until } from '../testing/watch-house.ts'
import { WholeHouse } from '../testing/whole-house.ts'

const ETHER = 10n ** 18n

let world: AnvilWorld
let house: WholeHouse
let ethereum: NetworkId
let token: ListingId
beforeEach(async () => {
  world = await openAnvilWorld()
  house = new WholeHouse()
  const [eth, tok] = [house.asset('ETH'), house.asset('TOK')]
  ethereum = house.network(60, evmNetwork())
  house.listed(ethereum, eth, 18, { token: null })
  token = house.listed(ethereum, tok, 18, { token: world.tokens.listed, sweepFrom: '1' })
  house.urls.set('ethereum', [world.fickle.url])
  await house.open()
})
afterEach(async () => {
  await house.end()
  await world.close()
})

const mine = async (blocks = 1): Promise<void> => house.reaches(ethereum, (await world.mine(blocks)).height)
const waiting = async (): Promise<number> => Number(((await world.node.rpc.call('txpool_status')) as { pending: string }).pending)

it('WAL-038 OPS-016 [part] the sweep of an ERC-20 with coins for its fee is equal to the wei at each block, also when one leaves the chain', async () => {
  const ann = house.customer()
  const own = await house.addressOf(ann, ethereum)
  await world.pay({ to: await house.hotText(ethereum), tag: null, token: null, amount: ETHER + 7n })
  await world.pay({ to: own.text, tag: null, token: world.tokens.listed, amount: 5n * ETHER + 3n })
  await mine(3)
  for (const step of ['the coins for the fee', 'the sweep']) {
    await until(step, async () => {
      await house.tend()
      return (await waiting()) === 1 ? true : undefined
    })
    for (let block = 0; block < 3; block += 1) {
      await mine()
      await house.tend()
    }
  }
  expect(house.lies(token)).toEqual({ addresses: 0n, hot: 5n * 10n ** 8n, warm: 0n, cold: 0n })
  expect(house.deposits(ann)).toEqual(['unlocked 500000000'])
  await world.pay({ to: own.text, tag: null, token: null, amount: ETHER })
  await mine()
  await house.tend()
  await house.reaches(ethereum, (await world.reorganise({ depth: 1, ahead: null, again: [] })).height)
  await house.tend()
  expect(listingsOf(house.exchange.state).some(({ isHalted }) => isHalted)).toBe(false)
})
