/** What the application needs before its first paint; also stands in the head of every page. */
import type { Bootstrap } from '@agio/wire/home-web.ts'
import type { ServerContext, Tenant } from './context.ts'
import { reach } from './hosts.ts'

/** @param host host name without port, one of the tenant's */
export function bootstrapOf(context: ServerContext, tenant: Tenant, lang: string, host: string): Bootstrap {
  const { content } = tenant
  const { futuresBase, wsUrl, futuresWsUrl } = reach(host, context.addresses)
  return {
    tenantName: content.tenantName,
    lang,
    languages: [...content.languages()],
    kv: { ...content.keyValues() },
    switches: content.switches(),
    rateDefault: content.rates()[0]?.shortName ?? 'USD',
    futuresBase,
    wsUrl,
    futuresWsUrl,
    serverTime: context.clock.now(),
    maintenance: !context.ready(),
  }
}
