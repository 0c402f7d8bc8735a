/** Orders whose owners could not bear them: so many end in a command, and no more. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { perpFaults } from '../../scenarios/perp-faults.ts'
import { CONTRACT, CONTRACT_FIXTURE } from '../../scenarios/perp-fixture.ts'
import type { Command, Side } from '../command.ts'
import { asAssetId, asPositionId, type UserId } from '../ids/id.ts'
import { openOrdersOf } from '../read.ts'
import { INDEX_SCALE } from '../schema/index-price.ts'

const UNIT = asAssetId(2)
const ADMIN = { actor: 'ops', why: 'test' } as const
const ENDED_IN_A_COMMAND = 256
const BIDDERS = 300

function said(exchange: ExchangeDriver, price: bigint): void {
  const fine = price * 10n ** BigInt(INDEX_SCALE)
  exchange.must({ kind: 'reportPrices', items: [{ assetId: asAssetId(1), source: 0, state: 'pinned', price: fine, at: exchange.now }] })
}

function joined(exchange: ExchangeDriver, name: string, amount: bigint): UserId {
  const userId = exchange.join(name, { 2: amount })
  exchange.must({ kind: 'openContractAccount', userId })
  exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount })
  return userId
}

const order = (
  userId: UserId,
  side: Side,
  quantity: number,
  marginMode: 'cross' | 'isolated',
  leverage: number,
  action: 'open' | 'close' = 'open',
): Command => ({
  ...{ kind: 'placeContractOrder', userId, instrumentId: CONTRACT, side, quantity, marginMode, action, type: 'limit' },
  ...{ timeInForce: 'gtc', selfTrade: 'expireTaker', source: 'api', triggerBy: 'mark', direction: 'auto', takeProfitBy: 'mark' },
  ...{ stopLossBy: 'mark', checksLiquidation: 0, leverage, price: 600_000, triggerPrice: 0, callbackRate: 0n, callback: 0 },
  ...{ expireAt: 0, takeProfit: 0, takeProfitLimit: 0, stopLoss: 0, stopLossLimit: 0, positionId: asPositionId(0) },
})

/** An exchange on which bob is long 500, and as many bids stand before others as nobody could pay for any more. */
function withUnbearable(): { readonly exchange: ExchangeDriver; readonly bob: UserId; readonly left: () => number } {
  const exchange = new ExchangeDriver()
  exchange.open()
  exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...ADMIN })
  exchange.must({ kind: 'defineContract', ...CONTRACT_FIXTURE, ...ADMIN })
  said(exchange, 60_000n)
  const bob = joined(exchange, 'bob', 10n ** 13n)
  const ann = joined(exchange, 'ann', 10n ** 13n)
  exchange.must(order(ann, 'sell', 500, 'cross', 20))
  exchange.must(order(bob, 'buy', 500, 'cross', 20))
  // 0.48 and 0.03 and 0.02976 for a bid of one contract: all that each of them has
  const bidders = Array.from({ length: BIDDERS }, (_, at) => joined(exchange, `bidder ${at}`, 53_976_000n))
  for (const userId of bidders) {
    exchange.must({ kind: 'setMarginMode', userId, mode: 'isolated', instrumentId: CONTRACT })
    exchange.must({ kind: 'setLeverage', userId, instrumentId: CONTRACT, leverage: 125 })
    exchange.must(order(userId, 'buy', 1, 'isolated', 125))
  }
  exchange.must(order(ann, 'buy', 500, 'cross', 20))
  // a lot would lose 1 of 0.52776
  said(exchange, 59_000n)
  const left = (): number => bidders.reduce((sum, userId) => sum + openOrdersOf(exchange.state, userId).length, 0)
  return { exchange, bob, left }
}

test('PERP-050 [part] of orders that could not be borne 256 end in a command; then who opens stops, and the next ones stay', () => {
  const { exchange, bob, left } = withUnbearable()
  const first = exchange.places(order(bob, 'sell', 500, 'cross', 20))
  expect(exchange.orders.get(first)).toMatchObject({ status: 'expired', closeReason: 'insufficientBalance', executedQuantity: 0 })
  expect(left()).toBe(BIDDERS - ENDED_IN_A_COMMAND)
  // the next command ends the others, and meets the bid behind them
  const second = exchange.places(order(bob, 'sell', 500, 'cross', 20))
  expect(exchange.orders.get(second)).toMatchObject({ status: 'filled', executedQuantity: 500 })
  expect(left()).toBe(0)
  expect(perpFaults(exchange)).toEqual([])
  expect(exchange.faults()).toEqual([])
})

test('PERP-050 [part] who gets out of a position is not held up by orders that nobody could pay for', () => {
  const { exchange, bob, left } = withUnbearable()
  const closing = exchange.places(order(bob, 'sell', 500, 'cross', 20, 'close'))
  expect(exchange.orders.get(closing)).toMatchObject({ status: 'filled', executedQuantity: 500 })
  expect(left()).toBe(0)
  expect(perpFaults(exchange)).toEqual([])
  expect(exchange.faults()).toEqual([])
})
