/** Which tenant a request is for, and which web origins are a tenant's own. */
import type { IncomingMessage } from 'node:http'
import type { TenantConfig } from '../core/tenant-config.ts'
import { isForwardedSecure, NO_PROXIES } from '../net/client-address.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { PublicAddresses, ServerContext } from './context.ts'
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

type Standing = Pick<TenantConfig, 'hosts' | 'origins' | 'futuresOrigin'>

/** How a request reached us: the host that it names, and whether by TLS, which a proxy of ours alone can say. */
export interface Way {
  /** The header. */
  readonly host: string | undefined
  readonly isSecure: boolean
}

/** Origins that pages of the tenant are served from. */
export const webOrigins = ({ hosts, origins }: Standing, { port }: PublicAddresses): readonly string[] =>
  origins ?? hosts.map((host) => `http://${host}:${port}`)

/**
 * True for the page's own origin, and on the futures host for the tenant's pages on the gateway. One rule for calls and sockets. Where
 * the settings name the tenant's origins, those and no others.
 */
export function isOwnOrigin(origin: string, { host, isSecure }: Way, tenant: Standing, addresses: PublicAddresses): boolean {
  if (webOrigins(tenant, addresses).includes(origin)) return true
  return tenant.origins === undefined && origin === `${isSecure ? 'https' : 'http'}://${host?.toLowerCase() ?? ''}`
}

/** Whether a socket may be opened: programs name no origin, browsers always do. */
export function allowsSocket(context: Pick<ServerContext, 'tenants' | 'addresses' | 'proxies'>, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  const tenant = tenantOf(context, host)
  const way = { host, isSecure: isForwardedSecure(request, context.proxies ?? NO_PROXIES) }
  return tenant !== undefined && isOwnOrigin(origin, way, tenant.config, context.addresses)
}

/**
 * Addresses of the parts as whoever came this way reaches them. The host is one of the tenant's, or the request would not be answered; its
 * port is believed of nobody: it is the one in the settings, ours, or that of TLS.
 */
export function reach(tenant: Standing, { host: header, isSecure }: Way, { port, futuresPort }: PublicAddresses) {
  const host = hostName(header)
  const http = isSecure ? 'https' : 'http'
  const given = tenant.origins?.find((origin) => new URL(origin).hostname === host) ?? tenant.origins?.[0]
  const web = given ?? (isSecure ? `https://${host}` : `http://${host}:${port}`)
  const futuresBase = tenant.futuresOrigin ?? (given === undefined ? `${http}://${host}:${futuresPort}` : given)
  return {
    web,
    wsUrl: `${web.replace('http', 'ws')}/ws`,
    futuresBase,
    futuresWsUrl: `${futuresBase.replace('http', 'ws')}/fe-co-api/ws`,
  }
}
export type Reach = ReturnType<typeof reach>
