/** What a small demo gave out lies on its real nodes, to the smallest unit. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Rpc } from '@agio/chain/evm/rpc.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackedHouse } from './testing/backed-house.ts'

const SLOW = { timeout: 120_000, interval: 100 }

let house: BackedHouse

beforeEach(async () => {
  house = await BackedHouse.open()
})
afterEach(() => house.end())

it('everything that was given out lies on chains to the unit, the house’s own after the first start, and its nodes are told', async () => {
  house.give({ ETH: '40000.00000001' })
  await house.list()
  await house.begin()
  await vi.waitFor(() => expect(house.unbacked()).toEqual([]), SLOW)
  await vi.waitFor(() => expect(house.suspense()).toEqual([]), SLOW)
  for (const { terms, isHalted, held } of house.listings()) {
    const name = house.nameOf(terms.assetId)
    expect([name, isHalted, held.addresses, held.warm]).toEqual([name, false, 0n, 0n])
    // A twentieth at hand of what is much; what is little, all of it.
    expect(Number(held.hot) / Number(held.hot + held.cold), name).toBeCloseTo(name === 'ETH' ? 0.05 : 1, 3)
  }
  const { evm, btc } = JSON.parse(readFileSync(join(house.dir, 'chains.json'), 'utf8'))
  expect(await new Rpc({ urls: [evm], timeoutMs: 5000 }).call('eth_chainId')).toBe('0x7a69')
  expect(house.said.join()).toContain(`Ethereum ${evm}  Bitcoin ${btc}`)
  // Given out later it follows.
  house.give({ USDT: '0.00000001', XRP: '7.00000001' })
  await vi.waitFor(() => expect(house.unbacked()).toEqual([]), SLOW)
  await house.stopChains()
  expect(existsSync(join(house.dir, 'chains.json'))).toBe(false)
})
