/** The living market of contracts follows the index on both sides, also after a jump, and while somebody takes a whole side away. */
import type { SourcePrice } from '@agio/engine/command.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import { contractSettingsOf } from '@agio/engine/perp/read-positions.ts'
import { balanceOf, depthOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { indexTerms } from '../../index/terms.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { must, openListing } from '../accounts.ts'
import { owedOf } from '../chains/owed.ts'
import { demoReferences } from '../references.ts'
import { contractsFor } from './contract-list.ts'
import { type ContractMarket, openContractMarket, stanceCommands } from './contract-market.ts'
import { contractOrder, MARKET_STANCE, takeContract } from './contract-orders.ts'
import { contractLadders, runContractMarket } from './live-contracts.ts'

const SEED = 20_260_101
const COINS = ['BTC', 'ETH', 'SOL', 'XRP']

let exchange: MemoryExchange
let assetIds: ReadonlyMap<string, AssetId>
let market: ContractMarket
beforeEach(async () => {
  vi.useFakeTimers()
  exchange = new MemoryExchange()
  exchange.clock = Date.UTC(2026, 10, 26, 12, 38)
  assetIds = (await openListing(exchange, 'AGIO', 'Agio')).assetIds
  const terms = indexTerms(exchange.state, ['one'])
  if (terms !== undefined) exchange.must(terms)
  words()
  market = await openContractMarket(exchange.state, (command) => must(exchange, command), assetIds)
})
afterEach(() => void vi.useRealTimers())

const references = demoReferences({ platformCoin: 'AGIO', seed: SEED })
/** @param factor of what the references say */
function words(factor = 1): void {
  const items = COINS.flatMap((coin): SourcePrice[] => {
    const [assetId, price] = [assetIds.get(coin), references.of(coin, exchange.clock)]
    if (assetId === undefined || price === undefined) return []
    return [{ assetId, source: 0, price: BigInt(Math.round(price * factor * 1e6)) * 10n ** 6n, at: exchange.clock, state: 'live' }]
  })
  exchange.must({ kind: 'reportPrices', items })
}

async function seconds(count: number, each: () => void = () => undefined, factor = 1): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    exchange.clock += 1000
    words(factor)
    await vi.advanceTimersByTimeAsync(1000)
    each()
  }
}

it('PERP-028 [part] ten minutes of trading, of which the index jumps in two: whole ladders beside it, the mark too, and margins that hold', async () => {
  for (const command of contractLadders({ exchange, market, seed: SEED })) exchange.must(command)
  const live = runContractMarket({ exchange, market, seed: SEED })
  const owed = () => owedOf(exchange.state).get(market.marginAssetId) ?? expect.fail()
  const before = owed()
  const { instrumentId } = market.contracts[0] ?? expect.fail()
  const [spreads, lags, levels] = [[], [], []] as [number[], number[], number[]]
  await seconds(120)
  await seconds(180, undefined, 1.01)
  const look = () => {
    const view = contractOf(exchange.state, instrumentId) ?? expect.fail()
    const [bids, asks] = [depthOf(exchange.state, instrumentId, 'buy', 50), depthOf(exchange.state, instrumentId, 'sell', 50)]
    const [bid, ask] = [Number(bids[0]?.price), Number(asks[0]?.price)]
    spreads.push((ask - bid) / view.index)
    lags.push(Math.abs((ask + bid) / 2 - view.index) / view.index, Math.abs(view.mark - view.index) / view.index)
    levels.push(Math.min(bids.length, asks.length))
  }
  await seconds(300, look, 1.01)
  await live.stop()
  const at = (share: number, figures: readonly number[]): number =>
    figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0
  expect(at(0.9, spreads)).toBeLessThan(0.000_5)
  // The premium, and what an index moves before the makers follow.
  expect(at(0.9, lags)).toBeLessThan(0.002)
  expect(at(0.1, levels)).toBeGreaterThanOrEqual(18)
  expect(contractOf(exchange.state, instrumentId)?.openInterest).toBeGreaterThan(0)
  for (const { makers } of market.contracts)
    for (const maker of makers) expect(balanceOf(exchange.state, maker, market.marginAssetId, 'contract').available).toBeGreaterThan(0n)
  // Whoever won or lost meanwhile: on chains has to lie what was given out, insurance with it, and fees are the house's.
  expect([owed().given, owed().customers < before.customers]).toEqual([before.given, true])
})

it('the last price stands at the book that a page sees first, wherever the index went since the trade before', async () => {
  for (const command of contractLadders({ exchange, market, seed: SEED })) exchange.must(command)
  exchange.clock += 1000
  words(1.003)
  for (const { instrumentId, makers } of market.contracts)
    for (const userId of makers) exchange.must({ kind: 'cancelAllOrders', userId, instrumentId })
  for (const command of contractLadders({ exchange, market, seed: SEED })) exchange.must(command)
  for (const { instrumentId, listed } of market.contracts) {
    const [bid] = depthOf(exchange.state, instrumentId, 'buy', 1)
    const [ask] = depthOf(exchange.state, instrumentId, 'sell', 1)
    const last = contractOf(exchange.state, instrumentId)?.lastPrice ?? 0
    expect(Math.abs((last * 2) / ((bid?.price ?? 0) + (ask?.price ?? 0)) - 1), listed.name).toBeLessThan(0.000_2)
  }
})

it('makers leave at once when the index jumps: within seconds whole ladders stand where it went', async () => {
  for (const command of contractLadders({ exchange, market, seed: SEED })) exchange.must(command)
  const live = runContractMarket({ exchange, market, seed: SEED })
  await seconds(20)
  await seconds(15, undefined, 0.9)
  await live.stop()
  for (const { instrumentId, listed } of market.contracts) {
    const { index } = contractOf(exchange.state, instrumentId) ?? expect.fail()
    for (const side of ['buy', 'sell'] as const) {
      const levels = depthOf(exchange.state, instrumentId, side, 50)
      expect(levels.length, `${listed.name} ${side}`).toBeGreaterThanOrEqual(18)
      for (const { price } of levels) expect(Math.abs(price / index - 1)).toBeLessThan(0.01)
    }
  }
})

it('a market order of twenty usual trades is filled whole, inside what its contract lets it go from the mark', () => {
  for (const command of contractLadders({ exchange, market, seed: SEED })) exchange.must(command)
  const [taker] = market.takers
  for (const { instrumentId, listed } of market.contracts) {
    const { mark } = contractOf(exchange.state, instrumentId) ?? expect.fail()
    const quantity = contractsFor(listed, 20 * listed.tradeValue, mark)
    for (const side of ['buy', 'sell'] as const) {
      const order = contractOrder(taker ?? expect.fail(), instrumentId, {
        side,
        type: 'market',
        timeInForce: 'ioc',
        quantity,
        ...MARKET_STANCE,
      })
      expect(exchange.must(order).orders[0]?.status, `${listed.name} ${side}`).toBe('filled')
    }
  }
})

it('a side that somebody took away is whole again within seconds', async () => {
  for (const command of contractLadders({ exchange, market, seed: SEED })) exchange.must(command)
  const { instrumentId } = market.contracts[0] ?? expect.fail()
  const [taker] = market.takers
  const asks = depthOf(exchange.state, instrumentId, 'sell', 100)
  const all = asks.reduce((sum, { quantity }) => sum + quantity, 0)
  exchange.must(takeContract(taker ?? expect.fail(), instrumentId, 'buy', asks.at(-1)?.price ?? 0, all))
  expect(depthOf(exchange.state, instrumentId, 'sell', 100)).toEqual([])
  const live = runContractMarket({ exchange, market, seed: SEED })
  await seconds(10)
  await live.stop()
  expect(depthOf(exchange.state, instrumentId, 'sell', 100).length).toBeGreaterThanOrEqual(18)
})

it('PERP-027 [part] without an index nobody quotes, and with it again everybody does', async () => {
  const live = runContractMarket({ exchange, market, seed: SEED })
  const { instrumentId } = market.contracts[0] ?? expect.fail()
  exchange.clock += 40_000
  exchange.must({ kind: 'tick' })
  const before = exchange.durableSeq
  await vi.advanceTimersByTimeAsync(10_000)
  expect([contractOf(exchange.state, instrumentId)?.isShut, exchange.durableSeq]).toEqual([true, before])
  await seconds(20)
  expect(depthOf(exchange.state, instrumentId, 'buy', 100).length).toBeGreaterThan(0)
  await live.stop()
})

it('PERP-057 [part] a market that opens without an index has its speculators set what they dare once there is one', async () => {
  const other = new MemoryExchange()
  const listed = (await openListing(other, 'AGIO', 'Agio')).assetIds
  const opened = await openContractMarket(other.state, (command) => must(other, command), listed)
  const [speculator = expect.fail()] = opened.speculators
  const [contract = expect.fail()] = opened.contracts
  expect(stanceCommands(other.state, contract, speculator)).toEqual([])
  // Beside it the one that has an index has nothing left to set.
  const own = market.speculators[0] ?? expect.fail()
  expect(contractSettingsOf(exchange.state, own.userId, contract.instrumentId)?.marginMode).toBe('isolated')
  const terms = indexTerms(other.state, ['one'])
  if (terms !== undefined) other.must(terms)
  const assetId = listed.get(contract.listed.base) ?? expect.fail()
  const price = 10n ** 16n
  other.must({ kind: 'reportPrices', items: [{ assetId, source: 0, price, at: other.clock, state: 'live' }] })
  for (const command of stanceCommands(other.state, contract, speculator)) other.must(command)
  const { marginMode, leverage } = contractSettingsOf(other.state, speculator.userId, contract.instrumentId) ?? expect.fail()
  expect({ marginMode, leverage }).toEqual(speculator.stance)
})
