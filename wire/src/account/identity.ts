/** user-web: verification of identity. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, optional, outside, words } from '../fields.ts'
import { named } from '../named.ts'

const ROOT = '/api/user-web/v1'

export const DOCUMENT_TYPES = ['ID_CARD', 'PASSPORT', 'DRIVER'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The pictures of a verification. */
export const IMAGE_FIELDS = ['frontKey', 'reverseKey', 'handKey', 'addressProofKey'] as const
export type ImageField = (typeof IMAGE_FIELDS)[number]

/** 0 none, 1 submitted, 2 approved, 3 rejected, 4 revoked or expired. */
const status = z.int().check(z.minimum(0), z.maximum(4))

export const identitySchema = named(
  'Identity',
  z.object({
    status,
    /** Highest level that is approved. */
    level: z.int().check(z.minimum(0), z.maximum(2)),
    reason: z.nullable(z.string()),
    /** Masked, as the number. */
    realName: z.nullable(z.string()),
    idType: z.nullable(z.string()),
    idCard: z.nullable(z.string()),
    countryCode: z.nullable(z.string()),
    submitTime: z.nullable(z.int()),
    auditTime: z.nullable(z.int()),
  }),
)
export type Identity = z.output<typeof identitySchema>

/** What was entered, for its owner alone, while it has to be sent again. */
const formSchema = named(
  'IdentityForm',
  z.object({
    countryCode: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    birthday: z.string(),
    idType: z.enum(DOCUMENT_TYPES),
    idCard: z.string(),
    expireDate: z.nullable(z.string()),
  }),
)
export type IdentityForm = z.output<typeof formSchema>

export const identityLevelSchema = named(
  'IdentityLevel',
  z.object({
    level: z.int(),
    amountLimit: z.string(),
    coin: z.string(),
    /** Hours. */
    time: z.int(),
    /** `account`, `document`, `selfie`, `addressProof` */
    needs: z.array(z.string()),
  }),
)
export type IdentityLevel = z.output<typeof identityLevelSchema>

export const identityDetailSchema = named(
  'IdentityDetail',
  z.extend(identitySchema, {
    /** The level that `status` is about. */
    asked: z.int(),
    levels: z.array(identityLevelSchema),
    /** From 1, while it waits. */
    queuePlace: z.nullable(z.int()),
    form: z.nullable(formSchema),
  }),
)
export type IdentityDetail = z.output<typeof identityDetailSchema>

export const userIdentity = call({
  method: 'GET',
  path: `${ROOT}/user/identity`,
  access: 'user',
  request: z.object({}),
  response: identityDetailSchema,
  errors: [],
  summary: 'State of the verification, the levels with their limits, and what was entered while it has to be sent again.',
})

const date = z.string().check(z.trim(), z.regex(/^\d{4}-\d{2}-\d{2}$/))
const name = words(1, 64)

/** What level 1 needs is optional here: the server names every missing part at once, beside what is wrong with the others. */
export const saveIdentityVerification = call({
  method: 'POST',
  path: `${ROOT}/user/saveIdentityVerification`,
  access: 'user',
  sealed: true,
  weight: 10,
  request: z.object({
    level: z.union([z.literal(1), z.literal(2)]),
    countryCode: optional(z.string().check(z.trim(), z.regex(/^[A-Z]{2}$/))),
    firstName: optional(name),
    lastName: optional(name),
    birthday: optional(date),
    idType: optional(z.enum(DOCUMENT_TYPES)),
    idCard: optional(z.string().check(z.trim(), z.minLength(4), z.maxLength(32))),
    /** Last day of the document; an identity card may have none. */
    expireDate: optional(date),
    frontKey: optional(id),
    reverseKey: optional(id),
    handKey: optional(id),
    addressProofKey: optional(id),
    clientId: optional(outside(36)),
  }),
  response: identitySchema,
  errors: ['KYC_ALREADY_SUBMITTED', 'KYC_ID_IN_USE', 'KYC_FILE_INVALID', 'KYC_REQUIRED'],
  summary: 'Sends a verification: level 1 with document and selfie, level 2 with a proof of address.',
})
