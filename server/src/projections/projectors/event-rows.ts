/** A row an event, of whomever it is about: public history. What customers did is described in `histories.ts`. */
import type { Event } from '@agio/engine/event.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { Tables } from '../store/tables.ts'
import { NewRows } from './new-rows.ts'
import type { FoldedBy, FoldedKind, Moment, Projector } from './projector.ts'
import { type Cell, takeAll } from './row-batch.ts'

type RowKind = FoldedBy<'eventRows'>['kind']

export interface EventRows<Kind extends RowKind> {
  readonly kind: Kind
  readonly table: keyof Tables
  readonly columns: readonly string[]
  /** In column order. */
  cells(event: EventByKind[Kind], moment: Moment): readonly Cell[]
}

export class EventRowsProjector<Kind extends RowKind> implements Projector {
  readonly kinds: readonly FoldedKind[]
  readonly #of: EventRows<Kind>
  readonly #rows: NewRows

  constructor(schema: string, of: EventRows<Kind>) {
    this.kinds = [of.kind]
    this.#of = of
    this.#rows = new NewRows(schema, of.table, of.columns)
  }

  get pending(): number {
    return this.#rows.size
  }

  fold(event: Event, moment: Moment): void {
    if (isOf(event, this.#of.kind)) this.#rows.add(this.#of.cells(event, moment))
  }

  take(): readonly (Statement | CopyIn)[] {
    return takeAll(this.#rows)
  }
}

const isOf = <Kind extends Event['kind']>(event: Event, kind: Kind): event is Event & EventByKind[Kind] => event.kind === kind
