/** What the kill rounds know of one fact: what was answered, and what may or may not be, because the process ended before it answered. */
import { Refusal } from '../client/session-client.ts'

/** Names of refusals after which a change may be there all the same: it was journaled, and only what follows it could not be read. */
const UNSURE: readonly string[] = ['ENGINE_BUSY', 'MAINTENANCE', 'INTERNAL_ERROR']

const isSureRefusal = (error: unknown): boolean => error instanceof Refusal && !UNSURE.includes(error.errorName)

const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** How calls whose answer never came turned out. */
export interface Unanswered {
  done: number
  notDone: number
}

export class Fact<Value> {
  readonly #name: string
  #possible: readonly Value[]

  constructor(name: string, value: Value) {
    this.#name = name
    this.#possible = [value]
  }

  /** Every value that it may have, the answered one first. */
  get possible(): readonly Value[] {
    return this.#possible
  }

  /** True when there is no doubt that it has this value. */
  is(value: Value): boolean {
    return this.#possible.length === 1 && same(this.#possible[0], value)
  }

  /** Makes a call that gives it this value. */
  async become<Answer>(value: Value, call: () => Promise<Answer>): Promise<Answer> {
    const before = this.#possible
    this.#possible = [...before, value]
    try {
      const answer = await call()
      this.#possible = [value]
      return answer
    } catch (error) {
      if (isSureRefusal(error)) this.#possible = before
      throw error
    }
  }

  /** @returns what is wrong with the value that was found; from now on it has to stay */
  found(value: Value, unanswered: Unanswered): string | undefined {
    const at = this.#possible.findIndex((each) => same(each, value))
    const known = this.#possible
    this.#possible = [value]
    if (at < 0) return `${this.#name}: ${JSON.stringify(value)} instead of ${known.map((each) => JSON.stringify(each)).join(' or ')}`
    if (known.length > 1) unanswered[at === 0 ? 'notDone' : 'done'] += 1
    return undefined
  }
}

/** How many of something there are: every one that was answered, and at most those that were asked for besides. */
export class Tally {
  readonly #name: string
  #least: number
  #most: number

  constructor(name: string, count: number) {
    this.#name = name
    this.#least = count
    this.#most = count
  }

  async more<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    this.#most += 1
    try {
      const answer = await call()
      this.#least += 1
      return answer
    } catch (error) {
      if (isSureRefusal(error)) this.#most -= 1
      throw error
    }
  }

  found(count: number): string | undefined {
    const [least, most] = [this.#least, this.#most]
    this.#least = count
    this.#most = count
    return count < least || count > most ? `${this.#name}: ${count} instead of ${least}${most > least ? `…${most}` : ''}` : undefined
  }
}
