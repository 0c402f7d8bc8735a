/** CSV as spreadsheets read it: UTF-8 with BOM, comma, CRLF, wire field names on top; a text cell can never become a formula (ORD-007). */
import { Failure } from '../core/failure.ts'

/** Most rows of one file. */
export const EXPORT_ROWS_MAX = 50_000

type Cell = string | number | null | undefined

const NUMBER = /^-?\d+(\.\d+)?$/
const TIME_FIELD = /^(time|ctime|mtime|.*Time|interestStart)$/

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = String(cell)
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Prints a moment as ISO 8601 in one IANA zone. @throws Failure VALIDATION_FAILED for a zone that does not exist */
export function timePrinter(timezone: string): (at: number) => string {
  if (timezone === 'UTC') return (at) => new Date(at).toISOString()
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      timeZoneName: 'longOffset',
    })
  } catch {
    throw new Failure('VALIDATION_FAILED', { issues: [{ path: 'timezone', rule: 'format' }] })
  }
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const offset = (part.timeZoneName ?? '').replace('GMT', '') || 'Z'
    return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}.${part.fractionalSecond}${offset}`
  }
}

/** A row of which some fields are neither text nor numbers: those are written as JSON. */
export const plainCells = (row: object): Readonly<Record<string, Cell>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]))

const isPlain = (value: unknown): value is Cell => value == null || typeof value === 'string' || typeof value === 'number'

/** @param rows objects of the same shape; fields named `time`, `ctime`, `mtime`, `…Time` or `interestStart` are moments in ms */
export function csvText(fields: readonly string[], rows: readonly Readonly<Record<string, Cell>>[], timezone: string): string {
  const print = timePrinter(timezone)
  const line = (row: Readonly<Record<string, Cell>>): string =>
    fields
      .map((field) => {
        const cell = row[field]
        return cellText(TIME_FIELD.test(field) && typeof cell === 'number' ? print(cell) : cell)
      })
      .join(',')
  return `\ufeff${[fields.join(','), ...rows.map(line)].join('\r\n')}\r\n`
}

const PAGE = 1000

interface ListedPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  readonly asOf: number
}

/** Every row of a paged list as it was at its first page. @throws Failure EXPORT_TOO_LARGE */
export async function allRows<Row>(
  page: (at: { readonly pageNo: number; readonly pageSize: number; readonly asOf?: number }) => Promise<ListedPage<Row>>,
): Promise<Row[]> {
  const first = await page({ pageNo: 1, pageSize: PAGE })
  if (first.total > EXPORT_ROWS_MAX) throw new Failure('EXPORT_TOO_LARGE', { maxRows: EXPORT_ROWS_MAX })
  const rows = [...first.rows]
  for (let pageNo = 2; rows.length < first.total; pageNo += 1) {
    const next = await page({ pageNo, pageSize: PAGE, asOf: first.asOf })
    if (next.rows.length === 0) break
    rows.push(...next.rows)
  }
  return rows
}
