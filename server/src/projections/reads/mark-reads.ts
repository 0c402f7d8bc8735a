/** Minutes of marks, as rows of bytes hold them. */
import { asInstrumentId, type InstrumentId } from '@agio/engine/ids/id.ts'
import { type Kysely, sql } from 'kysely'
import { minuteOf } from '../index-minutes/packed-minute.ts'
import type { MarkMinute } from '../mark-minutes/mark-minute.ts'
import { unpackMarks } from '../mark-minutes/packed-marks.ts'
import { type MinuteRow, minutesKeptFrom } from '../projectors/minute-rows.ts'
import type { Tables } from '../store/tables.ts'
import type { TenantReader } from './reader.ts'

const PACKED = sql<string>`encode(packed, 'hex')`.as('hex')
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

/** @param at ms, a moment in it; undefined = the newest in which something was made */
export async function findMarkMinute(
  reader: TenantReader,
  instrumentId: InstrumentId,
  at: number | undefined,
  now: number,
): Promise<MarkMinute | undefined> {
  const asked = at === undefined ? undefined : minuteOf(at)
  const from = minutesKeptFrom(now)
  if (asked !== undefined && asked < from) return undefined
  const minutes = (table: 'mark_now' | 'mark_minutes') => {
    const kept = reader.db
      .selectFrom(table)
      .select(['minute', PACKED])
      .where('instrument_id', '=', instrumentId)
      .where('minute', '>=', from)
    return asked === undefined ? kept : kept.where('minute', '<=', asked)
  }
  const [open, over] = await reader.together(
    minutes('mark_now').compile(),
    minutes('mark_minutes').orderBy('minute', 'desc').limit(1).compile(),
  )
  const row = open[0] ?? over[0]
  return row && unpackMarks(row.minute, bytesOf(row.hex), asked ?? row.minute)
}

/** The minute under way of each contract: where a projector goes on. */
export async function marksNow(tenant: Kysely<Tables>): Promise<Map<InstrumentId, MinuteRow>> {
  const rows = await tenant.selectFrom('mark_now').select(['instrument_id', 'minute', PACKED]).execute()
  return new Map(rows.map(({ instrument_id, minute, hex }) => [asInstrumentId(instrument_id), { minute, packed: bytesOf(hex) }]))
}
