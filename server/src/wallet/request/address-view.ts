/** An entry of the address book as the API shows it. */
import type { Address } from '@agio/wire/wallet/types.ts'
import type { Feeds } from '../../feeds/feeds.ts'
import type { Wallet } from '../open-wallet.ts'
import type { AddressEntry } from './user-addresses.ts'

export interface AddressParts {
  readonly feeds: Pick<Feeds, 'listings'>
  readonly wallet: Pick<Wallet, 'book'>
}

/** What decides whether an entry can be used. */
export interface AddressUse {
  /** The customer's whitelist is on: entries that are on it alone are sent to, and those when they rested. */
  readonly onlyListed: boolean
  /** ms */
  readonly now: number
}

/** May a withdrawal go to an entry, as far as its whitelist says? */
export const isUsable = ({ isWhitelisted, effectiveAt }: AddressEntry, { onlyListed, now }: AddressUse): boolean =>
  !onlyListed || (isWhitelisted && effectiveAt <= now)

/** An entry whose coin or network is no longer listed, or that rests, is shown, and cannot be used. */
export function addressView({ feeds, wallet }: AddressParts, entry: AddressEntry, use: AddressUse): Address {
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
    status: listing !== undefined && isUsable(entry, use) ? 1 : 0,
    createTime: createdAt,
  }
}
