/** Where coins go: whether an address and its tag are good on a network, and whose they are. */
import { checkAddress, checkTag } from '@agio/chain/address/check.ts'
import type { AddressFault } from '@agio/chain/address/rules.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { Failure } from '../../core/failure.ts'
import type { KnownListing, KnownNetwork, NetworkBook } from '../network-book.ts'
import type { AddressTexts } from '../parts.ts'
import { comparable } from './sanctions.ts'
import type { Destination } from './user-addresses.ts'

const NOBODY = asUserId(0)

/** Words of the API: `own` is any mix-up with addresses of the house or the customer. */
const REASONS: Readonly<Record<AddressFault, 'format' | 'checksum' | 'network'>> = {
  empty: 'format',
  spaces: 'format',
  letters: 'format',
  format: 'format',
  mixedCase: 'checksum',
  checksum: 'checksum',
  otherNetwork: 'network',
  formNotTaken: 'network',
  nobody: 'format',
}

export interface TypedDestination {
  readonly address: string
  /** '' = none. */
  readonly memo: string
}

export interface CheckedDestination extends Destination {
  /** Of this house; 0 = it leaves. */
  readonly receiverId: UserId
}

const ownMixUp = (): Failure => new Failure('ADDRESS_INVALID', { reason: 'own' })

/** The address as the network's wallets show it. @throws Failure ADDRESS_INVALID */
export function addressIn({ network }: KnownListing, text: string): string {
  const checked = checkAddress(network.document.addressRules, text)
  if (typeof checked === 'string') throw new Failure('ADDRESS_INVALID', { reason: REASONS[checked] })
  return checked.address
}

/** @throws Failure MEMO_REQUIRED, MEMO_INVALID */
function memoIn({ network }: KnownListing, memo: string): string | null {
  const { tag } = network.document
  const checked = checkTag(tag, memo)
  if (typeof checked !== 'string') return checked.tag
  throw new Failure(checked === 'missing' ? 'MEMO_REQUIRED' : 'MEMO_INVALID', { memoName: tag?.name ?? 'memo' })
}

/**
 * Is it the contract of a listed token, of any coin? What is sent there is nobody's any more. Chains that write addresses alike may have the
 * same contract each, and nobody has a key of one: listed on one of them, it is refused on all.
 */
function isListedContract(book: Pick<NetworkBook, 'listings'>, { document }: KnownNetwork, address: string): boolean {
  const { format } = document.addressRules
  return book
    .listings()
    .some(
      ({ network, document: { token } }) =>
        token !== null && network.document.addressRules.format === format && comparable(token) === comparable(address),
    )
}

/** @throws Failure ADDRESS_INVALID */
export function refuseContract(book: Pick<NetworkBook, 'listings'>, network: KnownNetwork, address: string): void {
  if (isListedContract(book, network, address)) throw new Failure('ADDRESS_INVALID', { reason: 'contract' })
}

/**
 * Format and checksum, then the tag, then whose it is: all of it before anything is set aside (WAL-018).
 * @throws Failure ADDRESS_INVALID, MEMO_REQUIRED, MEMO_INVALID; ENGINE_BUSY while the house does not know its own addresses
 */
export async function checkDestination(
  { texts, state, book }: { readonly texts: AddressTexts; readonly state: State; readonly book: Pick<NetworkBook, 'listings'> },
  userId: UserId,
  listing: KnownListing,
  typed: TypedDestination,
): Promise<CheckedDestination> {
  const { network, assetId } = listing
  const address = addressIn(listing, typed.address)
  refuseContract(book, network, address)
  const house = await texts.find(network, address)
  // A place of one owner needs no tag to tell whose it is, and is refused before the tag is looked at.
  if (house !== undefined && house.userId === userId) throw ownMixUp()
  const memo = memoIn(listing, typed.memo)
  const destination = { assetId, networkId: network.networkId, address, memo }
  if (house === undefined) return { ...destination, receiverId: NOBODY }
  const owner = await texts.receiverOf(network, address, memo)
  if (owner === undefined || owner.userId === userId) throw ownMixUp()
  if (owner.userId !== NOBODY) {
    // Coins sent to a closed account would belong to nobody.
    if (userStatusOf(state, owner.userId) === 'disabled') throw ownMixUp()
    return { ...destination, receiverId: owner.userId }
  }
  if (owner.place !== 'addresses' || network.document.tag === null) throw ownMixUp()
  // The house's one address of a network with tags, and a tag that says nobody.
  throw new Failure(memo === null ? 'MEMO_REQUIRED' : 'MEMO_INVALID', { memoName: network.document.tag.name })
}
