/**
 * Requests under a key of the caller's: one at a time, and what came of the first is what every later one is told. The engine remembers
 * keys; what was asked under those that it refused stands here, as long as the process lives: nothing came of them.
 */
import { hash } from 'node:crypto'
import type { UserId } from '@agio/engine/ids/id.ts'
import { type KeyOutcome, outcomeOfKey } from '@agio/engine/read.ts'
import { Failure } from '../../core/failure.ts'
import type { Exchange } from '../../sequencer/exchange.ts'

const KEPT = 50_000

/** A digest of what was asked: the same fields with the same text are the same request. */
export function requestDigest(fields: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(fields)
    .filter(([, value]) => value != null)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return hash('sha256', JSON.stringify(given), 'base64url')
}

export interface Keyed {
  readonly userId: UserId
  /** 0 = the customer's sessions, else the number of an API key. */
  readonly caller: number
  /** '' = none: nothing is remembered. */
  readonly key: string
  readonly request: string
}

export class FirstAnswers {
  readonly #exchange: Pick<Exchange, 'state'>
  readonly #running = new Set<string>()
  /** What was asked under keys, by caller and key. */
  readonly #asked = new Map<string, string>()

  constructor(exchange: Pick<Exchange, 'state'>) {
    this.#exchange = exchange
  }

  /**
   * @param again what the first request of the key was answered; it looks up what was asked then, where it was accepted
   * @throws Failure IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_CONFLICT and whatever `work` and `again` throw
   */
  async run<Result>(keyed: Keyed, work: () => Promise<Result>, again: (first: KeyOutcome) => Promise<Result>): Promise<Result> {
    const { userId, caller, key, request } = keyed
    if (key === '') return work()
    const place = `${userId} ${caller} ${key}`
    if (this.#running.has(place)) throw new Failure('IDEMPOTENCY_IN_PROGRESS', { key })
    this.#running.add(place)
    try {
      const first = outcomeOfKey(this.#exchange.state, userId, caller, key)
      if (first === undefined) {
        this.#remember(place, request)
        return await work()
      }
      if ((this.#asked.get(place) ?? request) !== request) throw new Failure('IDEMPOTENCY_CONFLICT', { key })
      return await again(first)
    } finally {
      this.#running.delete(place)
    }
  }

  #remember(place: string, request: string): void {
    if (this.#asked.size >= KEPT) this.#asked.clear()
    this.#asked.set(place, request)
  }
}
