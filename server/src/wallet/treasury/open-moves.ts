/**
 * Addresses of which a movement is under way, until its block is as deep as it needs to be. It knows those that were begun here; of others
 * (from before a start) it only knows that they are there, and then nothing more is begun from such a place.
 */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId, ListingId, NetworkId, PaymentId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { type Payment, paymentsOf } from '@agio/engine/wallet/read-payments.ts'

export class OpenMoves {
  readonly #state: State
  readonly #begun = new Map<PaymentId, readonly AddressId[]>()

  constructor(state: State) {
    this.#state = state
  }

  /** Movements on a network that are under way, the oldest first. */
  on(networkId: NetworkId): readonly Payment[] {
    const all = paymentsOf(this.#state)
    const ids = new Set(all.map(({ paymentId }) => paymentId))
    for (const paymentId of this.#begun.keys()) if (!ids.has(paymentId)) this.#begun.delete(paymentId)
    return all.filter((payment) => payment.networkId === networkId && payment.withdrawals.length === 0)
  }

  begun(paymentId: PaymentId, addressIds: readonly AddressId[]): void {
    this.#begun.set(paymentId, addressIds)
  }

  /** Addresses of customers that are to be left alone; undefined: all of them. */
  busyOn(networkId: NetworkId): ReadonlySet<AddressId> | undefined {
    const busy = new Set<AddressId>()
    for (const { paymentId, from, to } of this.on(networkId)) {
      if (from !== 'addresses' && to !== 'addresses') continue
      const addressIds = this.#begun.get(paymentId)
      if (addressIds === undefined) return undefined
      for (const addressId of addressIds) busy.add(addressId)
    }
    return busy
  }

  /** Is something of a listing moved from or to a place of the house? */
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
