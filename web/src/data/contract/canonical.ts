/** RFC 8785: the one form of a JSON value, so that whoever signs and whoever checks read the same bytes. Pure. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }

/** Keys in code-unit order, no white space; what is undefined is left out, as `JSON.stringify` does. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value as Readonly<Record<string, Json | undefined>>)
    .flatMap(([key, field]) => (field === undefined ? [] : [[key, field] as const]))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
