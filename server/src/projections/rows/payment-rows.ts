/** What history keeps of the house's payments and of where withdrawals go: the engine keeps amounts and states alone. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { HoldingPlace, PaymentChange } from '@agio/engine/event.ts'
import type { ListingId, NetworkId, PaymentId, UserId, WithdrawalId } from '@agio/engine/ids/id.ts'
import type { Listing, Page } from '../port.ts'

/** Bytes that the chain may take, as `signPayment` journaled them. */
export interface SignedRow {
  readonly tx: string
  /** Hexadecimal. */
  readonly bytes: string
  /** What it offered the chain; null = nobody said. */
  readonly fee: JsonObject | null
}

export interface PaymentRow {
  readonly paymentId: PaymentId
  /** As `beginPayment` journaled it. */
  readonly plan: JsonObject
  readonly actor: string
  /** The first one and what replaced it, the newest last. */
  readonly signed: readonly SignedRow[]
}

export interface PaidWithdrawal {
  readonly withdrawalId: WithdrawalId
  readonly userId: UserId
  /** With the fee. */
  readonly amount: bigint
  readonly fee: bigint
  readonly document: JsonObject
}

/** One as it stands, for operators. */
export interface ListedPayment extends PaymentRow {
  readonly networkId: NetworkId
  readonly listingId: ListingId
  readonly from: HoldingPlace
  readonly to: HoldingPlace
  /** The newest; one whose block left the chain is `signed` again. */
  readonly state: Exclude<PaymentChange, 'left'>
  readonly amount: bigint
  /** The one that a block has, else the one that was signed last. */
  readonly tx: string | undefined
  /** Of its block; 0 = none has it. */
  readonly height: number
  /** Of the asset of `gasListingId`; both 0 until a block has it. */
  readonly gas: bigint
  readonly gasListingId: ListingId | 0
  /** Why it was given up. */
  readonly why: string | undefined
  readonly begunAt: number
  readonly updatedAt: number
  /** None = it moves coins of the house, or its withdrawals wait again. */
  readonly withdrawals: readonly PaidWithdrawal[]
}

export interface PaymentQuery extends Page {
  readonly networkId?: NetworkId
  readonly paymentIds?: readonly PaymentId[]
  /** Neither final nor dropped. */
  readonly isUnderWay?: boolean
  /** Exact, any that was signed. */
  readonly tx?: string
}

/** Reads of operators, and of whoever pays, at a start: as of the position that history has reached. */
export interface PaymentHistory {
  /** Newest first. */
  paymentList(query: PaymentQuery): Promise<Listing<ListedPayment>>
  /** Payments by their ids, as far as history knows them. */
  payments(ids: readonly PaymentId[]): Promise<readonly PaymentRow[]>
  /** Documents of withdrawals by their ids, as far as history knows them. */
  withdrawalDocuments(ids: readonly WithdrawalId[]): Promise<ReadonlyMap<WithdrawalId, JsonObject>>
}
