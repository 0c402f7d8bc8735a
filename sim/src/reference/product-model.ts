/** State of index prices, conversion and savings in the reference. */
import type { ProductStatus, ProductTerms, RateTier, Renewal, SourceState } from '@agio/engine/command.ts'
import type { AccountKind } from '@agio/engine/event.ts'

export interface Said {
  state: SourceState
  price: bigint
  at: number
}

export interface RefIndex {
  price: bigint
  live: number
  at: number
  readonly said: (Said | undefined)[]
  weights: readonly number[]
  /** When the first of the sources that count gets too old. */
  recheckAt: number
}

export interface IndexTerms {
  unitAssetId: number
  sources: readonly string[]
  freshMs: number
  cap: bigint
}

/** What is wanted of a coin's stock, and what became of it today. */
export interface RefStock {
  /** −1n = nobody named it. */
  target: bigint
  least: bigint
  most: bigint
  funded: bigint
  spread: bigint
  result: bigint
  swing: bigint
  price: bigint
  beyond: -1 | 0 | 1
  beyondSince: number
  pausedUntil: number
  isHeld: boolean
  isClosed: boolean
  hedgeAt: number
  /** Changes of the index, the newest last. */
  moves: { readonly at: number; readonly price: bigint }[]
}

export const newStock = (): RefStock => ({
  target: -1n,
  least: -1n,
  most: -1n,
  funded: 0n,
  spread: 0n,
  result: 0n,
  swing: 0n,
  price: 0n,
  beyond: 0,
  beyondSince: 0,
  pausedUntil: 0,
  isHeld: false,
  isClosed: false,
  hedgeAt: Number.POSITIVE_INFINITY,
  moves: [],
})

/** A person's conversions of a coin. */
export interface RefTaker {
  readonly person: number
  readonly assetId: number
  takes: { at: number; amount: bigint }[]
  tookAt: number
  gaveAt: number
  forgetAt: number
}

export interface RefConvertRules {
  lookTimes: bigint
  lookLeast: bigint
  personShare: bigint
  keptShare: bigint
  keptBelow: bigint
  pauseShare: bigint
  coinLoss: bigint
  hedgeSlip: bigint
  hedgePerMinute: bigint
}

const E8 = 10n ** 8n

/** The last look: three spreads, 0.15 %; a tenth for a person; a fifth kept for less than 1,000; 0.3 %; 0.5 %; 0.3 %; 100,000 a minute. */
const newRules = (): RefConvertRules => ({
  lookTimes: 3n,
  lookLeast: (15n * E8) / 10_000n,
  personShare: E8 / 10n,
  keptShare: E8 / 5n,
  keptBelow: 1000n * E8,
  pauseShare: (3n * E8) / 1000n,
  coinLoss: (5n * E8) / 1000n,
  hedgeSlip: (3n * E8) / 1000n,
  hedgePerMinute: 100_000n * E8,
})

export interface RefConvert {
  dailyLimit: bigint
  lossBound: bigint
  deskUserId: number
  isClosedByOperator: boolean
  isClosedByLoss: boolean
  /** 0 = there never was a stock. */
  day: number
  dayValue: bigint
  funded: bigint
  value: bigint
  rules: RefConvertRules
  readonly stocks: Map<number, RefStock>
  /** By person and asset. */
  readonly takers: Map<string, RefTaker>
  /** What the desk traded in a minute. */
  hedged: bigint
  minute: number
  /** The coin that an order hedges at this instant, 0 = none does. */
  hedging: number
  /** Quotes that were executed, until when they would have been good. */
  readonly executed: Map<number, number>
  /** Day and value by customer. */
  readonly used: Map<number, { readonly day: number; readonly value: bigint }>
}

export const newConvert = (): RefConvert => ({
  dailyLimit: 0n,
  lossBound: 0n,
  deskUserId: 0,
  isClosedByOperator: false,
  isClosedByLoss: false,
  day: 0,
  dayValue: 0n,
  funded: 0n,
  value: 0n,
  rules: newRules(),
  stocks: new Map(),
  takers: new Map(),
  hedged: 0n,
  minute: 0,
  hedging: 0,
  executed: new Map(),
  used: new Map(),
})

export interface RefProduct {
  readonly productId: number
  terms: ProductTerms
  status: ProductStatus
  sold: bigint
  readonly rates: { readonly fromDay: number; readonly given: number; readonly tiers: readonly RateTier[] }[]
  poolDay: number
  poolUsed: bigint
}

export interface RefSaving {
  id: number
  readonly userId: number
  readonly product: RefProduct
  /** 0 = a term that was ended early: until `expireAt` what it gave back counts against what its owner may hold. */
  principal: bigint
  givenBack: bigint
  /** Since its last payout: parts of a minor unit × 365 days × 1e8 that were earned, and minor units of them that were paid. */
  earned: bigint
  taken: bigint
  paid: bigint
  startAt: number
  expireAt: number
  readonly payAccount: AccountKind
  renewal: Renewal
  /** First UTC day that it has no line of. */
  day: number
  /** Brackets that were fixed at its beginning. */
  fixed: readonly RateTier[] | undefined
}

export interface RefEarn {
  readonly products: RefProduct[]
  /** By place: the last one that was freed is taken first. Lines of one instant are posted in this order. */
  readonly places: (RefSaving | undefined)[]
  readonly free: number[]
  count: number
  /** Purchases of flexible products, and below zero what of them was redeemed on the same day. */
  readonly today: { readonly userId: number; readonly product: RefProduct; readonly at: number; readonly amount: bigint }[]
  /** Days have lines and ends from the first order on; 0 = there was none. */
  nextLines: number
  nextEnds: number
}

export const newEarn = (): RefEarn => ({ products: [], places: [], free: [], count: 0, today: [], nextLines: 0, nextEnds: 0 })
