/** Commands that fill the tables of networks, addresses, deposits, withdrawals and payments. */
import type { Arrival, Command } from '../src/command.ts'
import { asAddressId, asAssetId, asListingId, asNetworkId, asUserId } from '../src/ids/id.ts'
import { PLAIN_LISTING } from './rich-wallet.ts'

const HOUSE = { actor: 'ops', why: '' } as const
const NOBODY = asUserId(0)
/** Arrivals in a command; its document has to fit in an entry. */
const ARRIVALS = 20
/** Addresses of one user in the family that is filled. */
const OF_ONE = 19

export const network = (): Command => ({ kind: 'defineNetwork', family: 1, document: {}, ...HOUSE })

/** The listing of a number: network by network, asset by asset. @param networks that there are */
export function listing(number: number, networks: number): Command {
  const terms = {
    ...PLAIN_LISTING,
    assetId: asAssetId(1 + Math.floor(number / networks)),
    networkId: asNetworkId(1 + (number % networks)),
  }
  return { kind: 'defineListing', terms, document: {}, ...HOUSE }
}

export const address = (userId: ReturnType<typeof asUserId>): Command => ({
  kind: 'assignAddress',
  userId,
  family: 1,
  place: 'addresses',
  tag: 0,
  label: '',
})

/** Position of the user who gets the address of a number, when each has one already. */
export const ownerOf = (number: number): number => Math.floor(number / OF_ONE)

const keyOf = (number: number): string => number.toString(16).padStart(32, '0')

/** Deposits of one customer that wait for their block: fewer than he has rows for. */
const SEEN_OF_ONE = 700

/** Deposits that wait for their block. @param most of them */
export function seen(number: number, most = ARRIVALS, firstKey = number * ARRIVALS): Command {
  const addressId = asAddressId(1 + Math.floor((number * ARRIVALS) / SEEN_OF_ONE))
  const arrivals = Array.from({ length: most }, (_, place): Arrival => {
    const key = keyOf(firstKey + place)
    const facts = { tx: '', position: '', from: null, amount: 1n, dust: 0n, height: 0, isHeld: false }
    return { listingId: asListingId(1), addressId, key, ...facts }
  })
  return { kind: 'noteArrivals', networkId: asNetworkId(1), arrivals }
}

export const unit = (): Command => ({
  kind: 'setIndexTerms',
  unitAssetId: asAssetId(1),
  sources: ['a'],
  freshMs: 1_000,
  capE8: 1_000_000,
  ...HOUSE,
})

export const withdraw = (userId: ReturnType<typeof asUserId>): Command => ({
  kind: 'requestWithdrawal',
  userId,
  listingId: asListingId(1),
  amount: 1n,
  receiverId: NOBODY,
  limit: 0n,
  windowMs: 0,
  isVerified: true,
  reviews: [],
  document: {},
})

export const funded = (): Command => ({
  kind: 'fundHolding',
  listingId: asListingId(1),
  place: 'hot',
  amount: 10n ** 6n,
  dust: 0n,
  reference: '',
  ...HOUSE,
})

export const pay = (): Command => ({
  kind: 'beginPayment',
  listingId: asListingId(1),
  withdrawals: [],
  from: 'hot',
  to: 'cold',
  amount: 1n,
  plan: {},
  actor: 'ops',
})
