/** What balances show at customers' addresses and nobody booked becomes deposits of the compared block, which wait for a person. */
import type { Arrival } from '@agio/engine/command.ts'
import type { AddressId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { addressAt } from '@agio/engine/wallet/read-wallet.ts'
import type { Log } from '../../core/log.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { measured } from '../units.ts'
import { balanceKey, balancePlace } from '../watch/arrival-key.ts'
import type { Compared } from './compare-network.ts'
import type { HeldListing } from './cut.ts'
import { NotYet } from './not-yet.ts'

/** Of one entry of the journal. */
const ARRIVALS_MOST = 200

export interface FoundCoins {
  readonly addressId: AddressId
  readonly text: string
  /** Of the chain. */
  readonly units: bigint
}

export interface ReviewParts {
  readonly tenantId: string
  readonly exchange: Pick<Exchange<'system'>, 'submit'>
  readonly log: Log
}

/** Why it was in no block of the books. */
export type WhyFound = 'no block showed' | 'came before they were listed'

/**
 * Books what was found as more of the last block; the sender is known to nobody.
 * @returns `late` when the block is not the last booked one any more
 * @throws NotYet for what the engine refuses: it stays a difference
 */
export async function reviewFound(
  parts: ReviewParts,
  compared: Compared,
  listing: HeldListing,
  found: readonly FoundCoins[],
  why: WhyFound,
): Promise<'nothing' | 'booked' | 'late'> {
  for (let from = 0; from < found.length; from += ARRIVALS_MOST)
    if (!(await book(parts, compared, listing, found.slice(from, from + ARRIVALS_MOST), why))) return 'late'
  return found.length === 0 ? 'nothing' : 'booked'
}

async function book(
  { tenantId, exchange, log }: ReviewParts,
  { network, block }: Compared,
  { listingId, chainScale, scale, symbol }: HeldListing,
  found: readonly FoundCoins[],
  why: WhyFound,
): Promise<boolean> {
  const { blockchain } = network.document
  const name = { height: block.height, block: block.hash }
  const of = why === 'no block showed' ? undefined : listingId
  const arrivals = found.map(({ addressId, units }): Arrival => {
    const where = { tx: block.hash, position: balancePlace(addressId, of), key: balanceKey(blockchain, block.hash, addressId, of) }
    return { listingId, addressId, ...where, from: null, ...measured(units, chainScale, scale), height: block.height, isHeld: true }
  })
  const { networkId } = network
  const { reason } = await exchange.submit({ kind: 'bookBlocks', networkId, after: name, upTo: name, arrivals, mined: [] })
  if (reason === 'notNextBlock') return false
  if (reason !== 'none') throw new NotYet(`coins that ${why} cannot be booked: ${reason}`)
  for (const { text, units } of found)
    log.warn(`coins that ${why} wait for a person`, {
      ...{ tenant: tenantId, blockchain, coin: symbol, address: text, units: String(units), height: block.height },
    })
  return true
}

/** Addresses of customers among those that were asked about. */
export function customersIn(
  { addresses }: Pick<Compared, 'addresses'>,
  state: State,
): readonly { readonly addressId: AddressId; readonly text: string }[] {
  return addresses.filter(({ addressId, place }) => place === 'addresses' && (addressAt(state, addressId)?.userId ?? 0) !== 0)
}
