/** Many commands under keys of many users, for tests of what is known and what is forgotten. */
import { createState } from '../src/create-state.ts'
import { applyAll } from '../src/engine.ts'
import { encodeEntry } from '../src/entry.ts'
import { readOutcomes } from '../src/event-buffer.ts'
import { asInstrumentId, asUserId, type UserId } from '../src/ids/id.ts'
import { FIRST_USER_ID } from '../src/user/user.ts'
import { START_MS } from './exchange-driver.ts'

/** Runs commands under keys and answers whether each was known. Several exchanges may follow the same commands. */
export class Keyring {
  states = [createState()]
  now = START_MS
  #seq = 0
  readonly #bytes = new Uint8Array(1 << 20)

  join(count: number): UserId[] {
    return Array.from({ length: count }, (_, position) => {
      this.#seq += 1
      const command = { kind: 'registerUser', accountKey: `user ${position}`, document: {}, role: 'customer' } as const
      const length = encodeEntry(this.#bytes, 0, this.#seq, this.now, '', command)
      for (const state of this.states) applyAll(state, this.#bytes, 0, length)
      return asUserId(FIRST_USER_ID + position)
    })
  }

  use(uses: readonly (readonly [userId: UserId, key: string])[]): boolean[] {
    const known: boolean[] = []
    for (let from = 0; from < uses.length; from += 1000) known.push(...this.#batch(uses.slice(from, from + 1000)))
    return known
  }

  #batch(uses: readonly (readonly [userId: UserId, key: string])[]): boolean[] {
    let length = 0
    for (const [userId, key] of uses) {
      this.#seq += 1
      const command = { kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(0) } as const
      length += encodeEntry(this.#bytes, length, this.#seq, this.now, key, command)
    }
    const answers = this.states.map((state) => {
      state.out.reset()
      applyAll(state, this.#bytes, 0, length)
      return [...readOutcomes(state.out.bytes())].map((outcome) => {
        if (outcome.reason !== 'none') throw new Error(`a command was refused: ${outcome.reason}`)
        return outcome.replayed
      })
    })
    for (const answer of answers) if (String(answer) !== String(answers[0])) throw new Error('the exchanges do not agree')
    return answers[0] ?? []
  }
}
