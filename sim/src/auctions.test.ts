/** Re-openings, one after the other, among few customers in every self-trade mode: the engine against the naive reference. */
import type { Command, OrderTerms, SelfTradeMode } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { expect, test } from 'vitest'
import { createPrng, type Prng } from './prng.ts'
import { runSteps } from './simulation.ts'
import type { SimStep } from './workload.ts'
import { FIRST_USER } from './workload-world.ts'

const USERS = 4
const ROUNDS = 12
const HALT_MS = 20_000
const AUCTION_MS = 30_000
const MODES = ['none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement'] as const satisfies readonly SelfTradeMode[]

interface Act {
  readonly command: Command
  readonly after?: number
}

function opening(): Act[] {
  const acts: Command[] = [{ kind: 'setEngineVersion', version: ENGINE_VERSION }]
  for (const symbol of ['COIN', 'CASH']) acts.push({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  const terms = { referencePrice: 100, breakerMoveE8: 10_000_000, breakerHaltMs: HALT_MS, buyFeeE8: 100_000, sellFeeE8: 100_000 }
  acts.push({ kind: 'defineInstrument', terms: pairTerms(terms) })
  for (let index = 0; index < USERS; index += 1) {
    acts.push({ kind: 'registerUser', accountKey: `account-${index}`, document: {}, role: 'customer' })
    for (const assetId of [asAssetId(1), asAssetId(2)])
      acts.push({ kind: 'creditUser', userId: asUserId(FIRST_USER + index), assetId, amount: 10n ** 14n, cause: 'airdrop', reference: '' })
  }
  return acts.map((command) => ({ command }))
}

function place(user: number, selfTrade: SelfTradeMode, over: Partial<OrderTerms>, child: OrderTerms | null = null): Act {
  const userId = asUserId(FIRST_USER + user)
  const terms = orderTerms(over)
  return { command: { kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade, source: 'api', child } }
}

interface Crowd {
  /** Least and most. */
  readonly orders: readonly [number, number]
  readonly prices: readonly [number, number]
  readonly most: number
  /** One in so many orders is one. */
  readonly iceberg: number
  /** Least slices of an iceberg. */
  readonly slices: number
}

/** What is collected: few orders over many prices, or many of them, half of them icebergs, over few, where slices go behind each other. */
const FEW: Crowd = { orders: [4, 16], most: 9, iceberg: 4, slices: 1, prices: [95, 140] }
const MANY: Crowd = { orders: [8, 24], most: 30, iceberg: 2, slices: 3, prices: [103, 112] }

/** A jump that halts the pair, what is collected while it re-opens, and its end. */
function round(random: Prng, crowd: Crowd): Act[] {
  const acts: Act[] = [{ command: { kind: 'tick' }, after: 400_000 }]
  acts.push({ command: { kind: 'cancelAllOrders', userId: asUserId(FIRST_USER), instrumentId: asInstrumentId(0) } })
  acts.push(place(0, 'none', { side: 'sell', price: 100, quantity: 1 }), place(1, 'none', { price: 100, quantity: 1 }))
  acts.push(place(0, 'none', { side: 'sell', price: 130, quantity: 1 }), place(1, 'none', { price: 130, quantity: 200 }))
  acts.push({ command: { kind: 'tick' }, after: HALT_MS })
  for (let count = random.between(...crowd.orders); count > 0; count -= 1) {
    const quantity = random.between(1, crowd.most)
    const side = random.oneIn(2) ? 'buy' : 'sell'
    const visibleQuantity = random.oneIn(crowd.iceberg) ? random.between(1, Math.ceil(quantity / crowd.slices)) : 0
    const child = random.oneIn(6) ? orderTerms({ side: 'sell', type: 'stopMarket', triggerPrice: 80, quantity: 1 }) : null
    const price = random.between(...crowd.prices)
    acts.push(place(random.below(USERS), random.pick(MODES), { side, price, quantity, visibleQuantity }, child))
  }
  acts.push({ command: { kind: 'tick' }, after: AUCTION_MS })
  return acts
}

function stepsOf(seed: number): SimStep[] {
  const random = createPrng(seed)
  const crowd = seed % 2 === 0 ? FEW : MANY
  const acts = [...opening(), ...Array.from({ length: ROUNDS }, () => round(random, crowd)).flat()]
  return acts.map(({ command, after = 1 }, id) => ({ id, elapsedMs: after, key: '', command, target: null }))
}

test('SPOT-037 SPOT-038 SPOT-047 re-openings equal the reference', () => {
  let trades = 0
  for (let seed = 1; seed <= 25; seed += 1) {
    const verdict = runSteps(seed, stepsOf(seed), { quick: seed > 3 })
    expect(verdict.differences, `seed ${seed}`).toEqual([])
    trades += verdict.trades
  }
  expect(trades).toBeGreaterThan(1_000)
})
