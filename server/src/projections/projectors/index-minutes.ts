/**
 * What the sources of the index said and what it became, packed by coin and minute, for thirty days of engine time. The minute under way is
 * a row of its own table: a row that grows leaves its former versions behind, which nobody sweeps out of a large one.
 */
import type { Event } from '@agio/engine/event.ts'
import type { AssetId } from '@agio/engine/ids/id.ts'
import type { IndexTermsThen } from '../index-minutes/minute.ts'
import { MinutePacker, memoryAfter, minuteOf } from '../index-minutes/packed-minute.ts'
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import { NewRows } from './new-rows.ts'
import { MINUTE_MS, type Moment, type Projector } from './projector.ts'
import { RowBatch, type RowTarget, replaceRow, takeAll } from './row-batch.ts'
import { tradesKeptFrom } from './trades.ts'

/** Rows of a coin removed in one statement, so that a write item stays short. */
const PRUNE_ROWS = 2000

const COLUMNS = { asset_id: 'integer', minute: 'integer', packed: 'bytea' } as const
const NOW: RowTarget = { table: 'index_now', columns: COLUMNS, onConflict: replaceRow(['asset_id'], COLUMNS) }

/** The minute under way of a coin, as it is stored. */
export interface MinuteRow {
  readonly minute: number
  readonly packed: Uint8Array
}

interface Open {
  readonly packer: MinutePacker
  /** All of its minute. */
  packed: Uint8Array
}

const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`

export class IndexMinutesProjector implements Projector {
  readonly kinds = ['sourcePriced', 'indexChanged', 'indexTermsSet'] as const
  readonly #terms: NewRows
  readonly #over: NewRows
  readonly #now: RowBatch
  readonly #open: Map<AssetId, Open>
  /** Coins of which something was said since the last `take`. */
  readonly #changed = new Set<AssetId>()
  #pending = 0

  /** @param stored the minute under way of each coin */
  constructor(schema: string, stored: ReadonlyMap<AssetId, MinuteRow>) {
    this.#over = new NewRows(schema, 'index_minutes', Object.keys(COLUMNS))
    this.#now = new RowBatch(schema, NOW)
    this.#terms = new NewRows(schema, 'index_terms', ['seq', 'at', 'terms'])
    this.#open = new Map(
      [...stored].map(([assetId, { minute, packed }]) => [assetId, { packer: new MinutePacker(memoryAfter(minute, packed)), packed }]),
    )
  }

  get pending(): number {
    return this.#pending
  }

  /** Coins that have rows. */
  get assets(): readonly AssetId[] {
    return [...this.#open.keys()]
  }

  fold(event: Event, { seq, at: time }: Moment): void {
    if (event.kind === 'sourcePriced') {
      const { source, state, price, venueAt: at } = event
      this.#packerAt(event.assetId, time).word({ source, state, price, at, time })
    } else if (event.kind === 'indexChanged') {
      const { price, live } = event
      this.#packerAt(event.assetId, time).change({ price, live, time })
    } else if (event.kind === 'indexTermsSet') {
      const { freshMs, capE8, weights } = event
      this.#terms.add([seq, time, JSON.stringify({ freshMs, capE8, weights } satisfies IndexTermsThen)])
      this.#pending += 1
    }
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const assetId of this.#changed) {
      const open = this.#open.get(assetId)
      if (open === undefined) continue
      gather(open)
      this.#now.add([assetId, open.packer.minute, hexOf(open.packed)])
    }
    this.#changed.clear()
    this.#pending = 0
    return takeAll(this.#over, this.#now, this.#terms)
  }

  #packerAt(assetId: AssetId, time: number): MinutePacker {
    const open = this.#open.get(assetId) ?? { packer: new MinutePacker(), packed: new Uint8Array() }
    this.#open.set(assetId, open)
    this.#changed.add(assetId)
    this.#pending += 1
    const { packer } = open
    if (packer.minute === minuteOf(time)) return packer
    gather(open)
    if (open.packed.length > 0) this.#over.add([assetId, packer.minute, hexOf(open.packed)])
    open.packed = new Uint8Array()
    packer.begin(minuteOf(time))
    return packer
  }
}

function gather(open: Open): void {
  if (!open.packer.isEmpty) open.packed = Buffer.concat([open.packed, open.packer.take()])
}

/** Minutes before this one are neither kept nor shown. */
export const minutesKeptFrom = (now: number): number => Math.floor(tradesKeptFrom(now) / MINUTE_MS)

/** Removes some of each coin's minutes that are too old; repeat until it affects no row. */
export function pruneMinutes(schema: string, assets: readonly AssetId[], now: number): Statement {
  const minutes = `"${schema}"."index_minutes"`
  return {
    sql: `delete from ${minutes} where ctid = any(array(
      select oldest.row from unnest($1::text::integer[]) as coin(asset_id) cross join lateral (
        select ctid as row, minute from ${minutes} where asset_id = coin.asset_id order by minute limit ${PRUNE_ROWS}
      ) as oldest where oldest.minute < $2))`,
    parameters: [`{${assets.join(',')}}`, minutesKeptFrom(now)],
  }
}
