/** Deposits and withdrawals as the API shows them, with what only the present knows: confirmations, addresses, terms. */
import { asNetworkId } from '@agio/engine/ids/id.ts'
import { listingsOf, networksOf } from '@agio/engine/wallet/read-wallet.ts'
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { type WalletTxPlace, walletTxView } from '@agio/wire/wallet/view.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { WalletTxRow } from '../projections/rows/wallet-rows.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import type { Wallet } from './open-wallet.ts'

export interface TxParts {
  readonly exchange: Pick<Exchange, 'state' | 'now'>
  readonly wallet: Pick<Wallet, 'book' | 'addresses'>
  readonly feeds: Pick<Feeds, 'listings'>
}

/** Of a network whose document cannot be read now the names are empty. */
export function placeOfTx({ exchange, wallet, feeds }: TxParts, row: WalletTxRow): WalletTxPlace {
  const { state } = exchange
  const network = wallet.book.network(row.networkId)
  const terms = listingsOf(state).find(({ listingId }) => listingId === row.listingId)?.terms
  const { height = 0 } = networksOf(state).find(({ networkId }) => networkId === asNetworkId(row.networkId)) ?? {}
  const own =
    row.addressId === 0 || network === undefined ? undefined : wallet.addresses.textOf(network, row.place ?? 'addresses', row.addressId)
  return {
    asset: feeds.listings.assetFacts(row.assetId),
    protocolType: network?.document.protocolType ?? '',
    chain: network?.document.chain ?? '',
    networkHeight: height,
    blockMs: network?.document.blockMs ?? 0,
    creditAt: terms?.creditAt ?? 0,
    unlockAt: terms?.unlockAt ?? 0,
    ownAddress: own ?? '',
    now: exchange.now(),
  }
}

export const walletTxOf = (parts: TxParts, row: WalletTxRow): WalletTx => walletTxView(row, placeOfTx(parts, row))
