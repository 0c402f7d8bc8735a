/** A chain in memory for tests of whoever follows one: it grows, changes its mind, goes back, and does so also between two calls. */
import type { BlockHead, BlockRef, ChainPort, WatchedBlock, WatchWishes } from '../../port.ts'

export const NO_WISHES: WatchWishes = {
  addresses: { size: 0, add: () => undefined, has: () => false, find: () => null },
  tokens: new Set(),
  own: new Set(),
}

export class FakeChain {
  readonly blocks: BlockHead[] = []
  /** Runs before each call of the port. */
  before: ((call: 'head' | 'blockAt' | 'read') => void) | null = null
  #made = 0
  #skipped = 0

  /** @param height of its head: it has a block 0 */
  constructor(height: number) {
    this.mine(height + 1)
  }

  get head(): BlockHead {
    const head = this.blocks.at(-1)
    if (head === undefined) throw new Error('a chain without a block')
    return head
  }

  mine(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const before = this.blocks.at(-1)
      this.#made += 1
      const height = (before?.height ?? -1) + 1 + this.#skipped
      this.#skipped = 0
      this.blocks.push({ height, hash: `b${this.#made}`, parent: before?.hash ?? '', time: this.#made * 1000 })
    }
  }

  /** So many heights before the next block have none. */
  skip(count: number): void {
    this.#skipped += count
  }

  /** @returns the newest blocks, which are gone */
  cut(count: number): BlockHead[] {
    return count <= 0 ? [] : this.blocks.splice(-count)
  }

  reorganise(depth: number, count: number): void {
    this.cut(depth)
    this.mine(count)
  }

  /** Only what a follower asks for. */
  get port(): ChainPort {
    const none = (): never => {
      throw new Error('nobody who follows asks for that')
    }
    const rest = { waiting: none, holdings: none, coins: none, fee: none, nextSlot: none, work: none, build: none, bump: none, send: none }
    return {
      ...rest,
      find: none,
      kind: 'fake',
      head: async () => this.#asked('head', () => this.head),
      blockAt: async (height) => this.#asked('blockAt', () => this.#at(height)),
      read: async (ref) => this.#asked('read', () => this.#read(ref)),
    }
  }

  #asked<Answer>(call: 'head' | 'blockAt' | 'read', answer: () => Answer): Answer {
    this.before?.(call)
    return answer()
  }

  #at(height: number): BlockHead | null {
    if (height > this.head.height) return null
    return this.blocks.findLast((block) => block.height <= height) ?? null
  }

  #read({ hash }: BlockRef): WatchedBlock | null {
    const block = this.blocks.find((one) => one.hash === hash)
    return block === undefined ? null : { ...block, arrivals: [], own: [] }
  }
}
