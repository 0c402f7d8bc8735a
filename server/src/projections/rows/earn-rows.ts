/** What history knows of savings, and what it can be asked. Orders that hold are told by the engine as they stand. */
import type { RateTier, Renewal } from '@agio/engine/command.ts'
import type { AccountKind } from '@agio/engine/event.ts'
import type { AssetId, EarnOrderId, ProductId, UserId } from '@agio/engine/ids/id.ts'
import type { Page, TimeRange } from '../port.ts'

/** What a bill of savings is about. */
export type EarnLineKind = 'purchase' | 'redemption' | 'interest'
/** How an order ended: by its term, before it, or by a redemption of all that a flexible one held. */
export type EarnEnd = 'mature' | 'early' | 'flexible'

export interface EarnOrderRow {
  readonly orderId: EarnOrderId
  readonly productId: ProductId
  readonly assetId: AssetId
  /** Principal at its beginning. */
  readonly amount: bigint
  readonly startAt: number
  /** 0 = flexible. */
  readonly expireAt: number
  readonly payAccount: AccountKind
  /** What its product earned when it began, as it was given by then. Null where history does not go back so far. */
  readonly tiers: readonly RateTier[] | null
  /** Null while it holds. */
  readonly end: {
    readonly how: EarnEnd
    /** Of what it held to the end. */
    readonly principal: bigint
    /** Interest that it was paid, as its lines say; of one that ended early all or a part of it was taken back. */
    readonly paid: bigint
    /** Interest that was not paid, and what was taken back. */
    readonly forfeited: bigint
    readonly renewal: Renewal
    readonly at: number
  } | null
}

/** Brackets as they are stored. */
export const ratesText = (tiers: readonly RateTier[]): string =>
  JSON.stringify(tiers.map(({ upTo, rateE8 }) => [upTo === null ? null : String(upTo), rateE8]))

export const ratesOf = (text: string): readonly RateTier[] =>
  (JSON.parse(text) as readonly (readonly [string | null, number])[]).map(([upTo, rateE8]) => ({
    upTo: upTo === null ? null : BigInt(upTo),
    rateE8,
  }))

export interface EarnOrderQuery extends Page {
  readonly userId: UserId
  readonly orderId?: EarnOrderId
  readonly isHolding?: boolean
  readonly isTerm?: boolean
  readonly assetId?: AssetId
  /** Of its beginning. */
  readonly range?: TimeRange
  /** Those that ended before, ms, are left out; what holds is not. */
  readonly endedSince?: number
}

/** A bill. Of one order and day there is one line of interest. */
export interface EarnLineRow {
  /** Rises with every line of whatever kind, of statements too. */
  readonly lineId: number
  readonly orderId: EarnOrderId
  readonly productId: ProductId
  readonly assetId: AssetId
  readonly kind: EarnLineKind
  /** Signed as the paying account saw it. */
  readonly amount: bigint
  /** Of interest: the UTC day since 1970 that earned it; 0 where it is of several. */
  readonly day: number
  /** A late line has the instant at which it was due. */
  readonly at: number
  /** Of its entry. */
  readonly seq: number
}

export interface EarnLineQuery extends Page {
  readonly userId: UserId
  readonly kind?: EarnLineKind
  readonly orderId?: EarnOrderId
  readonly assetId?: AssetId
  readonly range?: TimeRange
}

/** Interest that a product paid a customer. */
export interface EarnSum {
  readonly productId: ProductId
  readonly assetId: AssetId
  readonly interest: bigint
  /** Of the day that was asked for. */
  readonly ofDay: bigint
}
