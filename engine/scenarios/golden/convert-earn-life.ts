/**
 * What a golden journal of index prices, conversion and savings holds: every command of them, each reason that it can be refused for, and
 * twelve days whose rolls are cut by commands of customers.
 */
import type { ProductTerms, RateTier, Renewal } from '../../src/command.ts'
import { priceOf, sentFor } from '../../src/convert/quote.ts'
import { earnOrdersOf } from '../../src/earn/read-earn.ts'
import { asAssetId, asProductId, type UserId } from '../../src/ids/id.ts'
import { indexOf } from '../../src/index/read-index.ts'
import type { Reason } from '../../src/reason.ts'
import { type ExchangeDriver, START_MS } from '../exchange-driver.ts'
import { PLAIN_PRODUCT } from '../rich-products.ts'
import { BTC, cents, DAY_MS, flat, GIO, HOUR_MS, HOUSE, Life, SOURCES, STRANGER, tier, USDT, whole } from './golden-life.ts'

/** Coins, customers, and what their index prices are made of. */
function open(life: Life): void {
  const { exchange } = life
  exchange.open()
  exchange.must({ kind: 'defineAsset', symbol: 'GIO', scale: 6, document: {} })
  life.savers.push(...['ann', 'bob', 'cat', 'dan', 'eve', 'fay'].map((name) => exchange.join(name, { 1: whole(20), 2: whole(200_000), 3: 10n ** 12n })))
  life.desk = exchange.join('desk', {})
  const terms = { kind: 'setIndexTerms', unitAssetId: USDT, sources: SOURCES, freshMs: 30_000, capE8: 1_000_000, ...HOUSE } as const
  life.says('none', terms)
  life.says('badParameter', { ...terms, sources: ['south', ...SOURCES.slice(1)] })
  life.says('badParameter', { ...terms, unitAssetId: BTC })
  life.says('assetNotFound', { ...terms, weights: [{ assetId: asAssetId(9), weights: [1] }] })
  life.says('none', { ...terms, weights: [{ assetId: GIO, weights: [3, 1, 0, 1, 2] }] })
}

/** Sources that agree, cross, fall silent, are pinned, are too old, contradict each other, until none is left. */
function speak(life: Life): void {
  life.at(0, 9)
  life.report(...life.prices(BTC, cents(6_000_000)), ...life.prices(GIO, cents(250)))
  life.report(life.said(BTC, 0, cents(7_000_000)), life.said(BTC, 1, cents(6_010_000), 'crossed'), life.said(BTC, 2, 0n, 'silent'))
  life.report(life.said(BTC, 3, cents(6_001_000), 'live', 29_000), life.said(BTC, 4, cents(6_002_000), 'live', -5000))
  life.at(0, 9, 5000)
  life.report(life.said(GIO, 2, cents(240)), life.said(GIO, 4, cents(252), 'pinned'))
  life.says('assetNotFound', { kind: 'reportPrices', items: [life.said(9, 0, 1n)] })
  life.says('badParameter', { kind: 'reportPrices', items: [life.said(USDT, 0, 1n)] })
  life.says('badParameter', { kind: 'reportPrices', items: [life.said(BTC, 0, cents(6_000_000)), life.said(BTC, 5, 1n)] })
  life.says('badNumber', { kind: 'reportPrices', items: [life.said(BTC, 0, 0n)] })
  life.at(0, 9, 32_000)
  life.says('none', { kind: 'tick' })
  life.at(0, 9, 90_000)
  life.says('none', { kind: 'tick' })
  life.report(life.said(BTC, 0, cents(6_000_000)), life.said(BTC, 1, cents(6_300_000)))
  life.report(...life.prices(BTC, cents(6_000_000)), ...life.prices(GIO, cents(250)))
}

function stock(life: Life): void {
  const fund = (reason: Reason, assetId: number, amount: bigint): void =>
    void life.says(reason, { kind: 'fundInventory', assetId: asAssetId(assetId), amount, reference: 'golden', ...HOUSE })
  const wanted = (reason: Reason, assetId: number, target: bigint, least: bigint, most: bigint): void =>
    void life.says(reason, { kind: 'setStockTerms', assetId: asAssetId(assetId), target, least, most, ...HOUSE })
  fund('none', BTC, whole(3))
  fund('none', USDT, whole(50_000))
  fund('none', GIO, 10n ** 12n)
  fund('none', USDT, -whole(1000))
  fund('badNumber', BTC, 0n)
  fund('assetNotFound', 9, 1n)
  fund('inventoryShort', BTC, -whole(4))
  fund('valueTooLarge', BTC, 1n << 62n)
  life.says('userNotFound', { kind: 'setConvertTerms', dailyLimit: 0n, lossBound: 0n, deskUserId: STRANGER, isClosed: false, ...HOUSE })
  life.says('badParameter', { kind: 'setConvertTerms', dailyLimit: -1n, lossBound: 0n, deskUserId: life.desk, isClosed: false, ...HOUSE })
  const note = { collection: 'convert', id: 'settings', document: { base: '0.0005' } } as const
  life.convertTerms({ dailyLimit: whole(100_000), note })
  wanted('none', BTC, whole(3), whole(1), whole(10))
  wanted('badParameter', BTC, whole(3), whole(4), whole(5))
  wanted('badParameter', BTC, -2n, -1n, -1n)
  wanted('assetNotFound', 9, 1n, -1n, -1n)
}

/** Quotes that are taken, and each reason for which one is not. */
function convert(life: Life): void {
  const [ann, bob, cat, dan] = [0, 1, 2, 3].map((number) => life.saver(number)) as [UserId, UserId, UserId, UserId]
  const quote = life.quote(USDT, BTC, whole(100))
  life.accept('none', ann, quote, 'once')
  life.accept('none', ann, quote, 'once')
  life.accept('clientIdConflict', ann, life.quote(USDT, BTC, whole(90)), 'once')
  life.accept('quoteUsed', bob, quote)
  const price = priceOf(indexOf(life.exchange.state, GIO).price, indexOf(life.exchange.state, BTC).price, 50_000n)
  const wanted = 10_000_000n
  life.accept('none', bob, life.quote(GIO, BTC, sentFor(wanted, price, { send: 6, receive: 8 }), { receiveAmount: wanted }))
  life.accept('none', cat, life.quote(BTC, GIO, 12_345_678n))
  life.accept('badParameter', cat, life.quote(USDT, BTC, whole(100), { receiveAmount: 166_584n }))
  life.accept('userNotFound', STRANGER, life.quote(USDT, BTC, whole(1)))
  life.accept('badParameter', ann, life.quote(USDT, USDT, whole(1)))
  life.accept('badParameter', ann, life.quote(USDT, BTC, 0n))
  life.accept('assetNotFound', ann, life.quote(USDT, BTC, whole(1), { receiveAssetId: asAssetId(9) }))
  life.accept('quoteExpired', ann, life.quote(USDT, BTC, whole(1), { validUntil: life.exchange.now - 1 }))
  life.accept('inventoryShort', ann, life.quote(USDT, BTC, whole(190_000)))
  life.accept('personLimit', dan, life.quote(BTC, GIO, whole(5)))
  life.accept('dailyLimit', dan, life.quote(BTC, GIO, whole(2)))
  life.accept('insufficientBalance', life.desk, life.quote(BTC, GIO, whole(1)))
  const aim = (target: bigint, least: bigint, most: bigint): void =>
    void life.says('none', { kind: 'setStockTerms', assetId: BTC, target, least, most, ...HOUSE })
  aim(whole(5), whole(5) - 1n, whole(10))
  life.accept('sideClosed', ann, life.quote(USDT, BTC, whole(900)))
  aim(whole(100), 0n, whole(200))
  life.accept('stockKept', ann, life.quote(USDT, BTC, whole(1100)))
  aim(whole(3), whole(1), whole(10))
  for (const [status, reason] of [['frozen', 'accountFrozen'], ['disabled', 'accountDisabled'], ['active', 'none']] as const) {
    life.says('none', { kind: 'setUserStatus', userId: dan, status, ...HOUSE })
    life.accept(reason, dan, life.quote(USDT, BTC, whole(50)))
  }
  const shown = life.quote(USDT, BTC, whole(10))
  life.report(...life.prices(BTC, cents(6_070_000)))
  life.accept('priceMoved', ann, shown)
  life.report(...life.prices(BTC, cents(5_900_000)))
  life.accept('none', ann, shown)
  life.report(...SOURCES.map((_, source) => life.said(BTC, source, 0n, 'silent')))
  life.accept('indexFrozen', ann, life.quote(USDT, BTC, whole(10)))
  life.report(...life.prices(BTC, cents(6_000_000)))
}

/** Closed by an operator, and one coin by its loss until the day is over or somebody opens. */
function close(life: Life): void {
  const ann = life.saver(0)
  life.convertTerms({ isClosed: true })
  life.accept('convertClosed', ann, life.quote(USDT, BTC, whole(10)))
  life.convertTerms({ lossBound: whole(2000) })
  life.accept('none', ann, life.quote(USDT, BTC, whole(10)))
  life.report(...life.prices(BTC, cents(5_700_000)))
  life.report(...life.prices(BTC, cents(5_000_000)))
  life.accept('coinClosed', ann, life.quote(USDT, BTC, whole(10)))
  life.convertTerms({ lossBound: whole(100_000) })
  life.accept('coinClosed', ann, life.quote(USDT, BTC, whole(10)))
  life.convertTerms({ lossBound: whole(100_000), opensLoss: true })
  life.accept('none', ann, life.quote(USDT, BTC, whole(10)))
  life.convertTerms({ lossBound: whole(2000) })
  life.report(...life.prices(BTC, cents(4_990_000)))
}

const TERM = { type: 'fixed', rateType: 'fixed', termDays: 1, renewable: true, userMax: 0n } as const

/** Products of every kind, by number. */
const PRODUCTS = [
  { terms: { poolLimit: whole(2000) }, tiers: [tier(500, 10), tier(null, 2)] },
  { terms: { payout: 'atEnd' }, tiers: flat(5) },
  { terms: { ...TERM, payout: 'atEnd' }, tiers: flat(5) },
  { terms: { ...TERM, termDays: 2, totalQuota: whole(12_000) }, tiers: flat(8) },
  { terms: { ...TERM, rateType: 'current', termDays: 3, payout: 'atEnd', earlyRedeem: false }, tiers: [tier(1000, 3), tier(2000, 6), tier(null, 1)] },
  { terms: { ...TERM, termDays: 4, userMin: 0n, step: 1n, totalQuota: 0n }, tiers: flat(12) },
  { terms: { assetId: GIO, totalQuota: whole(20), userMin: whole(5), endTime: START_MS + 4 * DAY_MS }, tiers: flat(40) },
  { terms: { assetId: BTC, startTime: START_MS + DAY_MS + HOUR_MS, userMin: 1n, step: 0n, totalQuota: 0n }, tiers: flat(1) },
] as const satisfies readonly { readonly terms: Partial<ProductTerms>; readonly tiers: readonly RateTier[] }[]

function offer(life: Life): void {
  const define = { kind: 'defineProduct', terms: PLAIN_PRODUCT, tiers: flat(5), document: {}, ...HOUSE } as const
  for (const { terms, tiers } of PRODUCTS) life.define(terms, tiers)
  life.says('assetNotFound', { ...define, terms: { ...PLAIN_PRODUCT, assetId: asAssetId(9) } })
  life.says('badParameter', { ...define, terms: { ...PLAIN_PRODUCT, termDays: 3 } })
  life.says('badParameter', { ...define, tiers: [tier(500, 1)] })
  life.says('none', define)
  life.buy('productNotFound', life.saver(0), PRODUCTS.length + 1, whole(1))
  life.change('none', 1, { ...PRODUCTS[0].terms, userMax: whole(90_000) })
  life.change('badParameter', 1, { payout: 'atEnd' })
  life.change('productNotFound', 99, {})
  life.status('badParameter', 1, 'waiting')
  life.status('productNotFound', 99, 'onSale')
  life.status('none', 2, 'suspended')
  life.buy('productNotOpen', life.saver(0), 2, whole(5))
  life.status('none', 2, 'onSale')
  life.rate('none', 1, 2, [tier(500, 8), tier(null, 3)])
  life.rate('none', 1, 2, [tier(500, 9), tier(null, 4)])
  life.rate('badParameter', 1, -1, flat(1))
  life.rate('productNotFound', 99, 0, flat(1))
  life.rate('none', 5, 3, flat(2))
}

/** Every customer buys some of each, from either account, with all three renewals. */
function buyAll(life: Life, rounds: number): void {
  const renewals: readonly Renewal[] = ['none', 'principal', 'all']
  for (const userId of life.savers) {
    for (let round = 0; round < rounds; round += 1) {
      for (const id of [1, 2, 3, 4, 5, 6]) {
        life.exchange.now += 200 + life.draw(300)
        const renewal = id > 2 ? (renewals[life.draw(3)] ?? 'none') : 'none'
        const isCarried = life.draw(3) === 0
        const assetId = USDT
        const amount = whole(100 + life.draw(9) * 50)
        if (isCarried) life.says('none', { kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'financial', assetId, amount })
        const purchase = { kind: 'purchaseProduct', userId, productId: asProductId(id), amount, renewal } as const
        life.exchange.run({ ...purchase, payAccount: isCarried ? 'financial' : 'spot' }, `buy-${userId}-${life.exchange.seq}`)
      }
    }
  }
}

/** What cannot be bought, and what is sold out and on sale again. */
function refusePurchases(life: Life): void {
  const [ann, bob, cat, dan] = [0, 1, 2, 3].map((number) => life.saver(number)) as [UserId, UserId, UserId, UserId]
  life.buy('badParameter', ann, 1, whole(5), 'all')
  life.buy('badParameter', ann, 1, whole(5), 'none', 'contract')
  life.buy('badNumber', ann, 1, 0n)
  life.buy('purchaseRange', ann, 1, 10n ** 7n)
  life.buy('purchaseStep', ann, 1, whole(5) + 1n)
  life.buy('userQuota', ann, 1, whole(89_999))
  life.buy('soldOut', ann, 4, whole(50_000))
  life.buy('insufficientBalance', ann, 6, whole(500_000))
  life.buy('productNotOpen', ann, 8, 10n ** 6n)
  life.buy('none', bob, 7, whole(17), 'none', 'spot', 'seven')
  life.buy('none', bob, 7, whole(17), 'none', 'spot', 'seven')
  life.buy('none', bob, 1, whole(20_000))
  life.buy('productNotOpen', cat, 7, whole(5))
  life.redeem('none', bob, life.orderOf(bob, 7), whole(6), 'spot', 'part')
  life.redeem('none', bob, life.orderOf(bob, 7), whole(6), 'spot', 'part')
  life.buy('none', cat, 7, whole(5))
  for (const [status, reason] of [['frozen', 'accountFrozen'], ['disabled', 'accountDisabled'], ['active', 'none']] as const) {
    life.says('none', { kind: 'setUserStatus', userId: dan, status, ...HOUSE })
    life.buy(reason, dan, 6, 12_345_678_901n, 'all')
  }
}

/** Takes out, in part and whole, before and at the end, and says what becomes of terms. */
function redeemSome(life: Life): void {
  const [ann, bob, cat, dan] = [0, 1, 2, 3].map((number) => life.saver(number)) as [UserId, UserId, UserId, UserId]
  life.redeem('earnOrderNotFound', bob, life.orderOf(ann, 1))
  life.redeem('badParameter', ann, life.orderOf(ann, 1), 1n, 'contract')
  life.redeem('badNumber', ann, life.orderOf(ann, 1), -1n)
  life.redeem('redeemRange', ann, life.orderOf(ann, 1), whole(99_999))
  life.redeem('none', ann, life.orderOf(ann, 1), whole(60))
  life.redeem('none', ann, life.orderOf(ann, 2), 7n, 'financial')
  life.redeem('none', bob, life.orderOf(bob, 2))
  // what he bought on the first day, and more than the pool of a day
  life.redeem('redeemPool', bob, life.largestOf(bob, 1), whole(20_000))
  life.redeem('notRedeemable', cat, life.orderOf(cat, 5))
  life.redeem('redeemRange', cat, life.orderOf(cat, 6), whole(1))
  life.redeem('none', cat, life.oldestOf(cat, 6))
  life.redeem('none', dan, life.oldestOf(dan, 6), 0n, 'financial')
  life.renewal('earnOrderNotFound', dan, 99_999, 'all')
  life.renewal('badParameter', ann, life.orderOf(ann, 1), 'all')
  for (const renewal of ['none', 'principal', 'all'] as const) life.renewal('none', ann, life.orderOf(ann, 6), renewal)
}

/** Midnight and eight in the morning: what is due runs in the parts of what customers and prices send. */
function rollInParts(life: Life, day: number): void {
  const [ann, cat, fay] = [0, 2, 5].map((number) => life.saver(number)) as [UserId, UserId, UserId]
  life.at(day - 1, 23, 59 * 60_000)
  life.pulse(2, 20_000)
  life.at(day, 0)
  life.pulse(3, 40)
  life.buy('none', fay, 6, whole(77), 'principal')
  life.redeem('none', cat, life.orderOf(cat, 1), whole(3))
  life.redeem('none', ann, life.orderOf(ann, 2), whole(2), 'financial')
  life.pulse(20, 40)
  life.at(day, 7, 30 * 60_000)
  for (const userId of life.savers) {
    const soon = earnOrdersOf(life.exchange.state, userId).find(({ expireAt }) => expireAt === START_MS + day * DAY_MS + 8 * HOUR_MS)
    if (soon !== undefined) life.renewal('renewalLocked', userId, soon.orderId, 'none')
  }
  life.at(day, 8)
  life.pulse(3, 40)
  life.buy('none', ann, 3, whole(55), 'all')
  life.pulse(20, 40)
  life.says('none', { kind: 'tick' })
}

/** Nobody is there for five days; what was due meanwhile is done in parts, in front of whoever comes. */
function sleepLong(life: Life, day: number): void {
  const [ann, bob, dan, eve] = [0, 1, 3, 4].map((number) => life.saver(number)) as [UserId, UserId, UserId, UserId]
  life.at(day, 12)
  life.pulse(2, 10)
  life.redeem('none', eve, life.orderOf(eve, 1), whole(1))
  life.buy('none', bob, 5, whole(150), 'all')
  life.status('none', 3, 'suspended')
  life.rate('none', 1, 0, flat(6))
  life.report(...life.prices(BTC, cents(6_000_000)), ...life.prices(GIO, cents(250)))
  life.accept('none', ann, life.quote(USDT, BTC, whole(25)))
  const debt = { kind: 'reverseCredit', userId: dan, assetId: USDT, cause: 'airdrop', reference: '', ...HOUSE } as const
  life.says('none', { ...debt, amount: whole(200_000) })
  life.pulse(40, 30)
  for (let ticks = 0; ticks < 3; ticks += 1) life.says('none', { kind: 'tick' })
  life.status('none', 3, 'onSale')
  for (const status of ['ended', 'offShelf'] as const) life.status('none', 2, status)
  life.buy('productNotOpen', ann, 2, whole(5))
}

/** The whole of it. */
export function convertEarnLife(seed: number): ExchangeDriver {
  const life = new Life(seed)
  open(life)
  speak(life)
  stock(life)
  convert(life)
  close(life)
  offer(life)
  buyAll(life, 2)
  refusePurchases(life)
  rollInParts(life, 1)
  buyAll(life, 1)
  rollInParts(life, 2)
  life.at(2, 15)
  redeemSome(life)
  for (const day of [3, 4]) rollInParts(life, day)
  sleepLong(life, 9)
  for (const day of [10, 11]) rollInParts(life, day)
  return life.exchange
}
