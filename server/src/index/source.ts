/** A place outside that says what coins are worth. Prices stay text until they become integers: no float ever touches them. */

/** What a source says of one coin, in USDT (or in what the operator takes for it), as the source wrote it. */
export interface Quote {
  readonly bid?: string
  readonly ask?: string
  readonly last?: string
  /** How old it was by the source's own time when it was read, ms. A source that dates nothing is as old as its answer: 0. */
  readonly ageMs: number
}

/** Why a source said nothing. `limited`: it asks for fewer questions (429, 418). */
export type FaultReason = 'timeout' | 'unreachable' | 'status' | 'limited' | 'tooLarge' | 'badAnswer' | 'failed'

export interface Fault {
  readonly reason: FaultReason
  /** The rest that it asked for, ms; absent = it did not say. */
  readonly retryAfterMs?: number
}

/** A coin without a quote is one that the source did not speak of. With a fault the quotes there are count all the same. */
export interface SourceAnswer {
  readonly quotes: ReadonlyMap<string, Quote>
  readonly fault?: Fault
}

export interface IndexSource {
  /** As journaled; it never means another source. */
  readonly name: string
  /** ms between two readings that go well. */
  readonly paceMs: number
  /**
   * Asks for these coins, by symbol. It need not answer in time: whoever asks stops waiting, and aborts the signal.
   * @throws whatever it likes; that counts as a fault
   */
  read(coins: readonly string[], signal: AbortSignal): Promise<SourceAnswer>
}

export const NO_QUOTES: ReadonlyMap<string, Quote> = new Map()

export const faulty = (reason: FaultReason, retryAfterMs?: number): SourceAnswer => ({
  quotes: NO_QUOTES,
  fault: retryAfterMs === undefined ? { reason } : { reason, retryAfterMs },
})
