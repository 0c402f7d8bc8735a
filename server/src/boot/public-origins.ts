/** Where a tenant's pages stand for its customers, when a proxy in front ends TLS: a list in the settings. */

/** By tenant, as `URL.origin` writes them; the first is the one that stands in links where the visitor's own is not known. */
export type PublicOrigins = ReadonlyMap<string, readonly string[]>

/** @throws Error naming what is no origin */
function originOf(text: string, isSecure: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || (!isSecure && url?.protocol === 'http:')
  // Anything after the host would be left out of every comparison, and nobody would hear of it.
  if (url === undefined || !isWeb || url.href !== `${url.origin}/` || text.endsWith('/')) {
    throw new Error(`${text} is no ${isSecure ? 'https ' : ''}origin (https://name, with a port where it is not 443)`)
  }
  return url.origin
}

/**
 * @param list `agio=https://trade.example.com https://www.example.com;nova=https://nova.example`
 * @param tenantIds those that there are
 * @param isSecure take https alone
 * @throws Error naming the part that cannot be used, or a host that two tenants claim
 */
export function readOrigins(list: string, tenantIds: readonly string[], isSecure: boolean): PublicOrigins {
  const origins = new Map<string, readonly string[]>()
  const owners = new Map<string, string>()
  for (const part of list.split(';')) {
    if (part.trim() === '') continue
    const [, tenantId = '', given = ''] = /^\s*([a-z0-9-]+)\s*=(.*)$/.exec(part) ?? []
    if (!tenantIds.includes(tenantId) || origins.has(tenantId)) throw new Error(`${part.trim()} names no tenant, or one twice`)
    const own = given.split(/[\s,]+/).flatMap((text) => (text === '' ? [] : [originOf(text, isSecure)]))
    if (own.length === 0) throw new Error(`${tenantId} has no origin`)
    for (const { hostname } of own.map((origin) => new URL(origin))) {
      if ((owners.get(hostname) ?? tenantId) !== tenantId) throw new Error(`${hostname} belongs to two tenants`)
      owners.set(hostname, tenantId)
    }
    origins.set(tenantId, own)
  }
  return origins
}
