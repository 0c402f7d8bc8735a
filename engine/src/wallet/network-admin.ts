/** Commands of the house about networks, the assets on them, and addresses. */
import { HOLDING_PLACES, ON_ADDRESSES } from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type {
  AssignAddress,
  ChangeListing,
  ChangeNetwork,
  DefineListing,
  DefineNetwork,
  FundHolding,
  HaltListing,
  ListingTerms,
} from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asAddressId, asNetworkId, asUserId } from '../ids/id.ts'
import { EQUITY_HOUSE } from '../ledger/chart-of-accounts.ts'
import type { Handle } from '../memory/handle.ts'
import { pow10 } from '../money/decimal.ts'
import type { Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { listingIdOf, listingRow, listingTermsAt, networkRow, tagName, writeListing } from './wallet-rows.ts'

const FAMILIES_MOST = 255
const CHAIN_SCALE_MOST = 18
const CONFIRMATIONS_MOST = 10_000
const AMOUNT_MOST = 2n ** 62n
/** Accounts of the house that an entry about an asset may open: see `kernel/wallet/holding.ts`. */
export const HOUSE_ACCOUNTS = 10
/** Addresses that a customer may have in a family of networks. */
const ADDRESSES_MOST = 20

/** The new network's id, or why not. */
export function defineNetwork(state: State, command: DefineNetwork): number | Reason {
  const { family, document, actor, why } = command
  if (!(Number.isInteger(family) && family > 0 && family <= FAMILIES_MOST)) return 'badParameter'
  if (!state.networks.hasRoom(1)) return 'engineFull'
  const row = state.kernel.openNetwork()
  state.networks.edit(row).family = family
  const networkId = asNetworkId(state.networks.numberOf(row))
  writeDocument(state.out, { kind: 'networkDefined', networkId, family, document, actor, why })
  return networkId
}

export function changeNetwork(state: State, command: ChangeNetwork): Reason {
  const { networkId, isHalted, document, actor, why } = command
  const row = networkRow(state, networkId)
  if (row === 0) return 'networkNotFound'
  state.networks.edit(row).halted = isHalted
  writeDocument(state.out, { kind: 'networkChanged', networkId, isHalted, document, actor, why })
  return 'none'
}

/** The new listing's id, or why not. */
export function defineListing(state: State, command: DefineListing): number | Reason {
  const { terms, document, actor, why } = command
  const asset = state.assets[terms.assetId - 1]
  if (asset === undefined) return 'assetNotFound'
  const network = networkRow(state, terms.networkId)
  if (network === 0) return 'networkNotFound'
  if (!areTermsSound(terms, asset.scale) || isListed(state, terms)) return 'badParameter'
  if (!state.listings.hasRoom(1)) return 'engineFull'
  const row = state.kernel.openListing()
  const made = state.listings.edit(row)
  made.asset = terms.assetId
  made.network = network
  writeListing(state, row, terms, asset.scale)
  const listingId = listingIdOf(state, row)
  writeDocument(state.out, { kind: 'listingDefined', listingId, terms, document, actor, why })
  return listingId
}

export function changeListing(state: State, command: ChangeListing): Reason {
  const { listingId, terms, document, actor, why } = command
  const row = listingRow(state, listingId)
  if (row === 0) return 'listingNotFound'
  const old = listingTermsAt(state, row)
  const scale = state.assets[old.assetId - 1]?.scale ?? 0
  const isSame = terms.assetId === old.assetId && terms.networkId === old.networkId && terms.chainScale === old.chainScale
  if (!isSame || !areTermsSound(terms, scale)) return 'badParameter'
  writeListing(state, row, terms, scale)
  writeDocument(state.out, { kind: 'listingChanged', listingId, terms, document, actor, why })
  return 'none'
}

export function haltListing(state: State, command: HaltListing): Reason {
  const { listingId, isHalted, actor, why, note } = command
  const row = listingRow(state, listingId)
  if (row === 0) return 'listingNotFound'
  state.listings.edit(row).halted = isHalted
  writeDocument(state.out, { kind: 'listingHalted', listingId, isHalted, actor, why })
  if (note !== undefined) writeDocument(state.out, { kind: 'documentSaved', userId: asUserId(0), ...note, actor })
  return 'none'
}

/** The new address's id, or why not. @param user the row of whom it is for */
export function assignAddress(state: State, user: Handle<'user'>, command: AssignAddress): number | Reason {
  const { userId, family, place, tag, label } = command
  const placeCode = codeOf(HOLDING_PLACES, place)
  const isPlace = userId === 0 ? placeCode < HOLDING_PLACES.length : placeCode === ON_ADDRESSES
  const isTag = Number.isInteger(tag) && tag >= 0 && tag < 2 ** 32
  if (!isPlace || !isTag || !hasFamily(state, family) || state.addressByTag.has(tagName(family, tag))) return 'badParameter'
  const { addresses, kernel, wallets } = state
  if (userId !== 0 && kernel.countAddresses(user, family) >= ADDRESSES_MOST) return 'addressLimit'
  const needsWallet = userId !== 0 && kernel.findWallet(user) === 0
  if (!addresses.hasRoom(1) || (needsWallet && !wallets.hasRoom(1))) return 'engineFull'
  const addressId = asAddressId(kernel.openAddress(userId === 0 ? 0 : user, family, placeCode, tag))
  // a tag is never given twice
  if (tag !== 0) state.addressByTag.set(tagName(family, tag), addressId)
  writeDocument(state.out, { kind: 'addressAssigned', addressId, userId, family, place, tag, label })
  return addressId
}

/** Coins of the house's own on a chain. What was ever issued of an asset stays below 2^62, as with credits to customers. */
export function fundHolding(state: State, command: FundHolding): Reason {
  const { listingId, place, amount, dust, reference, actor, why } = command
  const row = listingRow(state, listingId)
  if (row === 0) return 'listingNotFound'
  const placeCode = codeOf(HOLDING_PLACES, place)
  const { kernel } = state
  const { assetId, chainScale } = listingTermsAt(state, row)
  const unit = pow10(Math.max(0, chainScale - (state.assets[assetId - 1]?.scale ?? 0)))
  if (placeCode >= HOLDING_PLACES.length || dust <= -unit || dust >= unit) return 'badParameter'
  if ((amount === 0n && dust === 0n) || kernel.heldAt(row, placeCode) + amount < 0n) return 'badNumber'
  const issued = state.issued[assetId] ?? 0n
  if (amount > 0n && issued + amount >= AMOUNT_MOST) return 'valueTooLarge'
  if (!state.accounts.hasRoom(HOUSE_ACCOUNTS)) return 'engineFull'
  if (amount > 0n) state.issued[assetId] = issued + amount
  kernel.hold(row, placeCode, amount)
  kernel.postHouse(kernel.openHouseAccount(EQUITY_HOUSE, assetId), amount)
  kernel.addDust(row, placeCode, dust)
  writeDocument(state.out, { kind: 'holdingFunded', listingId, place, amount, dust, reference, actor, why })
  return 'none'
}

function areTermsSound(terms: ListingTerms, scale: number): boolean {
  const { chainScale, withdrawScale, creditAt, unlockAt, fee, feeRateE8, minWithdraw, maxWithdraw } = terms
  const isCount = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most
  const areScales = isCount(chainScale, 0, CHAIN_SCALE_MOST) && isCount(withdrawScale, 0, Math.min(chainScale, scale))
  const areDepths = isCount(creditAt, 1, CONFIRMATIONS_MOST) && isCount(unlockAt, creditAt, CONFIRMATIONS_MOST)
  const areAmounts = [terms.minDeposit, minWithdraw, maxWithdraw, fee].every((amount) => amount >= 0n && amount < AMOUNT_MOST)
  if (!areScales || !areDepths || !areAmounts || !isCount(feeRateE8, 0, 99_999_999)) return false
  return fee % pow10(scale - withdrawScale) === 0n && (maxWithdraw === 0n || maxWithdraw >= minWithdraw)
}

function isListed(state: State, { assetId, networkId }: ListingTerms): boolean {
  return [...state.listings.live()].some((row) => {
    const known = listingTermsAt(state, row)
    return known.assetId === assetId && known.networkId === networkId
  })
}

const hasFamily = ({ networks }: State, family: number): boolean => [...networks.live()].some((row) => networks.at(row).family === family)
