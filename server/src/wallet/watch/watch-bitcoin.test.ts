/** Following a real Bitcoin node: outputs, change, re-organisations, and outputs that are found again when the watcher lost its file. */
import { rmSync } from 'node:fs'
import { type BitcoinWorld, openBitcoinWorld } from '@agio/chain/bitcoin/testing/bitcoin-world.ts'
import type { AssetId, ListingId, NetworkId, UserId } from '@agio/engine/ids/id.ts'
import { withdrawalStatus } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bitcoinNetwork } from '../testing/documents.ts'
import { keepEntries } from '../testing/journal-of.ts'
import { until, WatchHouse } from '../testing/watch-house.ts'

let world: BitcoinWorld
let house: WatchHouse
let writeJournal: (dir: string) => Promise<void>
let bitcoin: NetworkId
let btc: AssetId
let coin: ListingId
let ann: UserId
let own: string

beforeEach(async () => {
  world = await openBitcoinWorld('p2wpkh')
  house = new WatchHouse()
  writeJournal = keepEntries(house.exchange)
  btc = house.asset('BTC')
  bitcoin = house.network(2, bitcoinNetwork())
  coin = house.listing(bitcoin, btc, null)
  house.urls.set('bitcoin', [world.url])
  await house.open()
  ann = house.customer()
  own = (await house.addressOf(ann, bitcoin)).text
})
afterEach(async () => {
  await house.end()
  await world.close()
})

const pay = (amount: bigint, to = own): Promise<string> => world.pay({ to, tag: null, token: null, amount })
const mine = async (blocks = 1): Promise<void> => house.reaches(bitcoin, (await world.mine(blocks)).height)
const units = (): bigint => {
  const found = listingsOf(house.exchange.state).find(({ listingId }) => listingId === coin)
  return (found?.held.addresses ?? 0n) + (found?.held.hot ?? 0n) + (found?.onTheWay ?? 0n)
}
const unspent = async (addresses: readonly string[]): Promise<bigint> =>
  (await house.wallet.watch.chain(bitcoin).coins(addresses)).reduce((sum, { amount }) => sum + amount, 0n)

it('WAL-010 WAL-011 WAL-012 a deposit is seen in the mempool, credited once though it moves behind another one, and gone with its block', async () => {
  const tx = await pay(500_000n)
  await until('the mempool', async () => house.deposits(ann)[0])
  expect(house.deposits(ann)).toEqual(['detected 500000'])
  await mine(2)
  expect(house.deposits(ann)).toEqual(['credited 500000'])
  const { height } = await world.reorganise({ depth: 2, ahead: { to: own, tag: null, token: null, amount: 700_000n }, again: [tx] })
  await house.reaches(bitcoin, height)
  expect(house.deposits(ann).toSorted()).toEqual(['credited 500000', 'credited 700000'])
  const back = await world.reorganise({ depth: 3, ahead: null, again: [] })
  await house.reaches(bitcoin, back.height)
  expect(house.money(ann, btc).available).toBe(0n)
  expect(units()).toBe(0n)
})

it('what the house pays is found in its block, its change is no deposit, and its outputs are known to others and after a start without a file', async () => {
  house.price(btc, 10n ** 12n, house.asset('USDT'))
  const hot = await house.hot(bitcoin)
  await pay(5_000_000n, hot)
  await pay(2_000_000n)
  await mine(4)
  expect(house.money(ann, btc).withdrawable).toBe(2_000_000n)
  const withdrawal = house.withdraw(ann, coin, world.stranger(), 1_500_000n)
  await until('the payment at its node', async () => (((await world.rpc.call('getrawmempool')) as unknown[]).length > 0 ? true : undefined))
  await mine(4)
  expect(withdrawalStatus(house.exchange.state, ann, withdrawal)).toBe('completed')
  expect(await unspent([hot, own])).toBe(units())
  expect(units()).toBeLessThan(5_500_000n)
  await house.close()
  await house.open()
  await house.reaches(bitcoin, house.height(bitcoin))
  await until('the chain', () =>
    unspent([hot, own]).then(
      (sum) => (sum === units() ? true : undefined),
      () => undefined,
    ),
  )
  // Without its file it reads all blocks again that the journal says were booked.
  await house.close()
  rmSync(`${house.dir}/watch-${bitcoin}.jsonl`)
  await writeJournal(`${house.dir}/journal`)
  Object.assign(house.with, { journalDir: `${house.dir}/journal` })
  await house.open()
  await mine()
  expect(await unspent([hot, own])).toBe(units())
})
