/** A queue in which whoever has cost least goes first, and of equals whoever came first: nobody keeps others out by coming often. */

interface Owned {
  readonly owner: string
}

export class TurnQueue<T extends Owned> {
  /** Oldest first. */
  readonly #items: T[] = []
  /** ms */
  readonly #cost = new Map<string, number>()

  get size(): number {
    return this.#items.length
  }

  countOf(owner: string): number {
    return this.#items.filter((item) => item.owner === owner).length
  }

  add(item: T): void {
    this.#items.push(item)
  }

  next(): T | undefined {
    const costOf = (item: T): number => this.#cost.get(item.owner) ?? 0
    let best = this.#items[0]
    for (const item of this.#items) if (best !== undefined && costOf(item) < costOf(best)) best = item
    return best === undefined ? undefined : this.remove(best)
  }

  /** What an owner's turn has taken. */
  charge(owner: string, ms: number): void {
    this.#cost.set(owner, (this.#cost.get(owner) ?? 0) + ms)
  }

  /** Everybody is equal again: after a time in which nobody waited. */
  forgive(): void {
    this.#cost.clear()
  }

  /** Undefined when it has had its turn. */
  remove(item: T): T | undefined {
    const at = this.#items.indexOf(item)
    return at < 0 ? undefined : this.#items.splice(at, 1)[0]
  }

  /** The youngest item of the owner with most, when that is more than `least`. */
  takeFromMost(least: number): T | undefined {
    let last: T | undefined
    for (const item of this.#items) if (last === undefined || this.countOf(item.owner) >= this.countOf(last.owner)) last = item
    return last === undefined || this.countOf(last.owner) <= least ? undefined : this.remove(last)
  }
}
