/** Addresses of customers: what they have, and new ones. Labels are history; which addresses there are is the engine's. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId, UserId } from '@agio/engine/ids/id.ts'
import { addressesOf, type OwnAddress } from '@agio/engine/wallet/read-wallet.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { ADDRESSES_MAX } from '@agio/wire/wallet/chains.ts'
import { Failure } from '../../core/failure.ts'
import type { RandomBytes } from '../../core/random.ts'
import { TurnsByKey } from '../../core/turns.ts'
import type { ReadModels } from '../../projections/port.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { CustomerAddress, CustomerAddresses, WalletExchange } from '../parts.ts'
import type { AddressBook } from './address-book.ts'
import type { PublicKeys } from './public-keys.ts'

/** Two random tags of 32 bits meet once in billions; then another one is drawn. */
const DRAWS = 8

export interface CustomerAddressesParts {
  readonly exchange: WalletExchange
  readonly models: Pick<ReadModels, 'reached' | 'addresses'>
  readonly texts: AddressBook
  readonly keys: PublicKeys
  readonly random: RandomBytes
}

export class AddressDesk implements CustomerAddresses {
  readonly #parts: CustomerAddressesParts
  /** The last creation of each customer who has one under way. */
  /** One creation of a customer after the other: the second of two presses finds the first one's address. */
  readonly #creations = new TurnsByKey<UserId>()

  constructor(parts: CustomerAddressesParts) {
    this.#parts = parts
  }

  textOf(network: KnownNetwork, place: HoldingPlace, addressId: AddressId): string | undefined {
    return this.#parts.texts.textOf(network, place, addressId)
  }

  find(network: KnownNetwork, text: string): Promise<OwnAddress | undefined> {
    return this.#parts.texts.find(network, text)
  }

  receiverOf(network: KnownNetwork, text: string, tag: string | null): Promise<OwnAddress | undefined> {
    return this.#parts.texts.receiverOf(network, text, tag)
  }

  keyFault({ family }: KnownNetwork): string | undefined {
    return this.#parts.keys.faultOf(family)
  }

  async list(userId: UserId, network: KnownNetwork): Promise<readonly CustomerAddress[]> {
    const { exchange, models } = this.#parts
    const owned = addressesOf(exchange.state, userId).filter(({ family }) => family === network.family)
    if (owned.length === 0) return []
    await models.reached(exchange.durableSeq)
    const rows = await models.addresses({ userId, family: network.family })
    const known = new Map(rows.map((row) => [row.addressId, row]))
    return owned.reverse().flatMap((address) => {
      const row = known.get(address.addressId)
      return row === undefined ? [] : [this.#shown(network, address, row.label, row.at)]
    })
  }

  create(userId: UserId, network: KnownNetwork, label: string): Promise<CustomerAddress> {
    return this.#creations.run(userId, async () => {
      const known = (await this.list(userId, network)).find((address) => address.label === label)
      if (known !== undefined) return known
      const addressId = await this.#assign(userId, network, label)
      await this.#parts.texts.makeNow(network.family, addressId)
      const made = (await this.list(userId, network)).find((address) => address.addressId === addressId)
      if (made === undefined) throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
      return made
    })
  }

  async #assign(userId: UserId, network: KnownNetwork, label: string): Promise<AddressId> {
    const { exchange, random } = this.#parts
    const { family, document } = network
    for (let drawn = 0; drawn < DRAWS; drawn += 1) {
      const tag = document.tag === null ? 0 : new DataView(random(4).slice().buffer).getUint32(0)
      if (document.tag !== null && tag === 0) continue
      const { reason, value } = await exchange.submit({ kind: 'assignAddress', userId, family, place: 'addresses', tag, label })
      if (reason === 'none') return value as AddressId
      if (reason === 'addressLimit') throw new Failure('ADDRESS_LIMIT', { max: ADDRESSES_MAX })
      if (reason !== 'badParameter' || tag === 0) throw new Failure(wireNameOf(reason))
    }
    throw new Failure('ENGINE_BUSY', { retryAfter: 1 })
  }

  #shown(network: KnownNetwork, { addressId, tag }: OwnAddress, label: string, createdAt: number): CustomerAddress {
    const text = this.textOf(network, 'addresses', addressId)
    return { addressId, text, tag: tag === 0 ? null : String(tag), label, createdAt }
  }
}
