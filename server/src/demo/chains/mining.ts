/**
 * When a chain of the demo mines: while a transaction waits, and for as many blocks behind the last one that has any as somebody wants
 * confirmations. Else it stands, and costs nothing.
 */
import type { PlayChain } from '@agio/chain/node/play-chain.ts'

export type MinedChain = Pick<PlayChain, 'height' | 'isUsed' | 'waits' | 'mine'>

export class Mining {
  readonly #chain: MinedChain
  #depth: number
  /** Blocks that are wanted still. */
  #left = 0

  private constructor(chain: MinedChain, depth: number) {
    this.#chain = chain
    this.#depth = depth
  }

  /** Goes on where the chain was left: what is behind its last used block already is counted. */
  static async of(chain: MinedChain, depth: number): Promise<Mining> {
    const mining = new Mining(chain, depth)
    await mining.#look(0)
    return mining
  }

  /** More confirmations may be wanted of what was mined before, too. */
  async want(depth: number): Promise<void> {
    const before = this.#depth
    this.#depth = depth
    if (depth > before) await this.#look(before)
    else this.#left = Math.min(this.#left, depth)
  }

  /** One look. @returns whether it mined a block */
  async beat(): Promise<boolean> {
    if (await this.#chain.waits()) {
      await this.#chain.mine()
      if (await this.#chain.isUsed(await this.#chain.height())) this.#left = this.#depth
      else this.#left = Math.max(0, this.#left - 1)
      return true
    }
    if (this.#left === 0) return false
    await this.#chain.mine()
    this.#left -= 1
    return true
  }

  /** @param past blocks behind the newest that were enough before */
  async #look(past: number): Promise<void> {
    const height = await this.#chain.height()
    for (let behind = 0; behind < this.#depth && height - behind > 0; behind += 1) {
      if (!(await this.#chain.isUsed(height - behind))) continue
      this.#left = Math.max(this.#left, this.#depth - behind)
      return
    }
    if (past === 0) this.#left = 0
  }
}
