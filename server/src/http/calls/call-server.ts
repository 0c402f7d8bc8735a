/**
 * The calls of one listener, by method and path: one look-up, one read of the body, one write of the answer. The framework around it
 * serves pages and files, and hands over the calls whose path has places or whose address has a query.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerContext } from '../context.ts'
import type { CallRequest, PlainRequest } from '../door/plain-request.ts'
import type { HostKind } from './arrival.ts'
import { NodeReply, type Reply } from './reply.ts'
import type { RequestState } from './request-state.ts'
import type { AnyCall } from './route.ts'
import { type Addressed, type CallInput, Visit } from './visit.ts'

export interface ServedCall {
  readonly call: AnyCall
  /** Data, an Answer, or a promise of either. @throws Failure */
  run(state: RequestState, request: CallRequest, input: CallInput): unknown
}

const NOWHERE: Addressed = Object.freeze({ places: Object.freeze({}), query: Object.freeze({}) })

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
    this.serve(served, request, response, NOWHERE)
    return true
  }

  /** The same for a request that Node's parser never saw. Uploads and streams need what only Node's have. */
  takePlain(request: PlainRequest, reply: Reply): boolean {
    const served = this.#closed ? undefined : this.#byPath[request.method].get(request.url)
    if (served === undefined || served.call.upload === true || served.call.streams === true) return false
    new Visit(this.#context, served, request, reply).begin(this.#kind, NOWHERE)
    return true
  }

  /** A call that the framework found the way to. */
  serve(served: ServedCall, request: IncomingMessage, response: ServerResponse, addressed: Addressed): void {
    new Visit(this.#context, served, request, new NodeReply(response)).begin(this.#kind, addressed)
  }
}
