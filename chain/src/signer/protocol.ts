/**
 * What the exchange and the signer's process say to each other. A message is one line of JSON; amounts are decimal text there (see `wire.ts`
 * beside this file). The signer believes nothing that it can recompute: it reads every transaction back from its bytes, holds what it pays
 * against the intent and its own policy, and derives each house address itself.
 */
import type { AdapterSettings } from '../adapters.ts'
import type { Payment, Plan, Signed, Unsigned } from '../port.ts'
import type { KeyPlace, PublicAccount } from '../signing-port.ts'

/**
 * Accounts of a seed by what lies on their addresses. Addresses are numbered by the engine (`AddressId`): the index of a key is that number,
 * on branch 0, so that engine and signer need no list between them.
 */
export const ACCOUNT_OF_PLACE = { addresses: 0, hot: 1, warm: 2, cold: 3 } as const
export type KeyPurpose = keyof typeof ACCOUNT_OF_PLACE

export const keyPlaceOf = (purpose: KeyPurpose, addressId: number): KeyPlace => ({
  account: ACCOUNT_OF_PLACE[purpose],
  branch: 0,
  index: addressId,
})

/** Of which tenant's seed, on which network. `network` is the number of the tenant's network, which its log and policy call it by. */
export interface NetworkName {
  readonly tenant: string
  readonly network: number
  readonly settings: AdapterSettings
}

/** A withdrawal that a transaction pays, as its customer confirmed it. */
export interface PaidWithdrawal {
  readonly withdrawalId: number
  readonly asset: string
  readonly payment: Payment
}

/** Where a house movement goes: an address that the signer derives, or one that its policy names. */
export type MoveTarget = { readonly purpose: KeyPurpose; readonly addressId: number } | { readonly named: string }

export type Purpose =
  | { readonly kind: 'withdrawals'; readonly paid: readonly PaidWithdrawal[] }
  | { readonly kind: 'move'; readonly asset: string; readonly payment: Payment; readonly target: MoveTarget }
  /** Spends a slot on nothing, which ends what waits in it. */
  | { readonly kind: 'cancel' }

/** What is to be signed and why. Signed by the exchange as a whole (`signature` of the message around it). */
export interface Intent {
  readonly on: NetworkName
  readonly paymentId: number
  readonly purpose: Purpose
  readonly plan: Plan
  readonly unsigned: Unsigned
  /** Keys that are needed: addresses that pay, by their places. */
  readonly payers: readonly { readonly address: string; readonly place: KeyPlace }[]
  /** Own addresses that change goes back to. */
  readonly change: readonly { readonly address: string; readonly place: KeyPlace }[]
  /** Decimals of the unit that the chain counts in, by asset of this intent: caps are in units of the asset. */
  readonly scales: Readonly<Record<string, number>>
}

/**
 * Why nothing was signed. `locked`: no unlock secret yet. `overCap`: a cap of the policy. `notAllowed`: network, contract, target or kind that
 * the policy does not allow. `mismatch`: the bytes do not do what the intent says. `changed`: the same withdrawal was signed with other outputs
 * before, and this does not provably spend the same slot. `badIntent`: nonsense, or not signed by the exchange.
 */
export type SignRefusalReason = 'locked' | 'overCap' | 'notAllowed' | 'mismatch' | 'changed' | 'badIntent'

export type SignResult =
  | { readonly signed: Signed }
  | { readonly refused: SignRefusalReason; readonly text: string; readonly retryAfterMs?: number }

export interface SignerStatus {
  readonly isUnlocked: boolean
  readonly policyHash: string
  /** Head of its log: entries so far and the hash of the last. */
  readonly logEntries: number
  readonly logHead: string
  /** Whether it runs under another uid than who asks. */
  readonly isApart: boolean
}

/** The signer as the server sees it. A signer that does not answer rejects with `SignerAway`. */
export interface SignerPort {
  status(): Promise<SignerStatus>
  /** @param first, count of addresses made ahead, where a kind of chain has no public derivation */
  publicAccount(on: NetworkName, purpose: KeyPurpose, first: number, count: number): Promise<PublicAccount>
  sign(intent: Intent): Promise<SignResult>
  /** A text signed by a house address: that it is the house's. Customers' addresses sign nothing. */
  signText(on: NetworkName, purpose: Exclude<KeyPurpose, 'addresses'>, addressId: number, text: string): Promise<string>
}

/** The signer's process does not answer. Nothing is known of what was asked. */
export class SignerAway extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'SignerAway'
  }
}
