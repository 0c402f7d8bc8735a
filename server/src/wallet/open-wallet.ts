/**
 * The wallet of a tenant: networks, addresses, and the duties that follow chains and pay. Each part is opened in its own file and joined
 * here. Without a network nothing runs; without a signer no address is made and nothing is paid.
 */
import { openAddresses } from './addresses/open-addresses.ts'
import { NetworkBook } from './network-book.ts'
import { openTreasury, type Treasury, type TreasuryNeeds } from './open-treasury.ts'
import { type CustomerAddresses, NO_PAYMENTS, NO_SCREENING, type WalletParts } from './parts.ts'
import { openWatch, type Watch } from './watch/open-watch.ts'

export interface Wallet {
  readonly book: NetworkBook
  readonly addresses: CustomerAddresses
  readonly watch: Watch
  readonly treasury: Treasury
  stop(): Promise<void>
}

export type WalletOptions = Omit<WalletParts, 'book'>

export function openWallet(options: WalletOptions): Wallet {
  const book = new NetworkBook(options.exchange, options.models)
  const parts: WalletParts = { ...options, book }
  const addresses = openAddresses(parts)
  const watch = openWatch({ ...parts, texts: addresses.texts, payments: NO_PAYMENTS, screening: NO_SCREENING })
  const chainOf: TreasuryNeeds['chainOf'] = ({ networkId }, hand) => watch.chain(networkId, hand)
  const treasury = openTreasury(parts, { texts: addresses.texts, chainOf, mover: undefined })
  return {
    book,
    addresses: addresses.desk,
    watch,
    treasury,
    async stop() {
      await treasury.stop()
      await watch.stop()
      await addresses.stop()
      book.stop()
    },
  }
}
