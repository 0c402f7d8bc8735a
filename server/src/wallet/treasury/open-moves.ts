/** Movements of the house's coins that are under way, until their blocks are as deep as they need to be. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId, ListingId, NetworkId, PaymentId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { type Payment, paymentsOf } from '@agio/engine/wallet/read-payments.ts'

/** Addresses that payments under way take coins from or bring them to, as far as whoever pays can tell. */
export type EndsOf = (networkId: NetworkId) => ReadonlyMap<PaymentId, readonly AddressId[]>

export class OpenMoves {
  readonly #state: State
  readonly #endsOf: EndsOf

  constructor(state: State, endsOf: EndsOf) {
    this.#state = state
    this.#endsOf = endsOf
  }

  /** The oldest first. */
  on(networkId: NetworkId): readonly Payment[] {
    return paymentsOf(this.#state).filter((payment) => payment.networkId === networkId && payment.withdrawals.length === 0)
  }

  /** Addresses of customers that are to be left alone; undefined: all of them, for nobody knows of which something is under way. */
  busyOn(networkId: NetworkId): ReadonlySet<AddressId> | undefined {
    const ends = this.#endsOf(networkId)
    const busy = new Set<AddressId>()
    for (const { paymentId, from, to } of this.on(networkId)) {
      if (from !== 'addresses' && to !== 'addresses') continue
      const known = ends.get(paymentId)
      if (known === undefined) return undefined
      for (const addressId of known) busy.add(addressId)
    }
    return busy
  }

  /** Is something of a listing moved from or to one of these places, but for sweeps and what they need? */
  isShifting(networkId: NetworkId, listingId: ListingId, places: readonly HoldingPlace[]): boolean {
    return this.on(networkId).some(
      (move) =>
        move.listingId === listingId &&
        move.from !== 'addresses' &&
        move.to !== 'addresses' &&
        (places.includes(move.from) || places.includes(move.to)),
    )
  }
}
