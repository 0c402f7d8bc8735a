/**
 * Worlds with contracts: a spot workload, and between its steps orders of contracts of all kinds, settings, margins, transfers, and prices
 * that walk, gap, crash by a third, stand still and fail, with jumps over settlements of funding.
 */
import type { Command, ContractTerms, InstrumentTerms, Side, SourcePrice } from '@agio/engine/command.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asPositionId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { PLACEMENT_KINDS } from '@agio/engine/schema/commands.ts'
import { PLAIN_ORDER } from './plain-contract-order.ts'
import { createPrng, type Prng } from './prng.ts'
import { makeWorkload, type SimStep, START_MS, USER_COUNT } from './workload.ts'
import { manyOf } from './workload-many.ts'
import { FIRST_USER } from './workload-world.ts'

const SIGNED = { actor: 'operator', why: 'simulation' } as const
const HOUR_MS = 3_600_000
export const UNIT = 1
/** Smallest units of it that a tick of a lot is, where the multiplier is 1. */
export const LOT_TICK = 10_000n
const FIRST_ID = 1_000_000
const SOURCES = ['a', 'b', 'c']
/** 1,000.0 of the unit. */
const START_TICKS = 10_000
const FINE_TICK = 10n ** 11n

interface Market {
  readonly instrumentId: number
  readonly asset: number
  ticks: number
}

interface Maker {
  readonly random: Prng
  readonly markets: readonly Market[]
  clock: number
  readonly maySettle: boolean
  /** Steps that there will be, and that there are. */
  readonly count: number
  made: number
  readonly placed: { readonly step: number; readonly userId: UserId }[]
}

interface Made {
  readonly command: Command
  readonly isAsSet?: boolean
  readonly target?: SimStep['target']
  readonly targets?: SimStep['targets']
  readonly positionIn?: number
}

/** About a third of the steps are those of a spot workload, which knows today's rules from its first entry on. */
export function makePerpWorkload(seed: number, count: number): SimStep[] {
  const base = makeWorkload(seed * 8, count)
  const opened = base.findLastIndex(({ command }) => command.kind === 'creditUser' && command.reference === 'opening') + 1
  const pairs = base.filter(({ command }) => command.kind === 'defineInstrument').length
  const maker: Maker = {
    random: createPrng(seed ^ 0x9e49),
    markets: [2, 3].map((asset, place) => ({ instrumentId: pairs + 1 + place, asset, ticks: START_TICKS })),
    clock: START_MS,
    maySettle: seed % 3 === 0,
    count,
    made: 0,
    placed: [],
  }
  const steps: SimStep[] = []
  const add = (step: SimStep): void => {
    steps.push(step)
    maker.clock += step.elapsedMs
    maker.made += 1
  }
  for (const step of base.slice(0, opened)) add(step)
  for (const command of openingOf(maker)) add(stepOf(steps.length, 1, { command }))
  for (const step of base.slice(opened)) {
    if (steps.length >= count) break
    add(step.elapsedMs > HOUR_MS ? { ...step, elapsedMs: HOUR_MS } : step)
    for (let more = maker.random.below(6); more > 0 && steps.length < count; more -= 1) {
      const elapsedMs = elapsed(maker)
      add(stepOf(steps.length, elapsedMs, next(maker, FIRST_ID + steps.length)))
    }
  }
  return steps
}

const stepOf = (place: number, elapsedMs: number, { command, target = null, targets, positionIn, isAsSet }: Made): SimStep => ({
  ...(targets && { targets }),
  id: FIRST_ID + place,
  elapsedMs,
  key: '',
  command,
  target,
  ...(positionIn !== undefined && { positionIn }),
  ...(isAsSet === true && { isAsSet }),
})

function elapsed({ random }: Maker): number {
  return random.weighted([
    [24, 0],
    [20, 40],
    [8, 1_100],
    [5, 5_000],
    [2, 31_000],
    [1, 20 * 60_000],
  ])
}

// ---- the opening ----

const contractTermsOf = (random: Prng): ContractTerms => ({
  multiplier: random.pick([1, 1, 7]),
  minLeverage: 1,
  maxLeverage: 100,
  tiers: [
    { upTo: 200n * 10n ** 8n, rateE8: 500_000, maxLeverage: 100 },
    { upTo: 1_000n * 10n ** 8n, rateE8: 1_000_000, maxLeverage: 50 },
    { upTo: 5_000n * 10n ** 8n, rateE8: 2_500_000, maxLeverage: 20 },
    { upTo: null, rateE8: 5_000_000, maxLeverage: 10 },
  ],
  liquidationFeeE8: random.pick([250_000, 0, 333_333]),
  priceRangeE8: random.pick([20_000_000, 90_000_000]),
  fundingHours: random.pick([1, 4, 8]),
  fundingStartHour: 0,
  interestE12: random.pick([100_000_000, 0, 333_333_333]),
  fundingCapE12: 3_750_000_000,
  fundingFloorE12: -3_750_000_000,
  impactValue: random.pick([20n, 500n]) * 10n ** 8n,
  ...(random.oneIn(2) && { lossOfOneE8: random.pick([0, 1_000_000]), lossOfAllE8: random.pick([1_000_000, 100_000_000]) }),
  ...(random.oneIn(2) && { frozenMoveE8: random.pick([0, 33_333_333, 100_000_000]), settleAfterMs: random.pick([60_000, 600_000]) }),
})

const pairTermsOf = (random: Prng, asset: number): InstrumentTerms => ({
  ...PLAIN_PAIR,
  symbol: `E-${asset}`,
  baseAssetId: asAssetId(asset),
  quoteAssetId: asAssetId(UNIT),
  priceScale: 1,
  quantityScale: 3,
  quantityMin: 1,
  quantityMax: random.pick([0, 5_000]),
  makerFeeE8: random.pick([20_000, 0, 12_345]),
  ...{ takerFeeE8: random.pick([50_000, 66_667]), slippageCapE8: random.pick([1_000_000, 300_000]) },
  maxOpenOrders: random.pick([0, 8]),
  maxTriggerOrders: random.pick([100, 6]),
})

function openingOf(maker: Maker): Command[] {
  const { random } = maker
  const commands: Command[] = [
    { kind: 'setIndexTerms', unitAssetId: asAssetId(UNIT), sources: SOURCES, freshMs: 30_000, capE8: 1_000_000, weights: [], ...SIGNED },
  ]
  for (const { asset } of maker.markets)
    commands.push({ kind: 'defineContract', terms: pairTermsOf(random, asset), contract: contractTermsOf(random), ...SIGNED })
  commands.push({ kind: 'fundInsurance', assetId: asAssetId(UNIT), amount: random.pick([1n, 10n ** 10n]), ...SIGNED })
  commands.push(...maker.markets.map((market) => reported(maker, market, 'pinned')))
  for (let index = 0; index < USER_COUNT; index += 1) {
    const userId = asUserId(FIRST_USER + index)
    const assetId = asAssetId(UNIT)
    const amount = random.pick([50n, 200n, 2_000n]) * 10n ** 8n
    commands.push({ kind: 'creditUser', userId, assetId, amount, cause: 'airdrop', reference: '' })
    commands.push({ kind: 'openContractAccount', userId })
    commands.push({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId, amount })
    if (random.oneIn(3)) commands.push({ kind: 'setPositionMode', userId, isHedged: 1 })
  }
  return commands
}

const anyUser = ({ random }: Maker): UserId => asUserId(FIRST_USER + random.below(random.oneIn(60) ? USER_COUNT + 2 : USER_COUNT))
const anyMarket = ({ random, markets }: Maker): Market => markets[random.below(markets.length)] as Market
const idOf = ({ instrumentId }: Market): ReturnType<typeof asInstrumentId> => asInstrumentId(instrumentId)

// ---- steps ----
function next(maker: Maker, id: number): Made {
  const kind = maker.random.weighted([
    [50, 'order'],
    [14, 'price'],
    [6, 'cancel'],
    [4, 'amend'],
    [1, 'amendMany'],
    [5, 'whole'],
    [4, 'tpsl'],
    [5, 'margin'],
    [4, 'leverage'],
    [2, 'marginMode'],
    [2, 'positionMode'],
    [4, 'transfer'],
    [6, 'tick'],
    [1, 'cancelAll'],
    [1, 'status'],
    [1, 'terms'],
    [1, 'fund'],
    [3, 'settle'],
    [1, 'timer'],
  ] as const)
  const made = MAKERS[kind](maker)
  if (PLACEMENT_KINDS.has(made.command.kind) && 'userId' in made.command) maker.placed.push({ step: id, userId: made.command.userId })
  return made
}

const MAKERS = {
  order: (maker: Maker): Made => ordered(maker, maker.random.pick(['open', 'open', 'open', 'close'])),
  whole: (maker: Maker): Made => ordered(maker, maker.random.pick(['closeWhole', 'reverse'])),
  price: (maker: Maker): Made => ({ command: priced(maker) }),
  tick: (): Made => ({ command: { kind: 'tick' } }),
  cancel: (maker: Maker): Made => changed(maker, 'cancel'),
  amend: (maker: Maker): Made => changed(maker, 'amend'),
  amendMany(maker: Maker): Made {
    const made = Array.from({ length: maker.random.between(1, 5) }, () => changed(maker, 'amend'))
    return manyOf(made, asInstrumentId(anyMarket(maker).instrumentId), asUserId(FIRST_USER))
  },
  tpsl: protectedBy,
  margin: (maker: Maker): Made => {
    const amount = maker.random.pick([1n, -1n]) * maker.random.pick([0n, 1n, 10n ** 7n, 10n ** 8n, 5n * 10n ** 9n])
    const command: Command = { kind: 'changePositionMargin', userId: anyUser(maker), positionId: asPositionId(1), amount }
    return { command, positionIn: anyMarket(maker).instrumentId }
  },
  leverage: (maker: Maker): Made => {
    const leverage = maker.random.pick([1, 5, 10, 10, 20, 20, 20, 50, 50, 100, 0, 101])
    return { command: { kind: 'setLeverage', userId: anyUser(maker), instrumentId: idOf(anyMarket(maker)), leverage } }
  },
  marginMode: (maker: Maker): Made => ({
    command: {
      kind: 'setMarginMode',
      userId: anyUser(maker),
      mode: maker.random.pick(['cross', 'isolated']),
      instrumentId: idOf(anyMarket(maker)),
    },
  }),
  positionMode: (maker: Maker): Made => ({
    command: { kind: 'setPositionMode', userId: anyUser(maker), isHedged: maker.random.below(2) },
  }),
  transfer: (maker: Maker): Made => {
    const isIn = maker.random.oneIn(2)
    const [from, to] = isIn ? (['spot', 'contract'] as const) : (['contract', 'spot'] as const)
    const amount = maker.random.pick([1n, 10n ** 8n, 10n ** 9n, 10n ** 10n, 10n ** 11n])
    return { command: { kind: 'transferBetweenAccounts', userId: anyUser(maker), from, to, assetId: asAssetId(UNIT), amount } }
  },
  cancelAll: (maker: Maker): Made => ({
    command: { kind: 'cancelAllOrders', userId: anyUser(maker), instrumentId: asInstrumentId(maker.random.pick([-1, 0, 1])) },
  }),
  timer: (maker: Maker): Made => ({
    command: {
      kind: 'setCancelAllTimer',
      userId: anyUser(maker),
      instrumentId: asInstrumentId(-1),
      timeoutMs: maker.random.pick([0, 5_000, 60_000]),
    },
  }),
  status: (maker: Maker): Made => ({
    command: {
      kind: 'setInstrumentStatus',
      instrumentId: idOf(anyMarket(maker)),
      status: maker.random.pick(['trading', 'trading', 'halt', 'cancelOnly', 'reduceOnly']),
      ...SIGNED,
    },
  }),
  terms: (maker: Maker): Made => ({
    command: {
      kind: 'changeContract',
      instrumentId: idOf(anyMarket(maker)),
      terms: pairTermsOf(maker.random, maker.random.pick([2, 3])),
      contract: contractTermsOf(maker.random),
      ...SIGNED,
    },
  }),
  /** What is settled is not traded again: in a third of the worlds, and not from the beginning. */
  settle: (maker: Maker): Made => {
    if (!maker.maySettle || maker.made < maker.count * 0.6) return { command: { kind: 'tick' } }
    return { command: { kind: 'settleContract', instrumentId: idOf(anyMarket(maker)), proposedBy: 'another', ...SIGNED } }
  },
  fund: ({ random }: Maker): Made => ({
    command: { kind: 'fundInsurance', assetId: asAssetId(UNIT), amount: random.pick([10n ** 9n, -(10n ** 9n), 0n]), ...SIGNED },
  }),
} as const satisfies Readonly<Record<string, (maker: Maker) => Made>>

// ---- prices ----

/** A walk, now and then a gap, a crash of a third and what comes back of it; sources agree, or fail. */
function priced(maker: Maker): Command {
  const { random } = maker
  const market = anyMarket(maker)
  const factor = random.weighted([
    [20, 1_000],
    [20, 1_002],
    [20, 998],
    [6, 1_020],
    [6, 980],
    [2, 1_060],
    [2, 940],
    [1, 700],
    [1, 1_400],
  ])
  market.ticks = Math.min(40_000, Math.max(2_000, Math.round((market.ticks * factor) / 1_000)))
  return reported(
    maker,
    market,
    random.weighted([
      [20, 'pinned'],
      [4, 'live'],
      [maker.maySettle ? 12 : 1, 'silent'],
    ] as const),
  )
}

function reported({ clock, random }: Maker, { asset, ticks }: Market, state: 'pinned' | 'live' | 'silent'): Command {
  const items = SOURCES.map((_, source): SourcePrice => {
    const said = state === 'silent' ? 0n : BigInt(ticks) * FINE_TICK + BigInt(random.below(3)) * 10n ** 9n
    return { assetId: asAssetId(asset), source, state, price: said, at: clock }
  })
  return { kind: 'reportPrices', items }
}

// ---- orders ----

const near = (random: Prng, ticks: number, share: number): number =>
  Math.max(1, ticks + random.between(-Math.ceil(ticks * share), Math.ceil(ticks * share)))

function ordered(maker: Maker, action: CommandByKind['placeContractOrder']['action']): Made {
  const { random } = maker
  const market = anyMarket(maker)
  const side: Side = random.oneIn(2) ? 'buy' : 'sell'
  const isMarket = random.oneIn(4) || action === 'closeWhole' || action === 'reverse'
  const command: CommandByKind['placeContractOrder'] = {
    ...PLAIN_ORDER,
    userId: anyUser(maker),
    instrumentId: idOf(market),
    side,
    action,
    type: isMarket ? 'market' : 'limit',
    timeInForce: isMarket ? 'ioc' : random.pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'postOnly']),
    selfTrade: random.oneIn(50) ? 'none' : random.pick(['expireTaker', 'expireMaker', 'expireBoth', 'decrement']),
    marginMode: random.oneIn(3) ? 'isolated' : 'cross',
    leverage: random.pick([20, 20, 20, 10, 50]),
    checksLiquidation: random.below(2),
    price: isMarket ? 0 : near(random, market.ticks, random.pick([0.002, 0.002, 0.02, 0.2])),
    // now and then more than anything can be worth
    quantity: random.oneIn(80) ? 2 ** random.between(40, 52) : random.pick([1, 3, 10, 50, 200, 1_000]),
    ...(random.oneIn(80) && { source: 'adl' }),
    ...conditionOf(maker, market, isMarket),
    ...(action === 'open' && random.oneIn(6) && attachedTo(maker, market, side)),
  }
  return { command, positionIn: market.instrumentId, isAsSet: !random.oneIn(20) }
}

function conditionOf({ random, clock }: Maker, market: Market, isMarket: boolean): Partial<CommandByKind['placeContractOrder']> {
  if (!random.oneIn(7)) return {}
  const expireAt = random.pick([0, clock + 24 * HOUR_MS, clock + HOUR_MS])
  const triggerBy = random.pick(['last', 'mark', 'index'] as const)
  const triggerPrice = near(random, market.ticks, 0.02)
  const waits = { expireAt, triggerBy, timeInForce: isMarket ? 'ioc' : 'gtc' } as const
  if (random.oneIn(2)) return { ...waits, triggerPrice }
  if (random.oneIn(2)) return { ...waits, callback: random.pick([1, 20, 200]) }
  return { ...waits, triggerPrice: random.pick([0, triggerPrice]), callbackRate: random.pick([100_000n, 1_000_000n, 5_000_000n]) }
}

function attachedTo({ random }: Maker, { ticks }: Market, side: Side): Partial<CommandByKind['placeContractOrder']> {
  const sign = side === 'buy' ? 1 : -1
  const away = (): number => Math.ceil(ticks * random.pick([0.01, 0.05, 0.3]))
  const [takeProfit, stopLoss] = [Math.max(1, ticks + sign * away()), Math.max(1, ticks - sign * away())]
  return {
    takeProfit: random.oneIn(4) ? 0 : takeProfit,
    takeProfitBy: random.pick(['last', 'mark', 'index'] as const),
    stopLoss: random.oneIn(4) ? 0 : stopLoss,
    stopLossBy: random.pick(['last', 'mark', 'index'] as const),
  }
}

function protectedBy(maker: Maker): Made {
  const { random } = maker
  const market = anyMarket(maker)
  const side: Side = random.oneIn(2) ? 'buy' : 'sell'
  const { takeProfit = 0, stopLoss = 0, takeProfitBy = 'mark', stopLossBy = 'mark' } = attachedTo(maker, market, side)
  const command: Command = {
    kind: 'placePositionTpsl',
    userId: anyUser(maker),
    takeProfitBy,
    stopLossBy,
    source: 'web',
    positionId: asPositionId(1),
    takeProfit,
    takeProfitLimit: random.oneIn(3) ? takeProfit : 0,
    takeProfitQuantity: random.pick([0, 0, 1, 10, 100]),
    stopLoss,
    stopLossLimit: random.oneIn(3) ? stopLoss : 0,
    stopLossQuantity: random.pick([0, 0, 1, 10, 100]),
  }
  return { command, positionIn: market.instrumentId }
}

function changed(maker: Maker, kind: 'cancel' | 'amend'): Made {
  const { random, placed } = maker
  const found = placed[placed.length - 1 - random.below(Math.max(1, Math.min(placed.length, 30)))]
  if (found === undefined) return { command: { kind: 'tick' } }
  const target = { step: found.step, leg: random.pick([0, 0, 0, 1]), by: 'order' } as const
  const named = { userId: found.userId, orderId: asOrderId(0), clientOrderId: '' }
  if (kind === 'cancel') return { command: { kind: 'cancelOrder', ...named, orderListId: asOrderListId(0) }, target }
  const price = random.oneIn(2) ? near(random, anyMarket(maker).ticks, 0.02) : 0
  const command: Command = { kind: 'amendOrder', ...named, price, quantity: random.pick([0, 0, 1, 5, 60]), triggerPrice: 0 }
  return { command, target }
}
