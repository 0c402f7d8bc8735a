/**
 * Whether this process leads a tenant: it alone takes its commands then, and what must happen once happens here. Whatever only the
 * leader may do is a duty: it begins when leading begins, has ended before leading has, and may begin again.
 */
export interface Duty {
  begin(): void
  /** Nothing of it acts any more when it resolves. */
  end(): void | Promise<void>
}

export interface Leadership {
  /** False from the moment on when leading begins to end: nothing new is taken. */
  readonly isLeading: boolean
  /** Begins the duty now, when this process leads, and whenever it begins to. @returns gives the duty up; it has ended when that resolves */
  join(duty: Duty): () => Promise<void>
}

/** The side of whoever knows who leads: today the opened journal, whose only writer leads. */
export class Leader implements Leadership {
  readonly #duties = new Set<Duty>()
  #isLeading = false
  #isWanted = false
  /** What was begun or ended last, done. */
  #turn: Promise<void> = Promise.resolve()

  get isLeading(): boolean {
    return this.#isLeading
  }

  join(duty: Duty): () => Promise<void> {
    this.#duties.add(duty)
    if (this.#isLeading) duty.begin()
    return async () => {
      if (!this.#duties.delete(duty)) return
      if (this.#isLeading) await duty.end()
      else await this.#turn
    }
  }

  /** Leading, when it resolves: every duty has begun, in the order in which they joined. What was ending has ended before. */
  begin(): Promise<void> {
    this.#isWanted = true
    return this.#next(() => {
      if (this.#isLeading || !this.#isWanted) return
      this.#isLeading = true
      for (const duty of this.#duties) duty.begin()
    })
  }

  /** Nothing is taken from now on; every duty has ended when it resolves. @throws what a duty threw, after all of them */
  end(): Promise<void> {
    this.#isWanted = false
    if (!this.#isLeading) return this.#turn
    this.#isLeading = false
    const ended = Promise.allSettled([...this.#duties].reverse().map(async (duty) => duty.end()))
    return this.#next(async () => {
      for (const result of await ended) if (result.status === 'rejected') throw result.reason
    })
  }

  /** One after the other, whatever became of the one before. */
  #next(step: () => void | Promise<void>): Promise<void> {
    const done = this.#turn.then(step)
    this.#turn = done.catch(() => undefined)
    return done
  }
}

/** Where nobody else can lead, and nothing ends it. */
export const ALWAYS_LEADING: Leadership = {
  isLeading: true,
  join(duty) {
    duty.begin()
    return async () => duty.end()
  },
}
