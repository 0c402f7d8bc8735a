/** What one customer may store in a day. Counted in memory, by customers who stored something: a restart forgives. */
import { invalid } from '../../core/failure.ts'

const DAY = 86_400_000
const OWNERS_MAX = 100_000

interface Spent {
  readonly from: number
  amount: number
}

export class DayBound {
  readonly #most: number
  readonly #field: string
  /** Oldest day first. */
  readonly #spent = new Map<string, Spent>()

  /**
   * @param most in the unit that `take` counts: bytes, pictures
   * @param field that the refusal names; no 429, because repeated ones ban an address and with it the customer's orders and neighbours
   */
  constructor(most: number, field: string) {
    this.#most = most
    this.#field = field
  }

  /**
   * Counts what is about to be stored; what is refused does not count, so that something smaller still has room.
   * @param owner unique among all tenants
   * @param now ms; the day of an owner runs from the first thing that is stored
   * @throws Failure VALIDATION_FAILED with rule `max`
   */
  take(owner: string, amount: number, now: number): void {
    let spent = this.#spent.get(owner)
    if (spent === undefined || now - spent.from >= DAY) {
      this.#spent.delete(owner)
      spent = { from: now, amount: 0 }
      this.#spent.set(owner, spent)
      this.#forgetOld(now)
    }
    if (spent.amount + amount > this.#most) throw invalid(this.#field, 'max')
    spent.amount += amount
  }

  #forgetOld(now: number): void {
    for (const [owner, { from }] of this.#spent) {
      if (now - from < DAY && this.#spent.size <= OWNERS_MAX) return
      this.#spent.delete(owner)
    }
  }
}

/** The owner's name in a bound: ids of customers are unique in their tenant alone. */
export const dayOwner = (tenantId: string, userId: number): string => `${tenantId} ${userId}`
