/** Failures of a call, and what they look like on the wire. Throwing ApiError is legal in routes, guards and auth only. */
import { ERRORS, type ErrorName } from '@agio/wire/codes.ts'
import type { Issue } from '@agio/wire/envelope.ts'
import type * as z from 'zod/mini'
import { isOutOfDescriptors } from '../descriptors.ts'
import { isOutOfSpace } from '../journal/file-system.ts'
import { PositionTimeout } from '../projections/projection-position.ts'
import { HistoryUnavailable } from '../projections/thread-client.ts'
import { Refused } from '../sequencer/exchange.ts'
import { DataKeyGone } from '../vault/vault.ts'

export type ErrorParams = Readonly<Record<string, unknown>>

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly errorName: ErrorName
  readonly params: ErrorParams

  constructor(errorName: ErrorName, params: ErrorParams = {}) {
    super(errorName)
    this.errorName = errorName
    this.params = params
  }
}

export const invalid = (path: string, rule: Issue['rule']): ApiError => new ApiError('VALIDATION_FAILED', { issues: [{ path, rule }] })

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root)

const RULE_OF_CODE: Readonly<Record<string, Issue['rule']>> = {
  invalid_type: 'type',
  invalid_format: 'format',
  invalid_value: 'enum',
  invalid_union: 'type',
  invalid_key: 'format',
  not_multiple_of: 'scale',
}

function ruleOf(issue: z.core.$ZodIssue, request: unknown): Issue['rule'] {
  const given = valueAt(request, issue.path)
  if (issue.code === 'custom') return (issue.params as { rule?: Issue['rule'] } | undefined)?.rule ?? 'format'
  if (given === undefined || given === null) return 'required'
  if (issue.code === 'too_small') return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'min'
  if (issue.code === 'too_big') return issue.origin === 'string' || issue.origin === 'array' ? 'length' : 'max'
  if (issue.code === 'invalid_value' && typeof given === 'object') return 'type'
  return RULE_OF_CODE[issue.code] ?? 'format'
}

/** At most this many issues are named; a body with more is not a typing mistake. */
const ISSUES_MAX = 20

/** Which fields of a request break which rule. */
export function issuesOf(error: z.core.$ZodError, request: unknown): Issue[] {
  const issues: Issue[] = []
  for (const issue of error.issues) {
    const path = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) issues.push({ path: [...path, key.slice(0, 64)].join('.'), rule: 'exclusive' })
    } else {
      issues.push({ path: path.join('.'), rule: ruleOf(issue, request) })
    }
    if (issues.length >= ISSUES_MAX) break
  }
  return issues.slice(0, ISSUES_MAX)
}

/** Faults that Fastify itself finds while it reads a request. */
const NAME_OF_FASTIFY_CODE: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_UNSUPPORTED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_NOT_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_NOT_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_NOT_JSON',
  FST_ERR_BAD_URL: 'PATH_NOT_FOUND',
  FST_ERR_ASYNC_CONSTRAINT: 'PATH_NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'PATH_NOT_FOUND',
}

/** The sequencer took nothing: try again, wait for the operator, or know that this very command is at fault, which is ours to mend. */
export function refusedError({ refusal, retryAfterSeconds: retryAfter }: Refused): ApiError {
  if (refusal === 'poison') return new ApiError('INTERNAL_ERROR')
  return new ApiError(refusal === 'busy' ? 'ENGINE_BUSY' : 'MAINTENANCE', { retryAfter })
}

export const BODY_BYTES_MAX = 256 * 1024

/** The contract's failure for anything thrown; undefined for a defect, which the caller logs and answers as INTERNAL_ERROR. */
export function asApiError(thrown: unknown): ApiError | undefined {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof Refused) return refusedError(thrown)
  // Closed this moment, or given up by an operator because its key was lost.
  if (thrown instanceof DataKeyGone) return new ApiError('ACCOUNT_DISABLED')
  if (thrown instanceof HistoryUnavailable || thrown instanceof PositionTimeout) return new ApiError('ENGINE_BUSY', { retryAfter: 1 })
  if (isOutOfSpace(thrown)) return new ApiError('MAINTENANCE', { until: null })
  if (isOutOfDescriptors(thrown)) return new ApiError('ENGINE_BUSY', { retryAfter: 1 })
  const code = (thrown as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return undefined
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return new ApiError('BODY_NOT_JSON')
  const name = NAME_OF_FASTIFY_CODE[code]
  if (name === undefined) return undefined
  return new ApiError(name, name === 'BODY_TOO_LARGE' ? { maxBytes: BODY_BYTES_MAX } : {})
}

/** HTTP status of a failure. */
export const statusOf = (name: ErrorName): number => ERRORS[name].status

/** Seconds that `retry-after` shall say, or 0. */
export function retryAfterOf(error: ApiError, now: number): number {
  const { retryAfter, until } = error.params
  if (typeof retryAfter === 'number') return Math.max(1, Math.ceil(retryAfter))
  if (statusOf(error.errorName) === 418 && typeof until === 'number') return Math.max(1, Math.ceil((until - now) / 1000))
  return statusOf(error.errorName) === 503 ? 5 : 0
}
