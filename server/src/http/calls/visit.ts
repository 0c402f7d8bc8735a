/** One request on its way through a call: first look, body, the call's own work, answer. */
import { HEADERS } from '@agio/wire/headers.ts'
import { Failure } from '../../core/failure.ts'
import type { ServerContext } from '../context.ts'
import { type CallRequest, PlainRequest } from '../door/plain-request.ts'
import { failureAnswer, successText } from '../envelope.ts'
import { authenticate } from '../guard/auth-guard.ts'
import { type Arrival, admit, arrive, type HostKind, weighMore } from './arrival.ts'
import { readBody } from './call-body.ts'
import type { ServedCall } from './call-server.ts'
import { weightOf } from './call-weight.ts'
import type { Reply } from './reply.ts'
import type { RequestState } from './request-state.ts'
import { Answer, StreamAnswer } from './route.ts'
import { readUpload } from './upload-body.ts'

/** What a request brings besides its headers. */
export interface CallInput {
  readonly places: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** Parsed JSON; undefined for a call without body. */
  readonly body: unknown
  /** Of an upload, whose body is nothing else. */
  readonly file?: Buffer<ArrayBuffer>
}

export type Addressed = Pick<CallInput, 'places' | 'query'>

export class Visit {
  readonly #context: ServerContext
  readonly #served: ServedCall
  readonly #request: CallRequest
  readonly #reply: Reply
  readonly #arrival: Arrival
  /** Counted so far. */
  #weight = 0

  constructor(context: ServerContext, served: ServedCall, request: CallRequest, reply: Reply) {
    this.#context = context
    this.#served = served
    this.#request = request
    this.#reply = reply
    this.#arrival = arrive(context, request)
  }

  begin(kind: HostKind, { places, query }: Addressed): void {
    const { call } = this.#served
    let state: RequestState
    this.#weight = weightOf(call, { query, body: undefined })
    try {
      state = admit(this.#context, kind, this.#arrival, this.#request, { isCall: true, weight: this.#weight })
    } catch (error) {
      this.#fail(error)
      return
    }
    if (call.method === 'GET') this.#run(state, { places, query, body: undefined })
    else if (call.upload === true) this.#upload(state, { places, query })
    else
      readBody(
        this.#request,
        call.strict === true,
        (body) => this.#run(state, { places, query, body }),
        (error) => this.#fail(error),
      )
  }

  /** A stranger is refused before the megabytes are read. */
  #upload(state: RequestState, addressed: Addressed): void {
    const request = this.#request
    if (request instanceof PlainRequest) throw new Error('an upload on a plain connection')
    try {
      authenticate(this.#served.call.access, request.headers, state)
    } catch (error) {
      this.#fail(error)
      return
    }
    readUpload(
      request,
      (file) => this.#run(state, { ...addressed, body: {}, file }),
      (error) => this.#fail(error),
    )
  }

  #run(state: RequestState, input: CallInput): void {
    const more = weightOf(this.#served.call, input) - this.#weight
    let result: unknown
    try {
      if (more > 0) weighMore(this.#arrival, more)
      result = this.#served.run(state, this.#request, input)
    } catch (error) {
      this.#fail(error)
      return
    }
    if (!(result instanceof Promise)) this.#send(result)
    else
      result.then(
        (data) => this.#send(data),
        (error) => this.#fail(error),
      )
  }

  #send(result: unknown): void {
    const answer = result instanceof Answer ? result : undefined
    if (answer instanceof StreamAnswer) {
      this.#reply.stream(this.#arrival, answer, (error) =>
        this.#context.log.warn('an answer was cut off', { path: this.#served.call.path, error: String(error) }),
      )
      return
    }
    try {
      const text = answer?.text ?? successText(answer === undefined ? result : answer.data)
      this.#reply.answer(this.#arrival, answer?.status ?? 200, answer?.headers ?? null, text)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(thrown: unknown): void {
    const { call } = this.#served
    const { status, retryAfter, isLast, isReplay, text } = failureAnswer(this.#context, thrown, this.#arrival, {
      method: this.#request.method ?? '',
      path: call.path,
    })
    // What is left of a body that nobody reads would have to be read away before the next request.
    const closes = isLast || (!this.#request.complete && thrown instanceof Failure)
    const extra = {
      ...(retryAfter > 0 && { 'retry-after': String(retryAfter) }),
      ...(closes && { connection: 'close' }),
      ...(isReplay && { [HEADERS.replay]: '1' }),
    }
    this.#reply.answer(this.#arrival, status, retryAfter > 0 || closes || isReplay ? extra : null, text)
  }
}
