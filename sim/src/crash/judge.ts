/** Full replay of a journal: the judge of the kill rounds, that never saw a snapshot. */
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { decodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { readJournal } from '@agio/server/journal/read-journal.ts'
import { type Answer, answerOf } from './kill-answer.ts'
import { MoneyBooks } from './money-books.ts'

export class Judge {
  readonly #state = createState()
  readonly #books = new MoneyBooks()
  readonly #found: string[] = []
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

  /** Compares the books with the state as it is now, besides at the end: after a restart. */
  lookAt(round: number): void {
    for (const fault of this.#books.faultsOf(this.#state)) this.#found.push(`after restart ${round}: ${fault}`)
  }

  /** What is wrong with the money, now and whenever it was looked at: see `MoneyBooks`. */
  faults(): readonly string[] {
    return [...this.#found, ...this.#books.faults(this.#state)]
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
        this.#books.take(this.#state)
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
