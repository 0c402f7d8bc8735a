/** Where the fields of a request go: into the path, the query or the body, as the call's form says. Every client asks here. */
import type { z } from 'zod/mini'
import type { CallSpec } from './call.ts'

type Fields = Readonly<Record<string, unknown>>
export type AnyCall = CallSpec<z.ZodMiniType, z.ZodMiniType>

/** The path with its places filled in. */
export function pathOf(spec: Pick<AnyCall, 'path'>, fields: Fields): string {
  return spec.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(fields[name] ?? '')))
}

/** @returns path and query, and the body of a POST as JSON; fields that are undefined are left out */
export function targetOf(spec: Pick<AnyCall, 'path' | 'method' | 'query'>, fields: Fields): { url: string; body: string | undefined } {
  const inPath = new Set([...spec.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]))
  const rest = Object.entries(fields).filter(([name, value]) => !inPath.has(name) && value !== undefined)
  const inQuery = (name: string): boolean => spec.method === 'GET' || spec.query?.includes(name) === true
  const query = rest.filter(([name]) => inQuery(name)).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  const url = pathOf(spec, fields) + (query.length > 0 ? `?${query.join('&')}` : '')
  return { url, body: spec.method === 'GET' ? undefined : JSON.stringify(Object.fromEntries(rest.filter(([name]) => !inQuery(name)))) }
}
