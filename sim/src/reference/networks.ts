/** Networks, the assets on them, addresses, and what the house holds there. */
import type {
  AssignAddress,
  ChangeListing,
  ChangeNetwork,
  DefineListing,
  DefineNetwork,
  FundHolding,
  HaltListing,
  ListingTerms,
} from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import { type Answer, no, ok } from './answer.ts'
import { contraAccount, move } from './ledger.ts'
import { AMOUNT_LIMIT, type World } from './model.ts'
import type { RefListing } from './wallet-model.ts'

const PLACES: readonly HoldingPlace[] = ['addresses', 'hot', 'warm', 'cold']
const isWhole = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most

export const placeAccount = (place: HoldingPlace | 'onTheWay', assetId: number): string => `asset:${place}:${assetId}`
export const suspenseAccount = (assetId: number): string => `suspense:${assetId}`
export const withdrawFeeAccount = (assetId: number): string => `income:withdraw:${assetId}`
export const gasAccount = (assetId: number): string => `expense:gas:${assetId}`

/** Units of the chain in a minor unit. */
export function unitsOf(world: World, { terms }: RefListing): bigint {
  const scale = world.assets[terms.assetId - 1]?.scale ?? 0
  return 10n ** BigInt(Math.max(0, terms.chainScale - scale))
}

/** Moves an amount of either sign. */
export const shift = (world: World, from: string, to: string, amount: bigint): void =>
  amount < 0n ? move(world, to, from, -amount) : move(world, from, to, amount)

/** Coins of an asset come to a place (below zero: leave it); the other side is an account. */
export function hold(world: World, listing: RefListing, place: HoldingPlace, amount: bigint, other: string): void {
  listing.held[place] += amount
  shift(world, placeAccount(place, listing.terms.assetId), other, amount)
}

/** What adds up to whole minor units is rounding. */
export function addDust(world: World, listing: RefListing, place: HoldingPlace, dust: bigint): void {
  const units = unitsOf(world, listing)
  const sum = listing.dust + dust
  listing.dust = ((sum % units) + units) % units
  hold(world, listing, place, (sum - listing.dust) / units, `income:rounding:${listing.terms.assetId}`)
}

export function defineNetwork(world: World, { family }: DefineNetwork): Answer {
  if (!isWhole(family, 1, 255)) return no('badParameter')
  const networkId = world.wallet.networks.length + 1
  world.wallet.networks.push({ networkId, family, isHalted: false, height: 0, block: '' })
  return ok(networkId)
}

export function changeNetwork(world: World, { networkId, isHalted }: ChangeNetwork): Answer {
  const network = world.wallet.networks[networkId - 1]
  if (network === undefined) return no('networkNotFound')
  network.isHalted = isHalted
  return ok()
}

function isSound(terms: ListingTerms, scale: number): boolean {
  const amounts = [terms.minDeposit, terms.minWithdraw, terms.maxWithdraw, terms.fee]
  if (!isWhole(terms.chainScale, 0, 18) || !isWhole(terms.withdrawScale, 0, Math.min(terms.chainScale, scale))) return false
  if (!isWhole(terms.creditAt, 1, 10_000) || !isWhole(terms.unlockAt, terms.creditAt, 10_000)) return false
  if (amounts.some((amount) => amount < 0n || amount >= AMOUNT_LIMIT) || !isWhole(terms.feeRateE8, 0, 99_999_999)) return false
  if (terms.fee % 10n ** BigInt(scale - terms.withdrawScale) !== 0n) return false
  return terms.maxWithdraw === 0n || terms.maxWithdraw >= terms.minWithdraw
}

export function defineListing(world: World, { terms }: DefineListing): Answer {
  const { listings, networks } = world.wallet
  const asset = world.assets[terms.assetId - 1]
  if (asset === undefined) return no('assetNotFound')
  if (networks[terms.networkId - 1] === undefined) return no('networkNotFound')
  const isKnown = listings.some((known) => known.terms.assetId === terms.assetId && known.terms.networkId === terms.networkId)
  if (isKnown || !isSound(terms, asset.scale)) return no('badParameter')
  const listingId = listings.length + 1
  listings.push({ listingId, terms, isHalted: false, held: { addresses: 0n, hot: 0n, warm: 0n, cold: 0n }, onTheWay: 0n, dust: 0n })
  return ok(listingId)
}

export function changeListing(world: World, { listingId, terms }: ChangeListing): Answer {
  const listing = world.wallet.listings[listingId - 1]
  if (listing === undefined) return no('listingNotFound')
  const fixed = ['assetId', 'networkId', 'chainScale'] as const
  if (fixed.some((name) => terms[name] !== listing.terms[name])) return no('badParameter')
  if (!isSound(terms, world.assets[terms.assetId - 1]?.scale ?? 0)) return no('badParameter')
  listing.terms = terms
  return ok()
}

export function haltListing(world: World, { listingId, isHalted }: HaltListing): Answer {
  const listing = world.wallet.listings[listingId - 1]
  if (listing === undefined) return no('listingNotFound')
  listing.isHalted = isHalted
  return ok()
}

export function assignAddress(world: World, { userId, family, place, tag }: AssignAddress): Answer {
  const { addresses, networks } = world.wallet
  if (userId !== 0 && !world.users.has(userId)) return no('userNotFound')
  const isPlace = PLACES.includes(place) && (userId === 0 || place === 'addresses')
  if (!isPlace || !isWhole(tag, 0, 2 ** 32 - 1) || !networks.some((network) => network.family === family)) return no('badParameter')
  if (tag !== 0 && addresses.some((known) => known.family === family && known.tag === tag)) return no('badParameter')
  if (userId !== 0 && addresses.filter((known) => known.userId === userId && known.family === family).length >= 20)
    return no('addressLimit')
  addresses.push({ userId, family, place, tag })
  return ok(addresses.length)
}

export function fundHolding(world: World, { listingId, place, amount, dust }: FundHolding): Answer {
  const listing = world.wallet.listings[listingId - 1]
  if (listing === undefined) return no('listingNotFound')
  const units = unitsOf(world, listing)
  if (!PLACES.includes(place) || dust <= -units || dust >= units) return no('badParameter')
  if ((amount === 0n && dust === 0n) || listing.held[place] + amount < 0n) return no('badNumber')
  const asset = world.assets[listing.terms.assetId - 1]
  if (asset === undefined || (amount > 0n && asset.issued + amount >= AMOUNT_LIMIT)) return no('valueTooLarge')
  if (amount > 0n) asset.issued += amount
  hold(world, listing, place, amount, contraAccount('adjustment', asset.assetId))
  addDust(world, listing, place, dust)
  return ok()
}
