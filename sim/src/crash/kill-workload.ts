/** The kill rounds of pairs, conversion and savings: orders around one price, and what `kill-savings.ts` adds. */
import type { Command, OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import { DAY_MS } from '@agio/engine/earn/rates.ts'
import { S_EARN_HAND } from '@agio/engine/generated/layout.ts'
import { asAssetId, asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { assetsOf, balanceOf, instrumentsOf, userByAccountKey } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import type { LiveExchange } from '@agio/server/sequencer/open-exchange.ts'
import { prepareSavings, type Savers, savingsCommandOf } from './kill-savings.ts'
import { type KillWorld, keyOf, spread } from './kill-world.ts'

const USERS = 6
const FUNDS = 1_000_000_000_000_000n

function order(userId: UserId, over: Partial<OrderTerms>): PlaceOrder {
  return {
    kind: 'placeOrder',
    userId,
    instrumentId: asInstrumentId(1),
    terms: orderTerms(over),
    selfTrade: 'expireTaker',
    source: 'api',
    child: null,
  }
}

/**
 * Command `number` for the given users: mostly limit orders around one price, some that cross, some cancels by client id; every fourth is about
 * conversion or savings.
 */
function commandOf(number: number, people: Savers): Command {
  const { users } = people
  const bits = spread(number)
  if (bits >>> 30 === 0) return savingsCommandOf(number, spread(bits), people)
  const userId = users[bits % users.length] ?? asUserId(0)
  const side = (bits >>> 3) & 1 ? 'buy' : 'sell'
  const quantity = 1 + ((bits >>> 4) & 63)
  const away = (bits >>> 10) & 31
  const price = side === 'buy' ? 10_000 - away + 4 : 10_000 + away - 4
  switch ((bits >>> 16) % 8) {
    case 0:
    case 1: {
      const earlier = number - 1 - ((bits >>> 20) & 63)
      const owner = users[spread(earlier) % users.length] ?? userId
      return { kind: 'cancelOrder', userId: owner, orderId: 0 as never, clientOrderId: keyOf(earlier), orderListId: 0 as never }
    }
    case 2:
      return order(userId, { side, timeInForce: 'ioc', quantity, price: side === 'buy' ? 10_020 : 9_980 })
    default:
      return order(userId, { side, quantity, price })
  }
}

const INSTRUMENT = pairTerms({
  quantityMin: 1,
  quantityMax: 1_000_000,
  referencePrice: 10_000,
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
})

/** Assets, a pair, funded users and what they save; what is there already is left alone. */
async function prepare(exchange: LiveExchange): Promise<Savers> {
  const { state } = exchange
  for (const [index, symbol] of ['BTC', 'USDT'].entries()) {
    if (assetsOf(state).length <= index) await exchange.submit({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  }
  if (instrumentsOf(state).length === 0) await exchange.submit({ kind: 'defineInstrument', terms: INSTRUMENT })
  const users: UserId[] = []
  for (let index = 0; index < USERS; index += 1) {
    const accountKey = `kill-user-${index}`
    if (userByAccountKey(state, accountKey) === undefined) {
      await exchange.submit({ kind: 'registerUser', accountKey, document: {}, role: 'customer' })
    }
    const userId = userByAccountKey(state, accountKey)
    if (userId === undefined) throw new Error(`no user ${accountKey}`)
    users.push(userId)
    for (const assetId of [asAssetId(1), asAssetId(2)]) {
      // Not by key: the engine forgets keys after a thousand later ones.
      const { available, held } = balanceOf(state, userId, assetId)
      if (available + held > 0n) continue
      const credit = { kind: 'creditUser', userId, assetId, amount: FUNDS, cause: 'airdrop', reference: '' } as const
      await exchange.submit(credit)
    }
  }
  return { users, savers: await prepareSavings(exchange) }
}

/** Savings orders between two slices of a roll. */
const isRolling = ({ memory }: State): boolean => memory.getUint32(S_EARN_HAND, true) !== 0

export const PRODUCTS: KillWorld = {
  speed: 1,
  async prepare(exchange) {
    const people = await prepare(exchange)
    return (number) => commandOf(number, people)
  },
  cutsOf: (state) => (isRolling(state) ? ['roll'] : []),
  /** To the second midnight from here: what is written from then on does a slice each of the lines and the ends of terms of two days. */
  strike: (_life, now, next) => ({ byMs: (Math.floor(now / DAY_MS) + 2) * DAY_MS - now, next, forgets: true, cut: 'roll' }),
}
