/** Which tenant a request is for, and which web origins are a tenant's own. */
import type { IncomingMessage } from 'node:http'
import type { TenantConfig } from '../config.ts'
import type { PublicAddresses, ServerContext, Tenant } from './context.ts'
import type { CallRequest } from './door/plain-request.ts'

/** Host header without port, lower case; '' when there is none that can be read. */
export function hostName(header: string | undefined): string {
  const host = header?.toLowerCase() ?? ''
  if (host.startsWith('[')) return /^\[[0-9a-f:.]+\]/.exec(host)?.[0] ?? ''
  return /^([a-z0-9.-]+)(:\d{1,5})?$/.exec(host)?.[1] ?? ''
}

/** Names and values alternate in `rawHeaders`. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count <= 1
}

/**
 * False for doubled host headers, and for an address that names another host than the header does: a proxy in front may have gone by
 * the other one.
 */
export function namesOneHost({ rawHeaders, headers, url = '' }: Pick<CallRequest, 'rawHeaders' | 'headers' | 'url'>): boolean {
  if (!hasOneHost(rawHeaders)) return false
  if (url.startsWith('/')) return true
  const target = URL.canParse(url) ? new URL(url) : undefined
  const isWeb = target?.protocol === 'http:' || target?.protocol === 'https:'
  return target !== undefined && isWeb && target.username === '' && hostName(target.host) === hostName(headers.host)
}

/** Takes the host out of an address that names the same one as the header; one that names another stays as it is and is nobody's. */
export function plainAddress(request: IncomingMessage): void {
  const { url = '' } = request
  if (url.startsWith('/') || !namesOneHost(request)) return
  const [, path = ''] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? []
  request.url = path.startsWith('/') ? path : `/${path}`
}

export const tenantOf = ({ tenants }: Pick<ServerContext, 'tenants'>, header: string | undefined): Tenant | undefined =>
  tenants.get(hostName(header))

/** Origins that pages of the tenant are served from. */
export function webOrigins({ hosts }: Pick<TenantConfig, 'hosts'>, { port, secure }: PublicAddresses): readonly string[] {
  return hosts.map((host) => (secure ? `https://${host}` : `http://${host}:${port}`))
}

/** True for the page's own origin, and on the futures host for the tenant's pages on the gateway. */
export function isOwnOrigin(origin: string, hostHeader: string | undefined, tenant: Tenant, addresses: PublicAddresses): boolean {
  const scheme = addresses.secure ? 'https' : 'http'
  return origin === `${scheme}://${hostHeader?.toLowerCase() ?? ''}` || webOrigins(tenant.config, addresses).includes(origin)
}

/** Addresses of the parts as a page of this host reaches them. */
export function reach(host: string, { port, futuresPort, secure }: PublicAddresses) {
  const http = secure ? 'https' : 'http'
  const ws = secure ? 'wss' : 'ws'
  return {
    web: secure ? `${http}://${host}` : `${http}://${host}:${port}`,
    wsUrl: secure ? `${ws}://${host}/ws` : `${ws}://${host}:${port}/ws`,
    futuresBase: `${http}://${host}:${futuresPort}`,
    futuresWsUrl: `${ws}://${host}:${futuresPort}/fe-co-api/ws`,
  }
}
export type Reach = ReturnType<typeof reach>
