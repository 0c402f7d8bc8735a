/** auth: second factors, the password, addresses, the anti-phishing code and the freeze of an account. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, nothing, optional, switch01, text } from '../fields.ts'
import { named } from '../named.ts'
import { visible } from '../visible-text.ts'
import {
  accountFields,
  accountRule,
  areaCodeSchema,
  codeSchema,
  codeSentSchema,
  codesSchema,
  EMAIL,
  methodSchema,
  PHONE,
  passwordSchema,
  securityInfoSchema,
} from './auth.ts'

const ROOT = '/api/auth/v1'
const empty = z.object({})

/** What a code is for; a code of one scene is refused in another. A step-up code also serves the `codes` of a call that takes either. */
export const FACTOR_SCENES = ['STEP_UP', 'CHANGE_PASSWORD', 'CHANGE_FACTOR', 'BIND', 'API_KEY'] as const
export type FactorScene = (typeof FACTOR_SCENES)[number]

/** Why withdrawals rest: values of `withdrawLockCause`. */
export const LOCK_CAUSES = [
  'passwordChanged',
  'passwordReset',
  'factorBound',
  'factorReplaced',
  'factorRemoved',
  'apiKeyAdded',
  'whitelistClosed',
] as const
export type LockCause = (typeof LOCK_CAUSES)[number]

/** How long a step-up lasts in its session, ms. */
export const STEP_UP_MS = 10 * 60_000
/** How long the secret of an authenticator waits to be bound, ms. */
export const TOTP_SETUP_MS = 10 * 60_000
export const RECOVERY_CODE_COUNT = 10

const channel = z.enum(['email', 'phone'])
const email = z.string().check(z.trim(), z.maxLength(254), z.regex(EMAIL))
const phone = z.string().check(z.trim(), z.regex(PHONE))

const targetRule = z.check<{ scene: string; channel: string; target?: string | null | undefined; areaCode?: string | null | undefined }>(
  (context) => {
    const { scene, channel: by, target, areaCode } = context.value
    const fault = (path: string, rule: string): void => {
      context.issues.push({ code: 'custom', input: context.value, path: [path], params: { rule } })
    }
    if (scene !== 'BIND') return
    if (target == null) fault('target', 'required')
    else if (!(by === 'email' ? EMAIL : PHONE).test(target)) fault('target', 'format')
    if (by === 'phone' && areaCode == null) fault('areaCode', 'required')
  },
)

export const secondFactorSendCode = call({
  method: 'POST',
  path: `${ROOT}/secondFactor/sendCode`,
  access: 'user',
  request: z
    .object({ scene: z.enum(FACTOR_SCENES), channel, target: optional(text(1, 254)), areaCode: optional(areaCodeSchema) })
    .check(targetRule),
  response: codeSentSchema,
  authBucket: true,
  errors: ['CODE_RESEND_TOO_SOON', 'CODE_CHANNEL_UNAVAILABLE', 'SECOND_FACTOR_NOT_BOUND', 'SECOND_FACTOR_ALREADY_BOUND'],
  summary: 'Sends a code to an address of the account, or in scene BIND to the new one (target, and areaCode for a telephone).',
})

export const secondFactorStepUp = call({
  method: 'POST',
  path: `${ROOT}/secondFactor/stepUp`,
  access: 'user',
  request: z.object({ codes: codesSchema }),
  response: z.object({ validUntil: z.int() }),
  errors: ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'CODE_EXPIRED', 'CODE_TOO_MANY_TRIES', 'CODE_USED', 'LOGIN_LOCKED'],
  summary: 'Proves the second factor for ten minutes of this session; codes of scene STEP_UP for the loginMethods.',
})

const CODE_ERRORS = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'CODE_EXPIRED',
  'CODE_TOO_MANY_TRIES',
  'CODE_USED',
  'LOGIN_LOCKED',
] as const

export const secondFactorLoginMode = call({
  method: 'POST',
  path: `${ROOT}/secondFactor/loginMode`,
  access: 'user',
  request: z.object({ loginMode: switch01, codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: CODE_ERRORS,
  summary: 'Asks every enabled method at login (1) or the first one (0); codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

export const secondFactorSwitch = call({
  method: 'POST',
  path: `${ROOT}/secondFactor/switch`,
  access: 'user',
  request: z.object({ method: methodSchema, status: switch01, codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['SECOND_FACTOR_LAST', 'SECOND_FACTOR_NOT_BOUND', ...CODE_ERRORS],
  summary: 'Switches a bound method on or off; at least one stays on. Codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

export const passwordChange = call({
  method: 'POST',
  path: `${ROOT}/password/change`,
  access: 'user',
  request: z.object({ oldPassword: passwordSchema, newPassword: passwordSchema, codes: codesSchema }),
  response: nothing,
  sealed: true,
  errors: ['PASSWORD_WRONG', 'PASSWORD_WEAK', 'PASSWORD_SAME', ...CODE_ERRORS],
  summary: 'Changes the password with codes of scene CHANGE_PASSWORD for the passwordMethods; ends every other session.',
})

export const resetPassword = call({
  method: 'POST',
  path: `${ROOT}/open/resetPassword`,
  access: 'visitor',
  request: z
    .object({ ...accountFields, code: codeSchema, googleCode: optional(codesSchema.shape.google), password: passwordSchema })
    .check(accountRule),
  response: nothing,
  sealed: true,
  authBucket: true,
  errors: [
    'CODE_INVALID',
    'CODE_EXPIRED',
    'CODE_TOO_MANY_TRIES',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'CODE_USED',
    'LOGIN_LOCKED',
    'PASSWORD_WEAK',
    'PASSWORD_SAME',
  ],
  summary: 'Sets a new password with a code sent to the account, and the authenticator’s when that is on; ends all sessions.',
})

export const totpSetup = call({
  method: 'POST',
  path: `${ROOT}/totp/setup`,
  access: 'user',
  request: empty,
  response: z.object({ setupId: z.string(), secret: z.string(), otpauthUrl: z.string(), expireTime: z.int() }),
  errors: ['SECOND_FACTOR_ALREADY_BOUND'],
  summary: 'A new secret for an authenticator, shown once and kept for ten minutes until it is bound.',
})

/** Security facts with recovery codes that are shown this one time. */
export const recoverySchema = named('Recovery', z.extend(securityInfoSchema, { recoveryCodes: z.array(z.string()) }))
export type Recovery = z.output<typeof recoverySchema>

export const totpBind = call({
  method: 'POST',
  path: `${ROOT}/totp/bind`,
  access: 'user',
  request: z.object({ setupId: id, googleCode: codeSchema, codes: codesSchema }),
  response: recoverySchema,
  sealed: true,
  errors: ['TOTP_SETUP_EXPIRED', 'SECOND_FACTOR_ALREADY_BOUND', ...CODE_ERRORS],
  summary: 'Binds the authenticator and hands out ten recovery codes; codes of scene CHANGE_FACTOR for the withdrawMethods before.',
})

export const totpUnbind = call({
  method: 'POST',
  path: `${ROOT}/totp/unbind`,
  access: 'user',
  request: z.object({ codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['SECOND_FACTOR_NOT_BOUND', 'SECOND_FACTOR_LAST', ...CODE_ERRORS],
  summary: 'Removes the authenticator; codes of scene CHANGE_FACTOR for the withdrawMethods. A recovery code stands in for google.',
})

export const totpRecoveryCodes = call({
  method: 'POST',
  path: `${ROOT}/totp/recoveryCodes`,
  access: 'user',
  request: z.object({ codes: codesSchema }),
  response: recoverySchema,
  sealed: true,
  errors: ['SECOND_FACTOR_NOT_BOUND', ...CODE_ERRORS],
  summary: 'Ten new recovery codes in place of the old ones; codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

export const emailBind = call({
  method: 'POST',
  path: `${ROOT}/email/bind`,
  access: 'user',
  request: z.object({ email, code: codeSchema, codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['EMAIL_IN_USE', 'CODE_INVALID', ...CODE_ERRORS],
  summary:
    'Binds or replaces the e-mail address with a code of scene BIND sent to it; codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

export const emailUnbind = call({
  method: 'POST',
  path: `${ROOT}/email/unbind`,
  access: 'user',
  request: z.object({ codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['SECOND_FACTOR_NOT_BOUND', 'SECOND_FACTOR_LAST', ...CODE_ERRORS],
  summary: 'Removes the e-mail address; codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

export const phoneBind = call({
  method: 'POST',
  path: `${ROOT}/phone/bind`,
  access: 'user',
  request: z.object({ areaCode: areaCodeSchema, phone, code: codeSchema, codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['PHONE_IN_USE', 'CODE_INVALID', ...CODE_ERRORS],
  summary: 'Binds or replaces the telephone with a code of scene BIND sent to it; codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

export const phoneUnbind = call({
  method: 'POST',
  path: `${ROOT}/phone/unbind`,
  access: 'user',
  request: z.object({ codes: codesSchema }),
  response: securityInfoSchema,
  sealed: true,
  errors: ['SECOND_FACTOR_NOT_BOUND', 'SECOND_FACTOR_LAST', ...CODE_ERRORS],
  summary: 'Removes the telephone; codes of scene CHANGE_FACTOR for the withdrawMethods.',
})

const phishingRule = z.refine<string>((value) => value === '' || [...visible(value)].length >= 4, { params: { rule: 'length' } })

export const antiPhishingSave = call({
  method: 'POST',
  path: `${ROOT}/antiPhishing/save`,
  access: 'secondFactor',
  request: z.object({
    antiPhishingCode: z.string().check(z.trim(), z.maxLength(20), phishingRule),
    codes: optional(codesSchema),
  }),
  response: nothing,
  errors: [],
  summary: 'Sets the text of 4 to 20 characters that every e-mail to this account carries; empty removes it.',
})

export const antiPhishingInfo = call({
  method: 'GET',
  path: `${ROOT}/antiPhishing/info`,
  access: 'user',
  request: empty,
  response: z.object({ antiPhishingCode: z.nullable(z.string()) }),
  errors: [],
  summary: 'The anti-phishing text: its first and last character.',
})

export const accountFreeze = call({
  method: 'POST',
  path: `${ROOT}/account/freeze`,
  access: 'secondFactor',
  request: z.object({ codes: optional(codesSchema) }),
  response: nothing,
  errors: [],
  summary: 'Freezes the account: cancels its open orders, ends its sessions, refuses its login until two operators lift it.',
})
