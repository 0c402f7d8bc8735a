/** Between two slices of a settlement of funding: whoever trades has paid first, and can bear what is left. */
import { expect, test } from 'vitest'
import * as layout from '../../generated/layout.ts'
import { ExchangeDriver } from '../../scenarios/exchange-driver.ts'
import { perpFaults } from '../../scenarios/perp-faults.ts'
import { CONTRACT, CONTRACT_FIXTURE } from '../../scenarios/perp-fixture.ts'
import type { Command, Side } from '../command.ts'
import { asAssetId, asPositionId, type UserId } from '../ids/id.ts'
import { DUE_PART_SHIFT } from '../schema/due.ts'
import { INDEX_SCALE } from '../schema/index-price.ts'
import { nextDeadline } from '../state.ts'
import { positionsOf } from './read-positions.ts'

const UNIT = asAssetId(2)
const ONE = 10n ** 8n
const EIGHT_HOURS_MS = 8 * 3_600_000
const ADMIN = { actor: 'ops', why: 'test' } as const

type Action = 'open' | 'close'
const order = (
  userId: UserId,
  side: Side,
  price: number,
  quantity: number,
  marginMode: 'cross' | 'isolated',
  action: Action = 'open',
): Command => ({
  ...{ kind: 'placeContractOrder', userId, instrumentId: CONTRACT, side, quantity, marginMode, action, type: 'limit' },
  ...{ timeInForce: 'gtc', selfTrade: 'expireTaker', source: 'api', triggerBy: 'mark', direction: 'auto', takeProfitBy: 'mark' },
  ...{ stopLossBy: 'mark', checksLiquidation: 0, leverage: 20, price: price * 10, triggerPrice: 0, callbackRate: 0n, callback: 0 },
  ...{ expireAt: 0, takeProfit: 0, takeProfitLimit: 0, stopLoss: 0, stopLossLimit: 0, positionId: asPositionId(0) },
})

function opened(): ExchangeDriver {
  const exchange = new ExchangeDriver()
  exchange.open()
  exchange.must({ kind: 'setIndexTerms', unitAssetId: UNIT, sources: ['a'], freshMs: 30_000, capE8: 1_000_000, weights: [], ...ADMIN })
  exchange.must({ kind: 'defineContract', ...CONTRACT_FIXTURE, ...ADMIN })
  const price = 60_000n * 10n ** BigInt(INDEX_SCALE)
  exchange.must({ kind: 'reportPrices', items: [{ assetId: asAssetId(1), source: 0, state: 'pinned', price, at: exchange.now }] })
  return exchange
}

function joined(exchange: ExchangeDriver, name: string, amount: bigint): UserId {
  const userId = exchange.join(name, { 2: amount })
  exchange.must({ kind: 'openContractAccount', userId })
  exchange.must({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: UNIT, amount })
  return userId
}

function catchUp(exchange: ExchangeDriver): void {
  while (nextDeadline(exchange.state) <= exchange.now) exchange.must({ kind: 'tick' })
}

test('PERP-031 PERP-033 [part] who rests at the price of bankruptcy and owes funding is filled only by what is behind the position when it is paid', () => {
  const exchange = opened()
  const { state } = exchange
  const [maker, ann] = [joined(exchange, 'maker', 100_000n * ONE), joined(exchange, 'ann', 306n * ONE)]
  exchange.must(order(maker, 'buy', 40_000, 1, 'cross'))
  exchange.must(order(maker, 'sell', 60_000, 102, 'cross'))
  // their turn comes before hers
  for (const name of ['bob', 'cat']) exchange.must(order(joined(exchange, name, 1_000n * ONE), 'buy', 60_000, 1, 'cross'))
  exchange.must({ kind: 'setMarginMode', userId: ann, mode: 'isolated', instrumentId: CONTRACT })
  exchange.must(order(ann, 'buy', 60_000, 100, 'isolated'))
  exchange.must({ kind: 'transferBetweenAccounts', userId: ann, from: 'contract', to: 'spot', assetId: UNIT, amount: 3n * ONE })
  exchange.must(order(ann, 'sell', 57_000, 100, 'isolated', 'close'))
  // all that ann has is the margin
  expect(positionsOf(state, ann)).toMatchObject([{ quantity: 100, margin: 300n * ONE }])
  exchange.now = Math.floor(exchange.now / EIGHT_HOURS_MS + 1) * EIGHT_HOURS_MS - 1
  catchUp(exchange)
  state.memory.setUint32(layout.S_DUE_SLICE, 2 << DUE_PART_SHIFT, true)
  exchange.now += 1
  for (let entry = 0; entry < 10 && state.memory.getUint32(layout.S_FUNDING_HAND, true) === 0; entry += 1)
    exchange.must({ kind: 'registerUser', accountKey: `visitor ${entry}`, document: {}, role: 'customer' })
  expect(state.memory.getUint32(layout.S_FUNDING_HAND, true)).not.toBe(0)
  expect(positionsOf(state, ann)).toMatchObject([{ funding: 0n }])
  exchange.must(order(maker, 'buy', 57_000, 100, 'cross'))
  // each lot costs 3 and 0.0114 of the margin, of which 0.6 went as funding: 99 can be paid
  expect(positionsOf(state, ann)).toMatchObject([{ quantity: 1, margin: 127_140_000n, funding: -60_000_000n }])
  catchUp(exchange)
  expect(perpFaults(exchange)).toEqual([])
  expect(exchange.faults()).toEqual([])
})

test('PERP-031 [part] a slice settles as many positions as its units are for, however many of them one customer has', () => {
  const exchange = opened()
  const { state } = exchange
  const maker = joined(exchange, 'maker', 100_000n * ONE)
  const traders = Array.from({ length: 20 }, (_, at) => joined(exchange, `trader ${at}`, 1_000n * ONE))
  exchange.must(order(maker, 'sell', 60_000, 20, 'cross'))
  for (const userId of traders) {
    exchange.must({ kind: 'setPositionMode', userId, isHedged: 1 })
    exchange.must(order(userId, 'buy', 60_000, 1, 'cross'))
  }
  exchange.must(order(maker, 'buy', 60_000, 30, 'cross'))
  for (const userId of traders) exchange.must(order(userId, 'sell', 60_000, 1, 'cross'))
  exchange.now = Math.floor(exchange.now / EIGHT_HOURS_MS + 1) * EIGHT_HOURS_MS - 1
  catchUp(exchange)
  const slice = 2 << DUE_PART_SHIFT
  state.memory.setUint32(layout.S_DUE_SLICE, slice, true)
  exchange.now += 1
  const settled = (): number => traders.flatMap((userId) => positionsOf(state, userId)).filter(({ funding }) => funding !== 0n).length
  const counts: number[] = []
  while (settled() < 40) {
    exchange.must({ kind: 'tick' })
    counts.push(settled())
  }
  // eight units each and one for its row, and one owner more than fits
  const most = Math.ceil(slice / 9) + 2
  expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBeLessThanOrEqual(most)
  expect(counts.length).toBeGreaterThan(2)
  expect(perpFaults(exchange)).toEqual([])
})
