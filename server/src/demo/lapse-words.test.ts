import { asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { openDemoMarket } from './accounts.ts'
import { demoReferences } from './references.ts'
import { Stocks } from './stock.ts'
import { LAPSE_FRESH_MS, lapseCommands } from './time-lapse.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

it('the lapse has a word of each source every hour, every minute in its dense part, and ends where the living market goes on', async () => {
  const market = await openDemoMarket(new MemoryExchange(), 'NOVA', 'Nova')
  const [endAt, seed] = [1_795_000_000_000, 7]
  const references = demoReferences({ platformCoin: 'NOVA', seed })
  const lapse = {
    market,
    customer: asUserId(100_001),
    endAt,
    denseDays: 1,
    seed,
    references,
    indexSources: ['simulated-1', 'simulated-2'],
    stocks: new Stocks(),
  }
  const told: number[] = []
  const last = new Map<number, bigint>()
  for (const { at, command } of lapseCommands(lapse)) {
    if (command.kind !== 'reportPrices') continue
    told.push(at)
    expect(command.items).toHaveLength(24)
    for (const { assetId, price } of command.items) last.set(assetId, price)
  }
  const denseAt = endAt - DAY
  for (const [index, at] of told.entries()) {
    const apart = at - (told[index - 1] ?? at)
    if (at > endAt - 30 * DAY) expect(apart).toBeLessThanOrEqual(at > denseAt ? 60_000 : HOUR)
    expect(apart).toBeLessThanOrEqual(at > denseAt ? LAPSE_FRESH_MS.dense : LAPSE_FRESH_MS.sparse)
  }
  expect(told.filter((at) => at >= denseAt)).toHaveLength(24 * 60)
  const btc = market.assetIds.get('BTC') ?? 0
  const apart = Number(last.get(btc)) / 1e12 / (references.of('BTC', endAt) ?? 1) - 1
  expect(Math.abs(apart)).toBeLessThan(0.002)
})
