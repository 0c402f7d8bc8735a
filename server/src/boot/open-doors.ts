/** What stands behind the doors and the doors themselves. Half of the server's sources are read for it. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import { BreachedPasswords } from '../auth/factors/breached-passwords.ts'
import { DeskAccount } from '../convert/desk-account.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { openDelivery } from '../delivery/open-delivery.ts'
import { demoReferences } from '../demo/references.ts'
import { DEMO_TENANTS } from '../demo/world.ts'
import type { DevTools } from '../dev/dev-tools.ts'
import { attachSockets } from '../feeds/socket-server.ts'
import { buildApp } from '../http/app.ts'
import type { ServerContext } from '../http/context.ts'
import { ConnectionBounds } from '../http/door/connection-bounds.ts'
import { buildFuturesApp } from '../http/futures-app.ts'
import { allowsSocket } from '../http/hosts.ts'
import { type IndexPrices, NO_INDEX, openIndex } from '../index/open-index.ts'
import { openSources } from '../index/open-sources.ts'
import { type OpenedTenant, openTenant } from '../tenant/open-tenant.ts'
import type { ChainUrls } from '../wallet/parts.ts'
import { SignerClient } from '../wallet/signer-client.ts'
import type { Config } from './config.ts'
import { journalDirOf } from './first-start.ts'
import type { Fed, FedTenant } from './open-feeds.ts'

const WEB_DIR = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const MANIFEST = fileURLToPath(new URL('../../../package.json', import.meta.url))

const random = (count: number): Uint8Array => randomBytes(count)

/** What every request needs. */
export interface House {
  readonly tenants: readonly OpenedTenant[]
  readonly clock: Clock
  /** After the doors, before the exchanges: nothing is submitted any more when it resolves. */
  empty(): Promise<void>
  /** Feeds, history and what is on its way out; beside the exchanges, since none of it waits for another. */
  close(): Promise<void>
}

/** @throws Error for a source whose library is not installed */
async function openPrices({ index }: Config, { config: { tenantId }, exchange }: FedTenant, log: Log): Promise<IndexPrices> {
  const names = index.sources.get(tenantId) ?? []
  if (names.length === 0) return NO_INDEX
  const demo = DEMO_TENANTS[tenantId]
  const simulated = demo === undefined ? { seed: 0, of: () => undefined } : { seed: demo.seed, of: demoReferences(demo).of }
  const sources = await openSources({ names, pairs: index.pairs, simulated, now: () => exchange.now() })
  return openIndex({ exchange, sources, log })
}

/** Opens what the doors lead to. @param chains where nodes of networks answer */
export async function openHouse(config: Config, fed: Fed, log: Log, clock: Clock, chains: ChainUrls): Promise<House> {
  const { profile, masterKey, lostKeysAccepted } = config
  const breached = config.breachedPasswords === undefined ? undefined : await BreachedPasswords.open(config.breachedPasswords)
  const delivery = await openDelivery(config.delivery, log)
  const signer = config.signer && new SignerClient(config.signer)
  const tenants: OpenedTenant[] = []
  const desks: (() => Promise<void>)[] = []
  for (const tenant of fed.tenants) {
    const index = await openPrices(config, tenant, log)
    const journalDir = journalDirOf(tenant.dir)
    const secrets = { masterKey, lostKeysAccepted, breached }
    const parts = { clock, profile, random, log, delivery, index, signer, chains }
    const opened = await openTenant({ ...tenant, ...secrets, ...parts, journalDir })
    tenants.push(opened)
    desks.push(tenant.exchange.leadership.join(new DeskAccount({ exchange: tenant.exchange, log })))
  }
  return {
    tenants,
    clock,
    async empty() {
      await Promise.all(desks.map((leave) => leave()))
      await Promise.all(tenants.map((tenant) => tenant.close()))
      signer?.close()
    },
    async close() {
      await Promise.all([delivery.close(), breached?.close(), fed.stop()])
    },
  }
}

function versionOf(manifest: string): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return version
}

/** What the doors are told beside the house. */
export interface DoorParts {
  readonly log: Log
  /** What testers may do; absent outside the test profile. */
  readonly dev: DevTools | undefined
  readonly giverOf: ServerContext['giverOf']
  /** What the health calls say. */
  ready(): boolean
}

function contextOf(config: Config, { tenants, clock }: House, { log, dev, giverOf, ready }: DoorParts): ServerContext {
  return {
    profile: config.profile,
    tenants: new Map(tenants.flatMap((tenant) => tenant.config.hosts.map((host) => [host, tenant] as const))),
    clock,
    random,
    log,
    version: versionOf(MANIFEST),
    webDir: WEB_DIR,
    proxies: config.proxies,
    connections: new ConnectionBounds({
      sizes: config.connections,
      proxies: config.proxies,
      isLoopbackFree: config.profile === 'test',
      log,
    }),
    ...(dev !== undefined && { dev }),
    ...(giverOf !== undefined && { giverOf }),
    addresses: { port: config.port, futuresPort: config.futuresPort },
    ready,
  }
}

export interface Doors {
  close(): Promise<void>
}

/** Opens the ports. */
export async function openDoors(config: Config, house: House, parts: DoorParts): Promise<Doors> {
  const context = contextOf(config, house, parts)
  const gateway = await buildApp(context)
  const futures = await buildFuturesApp(context)
  const entrance = { proxies: config.proxies, isAllowed: (request: IncomingMessage) => allowsSocket(context, request) }
  const sockets = attachSockets(gateway.server, (host) => context.tenants.get(host)?.socketHost, {}, entrance)
  const futuresSockets = attachSockets(
    futures.server,
    (host) => context.tenants.get(host)?.futuresSocketHost,
    {},
    { ...entrance, path: '/fe-co-api/ws' },
  )
  await gateway.listen({ host: config.host, port: config.port })
  await futures.listen({ host: config.host, port: config.futuresPort })
  return {
    async close() {
      sockets.close()
      futuresSockets.close()
      await Promise.all([gateway.close(), futures.close()])
    },
  }
}
