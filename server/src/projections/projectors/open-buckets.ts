/**
 * Buckets of candles that a batch fills. Nearly always what comes is of the newest one of its slot; work that was due earlier, and is done
 * late, comes with its own time and goes to the bucket of that.
 */
export class OpenBuckets<Bucket extends { readonly openAt: number }> {
  readonly #newest = new Map<number, Bucket>()
  readonly #older = new Map<string, Bucket>()

  get size(): number {
    return this.#newest.size + this.#older.size
  }

  /** The bucket of a slot that opened then; undefined when there is none yet. */
  find(slot: number, openAt: number): Bucket | undefined {
    const newest = this.#newest.get(slot)
    if (newest === undefined || newest.openAt === openAt) return newest
    return openAt < newest.openAt ? this.#older.get(keyOf(slot, openAt)) : undefined
  }

  add(slot: number, bucket: Bucket): void {
    const newest = this.#newest.get(slot)
    const isNewest = newest === undefined || bucket.openAt > newest.openAt
    if (isNewest) this.#newest.set(slot, bucket)
    const older = isNewest ? newest : bucket
    if (older !== undefined) this.#older.set(keyOf(slot, older.openAt), older)
  }

  /** All of them, each once; none are left. */
  take(): readonly Bucket[] {
    const taken = [...this.#older.values(), ...this.#newest.values()]
    this.#older.clear()
    this.#newest.clear()
    return taken
  }
}

const keyOf = (slot: number, openAt: number): string => `${slot} ${openAt}`
