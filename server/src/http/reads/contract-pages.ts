/** Pages and times of lists of the futures host. */
import { RANGE_DAYS_MAX } from '@agio/wire/fields.ts'
import { Failure } from '../../core/failure.ts'
import type { Page, TimeRange } from '../../projections/port.ts'

const DAY_MS = 86_400_000
const PAGE_SIZE = 20
/** Later than any row. */
const EVER = Number.MAX_SAFE_INTEGER

type Given = number | null | undefined

export const coPage = ({ page, limit, asOf }: { readonly page?: Given; readonly limit?: Given; readonly asOf?: Given }): Page => ({
  pageNo: page ?? 1,
  pageSize: limit ?? PAGE_SIZE,
  ...(asOf != null && { asOf }),
})

/** Inclusive; without both ends all there is. @throws Failure TIME_RANGE_INVALID */
export function coRange({ beginTime, endTime }: { readonly beginTime?: Given; readonly endTime?: Given }): { readonly range?: TimeRange } {
  if (beginTime == null && endTime == null) return {}
  const from = beginTime ?? 0
  const to = endTime ?? EVER
  const isTooLong = beginTime != null && endTime != null && to - from > RANGE_DAYS_MAX * DAY_MS
  if (from > to || isTooLong) throw new Failure('TIME_RANGE_INVALID', { maxDays: RANGE_DAYS_MAX })
  return { range: { from, to } }
}
