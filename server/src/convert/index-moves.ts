/** How far the index of each coin went within the last minute. Soft: a process that has just begun knows of no moves. */
import type { AssetId } from '@agio/engine/ids/id.ts'
import { larger, smaller } from './big.ts'

const WINDOW_MS = 60_000
const ONE = 100_000_000n

interface Move {
  readonly at: number
  readonly price: bigint
}

export class IndexMoves {
  readonly #moves = new Map<AssetId, Move[]>()

  /** @param isPinned somebody holds the price in a test: what it does is nobody's trading */
  note(assetId: AssetId, price: bigint, at: number, isPinned: boolean): void {
    if (isPinned) return void this.#moves.set(assetId, [])
    const moves = this.#within(assetId, at)
    moves.push({ at, price })
    this.#moves.set(assetId, moves)
  }

  /** Highest less lowest, of the lowest: 1e-8, rounded up. */
  range(assetId: AssetId, now: number): bigint {
    const prices = this.#within(assetId, now).map(({ price }) => price)
    const [first = 0n] = prices
    const lowest = prices.reduce(smaller, first)
    const highest = prices.reduce(larger, first)
    return lowest <= 0n ? 0n : ((highest - lowest) * ONE + lowest - 1n) / lowest
  }

  /** The price that stood when the minute began is one of it. */
  #within(assetId: AssetId, now: number): Move[] {
    const moves = this.#moves.get(assetId) ?? []
    const firstInside = moves.findIndex(({ at }) => at > now - WINDOW_MS)
    const from = firstInside < 0 ? moves.length - 1 : firstInside - 1
    if (from > 0) moves.splice(0, from)
    return moves
  }
}
