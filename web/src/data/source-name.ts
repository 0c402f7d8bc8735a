/** Names of the sources of index prices. */

/** Names that venues spell in their own way; others are their configured name with a capital letter: `Simulated 2` for `simulated-2`. */
const NAMES: Readonly<Record<string, string>> = { okx: 'OKX' }
export const sourceName = (source: string): string =>
  NAMES[source] ?? `${source.slice(0, 1).toUpperCase()}${source.slice(1)}`.replaceAll('-', ' ')
