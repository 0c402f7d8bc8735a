/** Every error that a call may answer: its own, and those that its marks bring. */
import { ERRORS, type ErrorName, isErrorName } from '@agio/wire/codes.ts'
import { BEFORE_KEY, type Leaves, leavesOf } from '@agio/wire/leaves.ts'
import type { AnyCall } from '../calls/route.ts'

const ANY: readonly ErrorName[] = ['VALIDATION_FAILED', 'RATE_LIMIT_IP', 'IP_BANNED', 'INTERNAL_ERROR', 'ENGINE_BUSY', 'MAINTENANCE']
const POSTED: readonly ErrorName[] = ['BODY_NOT_JSON', 'BODY_TOO_LARGE', 'MEDIA_TYPE_UNSUPPORTED', 'ORIGIN_DENIED']
const SESSION: readonly ErrorName[] = [
  'SESSION_EXPIRED',
  'SESSION_INVALID',
  'SESSION_REPLACED',
  'ACCOUNT_DISABLED',
  'SESSION_REVOKED',
  'SESSION_TENANT_MISMATCH',
]
const SEALED: readonly ErrorName[] = [
  'SECURITY_PAYLOAD_REQUIRED',
  'SECURITY_PAYLOAD_INVALID',
  'SECURITY_PAYLOAD_STALE',
  'SECURITY_PAYLOAD_REPLAYED',
  'SECURITY_KEY_UNKNOWN',
]
/** Errors about codes that a call may carry itself. */
const PROVEN: readonly ErrorName[] = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
  'CODE_EXPIRED',
  'CODE_TOO_MANY_TRIES',
  'CODE_USED',
  'LOGIN_LOCKED',
]
const KEYED: readonly ErrorName[] = [
  'API_KEY_INVALID',
  'API_SIGNATURE_INVALID',
  'API_TIMESTAMP_STALE',
  'API_PERMISSION_DENIED',
  'API_IP_DENIED',
]

/** In the order in which they are looked for, as far as that is one. */
export function errorsOf(call: AnyCall): readonly ErrorName[] {
  const { access, apiKey, method } = call
  const isUser = access === 'user' || access === 'secondFactor'
  return [
    ...new Set([
      ...ANY,
      ...(method === 'POST' ? POSTED : []),
      ...(isUser ? (['LOGIN_REQUIRED', 'RATE_LIMIT_USER'] as const) : []),
      ...(isUser || access === 'optional' ? SESSION : []),
      ...(isUser ? (apiKey === undefined ? (['API_KEY_NOT_ALLOWED'] as const) : KEYED) : []),
      ...(call.authBucket === true ? (['RATE_LIMIT_AUTH'] as const) : []),
      ...(call.orderBucket === true ? (['RATE_LIMIT_ORDERS'] as const) : []),
      ...(call.feature === undefined ? [] : (['FEATURE_OFF'] as const)),
      ...(call.sealed === true || call.sealed === 'digest' ? SEALED : []),
      ...(access === 'secondFactor' ? PROVEN : []),
      ...call.errors.filter(isErrorName),
    ]),
  ]
}

export interface ErrorRow {
  readonly name: ErrorName
  readonly code: string
  readonly status: number
  /** Whether the deed may have happened. */
  readonly leaves: Leaves
  /** The refusal tells nothing of an earlier call under the same key. */
  readonly beforeKey?: true
}

export const entryOf = (name: ErrorName): ErrorRow => {
  const { code, status } = ERRORS[name]
  return { name, code, status, leaves: leavesOf(name), ...(BEFORE_KEY.has(name) && { beforeKey: true }) }
}
