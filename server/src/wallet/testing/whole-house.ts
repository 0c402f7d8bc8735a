/** A wallet with all its parts, which signs too, and what its treasury does step by step. For tests only. */
import type { ListingTerms } from '@agio/engine/command.ts'
import { type AssetId, asListingId, type ListingId, type NetworkId } from '@agio/engine/ids/id.ts'
import { houseAddresses } from '@agio/engine/wallet/read-payments.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { type Compared, isCompared } from '../reconcile/compare-network.ts'
import { SeedSigner } from './seed-signer.ts'
import { until, WatchHouse } from './watch-house.ts'

const TERMS = {
  ...{ depositOpen: true, withdrawOpen: true, withdrawScale: 6, creditAt: 1, unlockAt: 2 },
  ...{ minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n, fee: 0n, feeRateE8: 0 },
} as const

const SIMULATED = {
  ...{ key: 'simulated:sim', asset: 'SIM', decimals: 9 },
  tokens: [{ contract: 'TOKEN', asset: 'TKN', decimals: 6 }],
}

export class WholeHouse extends WatchHouse {
  override readonly signer = new SeedSigner(7, [SIMULATED])

  /** With a document of the test's own. */
  listed(networkId: NetworkId, assetId: AssetId, chainScale: number, document: Record<string, string | null>): ListingId {
    const terms: ListingTerms = { ...TERMS, assetId, networkId, chainScale }
    return asListingId(this.exchange.must({ kind: 'defineListing', terms, document, actor: 'test', why: '' }).value)
  }

  /** The text of the first hot address. */
  hotText(networkId: NetworkId): Promise<string> {
    return until('a hot address', async () => {
      const found = houseAddresses(this.exchange.state).find(({ place }) => place === 'hot')
      return found && this.wallet.addresses.textOf(this.known(networkId), 'hot', found.addressId)
    })
  }

  /** By place. */
  lies(listingId: ListingId) {
    return listingsOf(this.exchange.state).find((listing) => listing.listingId === listingId)?.held
  }

  /** A comparison, and what the treasury does of it. @throws Error that says what differs */
  async tend(): Promise<Compared> {
    const { reconciler, treasurer } = this.wallet.treasury
    const compared = await until('a comparison', async () => {
      const [result] = (await reconciler.run()).networks
      return result !== undefined && isCompared(result) ? result : undefined
    })
    const wrong = compared.findings.filter(({ discrepancies }) => discrepancies.length > 0)
    if (wrong.length > 0)
      throw new Error(wrong.map(({ listing, discrepancies, difference }) => `${listing.symbol} ${discrepancies} ${difference}`).join())
    await treasurer?.take(compared)
    return compared
  }
}
