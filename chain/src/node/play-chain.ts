/** A chain of a development node together with somebody who has its coins: what the demo needs of each kind. */
import type { Payment } from '../port.ts'

export interface PlayChain {
  /** Where the node answers. */
  readonly url: string
  /** Resolves when its process ended, for whatever reason. */
  readonly ended: Promise<void>
  height(): Promise<number>
  /** Does the block at a height hold any transaction besides the miner's reward? */
  isUsed(height: number): Promise<boolean>
  /** Does a transaction wait for a block? */
  waits(): Promise<boolean>
  /** One block, with what waits; it is on the disk afterwards. */
  mine(): Promise<void>
  /**
   * Coins from nowhere; they wait for a block. One call after the other.
   * @returns the transaction of each payment
   * @throws ChainShort when the chain has no more of its coin
   */
  pay(payments: readonly Payment[]): Promise<readonly string[]>
  stop(): Promise<void>
}

/** The chain will never have as many coins as somebody wants. */
export class ChainShort extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'ChainShort'
  }
}
