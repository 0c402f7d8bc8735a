/** Which instruments are contracts: asked by whoever makes rows of trades of pairs alone. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { foldedBy, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'

export interface Contracts {
  has(instrumentId: InstrumentId): boolean
}

export class ContractsProjector implements Projector, Contracts {
  readonly kinds = foldedBy('contracts')
  readonly #rows: NewRows
  readonly #known: Set<InstrumentId>

  /** @param known as stored; owned by the projector from here on */
  constructor(schema: string, known: Set<InstrumentId>) {
    this.#rows = new NewRows(schema, 'contracts', ['instrument_id', 'base_asset_id'])
    this.#known = known
  }

  get pending(): number {
    return this.#rows.size
  }

  has(instrumentId: InstrumentId): boolean {
    return this.#known.has(instrumentId)
  }

  fold(event: Event): void {
    if (event.kind !== 'contractDefined' || this.#known.has(event.instrumentId)) return
    this.#known.add(event.instrumentId)
    this.#rows.add([event.instrumentId, event.terms.baseAssetId])
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}
