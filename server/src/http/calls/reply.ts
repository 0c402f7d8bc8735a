/** Where the answer of a call goes: to Node's response, or straight to a plain connection. */
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerHeaders, replaceHeader } from '../door/answer-head.ts'
import { type Arrival, arrivalHeaders } from './arrival.ts'
import type { StreamAnswer } from './route.ts'

export interface Reply {
  /** @param extra headers beside what every answer says; null = none @param body text is JSON unless `extra` names another type */
  answer(arrival: Arrival, status: number, extra: Readonly<Record<string, unknown>> | null, body: string | Uint8Array): void
  /** @param onCut hears why the body ended before its end */
  stream(arrival: Arrival, answer: StreamAnswer, onCut: (error: unknown) => void): void
}

/** Node's own response. */
export class NodeReply implements Reply {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  answer(arrival: Arrival, status: number, extra: Readonly<Record<string, unknown>> | null, body: string | Uint8Array): void {
    this.#response.writeHead(status, answerHeaders(arrival, status, extra ?? {}, body))
    this.#response.end(body)
  }

  stream(arrival: Arrival, { headers, pieces }: StreamAnswer, onCut: (error: unknown) => void): void {
    const all = arrivalHeaders(arrival)
    for (const [name, value] of Object.entries(headers)) replaceHeader(all, name, value)
    this.#response.writeHead(200, all)
    pipeline(Readable.from(pieces, { objectMode: false }), this.#response).catch(onCut)
  }
}
