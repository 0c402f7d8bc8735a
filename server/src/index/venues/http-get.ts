/** One GET to a venue: bounded in time and in bytes, never thrown. */
import type { Fault } from '../source.ts'

export interface Got {
  /** What the body says; undefined where it is no JSON. */
  readonly body: unknown
  readonly status: number
  /** When the answer was complete, ms since the epoch: what it says of its own time is compared with this. */
  readonly arrivedAt: number
}

export type HttpGet = (url: string, signal: AbortSignal) => Promise<Got | Fault>

export const isFault = (got: Got | Fault): got is Fault => 'reason' in got

/** The longest list of tickers that a venue has is some 400 kB. */
const BODY_BYTES_MAX = 4 * 1024 * 1024
const LIMITED: ReadonlySet<number> = new Set([418, 429])
const RETRY_SECONDS_MAX = 86_400

/** `Retry-After` in seconds, as venues give it; other forms are as good as none. */
function limited(headers: Headers): Fault {
  const seconds = Number(headers.get('retry-after') ?? '')
  return seconds > 0 ? { reason: 'limited', retryAfterMs: Math.min(seconds, RETRY_SECONDS_MAX) * 1000 } : { reason: 'limited' }
}

/** @returns undefined when it is longer than allowed */
async function textOf(answer: Response, bytesMax: number): Promise<string | undefined> {
  if (answer.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (bytes > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param now the machine's clock, ms since the epoch */
export function httpGet(now: () => number = Date.now, bytesMax = BODY_BYTES_MAX): HttpGet {
  return async (url, signal) => {
    try {
      const answer = await fetch(url, { headers: { accept: 'application/json' }, redirect: 'error', signal })
      if (LIMITED.has(answer.status)) {
        await answer.body?.cancel()
        return limited(answer.headers)
      }
      const text = await textOf(answer, bytesMax)
      return text === undefined ? { reason: 'tooLarge' } : { body: parsed(text), status: answer.status, arrivedAt: now() }
    } catch {
      return { reason: signal.aborted ? 'timeout' : 'unreachable' }
    }
  }
}
