/** What a book costs. */

/** Levels a side up to which a book weighs what any call weighs. */
const LIGHT_LEVELS = 100

/** Weight of a call for a book, by its fields as they came: in a query they are text. */
export function depthWeight({ limit }: Readonly<Record<string, unknown>>): number {
  const levels = typeof limit === 'number' || typeof limit === 'string' ? Number(limit) : 0
  return levels > LIGHT_LEVELS ? 10 : 1
}
