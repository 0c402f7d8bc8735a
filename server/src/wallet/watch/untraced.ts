/**
 * Blocks that were booked without the calls inside their transactions, because no node gave them: a note for each network, which is durable
 * before the block is. Until somebody has looked at all balances behind them, it says that coins may lie where nobody booked them.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import { asUserId, type NetworkId } from '@agio/engine/ids/id.ts'
import * as z from 'zod/mini'
import { Failure } from '../../core/failure.ts'
import type { LiveDocuments } from '../../projections/live-documents.ts'
import type { Exchange } from '../../sequencer/exchange.ts'
import { RECONCILIATIONS } from '../reconcile/documents.ts'
import type { UntracedBlock } from './messages.ts'

const HOUSE = asUserId(0)

const untracedNote = z.object({
  state: z.literal('untraced'),
  /** Ever. */
  count: z.number(),
  last: z.object({ height: z.number(), hash: z.string(), why: z.string(), at: z.number() }),
  /** The newest of those that nobody has looked behind yet; null = somebody has, of all. */
  openTo: z.nullable(z.number()),
})
export type UntracedNote = z.output<typeof untracedNote>

export class UntracedBlocks {
  readonly #exchange: Pick<Exchange<'system'>, 'submit' | 'now'>
  readonly #documents: Pick<LiveDocuments, 'all'>

  constructor(exchange: Pick<Exchange<'system'>, 'submit' | 'now'>, documents: Pick<LiveDocuments, 'all'>) {
    this.#exchange = exchange
    this.#documents = documents
  }

  /** Undefined where there never was one. @throws Failure ENGINE_BUSY while notes cannot be read */
  of(networkId: NetworkId): UntracedNote | undefined {
    const document = this.#documents.all.get(idOf(networkId))
    const parsed = document === undefined ? undefined : z.safeParse(untracedNote, document)
    return parsed?.success === true ? parsed.data : undefined
  }

  /** Whether nobody has looked behind all of them; undefined while notes cannot be read. */
  isOpen(networkId: NetworkId): boolean | undefined {
    try {
      return (this.of(networkId)?.openTo ?? null) !== null
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }

  /** Durable when it resolves. @returns those that nobody told of before. @throws Refused, Failure ENGINE_BUSY */
  async note(networkId: NetworkId, blocks: readonly UntracedBlock[]): Promise<readonly UntracedBlock[]> {
    const known = this.of(networkId)
    const fresh = blocks.filter(({ hash }) => hash !== known?.last.hash)
    const last = fresh.at(-1)
    if (last === undefined) return []
    const openTo = Math.max(known?.openTo ?? 0, last.height)
    await this.#save(networkId, {
      state: 'untraced',
      count: (known?.count ?? 0) + fresh.length,
      last: { ...last, at: this.#exchange.now() },
      openTo,
    })
    return fresh
  }

  /** All balances behind those up to a height were looked at, so deep that no block of them leaves the chain. @throws Refused */
  async looked(networkId: NetworkId, height: number): Promise<void> {
    const known = this.of(networkId)
    if (known === undefined || known.openTo === null || known.openTo > height) return
    await this.#save(networkId, { ...known, openTo: null })
  }

  async #save(networkId: NetworkId, note: UntracedNote): Promise<void> {
    const document: JsonObject = { ...note }
    const place = { userId: HOUSE, collection: RECONCILIATIONS, id: idOf(networkId) } as const
    await this.#exchange.submit({ kind: 'saveDocument', ...place, document, actor: 'watch' })
  }
}

const idOf = (networkId: NetworkId): string => `calls-${networkId}`
