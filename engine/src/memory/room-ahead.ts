/**
 * Room for keys of clients, asked of the system before an order needs it. Whoever touches a page of memory first waits some 2 µs for it;
 * every fortieth key begins one, and none gives its room back within a day.
 */
import { KEYS, KEYS_SPACE } from '../../generated/map.ts'
import type { State } from '../state.ts'

const PAGE_BYTES = 4096
/** Kept ready: room for 700,000 keys. */
export const AHEAD_BYTES = 64 * 2 ** 20

export class RoomAhead {
  readonly #state: State
  readonly #bytes: Uint8Array
  /** Where the room that is ready ends. */
  #until = 0

  constructor(state: State) {
    this.#state = state
    this.#bytes = new Uint8Array(state.memory.buffer, KEYS, KEYS_SPACE)
  }

  /** Readies more, up to so many pages. What the exchange knows does not change: behind the last row everything is zero. @returns pages touched */
  grow(pagesMost: number): number {
    const { used } = this.#state.keys
    const from = Math.max(this.#until, Math.ceil(used / PAGE_BYTES) * PAGE_BYTES)
    const until = Math.min(used + AHEAD_BYTES, KEYS_SPACE, from + pagesMost * PAGE_BYTES)
    let pages = 0
    for (let at = from; at < until; at += PAGE_BYTES) {
      this.#bytes[at] = 0
      pages += 1
    }
    this.#until = from + pages * PAGE_BYTES
    return pages
  }
}
