/** A table as a file that spreadsheets open safely: UTF-8 with BOM, commas, CRLF, and no cell that runs as a formula. */

export type Cell = string | number | null

const NUMBER = /^-?\d+(\.\d+)?$/

/** A text that a spreadsheet would run gets a leading apostrophe; numbers, negative ones too, stay numbers. */
export function csvCell(value: Cell): string {
  const text = value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvFile(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** Time as ISO 8601 in UTC; empty for none. */
export const csvTime = (at: number | null): string => (at === null || at === 0 ? '' : new Date(at).toISOString())

/** The day of a moment where the reader is, `2026-11-24`, for the name of a file. */
export function csvDay(at: number): string {
  const day = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
