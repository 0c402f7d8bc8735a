/** An entry of the address book as the API shows it. */
import type { Address } from '@agio/wire/wallet/types.ts'
import type { Feeds } from '../../feeds/feeds.ts'
import type { Wallet } from '../open-wallet.ts'
import type { AddressEntry } from './user-addresses.ts'

export interface AddressParts {
  readonly feeds: Pick<Feeds, 'listings'>
  readonly wallet: Pick<Wallet, 'book'>
}

/** An entry whose coin or network is no longer listed is shown, but cannot be used. */
export function addressView({ feeds, wallet }: AddressParts, entry: AddressEntry): Address {
  const coin = feeds.listings.asset(entry.assetId)
  const listing = wallet.book.listings(entry.assetId).find(({ network }) => network.networkId === entry.networkId)
  const { id, address, memo, label, isWhitelisted, effectiveAt, createdAt } = entry
  return {
    id,
    coinId: String(entry.assetId),
    coinName: coin?.symbol ?? '',
    protocolType: listing?.network.document.protocolType ?? '',
    address,
    memo,
    label,
    isWhitelisted: isWhitelisted ? 1 : 0,
    effectiveTime: effectiveAt,
    status: listing === undefined ? 0 : 1,
    createTime: createdAt,
  }
}
