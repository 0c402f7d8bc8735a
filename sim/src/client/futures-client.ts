/** A customer on the futures host: the session of the gateway in another header. */
import type { RequestInput, ResponseOf } from '@agio/wire/call.ts'
import { type AnyCall, targetOf } from '@agio/wire/call-target.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { ANSWER_MS, type Answer, Refusal, type SessionClient } from './session-client.ts'

export class FuturesClient {
  readonly #base: string
  readonly #session: SessionClient

  constructor(base: string, session: SessionClient) {
    this.#base = base
    this.#session = session
  }

  /**
   * A call of the API; what it changes comes with a sealed report, as where no earlier one is known. Its data is checked against the
   * contract. @throws Refusal
   */
  async call<Spec extends AnyCall>(spec: Spec, request: RequestInput<Spec>): Promise<ResponseOf<Spec>> {
    const { url, body } = targetOf(spec, request as Readonly<Record<string, unknown>>)
    const report = spec.sealed === undefined ? {} : await this.#session.report(spec.path)
    const response = await fetch(`${this.#base}${url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [HEADERS.futuresToken]: this.#session.token ?? '',
        [HEADERS.futuresClient]: 'pc',
      },
      body: JSON.stringify({ ...JSON.parse(body ?? '{}'), ...report }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const answer = (await response.json()) as Answer
    if (answer.code !== '0') throw new Refusal(url, answer)
    return spec.response.parse(answer.data) as ResponseOf<Spec>
  }
}
