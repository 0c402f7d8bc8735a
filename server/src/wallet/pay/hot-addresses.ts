/** Hot addresses of the house: found in the engine, and made by whoever pays where a network has too few. */
import { readEvents } from '@agio/engine/event-buffer.ts'
import { type AddressId, asUserId } from '@agio/engine/ids/id.ts'
import { houseAddresses } from '@agio/engine/wallet/read-payments.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import type { KnownNetwork } from '../network-book.ts'
import type { AddressTexts } from '../parts.ts'
import type { Payer } from './plan-json.ts'

const HOUSE = asUserId(0)
const WANTED = new Set(['addressAssigned'] as const)

/** Payments are spread over so many addresses where nothing is said. */
const USUAL = 1

export class HotAddresses {
  readonly #exchange: Exchange<'system'>
  readonly #texts: Pick<AddressTexts, 'textOf'>
  readonly #byFamily = new Map<number, Set<AddressId>>()
  readonly #stopListening: () => void

  constructor(exchange: Exchange<'system'>, texts: Pick<AddressTexts, 'textOf'>) {
    this.#exchange = exchange
    this.#texts = texts
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, WANTED))
        if (event.kind === 'addressAssigned' && event.userId === HOUSE && event.place === 'hot') this.#add(event.family, event.addressId)
    })
    for (const { addressId, family, place } of houseAddresses(exchange.state)) if (place === 'hot') this.#add(family, addressId)
  }

  /** Those of a network whose text is known, the oldest first. */
  of(network: KnownNetwork): readonly Payer[] {
    return [...(this.#byFamily.get(network.family) ?? [])].flatMap((addressId) => {
      const address = this.#texts.textOf(network, 'hot', addressId)
      return address === undefined ? [] : [{ address, place: 'hot' as const, addressId }]
    })
  }

  /** Makes what the documents ask for. @throws Refused; @throws Error when the engine has no room */
  async make(networks: readonly KnownNetwork[]): Promise<void> {
    for (const { family, document } of networks) {
      const wanted = document.hotAddresses ?? USUAL
      for (let made = this.#byFamily.get(family)?.size ?? 0; made < wanted; made += 1) {
        const outcome = await this.#exchange.submit({ kind: 'assignAddress', userId: HOUSE, family, place: 'hot', tag: 0, label: 'hot' })
        if (outcome.reason !== 'none') throw new Error(`no hot address of ${document.blockchain}: ${outcome.reason}`)
      }
    }
  }

  stop(): void {
    this.#stopListening()
  }

  #add(family: number, addressId: AddressId): void {
    const known = this.#byFamily.get(family) ?? new Set<AddressId>()
    this.#byFamily.set(family, known.add(addressId))
  }
}
