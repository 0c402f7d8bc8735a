/** What the application needs before its first paint; also stands in the head of every page. */
import type { Bootstrap } from '@agio/wire/home-web.ts'
import type { ServerContext, Tenant } from '../context.ts'
import { reach, webOrigins } from '../hosts.ts'

/** @param host host name without port, one of the tenant's */
export function bootstrapOf(context: ServerContext, tenant: Tenant, lang: string, host: string): Bootstrap {
  const { content } = tenant
  const { web, futuresBase, wsUrl, futuresWsUrl } = reach(host, context.addresses)
  return {
    tenantName: content.tenantName,
    lang,
    languages: [...content.languages()],
    kv: { ...content.keyValues() },
    switches: content.switches(),
    rateDefault: content.rates()[0]?.shortName ?? 'USD',
    // The address configured for the tenant, not the name by which this visitor happened to come.
    appUrl: `${webOrigins(tenant.config, context.addresses)[0] ?? web}/`,
    futuresBase,
    wsUrl,
    futuresWsUrl,
    serverTime: context.clock.now(),
    maintenance: !context.ready(),
  }
}
