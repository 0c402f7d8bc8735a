import { asAssetId, asListingId, asNetworkId } from '@agio/engine/ids/id.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'

const SITE = '/api/home-web/v1/open/site'
const HOUSE = { actor: 'system', why: 'a test' } as const

let world: HttpWorld
beforeEach(async () => {
  world = await httpWorld()
})
afterEach(() => world.close())

it('WAL-038 [part] coins whose books differ from a chain are named to every open page, and to a new one, until they go on', async () => {
  const { exchange } = world
  exchange.must({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })
  const depths = { creditAt: 1, unlockAt: 1, chainScale: 8, withdrawScale: 8, feeRateE8: 0 }
  const amounts = { minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n, fee: 0n }
  for (const asset of [1, 2]) {
    const terms = { assetId: asAssetId(asset), networkId: asNetworkId(1), depositOpen: true, withdrawOpen: true, ...depths, ...amounts }
    exchange.must({ kind: 'defineListing', terms, document: {}, ...HOUSE })
  }
  const first = await world.get(SITE)
  expect(first.data.halted).toEqual([])
  const known = { headers: { 'if-none-match': String(first.headers.etag) } }
  expect((await world.get(SITE, known)).status).toBe(304)
  const halt = (isHalted: boolean) => exchange.must({ kind: 'haltListing', listingId: asListingId(2), isHalted, ...HOUSE })
  halt(true)
  const second = await world.get(SITE, known)
  expect([second.status, second.data.halted]).toEqual([200, ['BTC']])
  expect((await world.get('/api/home-web/v1/open/bootstrap')).data.halted).toEqual(['BTC'])
  halt(false)
  expect((await world.get(SITE)).data.halted).toEqual([])
})
