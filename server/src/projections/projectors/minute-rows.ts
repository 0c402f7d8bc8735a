/**
 * Minutes of coins or contracts as rows of bytes. The minute under way is a row of its own table: a row that grows leaves its former versions
 * behind, which nobody sweeps out of a large one.
 */
import type { CopyIn, Statement } from '../store/sql-connection.ts'
import type { Tables } from '../store/tables.ts'
import { NewRows } from './new-rows.ts'
import { MINUTE_MS } from './projector.ts'
import { RowBatch, replaceRow, takeAll } from './row-batch.ts'
import { tradesKeptFrom } from './trades.ts'

/** Rows of one key removed in one statement, so that a write item stays short. */
const PRUNE_ROWS = 2000

/** The minute under way, as it is stored. */
export interface MinuteRow {
  readonly minute: number
  readonly packed: Uint8Array
}

/** Packs what happened to one coin or contract in a minute. */
export interface Packer {
  readonly minute: number
  readonly isEmpty: boolean
  /** Bytes since the last call, all of `minute`. */
  take(): Uint8Array
  begin(minute: number): void
}

interface Open<Each> {
  readonly packer: Each
  /** All of its minute. */
  packed: Uint8Array
}

export interface MinuteTables<Each extends Packer> {
  readonly over: 'index_minutes' | 'mark_minutes'
  readonly now: 'index_now' | 'mark_now'
  readonly key: 'asset_id' | 'instrument_id'
  /** Goes on behind a stored minute, or begins. */
  packer(stored: MinuteRow | undefined): Each
}

const hexOf = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`

export class MinuteRows<Key extends number, Each extends Packer> {
  readonly #of: MinuteTables<Each>
  readonly #over: NewRows
  readonly #now: RowBatch
  readonly #open: Map<Key, Open<Each>>
  /** Of which something was said since the last `take`. */
  readonly #changed = new Set<Key>()
  #pending = 0

  /** @param stored the minutes under way */
  constructor(schema: string, of: MinuteTables<Each>, stored: ReadonlyMap<Key, MinuteRow>) {
    const columns = { [of.key]: 'integer', minute: 'integer', packed: 'bytea' } as const
    this.#of = of
    this.#over = new NewRows(schema, of.over, Object.keys(columns))
    this.#now = new RowBatch(schema, { table: of.now, columns, onConflict: replaceRow([of.key], columns) })
    this.#open = new Map([...stored].map(([key, row]) => [key, { packer: of.packer(row), packed: row.packed }]))
  }

  get pending(): number {
    return this.#pending
  }

  /** Those that have rows. */
  get keys(): readonly Key[] {
    return [...this.#open.keys()]
  }

  /** The packer for `time`; a time before the open minute goes into the open one. */
  at(key: Key, time: number): Each {
    const open = this.#open.get(key) ?? { packer: this.#of.packer(undefined), packed: new Uint8Array() }
    this.#open.set(key, open)
    this.#changed.add(key)
    this.#pending += 1
    const { packer } = open
    const minute = Math.floor(time / MINUTE_MS)
    if (minute <= packer.minute) return packer
    gather(open)
    if (open.packed.length > 0) this.#over.add([key, packer.minute, hexOf(open.packed)])
    open.packed = new Uint8Array()
    packer.begin(minute)
    return packer
  }

  take(): readonly (Statement | CopyIn)[] {
    for (const key of this.#changed) {
      const open = this.#open.get(key)
      if (open === undefined) continue
      gather(open)
      this.#now.add([key, open.packer.minute, hexOf(open.packed)])
    }
    this.#changed.clear()
    this.#pending = 0
    return takeAll(this.#over, this.#now)
  }
}

function gather(open: Open<Packer>): void {
  if (!open.packer.isEmpty) open.packed = Buffer.concat([open.packed, open.packer.take()])
}

/** Minutes before this one are neither kept nor shown. */
export const minutesKeptFrom = (now: number): number => Math.floor(tradesKeptFrom(now) / MINUTE_MS)

/** Removes some of each key's minutes that are too old; repeat until it affects no row. */
export function pruneMinutes(schema: string, table: keyof Tables, key: string, keys: readonly number[], now: number): Statement {
  const minutes = `"${schema}"."${table}"`
  return {
    sql: `delete from ${minutes} where ctid = any(array(
      select oldest.row from unnest($1::text::integer[]) as each(key) cross join lateral (
        select ctid as row, minute from ${minutes} where ${key} = each.key order by minute limit ${PRUNE_ROWS}
      ) as oldest where oldest.minute < $2))`,
    parameters: [`{${keys.join(',')}}`, minutesKeptFrom(now)],
  }
}
