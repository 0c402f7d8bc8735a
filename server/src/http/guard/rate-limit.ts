/**
 * Weights per address and per user, the order and login buckets, and the ban of addresses that go on after being told to slow down.
 * Counts live in memory: a restart forgives.
 */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { ErrorName } from '@agio/wire/codes.ts'
import type { GuessBudget } from '../../auth/login/login.ts'
import { addressKey } from '../../client-address.ts'
import type { Clock } from '../context.ts'
import { ApiError } from '../errors.ts'

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

interface Record {
  refusals: number
  since: number
  bans: number
  until: number
}

/** Two minutes at first, doubled each time, up to three days; the ladder is forgotten three days after the last ban. */
class BanLadder {
  readonly #sizes: LimitSizes
  readonly #records = new Map<string, Record>()

  constructor(sizes: LimitSizes) {
    this.#sizes = sizes
  }

  /** End of a running ban, or 0. */
  until(ip: string, now: number): number {
    const record = this.#records.get(ip)
    return record === undefined || record.until <= now ? 0 : record.until
  }

  refused(ip: string, now: number): void {
    let record = this.#records.get(ip)
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
    if (this.#records.size >= KEYS_MAX) this.#records.clear()
    this.#records.set(ip, record)
  }
}

const refuse = (name: ErrorName, usage: Usage, now: number): void => {
  if (usage.used <= usage.limit) return
  throw new ApiError(name, { retryAfter: Math.max(1, Math.ceil((usage.reset - now) / 1000)) })
}

/** What is counted once it is known to have failed, and checked before. */
function budget<Key>(buckets: Buckets<Key>, key: Key, clock: Clock): GuessBudget {
  return {
    check() {
      const now = clock.now()
      const usage = buckets.take(key, 0, now)
      refuse('RATE_LIMIT_AUTH', { ...usage, used: usage.used + 1 }, now)
    },
    spend: () => void buckets.take(key, 1, clock.now()),
  }
}

export interface Limits {
  /** Every call of an address. @throws ApiError IP_BANNED */
  takeAddress(ip: string, weight: number): Usage
  /** @throws ApiError RATE_LIMIT_IP */
  check(usage: Usage): void
  /** @throws ApiError RATE_LIMIT_USER, RATE_LIMIT_ORDERS */
  takeUser(userId: UserId, weight: number, isOrder: boolean): void
  /** @param key an address or an account, told apart by its first word @throws ApiError RATE_LIMIT_AUTH */
  takeAuth(key: string): void
  /** Wrong passwords of the tenant from devices that their accounts do not know. */
  readonly guesses: GuessBudget
  /** Wrong registration codes of an address. */
  codesOf(ip: string): GuessBudget
  /** Counts a 429 towards a ban. */
  refused(ip: string): void
}

export function createLimits(sizes: LimitSizes, clock: Clock): Limits {
  const address = new Buckets<string>(sizes.address)
  const user = new Buckets<UserId>(sizes.user)
  const orders = new Buckets<UserId>(sizes.orders)
  const auth = new Buckets<string>(sizes.auth)
  const guesses = new Buckets<string>(sizes.guesses)
  const codes = new Buckets<string>(sizes.codes)
  const bans = new BanLadder(sizes)
  return {
    guesses: budget(guesses, '', clock),
    codesOf: (ip) => budget(codes, addressKey(ip), clock),
    takeAddress(ip, weight) {
      const now = clock.now()
      const until = bans.until(ip, now)
      if (until > 0) throw new ApiError('IP_BANNED', { until })
      return address.take(ip, weight, now)
    },
    check: (usage) => refuse('RATE_LIMIT_IP', usage, clock.now()),
    takeUser(userId, weight, isOrder) {
      const now = clock.now()
      refuse('RATE_LIMIT_USER', user.take(userId, weight, now), now)
      if (isOrder) refuse('RATE_LIMIT_ORDERS', orders.take(userId, 1, now), now)
    },
    takeAuth(key) {
      const now = clock.now()
      refuse('RATE_LIMIT_AUTH', auth.take(key, 1, now), now)
    },
    refused: (ip) => bans.refused(ip, clock.now()),
  }
}
