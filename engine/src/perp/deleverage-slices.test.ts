/** However many have to give up their positions at once, an entry looks for a few of them: counted, because a count is the same on every machine. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { perpFaults } from '../../scenarios/perp-faults.ts'
import { CONTRACT, CONTRACT_FIXTURE } from '../../scenarios/perp-fixture.ts'
import type { Command, Side } from '../command.ts'
import { asAssetId, asPositionId, type UserId } from '../ids/id.ts'
import { DUE_ORDER_UNITS, DUE_SLICE } from '../schema/due.ts'
import { INDEX_SCALE } from '../schema/index-price.ts'
import { nextDeadline } from '../state.ts'
import { positionsOf } from './read-positions.ts'

const SHORTS = 600
const LOTS = 10
const COIN = asAssetId(1)
const UNIT = asAssetId(2)
const ADMIN = { actor: 'ops', why: 'test' } as const

const order = (userId: UserId, side: Side, quantity: number, marginMode: 'cross' | 'isolated', price = 600_000): Command => ({
  ...{ kind: 'placeContractOrder', userId, instrumentId: CONTRACT, side, quantity, marginMode, action: 'open', type: 'limit' },
  ...{ timeInForce: 'gtc', selfTrade: 'expireTaker', source: 'api', triggerBy: 'mark', direction: 'auto', takeProfitBy: 'mark' },
  ...{ stopLossBy: 'mark', checksLiquidation: 0, leverage: 20, price, triggerPrice: 0, callbackRate: 0n, callback: 0 },
  ...{ expireAt: 0, takeProfit: 0, takeProfitLimit: 0, stopLoss: 0, stopLossLimit: 0, positionId: asPositionId(0) },
})

function said(exchange: ExchangeDriver, price: bigint): Command {
  return {
    kind: 'reportPrices',
    items: [{ assetId: COIN, source: 0, state: 'pinned', price: price * 10n ** BigInt(INDEX_SCALE), at: exchange.now }],
  }
}

/** One customer is long against many, each with a position as large as the others. */
function oneAgainstMany(): { readonly exchange: ExchangeDriver; readonly whale: UserId } {
  const exchange = new ExchangeDriver()
  exchange.open()
  exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...ADMIN })
  exchange.must({ kind: 'defineContract', ...CONTRACT_FIXTURE, ...ADMIN })
  exchange.must(said(exchange, 60_000n))
  exchange.must({ kind: 'tick' })
  const join = (name: string, amount: bigint): UserId => {
    const userId = exchange.join(name, { 2: amount })
    exchange.must({ kind: 'openContractAccount', userId })
    exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount })
    return userId
  }
  // far from where anybody trades, so that the mark follows the index
  const maker = join('maker', 10n ** 14n)
  exchange.must(order(maker, 'buy', 1, 'cross', 400_000))
  exchange.must(order(maker, 'sell', 1, 'cross', 800_000))
  exchange.now += 5_000
  exchange.must({ kind: 'tick' })
  const whale = join('whale', 30_000n * 10n ** 8n)
  exchange.must({ kind: 'setMarginMode', userId: whale, mode: 'isolated', instrumentId: CONTRACT })
  for (let index = 0; index < SHORTS; index += 1) {
    exchange.must(order(join(`short ${index}`, 1_000n * 10n ** 8n), 'sell', LOTS, 'cross'))
    exchange.must(order(whale, 'buy', LOTS, 'isolated'))
  }
  return { exchange, whale }
}

test('PERP-041 [part] deleveraging goes in bounded slices, with orders of others between them, until nothing is left', () => {
  const { exchange, whale } = oneAgainstMany()
  const { state } = exchange
  const givenUp = (command: Command): number => {
    const before = exchange.events.length
    exchange.must(command)
    return exchange.events.slice(before).filter((event) => event.kind === 'positionChanged' && event.change === 'deleveraged').length
  }
  exchange.must(said(exchange, 50_000n))
  let [given, entries, most] = [0, 0, 0]
  // longer than the book has time to take it
  const end = exchange.now + 40_000
  while (exchange.now < end) {
    if (nextDeadline(state) > exchange.now) exchange.now += 1_000
    const between: Command = { kind: 'registerUser', accountKey: `visitor ${entries}`, document: {}, role: 'customer' }
    const some = givenUp(entries % 2 === 0 ? { kind: 'tick' } : between)
    most = Math.max(most, some)
    given += some
    entries += 1
    if (entries % 50 === 0) expect(perpFaults(exchange)).toEqual([])
  }
  expect(given).toBe(SHORTS)
  // a position is looked at for half a unit
  const each = DUE_ORDER_UNITS + SHORTS / 2
  expect(most).toBeLessThanOrEqual(Math.ceil(DUE_SLICE / each) + 1)
  expect(positionsOf(state, whale)).toEqual([])
  expect(perpFaults(exchange)).toEqual([])
  expect(exchange.faults()).toEqual([])
})
