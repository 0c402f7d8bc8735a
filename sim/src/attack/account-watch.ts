/** Looks behind every command of a world at what must hold of customers' accounts whatever their owners do. */
import type { Command } from '@agio/engine/command.ts'
import type { Event, Outcome } from '@agio/engine/event.ts'
import { asInstrumentId, asUserId, type InstrumentId } from '@agio/engine/ids/id.ts'
import type { State } from '@agio/engine/state.ts'
import { type Account, isShut, markOf, readAccount } from './eyes.ts'
import { brokenPromise } from './promise-rule.ts'
import { riskierByFill } from './ratio-rule.ts'
import { Trips } from './trips.ts'

/** Does a command change terms of contracts, or prices? */
const isAboutTerms = (command: Command): boolean => 'contract' in command || command.kind === 'reportPrices'

type Events = readonly { readonly event: Event }[]

export class AccountWatch {
  readonly #state: State
  readonly #users: readonly number[]
  readonly #trips = new Trips()
  /** What has left each account for others of its owner, less what came from them. */
  readonly #gone = new Map<number, bigint>()
  #accounts: ReadonlyMap<number, Account>
  #marks: string

  constructor(state: State, users: readonly number[]) {
    this.#state = state
    this.#users = users
    this.#accounts = new Map()
    this.#marks = ''
  }

  /** @returns what a command did that it must not */
  look(command: Command, { reason }: Pick<Outcome, 'reason'>, events: Events): string[] {
    const before = this.#accounts
    const marks = this.#marksNow()
    const isSame = marks === this.#marks && !isAboutTerms(command) && !events.some(({ event }) => event.kind === 'fundingSettled')
    this.#marks = marks
    this.#accounts = new Map(this.#users.map((userId) => [userId, readAccount(this.#state, asUserId(userId))]))
    if (command.kind === 'transferBetweenAccounts' && reason === 'none') this.#noteGone(command)
    return [...this.#promises(), ...(isSame ? this.#ratios(before, events) : []), ...this.#roundTrips(isSame, events)]
  }

  #ratios(before: ReadonlyMap<number, Account>, events: Events): string[] {
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

  /** Without an index a contract may come to lose what is promised. */
  #promises(): string[] {
    if (this.#contracts().some((id) => isShut(this.#state, id))) return []
    return [...this.#accounts.values()].flatMap((account) => brokenPromise(this.#state, account) ?? [])
  }

  #roundTrips(isSame: boolean, events: Events): string[] {
    if (!isSame) this.#trips.forget()
    for (const { event } of events) {
      if (event.kind === 'balanceChanged' && event.cause === 'funding') this.#trips.forget(Number(event.userId))
      if (event.kind === 'contractFilled') this.#trips.forget(Number(event.userId))
      if (event.kind === 'liquidated') this.#trips.forget(Number(event.userId))
    }
    return [...this.#accounts.values()].flatMap((account) => {
      const more = this.#trips.look(account, this.#gone.get(account.userId) ?? 0n)
      return more === 0n ? [] : [`account ${account.userId} is where it was, and ${more} more may leave`]
    })
  }

  #noteGone({ userId, from, to, amount }: Extract<Command, { readonly kind: 'transferBetweenAccounts' }>): void {
    const gone = (from === 'contract' ? amount : 0n) - (to === 'contract' ? amount : 0n)
    this.#gone.set(userId, (this.#gone.get(userId) ?? 0n) + gone)
  }

  #contracts(): InstrumentId[] {
    const contracts = this.#state.instruments.filter((instrument) => instrument !== undefined && instrument.contractRow !== 0)
    return contracts.map(({ instrumentId }) => asInstrumentId(instrumentId))
  }

  #marksNow(): string {
    return this.#contracts()
      .map((id) => `${markOf(this.#state, id)}${isShut(this.#state, id)}`)
      .join()
  }
}
