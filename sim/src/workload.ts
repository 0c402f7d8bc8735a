/**
 * Random commands for an exchange, the same for a seed everywhere. Each seed switches on its own subset of features (swarm
 * testing) and has few accounts and few prices, so that orders collide all the time.
 */
import type { Command, SelfTradeMode, Side } from '@agio/engine/command.ts'
import { asInstrumentId, asOrderId, asOrderListId, asUserId } from '@agio/engine/ids/id.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { TRADE_KINDS } from '@agio/engine/schema/commands.ts'
import { type Ignored, ignored } from '@agio/engine/schema/handlers.ts'
import { createPrng, type Prng } from './prng.ts'
import { indexTerms, reportPrices } from './workload-index.ts'
import { manyOf } from './workload-many.ts'
import { makeOperatorCommand, type OperatorMakerName } from './workload-operator.ts'
import { makeTerms, spoil } from './workload-orders.ts'
import { type Listing, listingsOf, openingSteps } from './workload-world.ts'

/** A command without its place in the journal. Orders are named by the step that placed them, so that steps can be left out when a failure is shrunk. */
/** An order, named by the step that placed the order and by the leg. */
export interface Target {
  readonly step: number
  readonly leg: number
  readonly by: 'order' | 'list' | 'origin'
}

export interface SimStep {
  readonly id: number
  /** Milliseconds after the step before; may be negative. */
  readonly elapsedMs: number
  readonly key: string
  readonly command: Command
  /** Order that an amend or a cancel names: step and leg; by 'origin' whichever order stands in its place. */
  readonly target: Target | null
  /** Orders by row for a command with rows; null where the row itself has the name. */
  readonly targets?: readonly (Target | null)[]
  /** The command names the user's position in this contract. */
  readonly positionIn?: number
  /** A contract order with the leverage and the margin mode that its user has set. */
  readonly isAsSet?: boolean
  /** Share in thousandths that an opening order, a transfer or a margin change takes from the user's largest possible amount. */
  readonly share?: number
}

export const FEATURES = [
  'market',
  'byAmount',
  'stop',
  'takeProfit',
  'trailing',
  'oco',
  'oto',
  'iceberg',
  'ioc',
  'fok',
  'postOnly',
  'gtd',
  'selfTrade',
  'amend',
  'cancelAll',
  'timer',
  'status',
  'freeze',
  'terms',
  'schedule',
  'adversarial',
  'duplicates',
  'jumps',
  'listing',
  'credit',
  'callers',
  'feeDirection',
  'bursts',
  'index',
] as const
export type Feature = (typeof FEATURES)[number]

export const START_MS = Date.UTC(2026, 0, 15, 23, 50)
export const USER_COUNT = 5

type MakerName = 'place' | 'cancel' | 'amend' | 'amendMany' | 'cancelAll' | 'timer' | 'index' | OperatorMakerName

interface Maker {
  readonly random: Prng
  readonly users: number
  readonly features: ReadonlySet<Feature>
  readonly listings: Listing[]
  /** Steps that placed or amended orders, newest last. */
  readonly placed: { step: number; userId: number; instrumentId: number; key: string; legs: number; caller: number }[]
  readonly sent: SimStep[]
  readonly mid: number[]
  /** Time of the step being made; jumps back do not count. */
  clock: number
  /** Commands that undo a halt, a freeze or a switch: without them a world would soon stand still. */
  readonly repairs: Command[]
}

/** Features of a seed: each is on in two seeds of three. */
export function featuresOf(seed: number): Set<Feature> {
  const random = createPrng(seed ^ 0x5eed)
  return new Set(FEATURES.filter(() => !random.oneIn(3)))
}

/** Of the samples of a seed's contracts. */
const secretOf = (seed: number): string => (seed >>> 0).toString(16).padStart(32, '5')

/** `count` steps for a seed, listings and first credits included. */
export function makeWorkload(
  seed: number,
  count: number,
  features: ReadonlySet<Feature> = featuresOf(seed),
  users: number = USER_COUNT,
): SimStep[] {
  const random = createPrng(seed)
  const listings = listingsOf(random, features)
  const opening = [...openingSteps(random, listings, users), ...(features.has('index') ? [indexTerms(random)] : [])]
  const maker: Maker = {
    random,
    users,
    features,
    listings,
    placed: [],
    sent: [],
    mid: listings.map((listing) => listing.mid),
    clock: START_MS,
    repairs: [],
  }
  for (const command of [{ kind: 'setEngineVersion', version: ENGINE_VERSION, secret: secretOf(seed) } as const, ...opening])
    maker.sent.push({ id: maker.sent.length, elapsedMs: 1, key: '', command, target: null })
  let clock = START_MS + opening.length
  while (maker.sent.length < count) {
    const elapsedMs = elapsed(maker)
    clock += elapsedMs
    maker.clock = Math.max(maker.clock, clock)
    maker.sent.push(nextStep(maker, elapsedMs))
  }
  return maker.sent
}

const has = (maker: Maker, feature: Feature): boolean => maker.features.has(feature)
const weight = (maker: Maker, feature: Feature, value: number): number => (has(maker, feature) ? value : 0)

function elapsed(maker: Maker): number {
  const { random } = maker
  if (has(maker, 'jumps') && random.oneIn(400)) return random.pick([-3_600_000, 3_600_000, 86_400_000, 31 * 86_400_000])
  return random.weighted([
    [6, 0],
    [20, 5],
    [8, 900],
    [4, 9_000],
    [weight(maker, 'timer', 1), 30_000],
  ])
}

function nextStep(maker: Maker, elapsedMs: number): SimStep {
  const { random } = maker
  const id = maker.sent.length
  const repair = random.oneIn(8) ? maker.repairs.shift() : undefined
  if (repair !== undefined) return { id, elapsedMs, key: '', command: repair, target: null }
  if (has(maker, 'duplicates') && random.oneIn(40)) {
    const old = maker.sent[maker.sent.length - 1 - random.below(Math.min(maker.sent.length, 60))]
    if (old !== undefined && old.key !== '') return { ...old, id, elapsedMs }
  }
  const kind = random.weighted([
    [60, 'place'],
    [16, 'cancel'],
    [weight(maker, 'amend', 12), 'amend'],
    [weight(maker, 'amend', 2), 'amendMany'],
    [2, 'tick'],
    [weight(maker, 'cancelAll', 1), 'cancelAll'],
    [weight(maker, 'timer', 1), 'timer'],
    [weight(maker, 'status', 1), 'status'],
    [weight(maker, 'freeze', 1), 'freeze'],
    [weight(maker, 'terms', 1), 'terms'],
    [weight(maker, 'schedule', 1), 'schedule'],
    [weight(maker, 'credit', 2), 'credit'],
    [weight(maker, 'credit', 2), 'transfer'],
    [weight(maker, 'listing', 1), 'listing'],
    [weight(maker, 'feeDirection', 1), 'feeDirection'],
    [1, 'document'],
    [weight(maker, 'index', 4), 'index'],
  ] as const)
  const made = makeCommand(maker, kind, id)
  const key = made.key ?? (has(maker, 'duplicates') && random.oneIn(30) ? `k${random.below(200)}` : '')
  const targets = made.targets && { targets: made.targets }
  const step: SimStep = { id, elapsedMs, key, command: made.command, target: made.target ?? null, ...targets }
  const { command } = made
  if (TRADE_KINDS.has(command.kind) && 'userId' in command) {
    const instrumentId = 'instrumentId' in command ? command.instrumentId : 0
    const caller = 'caller' in command ? (command.caller ?? 0) : 0
    maker.placed.push({ step: id, userId: command.userId, instrumentId, key, legs: 4, caller })
  }
  return step
}

const WALLET = ignored('worlds with chains are made by `workload-wallet.ts`')
const PRODUCTS = ignored('worlds with these products are made by `workload-products.ts`')

const PERP = ignored('worlds with contracts are made by `workload-perp.ts`')

/** Makers by command, or why no maker exists. */
export const MADE_BY = {
  placeOrder: 'place',
  cancelOrder: 'cancel',
  amendOrder: 'amend',
  amendOrders: 'amendMany',
  tick: 'tick',
  cancelAllOrders: 'cancelAll',
  setCancelAllTimer: 'timer',
  setInstrumentStatus: 'status',
  setUserStatus: 'freeze',
  setUserTerms: 'terms',
  setFeeSchedule: 'schedule',
  transferBetweenAccounts: 'transfer',
  creditUser: 'credit',
  reverseCredit: 'credit',
  changeInstrument: 'listing',
  setFeeDirection: 'feeDirection',
  saveDocument: 'document',
  changeAccountKeys: 'document',
  setInviter: 'document',
  setPerson: 'document',
  setCommission: 'document',
  registerUser: 'opening',
  defineAsset: 'opening',
  defineInstrument: 'opening',
  setEngineVersion: 'opening',
  reportPrices: 'index',
  setIndexTerms: 'opening',
  acceptQuote: PRODUCTS,
  setConvertTerms: PRODUCTS,
  fundInventory: PRODUCTS,
  setStockTerms: PRODUCTS,
  purchaseProduct: PRODUCTS,
  redeemProduct: PRODUCTS,
  setRenewal: PRODUCTS,
  defineProduct: PRODUCTS,
  changeProduct: PRODUCTS,
  setProductStatus: PRODUCTS,
  setProductRate: PRODUCTS,
  defineNetwork: WALLET,
  changeNetwork: WALLET,
  defineListing: WALLET,
  changeListing: WALLET,
  haltListing: WALLET,
  assignAddress: WALLET,
  bookBlocks: WALLET,
  leaveBlocks: WALLET,
  noteArrivals: WALLET,
  takeArrivals: WALLET,
  judgeDeposit: WALLET,
  requestWithdrawal: WALLET,
  verifyWithdrawal: WALLET,
  judgeWithdrawal: WALLET,
  cancelWithdrawal: WALLET,
  beginPayment: WALLET,
  signPayment: WALLET,
  dropPayment: WALLET,
  fundHolding: WALLET,
  openContractAccount: PERP,
  placeContractOrder: PERP,
  placePositionTpsl: PERP,
  changePositionMargin: PERP,
  setLeverage: PERP,
  setMarginMode: PERP,
  setPositionMode: PERP,
  defineContract: PERP,
  changeContract: PERP,
  fundInsurance: PERP,
  settleContract: PERP,
} as const satisfies Readonly<Record<Command['kind'], MakerName | 'opening' | Ignored>>

interface Made {
  readonly command: Command
  readonly key?: string
  readonly target?: SimStep['target']
  readonly targets?: SimStep['targets']
}

function makeCommand(maker: Maker, kind: MakerName, id: number): Made {
  const { random } = maker
  switch (kind) {
    case 'place':
      return makePlace(maker, id)
    case 'cancel':
    case 'amend':
      return makeChange(maker, kind)
    case 'amendMany':
      return makeChanges(maker)
    case 'cancelAll': {
      const instrumentId = asInstrumentId(random.below(maker.listings.length + 1))
      return { command: { kind: 'cancelAllOrders', userId: anyUser(maker), instrumentId } }
    }
    case 'timer': {
      const timeoutMs = random.pick([0, 5_000, 10_000, 60_000, 4_999, 600_001])
      const instrumentId = asInstrumentId(random.below(3))
      return { command: { kind: 'setCancelAllTimer', userId: anyUser(maker), instrumentId, timeoutMs } }
    }
    case 'index':
      return { command: reportPrices(maker) }
    default:
      return { command: makeOperatorCommand(maker, kind, anyUser(maker), id) }
  }
}

const anyUser = (maker: Maker): ReturnType<typeof asUserId> => {
  const stranger = has(maker, 'adversarial') && maker.random.oneIn(200)
  return asUserId(100_001 + (stranger ? maker.users + 3 : maker.random.below(maker.users)))
}

/** Who of a user asks: the sessions, or either API key. */
function anyCaller(maker: Maker): { readonly caller?: number } {
  const caller = has(maker, 'callers') ? maker.random.pick([0, 0, 1, 2]) : 0
  return caller === 0 ? {} : { caller }
}

function makePlace(maker: Maker, id: number): Made {
  const { random } = maker
  const index = random.weighted(maker.listings.map((_, at) => [at === 0 ? 4 : 2, at] as const))
  const stranger = has(maker, 'adversarial') && random.oneIn(300)
  const listing = maker.listings[index]
  if (listing === undefined) return { command: { kind: 'tick' } }
  if (random.oneIn(12)) maker.mid[index] = Math.max(20, (maker.mid[index] ?? listing.mid) + random.between(-4, 4))
  const side: Side = random.oneIn(2) ? 'buy' : 'sell'
  const terms = spoil(maker, makeTerms(maker, index, listing, side))
  const mode: SelfTradeMode = has(maker, 'selfTrade')
    ? random.pick(['none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement'])
    : 'none'
  const isParent = terms.type === 'limit' || terms.type === 'oneCancelsOther' || random.oneIn(30)
  const child =
    has(maker, 'oto') && isParent && random.oneIn(6)
      ? makeTerms(maker, index, listing, random.oneIn(4) ? side : side === 'buy' ? 'sell' : 'buy')
      : null
  const command: Command = {
    kind: 'placeOrder',
    userId: anyUser(maker),
    instrumentId: asInstrumentId(stranger ? 99 : index + 1),
    terms,
    selfTrade: mode,
    source: random.pick(['web', 'api']),
    child,
    ...anyCaller(maker),
  }
  return random.oneIn(3) ? { command, key: `o${id}` } : { command }
}

function makeChange(maker: Maker, kind: 'cancel' | 'amend'): Made {
  const { random } = maker
  const span = Math.min(
    maker.placed.length,
    random.weighted([
      [6, 12],
      [4, 60],
      [1, 4_000],
    ]),
  )
  const found = span === 0 ? undefined : maker.placed[maker.placed.length - 1 - random.below(span)]
  if (found === undefined) return { command: { kind: 'tick' } }
  const userId = random.oneIn(60) ? anyUser(maker) : asUserId(found.userId)
  const byKey = found.key !== '' && random.oneIn(4)
  const clientOrderId = byKey ? found.key : ''
  const own = found.caller === 0 ? {} : { caller: found.caller }
  const caller = byKey && !random.oneIn(4) ? own : anyCaller(maker)
  const leg = random.weighted([
    [10, 0],
    [3, 1],
    [1, 2],
    [1, 3],
  ])
  const by = kind === 'cancel' && random.oneIn(8) ? 'list' : random.oneIn(3) ? 'origin' : 'order'
  const target = byKey ? null : ({ step: found.step, leg: by === 'list' ? 0 : leg, by } as const)
  if (kind === 'cancel') {
    return {
      command: { kind: 'cancelOrder', userId, orderId: asOrderId(0), clientOrderId, orderListId: asOrderListId(0), ...caller },
      target,
    }
  }
  const mid = maker.mid[Math.max(0, found.instrumentId - 1)] ?? 100
  const price = random.oneIn(2) ? Math.max(1, mid + random.between(-8, 8)) : 0
  const quantity = random.oneIn(2) ? random.between(1, 20) : 0
  const triggerPrice = random.oneIn(6) ? Math.max(1, mid + random.between(-10, 10)) : 0
  return { command: { kind: 'amendOrder', userId, orderId: asOrderId(0), clientOrderId, price, quantity, triggerPrice, ...caller }, target }
}

/** Rows mostly about a single user's orders; sometimes about a stranger's, sometimes no rows or too many. */
function makeChanges(maker: Maker): Made {
  const { random } = maker
  const count = random.weighted([
    [20, random.between(1, 5)],
    [1, 0],
    [1, 21],
  ])
  const made = Array.from({ length: count }, () => makeChange(maker, 'amend'))
  return manyOf(made, asInstrumentId(random.between(1, maker.listings.length)), anyUser(maker))
}
