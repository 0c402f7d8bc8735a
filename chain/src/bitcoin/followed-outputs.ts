/**
 * Outputs of watched addresses, as blocks brought them. A node knows of an output whether it is unspent, and not which outputs an address
 * has; so this book says where to look, and the node what is there. It holds more than is there (spent, or of a block that left) and is
 * believed in nothing. It is filled by reading blocks, and after a start from what the journal says came in.
 */

export interface FollowedOutput {
  readonly tx: string
  readonly output: number
  readonly address: string
  readonly amount: bigint
}

/** Where an output was spent, as a block said that may have left the chain since. */
export interface Spending {
  readonly by: string
  readonly height: number
  readonly hash: string
}

/** Blocks after which nobody asks any more what an output was spent by. */
const KEEP = 1000

export const outpoint = (tx: string, output: number): string => `${tx}:${output}`

export class FollowedOutputs {
  readonly #byAddress = new Map<string, Map<string, FollowedOutput>>()
  readonly #addresses = new Map<string, string>()
  readonly #spent = new Map<string, Spending>()

  get size(): number {
    return this.#addresses.size
  }

  add(output: FollowedOutput): void {
    const key = outpoint(output.tx, output.output)
    let outputs = this.#byAddress.get(output.address)
    if (outputs === undefined) {
      outputs = new Map()
      this.#byAddress.set(output.address, outputs)
    }
    outputs.set(key, output)
    this.#addresses.set(key, output.address)
  }

  /** Notes a spending of an output that is followed; others are nothing to it. */
  spend(key: string, spending: Spending): void {
    if (this.#addresses.has(key)) this.#spent.set(key, spending)
  }

  spendingOf(key: string): Spending | null {
    return this.#spent.get(key) ?? null
  }

  /** All that may be unspent: also those that were spent, for the block that did it may leave the chain. */
  of(address: string): readonly FollowedOutput[] {
    return [...(this.#byAddress.get(address)?.values() ?? [])]
  }

  /** Drops what was spent so deep below a height that it stays spent. */
  forgetBelow(height: number): void {
    for (const [key, spending] of this.#spent) {
      if (spending.height + KEEP > height) continue
      this.#spent.delete(key)
      const address = this.#addresses.get(key) ?? ''
      this.#addresses.delete(key)
      const outputs = this.#byAddress.get(address)
      outputs?.delete(key)
      if (outputs?.size === 0) this.#byAddress.delete(address)
    }
  }
}
