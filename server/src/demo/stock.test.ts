/** What the lapse leaves of both tenants, over the real engine. What the simulated accounts begin with lasts for half a year of trading, and no chain needs to hold more than it can. */
import type { Outcome } from '@agio/engine/event.ts'
import { type AssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { insuranceOf } from '@agio/engine/perp/insurance.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { crossesOf, positionsOf } from '@agio/engine/perp/read-positions.ts'
import { balanceOf, depthOf, openOrdersOf } from '@agio/engine/read.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { toldOf } from '../testing/told-of.ts'
import { LEDGER_SCALE, simulatedOf } from './accounts.ts'
import type { BulkExchange, StampedCommand } from './bulk-exchange.ts'
import { listedPairs } from './listing.ts'
import { nextQuote } from './live.ts'
import { seededRandom } from './seeded-random.ts'
import { DEMO_TENANTS, lapseStart, runLapse } from './world.ts'

const SOURCES = ['simulated-1', 'simulated-2', 'simulated-3']

class Bulk extends MemoryExchange {
  readonly refused = new Map<string, number>()
  /** What the lapse's clock shows while a chunk is under way; its commands have stamps of their own. */
  simulated = 0

  override now(): number {
    return Math.max(this.clock, this.simulated)
  }

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
    now: () => exchange.now(),
    set(at: number | undefined) {
      exchange.simulated = at ?? endAt
    },
  }
  const told = {
    liquidations: toldOf(exchange, 'liquidated'),
    settlements: toldOf(exchange, 'fundingSettled'),
    insurance: toldOf(exchange, 'insuranceChanged'),
    positions: toldOf(exchange, 'positionChanged'),
    fills: toldOf(exchange, 'contractFilled'),
  }
  let customer = asUserId(0)
  const register = async () => {
    customer = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'demo', document: {}, role: 'customer' }).value)
    return customer
  }
  const market = await runLapse(exchange satisfies BulkExchange, clock, tenant, endAt, register, SOURCES, () => undefined)
  const btc = market.assetIds.get('BTC')
  if (btc === undefined) throw new Error('BTC')
  const balances = simulatedOf(market).map((userId) => balanceOf(exchange.state, userId, btc))
  return { exchange, market, customer, told, btc: balances.reduce((sum, { available, held }) => sum + available + held, 0n) }
}

describe('the lapse', () => {
  let agio: Awaited<ReturnType<typeof lapsed>>
  let nova: Awaited<ReturnType<typeof lapsed>>
  beforeAll(async () => {
    agio = await lapsed('agio')
    nova = await lapsed('nova')
  })

  it('leaves (nearly) nobody without the coins for his orders, every book two sides, and 2,000 BTC at most at both tenants', () => {
    for (const { exchange, market } of [agio, nova]) {
      // While a pair is halted its traders believe in trades that were none.
      expect(exchange.refused.get('insufficientBalance') ?? 0).toBeLessThan(100)
      // The reference of a pair without an index follows its trades by a tenth an hour: some hundred orders of half a year are ahead of it.
      expect(exchange.refused.get('priceBand') ?? 0).toBeLessThan(200)
      for (const { pair, instrumentId } of market.pairs)
        for (const side of ['buy', 'sell'] as const)
          expect(depthOf(exchange.state, instrumentId, side, 30).length, `${pair.base}/${pair.quote} ${side}`).toBeGreaterThanOrEqual(20)
    }
    const both = agio.btc + nova.btc
    expect(both).toBeGreaterThan(1000n * 10n ** BigInt(LEDGER_SCALE))
    expect(both).toBeLessThanOrEqual(2000n * 10n ** BigInt(LEDGER_SCALE))
  })

  it('PERP-028 [part] contracts have whole books around a mark that is near the index, and nobody was refused for want of one', () => {
    const contracts = contractsOf(agio.exchange.state)
    expect(contracts.length).toBeGreaterThanOrEqual(4)
    for (const { instrumentId, mark, index, openInterest, terms } of contracts) {
      expect(Math.abs(mark / index - 1), terms.symbol).toBeLessThan(0.003)
      expect(openInterest, terms.symbol).toBeGreaterThan(0)
      for (const side of ['buy', 'sell'] as const)
        expect(depthOf(agio.exchange.state, instrumentId, side, 30).length, `${terms.symbol} ${side}`).toBeGreaterThanOrEqual(20)
    }
    expect(agio.exchange.refused.get('indexFrozen') ?? 0).toBeLessThan(50)
  })

  it('PERP-034 [part] funding was settled three times a day and goes both ways', () => {
    const rates = agio.told.settlements.map(({ rate }) => rate)
    expect(rates.length).toBeGreaterThanOrEqual(4 * 88)
    expect(rates.some((rate) => rate > 100_000_000n)).toBe(true)
    expect(rates.some((rate) => rate < 0n)).toBe(true)
    expect(agio.told.positions.some(({ change, userId }) => change === 'funded' && userId === agio.customer)).toBe(true)
  })

  it('PERP-041 [part] some were liquidated whole and in part, the fund has grown by it, and no balance is below nothing', () => {
    const ended = agio.told.liquidations.filter(({ isDone }) => isDone === 1)
    expect(ended.length).toBeGreaterThan(20)
    expect(ended.length).toBeLessThan(600)
    const usdt = agio.market.assetIds.get('USDT') as AssetId
    expect(insuranceOf(agio.exchange.state, usdt)).toBeGreaterThan(1_000_000n * 10n ** BigInt(LEDGER_SCALE))
    expect(agio.told.insurance.length).toBeGreaterThan(20)
    expect(agio.told.liquidations.some(({ step }) => step === 'partial')).toBe(true)
    expect(ended.filter(({ userId }) => userId === agio.customer)).toHaveLength(1)
  })

  it('the customer has a long that pays with take profit and stop loss, a short, an order that rests and one that waits', () => {
    const { exchange, customer } = agio
    const positions = positionsOf(exchange.state, customer)
    const [long, short] = [positions.find(({ isShort }) => !isShort), positions.find(({ isShort }) => isShort)]
    expect(positions).toHaveLength(2)
    expect(long?.unrealised).toBeGreaterThan(0n)
    expect(long?.funding).not.toBe(0n)
    expect(short?.value).toBeLessThan(long?.value ?? 0n)
    const contracts = new Set(contractsOf(exchange.state).map(({ instrumentId }) => instrumentId))
    const orders = openOrdersOf(exchange.state, customer).filter(({ instrumentId }) => contracts.has(instrumentId))
    expect(orders.filter(({ contract }) => contract?.isWhole === true)).toHaveLength(2)
    expect(orders.filter(({ status }) => status === 'new')).toHaveLength(1)
    expect(orders.filter(({ status }) => status === 'pendingTrigger')).toHaveLength(3)
    expect(crossesOf(exchange.state, customer)[0]?.transferable).toBeGreaterThan(0n)
    expect(agio.told.fills.filter(({ userId }) => userId === customer).length).toBeGreaterThanOrEqual(2 * 5 + 3)
  })

  it('ROUTE-013 TEN-009 [part] the second tenant has no contracts', () => {
    expect(contractsOf(nova.exchange.state)).toEqual([])
    expect(Object.values(nova.told).flat()).toEqual([])
  })
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
