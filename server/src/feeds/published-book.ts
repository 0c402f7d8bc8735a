/**
 * The book as the public sees it: the best levels of both sides, true at one journal position. Durable level changes go into the
 * live sides; `publish` moves the published sides on and returns the difference in absolute quantities.
 */
import type { Side } from '@agio/engine/command.ts'
import { type DepthRow, depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import type { PairFacts } from '@agio/wire/market/view.ts'
import { formatSteps } from '@agio/wire/steps.ts'

/** Levels a side that are published. */
export const PUBLISHED_LEVELS = 1000
const CHECKSUM_LEVELS = 25

export interface Level {
  readonly price: number
  readonly quantity: number
}

/** Levels by rank: `keys` rise toward the best, which is last, where most changes happen. A key is the price, negated for asks. */
class Ladder {
  readonly keys: number[] = []
  readonly quantities: number[] = []

  indexOf(key: number): number {
    let low = 0
    let high = this.keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keys[middle] ?? 0) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  get(key: number): number {
    const index = this.indexOf(key)
    return this.keys[index] === key ? (this.quantities[index] ?? 0) : 0
  }

  set(key: number, quantity: number): void {
    const index = this.indexOf(key)
    if (this.keys[index] === key) {
      if (quantity > 0) {
        this.quantities[index] = quantity
      } else {
        this.keys.splice(index, 1)
        this.quantities.splice(index, 1)
      }
    } else if (quantity > 0) {
      this.keys.splice(index, 0, key)
      this.quantities.splice(index, 0, quantity)
    }
  }
}

class PublishedSide {
  readonly #live = new Ladder()
  readonly #shown = new Ladder()
  readonly #touched = new Set<number>()
  readonly #sign: 1 | -1
  readonly #levels: number

  constructor(side: Side, levels: number) {
    this.#sign = side === 'buy' ? 1 : -1
    this.#levels = levels
  }

  change(price: number, quantity: number): void {
    const key = price * this.#sign
    this.#live.set(key, quantity)
    this.#touched.add(key)
  }

  /** Best price, ticks; 0 = the side is empty. */
  get bestLive(): number {
    return (this.#live.keys.at(-1) ?? 0) * this.#sign
  }

  get touched(): boolean {
    return this.#touched.size > 0
  }

  /** Brings the shown levels up to the live ones; the changed levels, best first, quantity 0 for those that left. */
  publish(): Level[] {
    const live = this.#live
    const edge = Math.max(0, live.keys.length - this.#levels)
    const edgeKey = live.keys[edge] ?? Number.NEGATIVE_INFINITY
    const before = this.#shown.keys[0] ?? Number.POSITIVE_INFINITY
    const changed = new Map<number, number>()
    const see = (key: number, quantity: number): void => {
      if (this.#shown.get(key) !== quantity) changed.set(key, quantity)
    }
    for (const key of this.#touched) see(key, key >= edgeKey ? live.get(key) : 0)
    this.#touched.clear()
    for (const key of this.#shown.keys) {
      if (key >= edgeKey) break
      see(key, 0)
    }
    for (let index = edge; index < live.keys.length && (live.keys[index] ?? 0) < before; index += 1) {
      see(live.keys[index] ?? 0, live.quantities[index] ?? 0)
    }
    for (const [key, quantity] of changed) this.#shown.set(key, quantity)
    return [...changed].sort(([a], [b]) => b - a).map(([key, quantity]) => ({ price: key * this.#sign, quantity }))
  }

  /** Shown levels, best first. */
  top(count: number): Level[] {
    const { keys, quantities } = this.#shown
    const levels: Level[] = []
    for (let index = keys.length - 1; index >= 0 && levels.length < count; index -= 1) {
      levels.push({ price: (keys[index] ?? 0) * this.#sign, quantity: quantities[index] ?? 0 })
    }
    return levels
  }
}

export interface DepthDelta {
  readonly seq: number
  readonly prevSeq: number
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly checksum: number
}

export class PublishedBook {
  readonly pair: PairFacts
  readonly #bids: PublishedSide
  readonly #asks: PublishedSide
  /** Journal position of the newest durable entry seen, and of the one the published levels are true at. */
  #seenSeq: number
  #seq: number
  #time: number
  /** A float from the start: an integer that becomes one later makes V8 give up all code that knows this class, and try again and again. */
  #checksum = Number.NaN

  /** @param initial levels that are durable at `seq` */
  constructor(pair: PairFacts, initial: Readonly<Record<Side, readonly Level[]>>, seq: number, time: number, levels = PUBLISHED_LEVELS) {
    this.pair = pair
    this.#bids = new PublishedSide('buy', levels)
    this.#asks = new PublishedSide('sell', levels)
    this.#seenSeq = seq
    this.#seq = seq
    this.#time = time
    for (const level of initial.buy) this.#bids.change(level.price, level.quantity)
    for (const level of initial.sell) this.#asks.change(level.price, level.quantity)
    this.#bids.publish()
    this.#asks.publish()
    this.#checksum = this.#computeChecksum()
  }

  get seq(): number {
    return this.#seq
  }
  get time(): number {
    return this.#time
  }
  get checksum(): number {
    return this.#checksum
  }
  get bestBid(): number {
    return this.#bids.bestLive
  }
  get bestAsk(): number {
    return this.#asks.bestLive
  }
  get pending(): boolean {
    return this.#bids.touched || this.#asks.touched
  }

  change(side: Side, price: number, quantity: number, seq: number, time: number): void {
    ;(side === 'buy' ? this.#bids : this.#asks).change(price, quantity)
    this.#seenSeq = seq
    this.#time = time
  }

  /** Publishes what is pending; undefined when the published levels stay as they are. */
  publish(): DepthDelta | undefined {
    const bids = this.#bids.publish()
    const asks = this.#asks.publish()
    if (bids.length === 0 && asks.length === 0) return undefined
    const prevSeq = this.#seq
    // A replayed tail may repeat a position; the published sequence rises all the same.
    this.#seq = Math.max(this.#seenSeq, prevSeq + 1)
    this.#checksum = this.#computeChecksum()
    return { seq: this.#seq, prevSeq, bids: this.#rows(bids), asks: this.#rows(asks), checksum: this.#checksum }
  }

  /** Published levels as decimals, best first. */
  snapshot(levels = PUBLISHED_LEVELS): { readonly bids: DepthRow[]; readonly asks: DepthRow[] } {
    return { bids: this.#rows(this.#bids.top(levels)), asks: this.#rows(this.#asks.top(levels)) }
  }

  #rows(levels: readonly Level[]): DepthRow[] {
    const { priceScale, quantityScale } = this.pair
    return levels.map(({ price, quantity }) => [formatSteps(price, priceScale), formatSteps(quantity, quantityScale)])
  }

  #computeChecksum(): number {
    const { bids, asks } = this.snapshot(CHECKSUM_LEVELS)
    return depthChecksum(bids, asks)
  }
}
