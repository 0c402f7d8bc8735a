/**
 * Withdrawals that rest because the demo gave out more of a coin than lies on its chains: of a folder from before nodes, until it is there,
 * and for good where a chain cannot hold as much. Operators and customers are told as of any other difference.
 */
import type { JsonObject } from '@agio/engine/command.ts'
import { type AssetId, asUserId, type ListingId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { ReadModels } from '../../projections/port.ts'
import { RECONCILIATIONS, type ReconciliationDocument, reconciliationDocument } from '../../wallet/reconcile/documents.ts'
import type { DemoCommand, DemoExchange } from '../accounts.ts'
import type { Owed } from './owed.ts'

const TENANT = asUserId(0)
/** Tells these from differences that were found between ledger and chain. */
const WHAT = 'the demo gave out more than lies on the chain'

export interface HaltedListing {
  readonly listingId: ListingId
  readonly assetId: AssetId
  readonly blockchain: string
}

/** What halts a listing, with the difference in whole coins. */
export function haltCommand(exchange: DemoExchange, listing: HaltedListing, owed: Owed | undefined): DemoCommand {
  const { given, held } = owed ?? { given: 0n, held: 0n }
  const asset = assetsOf(exchange.state).find(({ assetId }) => assetId === listing.assetId)
  const text = (amount: bigint): string => formatDecimal(amount, asset?.scale ?? 0)
  const document = {
    state: 'halted',
    coinName: asset?.symbol ?? '',
    blockchain: listing.blockchain,
    since: exchange.now(),
    height: 0,
    seq: 0,
    chain: text(held),
    ledger: text(given),
    difference: text(held - given),
    onTheWay: '0',
    what: WHAT,
  } as const satisfies ReconciliationDocument
  return {
    kind: 'haltListing',
    listingId: listing.listingId,
    isHalted: true,
    actor: 'system',
    why: `${WHAT}: ${document.chain} of ${document.ledger} ${document.coinName}`,
    note: { collection: RECONCILIATIONS, id: String(listing.listingId), document },
  }
}

export class Halts {
  readonly #exchange: DemoExchange
  readonly #models: Pick<ReadModels, 'reached' | 'documents'>
  readonly #halted = new Map<ListingId, JsonObject>()
  #isReady = false

  constructor(exchange: DemoExchange, models: Pick<ReadModels, 'reached' | 'documents'>) {
    this.#exchange = exchange
    this.#models = models
  }

  /** Whether what was halted before the start is known. */
  get isReady(): boolean {
    return this.#isReady
  }

  has(listingId: ListingId): boolean {
    return this.#halted.has(listingId)
  }

  /** Lets withdrawals go on, unless something else halted them meanwhile. */
  async end({ listingId }: Pick<HaltedListing, 'listingId'>): Promise<void> {
    if (!this.has(listingId)) return
    await this.#models.reached(this.#exchange.durableSeq)
    const now = await this.#read()
    const document = now.get(listingId)
    this.#halted.delete(listingId)
    if (document === undefined) return
    const why = 'what the demo gave out lies on the chain'
    const note = { collection: RECONCILIATIONS, id: String(listingId), document: { ...document, state: 'cleared', why } } as const
    const { reason } = await this.#exchange.submit({ kind: 'haltListing', listingId, isHalted: false, actor: 'system', why, note })
    if (reason !== 'none') throw new Error(`a halt stays: ${reason}`)
  }

  /** Reads what was halted before. @throws Error while history is being rebuilt */
  async load(): Promise<void> {
    await this.#models.reached(this.#exchange.durableSeq)
    for (const [listingId, document] of await this.#read()) this.#halted.set(listingId, document)
    this.#isReady = true
  }

  async #read(): Promise<ReadonlyMap<ListingId, JsonObject>> {
    const documents = await this.#models.documents(TENANT, RECONCILIATIONS)
    return new Map(
      documents.flatMap(({ id, document }) => {
        const { data } = reconciliationDocument.safeParse(document)
        return data?.state === 'halted' && data.what === WHAT ? [[Number(id) as ListingId, document] as const] : []
      }),
    )
  }
}
