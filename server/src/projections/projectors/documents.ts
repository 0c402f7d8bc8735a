/** Documents by owner, collection and id: the newest of each, where null removes it, and of the tenant's own every version. */
import type { Event } from '@agio/engine/event.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import { type KeptCollection, keptBy } from '@agio/engine/schema/events.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { type FoldedBy, foldedBy, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'

const COLUMNS = {
  user_id: 'bigint',
  collection: 'text',
  document_id: 'text',
  document: 'text',
  saved_at: 'bigint',
  actor: 'text',
} as const
const DOCUMENTS: RowTarget = {
  table: 'documents',
  columns: COLUMNS,
  onConflict: replaceRow(['user_id', 'collection', 'document_id'], COLUMNS),
}

const VERSION_COLUMNS = ['collection', 'document_id', 'seq', 'document', 'saved_at', 'actor'] as const
const TENANT = asUserId(0)

type Saved = Pick<Extract<Event, { kind: 'documentSaved' }>, 'userId' | 'id' | 'document' | 'actor'> & { readonly collection: string }

/** Names and texts of savings products come with the commands about them; by product id. */
export const PRODUCTS = 'products' satisfies KeptCollection
/** So do documents of networks and of assets on them; by their ids. */
export const NETWORKS = 'networks' satisfies KeptCollection
export const LISTINGS = 'listings' satisfies KeptCollection

/** The document that an event saves. */
export function savedBy(event: FoldedBy<'documents'>): Saved {
  if (event.kind === 'documentSaved') return event
  const { collection, id, document } = keptBy(event)
  return { userId: TENANT, collection, id: String(id), document, actor: event.actor }
}

export class DocumentsProjector implements Projector {
  readonly kinds = foldedBy('documents')
  readonly #schema: string
  readonly #rows: RowBatch
  readonly #versions: NewRows
  readonly #newest = new Map<string, { readonly saved: Saved; readonly at: number }>()

  constructor(schema: string) {
    this.#schema = schema
    this.#rows = new RowBatch(schema, DOCUMENTS)
    this.#versions = new NewRows(schema, 'document_versions', VERSION_COLUMNS)
  }

  get pending(): number {
    return this.#newest.size + this.#versions.size
  }

  fold(event: FoldedBy<'documents'>, { seq, at }: Moment): void {
    const saved = savedBy(event)
    const { userId, collection, id, document, actor } = saved
    if (userId === TENANT) this.#versions.add([collection, id, seq, JSON.stringify(document), at, actor])
    this.#newest.set(JSON.stringify([userId, collection, id]), { saved, at })
  }

  take(): readonly (Statement | CopyIn)[] {
    const removals: Statement[] = []
    for (const { saved, at } of this.#newest.values()) {
      if (saved.document === null) removals.push(this.#removal(saved))
      else this.#rows.add([saved.userId, saved.collection, saved.id, JSON.stringify(saved.document), at, saved.actor])
    }
    this.#newest.clear()
    return [...removals, ...takeAll(this.#rows, this.#versions)]
  }

  #removal(saved: Saved): Statement {
    return {
      sql: `delete from "${this.#schema}"."documents" where user_id = $1 and collection = $2 and document_id = $3`,
      parameters: [saved.userId, saved.collection, saved.id],
    }
  }
}
