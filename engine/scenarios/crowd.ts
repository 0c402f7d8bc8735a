/** More of what is due at one time than one entry may do: for tests of slices, and for measuring them. */
import * as layout from '../generated/layout.ts'
import { asInstrumentId, type UserId } from '../src/ids/id.ts'
import { orderTerms } from '../src/plain-terms.ts'
import { ExchangeDriver } from './exchange-driver.ts'

const PAIR = asInstrumentId(1)

/** An exchange where so many users traded today, all but two of whom only their rows say so. */
export function traders(count: number): ExchangeDriver {
  const exchange = new ExchangeDriver()
  exchange.open()
  const [ann, bob] = ['ann', 'bob'].map((name) => exchange.join(name, { 1: 10n ** 12n, 2: 10n ** 15n })) as [UserId, UserId]
  for (const [userId, side] of [
    [ann, 'sell'],
    [bob, 'buy'],
  ] as const)
    exchange.run({
      kind: 'placeOrder',
      userId,
      instrumentId: PAIR,
      terms: orderTerms({ side, price: 100, quantity: 1 }),
      selfTrade: 'none',
      source: 'api',
      child: null,
    })
  const { kernel, memory, users, volumes } = exchange.state
  for (let more = 2; more < count; more += 1) {
    const user = kernel.addUser(0)
    const volume = volumes.used
    memory.setUint32(layout.T_VOLUMES + layout.TABLE_USED, volume + layout.VOLUME_BYTES, true)
    memory.setUint32(layout.T_VOLUMES + layout.TABLE_LIVE, volumes.liveCount + 1, true)
    volumes.view.setUint32(volume + layout.VOLUME_USER, user, true)
    users.view.setUint32(user + layout.USER_VOLUME, volume, true)
    users.view.setBigInt64(user + layout.USER_TODAY, BigInt(more), true)
  }
  return exchange
}

/** An exchange whose book has so many orders to sell, of users with a thousand each, which all end at `endsAt`. */
export function ending(count: number): { readonly exchange: ExchangeDriver; readonly endsAt: number } {
  const exchange = new ExchangeDriver()
  exchange.open()
  const endsAt = exchange.now + 3_600_000
  for (let placed = 0; placed < count; placed += 1) {
    if (placed % 1000 === 0) exchange.join(`seller-${placed}`, { 1: 10n ** 12n })
    const terms = orderTerms({ side: 'sell', price: 1000 + (placed % 5000), quantity: 1, timeInForce: 'gtd', expireAt: endsAt })
    const userId = exchange.users.at(-1) as UserId
    exchange.run({ kind: 'placeOrder', userId, instrumentId: PAIR, terms, selfTrade: 'none', source: 'api', child: null })
  }
  return { exchange, endsAt }
}
