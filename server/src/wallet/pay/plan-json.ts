/**
 * What `beginPayment` journals of a payment: all that it takes to build the same bytes again. Amounts are decimal text there. A plan that was
 * journaled is never changed; of a replacement the fee alone is another one, and stands beside its bytes.
 */
import type { FeeQuote, Plan } from '@agio/chain/port.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import type { HoldingPlace } from '@agio/engine/event.ts'
import { type AddressId, asAddressId, asUserId, asWithdrawalId, type UserId, type WithdrawalId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'

/** An address of the house, by the key that it follows from. */
export interface Payer {
  readonly address: string
  readonly place: HoldingPlace
  readonly addressId: AddressId
}

export type StoredPurpose =
  /** In the order of the plan's payments. */
  | { readonly kind: 'withdrawals'; readonly paid: readonly { readonly userId: UserId; readonly withdrawalId: WithdrawalId }[] }
  | { readonly kind: 'move'; readonly target: { readonly place: HoldingPlace; readonly addressId: AddressId }; readonly why: string }

export interface StoredPlan {
  readonly plan: Plan
  readonly purpose: StoredPurpose
  /** Whose keys sign. */
  readonly payers: readonly Payer[]
  /** Own addresses that something of it comes back to. */
  readonly change: readonly Payer[]
  /** What the chain takes for it at most, in its own coin, at the fee of the plan. */
  readonly feeMost: bigint
}

const amount = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text: string) => BigInt(text)),
)
const place = z.enum(['addresses', 'hot', 'warm', 'cold'])
const addressId = z.pipe(z.int(), z.transform(asAddressId))
const payer = z.object({ address: z.string(), place, addressId })
const fee = z.object({ rate: amount, tip: amount })
const text = z.nullable(z.string())

const slot = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nonce'), from: z.string(), nonce: z.int() }),
  z.object({
    kind: z.literal('coins'),
    coins: z.array(z.object({ tx: z.string(), output: z.int(), amount, address: z.string(), height: z.nullable(z.int()) })),
    change: z.string(),
  }),
  z.object({ kind: z.literal('blockhash'), from: z.string(), blockhash: z.string(), lastHeight: z.int() }),
])

const paid = z.object({ userId: z.pipe(z.int(), z.transform(asUserId)), withdrawalId: z.pipe(z.int(), z.transform(asWithdrawalId)) })

const purpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('withdrawals'), paid: z.array(paid) }),
  z.object({
    kind: z.literal('move'),
    target: z.object({ place, addressId }),
    why: z.string(),
  }),
])

const storedPlan = z.object({
  plan: z.object({ payments: z.array(z.object({ to: z.string(), tag: text, token: text, amount })), slot, fee, work: amount }),
  purpose,
  payers: z.array(payer),
  change: z.array(payer),
  feeMost: amount,
})

/** Bigints as text, at any depth. */
export function planJson(stored: StoredPlan): JsonObject {
  return JSON.parse(JSON.stringify(stored, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))) as JsonObject
}

/** @returns undefined for what no plan of this conductor is */
export function readPlan(json: JsonObject): StoredPlan | undefined {
  const parsed = z.safeParse(storedPlan, json)
  return parsed.success ? parsed.data : undefined
}

/** What stands beside the bytes of a version. @param cancels it spends the slot on nothing */
export const feeJson = ({ rate, tip }: FeeQuote, cancels = false): JsonObject => ({
  rate: String(rate),
  tip: String(tip),
  ...(cancels && { cancels }),
})

export const readCancels = (json: JsonObject | null | undefined): boolean => json?.cancels === true

export function readFee(json: JsonObject | null | undefined): FeeQuote | undefined {
  const parsed = z.safeParse(fee, json)
  return parsed.success ? parsed.data : undefined
}
