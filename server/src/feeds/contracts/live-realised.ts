/** What fills of open orders brought so far, for those who listen: history up to a position, and every fill behind it. */
import type { OrderId, UserId } from '@agio/engine/ids/id.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import type { ReadModels } from '../../projections/port.ts'

type Fill = Pick<EventByKind['contractFilled'], 'orderId' | 'realised'> & { readonly seq: number }

/** History moves on while it is read: then it is read again. */
const READS_MAX = 20

class Sums {
  readonly #byOrder = new Map<OrderId, bigint>()
  /** Fills that came while history was being read; undefined once it is there. */
  #waiting: Fill[] | undefined = []

  of(orderId: OrderId): bigint {
    return this.#byOrder.get(orderId) ?? 0n
  }

  add(fill: Fill): void {
    if (this.#waiting !== undefined) this.#waiting.push(fill)
    else this.#byOrder.set(fill.orderId, this.of(fill.orderId) + fill.realised)
  }

  seed(sums: ReadonlyMap<OrderId, bigint>, position: number): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const [orderId, realised] of sums) this.#byOrder.set(orderId, realised)
    for (const fill of waiting) if (fill.seq > position) this.add(fill)
  }

  forget(orderId: OrderId): void {
    this.#byOrder.delete(orderId)
  }
}

export class LiveRealised {
  readonly #models: Pick<ReadModels, 'position' | 'reached' | 'realisedOf'>
  readonly #users = new Map<UserId, { readonly sums: Sums; readonly ready: Promise<void> }>()

  constructor(models: Pick<ReadModels, 'position' | 'reached' | 'realisedOf'>) {
    this.#models = models
  }

  /**
   * Resolves when a user's sums are known.
   * @param open ids of his orders that may have fills by now
   * @param seq that history has to show
   * @throws what history says while it is being rebuilt
   */
  follow(userId: UserId, open: readonly OrderId[], seq: number): Promise<void> {
    const known = this.#users.get(userId)
    if (known !== undefined) return known.ready
    const sums = new Sums()
    const ready = this.#seed(userId, sums, open, seq)
    this.#users.set(userId, { sums, ready })
    return ready
  }

  leave(userId: UserId): void {
    this.#users.delete(userId)
  }

  of(userId: UserId, orderId: OrderId): bigint {
    return this.#users.get(userId)?.sums.of(orderId) ?? 0n
  }

  filled({ userId, orderId, realised }: EventByKind['contractFilled'], seq: number): void {
    this.#users.get(userId)?.sums.add({ orderId, realised, seq })
  }

  ended(userId: UserId, orderId: OrderId): void {
    this.#users.get(userId)?.sums.forget(orderId)
  }

  async #seed(userId: UserId, sums: Sums, open: readonly OrderId[], seq: number): Promise<void> {
    try {
      await this.#models.reached(seq)
      for (let reads = 0; reads < READS_MAX; reads += 1) {
        const position = this.#models.position()
        const found = await this.#models.realisedOf(userId, open)
        if (this.#models.position() !== position) continue
        sums.seed(found, position)
        return
      }
      throw new Error('feeds: history did not rest while fills were read')
    } catch (error) {
      this.#users.delete(userId)
      throw error
    }
  }
}
