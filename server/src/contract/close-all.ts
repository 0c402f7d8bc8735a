/**
 * Answers to "close everything", which is many commands under one key: what the first call came to is kept with the customer, so that a
 * repeat tells it again and closes nothing that was opened since.
 */
import { createHash } from 'node:crypto'
import type { UserId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
import { Failure } from '../core/failure.ts'
import type { SettingsParts } from './contract-settings.ts'

const COLLECTION = 'contracts'
const ANSWERS = 'closings'
const KEPT = 10
const DAY_MS = 86_400_000

const rowSchema = z.object({
  positionId: z.string(),
  orderId: z.nullable(z.string()),
  result: z.union([z.literal(0), z.literal(1)]),
  code: z.string(),
})
export type ClosingRow = z.output<typeof rowSchema>

const answerSchema = z.object({ key: z.string(), caller: z.int(), contractId: z.string(), at: z.number(), list: z.array(rowSchema) })
const answersSchema = z.object({ answers: z.array(answerSchema) })
type Answer = z.output<typeof answerSchema>

/** Which request it is: contract '' = all of them. */
export interface ClosingRequest {
  readonly userId: UserId
  readonly caller: number
  readonly key: string
  readonly contractId: string
}

/** Key of one closing, made of the request's and the position's: the same request never closes a position twice. */
export const closingKey = ({ key }: Pick<ClosingRequest, 'key'>, positionId: number): string =>
  key === '' ? '' : createHash('sha256').update(`${key}|${positionId}`).digest('base64url').slice(0, 22)

export class Closings {
  readonly #parts: SettingsParts
  readonly #running = new Set<string>()

  constructor(parts: SettingsParts) {
    this.#parts = parts
  }

  /**
   * What the first call of a key came to, or what comes of it now.
   * @throws Failure IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_CONFLICT, and what `close` throws
   */
  async once(
    request: ClosingRequest,
    close: () => Promise<ClosingRow[]>,
  ): Promise<{ readonly list: ClosingRow[]; readonly isRepeat: boolean }> {
    const { userId, caller, key, contractId } = request
    if (key === '') return { list: await close(), isRepeat: false }
    const place = `${userId}|${caller}|${key}`
    if (this.#running.has(place)) throw new Failure('IDEMPOTENCY_IN_PROGRESS', { key })
    this.#running.add(place)
    try {
      const answers = await this.#answers(userId)
      const known = answers.find((answer) => answer.key === key && answer.caller === caller)
      if (known !== undefined && known.contractId !== contractId) throw new Failure('IDEMPOTENCY_CONFLICT', { key })
      if (known !== undefined) return { list: known.list, isRepeat: true }
      const list = await close()
      await this.#keep(request, [{ key, caller, contractId, at: this.#parts.exchange.now(), list }, ...answers])
      return { list, isRepeat: false }
    } finally {
      this.#running.delete(place)
    }
  }

  async #answers(userId: UserId): Promise<Answer[]> {
    const { models, exchange } = this.#parts
    const documents = await models.documents(userId, COLLECTION)
    const read = z.safeParse(answersSchema, documents.find(({ id }) => id === ANSWERS)?.document)
    return read.success ? read.data.answers.filter(({ at }) => exchange.now() - at < DAY_MS) : []
  }

  /** What was closed is closed: a note of it that cannot be kept costs the repeat alone. */
  async #keep({ userId }: ClosingRequest, answers: readonly Answer[]): Promise<void> {
    const { exchange, models } = this.#parts
    const document = { answers: answers.slice(0, KEPT) }
    const saved = { kind: 'saveDocument', userId, collection: COLLECTION, id: ANSWERS, document, actor: `user:${userId}` } as const
    const outcome = await exchange.submit(saved).catch(() => undefined)
    if (outcome !== undefined && models.rebuilding() === null) await models.reached(outcome.seq).catch(() => undefined)
  }
}
