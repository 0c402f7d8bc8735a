/** The whole wallet on a Bitcoin node: outputs of several customers' addresses are swept together. */
import { rmSync } from 'node:fs'
import { type BitcoinWorld, openBitcoinWorld } from '@agio/chain/bitcoin/testing/bitcoin-world.ts'
import type { ListingId, NetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bitcoinNetwork } from '../testing/documents.ts'
import { keepEntries } from '../testing/journal-of.ts'
import { until } from '../testing/watch-house.ts'
import { WholeHouse } from '../testing/whole-house.ts'

let world: BitcoinWorld
let house: WholeHouse
let writeJournal: (dir: string) => Promise<void>
let bitcoin: NetworkId
let coin: ListingId
beforeEach(async () => {
  world = await openBitcoinWorld('p2wpkh')
  house = new WholeHouse()
  writeJournal = keepEntries(house.exchange)
  const btc = house.asset('BTC')
  bitcoin = house.network(2, bitcoinNetwork())
  coin = house.listed(bitcoin, btc, 8, { token: null, sweepFrom: '0.01' })
  house.urls.set('bitcoin', [world.url])
  await house.open()
})
afterEach(async () => {
  await house.end()
  await world.close()
})

const mine = async (blocks = 1): Promise<void> => house.reaches(bitcoin, (await world.mine(blocks)).height)
const waits = async (): Promise<number> => ((await world.rpc.call('getrawmempool')) as readonly unknown[]).length

it('WAL-038 OPS-016 [part] outputs of many addresses are swept in one transaction, equal to the satoshi at each block', async () => {
  const customers = [house.customer(), house.customer(), house.customer()]
  await house.hotText(bitcoin)
  for (const [index, customer] of customers.entries()) {
    const { text } = await house.addressOf(customer, bitcoin)
    await world.pay({ to: text, tag: null, token: null, amount: index === 2 ? 999_999n : 1_000_000n })
    await mine()
  }
  await mine(3)
  await until('the sweep', async () => {
    await house.tend()
    return (await waits()) === 1 ? true : undefined
  })
  await house.tend()
  await mine()
  await house.tend()
  const held = house.lies(coin)
  expect(held?.addresses, 'what is below the least stays').toBe(999_999n)
  expect(held?.hot).toBeGreaterThan(1_990_000n)
  expect(held?.hot).toBeLessThan(2_000_000n)
  for (const customer of customers) expect(house.deposits(customer)).toHaveLength(1)
  // Which outputs there are a watcher has to read first: until then nothing may be taken for what lies there.
  await house.close()
  await house.open()
  await house.tend()
  await house.close()
  rmSync(`${house.dir}/watch-${bitcoin}.jsonl`)
  await writeJournal(`${house.dir}/journal`)
  Object.assign(house.with, { journalDir: `${house.dir}/journal` })
  await house.open()
  await house.tend()
  expect(listingsOf(house.exchange.state).some(({ isHalted }) => isHalted)).toBe(false)
})
