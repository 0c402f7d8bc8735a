/** What history knows of deposits, withdrawals, payments and addresses, and what it can be asked. */
import type { JsonObject } from '@agio/engine/command.ts'
import type { DepositStatus, HoldingPlace, WithdrawalStatus } from '@agio/engine/event.ts'
import type { AddressId, AssetId, ListingId, NetworkId, PaymentId, UserId } from '@agio/engine/ids/id.ts'
import type { WalletTxKind, WalletTxName } from '@agio/wire/wallet/view.ts'
import type { Listing, Page, TimeRange } from '../port.ts'
import type { PaymentHistory } from './payment-rows.ts'
import type { ReceiptHistory } from './receipt-rows.ts'

/** Kinds as the tables hold them. */
export const WALLET_TX_KINDS: Readonly<Record<WalletTxKind, number>> = { deposit: 1, withdrawal: 2, received: 3 }

/** Who brought a deposit or a withdrawal to a status. */
export type StepActor = 'user' | 'system' | 'reviewer' | 'chain'

/** How a deposit or a withdrawal stands. Times are ms, 0 = not yet. */
export interface WalletTxRow extends WalletTxName {
  /** 0 = nobody's yet, or the house's. */
  readonly userId: UserId
  /** Receiver of a withdrawal inside the house, or its sender; else 0. */
  readonly otherUserId: UserId
  readonly listingId: ListingId
  readonly assetId: AssetId
  readonly networkId: NetworkId
  /** What was received inside the house is `unlocked`. */
  readonly status: DepositStatus | WithdrawalStatus
  /** Of a withdrawal with the fee. */
  readonly amount: bigint
  readonly fee: bigint
  /** Of a withdrawal, when it was asked for, 1e-8 of the unit asset. */
  readonly value: bigint
  /** Of the block that has it, or its payment; 0 = none. */
  readonly height: number
  /** Of a deposit; 0 = its tag says nobody. */
  readonly addressId: AddressId | 0
  /** Of that address. */
  readonly place: HoldingPlace | undefined
  readonly tag: number
  /** Of a withdrawal: the one that a block has, or was signed last. */
  readonly tx: string | undefined
  readonly position: string | undefined
  readonly from: string | undefined
  /** The business key of a deposit. */
  readonly key: string | undefined
  /** Where a withdrawal goes; of what was received, where it came to: address and memo alone. */
  readonly document: JsonObject | undefined
  readonly clientId: string | undefined
  readonly paymentId: PaymentId | 0
  /** Why a person had to look at a withdrawal. */
  readonly reviews: readonly string[]
  /** Arrivals of one transaction that a deposit stands for. */
  readonly count: number
  /** Deposit whose sum it is part of; 0 = none. */
  readonly pileId: number
  /** Why it was rejected, failed or waits: a reviewer's words, or a `WalletReason`. */
  readonly reason: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly checkedAt: number
  readonly creditedAt: number
  readonly finishedAt: number
}

export interface WalletTxQuery extends Page {
  /** Absent = everybody's, and nobody's. */
  readonly userId?: UserId
  readonly name?: WalletTxName
  readonly names?: readonly WalletTxName[]
  readonly kinds?: readonly WalletTxKind[]
  readonly assetIds?: readonly AssetId[]
  readonly networkIds?: readonly NetworkId[]
  readonly statuses?: readonly WalletTxRow['status'][]
  /** Neither final nor given up: `finishedAt` is 0. */
  readonly isUnderWay?: boolean
  /** Exact; of a withdrawal any that was signed. */
  readonly tx?: string
  readonly key?: string
  readonly reason?: string
  readonly clientId?: string
  /** Of a withdrawal, where it goes. */
  readonly address?: string
  readonly paymentId?: PaymentId
  /** Of its beginning. */
  readonly range?: TimeRange
}

export interface WalletStepRow {
  readonly status: WalletTxRow['status']
  readonly at: number
  readonly actor: StepActor
  /** The reviewer or operator by name: for operators alone. */
  readonly who: string | undefined
  readonly reason: string | undefined
  readonly tx: string | undefined
}

export interface AddressRow {
  readonly addressId: AddressId
  /** 0 = the house. */
  readonly userId: UserId
  readonly family: number
  readonly place: HoldingPlace
  readonly tag: number
  /** '' = none. */
  readonly label: string
  readonly at: number
}

export interface AddressQuery {
  readonly userId?: UserId
  readonly family?: number
  readonly addressIds?: readonly AddressId[]
}

/** Deposits, withdrawals, payments and addresses as history has them. */
export interface WalletReads extends PaymentHistory, ReceiptHistory {
  /** Newest first: by when they came into their owner's list. */
  walletTxs(query: WalletTxQuery): Promise<Listing<WalletTxRow>>
  /** Each status that one came to, oldest first. */
  walletSteps(name: WalletTxName): Promise<readonly WalletStepRow[]>
  /** Oldest first. */
  addresses(query: AddressQuery): Promise<readonly AddressRow[]>
}
