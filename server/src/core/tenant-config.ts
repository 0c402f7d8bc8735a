/** What the settings say of a tenant. */

export type Profile = 'demo' | 'test' | 'production'

export interface TenantConfig {
  readonly tenantId: string
  readonly name: string
  readonly themeColor: string
  readonly hosts: readonly string[]
  /** As its customers see it behind a proxy; absent = by its hosts, at the port that we listen on. */
  readonly origins?: readonly string[]
  /** Of the futures host. */
  readonly futuresOrigin?: string
  /** Hosts that pages may load pictures from besides their own; absent = none. */
  readonly pictureHosts?: readonly string[]
}
