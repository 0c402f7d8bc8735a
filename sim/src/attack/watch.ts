/** What must hold after every command of an attack, told from events and from what the accounts are before and behind it. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { checkContracts, checkInsurance } from '../contract-rules.ts'
import { checkZeroSum } from '../invariants.ts'
import type { Drive, Happened } from './drive.ts'
import { type Account, fundOf, houseWorth, isShut, markOf, readAccount } from './eyes.ts'
import { riskedWhileFrozen } from './frozen-rule.ts'
import { FundBound } from './fund-bound.ts'
import { brokenPromise } from './promise-rule.ts'
import { riskierByFill } from './ratio-rule.ts'
import { Trips } from './trips.ts'
import type { Market } from './world.ts'

export type Property = 'gain' | 'fund' | 'ratio' | 'roundTrip' | 'frozen' | 'promise' | 'ledger' | 'stranger'

export interface Break {
  readonly property: Property
  readonly what: string
  /** Minor units of the margin coin, where the break has a size. */
  readonly amount: bigint
  readonly seq: number
  readonly users: readonly number[]
}

/** How often the slower checks of the whole ledger run, in commands. */
const LEDGER_EVERY = 128

interface Setting {
  readonly drive: Drive
  readonly markets: readonly Market[]
  readonly attackers: readonly UserId[]
  readonly strangers: readonly UserId[]
  /** His gain is the loss of the house: no index moves, and there is nobody else. */
  readonly isAlone: boolean
  /** The fund may lose what a rule says and no more. */
  readonly isBounded: boolean
}

export class Watch {
  readonly breaks: Break[] = []
  worstGain = 0n
  worstFund = 0n
  readonly #setting: Setting
  readonly #begin: { readonly equity: bigint; readonly house: bigint; readonly fund: bigint }
  readonly #fund: FundBound
  /** Accounts as the last command left them. */
  #accounts: ReadonlyMap<number, Account>
  #marks: string
  #frozen: ReadonlySet<number> = new Set()
  readonly #trips = new Trips()

  constructor(setting: Setting) {
    this.#setting = setting
    const { state } = setting.drive
    this.#accounts = this.readAll()
    this.#marks = this.marks()
    this.#begin = { equity: this.equity(), house: houseWorth(state), fund: fundOf(state) }
    this.#fund = new FundBound(this.#begin.fund, setting.drive.clock, setting.markets)
  }

  /** What his accounts have more than at the start. */
  get gain(): bigint {
    return this.equity() - this.#begin.equity
  }

  account = (userId: number): Account | undefined => this.#accounts.get(userId)

  private equity(): bigint {
    return this.#setting.attackers.reduce((sum, userId) => sum + (this.#accounts.get(userId)?.equity ?? 0n), 0n)
  }

  private readAll(): ReadonlyMap<number, Account> {
    const { attackers, drive, strangers } = this.#setting
    return new Map([...attackers, ...strangers].map((userId) => [userId, readAccount(drive.state, userId)]))
  }

  private marks(): string {
    const { drive, markets } = this.#setting
    return markets.map(({ id }) => `${markOf(drive.state, id)}${isShut(drive.state, id)}`).join()
  }

  /** Looks at what a command came to. */
  look(happened: Happened): void {
    const before = this.#accounts
    const marksBefore = this.#marks
    this.#accounts = this.readAll()
    this.#marks = this.marks()
    const isSame = this.#marks === marksBefore && !happened.isFunded
    if (isSame && happened.fills.length > 0) this.checkRatios(happened, before)
    this.checkTrips(happened, isSame)
    this.checkFrozen(happened, before)
    this.checkPromises(happened.seq)
    this.checkGain(happened)
    this.checkFund(happened)
    if (happened.seq % LEDGER_EVERY === 0) this.checkLedger(happened.seq)
  }

  /** The exact checks behind the last command. */
  finish(): void {
    const { drive, isAlone } = this.#setting
    this.checkLedger(drive.seq)
    if (!isAlone) return
    const lost = this.#begin.house - houseWorth(drive.state)
    if (lost !== this.gain) this.fail('ledger', `the house lost ${lost}, the attacker gained ${this.gain}`, 0n, drive.seq, [])
  }

  fail(property: Property, what: string, amount: bigint, seq: number, users: readonly number[]): void {
    this.breaks.push({ property, what, amount, seq, users })
  }

  private checkLedger(seq: number): void {
    const { attackers, drive, strangers } = this.#setting
    const faults = [
      ...checkZeroSum(drive.state, [...attackers, ...strangers]),
      ...checkContracts(drive.state),
      ...checkInsurance(drive.state),
    ]
    for (const fault of faults) this.fail('ledger', fault, 0n, seq, [])
  }

  private checkGain({ seq }: Happened): void {
    const { gain } = this
    if (gain <= this.worstGain) return
    const isFirst = this.worstGain === 0n
    this.worstGain = gain
    if (this.#setting.isAlone && isFirst)
      this.fail('gain', `the attacker has ${gain} more than he brought`, gain, seq, [...this.#setting.attackers])
  }

  private checkFund(happened: Happened): void {
    const { drive, isBounded } = this.#setting
    const lost = this.#begin.fund - fundOf(drive.state)
    if (lost > this.worstFund) this.worstFund = lost
    const found = this.#fund.note(happened)
    if (isBounded && found !== undefined) this.fail('fund', found.what, found.amount, happened.seq, found.users)
  }

  // ---- no fill brings anybody to liquidation ----

  private checkRatios(happened: Happened, before: ReadonlyMap<number, Account>): void {
    const { seq } = happened
    for (const userId of new Set(happened.fills.map((fill) => Number(fill.userId)))) {
      const [old, now] = [before.get(userId), this.#accounts.get(userId)]
      if (old === undefined || now === undefined) continue
      const steps = happened.liquidated.filter((one) => one.userId === userId && !one.isDone).map(({ step }) => step)
      for (const what of riskierByFill(old, now, steps)) this.fail('ratio', `a fill of ${userId} ${what}`, 0n, seq, [userId])
    }
  }

  private checkFrozen(happened: Happened, before: ReadonlyMap<number, Account>): void {
    const { drive, markets } = this.#setting
    const shut = markets.filter(({ id }) => isShut(drive.state, id)).map(({ id }) => Number(id))
    const frozen = new Set(shut.filter((id) => this.#frozen.has(id)))
    this.#frozen = new Set(shut)
    const found = frozen.size === 0 ? undefined : riskedWhileFrozen(happened, frozen, before, this.#accounts)
    if (found !== undefined) this.fail('frozen', found.what, 0n, happened.seq, [found.userId])
  }

  // ---- what comes back to where it was lets no more leave ----

  private checkTrips({ command, fills, isFunded, liquidated }: Happened, isSame: boolean): void {
    if (!isSame || fills.length > 0 || isFunded || liquidated.length > 0 || command.kind === 'reportPrices') {
      this.#trips.forget()
      return
    }
    for (const userId of this.#setting.attackers) {
      const account = this.#accounts.get(userId)
      const more = account === undefined ? 0n : this.#trips.look(account, account.spot)
      if (more === 0n) continue
      const what = `account ${userId} is where it was, and ${more} more may leave`
      this.fail('roundTrip', what, more, this.#setting.drive.seq, [userId])
    }
  }

  // ---- what orders promise is there ----

  private checkPromises(seq: number): void {
    const { attackers, drive, markets } = this.#setting
    if (markets.some(({ id }) => isShut(drive.state, id))) return
    for (const userId of attackers) {
      const account = this.#accounts.get(userId)
      const what = account === undefined ? undefined : brokenPromise(drive.state, account)
      if (what !== undefined) this.fail('promise', what, 0n, seq, [userId])
    }
  }
}
