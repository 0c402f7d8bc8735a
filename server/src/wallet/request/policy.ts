/** What an operator may set about withdrawals: when two factors are wanted, when a person has to look. Amounts in the unit asset. */
import type { JsonObject } from '@agio/engine/command.ts'
import { parseDecimal } from '@agio/engine/money/decimal.ts'
import * as z from 'zod/mini'

/** Collection and id of the document. */
export const POLICIES = 'withdrawPolicy'
export const POLICY = 'policy'

const VALUE_SCALE = 8
const amount = z.string().check(z.regex(/^\d{1,12}(\.\d{1,8})?$/, 'is no amount with 8 decimals at most'))
/** From this value on; null = never. */
const from = z.nullable(amount)
const count = (most: number) => z.int().check(z.minimum(1), z.maximum(most))

export const policyDocument = z.strictObject({
  /** Codes of two methods are wanted from this value on. */
  twoFactorsFrom: z.prefault(from, '10000'),
  /** Level of identity without which nothing leaves. */
  kycLevel: z.prefault(z.int().check(z.minimum(0), z.maximum(2)), 0),
  /** Values from which a person looks at a withdrawal: whatever else it is, the first one, one to a new address or from a new device … */
  reviewFrom: z.prefault(from, '20000'),
  reviewFirstFrom: z.prefault(from, '500'),
  reviewNewAddressFrom: z.prefault(from, '2000'),
  reviewNewDeviceFrom: z.prefault(from, '500'),
  /** … while withdrawals rest, or so many hours after they rested for a day … */
  reviewAfterLockFrom: z.prefault(from, '0'),
  afterLockHours: z.prefault(count(720), 24),
  /** … or one that takes so large a part of what the account has of the coin, in percent. */
  reviewShareFrom: z.prefault(from, '5000'),
  sharePercent: z.prefault(count(100), 90),
  /** More withdrawals in 24 hours than these are looked at. */
  perDay: z.prefault(count(1000), 20),
  /** Requests of a customer that are not over, and that he may make in 24 hours. */
  openMost: z.prefault(count(100), 20),
  dayMost: z.prefault(count(300), 50),
  /** A device is new for so many hours. */
  newDeviceHours: z.prefault(count(720), 24),
})
export type PolicyDocument = z.output<typeof policyDocument>

/** @returns undefined for a document that does not fit */
export function readPolicy(document: JsonObject | undefined): PolicyDocument | undefined {
  const { why, ...own } = document ?? {}
  const parsed = z.safeParse(policyDocument, own)
  return parsed.success ? parsed.data : undefined
}

export const DEFAULT_POLICY: PolicyDocument = z.parse(policyDocument, {})

/** Does a value reach a bound of the policy? @param value 1e-8 of the unit asset */
export function reaches(bound: string | null, value: bigint): boolean {
  const least = bound === null ? 'none' : parseDecimal(bound, VALUE_SCALE)
  return typeof least === 'bigint' && value >= least
}
