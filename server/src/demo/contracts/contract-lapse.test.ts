/** What the lapse trades of contracts, without an exchange: terms, quotes, and the customer who knows what prices will be. */
import type { PlaceContractOrder } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asUserId } from '@agio/engine/ids/id.ts'
import { beforeAll, expect, it } from 'vitest'
import type { DemoCommand } from '../accounts.ts'
import { listedPairs } from '../listing.ts'
import { pathEndingAt } from '../price-walk.ts'
import { seededRandom } from '../seeded-random.ts'
import { lapseMoments } from '../time-lapse.ts'
import { ContractLapse } from './contract-lapse.ts'
import { LISTED_CONTRACTS, listedTerms } from './contract-list.ts'
import type { ContractMarket } from './contract-market.ts'
import { premiumAt } from './premium.ts'
import { betOf } from './speculation.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const END = Date.UTC(2026, 10, 26, 11)
const SEED = 20_260_101
const CUSTOMER = asUserId(100_500)
const COINS = new Map(['USDT', 'BTC', 'ETH', 'SOL', 'XRP'].map((coin, index) => [coin, asAssetId(index + 1)]))

const market: ContractMarket = {
  contracts: LISTED_CONTRACTS.map((listed, index) => ({
    listed,
    instrumentId: asInstrumentId(index + 20),
    makers: [asUserId(100_001 + 2 * index), asUserId(100_002 + 2 * index)],
  })),
  takers: [asUserId(100_100), asUserId(100_101)],
  speculators: [{ userId: asUserId(100_200), stance: { marginMode: 'isolated', leverage: 50 }, value: 40_000 }],
  marginAssetId: asAssetId(1),
}

const moments = lapseMoments(END, 3)
const FIRST = moments.findIndex((at) => at >= END - 30 * DAY)
let prices: ReadonlyMap<string, readonly number[]>
let steps: readonly { readonly at: number; readonly step: number; readonly commands: readonly DemoCommand[] }[]
beforeAll(() => {
  const spans = moments.map((at, index) => (moments[index + 1] ?? at + MINUTE) - at)
  const random = seededRandom(5)
  const shocks = moments.map(() => random.normal())
  prices = new Map(
    listedPairs('AGIO')
      .filter(({ quote }) => quote === 'USDT')
      .map(({ base, reference, liveliness }) => [base, pathEndingAt(random, Number(reference) * 1e6, liveliness, spans, shocks)]),
  )
  const priceOf = (coin: string, step: number): number | undefined => {
    const price = prices.get(coin)?.[step]
    return price === undefined ? undefined : price / 1e6
  }
  const lapse = new ContractLapse({ market, customer: CUSTOMER, seed: SEED, moments, priceOf }, FIRST)
  steps = moments.slice(FIRST).map((at, index) => {
    const step = FIRST + index
    const stamped = [...lapse.quotes(step), ...lapse.trades(step)]
    return { at, step, commands: stamped.map(({ command }) => command) }
  })
})

const isOrder = (command: DemoCommand): command is PlaceContractOrder => command.kind === 'placeContractOrder'
const ordersOf = (userId: number) =>
  steps.flatMap(({ at, step, commands }) =>
    commands
      .filter((command) => isOrder(command) && command.userId === userId)
      .map((command) => ({ at, step, order: command as PlaceContractOrder })),
  )

it('OPS-008 [part] at least four contracts, whose brackets rise in value and rate and fall in leverage', () => {
  expect(LISTED_CONTRACTS.length).toBeGreaterThanOrEqual(4)
  for (const listed of LISTED_CONTRACTS) {
    const { terms, contract } = listedTerms(listed, COINS)
    expect(terms.symbol).toMatch(/^E-[A-Z]+-USDT$/)
    expect(terms.priceScale + terms.quantityScale).toBeLessThanOrEqual(8)
    expect(contract.tiers.length).toBeGreaterThanOrEqual(5)
    for (const [index, tier] of contract.tiers.entries()) {
      const before = contract.tiers[index - 1]
      // Whoever opens at the highest leverage of a bracket is not liquidated by that.
      expect(tier.rateE8, listed.name).toBeLessThan(100_000_000 / tier.maxLeverage)
      expect(tier.upTo === null).toBe(index === contract.tiers.length - 1)
      if (before === undefined) continue
      expect(tier.rateE8).toBeGreaterThan(before.rateE8)
      expect(tier.maxLeverage).toBeLessThan(before.maxLeverage)
      if (tier.upTo !== null) expect(tier.upTo).toBeGreaterThan(before.upTo ?? 0n)
    }
  }
  const { terms, contract } = listedTerms(LISTED_CONTRACTS[0] ?? expect.fail(), COINS)
  // 0.001 BTC a contract, ticks of 0.1, 0.01 % of 8 hours, 0.75 × 0.4 %, 200 × 125 USDT.
  expect([terms.quantityScale, contract.multiplier, terms.priceScale, contract.maxLeverage]).toEqual([3, 1, 1, 125])
  expect([contract.interestE12, contract.fundingCapE12, contract.fundingFloorE12]).toEqual([100_000_000, 3_000_000_000, -3_000_000_000])
  expect(contract.impactValue).toBe(25_000n * 10n ** 8n)
})

it('the premium is beyond what interest evens out now and then, on both sides, and never far from the index', () => {
  const week = Array.from({ length: 30 * 24 }, (_, hour) => premiumAt('E-BTC-USDT', SEED, END - hour * 3_600_000))
  expect(week.some((premium) => premium > 0.0006)).toBe(true)
  expect(week.some((premium) => premium < -0.0004)).toBe(true)
  expect(Math.max(...week.map(Math.abs))).toBeLessThan(0.0013)
})

it('whoever quotes replaces both sides at once, around where the price is', () => {
  for (const { instrumentId, listed, makers } of market.contracts) {
    const [maker] = makers
    let shown = 0
    for (const { commands, step } of steps) {
      const mid = ((prices.get(listed.base)?.[step] ?? 0) / 1e6) * 10 ** listed.priceScale
      const quotes = commands.filter((command) => isOrder(command) && command.userId === maker && command.instrumentId === instrumentId)
      const sides = quotes.map((command) => (command as PlaceContractOrder).side)
      expect(sides.filter((side) => side === 'buy').length).toBe(sides.filter((side) => side === 'sell').length)
      for (const command of quotes) expect(Math.abs((command as PlaceContractOrder).price / mid - 1)).toBeLessThan(0.004)
      shown += quotes.length
    }
    expect(shown).toBeGreaterThan(4 * 100)
  }
})

it('the customer’s long pays in the end, the short stays, and behind one position the price goes beyond its margin within a day', () => {
  const own = ordersOf(CUSTOMER)
  const net = new Map<number, number>()
  for (const { order } of own)
    net.set(order.instrumentId, (net.get(order.instrumentId) ?? 0) + (order.side === 'buy' ? order.quantity : -order.quantity))
  const priceAt = (instrumentId: number, step: number): number => {
    const base = market.contracts.find((contract) => contract.instrumentId === instrumentId)?.listed.base ?? ''
    return prices.get(base)?.[step] ?? 0
  }
  const left = [...net].filter(([, lots]) => lots !== 0)
  const lastOf = (side: 'buy' | 'sell') => own.filter(({ order }) => order.side === side && order.action === 'open').at(-1)
  const [long, short] = [lastOf('buy'), lastOf('sell')]
  const gain = priceAt(long?.order.instrumentId ?? 0, moments.length - 1) / priceAt(long?.order.instrumentId ?? 0, long?.step ?? 0) - 1
  expect(gain).toBeGreaterThan(0.01)
  expect(short?.at).toBeGreaterThan(END - DAY)
  expect(long?.order.instrumentId).not.toBe(short?.order.instrumentId)
  // The one that is liquidated is closed by nobody else.
  expect(left.length).toBe(3)
  const lost = own.find(({ order }) => order.leverage === 50)
  const moves = steps
    .filter(({ at }) => at > (lost?.at ?? 0) && at <= (lost?.at ?? 0) + DAY)
    .map(({ step }) => priceAt(lost?.order.instrumentId ?? 0, step) / priceAt(lost?.order.instrumentId ?? 0, lost?.step ?? 0) - 1)
  expect(Math.max(...moves.map((move) => (lost?.order.side === 'buy' ? -move : move)))).toBeGreaterThan(0.02)
})

it('who dares much takes no contract whose bracket would not let him', () => {
  const random = seededRandom(3)
  const large = new Set<string>()
  for (let turn = 0; turn < 300; turn += 1) {
    const speculator = { userId: CUSTOMER, stance: { marginMode: 'isolated', leverage: 40 }, value: 450_000 } as const
    const bet = betOf(speculator, market.contracts, ({ listed }) => 10 ** listed.priceScale * 100, random) ?? expect.fail()
    const { listed } = bet.contract
    const value = (bet.lots * listed.multiplier * 100) / 10 ** listed.quantityScale
    const [, , leverage] = listed.tiers.find(([upTo]) => upTo === '' || value <= Number(upTo)) ?? expect.fail()
    expect(leverage).toBeGreaterThanOrEqual(40)
    // Initial margin, and what the reach costs.
    expect(Number(bet.margin) / 1e8).toBeGreaterThan(value * (1 / 40 + 0.003))
    if (value > 310_000) large.add(listed.name)
  }
  expect([...large].sort()).toEqual(['E-BTC-USDT', 'E-ETH-USDT'])
})
