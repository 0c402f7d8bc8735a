/** The time zone of the device. */

export interface Zone {
  /** A name that every format takes, `Europe/Berlin`. */
  readonly name: string
  /** False where the browser names no zone, or one that it does not know itself (`Etc/Unknown`): UTC stands in, and pages say so. */
  readonly known: boolean
}

const UTC: Zone = { name: 'UTC', known: false }
let found: Zone | undefined

/** @param named what the browser calls its zone */
export function zoneOf(named: string | undefined): Zone {
  if (named === undefined || named === '') return UTC
  try {
    new Intl.DateTimeFormat('en', { timeZone: named }).format()
    return { name: named, known: true }
  } catch {
    return UTC
  }
}

export function deviceZone(): Zone {
  found ??= zoneOf(new Intl.DateTimeFormat('en').resolvedOptions().timeZone)
  return found
}
