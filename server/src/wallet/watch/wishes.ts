/** What a thread looks for in blocks, as its watcher told it. */
import type { AddressFilter, Slot, WatchWishes } from '@agio/chain/port.ts'

export class ThreadWishes implements WatchWishes {
  readonly addresses: AddressFilter
  tokens: ReadonlySet<string> = new Set()
  #slots: ReadonlyMap<string, Slot> = new Map()
  #own: ReadonlySet<string> = new Set()

  constructor(addresses: AddressFilter) {
    this.addresses = addresses
  }

  get own(): ReadonlySet<string> {
    return this.#own
  }

  setOwn(slots: ReadonlyMap<string, Slot>): void {
    this.#slots = slots
    this.#own = new Set(slots.keys())
  }

  /** Undefined for a transaction that is not the house's. */
  slotOf(tx: string): Slot | undefined {
    return this.#slots.get(tx)
  }
}
