/** Test coins by chain, folders from before, and nodes that were wiped, over the real nodes. */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RECONCILIATIONS } from '../../wallet/reconcile/documents.ts'
import { BackedHouse } from './testing/backed-house.ts'

const SLOW = { timeout: 180_000, interval: 100 }

vi.setConfig({ testTimeout: 900_000 })

let house: BackedHouse

beforeEach(async () => {
  house = await BackedHouse.open()
})
afterEach(() => house.end())

it('test coins are transactions to an address of the customer’s own, with his tag where one address serves many', async () => {
  await house.list()
  const tenant = await house.begin()
  const giver = house.chains.giverOf(tenant)
  await expect(giver.give(house.ann, { assetId: house.assets.get('BTC') ?? 0, scale: 8 }, 1n)).rejects.toMatchObject({
    errorName: 'ENGINE_BUSY',
  })
  await vi.waitFor(() => expect(existsSync(join(house.dir, 'chains.json'))).toBe(true), SLOW)
  const gifts = {
    BTC: 150_000_000n,
    ETH: 2_800_000_000n,
    USDT: 10_000_000_000_099n,
    XRP: 500_000_000n,
    DOGE: 7_000_000_000n,
    SOL: 9n * 10n ** 8n,
  }
  for (const [coin, amount] of Object.entries(gifts))
    await vi.waitFor(
      async () => expect(await giver.give(house.ann, { assetId: house.assets.get(coin) ?? 0, scale: 8 }, amount)).toBe(true),
      SLOW,
    )
  // What Ethereum's dollar cannot say is not given.
  const told = { ...gifts, USDT: 10_000_000_000_000n }
  await vi.waitFor(() => expect(Object.keys(told).map((coin) => [coin, house.has(coin)])).toEqual(Object.entries(told)), SLOW)
})

it('a folder from before: withdrawals rest until its coins are there, and those of a coin that no chain can hold stay', async () => {
  house.give({ BTC: '20000', ETH: '400000000' })
  await house.begin()
  await vi.waitFor(() => expect(house.listings().length).toBeGreaterThan(10), SLOW)
  expect(house.listings().every(({ isHalted }) => isHalted)).toBe(true)
  await vi.waitFor(
    () =>
      expect(
        house
          .listings()
          .filter(({ isHalted }) => isHalted)
          .map(({ terms }) => house.nameOf(terms.assetId)),
      ).toEqual(['BTC']),
    SLOW,
  )
  expect(house.unbacked().map((text) => text.split(' ')[0])).toEqual(['BTC'])
  const halted = await house.models.documents(asUserId(0), RECONCILIATIONS)
  const of = house.listings().find(({ terms }) => house.nameOf(terms.assetId) === 'BTC')?.listingId
  expect(halted.find(({ id }) => id === String(of))?.document).toMatchObject({
    state: 'halted',
    coinName: 'BTC',
    chain: '0',
    ledger: '20003.00000007',
    difference: '-20003.00000007',
  })
})

it('where nobody has anything, fees can be paid; and of a fortune that no chain can hold, customers are paid as far as it goes', async () => {
  await house.list()
  await house.begin()
  const hot = (coin: string): bigint => house.listings().find(({ terms }) => house.nameOf(terms.assetId) === coin)?.held.hot ?? 0n
  await vi.waitFor(
    () => expect(['ETH', 'BTC', 'XRP', 'SOL', 'USDT'].map((coin) => hot(coin) > 0n)).toEqual([true, true, true, true, false]),
    SLOW,
  )
  house.give({ BTC: '1000000' })
  await vi.waitFor(() => expect(hot('BTC')).toBe(101n * 10n ** 8n), SLOW)
  expect(house.listings().some(({ isHalted }) => isHalted)).toBe(false)
})

it('a node whose folder was wiped is trouble that is told, and nothing is booked for it', async () => {
  house.give()
  await house.list()
  await house.begin()
  await vi.waitFor(() => expect(house.unbacked()).toEqual([]), SLOW)
  await vi.waitFor(() => expect(house.suspense()).toEqual([]), SLOW)
  const before = [...house.owed()]
  await house.stopChains()
  await house.close()
  rmSync(join(house.dir, 'chains'), { recursive: true })
  await house.begin()
  const health = () => house.wallet.watch.health()
  await vi.waitFor(() => expect(health().map(({ state }) => state)).toEqual(['trouble', 'trouble', 'trouble', 'trouble']), SLOW)
  expect(
    health()
      .map(({ why }) => why)
      .join(),
  ).not.toBe('')
  // Rounds of whoever would pay.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect([...house.owed()]).toEqual(before)
})
