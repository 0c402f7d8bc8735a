/**
 * Reads blocks with the calls inside their transactions as long as a node gives them, and without where none does: a block whose traces are
 * more than an answer holds, or take longer than anybody waits, must not keep the chain from being followed.
 */
import { type BlockRef, ChainFault, type WatchedBlock, type WatchWishes } from '../port.ts'
import { asksForCalls, type EvmConfig } from './config.ts'
import { readBlock } from './read-block.ts'
import type { Rpc } from './rpc.ts'

/** A block is read without traces when so many tries failed, each beginning with another node, and so long has passed since the first, ms. */
const TRIES_LEAST = 4
const PATIENCE_MS = 90_000

export class BlockReader {
  readonly #rpc: Rpc
  readonly #config: EvmConfig
  readonly #now: () => number
  /** The block whose traces failed last. */
  #failing: { readonly hash: string; readonly since: number; tries: number } | undefined
  /** Nodes gave up on a block, and gave no traces since: what they do not have now is not waited for once more with each block. */
  #isSpent = false

  constructor(rpc: Rpc, config: EvmConfig, now: () => number) {
    this.#rpc = rpc
    this.#config = config
    this.#now = now
  }

  /** @returns null when the block is not on the node's chain. @throws ChainFault also while traces are still waited for */
  async read(block: BlockRef, wishes: WatchWishes): Promise<WatchedBlock | null> {
    try {
      const found = await readBlock(this.#rpc, this.#config, block, wishes)
      if (found !== null) this.#failing = undefined
      if (found !== null) this.#isSpent = false
      return found
    } catch (error) {
      if (!(error instanceof ChainFault) || !asksForCalls(this.#config)) throw error
      return await this.#without(block, wishes, error)
    }
  }

  async #without(block: BlockRef, wishes: WatchWishes, fault: ChainFault): Promise<WatchedBlock | null> {
    this.#rpc.turn()
    // A node that gives not even this much is silent, which says nothing about traces.
    const plain = await readBlock(this.#rpc, { ...this.#config, internalCalls: 'unseen' }, block, wishes)
    if (plain === null) return null
    if (this.#failing?.hash !== block.hash) this.#failing = { hash: block.hash, since: this.#now(), tries: 0 }
    this.#failing.tries += 1
    const { tries, since } = this.#failing
    const isEnough = this.#isSpent ? tries >= this.#rpc.nodes : tries >= TRIES_LEAST && this.#now() - since >= PATIENCE_MS
    if (!isEnough) throw new ChainFault(fault.why, `the calls inside block ${block.height} cannot be had: ${fault.message}`)
    this.#isSpent = true
    return { ...plain, untraced: fault.message }
  }
}
