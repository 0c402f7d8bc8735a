/**
 * A tenant's first start: content, markets and, with the demo world, half a year of trading with the clock standing in the past. One
 * that was interrupted begins again: its doors never opened, so nobody loses anything.
 */
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { seedInform } from '../content/inform/seed-inform.ts'
import { seedContent } from '../content/seed-content.ts'
import type { Clock } from '../core/clock.ts'
import type { TenantConfig } from '../core/tenant-config.ts'
import { type SimulatedClock, simulatedClock } from '../demo/bulk-exchange.ts'
import { listNetworks } from '../demo/chains/list-networks.ts'
import { type DemoLogin, demoLogins } from '../demo/logins.ts'
import { lookOf } from '../demo/looks.ts'
import { DEMO_TENANTS, lapseStart, listMarkets, runLapse } from '../demo/world.ts'
import { lockFolder } from '../folder-lock/lock-folder.ts'
import { isSimulated } from '../index/settings.ts'
import { type LiveExchange, openExchange } from '../sequencer/open-exchange.ts'
import { openIdentity } from '../tenant/open-identity.ts'
import { syncFolder, writeDurably } from '../vault/durable-file.ts'
import type { Config } from './config.ts'
import type { StartReport } from './start-report.ts'

export interface StartedTenant {
  readonly config: TenantConfig
  /** Folder of the tenant: journal, snapshots, vault, sessions. */
  readonly dir: string
  readonly exchange: LiveExchange
}

const isEmpty = (dir: string): boolean => {
  try {
    return readdirSync(dir).length === 0
  } catch {
    return true
  }
}

export const journalDirOf = (dir: string): string => join(dir, 'journal')

/** Stands in a tenant's folder from before its first entry until it is complete. */
const MARK = 'first-start-unfinished'

/** Empties the folder of a first start that was interrupted, except for the mark. @throws FolderLocked when it is still under way */
async function discardUnfinished(dir: string): Promise<void> {
  const journalDir = journalDirOf(dir)
  const lock = existsSync(journalDir) ? await lockFolder(journalDir) : undefined
  for (const name of readdirSync(dir)) if (name !== MARK) await rm(join(dir, name), { recursive: true, force: true })
  lock?.release()
}

/** Keys or pictures without a journal are what is left of an exchange, not the beginning of one. @throws Error naming what is missing */
function refuseOrphans(dir: string): void {
  const found = ['keys', 'files'].filter((name) => !isEmpty(join(dir, name)))
  if (existsSync(join(dir, MARK)) || found.length === 0) return
  throw new Error(
    `${journalDirOf(dir)} is missing or empty, but ${found.map((name) => join(dir, name)).join(' and ')} hold what its customers left; ` +
      'nothing was changed. Put the journal back from a backup, or move the rest away to begin anew',
  )
}

async function removeMark(dir: string): Promise<void> {
  await rm(join(dir, MARK))
  await syncFolder(dir)
}

async function seed(
  tenant: Pick<StartedTenant, 'config' | 'dir' | 'exchange'>,
  config: Config,
  clock: SimulatedClock,
  endAt: number,
  login: DemoLogin | undefined,
  report: StartReport,
): Promise<void> {
  const demo = DEMO_TENANTS[tenant.config.tenantId]
  if (demo === undefined) throw new Error(`no listing for tenant ${tenant.config.tenantId}`)
  await seedContent(tenant.exchange, tenant.config, lookOf(tenant.config.tenantId, login !== undefined))
  await seedInform(tenant.exchange, tenant.config, endAt)
  // Nothing was given out that is not to lie on chains from the first moment on: withdrawals need not wait.
  const listChains = async (): Promise<void> => {
    if (config.chains.isOn) await listNetworks(tenant.exchange, demo.platformCoin, new Map(), false)
  }
  if (login === undefined) {
    await listMarkets(tenant.exchange, demo)
    return listChains()
  }
  const identity = await openIdentity({ ...tenant, profile: config.profile, masterKey: config.masterKey })
  const register = () => identity.createCustomer(tenant.exchange, { email: login.email, password: login.password, nickname: 'Demo' })
  const label = `half a year of trading at ${tenant.config.name}`
  const indexSources = (config.index.sources.get(tenant.config.tenantId) ?? []).filter(isSimulated)
  await runLapse(tenant.exchange, clock, demo, endAt, register, indexSources, (share) => report.bar(label, share))
  await listChains()
}

/** Opens the exchange of a tenant and, when it is new, fills it. */
export async function startTenant(config: Config, tenantConfig: TenantConfig, report: StartReport, machine: Clock): Promise<StartedTenant> {
  const dir = join(config.dataDir, tenantConfig.tenantId)
  if (existsSync(join(dir, MARK))) await discardUnfinished(dir)
  const isFirst = isEmpty(journalDirOf(dir))
  if (isFirst) refuseOrphans(dir)
  if (isFirst) await writeDurably(join(dir, MARK), 'Everything in this folder may be discarded.\n')
  const clock = simulatedClock(machine)
  const endAt = machine.now()
  if (isFirst && config.demo) clock.set(lapseStart(endAt))
  const { tenantId } = tenantConfig
  const journal = config.acceptLoss?.tenantId === tenantId ? { acceptLoss: config.acceptLoss.by } : {}
  const exchange = await openExchange({ tenantId, dir: journalDirOf(dir), clock, journal })
  const { loss } = exchange.journal
  if (loss !== undefined)
    report.line(`${tenantId}: goes on after entry ${loss.endedAt}; ${loss.lostThrough - loss.endedAt} entries are given up`)
  const tenant = { config: tenantConfig, dir, exchange }
  if (isFirst) {
    const logins = config.demo ? await demoLogins(config.dataDir, Object.keys(DEMO_TENANTS)) : []
    await seed(
      tenant,
      config,
      clock,
      endAt,
      logins.find((entry) => entry.tenantId === tenantConfig.tenantId),
      report,
    )
    // What is there from now on is kept for ever.
    await removeMark(dir)
    // In a thread, so that the next start need not replay half a year. A stop may end it, and the journal is enough; a disk that refuses
    // it refuses the next one too, and that says so.
    exchange.snapshot().catch(() => undefined)
  }
  clock.set(undefined)
  return tenant
}
