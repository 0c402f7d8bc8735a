/**
 * The calls of one listener, by method and path: one look-up, one read of the body, one write of the answer. The framework around it
 * serves pages and files, and hands over the calls of Node's connections whose path has places or whose address has a query.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerContext } from '../context.ts'
import type { CallRequest, PlainRequest } from '../door/plain-request.ts'
import type { HostKind } from './arrival.ts'
import { type FoundCall, PlacedCalls, plainQuery } from './plain-address.ts'
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

/** The calls of a method: those with a path of their own, and those whose path has places. */
class Calls {
  readonly #byPath = new Map<string, FoundCall>()
  readonly #placed = new PlacedCalls()

  add(served: ServedCall): void {
    const { path } = served.call
    if (path.includes('/:')) this.#placed.add(served)
    else this.#byPath.set(path, { served, places: NOWHERE.places })
  }

  /** The one with this path and nothing else. */
  at(url: string): ServedCall | undefined {
    return this.#byPath.get(url)?.served
  }

  /** @param url with its query @returns undefined when it is not plainly one of them */
  find(url: string): (FoundCall & Addressed) | undefined {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const found = this.#byPath.get(path) ?? this.#placed.find(path)
    if (found === undefined) return undefined
    const query = end < 0 ? NOWHERE.query : plainQuery(url.slice(end + 1))
    return query && { ...found, query }
  }
}

export class CallServer {
  readonly #context: ServerContext
  readonly #kind: HostKind
  readonly #calls: ServedCall[] = []
  readonly #byMethod = { GET: new Calls(), POST: new Calls() }
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
    this.#byMethod[served.call.method].add(served)
  }

  /** From now on the framework refuses everything. */
  close(): void {
    this.#closed = true
  }

  /** @returns false when the request is not plainly one of the calls; nothing was done with it then */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request
    if (this.#closed || (method !== 'POST' && method !== 'GET')) return false
    const served = this.#byMethod[method].at(url)
    if (served === undefined) return false
    this.serve(served, request, response, NOWHERE)
    return true
  }

  /** The same for a request that Node's parser never saw. Uploads and streams need what only Node's have. */
  takePlain(request: PlainRequest, reply: Reply): boolean {
    const found = this.#closed ? undefined : this.#byMethod[request.method].find(request.url)
    if (found === undefined || found.served.call.upload === true || found.served.call.streams === true) return false
    new Visit(this.#context, found.served, request, reply).begin(this.#kind, found)
    return true
  }

  /** A call that the framework found the way to. */
  serve(served: ServedCall, request: IncomingMessage, response: ServerResponse, addressed: Addressed): void {
    new Visit(this.#context, served, request, new NodeReply(response)).begin(this.#kind, addressed)
  }
}
