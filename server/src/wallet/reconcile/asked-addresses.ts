/** Texts of all addresses whose balances count on a network: the house's own, and those of customers that coins ever came to. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { houseAddressesFrom } from '@agio/engine/wallet/read-holdings.ts'
import { addressAt } from '@agio/engine/wallet/read-wallet.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { AddressTexts } from '../parts.ts'
import { NotYet } from './not-yet.ts'
import type { ReceivedAddresses } from './received-addresses.ts'

/** An address of the house's keys whose balances count. */
export interface AskedAddress {
  readonly addressId: AddressId
  readonly place: HoldingPlace
  readonly text: string
}

export class AskedAddresses {
  readonly #state: State
  readonly #texts: Pick<AddressTexts, 'textOf'>
  readonly #received: Pick<ReceivedAddresses, 'isReady' | 'on'>
  readonly #house: AddressId[] = []
  #seenTo = 0

  constructor(state: State, texts: Pick<AddressTexts, 'textOf'>, received: Pick<ReceivedAddresses, 'isReady' | 'on'>) {
    this.#state = state
    this.#texts = texts
    this.#received = received
  }

  /** Ids of the house's addresses on a network, of all places. */
  houseOn({ family }: KnownNetwork): readonly AddressId[] {
    const { found, next } = houseAddressesFrom(this.#state, this.#seenTo)
    this.#house.push(...found)
    this.#seenTo = next
    return this.#house.filter((addressId) => addressAt(this.#state, addressId)?.family === family)
  }

  /** Each text once. @throws NotYet while history, or the text of one of them, is not known */
  of(network: KnownNetwork): readonly AskedAddress[] {
    if (!this.#received.isReady) throw new NotYet('history is being rebuilt')
    const byText = new Map<string, AskedAddress>()
    for (const addressId of [...this.houseOn(network), ...this.#received.on(network.networkId)]) {
      const address = addressAt(this.#state, addressId)
      // An address with a tag is the house's own address, which stands there without one.
      if (address === undefined || address.tag !== 0) continue
      const text = this.#texts.textOf(network, address.place, addressId)
      if (text === undefined) throw new NotYet(`the text of address ${addressId} on ${network.document.blockchain} is not known`)
      byText.set(text, { addressId, place: address.place, text })
    }
    return [...byText.values()]
  }
}
