/** Questions that everybody asks: charts and tapes. */

/** An answer has up to a thousand rows; of more questions than this at one position the oldest is forgotten. */
const QUESTIONS_MAX = 256
/** How long an answer is served, even while history cannot be reached. */
const ANSWER_LIFE_MS = 1000

interface Shared<Answer> {
  readonly askedAt: number
  readonly answer: Promise<Answer>
}

/**
 * One read for all who ask the same while nothing new is visible. The answer is the one that a read of one's own would give: as soon as
 * the projections move, the next question reads again.
 */
export class SharedReads<Answer> {
  readonly #position: () => number
  readonly #now: () => number
  readonly #answers = new Map<string, Shared<Answer>>()
  #answeredAt = -1

  /** @param position grows with all that becomes visible @param now a steady clock, ms */
  constructor(position: () => number, now: () => number = () => performance.now()) {
    this.#position = position
    this.#now = now
  }

  /** @param question everything that the answer depends on, besides the rows */
  read(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const position = this.#position()
    if (position !== this.#answeredAt) this.#answers.clear()
    this.#answeredAt = position
    const known = this.#answers.get(question)
    const askedAt = this.#now()
    if (known !== undefined && askedAt - known.askedAt < ANSWER_LIFE_MS) return known.answer
    const shared = { askedAt, answer: ask() }
    this.#keep(question, shared)
    // A failure is for those who wait now; the next one asks again.
    shared.answer.catch(() => {
      if (this.#answers.get(question) === shared) this.#answers.delete(question)
    })
    return shared.answer
  }

  #keep(question: string, shared: Shared<Answer>): void {
    this.#answers.delete(question)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size < QUESTIONS_MAX) break
      this.#answers.delete(oldest)
    }
    this.#answers.set(question, shared)
  }
}
