/** What the demo lists, its signer knows: otherwise a withdrawal of that coin would wait for ever. */
import { demoPolicy } from '@agio/chain/signer/demo-policy.ts'
import { assetOf, readPolicy } from '@agio/chain/signer/policy.ts'
import { Keys } from '@agio/chain/signer/read-intent.ts'
import { networkKey } from '@agio/chain/signer/wire.ts'
import { expect, it } from 'vitest'
import { DEMO_TENANTS } from '../world.ts'
import { listedNetworks } from './networks.ts'

it('the demo’s policy names every coin that the demo lists, with its contract and decimals', async () => {
  const tenants = Object.keys(DEMO_TENANTS)
  const policy = readPolicy(JSON.stringify(demoPolicy(tenants)))
  let coins = 0
  for (const [tenantId, { platformCoin }] of Object.entries(DEMO_TENANTS))
    for (const { document, coins: listed } of listedNetworks(platformCoin)) {
      const tenant = policy.tenants.get(tenantId)
      const key = networkKey(document.adapter)
      const network = tenant?.networks.get(key)
      if (tenant === undefined || network === undefined) throw new Error(`${tenantId} has no ${key} in its policy`)
      const keys = await Keys.open(new Uint8Array(64).fill(1), document.adapter)
      for (const { coin, chainScale, document: listing } of listed) {
        const known = assetOf(tenant, key, network, listing.token, (one, other) => keys.sameToken(one, other))
        expect([key, known?.asset, known?.decimals]).toEqual([key, coin, chainScale])
        coins += 1
      }
    }
  expect(coins).toBeGreaterThan(20)
})
