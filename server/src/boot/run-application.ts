/** Opens the parts in their order, tells how far it is, and closes them in the reverse order. */

import { ClockGuard } from '../core/clock-guard.ts'
import type { Log } from '../core/log.ts'
import type { CoinGiver } from '../demo/chains/coin-giver.ts'
import type { ChainTenant, DemoChains } from '../demo/chains/demo-chains.ts'
import { keptDemoLogins } from '../demo/logins.ts'
import { DEMO_TENANTS, startDemoMarket } from '../demo/world.ts'
import { restoreJump } from '../dev/clock-jump.ts'
import { type DevTenant, openDevTools } from '../dev/dev-tools.ts'
import { openControlSocket } from '../operator/control-socket.ts'
import { runOperatorCommand } from '../operator/run-command.ts'
import type { History } from '../projections/history/open-history.ts'
import type { OpenedTenant } from '../tenant/open-tenant.ts'
import { chainUrls } from '../wallet/chain-urls.ts'
import type { Config } from './config.ts'
import { journalDirOf, type StartedTenant, startTenant } from './first-start.ts'
import type { StartReport } from './start-report.ts'

export interface Application {
  stop(): Promise<void>
}

/** For all tenants together: history that takes long must not keep the exchange closed. */
const HISTORY_WAIT_MS = 60_000
/** A database that is away may be starting beside the exchange: it gets so long, for all tenants together. */
const AWAY_WAIT_MS = 10_000
const LOOK_MS = 250

function logTo(stream: NodeJS.WritableStream): Log {
  const write = (level: string, text: string, fields?: Readonly<Record<string, unknown>>): void =>
    void stream.write(`${JSON.stringify({ at: new Date().toISOString(), level, text, ...fields })}\n`)
  return {
    info: (text, fields) => write('info', text, fields),
    warn: (text, fields) => write('warn', text, fields),
    error: (text, fields) => write('error', text, fields),
  }
}

/**
 * What is durable is projected before the doors open: after a first start no page is empty, and after a kill none shows what was true
 * before the last changes, or the defaults in place of them. History that takes long opens the doors all the same.
 */
async function waitForHistory(history: History, started: readonly StartedTenant[], report: StartReport): Promise<void> {
  const begunAt = performance.now()
  const deadline = begunAt + HISTORY_WAIT_MS
  for (const { config, exchange } of started) {
    const position = history.tenants.get(config.tenantId)?.position
    if (position === undefined || position.seq >= exchange.durableSeq) continue
    let isShown = false
    const away = Promise.withResolvers<false>()
    const timer = setInterval(() => {
      if (history.client.trouble !== undefined && performance.now() - begunAt >= AWAY_WAIT_MS) away.resolve(false)
      const percent = position.rebuilding()
      if (percent === null) return
      isShown = true
      report.bar(`history of ${config.name}`, percent / 100)
    }, LOOK_MS)
    const reached = position.reached(exchange.durableSeq, Math.max(0, deadline - performance.now())).then(
      () => true,
      () => false,
    )
    const isWhole = await Promise.race([reached, away.promise])
    clearInterval(timer)
    if (isWhole && isShown) report.bar(`history of ${config.name}`, 1)
    if (!isWhole) report.line(lateText(config.name, history.client.trouble))
  }
}

const lateText = (name: string, trouble: string | undefined): string =>
  trouble === undefined
    ? `history of ${name} takes its time; pages show it as it comes`
    : `history of ${name} is away, and what needs it says so until it is back: ${trouble}`

function operated(tenants: readonly OpenedTenant[], started: readonly StartedTenant[]): DevTenant[] {
  return tenants.flatMap((tenant) => {
    const exchange = started.find((entry) => entry.config.tenantId === tenant.tenantId)?.exchange
    return exchange === undefined ? [] : [{ ...tenant, exchange }]
  })
}

function tellAddresses(config: Config, report: StartReport): void {
  const at = (host: string, path = ''): string => `http://${host}:${config.port}${path}`
  for (const { name, origins, hosts } of config.tenants) report.line(`${name.padEnd(6)} ${origins?.[0] ?? at(hosts[0] ?? 'localhost')}`)
  if (config.demo) {
    const logins = keptDemoLogins(config.dataDir)
    if (logins.length === 0) report.line('log in: demo-logins.json is gone; a new password is set by mail, through the inbox')
    for (const login of logins) report.line(`log in at ${login.tenantId}: ${login.email}  ${login.password}`)
    report.line('operator: npm run operator -- help')
  }
  if (config.profile !== 'production') report.line(`inbox for all mail: ${at('localhost', '/dev/inbox')}`)
  report.line(`ready  ${at('localhost')}`)
}

/**
 * Sources are read in the order of need, the largest part while history is at work in its thread: otherwise one waits for the other.
 *
 * @param history opening since before this was loaded
 * @param webBuilt resolves when the folder of the web application is complete
 */
export async function runApplication(config: Config, report: StartReport, history: History, webBuilt: Promise<void>): Promise<Application> {
  const log = logTo(process.stderr)
  const clock = new ClockGuard({ holds: config.profile === 'production', log })
  clock.watch()
  const started: StartedTenant[] = []
  for (const tenant of config.tenants) started.push(await startTenant(config, tenant, report, clock))
  const isTest = config.profile === 'test'
  // There a journal may be ahead of the machine because its clock was put ahead.
  if (!isTest) for (const { exchange } of started) clock.compare(exchange.now())
  history.follow(started.map(({ config: { tenantId }, dir, exchange }) => ({ tenantId, journalDir: journalDirOf(dir), exchange })))
  await waitForHistory(history, started, report)
  const { openFeeds } = await import('./open-feeds.ts')
  const fed = await openFeeds(started, history)
  if (isTest) await restoreJump(clock, fed.tenants)
  const { openHouse, openDoors } = await import('./open-doors.ts')
  const chains = await openChains(config, log, report, clock)
  const house = await openHouse(config, fed, log, clock, chainUrls(config.chains.urls, chains?.urls))
  let ready = false
  await webBuilt
  const forOperator = operated(house.tenants, started)
  const dev = isTest ? openDevTools({ clock, guard: clock, tenants: forOperator, log }) : undefined
  const kept = house.tenants.flatMap((tenant) => chainTenant(tenant, started))
  const giverOf = isTest || chains === undefined ? undefined : giversOf(chains, kept)
  const doors = await openDoors(config, house, { log, dev, giverOf, ready: () => ready })
  const control = await openControlSocket(
    config.dataDir,
    (request) => runOperatorCommand(forOperator, request, config.profile, clock),
    (error) => log.warn('the operator socket failed', { error: error.message }),
  )
  const markets = config.demo
    ? await Promise.all(
        started
          .filter(({ exchange }) => exchange.due.poisoned === undefined)
          .map(({ config: { tenantId }, exchange }) => startDemoMarket(exchange, demoOf(tenantId))),
      )
    : []
  ready = true
  tellAddresses(config, report)
  // Nodes take seconds that nobody waits for.
  const keeping = chains?.begin(kept).catch((error: unknown) => log.error('the nodes are not kept', { error: String(error) }))
  return {
    async stop() {
      ready = false
      clock.stop()
      await Promise.all(markets.map((market) => market.stop()))
      control.close()
      await doors.close()
      await house.empty()
      // Each may take seconds, and together they have five. Nodes end when nobody follows them any more.
      await Promise.all([keeping?.then(() => chains?.stop()), house.close(), ...started.map(({ exchange }) => exchange.stop())])
    },
  }
}

/** Undefined where no nodes are kept. Its sources are read where some are. */
async function openChains({ chains, dataDir }: Config, log: Log, report: StartReport, clock: ClockGuard): Promise<DemoChains | undefined> {
  if (!chains.isOn) return undefined
  const { DemoChains: Chains } = await import('../demo/chains/demo-chains.ts')
  return new Chains({ ...chains, dataDir, now: () => clock.now(), log, say: (line) => report.line(line) })
}

function chainTenant({ tenantId, models, wallet }: OpenedTenant, started: readonly StartedTenant[]): ChainTenant[] {
  const exchange = started.find(({ config }) => config.tenantId === tenantId)?.exchange
  return exchange === undefined ? [] : [{ tenantId, models, wallet, exchange, ownCoin: demoOf(tenantId).platformCoin }]
}

/** In the demo coins come by chain; tests want them at once. */
function giversOf(chains: DemoChains, kept: readonly ChainTenant[]): (tenant: Pick<OpenedTenant, 'tenantId'>) => CoinGiver | undefined {
  const givers = new Map(kept.map((tenant) => [tenant.tenantId, chains.giverOf(tenant)]))
  return ({ tenantId }) => givers.get(tenantId)
}

function demoOf(tenantId: string) {
  const demo = DEMO_TENANTS[tenantId]
  if (demo === undefined) throw new Error(`no demo market for ${tenantId}`)
  return demo
}
