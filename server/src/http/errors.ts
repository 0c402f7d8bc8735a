/** What was thrown behind a call, as the API's failure, faults of the transport included. */
import { ERRORS, type ErrorName } from '@agio/wire/codes.ts'
import { Failure } from '../core/failure.ts'
import { knownFailure } from '../tenant/known-failure.ts'

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

export const BODY_BYTES_MAX = 256 * 1024

/** The API's failure for anything thrown; undefined for a defect, which the caller logs and answers as INTERNAL_ERROR. */
export function asFailure(thrown: unknown): Failure | undefined {
  const known = knownFailure(thrown)
  if (known !== undefined) return known
  const code = (thrown as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return undefined
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return new Failure('BODY_NOT_JSON')
  const name = NAME_OF_FASTIFY_CODE[code]
  if (name === undefined) return undefined
  return new Failure(name, name === 'BODY_TOO_LARGE' ? { maxBytes: BODY_BYTES_MAX } : {})
}

/** HTTP status of a failure. */
export const statusOf = (name: ErrorName): number => ERRORS[name].status

/** Seconds that `retry-after` shall say, or 0. */
export function retryAfterOf(error: Failure, now: number): number {
  const { retryAfter, until } = error.params
  if (typeof retryAfter === 'number') return Math.max(1, Math.ceil(retryAfter))
  if (statusOf(error.errorName) === 418 && typeof until === 'number') return Math.max(1, Math.ceil((until - now) / 1000))
  return statusOf(error.errorName) === 503 ? 5 : 0
}
