/** Values of filters as they stand in an address: unknown ones count as none. Pure. */

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const pick = <Value extends string>(text: string | null, values: readonly Value[]): Value | undefined =>
  values.find((value) => value === text)

/** Midnight with which a day begins where the reader is, ms; days are as long as the clock there makes them. @param later days after it */
export function startOf(text: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}

/** A real day in that form, or undefined. */
export function day(text: string | null): string | undefined {
  if (text === null || !DAY.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : text
}
