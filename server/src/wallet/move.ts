/** Movements of the house's own coins between its places on one network, as whoever plans them asks whoever pays. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId, ListingId, PaymentId } from '@agio/engine/ids/id.ts'

export interface Move {
  readonly listingId: ListingId
  /** Whose keys sign: one address on an account-based chain, any number on a UTXO chain. All of one place. */
  readonly from: { readonly place: HoldingPlace; readonly addressIds: readonly AddressId[] }
  readonly to: { readonly place: HoldingPlace; readonly addressId: AddressId }
  /**
   * Minor units. `all`: what lies there; where the chain takes its fee of the same coin less what it may take at most. Rounded down to whole
   * minor units, so that dust stays where it lies.
   */
  readonly amount: bigint | 'all'
  /** As `beginPayment` journals it. */
  readonly actor: string
  readonly why: string
}

/** Begun: journaled, and it goes on by itself from there. Else nothing happened, and `why` is one of the words of whoever pays. */
export type MoveResult = { readonly paymentId: PaymentId; readonly amount: bigint } | { readonly why: string; readonly text: string }

export interface Mover {
  /** One transaction. It waits behind payments of the same address, and never takes the slot of another one. */
  move(move: Move): Promise<MoveResult>
}
