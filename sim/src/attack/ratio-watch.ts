/** Looks behind every command of a world whether a fill brought somebody to his liquidation. */
import type { Command } from '@agio/engine/command.ts'
import type { Event } from '@agio/engine/event.ts'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { type Account, isShut, markOf, readAccount } from './eyes.ts'
import { riskierByFill } from './ratio-rule.ts'

/** Commands that say anew what positions need, or what they are worth. */
const TERMS: ReadonlySet<Command['kind']> = new Set(['changeContract', 'defineContract', 'reportPrices'])

export class RatioWatch {
  readonly #state: State
  readonly #users: readonly number[]
  #accounts: ReadonlyMap<number, Account>
  #marks: string

  constructor(state: State, users: readonly number[]) {
    this.#state = state
    this.#users = users
    this.#accounts = new Map()
    this.#marks = ''
  }

  /** @returns what the fills of a command did that they must not */
  look(command: Command, events: readonly { readonly event: Event }[]): string[] {
    const before = this.#accounts
    const marks = this.#marksNow()
    const isSame = marks === this.#marks && !TERMS.has(command.kind) && !events.some(({ event }) => event.kind === 'fundingSettled')
    this.#marks = marks
    this.#accounts = new Map(this.#users.map((userId) => [userId, readAccount(this.#state, asUserId(userId))]))
    if (!isSame) return []
    const filled = new Set(events.flatMap(({ event }) => (event.kind === 'contractFilled' ? [Number(event.userId)] : [])))
    return [...filled].flatMap((userId) => {
      const [old, now] = [before.get(userId), this.#accounts.get(userId)]
      if (old === undefined || now === undefined) return []
      const steps = events.flatMap(({ event }) =>
        event.kind === 'liquidated' && event.userId === userId && !event.isDone ? [event.step] : [],
      )
      return riskierByFill(old, now, steps).map((what) => `a fill of ${userId} ${what}`)
    })
  }

  #marksNow(): string {
    const contracts = this.#state.instruments.filter((instrument) => instrument !== undefined && instrument.contractRow !== 0)
    return contracts
      .map(({ instrumentId }) => asInstrumentId(instrumentId))
      .map((id) => `${markOf(this.#state, id)}${isShut(this.#state, id)}`)
      .join()
  }
}
