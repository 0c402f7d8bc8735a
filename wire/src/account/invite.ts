/** user-web: inviting friends. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { decimal, id, listOf, optional, pageFields, pageWithinBound, rangeFields, switch01, text } from '../fields.ts'
import { named } from '../named.ts'

const ROOT = '/api/user-web/v1/invite'

export const inviteMyCode = call({
  method: 'GET',
  path: `${ROOT}/myCode`,
  access: 'user',
  request: z.object({}),
  response: z.object({
    code: z.string(),
    link: z.string(),
    rates: z.array(z.object({ level: z.int(), rate: decimal })),
    inviteeDiscount: decimal,
    /** Friends, and those of them who traded. */
    total: z.int(),
    traded: z.int(),
    /** At present prices. */
    commissionU: decimal,
    pendingU: decimal,
    /** Since the first of the month, UTC. */
    monthU: decimal,
    /** Whether the account has an inviter itself. */
    invited: switch01,
  }),
  errors: ['FEATURE_OFF'],
  summary: 'Code, link and share of the user, and what they brought. Every commission is paid with its trade: nothing is pending.',
})

export const inviteSchema = named(
  'Invite',
  z.object({
    /** Masked, as the account. */
    userId: z.string(),
    /** Masked; `***` for a friend who has closed the account. */
    registerAccount: z.string(),
    level: z.int(),
    registerTime: z.int(),
    kycLevel: z.int(),
    traded: switch01,
    commissionU: decimal,
  }),
)
export type InviteRow = z.output<typeof inviteSchema>

const listFields = { level: optional(z.int()), ...rangeFields } as const

export const inviteList = call({
  method: 'POST',
  path: `${ROOT}/list`,
  access: 'user',
  weight: 2,
  request: z.object({ ...listFields, ...pageFields }).check(pageWithinBound),
  response: listOf(inviteSchema),
  errors: ['FEATURE_OFF', 'TIME_RANGE_INVALID'],
  summary: 'Invited friends by the day they came, newest first.',
})

export const inviteListExport = call({
  method: 'POST',
  path: `${ROOT}/list/export`,
  access: 'user',
  weight: 10,
  request: z.object({ ...listFields, timezone: optional(text(1, 64)) }),
  response: z.string(),
  errors: ['FEATURE_OFF', 'TIME_RANGE_INVALID', 'EXPORT_TOO_LARGE'],
  summary: 'Invited friends as a CSV file.',
})

export const commissionSchema = named(
  'Commission',
  z.object({
    id: z.string(),
    fromUserId: z.string(),
    level: z.int(),
    kind: z.enum(['spot', 'contract']),
    coinName: z.string(),
    /** What the friend paid; empty when the share cannot be traced to one trade. */
    fee: decimal,
    rate: decimal,
    amount: decimal,
    /** 0 pending, 1 settled. */
    status: z.int(),
    createTime: z.int(),
    settleTime: z.nullable(z.int()),
  }),
)
export type CommissionRow = z.output<typeof commissionSchema>

const commissionFields = { coinId: optional(id), status: optional(switch01), ...rangeFields } as const

export const inviteCommissions = call({
  method: 'POST',
  path: `${ROOT}/commissions`,
  access: 'user',
  weight: 2,
  request: z.object({ ...commissionFields, ...pageFields }).check(pageWithinBound),
  response: listOf(commissionSchema),
  errors: ['FEATURE_OFF', 'TIME_RANGE_INVALID', 'COIN_NOT_FOUND'],
  summary: 'Commissions, one for each fee that a friend paid, newest first.',
})

export const inviteCommissionsExport = call({
  method: 'POST',
  path: `${ROOT}/commissions/export`,
  access: 'user',
  weight: 10,
  request: z.object({ ...commissionFields, timezone: optional(text(1, 64)) }),
  response: z.string(),
  errors: ['FEATURE_OFF', 'TIME_RANGE_INVALID', 'COIN_NOT_FOUND', 'EXPORT_TOO_LARGE'],
  summary: 'Commissions as a CSV file.',
})

export const inviteBind = call({
  method: 'POST',
  path: `${ROOT}/bind`,
  access: 'user',
  authBucket: true,
  request: z.object({ inviteCode: text(1, 16) }),
  response: z.object({}),
  errors: ['FEATURE_OFF', 'INVITE_CODE_INVALID', 'SELF_REFERRAL', 'REFERRAL_CYCLE', 'INVITER_SET'],
  summary: 'Names the inviter of an account that has none.',
})
