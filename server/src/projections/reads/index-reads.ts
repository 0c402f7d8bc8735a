/** Minutes of the index, as rows of bytes hold them. */
import { type AssetId, asAssetId } from '@agio/engine/ids/id.ts'
import { type Kysely, sql } from 'kysely'
import type { IndexMinute, IndexTermsThen, RuledMinute } from '../index-minutes/minute.ts'
import { memoryAfter, minuteOf, unpackMinute } from '../index-minutes/packed-minute.ts'
import { type MinuteRow, minutesKeptFrom } from '../projectors/minute-rows.ts'
import { DAY_MS, MINUTE_MS } from '../projectors/projector.ts'
import type { Tables } from '../store/tables.ts'
import type { TenantReader } from './reader.ts'

const PACKED = sql<string>`encode(packed, 'hex')`.as('hex')
/** A minute that no row is of. */
const NEVER = 2 ** 31 - 1

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

/**
 * One minute of a coin's index; one in which nothing happened begins with what was before it.
 * @param at ms, a moment in it; undefined = the newest in which something happened
 * @returns undefined for a coin of which nothing was said until then, or that long ago
 */
export async function findIndexMinute(
  reader: TenantReader,
  assetId: AssetId,
  at: number | undefined,
  now: number,
): Promise<RuledMinute | undefined> {
  const asked = at === undefined ? NEVER : minuteOf(at)
  const from = minutesKeptFrom(now)
  if (asked < from) return undefined
  const [open, over] = await reader.together(
    minutes(reader, 'index_now', assetId, from, asked).compile(),
    minutes(reader, 'index_minutes', assetId, from, asked).orderBy('minute', 'desc').limit(1).compile(),
  )
  const row = open[0] ?? over[0]
  if (row === undefined) return undefined
  const minute = minuteFrom(row.minute, bytesOf(row.hex), asked === NEVER ? row.minute : asked)
  const terms = await reader.db
    .selectFrom('index_terms')
    .select('terms')
    .where('at', '<', String(minute.startAt + MINUTE_MS))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...minute, terms: terms && (JSON.parse(terms.terms) as IndexTermsThen) }
}

/** @param asked the row's minute, or one after it in which nothing happened */
function minuteFrom(stored: number, bytes: Uint8Array, asked: number): IndexMinute {
  if (asked === stored) return unpackMinute(stored, bytes)
  const { words, index } = memoryAfter(stored, bytes)
  return { startAt: asked * MINUTE_MS, begunWith: index, before: words.filter((word) => word !== undefined), words: [], changes: [] }
}

const minutes = ({ db }: TenantReader, table: 'index_now' | 'index_minutes', assetId: AssetId, from: number, to: number) =>
  db.selectFrom(table).select(['minute', PACKED]).where('asset_id', '=', assetId).where('minute', '>=', from).where('minute', '<=', to)

/** The minute under way of each coin: where a projector goes on. */
export async function minutesNow(tenant: Kysely<Tables>): Promise<Map<AssetId, MinuteRow>> {
  const rows = await tenant.selectFrom('index_now').select(['asset_id', 'minute', PACKED]).execute()
  return new Map(rows.map(({ asset_id, minute, hex }) => [asAssetId(asset_id), { minute, packed: bytesOf(hex) }]))
}

interface CloseRow {
  readonly asset_id: number
  readonly over: number
  readonly minute: number
  readonly hex: string
  /** The newest minute of any coin: a day before it is told whole. */
  readonly newest: number
}

/** What the indexes of past days ended at. Once a day is told whole they never change: each is read once. */
export class IndexCloses {
  readonly #reader: TenantReader
  /** By asset and start of the day; 0n = it had none. */
  readonly #known = new Map<string, bigint>()

  constructor(reader: TenantReader) {
    this.#reader = reader
  }

  /**
   * @param days starts of UTC days that are over, ms
   * @returns by asset and start of the day; without those of which there was no index, or that are no longer kept
   */
  async of(assetIds: readonly AssetId[], days: readonly number[], now: number): Promise<ReadonlyMap<AssetId, ReadonlyMap<number, bigint>>> {
    const from = minutesKeptFrom(now)
    const kept = days.filter((day) => day >= from * MINUTE_MS)
    for (const key of this.#known.keys()) if (Number(key.split(' ')[1]) < from * MINUTE_MS) this.#known.delete(key)
    const missing = kept.filter((day) => assetIds.some((assetId) => !this.#known.has(`${assetId} ${day}`)))
    const read = missing.length === 0 ? this.#known : await this.#read(assetIds, missing, from)
    const closeOf = (assetId: AssetId, day: number): bigint => this.#known.get(`${assetId} ${day}`) ?? read.get(`${assetId} ${day}`) ?? 0n
    const closesOf = (assetId: AssetId) => kept.map((day) => [day, closeOf(assetId, day)] as const).filter(([, price]) => price > 0n)
    return new Map(assetIds.map((assetId) => [assetId, new Map(closesOf(assetId))]))
  }

  async #read(assetIds: readonly AssetId[], days: readonly number[], from: number): Promise<ReadonlyMap<string, bigint>> {
    const list = (values: readonly number[]): string => `{${values.join(',')}}`
    const { db } = this.#reader
    const isBefore = sql<boolean>`asset_id = coin.asset_id and minute < past.over`
    const stored = db.selectFrom('index_minutes').select(['minute', 'packed']).where(isBefore).where('minute', '>=', from)
    const open = db.selectFrom('index_now').select(['minute', 'packed']).where(isBefore)
    const newest = db.selectFrom('index_now').select((of) => of.fn.max('minute').as('newest'))
    const { rows } = await sql<CloseRow>`
      select coin.asset_id, past.over, last.minute, encode(last.packed, 'hex') as hex, ${newest} as newest
      from unnest(${list(assetIds)}::text::integer[]) as coin(asset_id)
      cross join unnest(${list(days.map((day) => (day + DAY_MS) / MINUTE_MS))}::text::integer[]) as past(over)
      cross join lateral (
        ${stored.orderBy('minute', 'desc').limit(1)} union all ${open} order by minute desc limit 1
      ) as last`.execute(db)
    const closes = new Map(
      rows.map((row) => [`${row.asset_id} ${row.over * MINUTE_MS - DAY_MS}`, memoryAfter(row.minute, bytesOf(row.hex)).index?.price ?? 0n]),
    )
    const toldUntil = (rows[0]?.newest ?? 0) * MINUTE_MS
    for (const day of days.filter((each) => each + DAY_MS <= toldUntil))
      for (const assetId of assetIds) this.#known.set(`${assetId} ${day}`, closes.get(`${assetId} ${day}`) ?? 0n)
    return closes
  }
}
