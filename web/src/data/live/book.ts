/**
 * The published order book of one pair as the socket tells it: absolute amounts of price levels, checked against the server's checksum.
 * Prices are ticks and amounts lots, both safe integers; the canonical texts of the wire are kept for the checksum.
 */
import { type DepthRow, depthChecksum } from '@agio/wire/market/depth-checksum.ts'
import type { ChangeData } from '@agio/wire/socket/channels.ts'
import { parseSteps } from '@agio/wire/steps.ts'

export interface BookLevel {
  /** Ticks. */
  readonly price: number
  /** Lots. */
  readonly quantity: number
}

interface KeptLevel extends BookLevel {
  readonly row: Readonly<DepthRow>
}

export interface BookScales {
  readonly priceScale: number
  readonly quantityScale: number
  /** Lots in one whole unit of the wire, where that counts something else than the base asset, such as contracts; then amounts are whole. */
  readonly lotsPerUnit?: number
}

/** What a depth message carries, snapshot and delta alike. */
export type DepthMessage = ChangeData<'depth'>

const isRow = (value: unknown): value is DepthRow =>
  Array.isArray(value) && value.length >= 2 && typeof value[0] === 'string' && typeof value[1] === 'string'

/** The message inside a push, or undefined when it has another shape. */
export function readDepth(data: unknown): DepthMessage | undefined {
  if (typeof data !== 'object' || data === null || !('bids' in data) || !('asks' in data) || !('checksum' in data)) return undefined
  const { bids, asks, checksum } = data
  if (!Array.isArray(bids) || !Array.isArray(asks) || typeof checksum !== 'number') return undefined
  return bids.every(isRow) && asks.every(isRow) ? { bids, asks, checksum } : undefined
}

/** One side, best level first, kept sorted by binary search. */
class BookSide {
  readonly levels: KeptLevel[] = []
  /** 1: the lowest price is best (asks); −1: the highest (bids). */
  readonly #order: 1 | -1

  constructor(order: 1 | -1) {
    this.#order = order
  }

  #find(price: number): { at: number; found: boolean } {
    let low = 0
    let high = this.levels.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = this.levels[middle]?.price ?? 0
      if (there === price) return { at: middle, found: true }
      if ((there - price) * this.#order < 0) low = middle + 1
      else high = middle
    }
    return { at: low, found: false }
  }

  set(level: KeptLevel): void {
    const { at, found } = this.#find(level.price)
    if (level.quantity === 0) {
      if (found) this.levels.splice(at, 1)
    } else this.levels.splice(at, found ? 1 : 0, level)
  }

  clear(): void {
    this.levels.length = 0
  }
}

export class Book {
  readonly #bids = new BookSide(-1)
  readonly #asks = new BookSide(1)
  readonly #scales: BookScales
  #ready = false

  constructor(scales: BookScales) {
    this.#scales = scales
  }

  /** False until a snapshot has been applied. */
  get ready(): boolean {
    return this.#ready
  }

  get bids(): readonly BookLevel[] {
    return this.#bids.levels
  }

  get asks(): readonly BookLevel[] {
    return this.#asks.levels
  }

  clear(): void {
    this.#bids.clear()
    this.#asks.clear()
    this.#ready = false
  }

  /** Applies a message. False when the result does not match the server's checksum; the book is then unusable until the next snapshot. */
  apply(kind: 'snapshot' | 'delta', message: DepthMessage): boolean {
    if (kind === 'snapshot') this.clear()
    const sound = this.#write(this.#bids, message.bids) && this.#write(this.#asks, message.asks)
    if (!sound || this.#checksum() !== message.checksum) {
      this.clear()
      return false
    }
    this.#ready = true
    return true
  }

  #write(side: BookSide, rows: readonly Readonly<DepthRow>[]): boolean {
    for (const row of rows) {
      const price = parseSteps(row[0], this.#scales.priceScale)
      const { lotsPerUnit } = this.#scales
      const amount = parseSteps(row[1], lotsPerUnit === undefined ? this.#scales.quantityScale : 0)
      if (typeof price !== 'number' || typeof amount !== 'number') return false
      side.set({ price, quantity: amount * (lotsPerUnit ?? 1), row })
    }
    return true
  }

  #checksum(): number {
    const best = (side: BookSide): Readonly<DepthRow>[] => side.levels.slice(0, 25).map((level) => level.row)
    return depthChecksum(best(this.#bids), best(this.#asks))
  }
}
