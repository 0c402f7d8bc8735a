/** An exchange in which every field of every row came to hold something: what tests about rows, hashes and snapshots start from. */
import type { OrderTerms } from '../src/command.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, type UserId } from '../src/ids/id.ts'
import { orderTerms, PLAIN_PAIR } from '../src/plain-terms.ts'
import { ExchangeDriver, SPOT_FIXTURE } from './exchange-driver.ts'
import { runRandomMarket } from './random-commands.ts'
import { openContracts } from './rich-perp.ts'
import { convertAgain, openProducts } from './rich-products.ts'
import { openWallets } from './rich-wallet.ts'

const SECOND = asInstrumentId(2)

/**
 * A random market at the first pair; at the second one, which has the breaker's longer window, orders of every kind, by sessions and API
 * keys; then a halt, so that children wait for its end.
 */
export function richExchange(seed = 7, count = 100): ExchangeDriver {
  const exchange = new ExchangeDriver()
  runRandomMarket(exchange, { ...SPOT_FIXTURE, priceBandE8: 10_000_000 }, seed, count)
  exchange.must({ kind: 'setInstrumentStatus', instrumentId: asInstrumentId(1), status: 'halt', actor: 'ops', why: '' })
  exchange.must({ kind: 'setCommission', rateE8: 20_000_000, actor: 'ops', why: '' })
  const bounds = { breakerMoveE8: 5_000_000, breakerHaltMs: 60_000 }
  const long = { breakerLongMoveE8: 50_000_000, breakerLongWindowMs: 3_600_000 }
  exchange.must({ kind: 'defineInstrument', terms: { ...PLAIN_PAIR, symbol: 'SECOND', ...bounds, ...long } })
  const [ann, bob] = ['eve', 'fay'].map((name) => exchange.join(name, { 1: 10n ** 12n, 2: 10n ** 15n })) as [UserId, UserId]
  exchange.must({ kind: 'setInviter', userId: bob, inviterId: ann })
  exchange.must({ kind: 'setPerson', userId: bob, withUserId: exchange.join('same as bob', {}), actor: 'ops', why: '' })
  exchange.must({ kind: 'setUserTerms', userId: ann, feeLevel: 1, payFeeInFeeAsset: true })
  exchange.must({ kind: 'creditUser', userId: bob, assetId: asAssetId(1), amount: 5n, cause: 'deposit', reference: '' })
  openProducts(exchange, ann, bob)
  openWallets(exchange, ann, bob)
  openContracts(exchange, ann, bob)
  // the second pair trades at prices of its own
  const items = [0, 1, 2].map((source) => ({ assetId: asAssetId(1), source, state: 'silent', price: 0n, at: exchange.now }) as const)
  exchange.must({ kind: 'reportPrices', items })
  const terms = { ...PLAIN_PAIR, symbol: 'SECOND', ...bounds, ...long, referencePrice: 10_000 }
  exchange.must({ kind: 'changeInstrument', instrumentId: SECOND, terms, actor: 'ops', why: '' })
  placeAll(exchange, ann, bob)
  convertAgain(exchange, ann, bob)
  return exchange
}

function placeAll(exchange: ExchangeDriver, ann: UserId, bob: UserId): void {
  let keys = 0
  const place = (userId: UserId, over: Partial<OrderTerms>, child: OrderTerms | null = null, caller = 0): number => {
    keys += 1
    const terms = orderTerms({ quantity: 5, ...over })
    const command = { kind: 'placeOrder', userId, instrumentId: SECOND, terms, selfTrade: 'none', source: 'api', child } as const
    return exchange.run(caller === 0 ? command : { ...command, caller }, `rich-${keys}`).orders[0]?.orderId ?? 0
  }
  for (const price of [10_000, 10_010, 10_020]) {
    place(ann, { side: 'sell', price })
    place(bob, { price, quantity: 3 }, null, 2)
    exchange.now += 70_000
  }
  const oco = { type: 'oneCancelsOther', triggerPrice: 9_000 } as const
  place(ann, { price: 9_800 }, orderTerms({ side: 'sell', price: 10_800, quantity: 5, ...oco }), 3)
  place(ann, { side: 'sell', price: 11_000, ...oco })
  place(ann, { side: 'sell', type: 'trailingStop', trailingBps: 500 })
  place(bob, { side: 'sell', type: 'trailingStop', trailingBps: 400, activationPrice: 12_000 })
  place(bob, { side: 'sell', type: 'trailingStop', trailingBps: 300 })
  place(bob, { side: 'sell', price: 10_400, quantity: 40, visibleQuantity: 7 })
  place(bob, { side: 'sell', price: 10_400 })
  place(bob, { type: 'stopLimit', triggerPrice: 11_500, price: 11_600 })
  place(bob, { price: 8_900, timeInForce: 'gtd', expireAt: exchange.now + 100_000 })
  place(bob, { side: 'sell', price: 10_500, selfTrade: 'decrement' } as Partial<OrderTerms>)
  const amended = place(bob, { price: 9_700 })
  exchange.run({
    kind: 'amendOrder',
    userId: bob,
    orderId: asOrderId(amended),
    clientOrderId: '',
    price: 9_710,
    quantity: 6,
    triggerPrice: 0,
  })
  const unnamed = exchange.places({
    kind: 'placeOrder',
    userId: bob,
    instrumentId: SECOND,
    terms: orderTerms({ price: 9_600, quantity: 4 }),
    selfTrade: 'none',
    source: 'web',
    child: null,
  })
  exchange.run({ kind: 'amendOrder', userId: bob, orderId: unnamed, clientOrderId: '', price: 9_610, quantity: 5, triggerPrice: 0 })
  exchange.run({ kind: 'setCancelAllTimer', userId: bob, instrumentId: SECOND, timeoutMs: 60_000 })
  const gone = place(ann, { price: 9_000 })
  exchange.run({ kind: 'cancelOrder', userId: ann, orderId: asOrderId(gone), clientOrderId: '', orderListId: asOrderListId(0) }, 'gone')
  exchange.run({ kind: 'cancelAllOrders', userId: ann, instrumentId: asInstrumentId(1) }, 'none there')
  place(ann, { price: 9_000 })
  place(bob, { side: 'sell', price: 9_000, quantity: 30 })
}
