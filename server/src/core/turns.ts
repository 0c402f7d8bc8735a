/** Work that must not overlap: a check and the change that depends on it, the writes of one file. */

/** One work after another, in the order in which they were handed in. What fails is the caller's to know, and holds up none of the next. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when all that was handed in until now has ended, well or badly. */
  async rest(): Promise<void> {
    await this.#last
  }
}

/** The same for each key apart: a user, a document. Nothing is kept of a key that has no work. */
export class TurnsByKey<Key> {
  readonly #last = new Map<Key, Promise<unknown>>()

  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(work, work)
    this.#last.set(key, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key)
    }
  }

  /** Keys with work now. */
  get size(): number {
    return this.#last.size
  }
}
