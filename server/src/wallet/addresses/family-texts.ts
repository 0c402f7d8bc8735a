/** Addresses of one family of networks and their texts, both ways. */
import type { HoldingPlace } from '@agio/engine/event.ts'
import type { AddressId } from '@agio/engine/ids/id.ts'
import type { OwnAddress } from '@agio/engine/wallet/read-wallet.ts'

/** What is to be made: an address that has a key of its own. */
export interface Unmade {
  readonly addressId: AddressId
  readonly place: HoldingPlace
}

export class FamilyTexts {
  readonly #texts = new Map<AddressId, string>()
  readonly #ids = new Map<string, AddressId>()
  readonly #unmade = new Map<AddressId, Unmade>()
  readonly #waiting = new Set<{ isOver(): boolean; resolve(): void }>()
  /** The house's, which serves all tags of the family. */
  #shared: AddressId | undefined

  /** A number from the engine. One with a tag has no key of its own. @returns whether it is new here and is to be made */
  add({ addressId, userId, place, tag }: OwnAddress): boolean {
    if (tag !== 0 || this.#texts.has(addressId) || this.#unmade.has(addressId)) return false
    if (userId === 0 && place === 'addresses') this.#shared ??= addressId
    this.#unmade.set(addressId, { addressId, place })
    return true
  }

  get unmade(): readonly Unmade[] {
    return [...this.#unmade.values()]
  }

  /** @param canonical the text as it is compared */
  made(addressId: AddressId, text: string, canonical: string): void {
    this.#texts.set(addressId, text)
    this.#ids.set(canonical, addressId)
    this.#unmade.delete(addressId)
    for (const wait of this.#waiting) {
      if (!wait.isOver()) continue
      this.#waiting.delete(wait)
      wait.resolve()
    }
  }

  textOf(addressId: AddressId): string | undefined {
    return this.#texts.get(addressId)
  }

  get sharedText(): string | undefined {
    return this.#shared === undefined ? undefined : this.#texts.get(this.#shared)
  }

  get hasShared(): boolean {
    return this.#shared !== undefined
  }

  find(canonical: string): AddressId | undefined {
    return this.#ids.get(canonical)
  }

  texts(): IterableIterator<[AddressId, string]> {
    return this.#texts.entries()
  }

  /** Resolves when the text of an address is known, or (undefined) that of the house's. */
  known(addressId: AddressId | undefined): Promise<void> {
    return this.#when(() => (addressId === undefined ? this.sharedText : this.#texts.get(addressId)) !== undefined)
  }

  #when(isOver: () => boolean): Promise<void> {
    if (isOver()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.add({ isOver, resolve }))
  }
}
