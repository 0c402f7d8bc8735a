/** user-web: keys of programs that call without a session. */
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { id, listOf, nothing, optional, pageFields, pageWithinBound, switch01, switch12, words } from '../fields.ts'
import { named } from '../named.ts'
import { codesSchema } from './auth.ts'

const ROOT = '/api/user-web/v1'
export const API_KEYS_MAX = 20
/** How far a signature's time may be off, ms, unless `x-api-window` says more. */
export const SIGNATURE_WINDOW_MS = 5000
export const SIGNATURE_WINDOW_MAX_MS = 60_000

/** What a key may do. `trade` is spot, `futures` contracts, as `trade` where it is not named; withdrawing needs at least one address. */
const permissions = z.strictObject({ read: switch01, trade: switch01, futures: optional(switch01), withdraw: switch01 })
/** An address or a network, IPv4 or IPv6; read exactly by the server. */
const ipList = z.array(z.string().check(z.trim(), z.regex(/^[0-9A-Fa-f:.]{2,45}(\/[0-9]{1,3})?$/))).check(z.maxLength(20))

export const apiKeySchema = named(
  'ApiKey',
  z.object({
    id: z.string(),
    label: z.string(),
    apiKey: z.string(),
    /** How its requests are signed. */
    algorithm: z.enum(['HMAC-SHA256', 'ED25519']),
    permissions: z.object({ read: switch01, trade: switch01, futures: switch01, withdraw: switch01 }),
    ipList: z.array(z.string()),
    expireTime: z.nullable(z.int()),
    lastUseTime: z.nullable(z.int()),
    createTime: z.int(),
    /** 1 open, 2 closed. */
    status: switch12,
  }),
)
export type ApiKeyRow = z.output<typeof apiKeySchema>

export const apiKeyList = call({
  method: 'POST',
  path: `${ROOT}/api-key/list`,
  access: 'user',
  request: z.object({ ...pageFields }).check(pageWithinBound),
  response: listOf(apiKeySchema),
  weight: 2,
  errors: [],
  summary: 'API keys of the account, newest first, without their secrets.',
})

export const apiKeyCreate = call({
  method: 'POST',
  path: `${ROOT}/api-key/create`,
  access: 'user',
  request: z.object({
    label: words(1, 32),
    permissions,
    /** [] = from anywhere, where nothing may be withdrawn. */
    ipList,
    expireDays: optional(z.int().check(z.minimum(1), z.maximum(365))),
    /** Base64url of an Ed25519 public key (32 bytes): requests are then signed with its private key and no secret exists here. */
    publicKey: optional(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_-]{43}$/))),
    /** Of every method that is on, always in this body; without them SECOND_FACTOR_REQUIRED says which. */
    codes: optional(codesSchema),
  }),
  /** The secret is shown this once; '' for an Ed25519 key. */
  response: z.extend(apiKeySchema, { secret: z.string() }),
  sealed: true,
  errors: ['API_KEY_LIMIT', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'CODE_EXPIRED', 'CODE_TOO_MANY_TRIES'],
  summary: 'Creates an API key and shows its secret, once.',
})

export const apiKeyUpdate = call({
  method: 'POST',
  path: `${ROOT}/api-key/update`,
  access: 'user',
  request: z.object({
    id,
    label: optional(words(1, 32)),
    permissions: optional(permissions),
    ipList: optional(ipList),
    status: optional(switch12),
    /** Of every method that is on, for a change that opens the key or adds a permission or an address; other changes need a step-up. */
    codes: optional(codesSchema),
  }),
  response: apiKeySchema,
  sealed: true,
  errors: ['API_KEY_NOT_FOUND', 'SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_INVALID', 'CODE_EXPIRED', 'CODE_TOO_MANY_TRIES'],
  summary:
    'Changes name, permissions, addresses or status of a key, after a step-up; opening it or adding a permission or an address takes codes of every method instead, like a new key.',
})

export const apiKeyDelete = call({
  method: 'POST',
  path: `${ROOT}/api-key/delete`,
  access: 'secondFactor',
  request: z.object({ id, codes: optional(codesSchema) }),
  response: nothing,
  sealed: true,
  errors: ['API_KEY_NOT_FOUND'],
  summary: 'Removes a key; it and its sockets stop at once.',
})
