/** A tenant's first start: content, markets and, with the demo world, half a year of trading with the clock standing in the past. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, TenantConfig } from './config.ts'
import { seedContent } from './content/seed-content.ts'
import { type DemoLogin, demoLogins } from './demo/logins.ts'
import { DEMO_TENANTS, lapseStart, listMarkets, runLapse, type SimulatedClock, simulatedClock } from './demo/world.ts'
import { openIdentity } from './http/tenant.ts'
import { type LiveExchange, openExchange } from './sequencer/open-exchange.ts'
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

async function seed(
  tenant: StartedTenant,
  config: Config,
  clock: SimulatedClock,
  endAt: number,
  login: DemoLogin | undefined,
  report: StartReport,
): Promise<void> {
  const demo = DEMO_TENANTS[tenant.config.tenantId]
  if (demo === undefined) throw new Error(`no listing for tenant ${tenant.config.tenantId}`)
  await seedContent(tenant.exchange, tenant.config)
  if (login === undefined) return listMarkets(tenant.exchange, demo)
  const identity = await openIdentity({ dir: tenant.dir, config: tenant.config, profile: config.profile, masterKey: config.masterKey })
  const register = () => identity.createCustomer(tenant.exchange, { email: login.email, password: login.password, nickname: 'Demo' })
  const label = `half a year of trading at ${tenant.config.name}`
  await runLapse(tenant.exchange, clock, demo, endAt, register, (share) => report.bar(label, share))
}

/** Opens the exchange of a tenant and, when it is new, fills it. */
export async function startTenant(config: Config, tenantConfig: TenantConfig, report: StartReport): Promise<StartedTenant> {
  const dir = join(config.dataDir, tenantConfig.tenantId)
  const isFirst = isEmpty(journalDirOf(dir))
  const clock = simulatedClock(() => Date.now())
  const endAt = Date.now()
  if (isFirst && config.demo) clock.set(lapseStart(endAt))
  const exchange = await openExchange({ tenantId: tenantConfig.tenantId, dir: journalDirOf(dir), clock })
  const tenant = { config: tenantConfig, dir, exchange }
  if (isFirst) {
    const logins = config.demo ? demoLogins(config.dataDir, Object.keys(DEMO_TENANTS)) : []
    await seed(
      tenant,
      config,
      clock,
      endAt,
      logins.find((entry) => entry.tenantId === tenantConfig.tenantId),
      report,
    )
  }
  clock.set(undefined)
  return tenant
}
