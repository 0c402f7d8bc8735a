/**
 * Answers the calls of one listener, straight from the HTTP server: one look-up by path, one read of the body, one write of the
 * answer. The framework around it serves pages and files, and hands over the calls whose path has places or whose address has a query.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ServerContext } from '../context.ts'
import { failureAnswer, JSON_TYPE, successText } from '../envelope.ts'
import { ApiError } from '../errors.ts'
import { authenticate } from '../guard/auth-guard.ts'
import { type Arrival, admit, arrivalHeaders, arrive, type HostKind } from './arrival.ts'
import { readBody } from './call-body.ts'
import { endQuickly } from './quick-head.ts'
import type { RequestState } from './request-state.ts'
import { Answer, type AnyCall, StreamAnswer } from './route.ts'
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

export interface ServedCall {
  readonly call: AnyCall
  /** Data, an Answer, or a promise of either. @throws ApiError */
  run(state: RequestState, request: IncomingMessage, input: CallInput): unknown
}

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({})

type Addressed = Pick<CallInput, 'places' | 'query'>

export class CallServer {
  readonly #context: ServerContext
  readonly #kind: HostKind
  readonly #calls: ServedCall[] = []
  /** By method and path; calls with places in their path are not here. */
  readonly #byPath = { GET: new Map<string, ServedCall>(), POST: new Map<string, ServedCall>() }
  #closed = false

  constructor(context: ServerContext, kind: HostKind) {
    this.#context = context
    this.#kind = kind
  }

  get calls(): readonly AnyCall[] {
    return this.#calls.map(({ call }) => call)
  }

  add(served: ServedCall): void {
    this.#calls.push(served)
    const { method, path } = served.call
    if (!path.includes('/:')) this.#byPath[method].set(path, served)
  }

  /** From now on the framework refuses everything. */
  close(): void {
    this.#closed = true
  }

  /** @returns false when the request is not plainly one of the calls; nothing was done with it then */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request
    if (this.#closed || (method !== 'POST' && method !== 'GET')) return false
    const served = this.#byPath[method].get(url)
    if (served === undefined) return false
    const visit = new Visit(this.#context, served, request, response, true)
    visit.begin(this.#kind, { places: NOTHING, query: NOTHING })
    return true
  }

  /** A call that the framework found the way to. */
  serve(served: ServedCall, request: IncomingMessage, response: ServerResponse, addressed: Addressed): void {
    const visit = new Visit(this.#context, served, request, response, false)
    visit.begin(this.#kind, addressed)
  }
}

/** One request on its way through a call. */
class Visit {
  readonly #context: ServerContext
  readonly #served: ServedCall
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #arrival: Arrival
  readonly #isDirect: boolean

  /** @param isDirect the response is the HTTP server's own, with nothing of a framework around it */
  constructor(context: ServerContext, served: ServedCall, request: IncomingMessage, response: ServerResponse, isDirect: boolean) {
    this.#context = context
    this.#served = served
    this.#request = request
    this.#response = response
    this.#isDirect = isDirect
    this.#arrival = arrive(context, request)
  }

  begin(kind: HostKind, { places, query }: Addressed): void {
    const { call } = this.#served
    let state: RequestState
    try {
      state = admit(this.#context, kind, this.#arrival, this.#request, { isCall: true, weight: call.weight ?? 1 })
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
    try {
      authenticate(this.#served.call.access, this.#request.headers, state)
    } catch (error) {
      this.#fail(error)
      return
    }
    readUpload(
      this.#request,
      (file) => this.#run(state, { ...addressed, body: {}, file }),
      (error) => this.#fail(error),
    )
  }

  #run(state: RequestState, input: CallInput): void {
    let result: unknown
    try {
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
      this.#stream(answer)
      return
    }
    let text: string | Uint8Array
    try {
      text = answer?.text ?? successText(answer === undefined ? result : answer.data)
    } catch (error) {
      this.#fail(error)
      return
    }
    this.#write(answer?.status ?? 200, answer?.headers ?? NOTHING, text)
  }

  #stream({ headers, pieces }: StreamAnswer): void {
    const all = arrivalHeaders(this.#arrival)
    for (const [name, value] of Object.entries(headers)) replaceHeader(all, name, value)
    this.#response.writeHead(200, all)
    pipeline(Readable.from(pieces, { objectMode: false }), this.#response).catch((error: unknown) => {
      this.#context.log.warn('an answer was cut off', { path: this.#served.call.path, error: String(error) })
    })
  }

  #fail(thrown: unknown): void {
    const { call } = this.#served
    const { status, retryAfter, text } = failureAnswer(this.#context, thrown, this.#arrival, {
      method: this.#request.method ?? '',
      path: call.path,
    })
    // What is left of a body that nobody reads would have to be read away before the next request.
    const isUnread = !this.#request.complete && thrown instanceof ApiError
    const extra = { ...(retryAfter > 0 && { 'retry-after': String(retryAfter) }), ...(isUnread && { connection: 'close' }) }
    this.#write(status, retryAfter > 0 || isUnread ? extra : NOTHING, text)
  }

  #write(status: number, extra: Readonly<Record<string, unknown>>, text: string | Uint8Array): void {
    if (this.#isDirect && extra === NOTHING && typeof text === 'string' && endQuickly(this.#response, this.#arrival, status, text)) return
    const headers = arrivalHeaders(this.#arrival)
    let type = JSON_TYPE
    if (extra !== NOTHING) {
      for (const [name, value] of Object.entries(extra)) {
        if (name === 'content-type') type = String(value)
        else replaceHeader(headers, name, String(value))
      }
    }
    headers.push('content-type', type)
    if (status !== 304) headers.push('content-length', String(Buffer.byteLength(text)))
    this.#response.writeHead(status, headers)
    this.#response.end(text)
  }
}

function replaceHeader(headers: string[], name: string, value: string): void {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index] === name) {
      headers[index + 1] = value
      return
    }
  }
  headers.push(name, value)
}
