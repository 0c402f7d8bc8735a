/** auth: registration, login, sessions. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, nothing, optional, switch01, switch12, text } from '../fields.ts'
import { named } from '../named.ts'
import { deviceStepSchema } from './device-step.ts'

const ROOT = '/api/auth/v1'
const empty = z.object({})
export const codeSchema = z.string().check(z.trim(), z.regex(/^[0-9]{6}$/))
/** The authenticator's six digits, or one of the recovery codes in its place: ten letters and digits, with or without the dash. */
const googleCode = z.string().check(z.trim(), z.regex(/^([0-9]{6}|[0-9A-Za-z]{5}-?[0-9A-Za-z]{5})$/))
/** Longer than any rule allows, so that the rules name what is wrong; bounded, because it is hashed. Never trimmed. */
export const passwordSchema = z.string().check(z.minLength(1), z.maxLength(256))
/** At most 254 characters are tested: the account field bounds them. */
export const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/

/** A telephone number without its area code. */
export const PHONE = /^[0-9]{4,15}$/
export const areaCodeSchema = z.string().check(z.trim(), z.regex(/^[0-9]{1,4}$/))

/** A method that is misspelt would be a code that counts as not sent. */
export const codesSchema = named(
  'Codes',
  z.strictObject({ google: optional(googleCode), email: optional(codeSchema), phone: optional(codeSchema) }),
)
export type Codes = z.output<typeof codesSchema>

/** type 1: e-mail, type 2: telephone, which needs the area code. */
export const accountFields = {
  type: switch12,
  account: text(1, 254),
  areaCode: optional(areaCodeSchema),
} as const

export const accountRule = z.check<{ type: number; account: string; areaCode?: string | null | undefined }>((context) => {
  const { type, account, areaCode } = context.value
  const fault = (path: string, rule: string): void => {
    context.issues.push({ code: 'custom', input: context.value, path: [path], params: { rule } })
  }
  if (type === 1 && !EMAIL.test(account)) fault('account', 'format')
  if (type === 2 && !PHONE.test(account)) fault('account', 'format')
  if (type === 2 && areaCode == null) fault('areaCode', 'required')
})

export const userInfoSchema = named(
  'UserInfo',
  z.object({
    userId: z.string(),
    avatarUrl: z.nullable(z.string()),
    registerAccount: z.string(),
    nickname: z.string(),
    registerType: switch12,
    lang: z.string(),
    kycLevel: z.int(),
    createTime: z.int(),
  }),
)
export type UserInfo = z.output<typeof userInfoSchema>

export const methodSchema = named('Method', z.enum(['google', 'email', 'phone']))
export type Method = z.output<typeof methodSchema>

export const securityInfoSchema = named(
  'SecurityInfo',
  z.object({
    googleStatus: switch01,
    emailStatus: switch01,
    phoneStatus: switch01,
    googleBound: switch01,
    emailBound: switch01,
    phoneBound: switch01,
    emailMask: z.nullable(z.string()),
    phoneMask: z.nullable(z.string()),
    loginMode: switch01,
    loginMethods: z.array(z.string()),
    passwordMethods: z.array(z.string()),
    withdrawMethods: z.array(z.string()),
    passkeyCount: z.int(),
    antiPhishing: switch01,
    whitelistStatus: switch12,
    passwordTime: z.int(),
    withdrawLockUntil: z.nullable(z.int()),
    withdrawLockCause: z.nullable(z.string()),
    frozen: switch01,
    /** Unused recovery codes of the authenticator; absent without one. */
    recoveryCodesLeft: z.optional(z.int()),
  }),
)
export type SecurityInfo = z.output<typeof securityInfoSchema>

export const loginDoneSchema = named(
  'LoginDone',
  z.object({ stage: z.literal('done'), token: z.string(), expireTime: z.int(), userInfo: userInfoSchema }),
)
export type LoginDone = z.output<typeof loginDoneSchema>

export const loginStepSchema = named(
  'LoginStep',
  z.object({
    stage: z.literal('secondFactor'),
    ticket: z.string(),
    expireTime: z.int(),
    loginMode: switch01,
    /** Exactly the codes to send. */
    methods: z.array(methodSchema),
    masks: z.object({ email: z.optional(z.string()), phone: z.optional(z.string()) }),
  }),
)
export type LoginStep = z.output<typeof loginStepSchema>

export const codeSentSchema = named('CodeSent', z.object({ expireTime: z.int(), resendTime: z.int() }))
export type CodeSent = z.output<typeof codeSentSchema>

export const publicKey = call({
  method: 'GET',
  path: `${ROOT}/open/security/publicKey`,
  access: 'visitor',
  request: empty,
  response: z.object({
    keyId: z.string(),
    publicKey: z.string(),
    kem: z.literal(32),
    kdf: z.literal(1),
    aead: z.literal(2),
    notAfter: z.int(),
  }),
  errors: [],
  summary: 'The key that seals the device report (HPKE, X25519).',
})

export const sendCode = call({
  method: 'POST',
  path: `${ROOT}/open/sendCode`,
  access: 'visitor',
  request: z.object({ ...accountFields, scene: z.enum(['REGISTER', 'RESET_PASSWORD']) }).check(accountRule),
  response: codeSentSchema,
  sealed: 'optional',
  authBucket: true,
  errors: ['CODE_RESEND_TOO_SOON', 'CODE_CHANNEL_UNAVAILABLE'],
  summary: 'Sends a one-time code; the answer is the same whether the account exists or not.',
})

export const register = call({
  method: 'POST',
  path: `${ROOT}/open/register`,
  access: 'visitor',
  request: z
    .object({
      ...accountFields,
      code: codeSchema,
      password: passwordSchema,
      inviteCode: optional(text(0, 16)),
      agreeTerms: optional(switch01),
    })
    .check(accountRule),
  response: loginDoneSchema,
  sealed: true,
  authBucket: true,
  errors: [
    'REGION_DENIED',
    'CODE_INVALID',
    'CODE_EXPIRED',
    'CODE_TOO_MANY_TRIES',
    'ACCOUNT_EXISTS',
    'PASSWORD_WEAK',
    'INVITE_CODE_INVALID',
    'TERMS_NOT_ACCEPTED',
    'REGISTER_CLOSED',
    'CODE_CHANNEL_UNAVAILABLE',
  ],
  summary: 'Opens an account with a code that was sent to it, and logs in.',
})

export const login = call({
  method: 'POST',
  path: `${ROOT}/open/login`,
  access: 'visitor',
  request: z.object({ ...accountFields, password: passwordSchema }).check(accountRule),
  response: z.union([loginDoneSchema, loginStepSchema]),
  sealed: true,
  authBucket: true,
  errors: ['LOGIN_FAILED', 'LOGIN_LOCKED', 'ACCOUNT_DISABLED'],
  summary: 'First step of the login: the password.',
})

export const loginSendCode = call({
  method: 'POST',
  path: `${ROOT}/open/login/sendCode`,
  access: 'visitor',
  request: z.object({ ticket: id, channel: z.enum(['email', 'phone']) }),
  response: codeSentSchema,
  authBucket: true,
  errors: ['LOGIN_TICKET_EXPIRED', 'CODE_RESEND_TOO_SOON', 'CODE_CHANNEL_UNAVAILABLE'],
  summary: 'Sends the code of the second step.',
})

export const loginSecondFactor = call({
  method: 'POST',
  path: `${ROOT}/open/login/secondFactor`,
  access: 'visitor',
  request: z.object({ ticket: id, codes: codesSchema }),
  response: z.union([loginDoneSchema, deviceStepSchema]),
  sealed: true,
  authBucket: true,
  errors: [
    'LOGIN_TICKET_EXPIRED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'CODE_EXPIRED',
    'CODE_TOO_MANY_TRIES',
    'CODE_USED',
    'LOGIN_LOCKED',
    'ACCOUNT_DISABLED',
  ],
  summary: 'Second step of the login: the codes named by the first.',
})

export const logout = call({
  method: 'POST',
  path: `${ROOT}/logout`,
  access: 'user',
  request: empty,
  response: nothing,
  errors: [],
  summary: 'Ends this session at once.',
})

export const secondFactorInfo = call({
  method: 'GET',
  path: `${ROOT}/secondFactor/info`,
  access: 'user',
  request: empty,
  response: securityInfoSchema,
  errors: [],
  summary: 'Second-factor methods and locks of the account.',
})

export const sessionSchema = named(
  'Session',
  z.object({
    sessionId: z.string(),
    current: switch01,
    clientType: z.string(),
    device: z.string(),
    os: z.string(),
    browser: z.string(),
    ip: z.string(),
    region: z.string(),
    createTime: z.int(),
    lastTime: z.int(),
  }),
)
export type SessionRow = z.output<typeof sessionSchema>

export const sessionList = call({
  method: 'GET',
  path: `${ROOT}/session/list`,
  access: 'user',
  request: empty,
  response: z.array(sessionSchema),
  errors: [],
  summary: 'Sessions of the account.',
})

export const sessionRevoke = call({
  method: 'POST',
  path: `${ROOT}/session/revoke`,
  access: 'user',
  request: z.object({ sessionId: id }),
  response: nothing,
  errors: ['SESSION_NOT_FOUND'],
  summary: 'Ends another session of the account.',
})

export const sessionRevokeOthers = call({
  method: 'POST',
  path: `${ROOT}/session/revokeOthers`,
  access: 'user',
  request: empty,
  response: z.object({ count: z.int() }),
  errors: [],
  summary: 'Ends every other session of the account.',
})
