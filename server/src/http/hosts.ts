/** Which tenant a request is for, and which web origins are a tenant's own. */
import type { TenantConfig } from '../config.ts'
import type { PublicAddresses, ServerContext, Tenant } from './context.ts'

/** Host header without port, lower case; '' when there is none that can be read. */
export function hostName(header: string | undefined): string {
  const host = header?.toLowerCase() ?? ''
  if (host.startsWith('[')) return /^\[[0-9a-f:.]+\]/.exec(host)?.[0] ?? ''
  return /^([a-z0-9.-]+)(:\d{1,5})?$/.exec(host)?.[1] ?? ''
}

/** False for doubled host headers: a proxy in front may have chosen the other one. Names and values alternate in `rawHeaders`. */
export function hasOneHost(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count <= 1
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
