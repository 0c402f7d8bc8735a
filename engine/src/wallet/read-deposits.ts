/** Readers of deposits that are in no block. */
import * as layout from '../../generated/layout.ts'
import { DEPOSIT_DETECTED, DEPOSIT_REORGED } from '../codec/code.ts'
import { asDepositId, asListingId, type DepositId, type ListingId, type NetworkId } from '../ids/id.ts'
import type { State } from '../state.ts'
import { networkOf, networkRow } from './wallet-rows.ts'

/** Told of, and in no block: it waits for one, or its block left the chain. */
export interface UnbookedDeposit {
  readonly depositId: DepositId
  readonly listingId: ListingId
  /** The business key. */
  readonly key: string
  readonly status: 'detected' | 'reorged'
}

const hex = (half: bigint): string => half.toString(16).padStart(16, '0')

/** Of a network. Walks over all deposits that are kept. */
export function unbookedDeposits(state: State, networkId: NetworkId): readonly UnbookedDeposit[] {
  const network = networkRow(state, networkId)
  const { view } = state.deposits
  const found: UnbookedDeposit[] = []
  for (const row of state.deposits.live()) {
    const status = view.getUint8(row + layout.DEPOSIT_STATUS)
    if (status !== DEPOSIT_DETECTED && status !== DEPOSIT_REORGED) continue
    const listing = view.getUint32(row + layout.DEPOSIT_LISTING, true)
    if (networkOf(state, listing) !== network) continue
    const key = hex(view.getBigUint64(row + layout.DEPOSIT_KEY_HIGH, true)) + hex(view.getBigUint64(row + layout.DEPOSIT_KEY_LOW, true))
    const depositId = asDepositId(view.getFloat64(row + layout.DEPOSIT_ID, true))
    found.push({
      depositId,
      listingId: asListingId(listing / layout.LISTING_BYTES),
      key,
      status: status === DEPOSIT_DETECTED ? 'detected' : 'reorged',
    })
  }
  return found
}
