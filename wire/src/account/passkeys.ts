/** auth: passkeys (WebAuthn). Options and credentials are WebAuthn's own JSON forms, which browsers read and write. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, nothing, optional, text, words } from '../fields.ts'
import { named } from '../named.ts'
import { codesSchema, loginDoneSchema } from './auth.ts'
import { deviceStepSchema } from './device-step.ts'

const ROOT = '/api/auth/v1'
export const PASSKEYS_MAX = 10

/** WebAuthn options with the id that the answer has to bring back. */
const optionsSchema = z.looseObject({ challengeId: z.string(), challenge: z.string() })

const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]*$/), z.maxLength(16_384))
const credentialBase = {
  id: base64url.check(z.minLength(1), z.maxLength(1400)),
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: optional(z.string().check(z.maxLength(32))),
  clientExtensionResults: z._default(z.record(z.string().check(z.maxLength(64)), z.unknown()), {}),
} as const

const registrationCredential = named(
  'RegistrationCredential',
  z.object({
    ...credentialBase,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
    }),
  }),
)
export type RegistrationCredential = z.output<typeof registrationCredential>

const loginCredential = named(
  'LoginCredential',
  z.object({
    ...credentialBase,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: optional(base64url),
    }),
  }),
)
export type LoginCredential = z.output<typeof loginCredential>

export const passkeySchema = named(
  'Passkey',
  z.object({
    passkeyId: z.string(),
    name: z.string(),
    createTime: z.int(),
    lastUseTime: z.nullable(z.int()),
  }),
)
export type PasskeyRow = z.output<typeof passkeySchema>

export const passkeyLoginOptions = call({
  method: 'POST',
  path: `${ROOT}/open/passkey/loginOptions`,
  access: 'visitor',
  request: z.object({ account: optional(text(0, 254)) }),
  response: optionsSchema,
  errors: [],
  summary: 'Request options of a login with a passkey: `challengeId` and the WebAuthn JSON. The same for every account, known or not.',
})

export const passkeyLogin = call({
  method: 'POST',
  path: `${ROOT}/open/passkey/login`,
  access: 'visitor',
  request: z.object({ challengeId: id, credential: loginCredential }),
  response: z.union([loginDoneSchema, deviceStepSchema]),
  sealed: true,
  authBucket: true,
  errors: ['PASSKEY_INVALID', 'ACCOUNT_DISABLED', 'CODE_CHANNEL_UNAVAILABLE'],
  summary: 'Logs in with a passkey, in place of password and second factor; a device new to the account is still confirmed.',
})

export const passkeyList = call({
  method: 'GET',
  path: `${ROOT}/passkey/list`,
  access: 'user',
  request: z.object({}),
  response: z.array(passkeySchema),
  errors: [],
  summary: 'Passkeys of the account, oldest first.',
})

export const passkeyRegisterOptions = call({
  method: 'POST',
  path: `${ROOT}/passkey/registerOptions`,
  access: 'secondFactor',
  request: z.object({ codes: optional(codesSchema) }),
  response: optionsSchema,
  errors: ['PASSKEY_LIMIT'],
  summary: 'Creation options of a new passkey: `challengeId` and the WebAuthn JSON.',
})

export const passkeyRegister = call({
  method: 'POST',
  path: `${ROOT}/passkey/register`,
  access: 'secondFactor',
  request: z.object({ challengeId: id, credential: registrationCredential, name: words(1, 32), codes: optional(codesSchema) }),
  response: z.object({ passkeyId: z.string() }),
  sealed: true,
  errors: ['PASSKEY_INVALID', 'PASSKEY_LIMIT'],
  summary: 'Stores a new passkey.',
})

export const passkeyRename = call({
  method: 'POST',
  path: `${ROOT}/passkey/rename`,
  access: 'user',
  request: z.object({ passkeyId: id, name: words(1, 32) }),
  response: nothing,
  errors: ['PASSKEY_UNKNOWN'],
  summary: 'Renames a passkey.',
})

export const passkeyDelete = call({
  method: 'POST',
  path: `${ROOT}/passkey/delete`,
  access: 'secondFactor',
  request: z.object({ passkeyId: id, codes: optional(codesSchema) }),
  response: nothing,
  sealed: true,
  errors: ['PASSKEY_UNKNOWN', 'SECOND_FACTOR_LAST'],
  summary: 'Removes a passkey; the last way to log in stays.',
})
