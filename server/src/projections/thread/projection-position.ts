/** How far one tenant's projections are, and who waits for them to come further. */

/** The rows did not reach a sequence in time: answer with what there is, or ask the caller to come back. */
export class PositionTimeout extends Error {
  constructor(seq: number, position: number) {
    super(`projections are at ${position}, ${seq} was asked for`)
    this.name = 'PositionTimeout'
  }
}

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
}

const REACHED_TIMEOUT_MS = 2000
/** Fewer entries than this are a matter of moments and not called a rebuild. */
const REBUILD_ENTRIES_MIN = 5000

export class ProjectionPosition {
  readonly #hurry: () => void
  readonly #waiters = new Set<Waiter>()
  #seq = 0
  /** Where a rebuild ends. */
  #rebuildTo: number | undefined

  /**
   * @param durableSeq where the journal ends at start
   * @param empty true when there is no database yet, so that a rebuild is certain
   * @param hurry asks the projectors not to linger
   */
  constructor(durableSeq: number, empty: boolean, hurry: () => void) {
    this.#hurry = hurry
    if (empty && durableSeq > 0) this.#rebuildTo = durableSeq
  }

  get seq(): number {
    return this.#seq
  }

  /** @returns whole percent of the journal, 0…99, while a rebuild runs, else null */
  rebuilding(): number | null {
    if (this.#rebuildTo === undefined) return null
    return Math.min(99, Math.floor((this.#seq * 100) / this.#rebuildTo))
  }

  /** The database is open and holds everything up to `seq`. @param durableSeq where the journal ends now */
  opened(seq: number, durableSeq: number): void {
    this.#rebuildTo = durableSeq - seq >= REBUILD_ENTRIES_MIN ? durableSeq : undefined
    this.moved(seq)
  }

  moved(seq: number): void {
    this.#seq = seq
    if (this.#rebuildTo !== undefined && seq >= this.#rebuildTo) this.#rebuildTo = undefined
    for (const waiter of this.#waiters) if (waiter.seq <= seq) waiter.resolve()
  }

  /** Resolves when everything up to `seq` can be read. @throws PositionTimeout after `timeoutMs` */
  async reached(seq: number, timeoutMs: number = REACHED_TIMEOUT_MS): Promise<void> {
    if (this.#seq >= seq) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { seq, resolve }
    const timer = setTimeout(() => reject(new PositionTimeout(seq, this.#seq)), timeoutMs)
    this.#waiters.add(waiter)
    this.#hurry()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#waiters.delete(waiter)
    }
  }
}
