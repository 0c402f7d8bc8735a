/**
 * Says what attackers got of savings that the rules do not give: quota that they hold without holding anything, a pool that they used up with
 * money of the day, more interest than one order of all that an account held all day would have been paid, interest of a term that was ended early. From
 * records of orders and from balances.
 */
import type { Event } from '@agio/engine/event.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { EARN_COMMANDS } from '@agio/engine/schema/commands/earn.ts'
import { kindsIn } from '@agio/engine/schema/handlers.ts'
import type { State } from '@agio/engine/state.ts'
import { ATTACKERS, BROUGHT, CASH, COIN, DAY_MS, Enough, PRODUCTS, playSavings, TIERS, type Told } from './savings-steps.ts'

const WEEK_MS = 7 * DAY_MS
const SAVINGS: ReadonlySet<string> = new Set(kindsIn(EARN_COMMANDS))
const RATE_ONE = 10n ** 8n
type Earned = Extract<Event, { readonly kind: 'earnChanged' }>

interface Held {
  readonly userId: number
  readonly productId: number
  readonly day: number
  readonly first: bigint
  principal: bigint
  /** Interest that was paid of it. */
  paid: bigint
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS)
const isTerm = (productId: number): boolean => PRODUCTS[productId - 1]?.type === 'fixed'

/** What a day of one order pays. */
function interestOf(principal: bigint): bigint {
  let [sum, from] = [0n, 0n]
  for (const { upTo, rateE8 } of TIERS) {
    const to = upTo === null || upTo > principal ? principal : upTo
    if (to > from) sum += (to - from) * BigInt(rateE8)
    from = to
  }
  return sum / (365n * RATE_ONE)
}

/** Most a customer may hold of a product: its own bound, else a twentieth of the quota. */
function mostOf(productId: number): bigint {
  const { userMax = 0n, totalQuota = 0n } = PRODUCTS[productId - 1] ?? {}
  return userMax === 0n ? totalQuota / 20n : userMax
}

export class SavingsWatch {
  readonly faults: string[] = []
  readonly counts = { purchases: 0, interest: 0, endedEarly: 0, redeemed: 0, soldOut: 0, overQuota: 0, dry: 0, renewed: 0 }
  readonly #state: State
  readonly #orders = new Map<number, Held>()
  /** What early ends gave back of quota, and until when it counts. */
  readonly #givenBack: { readonly userId: number; readonly productId: number; readonly amount: bigint; readonly until: number }[] = []
  /** By product: what was there when the day began and was taken out on it; by account and product: what was bought on it and is there. */
  readonly #taken = new Map<string, bigint>()
  readonly #fresh = new Map<string, bigint>()
  /** Interest by account, product and day, and what it is to come from. */
  readonly #paid = new Map<string, bigint>()
  /** Least that an account held of a product through a day, by older orders than of that day. */
  readonly #through = new Map<string, bigint>()
  /** Interest that attackers were paid, less what was taken back. */
  readonly #interest = new Map<number, bigint>()

  constructor(state: State) {
    this.#state = state
  }

  look({ at, command, outcome, events }: Told): void {
    for (const { at: told, event } of events) if (event.kind === 'earnChanged') this.#see(told, event)
    if (command.kind === 'redeemProduct' && outcome.reason === 'redeemPool') this.#seeDry(at, command)
    if (outcome.reason === 'soldOut' && command.kind === 'purchaseProduct') this.#seeSoldOut(command)
    if (outcome.reason === 'userQuota') this.counts.overQuota += 1
    if (SAVINGS.has(command.kind) || events.length > 3) this.#judgeWealth()
  }

  #see(at: number, event: Earned): void {
    const { change, userId, productId, orderId, amount } = event
    if (change === 'purchased' || change === 'renewed') this.#seeBegin(at, event)
    if (change === 'interest') this.#seeInterest(event)
    if (change === 'redeemed') this.#seeRedeemed(at, event)
    if (change !== 'matured') return
    const order = this.#orders.get(orderId)
    if (order !== undefined) order.principal -= amount
    this.#noteThrough(at, userId, productId)
    this.#orders.delete(orderId)
  }

  #seeBegin(at: number, { change, userId, productId, orderId, amount }: Earned): void {
    const isNew = change === 'purchased'
    if (isNew) this.counts.purchases += 1
    else this.counts.renewed += 1
    this.#noteThrough(at, userId, productId)
    this.#orders.set(orderId, { userId, productId, day: dayOf(at), first: amount, principal: amount, paid: 0n })
    if (isNew) this.#add(this.#fresh, `${userId}/${productId}/${dayOf(at)}`, amount)
    const held = this.#held((order) => order.userId === userId && order.productId === productId)
    const back = this.#givenBack
      .filter((one) => one.userId === userId && one.productId === productId && one.until > at)
      .reduce((sum, one) => sum + one.amount, 0n)
    if (held + back > mostOf(productId)) this.#fault(`account ${userId} holds ${held} of product ${productId} and had ${back} this week`)
    const total = this.#held((order) => order.productId === productId)
    if (total > (PRODUCTS[productId - 1]?.totalQuota ?? 0n)) this.#fault(`of product ${productId} ${total} are held`)
  }

  #seeRedeemed(at: number, { userId, productId, orderId, amount, interest }: Earned): void {
    this.counts.redeemed += 1
    const order = this.#orders.get(orderId)
    if (order === undefined) {
      this.#fault(`order ${orderId} was redeemed, which nobody holds`)
      return
    }
    order.principal -= amount
    this.#noteThrough(at, userId, productId)
    if (order.principal === 0n) this.#orders.delete(orderId)
    if (isTerm(productId)) {
      this.counts.endedEarly += 1
      this.#givenBack.push({ userId, productId, amount, until: at + WEEK_MS })
      // what was paid of it was taken back
      this.#earn(userId, productId, -order.paid)
      return
    }
    this.#earn(userId, productId, interest)
    const name = `${userId}/${productId}/${dayOf(at)}`
    const fresh = this.#fresh.get(name) ?? 0n
    const old = amount > fresh ? amount - fresh : 0n
    this.#fresh.set(name, amount > fresh ? 0n : fresh - amount)
    const pool = PRODUCTS[productId - 1]?.poolLimit ?? 0n
    const taken = this.#add(this.#taken, `${productId}/${dayOf(at)}`, old)
    if (pool > 0n && taken > pool) this.#fault(`of product ${productId} ${taken} left its pool on a day`)
  }

  /** Somebody may not take out what he holds: then others took out what was there when the day began. */
  #seeDry(at: number, { userId, orderId, amount }: Extract<Told['command'], { readonly kind: 'redeemProduct' }>): void {
    this.counts.dry += 1
    const order = this.#orders.get(orderId)
    if (order === undefined) return
    const wanted = amount === 0n ? order.principal : amount
    const fresh = this.#fresh.get(`${userId}/${order.productId}/${dayOf(at)}`) ?? 0n
    const taken = this.#taken.get(`${order.productId}/${dayOf(at)}`) ?? 0n
    if (taken + wanted - fresh <= (PRODUCTS[order.productId - 1]?.poolLimit ?? 0n))
      this.#fault(`${userId} was refused ${wanted} of product ${order.productId}, of which ${taken} were taken out`)
  }

  /** Nobody is refused what nobody holds. */
  #seeSoldOut({ productId, amount }: Extract<Told['command'], { readonly kind: 'purchaseProduct' }>): void {
    this.counts.soldOut += 1
    const total = this.#held((order) => order.productId === productId)
    if (total + amount <= (PRODUCTS[productId - 1]?.totalQuota ?? 0n)) this.#fault(`product ${productId} was sold out by ${total}`)
  }

  /** Many orders of an account are paid as one would be, of what was there all day. */
  #seeInterest({ userId, productId, orderId, day, interest }: Earned): void {
    this.counts.interest += 1
    const order = this.#orders.get(orderId)
    if (order !== undefined) order.paid += interest
    this.#earn(userId, productId, interest)
    const paid = this.#add(this.#paid, `${userId}/${productId}/${day}`, interest)
    // lines are told at midnight, before anything else of the next day
    const held = this.#through.get(`${userId}/${productId}/${day}`) ?? this.#heldBefore(userId, productId, day)
    const most = interestOf(held)
    if (paid > most) this.#fault(`account ${userId} was paid ${paid} of product ${productId} for a day, one order of all ${most}`)
  }

  /** What an account holds by orders that began before a day. */
  #heldBefore = (userId: number, productId: number, day: number): bigint =>
    this.#held((order) => order.userId === userId && order.productId === productId && order.day < day)

  /** Something changes: through the day no more was held than is now. */
  #noteThrough(at: number, userId: number, productId: number): void {
    const name = `${userId}/${productId}/${dayOf(at)}`
    const held = this.#heldBefore(userId, productId, dayOf(at))
    const known = this.#through.get(name)
    if (known === undefined || held < known) this.#through.set(name, held)
  }

  /** Attackers have what they brought and the interest of what they held, whatever the index does. */
  #judgeWealth(): void {
    for (const assetId of [CASH, COIN]) {
      let has = 0n
      for (const userId of ATTACKERS)
        for (const kind of ['spot', 'financial'] as const) {
          const { available, held } = balanceOf(this.#state, asUserId(userId), asAssetId(assetId), kind)
          has += available + held
        }
      const may = BROUGHT * BigInt(ATTACKERS.length) + (this.#interest.get(assetId) ?? 0n)
      if (this.counts.purchases > 0 && has !== may) this.#fault(`attackers have ${has} of coin ${assetId}, and brought or earned ${may}`)
    }
  }

  #earn(userId: number, productId: number, interest: bigint): void {
    const assetId = Number(PRODUCTS[productId - 1]?.assetId ?? 0)
    if (ATTACKERS.some((one) => one === userId)) this.#interest.set(assetId, (this.#interest.get(assetId) ?? 0n) + interest)
  }

  #held(counts: (order: Held) => boolean): bigint {
    let sum = 0n
    for (const order of this.#orders.values()) if (counts(order)) sum += order.principal
    return sum
  }

  #add(sums: Map<string, bigint>, name: string, amount: bigint): bigint {
    const sum = (sums.get(name) ?? 0n) + amount
    sums.set(name, sum)
    return sum
  }

  #fault(what: string): void {
    this.faults.push(`${this.#state.seq}: ${what}`)
  }
}

/** @returns who looked behind every command; after the first fault nothing more is given */
export function watchSavings(seed: number, count: number): SavingsWatch {
  let watch: SavingsWatch | undefined
  playSavings(seed, count, ({ state }) => {
    const one = new SavingsWatch(state)
    watch = one
    return (told) => {
      one.look(told)
      if (one.faults.length > 0) throw new Enough()
    }
  })
  if (watch === undefined) throw new Error('nobody looked')
  return watch
}
