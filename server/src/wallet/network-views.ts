/** Networks, and coins on them, as the API shows them. */
import type { AddressRules } from '@agio/chain/address/rules.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { Listing } from '@agio/engine/wallet/read-wallet.ts'
import { DEFAULT_LANGUAGE } from '@agio/wire/headers.ts'
import type { ChainAddress, CoinExt, ProtocolType, SupportedChain } from '@agio/wire/wallet/types.ts'
import type { ListedAsset } from '../feeds/listings.ts'
import type { ListingDocument } from './documents.ts'
import type { KnownListing, KnownNetwork } from './network-book.ts'
import type { CustomerAddress } from './parts.ts'

const RATE_SCALE = 8
const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
const BECH32 = '[02-9ac-hj-np-z]'

const switchOf = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)
const openOrClosed = (isOpen: boolean): 1 | 2 => (isOpen ? 1 : 2)

/** What an address looks like at a glance: a page that knows no better tells a slip by it. Checksums are the server's. */
export function addressRegexOf(rules: AddressRules): string {
  switch (rules.format) {
    case 'evm':
      return '^0x[0-9a-fA-F]{40}$'
    case 'tron':
      return `^T${BASE58}{33}$`
    case 'solana':
      return `^${BASE58}{32,44}$`
    case 'simulated':
      return `^${rules.hrp}1${BECH32}{8,90}$`
    case 'bitcoin':
      return `^(${rules.hrp}1${BECH32}{8,87}|${rules.hrp.toUpperCase()}1[02-9AC-HJ-NP-Z]{8,87}|${BASE58}{26,35})$`
  }
}

function tipIn({ tip }: ListingDocument, lang: string): string | null {
  if (tip === undefined || typeof tip === 'string') return tip ?? null
  return tip[lang] ?? tip[DEFAULT_LANGUAGE] ?? null
}

export interface ListingFacts {
  readonly coin: ListedAsset
  readonly known: KnownListing
  readonly terms: Listing['terms']
  readonly isHalted: boolean
}

/** @param lang locale on the wire */
export function coinExtView({ coin, known, terms, isHalted }: ListingFacts, lang: string): CoinExt {
  const { network, document, listingId } = known
  const { protocolType, chain, name, tag, addressRules, explorerTxUrl = null } = network.document
  const amount = (minor: bigint): string => formatDecimal(minor, coin.scale)
  const isShare = terms.feeRateE8 !== 0
  return {
    id: String(listingId),
    coinId: String(coin.assetId),
    coinName: coin.symbol,
    protocolType,
    chain,
    chainName: name,
    depositEnable: switchOf(terms.depositOpen),
    withdrawEnable: switchOf(terms.withdrawOpen),
    minDeposit: amount(terms.minDeposit),
    minWithdraw: amount(terms.minWithdraw),
    maxWithdraw: amount(terms.maxWithdraw),
    withdrawFee: isShare ? formatDecimal(BigInt(terms.feeRateE8), RATE_SCALE) : amount(terms.fee),
    withdrawFeeType: isShare ? 2 : 1,
    withdrawFeeMin: amount(terms.fee),
    withdrawScale: terms.withdrawScale,
    needMemo: switchOf(tag?.required === true),
    memoName: tag?.name ?? null,
    confirmations: terms.creditAt,
    unlockConfirmations: terms.unlockAt,
    contractAddress: document.token,
    addressRegex: addressRegexOf(addressRules),
    explorerTxUrl,
    tip: tipIn(document, lang),
    halted: switchOf(isHalted),
  }
}

const rulesView = (rules: AddressRules): ProtocolType['addressRules'] =>
  'forms' in rules && rules.forms !== undefined ? { ...rules, forms: [...rules.forms] } : withoutForms(rules)

function withoutForms(rules: AddressRules): ProtocolType['addressRules'] {
  if (rules.format !== 'bitcoin') return { ...rules }
  const { format, hrp, pubkeyHash, scriptHash } = rules
  return { format, hrp, pubkeyHash, scriptHash }
}

export function protocolTypeView({ networkId, document }: KnownNetwork): ProtocolType {
  const { protocolType, name, chain, addressRules, tag, explorerTxUrl = null } = document
  return {
    id: String(networkId),
    protocolType,
    name,
    chain,
    addressRegex: addressRegexOf(addressRules),
    addressRules: rulesView(addressRules),
    needMemo: switchOf(tag?.required === true),
    memoName: tag?.name ?? null,
    explorerTxUrl,
  }
}

/** @param isOpen coins come or go on it */
export function chainView({ document }: KnownNetwork, isOpen: boolean): SupportedChain {
  const { blockchain, name, nativeCoin, iconUrl = null, testnet } = document
  return { blockchain, name, nativeCoin, iconUrl, testnet, status: openOrClosed(isOpen) }
}

export const chainTokenView = ({ known, terms }: ListingFacts) => ({
  blockchain: known.network.document.blockchain,
  protocolType: known.network.document.protocolType,
  contractAddress: known.document.token,
  decimals: terms.chainScale,
  status: openOrClosed(terms.depositOpen || terms.withdrawOpen),
})

/** @param coinIds coins that may be sent there */
export function chainAddressView(
  { document }: KnownNetwork,
  { addressId, text, tag, label, createdAt }: CustomerAddress,
  coinIds: readonly string[],
  isDefault: boolean,
): ChainAddress {
  return {
    id: String(addressId),
    blockchain: document.blockchain,
    protocolType: document.protocolType,
    address: text ?? '',
    memo: tag,
    label: label === '' ? null : label,
    coinIds: [...coinIds],
    isDefault: switchOf(isDefault),
    status: text === undefined ? 2 : 1,
    createTime: createdAt,
  }
}
