/**
 * Weights per address and per user, the order and login buckets, and the ban of addresses that go on after being told to slow down.
 * Counts live in memory: a restart forgives.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { ErrorName } from '@agio/wire/codes.ts'
import { type Clock, steadyNow, wallTime } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { addressKey } from '../net/client-address.ts'

const MINUTE = 60_000

export interface BucketSize {
  readonly size: number
  readonly windowMs: number
}

export interface LimitSizes {
  readonly address: BucketSize
  readonly user: BucketSize
  readonly orders: BucketSize
  readonly auth: BucketSize
  /** Wrong passwords of a tenant from devices that their accounts do not know. */
  readonly guesses: BucketSize
  /** Wrong registration codes of an address. */
  readonly codes: BucketSize
  /** This many refusals inside a minute ban the address. */
  readonly refusals: number
  readonly banMs: number
  readonly banMaxMs: number
}

export const LIMIT_SIZES: LimitSizes = {
  address: { size: 1200, windowMs: MINUTE },
  user: { size: 1200, windowMs: MINUTE },
  orders: { size: 50, windowMs: 10_000 },
  auth: { size: 20, windowMs: 10 * MINUTE },
  guesses: { size: 1000, windowMs: 10 * MINUTE },
  codes: { size: 10, windowMs: 15 * MINUTE },
  refusals: 10,
  banMs: 2 * MINUTE,
  banMaxMs: 3 * 86_400_000,
}

/** The test profile's sizes: a thousand times wider. Given to loopback addresses only. */
export const widened = (sizes: LimitSizes, factor: number): LimitSizes => ({
  ...sizes,
  address: { ...sizes.address, size: sizes.address.size * factor },
  user: { ...sizes.user, size: sizes.user.size * factor },
  orders: { ...sizes.orders, size: sizes.orders.size * factor },
  auth: { ...sizes.auth, size: sizes.auth.size * factor },
  guesses: { ...sizes.guesses, size: sizes.guesses.size * factor },
  codes: { ...sizes.codes, size: sizes.codes.size * factor },
})

export interface Usage {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** ms at which the window starts again. */
  readonly reset: number
  /** ms; the address is banned until then. */
  readonly until?: number
}

interface Window {
  startedAt: number
  used: number
}

/** Fixed windows by key. Forgotten when they are over; more than a hundred thousand keys at once drop the oldest. */
class Buckets<Key> {
  readonly #size: BucketSize
  readonly #windows = new Map<Key, Window>()
  #sweepAt = 0

  constructor(size: BucketSize) {
    this.#size = size
  }

  /** Counts `weight`, refused or not. */
  take(key: Key, weight: number, now: number): Usage {
    let window = this.#windows.get(key)
    if (window === undefined || now - window.startedAt >= this.#size.windowMs) {
      window = { startedAt: now, used: 0 }
      this.#windows.set(key, window)
      this.#sweep(now)
    }
    window.used += weight
    const { size, windowMs } = this.#size
    return { limit: size, used: window.used, remaining: Math.max(0, size - window.used), reset: window.startedAt + windowMs }
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt && this.#windows.size < KEYS_MAX) return
    this.#sweepAt = now + this.#size.windowMs
    for (const [key, window] of this.#windows) if (now - window.startedAt >= this.#size.windowMs) this.#windows.delete(key)
    for (const key of this.#windows.keys()) {
      if (this.#windows.size < KEYS_MAX) break
      this.#windows.delete(key)
    }
  }
}

const KEYS_MAX = 100_000

interface BanRecord {
  refusals: number
  since: number
  bans: number
  until: number
}

/**
 * Two minutes at first, doubled each time, up to three days; the ladder is forgotten three days after the last ban, or when a hundred
 * thousand others were refused since.
 */
class BanLadder<Key> {
  readonly #sizes: LimitSizes
  /** Refused longest ago first. */
  readonly #records = new Map<Key, BanRecord>()

  constructor(sizes: LimitSizes) {
    this.#sizes = sizes
  }

  /** End of a running ban, or 0. */
  until(key: Key, now: number): number {
    const record = this.#records.get(key)
    return record === undefined || record.until <= now ? 0 : record.until
  }

  refused(key: Key, now: number): void {
    let record = this.#records.get(key)
    if (record === undefined || now > record.until + this.#sizes.banMaxMs) record = { refusals: 0, since: now, bans: 0, until: now }
    if (now - record.since >= MINUTE) {
      record.since = now
      record.refusals = 0
    }
    record.refusals += 1
    if (record.refusals >= this.#sizes.refusals) {
      record.until = now + Math.min(this.#sizes.banMs * 2 ** Math.min(record.bans, 20), this.#sizes.banMaxMs)
      record.bans += 1
      record.refusals = 0
    }
    this.#records.delete(key)
    this.#records.set(key, record)
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= KEYS_MAX) break
      this.#records.delete(oldest)
    }
  }
}

/** Beyond a bucket. Only refusals by an address's own buckets lead to its ban: behind it are others than the customer who was refused. */
export class OverLimit extends Failure {
  readonly isOfAddress: boolean

  constructor(name: ErrorName, retryAfter: number, isOfAddress: boolean) {
    super(name, { retryAfter })
    this.isOfAddress = isOfAddress
  }
}

interface Refusal {
  readonly name: ErrorName
  readonly isOfAddress: boolean
}

const OF_ADDRESS: Refusal = { name: 'RATE_LIMIT_IP', isOfAddress: true }
const OF_USER: Refusal = { name: 'RATE_LIMIT_USER', isOfAddress: false }
const OF_ORDERS: Refusal = { name: 'RATE_LIMIT_ORDERS', isOfAddress: false }
const AUTH_OF_ADDRESS: Refusal = { name: 'RATE_LIMIT_AUTH', isOfAddress: true }
/** Refusal by the bucket of an account or a whole tenant, which others use up too. */
const AUTH_OF_MANY: Refusal = { name: 'RATE_LIMIT_AUTH', isOfAddress: false }

/** @param usage its window's end is steady time here */
const refuse = ({ name, isOfAddress }: Refusal, usage: Usage, now: number): void => {
  if (usage.used > usage.limit) throw new OverLimit(name, Math.max(1, Math.ceil((usage.reset - now) / 1000)), isOfAddress)
}

/** How many wrong guesses are taken. */
export interface GuessBudget {
  /** @throws OverLimit RATE_LIMIT_AUTH when it is used up */
  check(): void
  spend(): void
}

/** What is counted once it is known to have failed, and checked before. */
function budget<Key>(buckets: Buckets<Key>, key: Key, refusal: Refusal, clock: Clock): GuessBudget {
  return {
    check() {
      const now = steadyNow(clock)
      const usage = buckets.take(key, 0, now)
      refuse(refusal, { ...usage, used: usage.used + 1 }, now)
    },
    spend: () => void buckets.take(key, 1, steadyNow(clock)),
  }
}

/** What a call of a user does: cancels lower risk and load, and are taken when others are refused. */
export type UserWork = OrderWork | 'cancel' | 'other'
/** Orders of each host have a bucket, and a ban, of their own. */
type OrderWork = 'order' | 'contractOrder'

const isOrders = (work: UserWork): work is OrderWork => work === 'order' || work === 'contractOrder'

interface OrderLimits {
  readonly buckets: Buckets<UserId>
  readonly bans: BanLadder<UserId>
}

/** Of one user, by its own buckets. */
class UserLimits {
  readonly #all: Buckets<UserId>
  readonly #orders: Readonly<Record<OrderWork, OrderLimits>>
  readonly #cancels: Buckets<UserId>
  readonly #bans: BanLadder<UserId>
  readonly #clock: Clock

  constructor(sizes: LimitSizes, clock: Clock) {
    this.#all = new Buckets(sizes.user)
    const orders = (): OrderLimits => ({ buckets: new Buckets(sizes.orders), bans: new BanLadder(sizes) })
    this.#orders = { order: orders(), contractOrder: orders() }
    this.#cancels = new Buckets(sizes.user)
    this.#bans = new BanLadder(sizes)
    this.#clock = clock
  }

  take(userId: UserId, weight: number, work: UserWork, orderCount: number): void {
    const now = steadyNow(this.#clock)
    const used = this.#all.take(userId, weight, now)
    if (work === 'cancel') {
      refuse(OF_USER, this.#cancels.take(userId, weight, now), now)
      return
    }
    this.#checkBan(this.#bans.until(userId, now))
    const orders = isOrders(work) ? this.#orders[work] : undefined
    if (orders !== undefined) this.#checkBan(orders.bans.until(userId, now))
    this.#refuse(OF_USER, used, { userId, now, bans: this.#bans })
    if (orders !== undefined) this.#refuse(OF_ORDERS, orders.buckets.take(userId, orderCount, now), { userId, now, bans: orders.bans })
  }

  #checkBan(until: number): void {
    if (until > 0) throw new Failure('IP_BANNED', { until: wallTime(this.#clock, until) })
  }

  /** Who goes on after being told to slow down is shut out, and nobody else. */
  #refuse(refusal: Refusal, usage: Usage, { userId, now, bans }: { userId: UserId; now: number; bans: BanLadder<UserId> }): void {
    if (usage.used > usage.limit) bans.refused(userId, now)
    refuse(refusal, usage, now)
  }
}

export interface Limits {
  /** Every call of an address, which has to be checked then; nothing of a banned one is counted. */
  takeAddress(ip: string, weight: number): Usage
  /** @throws OverLimit RATE_LIMIT_IP, Failure IP_BANNED */
  check(usage: Usage): void
  /** @throws OverLimit RATE_LIMIT_USER, RATE_LIMIT_ORDERS; Failure IP_BANNED for a user who went on: of orders for orders, else for all but cancels */
  /** @param orderCount orders that the work places or changes, at least 1 */
  takeUser(userId: UserId, weight: number, work: UserWork, orderCount?: number): void
  /** @param what an address, or an account that anybody may name @throws OverLimit RATE_LIMIT_AUTH */
  takeAuth(what: 'address' | 'account', key: string): void
  /** Wrong passwords of the tenant from devices that their accounts do not know. */
  readonly guesses: GuessBudget
  /** Wrong registration codes of an address. */
  codesOf(ip: string): GuessBudget
  /** Counts a refusal of an address towards its ban. */
  refused(ip: string): void
}

export function createLimits(sizes: LimitSizes, clock: Clock): Limits {
  const address = new Buckets<string>(sizes.address)
  const users = new UserLimits(sizes, clock)
  const auth = { address: new Buckets<string>(sizes.auth), account: new Buckets<string>(sizes.auth) }
  const guesses = new Buckets<string>(sizes.guesses)
  const codes = new Buckets<string>(sizes.codes)
  const bans = new BanLadder<string>(sizes)
  return {
    guesses: budget(guesses, '', AUTH_OF_MANY, clock),
    codesOf: (ip) => budget(codes, addressKey(ip), AUTH_OF_ADDRESS, clock),
    takeAddress(ip, weight) {
      const now = steadyNow(clock)
      const until = bans.until(ip, now)
      const usage = address.take(ip, until > 0 ? 0 : weight, now)
      const told = { ...usage, reset: wallTime(clock, usage.reset) }
      return until > 0 ? { ...told, until: wallTime(clock, until) } : told
    },
    check(usage) {
      if (usage.until !== undefined) throw new Failure('IP_BANNED', { until: usage.until })
      refuse(OF_ADDRESS, usage, clock.now())
    },
    takeUser: (userId, weight, work, orderCount = 1) => users.take(userId, weight, work, orderCount),
    takeAuth(what, key) {
      const now = steadyNow(clock)
      refuse(what === 'address' ? AUTH_OF_ADDRESS : AUTH_OF_MANY, auth[what].take(key, 1, now), now)
    },
    refused: (ip) => bans.refused(ip, steadyNow(clock)),
  }
}
