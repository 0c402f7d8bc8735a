/** A customer on the futures host: the session of the gateway in another header. */
import type { RequestInput, ResponseOf } from '@agio/wire/call.ts'
import { type AnyCall, targetOf } from '@agio/wire/call-target.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import type { SealedReport } from './device-report.ts'
import { ANSWER_MS, type Answer, Refusal, type SessionClient } from './session-client.ts'

export class FuturesClient {
  readonly #base: string
  readonly #session: SessionClient
  readonly #keepsDigest: boolean
  /** Of the last sealed report. */
  #digest: Pick<SealedReport, 'uaTime' | 'securityInfo'> | undefined

  /** @param keepsDigest after its first sealed report it sends the digest of that alone, as pages do; only while the product goes on running */
  constructor(base: string, session: SessionClient, keepsDigest = false) {
    this.#base = base
    this.#session = session
    this.#keepsDigest = keepsDigest
  }

  async #reportFor({ path, sealed }: AnyCall): Promise<object> {
    if (sealed === undefined) return {}
    if (sealed === 'digest' && this.#digest !== undefined) return this.#digest
    const report = await this.#session.report(path)
    const { uaTime, securityInfo } = report
    if (this.#keepsDigest) this.#digest = { uaTime, securityInfo }
    return report
  }

  /**
   * A call of the API; what it changes comes with a sealed report, or with the digest of one. Its data is checked against the contract.
   * @throws Refusal
   */
  async call<Spec extends AnyCall>(spec: Spec, request: RequestInput<Spec>): Promise<ResponseOf<Spec>> {
    const { url, body } = targetOf(spec, request as Readonly<Record<string, unknown>>)
    const report = await this.#reportFor(spec)
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
