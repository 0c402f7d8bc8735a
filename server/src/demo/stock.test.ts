/** What the simulated accounts begin with lasts for half a year of trading, and no chain needs to hold more than it can. */
import type { Outcome } from '@agio/engine/event.ts'
import { asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf, depthOf } from '@agio/engine/read.ts'
import { expect, it } from 'vitest'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { LEDGER_SCALE, simulatedOf } from './accounts.ts'
import { listedPairs } from './listing.ts'
import { nextQuote } from './live.ts'
import { seededRandom } from './seeded-random.ts'
import type { StampedCommand } from './time-lapse.ts'
import { type BulkExchange, DEMO_TENANTS, lapseStart, runLapse } from './world.ts'

const SOURCES = ['simulated-1', 'simulated-2', 'simulated-3']

class Bulk extends MemoryExchange {
  readonly refused = new Map<string, number>()

  async submitMany(items: readonly StampedCommand[]): Promise<readonly Outcome[]> {
    return items.map(({ at, key, command }) => {
      this.clock = Math.max(this.clock, at)
      const outcome = this.apply(command, key)
      if (outcome.reason !== 'none') this.refused.set(outcome.reason, (this.refused.get(outcome.reason) ?? 0) + 1)
      return outcome
    })
  }
}

async function lapsed(tenantId: string) {
  const tenant = DEMO_TENANTS[tenantId]
  if (tenant === undefined) throw new Error(tenantId)
  const exchange = new Bulk()
  const endAt = Date.UTC(2026, 10, 26, 11)
  exchange.clock = lapseStart(endAt)
  const clock = {
    now: () => exchange.clock,
    set(at: number | undefined) {
      exchange.clock = Math.max(exchange.clock, at ?? 0)
    },
  }
  const register = async () => asUserId(exchange.must({ kind: 'registerUser', accountKey: 'demo', document: {}, role: 'customer' }).value)
  const market = await runLapse(exchange satisfies BulkExchange, clock, tenant, endAt, register, SOURCES, () => undefined)
  const btc = market.assetIds.get('BTC')
  if (btc === undefined) throw new Error('BTC')
  const balances = simulatedOf(market).map((userId) => balanceOf(exchange.state, userId, btc))
  return { exchange, market, btc: balances.reduce((sum, { available, held }) => sum + available + held, 0n) }
}

it('the lapse leaves (nearly) nobody without the coins for his orders, every book two sides, and 2,000 BTC at most at both tenants', async () => {
  const [agio, nova] = [await lapsed('agio'), await lapsed('nova')]
  for (const { exchange, market } of [agio, nova]) {
    // While a pair is halted its traders believe in trades that were none.
    expect(exchange.refused.get('insufficientBalance') ?? 0).toBeLessThan(100)
    expect(exchange.refused.get('priceBand') ?? 0).toBeLessThan(100)
    for (const { pair, instrumentId } of market.pairs)
      for (const side of ['buy', 'sell'] as const)
        expect(depthOf(exchange.state, instrumentId, side, 30).length, `${pair.base}/${pair.quote} ${side}`).toBeGreaterThanOrEqual(20)
  }
  const both = agio.btc + nova.btc
  expect(both).toBeGreaterThan(1000n * 10n ** BigInt(LEDGER_SCALE))
  expect(both).toBeLessThanOrEqual(2000n * 10n ** BigInt(LEDGER_SCALE))
})

it('a maker that runs short quotes less, and one that has nothing moves what he quotes already', () => {
  const pair = listedPairs('AGIO')[0]
  if (pair === undefined) throw new Error('no pair')
  const demo = { pair, instrumentId: asInstrumentId(1), makers: [asUserId(100_001), asUserId(100_002)] as const }
  const quoted = { demo, tradeLots: 12_000, mid: 6_700_000 }
  const quote = (mostLots: number, orders: Parameters<typeof nextQuote>[0] = []) =>
    nextQuote(orders, { userId: demo.makers[0], mostLots }, quoted, 'sell', seededRandom(1))
  const [rich, short] = [quote(1_000_000), quote(500)]
  expect(rich?.kind === 'placeOrder' && rich.terms.quantity).toBeGreaterThan(500)
  expect(short?.kind === 'placeOrder' && short.terms.quantity).toBe(500)
  expect(quote(0)).toBeUndefined()
  const astray = { price: 6_900_000, orderId: 8, userId: demo.makers[1] } as Parameters<typeof nextQuote>[0][number]
  expect(quote(0, [astray])).toMatchObject({ kind: 'amendOrder', userId: demo.makers[1] })
})
