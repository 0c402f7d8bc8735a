/**
 * The wallet of a tenant: networks, addresses, and the duties that follow chains and pay. Each part is opened in its own file and joined
 * here. Without a network nothing runs; without a signer no address is made and nothing is paid.
 */
import { openAddresses } from './addresses/open-addresses.ts'
import { NetworkBook } from './network-book.ts'
import type { CustomerAddresses, WalletParts } from './parts.ts'

export interface Wallet {
  readonly book: NetworkBook
  readonly addresses: CustomerAddresses
  stop(): Promise<void>
}

export type WalletOptions = Omit<WalletParts, 'book'>

export function openWallet(options: WalletOptions): Wallet {
  const book = new NetworkBook(options.exchange, options.models)
  const parts: WalletParts = { ...options, book }
  const addresses = openAddresses(parts)
  return {
    book,
    addresses: addresses.desk,
    async stop() {
      await addresses.stop()
      book.stop()
    },
  }
}
