/**
 * SMS by an HTTP service: `POST <url>` with `{to: "+49…", text, id}` and a bearer token. 2xx: taken. 408, 429 and 5xx: later. Other 4xx:
 * never. The id is the same in every try, so that the service can tell a repetition.
 */
import type { Carrier, Letter } from './carrier.ts'

export interface SmsSettings {
  readonly url: string
  readonly token: string
}

const TIMEOUT_MS = 10_000
const LATER: ReadonlySet<number> = new Set([408, 425, 429])

export function smsCarrier({ url, token }: SmsSettings, timeoutMs: number = TIMEOUT_MS): Carrier {
  return {
    async carry({ to, text, id }: Letter) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': id },
        body: JSON.stringify({ to: `+${to}`, text, id }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new Error(`sms ${error instanceof Error ? error.name : 'fault'}`)
      })
      await answer.body?.cancel()
      if (answer.ok) return 'sent'
      if (answer.status >= 400 && answer.status < 500 && !LATER.has(answer.status)) return 'refused'
      throw new Error(`sms ${answer.status}`)
    },
    close: () => undefined,
  }
}
