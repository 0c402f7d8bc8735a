/** Documents by owner, collection and id: the newest of each, where null removes it, and of the tenant's own every version. */
import type { Event } from '@agio/engine/event.ts'
import { asUserId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import type { Moment, Projector } from './projector.ts'
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
export const PRODUCTS = 'products'
/** So do documents of networks and of assets on them; by their ids. */
export const NETWORKS = 'networks'
export const LISTINGS = 'listings'

const KINDS = [
  'documentSaved',
  'productDefined',
  'productChanged',
  'networkDefined',
  'networkChanged',
  'listingDefined',
  'listingChanged',
] as const

/** What an event saves, if anything. */
export function savedBy(event: Event): Saved | undefined {
  switch (event.kind) {
    case 'documentSaved':
      return event
    case 'productDefined':
    case 'productChanged':
      return ofTenant(PRODUCTS, event.productId, event)
    case 'networkDefined':
    case 'networkChanged':
      return ofTenant(NETWORKS, event.networkId, event)
    case 'listingDefined':
    case 'listingChanged':
      return ofTenant(LISTINGS, event.listingId, event)
    default:
      return undefined
  }
}

function ofTenant(collection: string, id: number, { document, actor }: Pick<Saved, 'document' | 'actor'>): Saved {
  return { userId: TENANT, collection, id: String(id), document, actor }
}

export class DocumentsProjector implements Projector {
  readonly kinds = KINDS
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

  fold(event: Event, { seq, at }: Moment): void {
    const saved = savedBy(event)
    if (saved === undefined) return
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
