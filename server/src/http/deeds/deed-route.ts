/**
 * Calls with an idempotency key (wire 1.6), and the one place that answers a repeated request. Session, limits, schema, sealed payload and
 * second factor come first, as for any call. A key that is known is answered with the first answer. A new key is checked, submitted, answered.
 */
import { type KeyOutcome, outcomeOfKey } from '@agio/engine/read.ts'
import type { CallSpec, RequestOf, ResponseOf } from '@agio/wire/call.ts'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import type { Session } from '../../auth/login/sessions.ts'
import { Failure } from '../../core/failure.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import { type Answer, type CallContext, keyedRoute, replayed, sessionOf } from '../calls/route.ts'
import type { UserCall } from '../calls/user-route.ts'
import { FirstAnswers } from './first-answers.ts'

export interface DeedCall<Request> extends UserCall<Request> {
  readonly session: Session
  /** '' = none. */
  readonly key: string
  /**
   * The engine's outcome of the first request under this key; undefined for a new request. Present after a restart, or where the outcome is
   * all that an answer needs. The engine then compares the commands, answers from memory and changes nothing.
   */
  readonly first: KeyOutcome | undefined
  /** Short for a first outcome: checks of a new request are left out. */
  readonly isRepeat: boolean
}

/** What a deed came to. */
export type Done<Data> = (
  | { readonly data: Data }
  /** A refusal that the engine remembers with the key. */
  | { readonly failure: Failure }
) & {
  /** The engine, or the deed's own memory, had done it before. */
  readonly isRepeat: boolean
  /** Made of request and outcome alone, so that the engine's memory suffices for a repeat. */
  readonly isExact?: boolean
}

export interface Deed<Request, Data> {
  /** @throws Failure of a refusal that no memory keeps: the key stays free */
  readonly run: (call: DeedCall<Request>) => Done<Data> | Promise<Done<Data>>
  /** The deed looks its key up by itself, and asks `mustBeOpen` before it does anything new. */
  readonly ownsMemory?: boolean
  /** A request beside the first of its key is answered IDEMPOTENCY_IN_PROGRESS. */
  readonly isAlone?: boolean
}

/** Of a deed that the engine answered. */
export const done = <Data>(data: Data, { replayed: isRepeat }: { readonly replayed: boolean }): Done<Data> => ({ data, isRepeat })

/** As `done`, for an answer of request and outcome alone. */
export const exactly = <Data>(data: Data, { replayed: isRepeat }: { readonly replayed: boolean }): Done<Data> => ({
  data,
  isRepeat,
  isExact: true,
})

/** Of a deed that the engine refused. */
export const refused = (failure: Failure, { replayed: isRepeat }: { readonly replayed: boolean }): Done<never> => ({ failure, isRepeat })

/** The outcome of a deed that is answered from memory without asking the engine. */
export const AGAIN = { replayed: true } as const

const memories = new WeakMap<object, FirstAnswers>()

function answersOf({ exchange }: Tenant): FirstAnswers {
  const known = memories.get(exchange)
  if (known !== undefined) return known
  const answers = new FirstAnswers(() => exchange.now())
  memories.set(exchange, answers)
  return answers
}

/** Makes this process one that has just started: only the engine and history remember. For tests. */
export const forgetAnswers = ({ exchange }: Pick<Tenant, 'exchange'>): void => void memories.delete(exchange)

/** @throws Failure FEATURE_OFF */
export function mustBeOpen({ content }: Tenant, feature: CallSpec<z.ZodMiniType, z.ZodMiniType>['feature']): void {
  if (feature !== undefined && !content.isFeatureOpen(feature)) throw new Failure('FEATURE_OFF', { feature })
}

const keyIn = (request: unknown, field: string): string => {
  const key = (request as Readonly<Record<string, unknown>>)[field]
  return typeof key === 'string' ? key : ''
}

function callOf<Request>(context: CallContext<Request>, field: string): DeedCall<Request> {
  const session = sessionOf(context)
  const { tenant, request, lang } = context
  const { userId, apiKeyId, caller = 0 } = session
  const key = keyIn(request, field)
  const source = apiKeyId === undefined ? 'web' : 'api'
  const first = key === '' ? undefined : outcomeOfKey(tenant.exchange.state, userId, caller, key)
  return { tenant, request, userId, source, caller, lang, session, key, first, isRepeat: first !== undefined }
}

/** Registers a call with a key. */
export function deedRoute<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  app: FastifyInstance,
  spec: CallSpec<Request, Response>,
  { run, ownsMemory = false, isAlone = false }: Deed<RequestOf<CallSpec<Request, Response>>, ResponseOf<CallSpec<Request, Response>>>,
): void {
  type Data = ResponseOf<CallSpec<Request, Response>>
  const { key: field } = spec
  if (field === undefined) throw new Error(`${spec.path} has no key`)
  const knows = (tenant: Tenant, session: Session, request: unknown): boolean => {
    const of = { userId: session.userId, caller: session.caller ?? 0, key: keyIn(request, field) }
    if (of.key === '') return false
    return ownsMemory || answersOf(tenant).has(of) || outcomeOfKey(tenant.exchange.state, of.userId, of.caller, of.key) !== undefined
  }
  keyedRoute(app, spec, knows, (context) => {
    const call = callOf(context, field)
    const answers = answersOf(call.tenant)
    const known = call.key === '' ? undefined : answers.find(call, call.request)
    if (known !== undefined) return repeated<Data>(known)
    const answer = (result: Done<Data>): Data | Answer<Data> => {
      const { isRepeat, isExact = false, ...outcome } = result
      const isFailure = 'failure' in outcome
      // A conflict answers another request than the first.
      if (isFailure && outcome.failure.errorName === 'IDEMPOTENCY_CONFLICT') throw outcome.failure
      if (call.key !== '' && !isExact) answers.keep(call, call.request, outcome)
      if (isFailure) throw outcome.failure.asReplay(isRepeat)
      return isRepeat ? replayed(outcome.data) : outcome.data
    }
    if (isAlone && call.key !== '') return answers.alone(call, async () => answer(await run(call)))
    const result = run(call)
    return result instanceof Promise ? result.then(answer) : answer(result)
  })
}

function repeated<Data>(known: { readonly data: unknown } | { readonly failure: Failure }): Answer<Data> {
  if ('failure' in known) throw known.failure.asReplay(true)
  return replayed(known.data as Data)
}
