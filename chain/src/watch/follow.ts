/**
 * Follows a chain block by block from the last one that was booked. Every block stands on the one before it; blocks that left the chain are
 * given back one by one, newest first, down to where old chain and new one meet. Nothing is skipped and nothing is thrown away: where a
 * node is silent, behind, or another one than it was, that is said, and whoever follows stays where he is.
 */
import { type BlockHead, type BlockRef, ChainFault, type ChainPort, type WatchedBlock, type WatchWishes } from '../port.ts'

/** What is kept of where one is, in the journal of whoever books. */
export interface FollowCursor {
  /** Block with which following began: a node that knows another one there, or none, is of another chain. */
  readonly base: BlockRef
  /** The last blocks that were booked, oldest first, each on the one before. At least one. */
  readonly headers: readonly BlockHead[]
}

export type Step = { readonly kind: 'block'; readonly block: WatchedBlock } | { readonly kind: 'left'; readonly block: BlockHead }

/**
 * Why there is no step now. `silent`: the node does not answer, or answers what cannot be. `behind`: it knows less of the same chain than was
 * booked, which proves nothing yet. `wiped`: it does not know the block with which following began. `tooDeep`: more blocks left the chain
 * than are kept. `unsteady`: its chain changed faster than it could be read. `disagreement`: two nodes, or two answers of one, say different things.
 */
export type Pause =
  | { readonly kind: 'atHead'; readonly block: BlockRef }
  | {
      readonly kind: 'trouble'
      readonly why: 'silent' | 'behind' | 'wiped' | 'tooDeep' | 'unsteady' | 'disagreement'
      readonly text: string
    }

/** Beyond the confirmations that a chain asks for. */
const KEPT_BEYOND = 100
const TRIES = 5

/**
 * @param height of a block that no re-organisation reaches: when it leaves the chain, the node counts as wiped
 * @returns a cursor for whoever booked nothing yet: the block counts as booked, and the next step is the one after it
 */
export async function beginAt(port: ChainPort, height: number | 'head'): Promise<FollowCursor> {
  const block = height === 'head' ? await port.head() : await port.blockAt(height)
  if (block === null) throw new RangeError(`there is no block ${height} to begin with`)
  return { base: { height: block.height, hash: block.hash }, headers: [block] }
}

export class Follower {
  readonly #port: ChainPort
  readonly #wishes: () => WatchWishes
  readonly #base: BlockRef
  readonly #kept: number
  readonly #headers: BlockHead[]

  /**
   * @param wishes asked before each block: an address that is added is watched from the next block on
   * @param confirmations of the deepest rule of the chain; so many blocks and 100 more may leave it
   * @throws RangeError for a cursor whose blocks do not stand on one another
   */
  constructor(port: ChainPort, cursor: FollowCursor, wishes: () => WatchWishes, confirmations: number) {
    this.#port = port
    this.#wishes = wishes
    this.#base = cursor.base
    this.#kept = confirmations + KEPT_BEYOND
    this.#headers = cursor.headers.slice(-this.#kept)
    if (this.#headers.length === 0) throw new RangeError('a cursor without a block')
    for (const [index, header] of this.#headers.entries())
      if (index > 0 && header.parent !== this.#headers[index - 1]?.hash)
        throw new RangeError(`block ${header.height} stands on another one`)
  }

  get cursor(): FollowCursor {
    return { base: this.#base, headers: [...this.#headers] }
  }

  /** The last block that was booked. */
  get top(): BlockHead {
    const top = this.#headers.at(-1)
    if (top === undefined) throw new RangeError('nothing was booked')
    return top
  }

  /** What to book next. Until that is told by `booked`, it is found anew on each call. */
  async next(): Promise<Step | Pause> {
    try {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const found = await this.#look()
        if (found !== null) return found
      }
      return trouble('unsteady', 'its chain changes faster than it is read')
    } catch (error) {
      if (error instanceof ChainFault) return trouble(error.why === 'disagreement' ? 'disagreement' : 'silent', error.message)
      throw error
    }
  }

  /** @throws RangeError for a step that does not follow from what was booked before */
  booked(step: Step): void {
    if (step.kind === 'left') {
      if (step.block.hash !== this.top.hash || this.#headers.length === 1) throw new RangeError('a block that is not the newest left')
      this.#headers.pop()
      return
    }
    const { height, hash, parent, time } = step.block
    if (parent !== this.top.hash) throw new RangeError(`block ${height} stands on another one than was booked`)
    this.#headers.push({ height, hash, parent, time })
    if (this.#headers.length > this.#kept) this.#headers.shift()
  }

  /** @returns null when the chain changed meanwhile */
  async #look(): Promise<Step | Pause | null> {
    const { top } = this
    const next = await this.#after(top)
    if (next !== null && next.parent === top.hash) return await this.#read(next)
    if (await this.#stands(top)) return next === null ? { kind: 'atHead', block: { height: top.height, hash: top.hash } } : null
    return await this.#lost()
  }

  async #read(next: BlockHead): Promise<Step | null> {
    const block = await this.#port.read(next, this.#wishes())
    if (block === null) return null
    if (block.hash !== next.hash || block.parent !== next.parent)
      throw new ChainFault('nonsense', `a node read another block than ${next.hash}`)
    return { kind: 'block', block }
  }

  /** The newest block is not on the node's chain. It left only if another one stands in its line; else the node may just be behind. */
  async #lost(): Promise<Step | Pause | null> {
    const common = await this.#common()
    if (common === null) return await this.#another()
    if (common.hash === this.top.hash) return null
    if ((await this.#after(common)) !== null) return { kind: 'left', block: this.top }
    return trouble('behind', `its newest block is ${common.height}, and ${this.top.height} was booked`)
  }

  async #another(): Promise<Pause | null> {
    if (!(await this.#stands(this.#base))) return trouble('wiped', `it does not know block ${this.#base.height} ${this.#base.hash}`)
    const [oldest] = this.#headers
    if (oldest !== undefined && (await this.#stands(oldest))) return null
    return trouble('tooDeep', `all of the last ${this.#headers.length} blocks left its chain`)
  }

  /** The newest booked block that is on the node's chain; null when none is. Whatever is on it, all before is too: halves find it. */
  async #common(): Promise<BlockHead | null> {
    let [low, high] = [0, this.#headers.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const header = this.#headers[middle]
      if (header !== undefined && (await this.#stands(header))) low = middle + 1
      else high = middle
    }
    return low === 0 ? null : (this.#headers[low - 1] ?? null)
  }

  async #stands(block: BlockRef): Promise<boolean> {
    return (await this.#port.blockAt(block.height))?.hash === block.hash
  }

  /** The next block in the line; heights that have none repeat the one before. Null at the head. */
  async #after(block: BlockRef): Promise<BlockHead | null> {
    for (let height = block.height + 1; ; height += 1) {
      const found = await this.#port.blockAt(height)
      if (found === null || found.hash !== block.hash) return found
    }
  }
}

function trouble(why: Extract<Pause, { kind: 'trouble' }>['why'], text: string): Pause {
  return { kind: 'trouble', why, text }
}

/**
 * Step after step until `signal` ends it. A step counts as booked when the next one is asked for: a loop that throws or breaks leaves it.
 * @param idle waits for something new, or for some time
 */
export async function* follow(follower: Follower, idle: (pause: Pause) => Promise<void>, signal: AbortSignal): AsyncGenerator<Step, void> {
  while (!signal.aborted) {
    const next = await follower.next()
    if (next.kind === 'block' || next.kind === 'left') {
      yield next
      follower.booked(next)
    } else await idle(next)
  }
}
