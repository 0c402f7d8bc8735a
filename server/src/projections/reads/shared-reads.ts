/** Questions that everybody asks: charts and tapes. */

/** More questions than this at one position are forgotten all at once; an answer has up to a thousand rows. */
const QUESTIONS_MAX = 64

/**
 * One read for all who ask the same while nothing new is visible. The answer is the one that a read of one's own would give: as soon as
 * the projections move, the next question reads again.
 */
export class SharedReads<Answer> {
  readonly #position: () => number
  readonly #answers = new Map<string, Promise<Answer>>()
  #answeredAt = -1

  /** @param position grows with all that becomes visible */
  constructor(position: () => number) {
    this.#position = position
  }

  /** @param question everything that the answer depends on, besides the rows */
  read(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const position = this.#position()
    if (position !== this.#answeredAt || this.#answers.size >= QUESTIONS_MAX) this.#answers.clear()
    this.#answeredAt = position
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    const answer = ask()
    this.#answers.set(question, answer)
    // A failure is for those who wait now; the next one asks again.
    answer.catch(() => {
      if (this.#answers.get(question) === answer) this.#answers.delete(question)
    })
    return answer
  }
}
