/** Random order terms: every type, mostly sensible, now and then spoilt. */
import type { OrderTerms, Side, TimeInForce } from '@agio/engine/command.ts'
import { PLAIN_TERMS } from '@agio/engine/plain-terms.ts'
import type { Prng } from './prng.ts'
import type { Listing } from './workload-world.ts'

export interface OrderMaker {
  readonly random: Prng
  readonly features: ReadonlySet<string>
  /** Price in ticks that each pair trades around now. */
  readonly mid: readonly number[]
  /** Time of the order being made, ms. */
  readonly clock: number
}

const has = (maker: OrderMaker, feature: string): boolean => maker.features.has(feature)
const weight = (maker: OrderMaker, feature: string, value: number): number => (has(maker, feature) ? value : 0)

/** Terms of one random order around the mid price of a pair. */
export function makeTerms(maker: OrderMaker, index: number, listing: Listing, side: Side): OrderTerms {
  const { random } = maker
  const mid = maker.mid[index] ?? listing.mid
  const near = (spread: number): number => Math.max(1, mid + random.between(-spread, spread))
  const quantity = random.weighted([
    [8, random.between(1, 12)],
    [4, random.between(1, 60)],
    [1, random.between(1, 2_000)],
  ])
  const type = random.weighted([
    [30, 'limit'],
    [weight(maker, 'market', 6), 'market'],
    [weight(maker, 'byAmount', 4), 'byAmount'],
    [weight(maker, 'stop', 5), 'stop'],
    [weight(maker, 'takeProfit', 4), 'takeProfit'],
    [weight(maker, 'trailing', 3), 'trailingStop'],
    [weight(maker, 'oco', 5), 'oneCancelsOther'],
  ] as const)
  const away = random.between(1, 12)
  const below = Math.max(1, mid - away)
  switch (type) {
    case 'limit':
      return makeLimit(maker, side, near(7), quantity)
    case 'market':
      return { ...PLAIN_TERMS, side, type, quantity }
    case 'byAmount':
      return {
        ...PLAIN_TERMS,
        side: 'buy',
        type: 'market',
        quoteAmount: listing.quotePerLot * BigInt(mid * quantity) + BigInt(random.below(1_000)),
      }
    case 'stop':
    case 'takeProfit': {
      const isLimit = random.oneIn(2)
      const isAbove = (type === 'stop') === (side === 'buy')
      const triggerPrice = random.oneIn(10) ? near(3) : isAbove ? mid + away : below
      const timeInForce = isLimit ? random.pick<TimeInForce>(['gtc', 'gtc', 'ioc', 'fok']) : 'gtc'
      const price = isLimit ? Math.max(1, triggerPrice + random.between(-3, 3)) : 0
      return { ...PLAIN_TERMS, side, type: `${type}${isLimit ? 'Limit' : 'Market'}`, quantity, triggerPrice, price, timeInForce }
    }
    case 'trailingStop':
      return {
        ...PLAIN_TERMS,
        side,
        type,
        quantity,
        trailingBps: random.pick([10, 50, 100, 500, 2_000]),
        activationPrice: random.oneIn(2) ? 0 : near(5),
      }
    case 'oneCancelsOther': {
      const [price, triggerPrice] = side === 'sell' ? [mid + away, below] : [below, mid + away]
      const triggerLimitPrice = random.oneIn(2) ? 0 : Math.max(1, triggerPrice + random.between(-2, 2))
      return { ...PLAIN_TERMS, side, type, quantity, price, triggerPrice, triggerLimitPrice }
    }
  }
}

function makeLimit(maker: OrderMaker, side: Side, price: number, quantity: number): OrderTerms {
  const { random } = maker
  const timeInForce = random.weighted([
    [20, 'gtc'],
    [weight(maker, 'ioc', 4), 'ioc'],
    [weight(maker, 'fok', 4), 'fok'],
    [weight(maker, 'postOnly', 4), 'postOnly'],
    [weight(maker, 'gtd', 4), 'gtd'],
  ] as const)
  const isIceberg = has(maker, 'iceberg') && random.oneIn(4)
  const visibleQuantity = isIceberg ? Math.max(1, Math.floor(quantity / random.between(1, 6))) : 0
  const expireAt = timeInForce === 'gtd' ? dateFrom(maker, maker.clock + random.pick([60_000, 61_000, 120_000, 600_000])) : 0
  return { ...PLAIN_TERMS, side, type: 'limit', timeInForce, price, quantity, visibleQuantity, expireAt }
}

/** Where many orders end together, they do so at whole minutes. */
const dateFrom = (maker: OrderMaker, at: number): number => (has(maker, 'bursts') ? Math.ceil(at / 60_000) * 60_000 : at)

/** Now and then one field gets a value that nobody sane would send. */
export function spoil(maker: OrderMaker, terms: OrderTerms): OrderTerms {
  const { random } = maker
  if (!has(maker, 'adversarial') || !random.oneIn(25)) return terms
  const number = random.pick([0, -1, 1, 2 ** 53 - 1, 2 ** 52, 999_999_999])
  const field = random.pick([
    'price',
    'quantity',
    'triggerPrice',
    'triggerLimitPrice',
    'activationPrice',
    'trailingBps',
    'visibleQuantity',
    'expireAt',
    'quoteAmount',
    'timeInForce',
  ])
  if (field === 'quoteAmount') return { ...terms, quoteAmount: random.pick([-1n, 1n, (1n << 62n) - 1n, 1n << 61n]) }
  if (field === 'timeInForce') return { ...terms, timeInForce: random.pick<TimeInForce>(['gtc', 'ioc', 'fok', 'postOnly', 'gtd']) }
  return { ...terms, [field]: number }
}
