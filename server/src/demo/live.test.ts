/** The live market follows its reference on both sides, also while that runs. */
import { depthOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryExchange } from '../testing/memory-exchange.ts'
import { openDemoMarket } from './accounts.ts'
import { ladderCommands, runLiveMarket } from './live.ts'
import { demoReferences } from './references.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('ten minutes of trading: both ladders are whole, and best bid and ask are near each other and the reference', async () => {
  const exchange = new MemoryExchange()
  exchange.clock = Date.UTC(2026, 10, 26, 12, 38)
  const market = await openDemoMarket(exchange, 'AGIO', 'Agio')
  for (const command of ladderCommands(exchange, market, 1)) exchange.apply(command)
  const references = demoReferences({ platformCoin: 'AGIO', seed: 20_260_101 })
  const live = runLiveMarket(exchange, market, references, 9)
  const [first] = market.pairs
  if (first === undefined) throw new Error('no pair')
  const [spreads, lags, levels] = [[], [], []] as [number[], number[], number[]]
  for (let second = 0; second < 600; second += 1) {
    exchange.clock += 1000
    await vi.advanceTimersByTimeAsync(1000)
    // at the start the market stands where its listing says
    if (second < 120) continue
    const reference = references.ticksOf(first.pair, exchange.clock)
    const [bids, asks] = [depthOf(exchange.state, first.instrumentId, 'buy', 50), depthOf(exchange.state, first.instrumentId, 'sell', 50)]
    const [bid, ask] = [Number(bids[0]?.price), Number(asks[0]?.price)]
    spreads.push((ask - bid) / reference)
    lags.push(Math.abs((ask + bid) / 2 - reference) / reference)
    levels.push(Math.min(bids.length, asks.length))
  }
  await live.stop()
  const at = (share: number, figures: readonly number[]): number =>
    figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0
  expect(at(0.9, spreads)).toBeLessThan(0.000_1)
  expect(at(0.9, lags)).toBeLessThan(0.001)
  expect(at(0.1, levels)).toBeGreaterThanOrEqual(20)
})
