/** What the application needs before its first paint; also stands in the head of every page. */
import type { Bootstrap, Site } from '@agio/wire/content/home-web.ts'
import { haltedCoins, pausedNetworks } from '../../tenant/site-stops.ts'
import type { Tenant } from '../../tenant/tenant.ts'
import type { ServerContext } from '../context.ts'
import { type Reach, webOrigins } from '../hosts.ts'
import { underMaintenance } from '../trouble.ts'

/** Of all that an open page watches: configuration, menus, texts, and what the lists of announcements show. */
export const siteVersion = ({ content, inform }: Tenant): string => `${content.version}.${inform.version}`

/** What the operator may change under an open page. */
export function siteOf(context: ServerContext, tenant: Tenant, { web }: Pick<Reach, 'web'>): Site {
  const { content } = tenant
  const { app_download } = content.keyValues()
  return {
    version: siteVersion(tenant),
    tenantName: content.tenantName,
    languages: [...content.languages()],
    switches: content.switches(),
    maintenance: underMaintenance(context, tenant),
    halted: haltedCoins(tenant),
    paused: pausedNetworks(tenant),
    stopped: [...tenant.stops.parts],
    // An address configured for the tenant, not the name by which this visitor happened to come.
    appUrl:
      typeof app_download === 'string' && app_download !== '' ? app_download : `${webOrigins(tenant.config, context.addresses)[0] ?? web}/`,
  }
}

export function bootstrapOf(context: ServerContext, tenant: Tenant, lang: string, addresses: Reach): Bootstrap {
  const { content } = tenant
  const { futuresBase, wsUrl, futuresWsUrl } = addresses
  return {
    ...siteOf(context, tenant, addresses),
    lang,
    kv: { ...content.keyValues() },
    rateDefault: content.rates()[0]?.shortName ?? 'USD',
    futuresBase,
    wsUrl,
    futuresWsUrl,
    serverTime: context.clock.now(),
  }
}
