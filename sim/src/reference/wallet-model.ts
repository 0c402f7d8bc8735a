/** State of networks, deposits, withdrawals and payments in the reference. */
import type { ListingTerms } from '@agio/engine/command.ts'
import type { DepositStatus, HoldingPlace, WithdrawalStatus } from '@agio/engine/event.ts'

export interface RefNetwork {
  readonly networkId: number
  readonly family: number
  isHalted: boolean
  height: number
  block: string
}

export interface RefListing {
  readonly listingId: number
  terms: ListingTerms
  isHalted: boolean
  /** What the house holds, by place. */
  readonly held: Record<HoldingPlace, bigint>
  /** Set out and in no block yet. */
  onTheWay: bigint
  dust: bigint
}

export interface RefAddress {
  /** 0 = the house. */
  readonly userId: number
  readonly family: number
  readonly place: HoldingPlace
  readonly tag: number
}

export interface RefDeposit {
  readonly key: string
  readonly id: number
  readonly listing: RefListing
  readonly addressId: number
  /** Who gets it; 0 = nobody yet. */
  userId: number
  status: DepositStatus
  isHeld: boolean
  /** Of its block; 0 = it is in none. */
  height: number
  amount: bigint
  dust: bigint
  /** It was less than the least amount when it came to be somebody’s. */
  isSmall: boolean
  /** It is the sum of what was too little at its address. */
  isPile: boolean
  /** Block that the chain went back to when its own left. */
  leftAt: number
  maturity: number
}

/** Arrivals of a coin in a block that wait for a row. */
export interface RefCrowd {
  readonly listing: RefListing
  readonly place: HoldingPlace
  readonly height: number
  /** Of the first in it. */
  readonly depositId: number
  count: number
  amount: bigint
  dust: bigint
  /** Highest key of all that came into it. */
  mark: string
}

export interface RefWithdrawal {
  readonly id: number
  readonly userId: number
  readonly listing: RefListing
  readonly receiverId: number
  readonly at: number
  readonly amount: bigint
  readonly fee: bigint
  readonly value: bigint
  status: WithdrawalStatus
  /** When it counts for no limit any more. */
  pastAt: number
}

export interface RefPayment {
  readonly id: number
  readonly listing: RefListing
  readonly withdrawals: readonly RefWithdrawal[]
  readonly from: HoldingPlace
  readonly to: HoldingPlace
  readonly amount: bigint
  isSigned: boolean
  mined: 'no' | 'done' | 'failed'
  height: number
  gasListing: RefListing | undefined
  gas: bigint
  gasDust: bigint
}

export interface RefWallet {
  readonly networks: RefNetwork[]
  readonly listings: RefListing[]
  readonly addresses: RefAddress[]
  /** By business key. */
  readonly deposits: Map<string, RefDeposit>
  /** By listing, place and block. */
  readonly crowds: Map<string, RefCrowd>
  readonly withdrawals: Map<number, RefWithdrawal>
  /** Every request that was ever made. */
  readonly requests: { readonly userId: number; readonly at: number }[]
  readonly payments: Map<number, RefPayment>
}

export const newWallet = (): RefWallet => ({
  networks: [],
  listings: [],
  addresses: [],
  deposits: new Map(),
  crowds: new Map(),
  withdrawals: new Map(),
  requests: [],
  payments: new Map(),
})
