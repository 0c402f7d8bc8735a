/** Full replay of a journal: the judge of the kill rounds, that never saw a snapshot. */

import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { decodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { stateHash } from '@agio/engine/hash.ts'
import { stateSeq } from '@agio/engine/state.ts'
import { readJournal } from '@agio/server/journal/read-journal.ts'

/** What must not change however often a command is sent. */
export interface Answer {
  readonly reason: string
  /** Joined by commas; '-' for none. */
  readonly orderIds: string
}

export const sameAnswer = (left: Answer, right: Answer): boolean => left.reason === right.reason && left.orderIds === right.orderIds

export class Judge {
  readonly #state = createState()
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

  #apply(bytes: Uint8Array): void {
    for (let offset = 0; offset < bytes.length; ) {
      const { seq, key, byteLength } = decodeEntry(bytes, offset)
      if (seq > stateSeq(this.#state)) {
        apply(this.#state, bytes, offset)
        this.#note(key)
      }
      offset += byteLength
    }
    this.#state.out.reset()
  }

  #note(key: string): void {
    const outcome = lastOutcome(this.#state.out)
    if (key === '' || outcome.replayed) return
    const answers = this.effects.get(key) ?? []
    const orderIds = outcome.orders.map((order) => order.orderId).join(',') || '-'
    answers.push({ reason: outcome.reason, orderIds })
    this.effects.set(key, answers)
  }
}
