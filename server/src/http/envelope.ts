/** Writes answers: the envelope around data and failures, at every HTTP status. */
import { ERRORS, type ErrorName } from '@agio/wire/codes.ts'
import { SUCCESS } from '@agio/wire/envelope.ts'
import { errorText } from '../content/texts.ts'
import { Failure, type FailureParams } from '../core/failure.ts'
import { OverLimit } from '../limits/rate-limit.ts'
import { addressKey } from '../net/client-address.ts'
import type { Arrival } from './calls/arrival.ts'
import type { ServerContext } from './context.ts'
import { asFailure, retryAfterOf, statusOf } from './errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const HEAD = `{"code":"${SUCCESS}","message":"success","data":`

/** The envelope of a success as text. */
export const successText = (data: unknown): string => `${HEAD}${JSON.stringify(data)}}`

/** Counts, seconds and moments. A bound is one of them where it counts something, and text where it is an amount. */
const NUMBERS = /^(left|max|retryAfter|until|since|validTimestamp)$|[tT]ime$/

/** The figures of a failure as the API has them: all that is no count, span or moment is text, so that a program reads one type. */
const figuresOf = (params: FailureParams): FailureParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'number' && !NUMBERS.test(name) ? String(value) : value]),
  )

/** The envelope of a failure as text. */
export const failureText = (error: Failure, message: string, requestId: string): string =>
  JSON.stringify({
    code: ERRORS[error.errorName].code,
    message,
    data: { name: error.errorName, params: figuresOf(error.params), requestId },
  })

/** Refusals of an address as such; a customer's own leave the connection to the page's other calls. */
const LAST: ReadonlySet<ErrorName> = new Set(['RATE_LIMIT_IP', 'IP_BANNED'])

export interface FailureAnswer {
  readonly status: number
  /** Seconds for `retry-after`; 0 = none. */
  readonly retryAfter: number
  /** Whoever is told to come later, or knocked at nobody's door, is not held meanwhile. */
  readonly isLast: boolean
  readonly isReplay: boolean
  readonly text: string
}

/**
 * The answer to anything thrown, in the language of the request; logged, and counted towards the ban of an address that was told to slow down.
 * @param arrival null for a request whose address cannot be read: it failed before the first look
 */
export function failureAnswer(
  context: Pick<ServerContext, 'log' | 'clock'>,
  thrown: unknown,
  arrival: Pick<Arrival, 'requestId' | 'state'>,
  where: { readonly method: string; readonly path: string },
): FailureAnswer {
  const known = asFailure(thrown)
  const error = known ?? new Failure('INTERNAL_ERROR')
  const { state, requestId } = arrival
  const fields = { requestId, name: error.errorName, ...where, tenant: state?.tenant.tenantId }
  if (known === undefined)
    context.log.error('defect', { ...fields, error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) })
  // Whoever is shut out goes on asking: what led to it stands in the log.
  else if (error.errorName !== 'IP_BANNED') context.log.info('refused', fields)
  const status = statusOf(error.errorName)
  if (thrown instanceof OverLimit && thrown.isOfAddress) state?.limits.refused(addressKey(state.ip))
  const message =
    state === null
      ? errorText('', error.errorName, error.params)
      : state.tenant.content.errorText(state.lang, error.errorName, error.params)
  const isLast = state === null || LAST.has(error.errorName)
  const retryAfter = retryAfterOf(error, context.clock.now())
  return { status, retryAfter, isLast, isReplay: error.isReplay, text: failureText(error, message, requestId) }
}
