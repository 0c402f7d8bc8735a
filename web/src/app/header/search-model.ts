/** Search over pairs and pages. Pure. */
import { latinText } from '../../i18n/typed-text.ts'

export interface Findable {
  readonly key: string
  /** Shown. */
  readonly name: string
  /** Everything that may be typed for it. */
  readonly words: string
  readonly kind: 'pair' | 'page'
  readonly to: string
}

/** Letters and digits only, lower case, so that `btcusdt`, `BTC/USDT` and `btc usdt` are the same. */
export function plain(text: string): string {
  return latinText(text)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** What is offered before anything is typed: the first pairs, then these addresses as far as they may be opened. */
export function suggested(things: readonly Findable[], addresses: readonly string[]): readonly Findable[] {
  const pairs = things.filter((thing) => thing.kind === 'pair').slice(0, 3)
  return [...pairs, ...addresses.flatMap((address) => things.find((thing) => thing.kind === 'page' && thing.to === address) ?? [])]
}

/** Hits for a query: those that begin with it first, then those that contain every word of it. At most `limit`. */
export function find(things: readonly Findable[], query: string, limit = 8): readonly Findable[] {
  const joined = plain(query)
  if (joined === '') return []
  const parts = query
    .split(/[\s/]+/)
    .map(plain)
    .filter((part) => part !== '')
  const starting = things.filter((thing) => plain(thing.name).startsWith(joined))
  const containing = things.filter((thing) => {
    const words = plain(thing.words)
    return words.includes(joined) || parts.every((part) => words.includes(part))
  })
  return [...new Set([...starting, ...containing])].slice(0, limit)
}
