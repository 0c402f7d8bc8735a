/** What the HTTP layer works with: one process and its tenants. */
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import type { RandomBytes } from '../core/random.ts'
import type { Profile } from '../core/tenant-config.ts'
import type { CoinGiver } from '../demo/chains/coin-giver.ts'
import type { DevTools } from '../dev/dev-tools.ts'
import type { Proxies } from '../net/client-address.ts'
import type { Tenant } from '../tenant/tenant.ts'
import type { ConnectionBounds } from './door/connection-bounds.ts'

/** Ports that we listen on. */
export interface PublicAddresses {
  readonly port: number
  readonly futuresPort: number
}

export interface ServerContext {
  readonly profile: Profile
  /** By host name without port, lower case. */
  readonly tenants: ReadonlyMap<string, Tenant>
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly version: string
  /** Folder of the built web application; empty string = none. */
  readonly webDir: string
  readonly addresses: PublicAddresses
  /** Whose forwarded addresses are believed; default none. */
  readonly proxies?: Proxies
  /** Of all listeners together; absent = as many as come. */
  readonly connections?: ConnectionBounds
  /** Who gives test coins of a tenant away on chains; absent = they are entries of the ledger. */
  giverOf?(tenant: Tenant): CoinGiver | undefined
  /** What testers do from outside: in the test profile alone. */
  readonly dev?: DevTools
  /** True once pages, market data and order entry answer. */
  ready(): boolean
}
