/** "Get test coins" of the demo with nodes: a real transaction to an address of the customer's own. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { pow10 } from '@agio/engine/money/decimal.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { Failure } from '../../core/failure.ts'
import type { KnownListing } from '../../wallet/network-book.ts'
import type { Wallet } from '../../wallet/open-wallet.ts'
import type { DemoExchange } from '../accounts.ts'
import type { ChainKeeper } from './chain-keeper.ts'
import { toChainUnits } from './owed.ts'

const RETRY_SECONDS = 3

export interface GivenAsset {
  readonly assetId: number
  readonly scale: number
}

export interface CoinGiver {
  /**
   * Sends a customer coins on the network of the coin; they are credited when the chain has confirmed them.
   * @param amount minor units
   * @returns false when no network of the coin takes deposits
   * @throws Failure ENGINE_BUSY while the network's node starts, ADDRESS_LIMIT
   */
  give(userId: UserId, asset: GivenAsset, amount: bigint): Promise<boolean>
}

export class ChainCoinGiver implements CoinGiver {
  readonly #exchange: Pick<DemoExchange, 'state'>
  readonly #wallet: Pick<Wallet, 'book' | 'addresses'>
  readonly #keeper: Pick<ChainKeeper, 'of' | 'pay'>

  constructor(exchange: Pick<DemoExchange, 'state'>, wallet: Pick<Wallet, 'book' | 'addresses'>, keeper: Pick<ChainKeeper, 'of' | 'pay'>) {
    this.#exchange = exchange
    this.#wallet = wallet
    this.#keeper = keeper
  }

  async give(userId: UserId, { assetId, scale }: GivenAsset, amount: bigint): Promise<boolean> {
    const open = listingsOf(this.#exchange.state).filter(({ terms }) => terms.depositOpen)
    for (const listing of this.#wallet.book.listings(assetId)) {
      const terms = open.find(({ listingId }) => listingId === listing.listingId)?.terms
      if (terms === undefined) continue
      const { blockchain } = listing.network.document
      // No address is made for coins that cannot come now.
      if (this.#keeper.of(blockchain).length === 0) throw busy()
      const { to, tag } = await this.#addressOf(userId, listing)
      // Rounded down: what the chain's unit cannot say is not given.
      const whole = amount - (amount % pow10(Math.max(0, scale - terms.chainScale)))
      const units = toChainUnits(whole, scale, terms.chainScale)
      await this.#keeper.pay(blockchain, [{ to, tag, token: listing.document.token, amount: units }]).catch(() => {
        throw busy()
      })
      return true
    }
    return false
  }

  async #addressOf(userId: UserId, { network }: KnownListing): Promise<{ readonly to: string; readonly tag: string | null }> {
    const { addresses } = this.#wallet
    const [first] = await addresses.list(userId, network)
    const { text, tag } = first ?? (await addresses.create(userId, network, ''))
    if (text === undefined) throw busy()
    return { to: text, tag }
  }
}

const busy = (): Failure => new Failure('ENGINE_BUSY', { retryAfter: RETRY_SECONDS })
