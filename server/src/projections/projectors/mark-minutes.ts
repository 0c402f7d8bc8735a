/** The marks of contracts with the parts that each was made of, packed by contract and minute, for thirty days of engine time. */
import type { Event } from '@agio/engine/event.ts'
import type { InstrumentId } from '@agio/engine/ids/id.ts'
import { MarkPacker } from '../mark-minutes/packed-marks.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { Contracts } from './contracts.ts'
import { type MinuteRow, MinuteRows, type MinuteTables, pruneMinutes } from './minute-rows.ts'
import { foldedBy, type Moment, type Projector } from './projector.ts'

const TABLES: MinuteTables<MarkPacker> = {
  over: 'mark_minutes',
  now: 'mark_now',
  key: 'instrument_id',
  packer: (stored) => new MarkPacker(stored),
}

export class MarkMinutesProjector implements Projector {
  readonly kinds = foldedBy('markMinutes')
  readonly #schema: string
  readonly #contracts: Contracts
  readonly #minutes: MinuteRows<InstrumentId, MarkPacker>
  /** Price of the last trade of each contract, towards which the third part of its mark is drawn. */
  readonly #last: Map<InstrumentId, number>

  /** @param stored the minute under way of each contract, and last prices of all that trades */
  constructor(
    schema: string,
    contracts: Contracts,
    stored: { readonly minutes: ReadonlyMap<InstrumentId, MinuteRow>; readonly last: ReadonlyMap<InstrumentId, number> },
  ) {
    this.#schema = schema
    this.#contracts = contracts
    this.#minutes = new MinuteRows(schema, TABLES, stored.minutes)
    this.#last = new Map(stored.last)
  }

  get pending(): number {
    return this.#minutes.pending
  }

  fold(event: Event, { at: time }: Moment): void {
    if (event.kind === 'traded') {
      if (event.isOwn !== 1 && this.#contracts.has(event.instrumentId)) this.#last.set(event.instrumentId, event.price)
      return
    }
    if (event.kind !== 'markChanged') return
    const { instrumentId, mark, indexFine, basis, drawn, rate, isShut } = event
    const last = this.#last.get(instrumentId) ?? 0
    this.#minutes.at(instrumentId, time).add({ time, mark, last, indexFine, basis, drawn, rate, isShut: isShut === 1 })
  }

  take(): readonly (Statement | CopyIn)[] {
    return this.#minutes.take()
  }

  /** Removes some of each contract's minutes that are too old; repeat until it affects no row. */
  prune(now: number): Statement {
    return pruneMinutes(this.#schema, TABLES.over, TABLES.key, this.#minutes.keys, now)
  }
}
