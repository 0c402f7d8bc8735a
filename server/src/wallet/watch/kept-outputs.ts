/** Outputs that are followed, with what changed since it was last asked for: whoever books writes that down beside the block. */
import { type FollowedOutput, FollowedOutputs, outpoint, type Spending } from '@agio/chain/bitcoin/followed-outputs.ts'
import type { OutputChanges } from './watch-file.ts'

export class KeptOutputs extends FollowedOutputs {
  readonly #outputs = new Map<string, FollowedOutput>()
  readonly #spendings = new Map<string, Spending>()
  #fresh: { outputs: FollowedOutput[]; spendings: [string, Spending][] } = { outputs: [], spendings: [] }

  override add(output: FollowedOutput): void {
    const key = outpoint(output.tx, output.output)
    super.add(output)
    if (this.#outputs.has(key)) return
    this.#outputs.set(key, output)
    this.#fresh.outputs.push(output)
  }

  override spend(key: string, spending: Spending): void {
    super.spend(key, spending)
    if (this.spendingOf(key)?.hash !== spending.hash) return
    this.#spendings.set(key, spending)
    this.#fresh.spendings.push([key, spending])
  }

  override forgetBelow(height: number): void {
    super.forgetBelow(height)
    for (const key of [...this.#spendings.keys()]) {
      if (this.spendingOf(key) !== null) continue
      this.#spendings.delete(key)
      this.#outputs.delete(key)
    }
  }

  /** From the disk: nothing of it is new. */
  restore({ outputs, spendings }: OutputChanges): void {
    for (const output of outputs) this.add(output)
    for (const [key, spending] of spendings) this.spend(key, spending)
    this.takeFresh()
  }

  /** What changed since the last time. */
  takeFresh(): OutputChanges {
    const fresh = this.#fresh
    this.#fresh = { outputs: [], spendings: [] }
    return fresh
  }

  /** All that is followed. */
  all(): OutputChanges {
    return { outputs: [...this.#outputs.values()], spendings: [...this.#spendings] }
  }
}

/** The same outputs for a second node's adapter, which reads blocks only to compare them. */
export class SharedOutputs extends FollowedOutputs {
  readonly #of: FollowedOutputs

  constructor(of: FollowedOutputs) {
    super()
    this.#of = of
  }

  override add(): void {
    // The first node's reading says what is followed.
  }

  override spend(): void {
    // As above.
  }

  override of(address: string): readonly FollowedOutput[] {
    return this.#of.of(address)
  }

  override spendingOf(key: string): Spending | null {
    return this.#of.spendingOf(key)
  }
}
