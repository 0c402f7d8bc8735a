/** Minutes of the index, as rows of bytes hold them. */
import { type AssetId, asAssetId } from '@agio/engine/ids/id.ts'
import { type Kysely, sql } from 'kysely'
import type { IndexMinute, IndexTermsThen, RuledMinute } from '../index-minutes/minute.ts'
import { memoryAfter, minuteOf, unpackMinute } from '../index-minutes/packed-minute.ts'
import { type MinuteRow, minutesKeptFrom } from '../projectors/index-minutes.ts'
import { MINUTE_MS } from '../projectors/projector.ts'
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
