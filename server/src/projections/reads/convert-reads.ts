/** What the stock of conversions earned and lost by day. */
import type { ConvertDayRow } from '../port.ts'
import type { TenantReader } from './reader.ts'

/** Newest first. */
export async function listConvertDays({ db }: TenantReader, limit: number): Promise<readonly ConvertDayRow[]> {
  const rows = await db.selectFrom('convert_days').selectAll().orderBy('day', 'desc').limit(limit).execute()
  return rows.map(({ day, closed, day_value, funded, value }) => ({
    day,
    wasClosed: closed !== 0,
    dayValue: BigInt(day_value),
    funded: BigInt(funded),
    value: BigInt(value),
  }))
}
