/**
 * What came first goes first. A Map in its order of insertion would do, but whoever asks for its first entry steps over all that were
 * removed before it: tens of microseconds where a hundred thousand wait.
 */
const DROPPED_MIN = 32

export class OldestFirst<Item> {
  #items: Item[] = []
  /** Those before it are dropped. */
  #from = 0

  get size(): number {
    return this.#items.length - this.#from
  }

  get oldest(): Item | undefined {
    return this.#items[this.#from]
  }

  add(item: Item): void {
    this.#items.push(item)
  }

  dropOldest(): void {
    if (this.size === 0) return
    this.#from += 1
    // moved when half is dropped: each item is moved once at most, however long it waits
    if (this.#from < DROPPED_MIN || this.#from < this.size) return
    this.#items = this.#items.slice(this.#from)
    this.#from = 0
  }
}
