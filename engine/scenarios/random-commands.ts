/** Commands of every kind from a seed: the same seed gives the same commands on every machine. */
import type { Command, OrderTerms, OrderType, SelfTradeMode, Side, TimeInForce } from '../src/command.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, type UserId } from '../src/ids/id.ts'
import { PLAIN_TERMS } from '../src/plain-terms.ts'
import type { ExchangeDriver } from './exchange-driver.ts'

/** Whole numbers below a bound, by a 32-bit linear congruential generator. */
export type Draw = (bound: number) => number

export function drawFrom(seed: number): Draw {
  let word = seed | 0
  return (bound) => {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) | 0
    return ((word >>> 8) ^ (word >>> 20)) % bound
  }
}

/** Ticks around which the random market moves. */
const MIDDLE = 6_000_000
const TYPES: readonly OrderType[] = [
  'limit',
  'limit',
  'limit',
  'limit',
  'market',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
  'oneCancelsOther',
]
const LIMIT_TIMES: readonly TimeInForce[] = ['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'postOnly', 'gtd']
const MODES: readonly SelfTradeMode[] = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement', 'none']

function pick<Item>(draw: Draw, items: readonly [Item, ...Item[]] | readonly Item[], fallback: Item): Item {
  return items[draw(items.length)] ?? fallback
}

function near(draw: Draw): number {
  return MIDDLE + (draw(41) - 20) * 1000
}

/** Terms that a customer could send; some of them are refused. */
export function randomTerms(draw: Draw, now: number): OrderTerms {
  const side: Side = draw(2) === 0 ? 'buy' : 'sell'
  const type = pick(draw, TYPES, 'limit')
  const quantity = 10 + draw(2000)
  const plain: OrderTerms = { ...PLAIN_TERMS, side, type, quantity }
  const beyond = MIDDLE + (side === 'buy' ? 1 : -1) * (1 + draw(20)) * 1000
  const within = MIDDLE - (side === 'buy' ? 1 : -1) * (1 + draw(20)) * 1000
  switch (type) {
    case 'limit': {
      const timeInForce = pick(draw, LIMIT_TIMES, 'gtc')
      const canHide = timeInForce !== 'ioc' && timeInForce !== 'fok'
      const visibleQuantity = canHide && draw(8) === 0 ? Math.ceil(quantity / (2 + draw(4))) : 0
      const expireAt = timeInForce === 'gtd' ? now + 60_000 + draw(100_000) : 0
      return { ...plain, timeInForce, price: near(draw), visibleQuantity, expireAt }
    }
    case 'market':
      return side === 'buy' && draw(2) === 0 ? { ...plain, quantity: 0, quoteAmount: BigInt(draw(1_000_000)) * 100_000n } : plain
    case 'stopLimit':
      return { ...plain, triggerPrice: beyond, price: near(draw) }
    case 'stopMarket':
      return { ...plain, triggerPrice: beyond }
    case 'takeProfitLimit':
      return { ...plain, triggerPrice: within, price: near(draw) }
    case 'takeProfitMarket':
      return { ...plain, triggerPrice: within }
    case 'trailingStop':
      return { ...plain, trailingBps: 10 + draw(100), activationPrice: draw(3) === 0 ? near(draw) : 0 }
    case 'oneCancelsOther':
      return { ...plain, price: within, triggerPrice: beyond, triggerLimitPrice: draw(2) === 0 ? 0 : near(draw) }
  }
}

/** The next command of a random market: mostly placing, some amending and cancelling, now and then an operator. */
export function randomCommand(draw: Draw, exchange: ExchangeDriver): Command {
  const userId = exchange.users[draw(exchange.users.length)] ?? (exchange.users[0] as UserId)
  const instrumentId = asInstrumentId(1)
  const orders = [...exchange.orders.keys()]
  const orderId = asOrderId(orders[orders.length - 1 - draw(Math.min(15, Math.max(1, orders.length)))] ?? 0)
  const dice = draw(100)
  if (dice < 72) {
    const terms = randomTerms(draw, exchange.now)
    const mayHaveChild = terms.type === 'limit' || terms.type === 'oneCancelsOther'
    const child = mayHaveChild && draw(8) === 0 ? randomTerms(draw, exchange.now) : null
    return { kind: 'placeOrder', userId, instrumentId, terms, selfTrade: pick(draw, MODES, 'none'), source: 'api', child }
  }
  const owner = exchange.orders.get(orderId)?.userId ?? userId
  if (dice < 84) return { kind: 'cancelOrder', userId: owner, orderId, clientOrderId: '', orderListId: asOrderListId(0) }
  if (dice < 93) {
    const quantity = draw(2) === 0 ? 0 : 10 + draw(2000)
    const price = draw(2) === 0 ? 0 : near(draw)
    return { kind: 'amendOrder', userId: owner, orderId, clientOrderId: '', price, quantity, triggerPrice: 0 }
  }
  if (dice < 95) return { kind: 'setCancelAllTimer', userId, instrumentId: asInstrumentId(0), timeoutMs: draw(2) * 5000 }
  if (dice < 96) return { kind: 'cancelAllOrders', userId, instrumentId }
  if (dice < 97) return { kind: 'setUserTerms', userId, payFeeInFeeAsset: draw(2) === 0 }
  if (dice < 98) return { kind: 'setInstrumentStatus', instrumentId, status: draw(2) === 0 ? 'halt' : 'cancelOnly', actor: 'ops', why: '' }
  if (dice < 99) return { kind: 'setInstrumentStatus', instrumentId, status: 'trading', actor: 'ops', why: '' }
  return { kind: 'tick' }
}

/** Opens the spot fixture with four customers and a fee schedule, and runs `count` random commands in it. */
export function runRandomMarket(exchange: ExchangeDriver, terms: Parameters<ExchangeDriver['open']>[0], seed: number, count: number): void {
  const draw = drawFrom(seed)
  exchange.open(terms)
  for (const name of ['ann', 'bob', 'cat', 'dan']) exchange.join(name, { 1: 10n ** 10n, 2: 10n ** 14n })
  const levels = [
    { volumeMin: 0n, makerFeeE8: 100_000, takerFeeE8: 200_000 },
    { volumeMin: 10n ** 13n, makerFeeE8: 50_000, takerFeeE8: 100_000 },
  ]
  exchange.must({ kind: 'setFeeSchedule', levels, feeAssetId: asAssetId(2), feeAssetDiscountE8: 25_000_000 })
  for (let done = 0; done < count; done += 1) {
    const pause = draw(50)
    exchange.now += pause === 0 ? 86_400_000 : pause < 5 ? 20_000 : draw(3000)
    if (instrumentIsShut(exchange, draw))
      exchange.run({ kind: 'setInstrumentStatus', instrumentId: asInstrumentId(1), status: 'trading', actor: 'ops', why: '' })
    const command = randomCommand(draw, exchange)
    exchange.run(command, draw(4) === 0 ? `key-${draw(60)}` : '')
  }
}

/** An operator's halt is lifted soon, so that most commands meet a market. */
function instrumentIsShut(exchange: ExchangeDriver, draw: Draw): boolean {
  const status = exchange.events.findLast((event) => event.kind === 'instrumentStatusChanged')
  return status?.kind === 'instrumentStatusChanged' && status.status !== 'trading' && status.until === 0 && draw(3) === 0
}
