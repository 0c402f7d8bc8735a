/** One verification as the journal keeps it, its states, and which follows on which. Personal data in it is sealed. */
import type { JsonObject } from '@agio/engine/command.ts'
import { DOCUMENT_TYPES } from '@agio/wire/account/identity.ts'
import * as z from 'zod/mini'

export const COLLECTION = 'identity'

/** 0 none, 1 submitted, 2 approved, 3 rejected, 4 revoked. */
export type VerificationStatus = 0 | 1 | 2 | 3 | 4

const NEXT: Readonly<Record<VerificationStatus, readonly VerificationStatus[]>> = { 0: [1], 1: [2, 3], 2: [4], 3: [1], 4: [1] }

export const mayBecome = (from: VerificationStatus, to: VerificationStatus): boolean => NEXT[from].includes(to)

const statusSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

const verificationSchema = z.object({
  status: statusSchema,
  /** Blind index of the document's number; '' for a level that has none. */
  numberIndex: z.string(),
  /** `PersonalPart`, sealed with the data key of the account. */
  sealed: z.string(),
  /** Keys of the pictures by field. */
  images: z.record(z.string(), z.string()),
  submittedAt: z.number(),
  decidedAt: z.nullable(z.number()),
  decidedBy: z.nullable(z.string()),
  /** Why, for the record of the staff. */
  why: z.nullable(z.string()),
  /** What the customer reads. */
  reason: z.nullable(z.string()),
})
export type Verification = z.output<typeof verificationSchema>

const personalSchema = z.object({
  countryCode: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthday: z.string(),
  idType: z.enum(DOCUMENT_TYPES),
  idCard: z.string(),
  expireDate: z.nullable(z.string()),
})
export type PersonalPart = z.output<typeof personalSchema>

/** Undefined for a document that cannot be read: it then counts as never sent. */
export function readVerification(document: JsonObject): Verification | undefined {
  const parsed = z.safeParse(verificationSchema, document)
  return parsed.success ? parsed.data : undefined
}

export const readPersonal = (text: string): PersonalPart => z.parse(personalSchema, JSON.parse(text))

/** What the owner reads of a decision in the message centre, made by the same command. */
export function messageOf(status: VerificationStatus, reason: string | null): JsonObject {
  if (status === 2) return { message: { kind: 'identityApproved', params: {} } }
  return status === 1 ? {} : { message: { kind: 'identityRejected', params: { reason: reason ?? '' } } }
}

const maskWord = (word: string): string => {
  const [first = ''] = word
  return first + '*'.repeat(Math.max(2, Math.min(8, [...word].length - 1)))
}

/** `Maya Karlsson` → `M*** K*******`. */
export const maskedName = ({ firstName, lastName }: PersonalPart): string => `${maskWord(firstName)} ${maskWord(lastName)}`

/** All but the last four, of a number with fewer than eight all but the last two. */
export const maskedNumber = (idCard: string): string => `****${idCard.slice(idCard.length < 8 ? -2 : -4)}`
