/** What the sources of the index said and what it became, packed by coin and minute, for thirty days of engine time. */
import type { Event } from '@agio/engine/event.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import type { IndexTermsThen } from '../index-minutes/minute.ts'
import { MinutePacker, memoryAfter } from '../index-minutes/packed-minute.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { type MinuteRow, MinuteRows, type MinuteTables, pruneMinutes } from './minute-rows.ts'
import { NewRows } from './new-rows.ts'
import { foldedBy, type Moment, type Projector } from './projector.ts'
import { takeAll } from './row-batch.ts'

const TABLES: MinuteTables<MinutePacker> = {
  over: 'index_minutes',
  now: 'index_now',
  key: 'asset_id',
  packer: (stored) => new MinutePacker(stored && memoryAfter(stored.minute, stored.packed)),
}

export class IndexMinutesProjector implements Projector {
  readonly kinds = foldedBy('indexMinutes')
  readonly #schema: string
  readonly #terms: NewRows
  readonly #minutes: MinuteRows<AssetId, MinutePacker>
  /** What was due earlier, and is done late, is told with the time of what came before it. */
  #latest = 0

  /** @param stored the minute under way of each coin */
  constructor(schema: string, stored: ReadonlyMap<AssetId, MinuteRow>) {
    this.#schema = schema
    this.#minutes = new MinuteRows(schema, TABLES, stored)
    this.#terms = new NewRows(schema, 'index_terms', ['seq', 'at', 'terms'])
  }

  get pending(): number {
    return this.#minutes.pending + this.#terms.size
  }

  fold(event: Event, { seq, at: told }: Moment): void {
    const time = Math.max(this.#latest, told)
    this.#latest = time
    if (event.kind === 'sourcePriced') {
      const { source, state, price, venueAt: at } = event
      this.#minutes.at(event.assetId, time).word({ source, state, price, at, time })
    } else if (event.kind === 'indexChanged') {
      const { price, live } = event
      this.#minutes.at(event.assetId, time).change({ price, live, time })
    } else if (event.kind === 'indexTermsSet') {
      const { freshMs, capE8, weights, sources } = event
      this.#terms.add([seq, time, JSON.stringify({ freshMs, capE8, weights, sources } satisfies IndexTermsThen)])
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    return [...this.#minutes.take(), ...takeAll(this.#terms)]
  }

  /** Removes some of each coin's minutes that are too old; repeat until it affects no row. */
  prune(now: number): Statement {
    return pruneMinutes(this.#schema, TABLES.over, TABLES.key, this.#minutes.keys, now)
  }
}
