/**
 * What two persons with two accounts each try with savings, beside two honest customers: quota held for nothing by ending terms early, the pool
 * of a day used up with money of that day, better brackets by many orders and by money that goes from account to account around midnight. The index of one
 * of the coins jumps meanwhile.
 */
import type { Command, ProductTerms } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { earnOrdersOf } from '@agio/engine/earn/read-earn.ts'
import type { Event, Outcome } from '@agio/engine/event.ts'
import { asAssetId, asListingId, asNetworkId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { type Engine, startEngine, withBounds } from '../../engine-driver.ts'
import { createPrng, type Prng } from '../../prng.ts'
import { type SimStep, START_MS } from '../../workload.ts'

const FIRST = 100_001
export const ATTACKERS = [FIRST, FIRST + 1, FIRST + 2, FIRST + 3] as const
export const HONEST = [FIRST + 4, FIRST + 5] as const
export const USERS = [...ATTACKERS, ...HONEST] as const
export const [CASH, COIN] = [1, 2] as const
export const UNIT = 10n ** 8n
export const DAY_MS = 86_400_000
/** What each account has of each coin: more than all products together would let anybody hold. */
export const BROUGHT = 400_000n * UNIT
const ONE = 10n ** 12n
const SIGNED = { actor: 'operator', why: 'attack' } as const
const SOURCES = ['a', 'b', 'c']
/** More than is ever due. */
const WHOLE = 2 ** 30

const FLEXIBLE: ProductTerms = {
  ...{ assetId: asAssetId(CASH), type: 'flexible', rateType: 'current', payout: 'daily', termDays: 0, totalQuota: 1_000_000n * UNIT },
  ...{ userMin: UNIT, userMax: 0n, step: 10n ** 6n, startTime: 0, endTime: 0, earlyRedeem: true, renewable: false },
  poolLimit: 20_000n * UNIT,
}
const TERM: ProductTerms = {
  ...{ ...FLEXIBLE, type: 'fixed', rateType: 'fixed', termDays: 3, totalQuota: 300_000n * UNIT, renewable: true, poolLimit: 0n },
}
/** By id, from 1. The last one names what a customer may hold. */
export const PRODUCTS: readonly ProductTerms[] = [
  FLEXIBLE,
  TERM,
  { ...FLEXIBLE, assetId: asAssetId(COIN), poolLimit: 5_000n * UNIT },
  { ...TERM, assetId: asAssetId(COIN), termDays: 2, userMax: 40_000n * UNIT, totalQuota: 150_000n * UNIT },
]
export const TIERS = [
  { upTo: 500n * UNIT, rateE8: 20_000_000 },
  { upTo: 5_000n * UNIT, rateE8: 5_000_000 },
  { upTo: null, rateE8: 1_000_000 },
] as const

const said = (price: bigint, at: number): Command => ({
  kind: 'reportPrices',
  items: SOURCES.map((_, source) => ({ assetId: asAssetId(COIN), source, state: 'pinned', price, at })),
})

function opening(): Command[] {
  const listed = (assetId: number): Command => ({
    kind: 'defineListing',
    terms: {
      ...{ assetId: asAssetId(assetId), networkId: asNetworkId(1), depositOpen: true, withdrawOpen: true, chainScale: 8, withdrawScale: 8 },
      ...{ creditAt: 1, unlockAt: 2, minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n, fee: 0n, feeRateE8: 0 },
    },
    ...{ document: {}, ...SIGNED },
  })
  const person = (one: number, other: number): Command => ({
    kind: 'setPerson',
    userId: asUserId(one),
    withUserId: asUserId(other),
    ...SIGNED,
  })
  const credit = (userId: number, assetId: number): Command => ({
    ...{
      kind: 'creditUser',
      userId: asUserId(userId),
      assetId: asAssetId(assetId),
      amount: BROUGHT,
      cause: 'airdrop',
      reference: 'opening',
    },
  })
  return [
    { kind: 'setEngineVersion', version: ENGINE_VERSION, secret: '8'.repeat(32) },
    ...['CASH', 'COIN'].map((symbol): Command => ({ kind: 'defineAsset', symbol, scale: 8, document: {} })),
    ...USERS.map((userId): Command => ({ kind: 'registerUser', accountKey: `account-${userId}`, document: {}, role: 'customer' })),
    ...USERS.flatMap((userId) => [CASH, COIN].map((assetId) => credit(userId, assetId))),
    person(ATTACKERS[1], ATTACKERS[0]),
    person(ATTACKERS[3], ATTACKERS[2]),
    { kind: 'setIndexTerms', unitAssetId: asAssetId(CASH), sources: SOURCES, freshMs: DAY_MS, capE8: 1_000_000, weights: [], ...SIGNED },
    said(ONE, START_MS),
    { kind: 'defineNetwork', family: 1, document: {}, ...SIGNED },
    ...[CASH, COIN].map(listed),
    ...PRODUCTS.map((terms): Command => ({ kind: 'defineProduct', terms, tiers: TIERS, document: {}, ...SIGNED })),
    ...PRODUCTS.map((_, at): Command => ({ kind: 'setProductStatus', productId: asProductId(at + 1), status: 'waiting', ...SIGNED })),
  ]
}

export interface Told {
  readonly at: number
  readonly command: Command
  readonly outcome: Outcome
  readonly events: readonly { readonly at: number; readonly event: Event }[]
}
export type Watcher = (told: Told) => void

export class Enough extends Error {}

class Hand {
  readonly random: Prng
  readonly engine: Engine = startEngine(withBounds(createState(), WHOLE))
  readonly steps: SimStep[] = []
  readonly #most: number
  readonly #watcher: Watcher
  clock = START_MS
  price = ONE

  constructor(seed: number, most: number, watcher: Watcher) {
    this.random = createPrng(seed)
    this.#most = most
    this.#watcher = watcher
  }

  give(command: Command, elapsedMs = 0): Outcome {
    if (this.steps.length >= this.#most) throw new Enough()
    this.clock += elapsedMs
    this.steps.push({ id: this.steps.length, elapsedMs, key: '', command, target: null })
    const { outcome, events } = this.engine.step(this.steps.length, this.clock, '', command)
    this.#watcher({ at: this.clock, command, outcome, events })
    return outcome
  }

  pass = (elapsedMs: number): Outcome => this.give({ kind: 'tick' }, elapsedMs)
  toMidnight = (): number => DAY_MS - (this.clock % DAY_MS)
  anyone = (): number => this.random.pick([...ATTACKERS])
  product = (): number => 1 + this.random.below(PRODUCTS.length)
  free = (userId: number, assetId: number): bigint => balanceOf(this.engine.state, asUserId(userId), asAssetId(assetId)).available

  buy(userId: number, product: number, amount: bigint): Outcome {
    const renewal = this.random.pick(['none', 'principal', 'all'] as const)
    const isTerm = PRODUCTS[product - 1]?.type === 'fixed'
    const facts = { userId: asUserId(userId), productId: asProductId(product), amount, payAccount: 'spot' } as const
    return this.give({ kind: 'purchaseProduct', ...facts, renewal: isTerm ? renewal : 'none' })
  }

  /** Takes out of orders of an account what there is, the newest first. @param share in thousandths of each */
  redeem(userId: number, product: number, most: number, share = 1_000n): void {
    const orders = earnOrdersOf(this.engine.state, asUserId(userId)).filter(({ productId }) => productId === product)
    for (const { orderId, principal } of orders.slice(-most).reverse()) {
      const amount = share === 1_000n ? 0n : (principal * share) / 1_000n
      this.give({ kind: 'redeemProduct', userId: asUserId(userId), orderId, amount, toAccount: 'spot' })
    }
  }

  /** Inside the house, at once. */
  send(userId: number, receiverId: number, assetId: number, amount: bigint): void {
    const facts = {
      userId: asUserId(userId),
      listingId: asListingId(assetId),
      receiverId: asUserId(receiverId),
      limit: 0n,
      windowMs: DAY_MS,
    }
    const bounds = { openMost: 100, dayMost: 300 }
    if (amount > 0n) this.give({ kind: 'requestWithdrawal', ...facts, amount, isVerified: true, reviews: [], ...bounds, document: {} })
  }
}

const assetOf = (product: number): number => Number(PRODUCTS[product - 1]?.assetId ?? CASH)
const AMOUNTS = [UNIT, 499n * UNIT, 500n * UNIT, 5_000n * UNIT, 7_500n * UNIT, 20_000n * UNIT, 50_000n * UNIT] as const

const MOVES: Readonly<Record<string, (hand: Hand) => void>> = {
  /** All that may be held, ended early, and bought again at once, by each account. */
  hoard(hand) {
    const product = hand.random.pick([2, 2, 4] as const)
    for (const userId of ATTACKERS) {
      for (let more = 4; more > 0; more -= 1) hand.buy(userId, product, hand.random.pick([...AMOUNTS]))
      if (hand.random.oneIn(2)) hand.redeem(userId, product, 5)
      for (let more = 3; more > 0; more -= 1) hand.buy(userId, product, hand.random.pick([...AMOUNTS]))
    }
  },
  /** Bought and redeemed within the day, so that nobody else may take anything out. */
  dry(hand) {
    const product = hand.random.pick([1, 3] as const)
    for (let more = 1 + hand.random.below(6); more > 0; more -= 1) {
      const userId = hand.anyone()
      hand.buy(userId, product, hand.random.pick([5_000n * UNIT, 20_000n * UNIT]))
      hand.redeem(userId, product, 2, hand.random.pick([1_000n, 900n, 500n]))
    }
    honest(hand)
  },
  /** Many small orders instead of one. */
  split(hand) {
    const [userId, product] = [hand.anyone(), hand.product()]
    for (let more = 2 + hand.random.below(12); more > 0; more -= 1)
      hand.buy(userId, product, hand.random.pick([UNIT, 499n * UNIT, 500n * UNIT]))
  },
  /** The same coins held by one account before midnight and by another one behind it. */
  midnight(hand) {
    const [from, to, product] = [hand.anyone(), hand.anyone(), hand.random.pick([1, 3] as const)]
    hand.pass(hand.toMidnight() - 1)
    const before = hand.free(from, assetOf(product))
    hand.redeem(from, product, 10)
    if (from !== to) hand.send(from, to, assetOf(product), hand.free(from, assetOf(product)) - before)
    hand.buy(to, product, hand.random.pick([...AMOUNTS]))
    hand.pass(hand.random.pick([0, 1, 2]))
    hand.redeem(to, product, 3)
    hand.buy(from, product, hand.random.pick([...AMOUNTS]))
  },
  redeem: (hand) => hand.redeem(hand.anyone(), hand.product(), 4, hand.random.pick([1_000n, 500n, 10n])),
  jump(hand) {
    hand.price = (ONE * BigInt(800 + hand.random.below(400))) / 1_000n
    hand.give(said(hand.price, hand.clock))
  },
  wait: (hand) => void hand.pass(hand.random.pick([60_000, 3_600_000, hand.toMidnight(), DAY_MS / 3, DAY_MS, 4 * DAY_MS])),
}
const NAMES = Object.keys(MOVES) as [string, ...string[]]

/** Customers who hold something and take some of it out. */
function honest(hand: Hand): void {
  const [userId, product] = [hand.random.pick([...HONEST]), hand.product()]
  if (hand.random.oneIn(2)) hand.buy(userId, product, hand.random.pick([...AMOUNTS]))
  else hand.redeem(userId, product, 1, hand.random.pick([1_000n, 200n]))
}

function run(seed: number, count: number, watcher: (hand: Hand) => Watcher): Hand {
  const watch: { look?: Watcher } = {}
  const hand = new Hand(seed, count, (told) => watch.look?.(told))
  watch.look = watcher(hand)
  try {
    for (const command of opening()) hand.give(command, 1)
    for (;;) {
      if (hand.random.oneIn(4)) honest(hand)
      else MOVES[hand.random.pick(NAMES)]?.(hand)
    }
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  return hand
}

/** The same steps for a seed everywhere. */
export const makeSavingsAttack = (seed: number, count: number): SimStep[] => run(seed, count, () => () => {}).steps

/** Gives the commands of a seed to the engine alone, and each to whoever looks at it. @param watcher throws `Enough` to end it */
export function playSavings(seed: number, count: number, watcher: (engine: Engine) => Watcher): void {
  run(seed, count, ({ engine }) => watcher(engine))
}
