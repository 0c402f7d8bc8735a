/** Full replay of a journal: the judge of the kill rounds, that never saw a snapshot. */

import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { decodeEntry } from '@agio/engine/entry.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { readJournal } from '@agio/server/journal/read-journal.ts'
import { MoneyBooks } from './money-books.ts'

/** What must not change however often a command is sent. */
export interface Answer {
  readonly reason: string
  /** Ids of orders joined by commas, or the id of what came of another command; '0' for none. */
  readonly ids: string
}

export const answerOf = ({ reason, orders, value }: Outcome): Answer => ({
  reason,
  ids: orders.map(({ orderId }) => orderId).join(',') || String(value),
})

export const sameAnswer = (left: Answer, right: Answer): boolean => left.reason === right.reason && left.ids === right.ids

export class Judge {
  readonly #state = createState()
  readonly #books = new MoneyBooks()
  /** Answers by key that had an effect, in journal order. */
  readonly effects = new Map<string, Answer[]>()

  /** Goes on to the entry given. @returns the hash of the state there */
  async readUpTo(journalDir: string, lastSeq: number): Promise<string> {
    const reached = stateSeq(this.#state)
    if (lastSeq > reached) for await (const record of readJournal(journalDir, reached + 1, lastSeq)) this.#apply(record.bytes)
    return stateHash(this.#state)
  }

  /** Keys that had more than one effect. */
  doubled(): number {
    let doubled = 0
    for (const effects of this.effects.values()) if (effects.length > 1) doubled += 1
    return doubled
  }

  /** What is wrong with the money: see `MoneyBooks`. */
  faults(): readonly string[] {
    return this.#books.faults(this.#state)
  }

  get books(): MoneyBooks {
    return this.#books
  }

  #apply(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; ) {
      const { seq, key, byteLength } = decodeEntry(bytes, offset)
      if (seq > stateSeq(this.#state)) {
        this.#state.out.reset()
        apply(this.#state, bytes, offset)
        this.#note(key)
        this.#books.take(this.#state.out.bytes())
      }
      offset += byteLength
    }
    this.#state.out.reset()
  }

  #note(key: string): void {
    const outcome = lastOutcome(this.#state.out)
    if (key === '' || outcome.replayed) return
    const answers = this.effects.get(key) ?? []
    answers.push(answerOf(outcome))
    this.effects.set(key, answers)
  }
}
