/**
 * What requests under a key were answered, for a day and as long as the process lives. The engine remembers every key with its outcome; an
 * answer that needs more than the outcome (figures of history, a view of a position) stays here, so that a repeat reads the same text.
 */
import { hash } from 'node:crypto'
import type { UserId } from '@agio/engine/ids/id.ts'
import { Failure } from '../../core/failure.ts'

/** Answers that one tenant keeps: about a kilobyte each. */
const KEPT = 20_000
const DAY_MS = 86_400_000

/** Whose key: of all sessions of a customer together (0), or of the API key of that number. */
export interface KeyOf {
  readonly userId: UserId
  readonly caller: number
  readonly key: string
}

/** Fields that say who asks, and not what for (wire 1.6). */
const BESIDE = new Set(['codes'])

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name, field]) => field != null && !BESIDE.has(name))
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, field]) => [name, sorted(field)]))
}

/** Digest of a request: the same fields with the same text are the same request. An absent field equals null. */
export const requestDigest = (request: unknown): string => hash('sha256', JSON.stringify(sorted(request)), 'base64url')

/** The answer of one key: data, or the refusal. */
export type FirstAnswer = { readonly data: unknown } | { readonly failure: Failure }

interface Kept {
  readonly digest: string
  readonly at: number
  readonly answer: FirstAnswer
}

const placeOf = ({ userId, caller, key }: KeyOf): string => `${userId} ${caller} ${key}`

export class FirstAnswers {
  readonly #now: () => number
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>()
  readonly #running = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  has(of: KeyOf): boolean {
    return this.#find(placeOf(of)) !== undefined
  }

  /** The first answer of a key, undefined where none is kept. @throws Failure IDEMPOTENCY_CONFLICT for another request */
  find(of: KeyOf, request: unknown): FirstAnswer | undefined {
    const kept = this.#find(placeOf(of))
    if (kept !== undefined && kept.digest !== requestDigest(request)) throw new Failure('IDEMPOTENCY_CONFLICT', { key: of.key })
    return kept?.answer
  }

  /** Keeps the answer of a key that has none yet. */
  keep(of: KeyOf, request: unknown, answer: FirstAnswer): void {
    if (this.has(of)) return
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= KEPT && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(placeOf(of), { digest: requestDigest(request), at: this.#now(), answer })
  }

  /** One request of a key at a time. @throws Failure IDEMPOTENCY_IN_PROGRESS, and what `work` throws */
  async alone<Result>(of: KeyOf, work: () => Promise<Result>): Promise<Result> {
    const place = placeOf(of)
    if (this.#running.has(place)) throw new Failure('IDEMPOTENCY_IN_PROGRESS', { key: of.key })
    this.#running.add(place)
    try {
      return await work()
    } finally {
      this.#running.delete(place)
    }
  }

  #find(place: string): Kept | undefined {
    const kept = this.#kept.get(place)
    if (kept === undefined || this.#now() - kept.at < DAY_MS) return kept
    this.#kept.delete(place)
    return undefined
  }
}
