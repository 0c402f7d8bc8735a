/** A customer's two legs never meet in the book, where one of them could pay the other: a stop that fires ends his own order. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { perpFaults } from '../../scenarios/perp-faults.ts'
import { CONTRACT, CONTRACT_FIXTURE } from '../../scenarios/perp-fixture.ts'
import type { Command, Side } from '../command.ts'
import { asAssetId, asInstrumentId, asPositionId, type UserId } from '../ids/id.ts'
import type { CommandByKind } from '../schema/commands.ts'
import { INDEX_SCALE } from '../schema/index-price.ts'
import { positionsOf } from './read-positions.ts'

const UNIT = asAssetId(2)
const ONE = 10n ** 8n
const SECOND = asInstrumentId(3)
const ADMIN = { actor: 'ops', why: 'test' } as const

type Terms = CommandByKind['placeContractOrder']
const order = (userId: UserId, side: Side, price: number, changes: Partial<Terms> = {}): Command => ({
  ...{
    kind: 'placeContractOrder',
    userId,
    instrumentId: CONTRACT,
    side,
    quantity: 100,
    marginMode: 'cross',
    action: 'open',
    type: 'limit',
  },
  ...{ timeInForce: 'gtc', selfTrade: 'expireTaker', source: 'api', triggerBy: 'mark', direction: 'auto', takeProfitBy: 'mark' },
  ...{ stopLossBy: 'mark', checksLiquidation: 0, leverage: 20, price: price * 10, triggerPrice: 0, callbackRate: 0n, callback: 0 },
  ...{ expireAt: 0, takeProfit: 0, takeProfitLimit: 0, stopLoss: 0, stopLossLimit: 0, positionId: asPositionId(0) },
  ...changes,
})

function said(exchange: ExchangeDriver, prices: readonly (readonly [number, bigint])[]): void {
  const items = prices.map(([asset, price]) => {
    const fine = price * 10n ** BigInt(INDEX_SCALE)
    return { assetId: asAssetId(asset), source: 0, state: 'pinned', price: fine, at: exchange.now } as const
  })
  exchange.must({ kind: 'reportPrices', items })
}

function joined(exchange: ExchangeDriver, name: string, amount: bigint): UserId {
  const userId = exchange.join(name, { 2: amount })
  exchange.must({ kind: 'openContractAccount', userId })
  exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount })
  return userId
}

test('PERP-018 PERP-052 [part] a stop that fires through its owner’s own order ends that, and his legs do not meet', () => {
  const exchange = new ExchangeDriver()
  exchange.open()
  exchange.must({ kind: 'defineAsset', symbol: 'GIO', scale: 8, document: {} })
  exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...ADMIN })
  exchange.must({ kind: 'defineContract', ...CONTRACT_FIXTURE, ...ADMIN })
  const second = { ...CONTRACT_FIXTURE.terms, symbol: 'E-GIO-USDT', baseAssetId: asAssetId(3) }
  exchange.must({ kind: 'defineContract', terms: second, contract: CONTRACT_FIXTURE.contract, ...ADMIN })
  said(exchange, [
    [1, 60_000n],
    [3, 60_000n],
  ])
  const [bob, ann] = [joined(exchange, 'bob', 100_000n * ONE), joined(exchange, 'ann', 330n * ONE)]
  exchange.must({ kind: 'setPositionMode', userId: ann, isHedged: 1 })
  // a profit in the second contract, and of the first a short and a long that lose 400 together
  exchange.must(order(bob, 'sell', 60_000, { instrumentId: SECOND }))
  exchange.must(order(ann, 'buy', 60_000, { instrumentId: SECOND }))
  said(exchange, [[3, 80_000n]])
  exchange.must(order(bob, 'buy', 60_000))
  exchange.must(order(ann, 'sell', 60_000))
  said(exchange, [[1, 64_000n]])
  exchange.must(order(bob, 'sell', 64_000))
  exchange.must(order(ann, 'buy', 64_000))
  exchange.must({ kind: 'tick' })
  expect(positionsOf(exchange.state, ann)).toHaveLength(3)
  const own = exchange.places(order(ann, 'buy', 62_000, { action: 'close' }))
  exchange.must(order(ann, 'sell', 61_000, { action: 'close', triggerPrice: 639_000 }))
  // the profit is gone, and the stop fires, before anybody is looked at
  said(exchange, [
    [1, 63_900n],
    [3, 60_000n],
  ])
  expect(exchange.orders.get(own)).toMatchObject({ status: 'expiredInMatch', executedQuantity: 0 })
  expect(perpFaults(exchange)).toEqual([])
  exchange.must({ kind: 'tick' })
  expect(positionsOf(exchange.state, ann)).toEqual([])
  expect(perpFaults(exchange)).toEqual([])
  expect(exchange.faults()).toEqual([])
})
