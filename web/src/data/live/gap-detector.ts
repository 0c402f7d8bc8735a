/** Sequence rule of one channel: is a push the next one, an old one, or proof that something was missed? */

export interface Numbered {
  readonly type: 'snapshot' | 'delta' | 'event'
  readonly seq: number
  readonly prevSeq: number | null
}

/** apply: it is next. ignore: already known. gap: something between is missing; the state must be dropped and asked for again. */
export type Verdict = 'apply' | 'ignore' | 'gap'

export class GapDetector {
  readonly #beginsWith: 'snapshot' | 'event'
  #last: number | undefined
  #gaps = 0

  /** @param beginsWith what has to come first for the rest to mean anything */
  constructor(beginsWith: 'snapshot' | 'event' = 'snapshot') {
    this.#beginsWith = beginsWith
  }

  /** Gaps seen since the detector was made. */
  get gaps(): number {
    return this.#gaps
  }

  /** Forgets the position: everything is ignored until what the channel begins with comes. */
  reset(): void {
    this.#last = undefined
  }

  /** Counts a state found wrong by other means, such as a checksum, and forgets the position. */
  fail(): void {
    this.#gaps += 1
    this.#last = undefined
  }

  /**
   * Judges a push and moves the position. After `gap` the position is forgotten, so that late deltas of the broken run are ignored.
   */
  judge(push: Numbered): Verdict {
    if (push.type === 'snapshot') {
      this.#last = push.seq
      return 'apply'
    }
    if (this.#last === undefined) {
      if (this.#beginsWith === 'snapshot') return 'ignore'
      this.#last = push.seq
      return 'apply'
    }
    if (push.seq <= this.#last) return 'ignore'
    if (push.prevSeq !== this.#last) {
      this.fail()
      return 'gap'
    }
    this.#last = push.seq
    return 'apply'
  }
}
