/**
 * Worlds with index prices, conversion and savings: a spot workload, and between its steps what sources say, quotes (good, late, used and
 * outrun ones), stock, products of all kinds, purchases, redemptions, renewals, and jumps over hours and days.
 */
import type { Command, ProductTerms, RateTier, SourcePrice, SourceState } from '@agio/engine/command.ts'
import { priceOf, receivedFor, sentFor, valueAtMid } from '@agio/engine/convert/quote.ts'
import { asAssetId, asEarnOrderId, asInstrumentId, asProductId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { createPrng, type Prng } from './prng.ts'
import { makeWorkload, type SimStep, START_MS, USER_COUNT } from './workload.ts'
import { FIRST_USER } from './workload-world.ts'

const SIGNED = { actor: 'operator', why: 'simulation' } as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNIT = 1
const FRESH_MS = 30_000
/** Ids of steps that the spot workload does not have. */
const FIRST_ID = 1_000_000
const SOURCES = ['a', 'b', 'c', 'd']
/** Decimals of every coin of these worlds. */
const SCALES = { send: 8, receive: 8 }

interface Maker {
  readonly random: Prng
  clock: number
  products: number
  purchases: number
  /** Terms of each product as they were given last; they may have been refused. */
  readonly terms: Map<number, ProductTerms>
  /** One customer does most of what is done with savings: he comes to have many orders of one product, and to his bounds. */
  readonly hasHero: boolean
  /** Middle prices by asset, 1e-12. */
  readonly prices: bigint[]
  readonly quotes: { readonly quoteId: number; readonly validUntil: number }[]
}

/** About a third of the steps are those of a spot workload, which knows today's rules from its first entry on. */
export function makeProductWorkload(seed: number, count: number): SimStep[] {
  const base = makeWorkload(seed * 8, count)
  const opened = base.findLastIndex(({ command }) => command.kind === 'creditUser' && command.reference === 'opening') + 1
  const maker: Maker = {
    random: createPrng(seed ^ 0xea51),
    clock: START_MS,
    products: 0,
    purchases: 0,
    terms: new Map(),
    hasHero: seed % 2 === 0,
    prices: [0n, 10n ** 12n, bookPriceOf(base, 1), bookPriceOf(base, 2)],
    quotes: [],
  }
  const steps: SimStep[] = []
  const add = (step: SimStep): void => {
    steps.push(step)
    maker.clock += step.elapsedMs
  }
  for (const step of base.slice(0, opened)) add(step)
  for (const command of openingOf(maker)) add(stepOf(steps.length, 1, command))
  for (const step of base.slice(opened)) {
    if (steps.length >= count) break
    add(step)
    for (let more = maker.random.below(5); more > 0 && steps.length < count; more -= 1) {
      const elapsedMs = elapsed(maker)
      maker.clock += elapsedMs
      const command = next(maker)
      maker.clock -= elapsedMs
      add(stepOf(steps.length, elapsedMs, command))
    }
  }
  return steps
}

/** Where orders of a pair are, in the middle: its coin’s index is there too, so that the desk finds somebody. 1e-12 of the cash. */
function bookPriceOf(steps: readonly SimStep[], instrumentId: number): bigint {
  const prices = steps.flatMap(({ command }) =>
    command.kind === 'placeOrder' && command.instrumentId === instrumentId && command.terms.price > 0 ? [command.terms.price] : [],
  )
  const middle = prices.sort((one, other) => one - other)[prices.length >> 1] ?? 1
  const scales = steps.flatMap(({ command }) => (command.kind === 'defineInstrument' ? [command.terms.priceScale] : []))
  return BigInt(middle) * 10n ** BigInt(12 - (scales[instrumentId - 1] ?? 0))
}

const stepOf = (place: number, elapsedMs: number, command: Command): SimStep => ({
  id: FIRST_ID + place,
  elapsedMs,
  key: '',
  command,
  target: null,
})

function openingOf(maker: Maker): Command[] {
  const commands: Command[] = [
    indexTerms(maker),
    { kind: 'setConvertTerms', dailyLimit: 0n, lossBound: 0n, deskUserId: asUserId(0), isClosed: false, ...SIGNED },
  ]
  for (const assetId of [1, 2, 3])
    commands.push({ kind: 'fundInventory', assetId: asAssetId(assetId), amount: 10n ** 12n, reference: '', ...SIGNED })
  for (let product = 0; product < 6; product += 1) commands.push(defined(maker), released(maker.products))
  return commands
}

function elapsed({ random }: Maker): number {
  return random.weighted([
    [10, 0],
    [20, 40],
    [8, 5_000],
    [3, 31_000],
    [3, HOUR_MS],
    [2, 8 * HOUR_MS],
    [2, DAY_MS],
    [1, 3 * DAY_MS + 17],
  ])
}

const anyUser = ({ random }: Maker): UserId => asUserId(FIRST_USER + (random.oneIn(60) ? 50 : random.below(USER_COUNT)))
const anyProduct = ({ random, products }: Maker): ReturnType<typeof asProductId> => asProductId(1 + random.below(products + 1))
const anyAmount = (random: Prng): bigint =>
  random.pick([0n, 1n, 10n ** 6n, 10n ** 8n, 3n * 10n ** 8n, 10n ** 9n, 10n ** 10n, 7n * 10n ** 11n])
const anySaver = (maker: Maker): UserId => (maker.hasHero && !maker.random.oneIn(4) ? asUserId(FIRST_USER) : anyUser(maker))
/** Often at what one customer may hold, or a part of it. */
function anyPurchase({ random, terms }: Maker, productId: number): bigint {
  const { userMax = 0n, totalQuota = 0n } = terms.get(productId) ?? {}
  const most = userMax === 0n ? totalQuota / 20n : userMax
  return most === 0n || random.oneIn(3) ? anyAmount(random) : random.pick([most, most / 2n, most / 4n, most / 4n + 1n])
}
/** Few orders live long, so that most of these ids are of late ones. */
const anyOrder = ({ random, purchases }: Maker): ReturnType<typeof asEarnOrderId> =>
  asEarnOrderId(Math.max(1, purchases - random.below(30)))

function next(maker: Maker): Command {
  const { random } = maker
  const kind = random.weighted([
    [20, 'report'],
    [14, 'accept'],
    [16, 'buy'],
    [12, 'redeem'],
    [4, 'renewal'],
    [6, 'tick'],
    [3, 'fund'],
    [2, 'stock'],
    [1, 'convertTerms'],
    [1, 'indexTerms'],
    [2, 'status'],
    [2, 'rate'],
    [2, 'change'],
    [1, 'define'],
    [3, 'transfer'],
    [1, 'cancelAll'],
  ] as const)
  return MAKERS[kind](maker)
}

const MAKERS = {
  report: reported,
  accept: accepted,
  tick: (): Command => ({ kind: 'tick' }),
  indexTerms,
  buy: (maker: Maker): Command => {
    maker.purchases += 1
    const { random } = maker
    const productId = maker.hasHero && !random.oneIn(3) ? asProductId(1 + random.below(3)) : anyProduct(maker)
    return {
      kind: 'purchaseProduct',
      userId: anySaver(maker),
      productId,
      amount: anyPurchase(maker, productId),
      payAccount: random.pick(['spot', 'spot', 'financial']),
      renewal: random.pick(['none', 'none', 'principal', 'all']),
    }
  },
  redeem: (maker: Maker): Command => ({
    kind: 'redeemProduct',
    userId: anySaver(maker),
    orderId: anyOrder(maker),
    amount: maker.random.oneIn(2) ? 0n : anyAmount(maker.random),
    toAccount: maker.random.pick(['spot', 'financial']),
  }),
  renewal: (maker: Maker): Command => ({
    kind: 'setRenewal',
    userId: anySaver(maker),
    orderId: anyOrder(maker),
    renewal: maker.random.pick(['none', 'principal', 'all']),
  }),
  fund: ({ random }: Maker): Command => ({
    kind: 'fundInventory',
    assetId: asAssetId(random.between(1, 4)),
    amount: random.pick([1n, -1n]) * anyAmount(random),
    reference: '',
    ...SIGNED,
  }),
  stock: stockTermsOf,
  convertTerms: ({ random }: Maker): Command => ({
    kind: 'setConvertTerms',
    dailyLimit: random.pick([0n, 10n ** 11n, 3n * 10n ** 10n]),
    lossBound: random.pick([0n, 10n ** 10n, 10n ** 13n]),
    deskUserId: asUserId(random.pick([0, FIRST_USER + 4, FIRST_USER + 60])),
    isClosed: random.oneIn(6),
    ...(random.oneIn(3) && { opensLoss: random.oneIn(2) }),
    ...(random.oneIn(2) && { rules: rulesOf(random) }),
    ...SIGNED,
  }),
  status: (maker: Maker): Command => ({
    kind: 'setProductStatus',
    productId: anyProduct(maker),
    status: maker.random.pick(['waiting', 'onSale', 'onSale', 'suspended', 'ended', 'offShelf', 'soldOut']),
    ...SIGNED,
  }),
  rate: (maker: Maker): Command => ({
    kind: 'setProductRate',
    productId: anyProduct(maker),
    fromDay: Math.floor(maker.clock / DAY_MS) + maker.random.pick([-1, 0, 0, 1, 2]),
    tiers: tiersOf(maker.random),
    ...SIGNED,
  }),
  change: (maker: Maker): Command => ({
    kind: 'changeProduct',
    productId: anyProduct(maker),
    terms: termsOf(maker, maker.products),
    document: {},
    ...SIGNED,
  }),
  define: (maker: Maker): Command => (maker.random.oneIn(2) ? defined(maker) : released(maker.products)),
  transfer: (maker: Maker): Command => {
    const [from, to] = maker.random.pick([
      ['spot', 'financial'],
      ['financial', 'spot'],
    ] as const)
    const assetId = asAssetId(maker.random.between(1, 3))
    return { kind: 'transferBetweenAccounts', userId: anyUser(maker), from, to, assetId, amount: anyAmount(maker.random) }
  },
  cancelAll: (maker: Maker): Command => ({ kind: 'cancelAllOrders', userId: anyUser(maker), instrumentId: asInstrumentId(0) }),
} as const satisfies Readonly<Record<string, (maker: Maker) => Command>>

// ---- the stock ----

/** Around what there is or anywhere, now and then one that may not be. */
function stockTermsOf({ random }: Maker): Command {
  const target = random.pick([-1n, 0n, 10n ** 11n, 10n ** 12n])
  const about = target < 0n ? 10n ** 12n : target
  const least = random.pick([-1n, 0n, about / 2n, about - about / 100n, about + (random.oneIn(9) ? 1n : 0n)])
  const most = random.pick([-1n, about, about + about / 100n, about * 2n, about - (random.oneIn(9) ? 1n : 0n)])
  return { kind: 'setStockTerms', assetId: asAssetId(random.between(1, random.oneIn(30) ? 9 : 3)), target, least, most, ...SIGNED }
}

const rulesOf = (random: Prng): NonNullable<CommandByKind['setConvertTerms']['rules']> => ({
  personShare: random.pick(['0', '10000000', '50000000', '100000000', '100000001']),
  keptShare: random.pick(['0', '20000000']),
  keptBelow: random.pick(['0', '100000000000', '100']),
  ...(random.oneIn(2) && { lookTimes: random.pick(['3', '0', '100']), lookLeast: random.pick(['150000', '0']) }),
  ...(random.oneIn(2) && { coinLoss: random.pick(['500000', '0', '5000']), pauseShare: random.pick(['300000', '0']) }),
  ...(random.oneIn(2) && { hedgeSlip: random.pick(['300000', '10000000']), hedgePerMinute: random.pick(['10000000000000', '100000000']) }),
})

// ---- index prices and quotes ----

function indexTerms({ random }: Maker): Command {
  const weights = random.oneIn(2) ? [] : [{ assetId: asAssetId(2), weights: SOURCES.map(() => random.below(4)) }]
  const capE8 = random.pick([1_000_000, 300_000, 5_000_000])
  return {
    kind: 'setIndexTerms',
    unitAssetId: asAssetId(UNIT),
    sources: SOURCES,
    freshMs: random.pick([FRESH_MS, 2 * HOUR_MS]),
    capE8,
    weights,
    ...SIGNED,
  }
}

function reported(maker: Maker): Command {
  const { random } = maker
  const items: SourcePrice[] = []
  for (let more = 1 + random.below(5); more > 0; more -= 1) {
    const assetId = random.oneIn(80) ? random.pick([UNIT, 9]) : random.pick([2, 3])
    const price = (maker.prices[assetId] ?? 1n) + 0n
    if (random.oneIn(3)) maker.prices[assetId] = (price * BigInt(random.pick([9_900, 9_990, 10_000, 10_011, 10_102]))) / 10_000n
    const state = random.pick<SourceState>(['live', 'live', 'live', 'live', 'crossed', 'silent', 'pinned'])
    const near = (price * BigInt(9_960 + random.below(80))) / 10_000n
    const far = random.oneIn(10) ? (price * 11n) / 10n : near
    const at = maker.clock - random.pick([0, 0, 10, 29_990, 30_001, -500])
    items.push({ assetId: asAssetId(assetId), source: random.below(4), state, price: state === 'silent' && random.oneIn(2) ? 0n : far, at })
  }
  return { kind: 'reportPrices', items }
}

function accepted(maker: Maker): Command {
  const { random } = maker
  const sendAssetId = random.between(1, 3)
  const receiveAssetId = random.oneIn(30) ? random.pick([sendAssetId, 9]) : 1 + (sendAssetId % 3)
  const old = random.oneIn(6) ? maker.quotes[maker.quotes.length - 1 - random.below(Math.min(8, maker.quotes.length + 1))] : undefined
  const quote = old ?? { quoteId: maker.quotes.length + 1, validUntil: maker.clock + random.pick([0, 10_000, 40, 5_000, -1]) }
  if (old === undefined) maker.quotes.push(quote)
  const indexOf = (assetId: number): bigint =>
    ((maker.prices[assetId] ?? 1n) * BigInt(random.pick([9_950, 10_000, 10_000, 10_060]))) / 10_000n
  const indexes = { sendIndex: indexOf(sendAssetId), receiveIndex: indexOf(receiveAssetId) }
  return {
    kind: 'acceptQuote',
    userId: anyUser(maker),
    sendAssetId: asAssetId(sendAssetId),
    receiveAssetId: asAssetId(receiveAssetId),
    ...quote,
    ...indexes,
    ...figuresOf(random, indexes),
  }
}

/** What a quote says of either side given, now and then a unit off. */
function figuresOf(random: Prng, { sendIndex, receiveIndex }: { readonly sendIndex: bigint; readonly receiveIndex: bigint }) {
  const spread = random.pick([50_000n, 50_000n, 0n, 1_234_567n])
  const price = priceOf(sendIndex, receiveIndex || 1n, spread)
  const given = anyAmount(random)
  const amounts =
    random.oneIn(2) || price === 0n
      ? { sendAmount: given, receiveAmount: receivedFor(given, price, SCALES) }
      : { sendAmount: sentFor(given, price, SCALES), receiveAmount: given }
  const off = (): bigint => BigInt(random.oneIn(20) ? random.pick([-1, 1]) : 0)
  return {
    sendAmount: amounts.sendAmount + off(),
    receiveAmount: amounts.receiveAmount + off(),
    spread,
    value: valueAtMid(amounts.sendAmount, sendIndex, SCALES.send) + off(),
  }
}

// ---- products ----

function tiersOf(random: Prng): RateTier[] {
  const last = { upTo: null, rateE8: random.pick([0, 1, 5_000_000, 33_333_333, 1_000_000_000]) }
  return random.oneIn(2) ? [last] : [{ upTo: 10n ** 8n, rateE8: 12_345_678 }, { upTo: 5n * 10n ** 9n, rateE8: 7_000_001 }, last]
}

/** By its number: types, payouts and assets take turns, so that a change keeps what may not change. */
function termsOf(maker: Maker, number: number): ProductTerms {
  const { random, clock } = maker
  const isTerm = number % 3 !== 0
  const terms: ProductTerms = {
    assetId: asAssetId(1 + (number % 3)),
    type: isTerm ? 'fixed' : 'flexible',
    rateType: number % 2 === 0 ? 'fixed' : 'current',
    payout: number % 4 < 2 ? 'daily' : 'atEnd',
    termDays: isTerm ? 1 + (number % 5) : 0,
    totalQuota: random.pick([0n, 10n ** 9n, 5n * 10n ** 10n, 10n ** 12n]),
    userMin: random.pick([0n, 1n, 10n ** 8n]),
    userMax: random.pick([0n, 0n, 10n ** 10n]),
    step: random.pick([0n, 0n, 10n ** 8n]),
    startTime: random.pick([0, 0, clock + HOUR_MS]),
    endTime: random.pick([0, 0, 0, clock + 5 * DAY_MS + HOUR_MS]),
    earlyRedeem: !random.oneIn(3),
    renewable: isTerm && !random.oneIn(4),
    poolLimit: random.pick([0n, 0n, 3n * 10n ** 8n]),
  }
  maker.terms.set(number, terms)
  return terms
}

function defined(maker: Maker): Command {
  maker.products += 1
  return { kind: 'defineProduct', terms: termsOf(maker, maker.products), tiers: tiersOf(maker.random), document: {}, ...SIGNED }
}

const released = (productId: number): Command => ({
  kind: 'setProductStatus',
  productId: asProductId(productId),
  status: 'waiting',
  ...SIGNED,
})
