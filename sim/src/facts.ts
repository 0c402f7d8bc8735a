/** Facts of the engine and of the reference, held against each other. */

/** What is expected and what was found, each by what it is of. */
export type Facts = readonly (readonly [what: string, expected: unknown, got: unknown])[]

export const show = (value: unknown): string => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))

/** Surely the same: most facts are, and to write them down would be most of a simulation's time. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((part, index) => isSame(part, other[index]))
  const names = Object.keys(one)
  const found = other as Record<string, unknown>
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => isSame((one as Record<string, unknown>)[name], found[name]))
}

/** Texts decide where values do not: what is not set may be left out. */
export const same = (one: unknown, other: unknown): boolean => isSame(one, other) || show(one) === show(other)

/** A line for each that differs. */
export const differ = (facts: Facts): string[] =>
  facts
    .filter(([, expected, got]) => !same(expected, got))
    .map(([what, expected, got]) => `${what}: expected ${show(expected)}, got ${show(got)}`)
