/** Read models and feeds of every tenant. Feeds ask history for what came before them, which it answers while the rest of the server is read. */
import { createFeeds, type Feeds } from '../feeds/feeds.ts'
import type { History } from '../projections/history/open-history.ts'
import { openProjections } from '../projections/open-projections.ts'
import type { ReadModels } from '../projections/port.ts'
import type { StartedTenant } from './first-start.ts'

export interface FedTenant extends StartedTenant {
  readonly models: ReadModels
  readonly feeds: Feeds
}

export interface Fed {
  readonly tenants: readonly FedTenant[]
  /** Stops the history too; the feeds stop with their tenants. */
  stop(): Promise<void>
}

export async function openFeeds(started: readonly StartedTenant[], history: History): Promise<Fed> {
  const projections = openProjections(history)
  const tenants: FedTenant[] = []
  for (const tenant of started) {
    const models = projections.models.get(tenant.config.tenantId)
    if (models === undefined) throw new Error(`no projections for ${tenant.config.tenantId}`)
    tenants.push({ ...tenant, models, feeds: await createFeeds({ exchange: tenant.exchange, models }) })
  }
  return { tenants, stop: () => projections.stop() }
}
