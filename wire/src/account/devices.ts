/** auth: which devices may log in, and what they did. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, listOf, nothing, optional, pageFields, pageWithinBound, rangeFields, switch01 } from '../fields.ts'
import { named } from '../named.ts'
import { loginDoneSchema } from './auth.ts'

const ROOT = '/api/auth/v1'

export const loginRowSchema = named(
  'LoginRow',
  z.object({
    id: z.string(),
    time: z.int(),
    ip: z.string(),
    /** Area of the device's clock, e.g. `Europe/Berlin`; '' when it told none. */
    region: z.string(),
    device: z.string(),
    os: z.string(),
    browser: z.string(),
    method: z.enum(['password', 'passkey']),
    /** 1 success, 0 failure. */
    result: switch01,
    /** Name of the refusal, e.g. `LOGIN_FAILED`; null for a success. */
    reason: z.nullable(z.string()),
    /** 1: the first login of this device. */
    isNewDevice: switch01,
  }),
)
export type LoginRow = z.output<typeof loginRowSchema>

export const loginHistory = call({
  method: 'POST',
  path: `${ROOT}/login/history`,
  access: 'user',
  request: z.object({ ...pageFields, ...rangeFields, result: optional(switch01) }).check(pageWithinBound),
  response: listOf(loginRowSchema),
  weight: 2,
  errors: ['TIME_RANGE_INVALID'],
  summary: 'Logins of the account, newest first: the last 150 that succeeded and the last 50 that did not.',
})

export const confirmDevice = call({
  method: 'POST',
  path: `${ROOT}/open/login/confirmDevice`,
  access: 'visitor',
  request: z.object({ ticket: id, code: z.string().check(z.trim(), z.regex(/^[0-9]{6}$/)) }),
  response: loginDoneSchema,
  sealed: true,
  authBucket: true,
  errors: ['LOGIN_TICKET_EXPIRED', 'CODE_INVALID', 'CODE_EXPIRED', 'CODE_TOO_MANY_TRIES', 'ACCOUNT_DISABLED'],
  summary: 'Last step of a login from a device that is new to the account: the code that was sent with place, device and time.',
})

export const refuseDevice = call({
  method: 'POST',
  path: `${ROOT}/open/login/notMe`,
  access: 'visitor',
  request: z.object({ token: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  response: nothing,
  authBucket: true,
  errors: ['DEVICE_LINK_INVALID'],
  summary: '"This was not me", from the link in the message: freezes the account and ends all its sessions. Works once, for a day.',
})
