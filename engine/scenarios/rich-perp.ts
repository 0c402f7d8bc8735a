/** A contract with positions, orders and settings of every kind, so that every field of their rows holds something. */
import type { SourcePrice } from '../src/command.ts'
import { asAssetId, asInstrumentId, asPositionId, type UserId } from '../src/ids/id.ts'
import type { CommandByKind } from '../src/schema/commands.ts'
import type { ExchangeDriver } from './exchange-driver.ts'
import { CONTRACT_FIXTURE } from './perp-fixture.ts'

const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const HOUSE = { actor: 'ops', why: '' } as const
/** 600 USDT in the scale of the fixture: a contract of a thousandth. */
const PRICE = 600_000

type Order = CommandByKind['placeContractOrder']

const PLAIN: Omit<Order, 'kind' | 'userId' | 'instrumentId' | 'side' | 'quantity'> = {
  action: 'open',
  type: 'limit',
  timeInForce: 'gtc',
  selfTrade: 'expireTaker',
  source: 'api',
  marginMode: 'cross',
  triggerBy: 'mark',
  direction: 'auto',
  takeProfitBy: 'index',
  stopLossBy: 'mark',
  checksLiquidation: 0,
  leverage: 20,
  price: PRICE,
  triggerPrice: 0,
  callbackRate: 0n,
  callback: 0,
  expireAt: 0,
  takeProfit: 0,
  takeProfitLimit: 0,
  stopLoss: 0,
  stopLossLimit: 0,
  positionId: asPositionId(0),
}

/** Two customers trade a contract: positions that share and positions of their own, orders that wait, one that the house took over. */
export function openContracts(exchange: ExchangeDriver, ann: UserId, bob: UserId): void {
  const instrumentId = asInstrumentId(exchange.state.instruments.length + 1)
  exchange.must({ kind: 'defineContract', ...CONTRACT_FIXTURE, ...HOUSE })
  exchange.must({ kind: 'fundInsurance', assetId: UNIT, amount: 10n ** 13n, ...HOUSE })
  const users = [ann, bob, ...['gus', 'hal'].map((name) => exchange.join(name, { 2: 10n ** 15n }))] as [UserId, UserId, UserId, UserId]
  const [, , gus, hal] = users
  for (const userId of users) {
    exchange.must({ kind: 'openContractAccount', userId })
    exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount: 10n ** 14n })
  }
  exchange.must({ kind: 'setPositionMode', userId: hal, isHedged: 1 })
  const order = (userId: UserId, side: 'buy' | 'sell', over: Partial<Order> = {}): number => {
    const marginMode = userId === gus ? 'isolated' : 'cross'
    return exchange.places({ kind: 'placeContractOrder', ...PLAIN, userId, instrumentId, side, quantity: 10, marginMode, ...over })
  }
  const say = (price: number): void => {
    exchange.now += 5_000
    const items = [0, 1].map(
      (source): SourcePrice => ({ assetId: COIN, source, state: 'live', price: BigInt(price) * 10n ** 11n, at: exchange.now }),
    )
    exchange.must({ kind: 'reportPrices', items })
  }
  say(PRICE)
  exchange.must({ kind: 'setMarginMode', userId: gus, mode: 'isolated', instrumentId })
  order(bob, 'sell', { quantity: 600 })
  order(ann, 'buy', { quantity: 300 })
  order(gus, 'buy', { quantity: 200, takeProfit: 620_000, takeProfitLimit: 619_000, stopLoss: 580_000, stopLossLimit: 579_000 })
  order(hal, 'buy', { quantity: 100 })
  order(hal, 'sell', { price: 600_500 })
  order(ann, 'buy', { price: 600_500 })
  order(bob, 'buy', { price: 597_000, takeProfit: 640_000, stopLoss: 560_000, stopLossLimit: 550_000 })
  order(bob, 'sell', { price: 605_000, quantity: 40 })
  order(ann, 'sell', { action: 'close', price: 606_000, quantity: 20 })
  order(ann, 'buy', {
    type: 'market',
    timeInForce: 'ioc',
    price: 0,
    triggerPrice: 620_000,
    triggerBy: 'index',
    expireAt: exchange.now + 86_400_000,
  })
  order(ann, 'buy', { triggerPrice: 580_000, price: 579_000, triggerBy: 'mark' })
  order(ann, 'sell', { type: 'market', timeInForce: 'ioc', price: 0, triggerPrice: 620_000, callbackRate: 1_000_000n, triggerBy: 'last' })
  order(bob, 'buy', { type: 'market', timeInForce: 'ioc', price: 0, callback: 500 })
  exchange.now += 9 * 3_600_000
  say(PRICE)
  order(ann, 'sell', { action: 'close', type: 'market', timeInForce: 'ioc', price: 0, quantity: 5 })
  // 20 times, it comes near to liquidation, and the house takes it over
  say(573_500)
  say(572_000)
}
