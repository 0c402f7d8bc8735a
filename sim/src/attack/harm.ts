/**
 * What became of honest customers besides what the index did to what they held: with the attacker and without him it has to be the same, but
 * for the distance of a maker’s own fills from the index and for a little funding.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Drive, Happened } from './drive.ts'
import { type Account, indexOf, markOf, readAccount } from './eyes.ts'
import { isMaker } from './strangers.ts'
import type { Market } from './world.ts'

/** What funding may differ by at each settlement, of the value held: 0.2 %. Who quotes for minutes moves a premium, and all hold that rate. */
const FUNDING_PARTS = 500n

interface Fate {
  readonly begin: bigint
  /** By moves of the index. */
  moved: bigint
  /** Of own fills: what they were worse than the index, and fees. */
  paid: bigint
  funding: bigint
  /** Most that he held at a settlement, summed over settlements. */
  funded: bigint
  /** How far from the index he was deleveraged. */
  forced: bigint
}

export interface Ending {
  readonly userId: number
  readonly isMaker: boolean
  readonly result: bigint
  readonly funding: bigint
  readonly funded: bigint
  readonly forced: bigint
}

/** Follows some customers over a run; begin it where the attacker begins. */
export class Fates {
  readonly #drive: Drive
  readonly #markets: readonly Market[]
  readonly #users: readonly UserId[]
  readonly #fates: Map<number, Fate>
  #indexes: readonly number[]
  #accounts: ReadonlyMap<number, Account>

  constructor(drive: Drive, markets: readonly Market[], users: readonly UserId[]) {
    this.#drive = drive
    this.#markets = markets
    this.#users = users
    this.#indexes = this.indexes()
    this.#accounts = this.readAll()
    const fresh = { moved: 0n, paid: 0n, funding: 0n, funded: 0n, forced: 0n }
    this.#fates = new Map(users.map((userId) => [userId, { begin: this.worth(userId), ...fresh }]))
  }

  private indexes = (): number[] => this.#markets.map(({ id }) => indexOf(this.#drive.state, id))
  private readAll = (): ReadonlyMap<number, Account> =>
    new Map(this.#users.map((userId) => [userId, readAccount(this.#drive.state, userId)]))

  /** All he has, with his positions at the index. */
  private worth(userId: number): bigint {
    const account = this.#accounts.get(userId)
    if (account === undefined) return 0n
    return account.legs.reduce((sum, leg) => {
      const market = this.#markets[leg.instrumentId - 1]
      if (market === undefined) return sum
      const apart = indexOf(this.#drive.state, market.id) - markOf(this.#drive.state, market.id)
      return sum + signed(leg.isShort, apart, leg.quantity, market)
    }, account.equity)
  }

  note({ fills, funding, isFunded, liquidated }: Happened): void {
    const before = this.#accounts
    const old = this.#indexes
    this.#indexes = this.indexes()
    for (const [userId, fate] of this.#fates)
      for (const { instrumentId, isShort, quantity } of before.get(userId)?.legs ?? []) {
        const market = this.#markets[instrumentId - 1]
        const step = (this.#indexes[instrumentId - 1] ?? 0) - (old[instrumentId - 1] ?? 0)
        if (market === undefined) continue
        fate.moved += signed(isShort, step, quantity, market)
        if (isFunded) fate.funded += signed(false, this.#indexes[instrumentId - 1] ?? 0, quantity, market)
      }
    this.#accounts = this.readAll()
    for (const { userId, amount } of funding) this.add(userId, (fate) => (fate.funding += amount))
    for (const fill of fills) {
      const market = this.#markets[fill.instrumentId - 1]
      if (market === undefined) continue
      const apart = (this.#indexes[fill.instrumentId - 1] ?? 0) - fill.price
      this.add(fill.userId, (fate) => (fate.paid += fill.fee - signed(fill.side === 'sell', apart, fill.quantity, market)))
    }
    for (const { step, userId, instrumentId, mark, quantity } of liquidated) {
      const market = this.#markets[instrumentId - 1]
      const apart = Math.abs((this.#indexes[instrumentId - 1] ?? 0) - mark)
      if (step === 'adl' && market !== undefined) this.add(userId, (fate) => (fate.forced += signed(false, apart, quantity, market)))
    }
  }

  private add(userId: number, change: (fate: Fate) => void): void {
    const fate = this.#fates.get(userId)
    if (fate !== undefined) change(fate)
  }

  endings(): Ending[] {
    return this.#users.map((userId, place) => {
      const fate = this.#fates.get(userId)
      if (fate === undefined) throw new Error('nobody follows him')
      const { begin, moved, paid, funding, funded, forced } = fate
      const own = isMaker(place) ? paid : 0n
      return { userId, isMaker: isMaker(place), result: this.worth(userId) - begin - moved - funding + own, funding, funded, forced }
    })
  }
}

const signed = (isShort: boolean, ticks: number, lots: number, { unit }: Market): bigint =>
  (isShort ? -1n : 1n) * BigInt(ticks) * BigInt(lots) * unit

/** Who ended lower with the attacker than without him, and by how much. */
export function harmed(
  alone: readonly Ending[],
  beside: readonly Ending[],
): { readonly userId: number; readonly what: string; readonly amount: bigint }[] {
  return beside.flatMap((one, place) => {
    const without = alone[place]
    if (without === undefined) return []
    const found: { readonly userId: number; readonly what: string; readonly amount: bigint }[] = []
    const lost = without.result - one.result - one.forced
    if (lost > 0n) found.push({ userId: one.userId, what: `${one.userId} has ${lost} less than without the attacker`, amount: lost })
    // a maker holds what the attacker traded with him, and is paid or pays for that
    const dearer = without.funding - one.funding - one.funded / FUNDING_PARTS
    if (!one.isMaker && dearer > 0n)
      found.push({ userId: one.userId, what: `${one.userId} paid ${dearer} more of funding than without the attacker`, amount: dearer })
    return found
  })
}
