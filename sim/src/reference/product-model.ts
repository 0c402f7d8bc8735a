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
