/** What the lapse leaves behind of conversion and savings, over the real engine, without its trades. */
import { convertStateOf, inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { earnOrdersOf, type Product, productsOf } from '@agio/engine/earn/read-earn.ts'
import { type AssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { indexOf } from '@agio/engine/index/read-index.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { productDocument } from '../../earn/product-texts.ts'
import { indexTerms } from '../../index/terms.ts'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { toldOf } from '../../testing/told-of.ts'
import { openDemoMarket } from '../accounts.ts'
import { lapseWords, type WorthOf } from '../lapse-words.ts'
import { listedPairs } from '../listing.ts'
import { demoReferences } from '../references.ts'
import { LAPSE_FRESH_MS } from '../time-lapse.ts'
import { DEMO_TENANTS, happenings } from '../world.ts'
import { happen } from './happenings.ts'
import { PRODUCTS } from './product-list.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NAMES = ['simulated-1', 'simulated-2', 'simulated-3']
const TWELVE = ['ar_SA', 'en_US', 'es_ES', 'fa_IR', 'he_IL', 'ja_JP', 'ko_KR', 'pt_BR', 'ru_RU', 'tr_TR', 'zh_CN', 'zh_TW']

async function lapsed(tenantId: 'agio' | 'nova', endAt: number) {
  const exchange = new MemoryExchange()
  const tenant = DEMO_TENANTS[tenantId]
  if (tenant === undefined) throw new Error(tenantId)
  exchange.clock = endAt - 180 * DAY - 60_000
  const market = await openDemoMarket(exchange, tenant.platformCoin, tenant.platformName)
  const customer = asUserId(exchange.must({ kind: 'registerUser', accountKey: 'demo', document: {}, role: 'customer' }).value)
  const terms = indexTerms(exchange.state, NAMES, LAPSE_FRESH_MS.sparse)
  if (terms !== undefined) exchange.must(terms)
  const told = {
    savings: toldOf(exchange, 'earnChanged'),
    conversions: toldOf(exchange, 'converted'),
    definitions: toldOf(exchange, 'productDefined'),
  }
  const references = demoReferences(tenant)
  const words = (at: number): void => {
    const worths = listedPairs(tenant.platformCoin).flatMap(({ base, quote }): WorthOf[] => {
      const [assetId, price] = [market.assetIds.get(base), references.of(base, at)]
      return quote !== 'USDT' || assetId === undefined || price === undefined ? [] : [{ coin: base, assetId, price }]
    })
    exchange.clock = at
    exchange.must(lapseWords(worths, NAMES, tenant.seed, at))
  }
  const waiting = happenings(market, customer, tenant, endAt)
  for (let at = exchange.clock; at < endAt; at += HOUR) {
    while (waiting[0] !== undefined && waiting[0].at <= at) {
      const happening = waiting.shift()
      if (happening === undefined) break
      exchange.clock = Math.max(exchange.clock, happening.at)
      await happen(happening, exchange.state, async (_, command) => exchange.apply(command))
    }
    words(at)
  }
  exchange.clock = endAt
  exchange.must({ kind: 'tick' })
  return { exchange, market, customer, told, waiting }
}

describe.each([
  ['before 08:00', 5],
  ['after 08:00', 17],
])('ended %s UTC', (_, hour) => {
  const endAt = Date.UTC(2026, 10, 26, hour, 20)
  let world: Awaited<ReturnType<typeof lapsed>>
  let products: readonly Product[]
  let customer: UserId
  beforeAll(async () => {
    world = await lapsed('agio', endAt)
    products = productsOf(world.exchange.state)
    customer = world.customer
  })

  it('EARN-003 EARN-004 [part] at least eight products stand in every status, one of them tiered, with names in twelve languages', () => {
    expect(world.waiting).toEqual([])
    expect(products.length).toBeGreaterThanOrEqual(8)
    expect(new Set(products.map(({ status }) => status))).toEqual(
      new Set(['notReleased', 'onSale', 'waiting', 'suspended', 'offShelf', 'soldOut', 'ended']),
    )
    const sold = products.filter(({ status }) => status === 'onSale')
    expect(sold.some(({ rates }) => (rates[0]?.tiers.length ?? 0) > 1)).toBe(true)
    const terms = sold.map(({ terms: of }) => of)
    for (const earlyRedeem of [true, false])
      expect(terms.some((of) => of.type === 'fixed' && of.rateType === 'fixed' && of.earlyRedeem === earlyRedeem)).toBe(true)
    expect(sold.filter((product) => product.terms.rateType === 'current').every(({ rates }) => rates.length > 1)).toBe(true)
    for (const { document } of world.told.definitions) {
      const { name } = productDocument.parse(document)
      expect(Object.keys(name).sort()).toEqual(TWELVE)
      expect(Object.values(name).join()).not.toMatch(/[{}]/)
    }
  })

  it('EARN-006 KYC-007 [part] a product that asks for a verified buyer says so where purchases look', () => {
    const documents = world.told.definitions.map(({ document }) => document)
    // What the document of a product does not know, it drops without a word.
    expect(documents.map((document) => productDocument.parse(document))).toEqual(documents)
    const asked = documents.map((document) => productDocument.parse(document).requiredKycLevel)
    expect(asked).toEqual(PRODUCTS.map(({ level }) => level))
    expect(new Set(asked)).toEqual(new Set([0, 1]))
  })

  it('KYC-007 [part] of one gift of the faucet an unverified customer buys a flexible and a fixed product in USDT ten times', () => {
    const gift = 100_000n * 10n ** 8n
    for (const type of ['flexible', 'fixed'] as const) {
      const open = products.filter(({ terms, status }) => status === 'onSale' && terms.assetId === 1 && terms.type === type)
      const fit = open.filter(({ terms, left }) => terms.userMin * 10n <= gift && terms.userMax === 0n && (left ?? gift) >= gift * 1000n)
      expect(fit.length, type).toBeGreaterThan(0)
    }
  })

  it('the demo customer holds, was paid interest on past days, had a term end at the last 08:00 and has one that ends at the next', () => {
    const held = earnOrdersOf(world.exchange.state, customer)
    expect(new Set(held.map(({ productId }) => productId)).size).toBeGreaterThanOrEqual(4)
    const last = Math.floor((endAt - 8 * HOUR) / DAY) * DAY + 8 * HOUR
    expect(held.map(({ expireAt }) => expireAt)).toContain(last + DAY)
    const own = world.told.savings.filter(({ userId }) => userId === customer)
    const of = (asked: string) => own.filter(({ change }) => change === asked)
    expect(of('matured').map(({ at }) => at)).toEqual([last])
    expect(of('interest').length).toBeGreaterThan(20)
    expect(of('redeemed').length).toBe(1)
  })

  it('the house can serve conversions of every coin, and the customer made some', () => {
    const { state } = world.exchange
    for (const [coin, assetId] of world.market.assetIds) expect(inventoryOf(state, assetId as AssetId), coin).toBeGreaterThan(0n)
    expect(convertStateOf(state)).toMatchObject({ isClosedByLoss: false, isClosedByOperator: false, deskUserId: world.market.desk })
    const own = world.told.conversions.filter(({ userId }) => userId === customer)
    expect(own.length).toBe(6)
    expect(indexOf(state, world.market.assetIds.get('BTC') as AssetId).live).toBeGreaterThan(0)
  })
})

it('TEN-010 [part] the second tenant converts and has no savings', async () => {
  const { exchange, told, market } = await lapsed('nova', Date.UTC(2026, 10, 26, 9))
  expect(productsOf(exchange.state)).toEqual([])
  expect(told.conversions.length).toBe(6)
  expect(inventoryOf(exchange.state, market.assetIds.get('NOVA') as AssetId)).toBeGreaterThan(0n)
})
