/**
 * Deposits that are in no block: seen in a mempool, or of a block that left. Those that no node tells of any more are said to be gone after
 * as many blocks as would have made them safe; when one comes after all, it is told anew.
 */
import { readEvents } from '@agio/engine/event-buffer.ts'
import type { NetworkId } from '@agio/engine/ids/id.ts'
import { type UnbookedDeposit, unbookedDeposits } from '@agio/engine/wallet/read-deposits.ts'
import type { WalletExchange } from '../parts.ts'

const TOLD_MOST = 10_000
const CHANGED = new Set(['depositChanged'] as const)

export class SeenOnly {
  readonly #exchange: WalletExchange
  readonly #networkId: NetworkId
  readonly #stopListening: () => void
  /** Height at which each was last heard of. */
  readonly #heardAt = new Map<string, number>()
  /** Height at which each was last reported; one that the engine refuses is reported once a block at most. */
  readonly #toldAt = new Map<string, number>()
  #isStale = true
  #known: readonly UnbookedDeposit[] = []

  constructor(exchange: WalletExchange, networkId: NetworkId) {
    this.#exchange = exchange
    this.#networkId = networkId
    this.#stopListening = exchange.onDurable(({ events, hasDocuments }) => {
      if (!hasDocuments) return
      for (const { event } of readEvents(events, CHANGED))
        if (event.kind === 'depositChanged' && event.networkId === networkId) this.#isStale = true
    })
  }

  /** Heard of at a height: they wait. @returns those that the engine may not know to wait */
  heard(keys: readonly string[], height: number): ReadonlySet<string> {
    this.#look(height)
    const known = new Set(this.#known.filter(({ status }) => status === 'detected').map(({ key }) => key))
    for (const key of keys) if (this.#heardAt.has(key)) this.#heardAt.set(key, height)
    const fresh = keys.filter((key) => !known.has(key) && this.#toldAt.get(key) !== height)
    if (this.#toldAt.size > TOLD_MOST) this.#toldAt.clear()
    for (const key of fresh) this.#toldAt.set(key, height)
    return new Set(fresh)
  }

  /** Those that nobody told of for so many blocks. */
  goneAt(height: number, blocks: number): readonly UnbookedDeposit[] {
    this.#look(height)
    return this.#known.filter(({ key }) => (this.#heardAt.get(key) ?? height) + blocks <= height)
  }

  /** Blocks left the chain: what they had is told anew. */
  leave(): void {
    this.#toldAt.clear()
  }

  #look(height: number): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#known = unbookedDeposits(this.#exchange.state, this.#networkId)
    const keys = new Set(this.#known.map(({ key }) => key))
    for (const key of [...this.#heardAt.keys()]) if (!keys.has(key)) this.#heardAt.delete(key)
    for (const { key } of this.#known) if (!this.#heardAt.has(key)) this.#heardAt.set(key, height)
  }

  stop(): void {
    this.#stopListening()
  }
}
