/** Addresses of customers and of the house, as they were given out: the engine knows whose they are, history what they are called and since when. */
import type { Event } from '@agio/engine/event.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'

const COLUMNS = ['address_id', 'user_id', 'family', 'place', 'tag', 'label', 'at'] as const

export class AddressesProjector implements Projector {
  readonly kinds = foldedBy('addresses')
  readonly #rows: NewRows

  constructor(schema: string) {
    this.#rows = new NewRows(schema, 'addresses', COLUMNS)
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, { at }: Moment): void {
    if (event.kind !== 'addressAssigned') return
    const { addressId, userId, family, place, tag, label } = event
    this.#rows.add([addressId, userId, family, place, tag, label, at])
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}
