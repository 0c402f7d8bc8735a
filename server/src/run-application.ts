/** Opens the parts in their order, tells how far it is, and closes them in the reverse order. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type Config, TENANTS } from './config.ts'
import { type Delivery, openDelivery } from './delivery/open-delivery.ts'
import { demoLogins } from './demo/logins.ts'
import { DEMO_TENANTS, startDemoMarket } from './demo/world.ts'
import { createFeeds, type Feeds } from './feeds/feeds.ts'
import { attachSockets, type SocketServer } from './feeds/socket-server.ts'
import { journalDirOf, type StartedTenant, startTenant } from './first-start.ts'
import { buildApp } from './http/app.ts'
import type { Log, ServerContext } from './http/context.ts'
import { buildFuturesApp } from './http/futures-app.ts'
import { openControlSocket } from './operator/control-socket.ts'
import type { OperatorTenant } from './operator/operator-command.ts'
import { runOperatorCommand } from './operator/run-command.ts'
import { openProjections, type Projections } from './projections/open-projections.ts'
import type { StartReport } from './start-report.ts'
import { type OpenedTenant, openTenant } from './tenant/open-tenant.ts'

export interface Application {
  stop(): Promise<void>
}

/** For all tenants together: a database that is away must not keep the exchange closed. */
const HISTORY_WAIT_MS = 60_000
const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
const MANIFEST = fileURLToPath(new URL('../../package.json', import.meta.url))

const realClock = { now: () => Date.now() }
const random = (count: number): Uint8Array => randomBytes(count)

function logTo(stream: NodeJS.WritableStream): Log {
  const write = (level: string, text: string, fields?: Readonly<Record<string, unknown>>): void =>
    void stream.write(`${JSON.stringify({ at: new Date().toISOString(), level, text, ...fields })}\n`)
  return {
    info: (text, fields) => write('info', text, fields),
    warn: (text, fields) => write('warn', text, fields),
    error: (text, fields) => write('error', text, fields),
  }
}

function versionOf(manifest: string): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return version
}

/**
 * What is durable is projected before the doors open: after a first start no page is empty, and after a kill none shows what was true
 * before the last changes, or the defaults in place of them. History that takes long opens the doors all the same.
 */
async function waitForHistory(projections: Projections, started: readonly StartedTenant[], report: StartReport): Promise<void> {
  const deadline = performance.now() + HISTORY_WAIT_MS
  for (const { config, exchange } of started) {
    const models = projections.models.get(config.tenantId)
    if (models === undefined || models.position() >= exchange.durableSeq) continue
    let isShown = false
    const timer = setInterval(() => {
      const percent = models.rebuilding()
      if (percent === null) return
      isShown = true
      report.bar(`history of ${config.name}`, percent / 100)
    }, 250)
    const isWhole = await models.reached(exchange.durableSeq, Math.max(0, deadline - performance.now())).then(
      () => true,
      () => false,
    )
    clearInterval(timer)
    if (isWhole && isShown) report.bar(`history of ${config.name}`, 1)
    if (!isWhole) report.line(`history of ${config.name} takes its time; pages show it as it comes`)
  }
}

async function openTenants(
  config: Config,
  started: readonly StartedTenant[],
  projections: Projections,
  log: Log,
  delivery: Delivery,
): Promise<OpenedTenant[]> {
  const opened: OpenedTenant[] = []
  for (const { config: tenantConfig, dir, exchange } of started) {
    const models = projections.models.get(tenantConfig.tenantId)
    if (models === undefined) throw new Error(`no projections for ${tenantConfig.tenantId}`)
    const feeds: Feeds = await createFeeds({ exchange, models })
    const { profile, masterKey } = config
    const parts = { profile, dir, masterKey, exchange, models, feeds, random, log, delivery }
    opened.push(await openTenant({ config: tenantConfig, clock: realClock, ...parts }))
  }
  return opened
}

interface Doors {
  readonly gateway: FastifyInstance
  readonly futures: FastifyInstance
  readonly sockets: SocketServer
}

async function openDoors(config: Config, context: ServerContext): Promise<Doors> {
  const gateway = await buildApp(context)
  const futures = await buildFuturesApp(context)
  const sockets = attachSockets(gateway.server, (host) => context.tenants.get(host)?.socketHost, {}, config.proxies)
  await gateway.listen({ host: config.host, port: config.port })
  await futures.listen({ host: config.host, port: config.futuresPort })
  return { gateway, futures, sockets }
}

function contextOf(config: Config, tenants: readonly OpenedTenant[], log: Log, ready: () => boolean): ServerContext {
  return {
    profile: config.profile,
    tenants: new Map(tenants.flatMap((tenant) => tenant.config.hosts.map((host) => [host, tenant] as const))),
    clock: realClock,
    random,
    log,
    version: versionOf(MANIFEST),
    webDir: WEB_DIR,
    proxies: config.proxies,
    addresses: { port: config.port, futuresPort: config.futuresPort, secure: false },
    ready,
  }
}

function operated(tenants: readonly OpenedTenant[], started: readonly StartedTenant[]): OperatorTenant[] {
  return tenants.flatMap((tenant) => {
    const exchange = started.find((entry) => entry.config.tenantId === tenant.tenantId)?.exchange
    return exchange === undefined ? [] : [{ ...tenant, exchange }]
  })
}

async function tellAddresses(config: Config, report: StartReport): Promise<void> {
  const at = (host: string, path = ''): string => `http://${host}:${config.port}${path}`
  for (const tenant of TENANTS) report.line(`${tenant.name.padEnd(6)} ${at(tenant.hosts[0] ?? 'localhost')}`)
  if (config.demo) {
    for (const login of await demoLogins(config.dataDir, Object.keys(DEMO_TENANTS)))
      report.line(`log in at ${login.tenantId}: ${login.email}  ${login.password}`)
    report.line('operator: npm run operator -- help')
  }
  if (config.profile !== 'production') report.line(`inbox for all mail: ${at('localhost', '/dev/inbox')}`)
  report.line(`ready  ${at('localhost')}`)
}

/**
 * @param webBuilt resolves when the folder of the web application is complete
 */
export async function runApplication(config: Config, report: StartReport, webBuilt: Promise<void>): Promise<Application> {
  const log = logTo(process.stderr)
  const started: StartedTenant[] = []
  for (const tenant of TENANTS) started.push(await startTenant(config, tenant, report))
  const projected = started.map(({ config: { tenantId }, dir, exchange }) => ({ tenantId, journalDir: journalDirOf(dir), exchange }))
  const projections = await openProjections({ tenants: projected, dataDir: config.dataDir, databaseUrl: config.databaseUrl })
  await waitForHistory(projections, started, report)
  const delivery = openDelivery(config.delivery, log)
  const tenants = await openTenants(config, started, projections, log, delivery)
  let ready = false
  await webBuilt
  const doors = await openDoors(
    config,
    contextOf(config, tenants, log, () => ready),
  )
  const forOperator = operated(tenants, started)
  const control = await openControlSocket(config.dataDir, (request) => runOperatorCommand(forOperator, request, config.profile))
  const markets = config.demo
    ? await Promise.all(started.map(({ config: { tenantId }, exchange }) => startDemoMarket(exchange, demoOf(tenantId))))
    : []
  ready = true
  await tellAddresses(config, report)
  return {
    async stop() {
      ready = false
      for (const market of markets) market.stop()
      control.close()
      doors.sockets.close()
      await Promise.all([doors.gateway.close(), doors.futures.close()])
      for (const tenant of tenants) await tenant.close()
      await delivery.close()
      await projections.stop()
      for (const { exchange } of started) await exchange.stop()
    },
  }
}

function demoOf(tenantId: string) {
  const demo = DEMO_TENANTS[tenantId]
  if (demo === undefined) throw new Error(`no demo market for ${tenantId}`)
  return demo
}
