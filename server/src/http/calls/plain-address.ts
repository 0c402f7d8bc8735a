/**
 * Addresses with places or a query that say plainly which call is meant: letters, digits and a few signs, no escape but that of a slash,
 * no name twice. The form is narrower than the router's, so that whatever is read here means the same there.
 */
import type { ServedCall } from './call-server.ts'
import type { Addressed } from './visit.ts'

/** No longer than the router takes. */
const PLACE = /^[A-Za-z0-9._~-]{1,64}$/
const PAIR = /^([A-Za-z][A-Za-z0-9]{0,63})=((?:[A-Za-z0-9._~:,-]|%2F)*)$/
const SLASH = '%2F'

export interface FoundCall {
  readonly served: ServedCall
  readonly places: Addressed['places']
}

/** @param text behind the question mark @returns undefined for what is not plain */
export function plainQuery(text: string): Addressed['query'] | undefined {
  const query: Record<string, string> = {}
  for (const pair of text.split('&')) {
    const [, name, value] = PAIR.exec(pair) ?? []
    if (name === undefined || value === undefined || Object.hasOwn(query, name)) return undefined
    query[name] = value.replaceAll(SLASH, '/')
  }
  return query
}

/** The calls of one method whose path has places. */
export class PlacedCalls {
  /** By the number of parts, which are none but those of calls with places. */
  readonly #byLength = new Map<number, { readonly served: ServedCall; readonly parts: readonly string[] }[]>()

  add(served: ServedCall): void {
    const parts = served.call.path.split('/')
    this.#byLength.set(parts.length, [...(this.#byLength.get(parts.length) ?? []), { served, parts }])
  }

  find(path: string): FoundCall | undefined {
    const given = path.split('/')
    for (const { served, parts } of this.#byLength.get(given.length) ?? []) {
      const places = placesOf(parts, given)
      if (places !== undefined) return { served, places }
    }
    return undefined
  }
}

function placesOf(parts: readonly string[], given: readonly string[]): Addressed['places'] | undefined {
  const places: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const text = given[index] ?? ''
    if (!part.startsWith(':')) {
      if (text !== part) return undefined
    } else if (PLACE.test(text)) places[part.slice(1)] = text
    else return undefined
  }
  return places
}
