/** A small exchange with customers and makers that trade at random: the same commands for the same seed. */
import type { Command, OrderTerms } from '@agio/engine/command.ts'
import { type AssetId, asAssetId, asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { seededRandom } from '../../demo/seeded-random.ts'

export interface Stamped {
  readonly at: number
  readonly key: string
  readonly command: Command
}

export const QUOTE_ASSET: AssetId = asAssetId(1)
export const BASE_ASSET: AssetId = asAssetId(2)
export const THE_PAIR = asInstrumentId(1)
const FIRST_USER = 100001
const PEOPLE = 6

/** The first half are customers, the rest makers. */
export const CUSTOMERS: readonly UserId[] = [asUserId(FIRST_USER), asUserId(FIRST_USER + 1), asUserId(FIRST_USER + 2)]

const TERMS = pairTerms({
  baseAssetId: BASE_ASSET,
  quoteAssetId: QUOTE_ASSET,
  quantityMin: 1,
  quantityMax: 10_000_000,
  referencePrice: 6_700_000,
  buyFeeE8: 100_000,
  sellFeeE8: 100_000,
  makerFeeE8: 80_000,
  takerFeeE8: 100_000,
  icebergPartsMax: 100,
  trailingBpsMin: 10,
  trailingBpsMax: 2000,
})

/** Assets, the pair, people and their first money. */
export function opening(at: number): readonly Stamped[] {
  const commands: Command[] = [
    { kind: 'defineAsset', symbol: 'USDT', scale: 8, document: {} },
    { kind: 'defineAsset', symbol: 'BTC', scale: 8, document: {} },
    { kind: 'defineInstrument', terms: TERMS },
  ]
  for (let person = 0; person < PEOPLE; person += 1) {
    const role = person < CUSTOMERS.length ? 'customer' : 'maker'
    commands.push({ kind: 'registerUser', accountKey: `key ${person}`, document: { sealed: `${person}` }, role })
  }
  for (let person = 0; person < PEOPLE; person += 1) {
    const userId = asUserId(FIRST_USER + person)
    const money = { kind: 'creditUser', userId, cause: 'airdrop', reference: 'start' } as const
    commands.push({ ...money, assetId: QUOTE_ASSET, amount: 1_000_000_00000000n }, { ...money, assetId: BASE_ASSET, amount: 50_00000000n })
  }
  return commands.map((command) => ({ at, key: '', command }))
}

/** Orders of all kinds around a wandering price, cancels and documents. */
export function trading(seed: number, count: number, startAt: number, stepMs: number): readonly Stamped[] {
  const random = seededRandom(seed)
  let price = 6_700_000
  return Array.from({ length: count }, (_, index) => {
    price += random.between(-300, 300)
    const at = startAt + index * stepMs
    const userId = asUserId(FIRST_USER + random.between(0, PEOPLE - 1))
    return { at, key: '', command: commandOf(random.between(0, 99), userId, price + random.between(-2000, 2000), random.between(1, 9999)) }
  })
}

function commandOf(pick: number, userId: UserId, price: number, size: number): Command {
  if (pick < 4) return { kind: 'cancelAllOrders', userId, instrumentId: THE_PAIR }
  if (pick < 6) {
    return {
      kind: 'saveDocument',
      userId,
      collection: 'favorites',
      id: `${size % 20}`,
      document: pick === 4 ? null : { size },
      actor: 'user',
    }
  }
  const side = size % 2 === 0 ? 'buy' : 'sell'
  if (pick < 16) return place(userId, { side, type: 'market', timeInForce: 'ioc', price: 0, quantity: size })
  if (pick < 20) return place(userId, { side, type: 'limit', timeInForce: 'ioc', price, quantity: size })
  if (pick < 24) return place(userId, { side, type: 'limit', timeInForce: 'postOnly', price, quantity: size })
  if (pick < 28)
    return place(userId, { side, type: 'stopMarket', price: 0, quantity: size, triggerPrice: side === 'buy' ? price + 4000 : price - 4000 })
  return place(userId, { side, price, quantity: size })
}

function place(userId: UserId, terms: Partial<OrderTerms> & Pick<OrderTerms, 'side'>): Command {
  return {
    kind: 'placeOrder',
    userId,
    instrumentId: THE_PAIR,
    terms: orderTerms(terms),
    selfTrade: 'expireTaker',
    source: 'api',
    child: null,
  }
}
