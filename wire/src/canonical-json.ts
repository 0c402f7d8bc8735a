/** RFC 8785: one text for one value, so that whoever has the value can check what was signed. */

export type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical }

/**
 * Keys in the order of their code units, no white space. Numbers are safe integers: in them the form of ECMAScript, which the RFC takes,
 * is plain digits.
 */
export function canonicalJson(value: Canonical): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value as { readonly [key: string]: Canonical }).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
