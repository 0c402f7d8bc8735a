/**
 * What two persons with two accounts each try with conversion and savings, alone with the house: quotes taken only where the index went well,
 * a stock emptied and given back, own orders in the way of the desk, splitting, dust, detours over a third coin, the last instant of a day,
 * many small savings orders instead of one. Quotes are made as the server makes them at its least spread, and none while they pause.
 */
import type { Command, OrderTerms, ProductTerms } from '@agio/engine/command.ts'
import { priceOf, receivedFor, sentFor, valueAtMid } from '@agio/engine/convert/quote.ts'
import { asAssetId, asEarnOrderId, asInstrumentId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { createPrng, type Prng } from '../../prng.ts'
import { type SimStep, START_MS } from '../../workload.ts'

export const FIRST = 100_001
/** The first person has the first two accounts, the second the next two. */
export const ATTACKERS = 4
export const DESK = FIRST + ATTACKERS
export const CASH = 1
export const COINS = [2, 3] as const
export const ASSETS = [CASH, ...COINS] as const
export const DAY_LIMIT = 60_000n * 10n ** 8n
/** What is in stock of each coin when the world begins, and the limits around it. */
export const STOCK = 1_000n * 10n ** 8n
const MONEY = 10_000_000n * 10n ** 8n
export const DAY_MS = 86_400_000
const QUOTE_MS = 10_000
const PAUSE_MS = 3_000
const ONE = 10n ** 12n
const UNIT = 10n ** 8n
const LEAST_SPREAD = 50_000n
const SIGNED = { actor: 'operator', why: 'attack' } as const
const SCALES = { send: 8, receive: 8 }
const SOURCES = ['a', 'b', 'c']
/** Parts of ten thousand that a price moves by: within the last look, near it, and far beyond. */
const MOVES = [-14n, -10n, -6n, 6n, 10n, 14n, 16n, -16n, 31n, -31n] as const

type Quote = Omit<Extract<Command, { kind: 'acceptQuote' }>, 'kind' | 'userId' | 'caller'>

interface Hand {
  readonly random: Prng
  readonly prices: Map<number, bigint>
  readonly pausedUntil: Map<number, number>
  readonly isStill: boolean
  readonly steps: SimStep[]
  readonly most: number
  clock: number
  quotes: number
  saved: number
}

export const PRODUCT: ProductTerms = {
  assetId: asAssetId(CASH),
  type: 'flexible',
  rateType: 'current',
  payout: 'daily',
  termDays: 0,
  totalQuota: 1_000_000n * UNIT,
  userMin: UNIT,
  userMax: 0n,
  step: 10n ** 6n,
  startTime: 0,
  endTime: 0,
  earlyRedeem: true,
  renewable: false,
  poolLimit: 20_000n * UNIT,
}
export const TIERS = [
  { upTo: 500n * UNIT, rateE8: 20_000_000 },
  { upTo: null, rateE8: 1_000_000 },
] as const

const pair = (base: number, symbol: string): Command => ({
  kind: 'defineInstrument',
  terms: pairTerms({
    ...{ symbol, baseAssetId: asAssetId(base), quoteAssetId: asAssetId(CASH), priceScale: 2, quantityScale: 3 },
    ...{ referencePrice: 10_000, priceBandE8: 20_000_000, notionalMin: 5n * UNIT, makerFeeE8: 50_000, takerFeeE8: 100_000 },
  }),
})

function opening(): Command[] {
  const users = Array.from({ length: ATTACKERS + 1 }, (_, at) => at)
  const stockTerms = (assetId: number): Command => ({
    kind: 'setStockTerms',
    ...{ assetId: asAssetId(assetId), target: STOCK, least: (STOCK * 9n) / 10n, most: (STOCK * 11n) / 10n },
    ...SIGNED,
  })
  return [
    { kind: 'setEngineVersion', version: ENGINE_VERSION, secret: '7'.repeat(32) },
    ...['CASH', 'COIN', 'MOON'].map((symbol): Command => ({ kind: 'defineAsset', symbol, scale: 8, document: {} })),
    pair(2, 'COIN/CASH'),
    pair(3, 'MOON/CASH'),
    ...users.map((at): Command => ({ kind: 'registerUser', accountKey: `account-${at}`, document: {}, role: 'customer' })),
    ...users.slice(0, ATTACKERS).flatMap((at) => ASSETS.map((assetId) => credit(FIRST + at, assetId))),
    { kind: 'setPerson', userId: asUserId(FIRST + 1), withUserId: asUserId(FIRST), ...SIGNED },
    { kind: 'setPerson', userId: asUserId(FIRST + 3), withUserId: asUserId(FIRST + 2), ...SIGNED },
    { kind: 'setIndexTerms', unitAssetId: asAssetId(CASH), sources: SOURCES, freshMs: DAY_MS, capE8: 1_000_000, weights: [], ...SIGNED },
    ...COINS.map((assetId) => said(assetId, 100n * ONE, START_MS)),
    { kind: 'setConvertTerms', dailyLimit: DAY_LIMIT, lossBound: 0n, deskUserId: asUserId(DESK), isClosed: false, ...SIGNED },
    ...ASSETS.map(
      (assetId): Command => ({
        kind: 'fundInventory',
        ...{ assetId: asAssetId(assetId), amount: assetId === CASH ? 100n * STOCK : STOCK, reference: '' },
        ...SIGNED,
      }),
    ),
    ...COINS.map(stockTerms),
    { kind: 'defineProduct', terms: PRODUCT, tiers: TIERS, document: {}, ...SIGNED },
    { kind: 'setProductStatus', productId: asProductId(1), status: 'waiting', ...SIGNED },
  ]
}

const credit = (userId: number, assetId: number): Command => ({
  kind: 'creditUser',
  ...{ userId: asUserId(userId), assetId: asAssetId(assetId), amount: assetId === CASH ? MONEY : STOCK * 10n },
  ...{ cause: 'airdrop', reference: 'opening' },
})

const said = (assetId: number, price: bigint, at: number): Command => ({
  kind: 'reportPrices',
  items: SOURCES.map((_, source) => ({ assetId: asAssetId(assetId), source, state: 'live', price, at })),
})

// ---- what a hand does ----

class Enough extends Error {}

function give(hand: Hand, command: Command, elapsedMs = 0): void {
  if (hand.steps.length >= hand.most) throw new Enough()
  hand.clock += elapsedMs
  hand.steps.push({ id: hand.steps.length, elapsedMs, key: '', command, target: null })
}

const anyone = ({ random }: Hand): number => FIRST + random.below(ATTACKERS)
const coin = ({ random }: Hand): 2 | 3 => random.pick([...COINS])
const pass = (hand: Hand, elapsedMs: number): void => give(hand, { kind: 'tick' }, elapsedMs)

/** What is due comes before the price, so that an entry with a price moves nothing but it. */
function move(hand: Hand, assetId: number, parts: bigint, elapsedMs: number): void {
  pass(hand, elapsedMs)
  const before = hand.prices.get(assetId) ?? ONE
  const price = hand.isStill ? before : (before * (10_000n + parts)) / 10_000n
  hand.prices.set(assetId, price)
  // a pause begins no later than where one move is that far by itself
  if (price !== before && (parts >= 30n || parts <= -30n)) hand.pausedUntil.set(assetId, hand.clock + PAUSE_MS)
  give(hand, said(assetId, price, hand.clock))
}

function quote(hand: Hand, send: number, receive: number, side: 'send' | 'receive', amount: bigint): Quote | undefined {
  if ([send, receive].some((assetId) => (hand.pausedUntil.get(assetId) ?? 0) > hand.clock)) return undefined
  const [sendIndex, receiveIndex] = [hand.prices.get(send) ?? ONE, hand.prices.get(receive) ?? ONE]
  const spread = hand.random.pick([LEAST_SPREAD, LEAST_SPREAD, 100_000n, 400_000n])
  const price = priceOf(sendIndex, receiveIndex, spread)
  const sendAmount = side === 'send' ? amount : sentFor(amount, price, SCALES)
  const receiveAmount = side === 'send' ? receivedFor(amount, price, SCALES) : amount
  hand.quotes += 1
  return {
    ...{ sendAssetId: asAssetId(send), receiveAssetId: asAssetId(receive), quoteId: hand.quotes, sendAmount, receiveAmount },
    ...{ sendIndex, receiveIndex, spread, validUntil: hand.clock + QUOTE_MS, value: valueAtMid(sendAmount, sendIndex, SCALES.send) },
  }
}

function accept(hand: Hand, userId: number, taken: Quote | undefined, elapsedMs = 0): void {
  if (taken === undefined) return
  give(hand, { kind: 'acceptQuote', userId: asUserId(userId), caller: 0, ...taken }, elapsedMs)
}

const convert = (hand: Hand, userId: number, send: number, receive: number, amount: bigint): void =>
  accept(hand, userId, quote(hand, send, receive, 'send', amount), hand.random.pick([0, 0, 50]))

/** Cash for so many smallest units of a coin, by the price that a hand knows. */
const cashFor = (hand: Hand, assetId: number, amount: bigint): bigint => (amount * (hand.prices.get(assetId) ?? ONE)) / ONE

function rest(hand: Hand, userId: number, assetId: number, over: Partial<OrderTerms>, partsAway: bigint): void {
  const price = Number(((hand.prices.get(assetId) ?? ONE) * (10_000n + partsAway)) / 10_000n / 10n ** 10n)
  const terms = orderTerms({ ...over, price })
  const instrumentId = asInstrumentId(assetId - 1)
  give(hand, { kind: 'placeOrder', userId: asUserId(userId), instrumentId, terms, selfTrade: 'none', source: 'api', child: null })
}

const cancel = (hand: Hand): void =>
  give(hand, { kind: 'cancelAllOrders', userId: asUserId(anyone(hand)), instrumentId: asInstrumentId(0) })

const ATTACKS: Readonly<Record<string, (hand: Hand) => void>> = {
  /** Both directions at once, and of them the one that the index then went well for, within ten seconds. */
  option(hand) {
    const [userId, assetId] = [anyone(hand), coin(hand)]
    const amount = hand.random.pick([UNIT, 10n * UNIT, 50n * UNIT])
    const up = quote(hand, CASH, assetId, hand.random.pick(['send', 'receive'] as const), amount)
    const down = quote(hand, assetId, CASH, 'send', amount)
    const parts = hand.random.pick([...MOVES])
    move(hand, assetId, parts, hand.random.pick([0, 400, 9_999, 10_000]))
    accept(hand, userId, parts > 0n ? up : down)
    if (hand.random.oneIn(3)) accept(hand, anyone(hand), parts > 0n ? down : up)
  },
  /** As much as there is for each account, and all of it back. */
  empty(hand) {
    const assetId = coin(hand)
    for (let account = 0; account < ATTACKERS; account += 1) {
      const amount = (STOCK * BigInt(hand.random.pick([5, 9, 10, 11]))) / 100n
      accept(hand, FIRST + account, quote(hand, CASH, assetId, 'receive', amount))
      if (hand.random.oneIn(2)) convert(hand, FIRST + account, assetId, CASH, amount)
    }
  },
  /** Own orders where the desk will come, of whose conversion it hedges and of somebody else, changed while it waits. */
  front(hand) {
    const [userId, assetId] = [anyone(hand), coin(hand)]
    const isBuy = hand.random.oneIn(2)
    const side = isBuy ? 'sell' : 'buy'
    const away = (): bigint => BigInt((isBuy ? 1 : -1) * hand.random.pick([0, 1, 5, 10, 29, 31, 200]))
    for (let more = hand.random.below(3); more >= 0; more -= 1)
      rest(hand, hand.random.oneIn(4) ? userId : anyone(hand), assetId, { side, quantity: hand.random.pick([60, 200, 20_000]) }, away())
    const amount = (STOCK * BigInt(hand.random.pick([3, 6, 9]))) / 100n
    if (isBuy) accept(hand, userId, quote(hand, CASH, assetId, 'receive', amount))
    else convert(hand, userId, assetId, CASH, amount)
    if (hand.random.oneIn(2)) move(hand, assetId, hand.random.pick([...MOVES]), 900)
    if (hand.random.oneIn(3)) cancel(hand)
    rest(hand, anyone(hand), assetId, { side, quantity: hand.random.pick([50, 5_000]) }, away())
    for (let more = 0; more < 3; more += 1) pass(hand, hand.random.pick([1_000, 10_000, 30_000]))
  },
  /** Just below what counts as large, again and again. */
  split(hand) {
    const assetId = coin(hand)
    for (let more = 2 + hand.random.below(8); more > 0; more -= 1) convert(hand, anyone(hand), CASH, assetId, 1_000n * UNIT - 1n)
  },
  dust(hand) {
    const [userId, assetId] = [anyone(hand), coin(hand)]
    for (let more = 1 + hand.random.below(6); more > 0; more -= 1) {
      const amount = BigInt(1 + hand.random.below(300))
      const [send, receive] = hand.random.pick<readonly [number, number]>([
        [CASH, assetId],
        [assetId, CASH],
        [2, 3],
        [3, 2],
      ])
      accept(hand, userId, quote(hand, send, receive, hand.random.pick(['send', 'receive'] as const), amount))
    }
  },
  /** Around by a third coin. */
  triangle(hand) {
    const userId = anyone(hand)
    const one = coin(hand)
    const other = one === 2 ? 3 : 2
    const amount = hand.random.pick([UNIT, 20n * UNIT, 60n * UNIT])
    convert(hand, userId, CASH, one, cashFor(hand, one, amount))
    convert(hand, userId, one, other, amount - amount / 500n)
    convert(hand, userId, other, CASH, amount - amount / 250n)
  },
  /** On both sides of midnight, as much as a day lets. */
  midnight(hand) {
    const until = Math.ceil((hand.clock + 1) / DAY_MS) * DAY_MS - hand.clock
    pass(hand, until - 1)
    for (const assetId of COINS) move(hand, assetId, 0n, 0)
    for (const elapsed of [0, 1]) {
      pass(hand, elapsed)
      for (let account = 0; account < ATTACKERS; account += 1) convert(hand, FIRST + account, COINS[account % 2] ?? 2, CASH, STOCK / 10n)
    }
  },
  /** One coin falls so far that it closes; the others go on. */
  crash(hand) {
    if (!hand.random.oneIn(2)) return cancel(hand)
    const assetId = coin(hand)
    move(hand, assetId, hand.random.pick([-500n, 520n]), 1_000)
    convert(hand, anyone(hand), CASH, assetId === 2 ? 3 : 2, 500n * UNIT)
  },
  wait(hand) {
    pass(hand, hand.random.pick([700, 31_000, 61_000, 600_000, 3_700_000]))
    for (const assetId of COINS) move(hand, assetId, 0n, 0)
  },
  save(hand) {
    const userId = asUserId(anyone(hand))
    for (let more = 1 + hand.random.below(8); more > 0; more -= 1) {
      const amount = hand.random.pick([UNIT, 500n * UNIT, 500n * UNIT, 9_000n * UNIT])
      hand.saved += 1
      give(hand, { kind: 'purchaseProduct', userId, productId: asProductId(1), amount, payAccount: 'spot', renewal: 'none' })
    }
  },
  redeem(hand) {
    const orderId = asEarnOrderId(1 + hand.random.below(hand.saved + 1))
    for (let account = 0; account < ATTACKERS; account += 1) {
      const userId = asUserId(FIRST + account)
      give(hand, { kind: 'redeemProduct', userId, orderId, amount: hand.random.pick([0n, 0n, 100n * UNIT]), toAccount: 'spot' })
    }
  },
}
const NAMES = Object.keys(ATTACKS)

/** The same steps for a seed everywhere. @param isStill the index never moves */
export function makeConvertAttack(seed: number, count: number, isStill: boolean): SimStep[] {
  const prices = new Map([[CASH, ONE], ...COINS.map((assetId) => [assetId, 100n * ONE] as const)])
  const random = createPrng(seed)
  const hand: Hand = { random, prices, pausedUntil: new Map(), isStill, steps: [], most: count, clock: START_MS, quotes: 0, saved: 0 }
  try {
    for (const command of opening()) give(hand, command, 1)
    for (;;) ATTACKS[random.pick(NAMES as [string, ...string[]])]?.(hand)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return hand.steps
}
