/** First start and later starts of the demo world of one tenant. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { FRESH_MS, indexTerms } from '../index/terms.ts'
import {
  type DemoCommand,
  type DemoExchange,
  type DemoMarket,
  LEDGER_SCALE,
  must,
  openDemoMarket,
  openListing,
  simulatedOf,
} from './accounts.ts'
import type { BulkExchange, SimulatedClock } from './bulk-exchange.ts'
import { ChunkSender } from './chunk-sender.ts'
import { listContracts, openContractMarket } from './contracts/contract-market.ts'
import { contractLadders, runContractMarket } from './contracts/live-contracts.ts'
import { LapsedContracts } from './contracts/open-lapse.ts'
import { grantCommands, openOrderCommands } from './customer.ts'
import { inviteCommands } from './invites.ts'
import { type LiveMarket, ladderCommands, runLiveMarket } from './live.ts'
import { conversionHappenings } from './products/conversion.ts'
import { type Happening, happen } from './products/happenings.ts'
import { savingsHappenings } from './products/savings.ts'
import { demoReferences } from './references.ts'
import { Stocks } from './stock.ts'
import { LAPSE_FRESH_MS, lapseCommands, lapseLength } from './time-lapse.ts'

const LAPSE_MS = 180 * 86_400_000
const SETUP_MS = 60_000

/** Where the clock of a fresh exchange stands while it is set up. */
export const lapseStart = (endAt: number): number => endAt - LAPSE_MS - SETUP_MS
const DAY_MS = 86_400_000

export interface DemoTenant {
  readonly platformCoin: string
  readonly platformName: string
  readonly seed: number
  /** Days before the present that the lapse trades minute by minute. */
  readonly denseDays: number
  /** Share of fees for inviters; 0 = nobody can invite. */
  readonly inviteRateE8: number
  /** Whether it has savings. */
  readonly hasSavings: boolean
  /** Whether it has contracts. */
  readonly hasContracts: boolean
}

/** The two demo tenants list the same pairs and each a coin of its own. */
export const DEMO_TENANTS: Readonly<Record<string, DemoTenant>> = {
  agio: {
    platformCoin: 'AGIO',
    platformName: 'Agio',
    seed: 20_260_101,
    denseDays: 3,
    inviteRateE8: 20_000_000,
    hasSavings: true,
    hasContracts: true,
  },
  nova: {
    platformCoin: 'NOVA',
    platformName: 'Nova',
    seed: 20_260_707,
    denseDays: 1,
    inviteRateE8: 0,
    hasSavings: false,
    hasContracts: false,
  },
}

/** Lists assets and pairs without any simulated account: an exchange whose market its customers make. */
export async function listMarkets(exchange: DemoExchange, tenant: DemoTenant): Promise<void> {
  const { assetIds } = await openListing(exchange, tenant.platformCoin, tenant.platformName)
  if (tenant.hasContracts) await listContracts(exchange.state, (command) => must(exchange, command), assetIds)
}

/**
 * Runs the lapse on a fresh exchange whose clock already stands at or before its start.
 * @param indexSources names of the index's simulated sources; none where it has others
 * @param progress called with 0…1
 */
export async function runLapse(
  exchange: BulkExchange,
  clock: SimulatedClock,
  tenant: DemoTenant,
  endAt: number,
  registerCustomer: () => Promise<UserId>,
  indexSources: readonly string[],
  progress: (share: number) => void,
): Promise<DemoMarket> {
  const market = await openDemoMarket(exchange, tenant.platformCoin, tenant.platformName)
  const userId = await registerCustomer()
  if (tenant.inviteRateE8 > 0) await submitNow(exchange, inviteCommands(tenant.inviteRateE8))
  const terms = (freshMs: number): DemoCommand[] => [indexTerms(exchange.state, indexSources, freshMs)].filter((set) => set !== undefined)
  await submitNow(exchange, terms(LAPSE_FRESH_MS.sparse))
  const denseAt = endAt - tenant.denseDays * DAY_MS
  let granted = false
  const expected = lapseLength(market, endAt, tenant.denseDays)
  const sender = new ChunkSender(exchange, clock, (sent) => progress(Math.min(0.99, sent / expected)))
  // Without words of the index nobody trades contracts.
  const contracts =
    tenant.hasContracts && indexSources.length > 0 ? new LapsedContracts({ market, customer: userId, endAt, seed: tenant.seed }) : undefined
  const listings = contracts === undefined ? [] : [contracts.listing]
  const waiting = [...happenings(market, userId, tenant, endAt), ...listings].sort((a, b) => a.at - b.at)
  const stocks = new Stocks()
  const look = (): void => stocks.look(exchange.state, simulatedOf(market), market.assetIds.values(), LEDGER_SCALE)
  look()
  for (const item of lapseCommands({
    market,
    stocks,
    customer: userId,
    endAt,
    denseDays: tenant.denseDays,
    seed: tenant.seed,
    references: demoReferences(tenant),
    indexSources,
    ...(contracts !== undefined && { contracts: (step, paths) => contracts.at(step, paths) }),
  })) {
    while (waiting[0] !== undefined && waiting[0].at <= item.at) {
      await sender.settle()
      await goOn(exchange, clock, waiting.shift())
      look()
    }
    if (!granted && item.at >= denseAt) {
      granted = true
      for (const grant of grantCommands(market, userId, item.at)) sender.add(grant)
      for (const command of terms(LAPSE_FRESH_MS.dense)) sender.add({ at: item.at, key: '', command })
    }
    sender.add(item)
    // A pair that was halted traded nothing of what was believed.
    if (await sender.sendWhole()) look()
  }
  await sender.settle()
  // Over the last words of the index, which are too old in a moment.
  await submitAt(exchange, endAt - 1, contracts?.leaving() ?? [])
  await submitAt(exchange, endAt - 1, contracts?.ladders(exchange) ?? [])
  await submitAt(exchange, endAt - 1, contracts?.waiting(exchange.state) ?? [])
  clock.set(undefined)
  await submitNow(exchange, ladderCommands(exchange, market, tenant.seed + 1))
  await submitNow(exchange, openOrderCommands(exchange, market, userId))
  await submitNow(exchange, terms(FRESH_MS))
  progress(1)
  return market
}

/** What happens once, in the order of its instants. */
export function happenings(market: DemoMarket, customer: UserId, tenant: DemoTenant, endAt: number): Happening[] {
  const { platformCoin, hasSavings } = tenant
  const all = [
    ...conversionHappenings({ market, customer, desk: market.desk, references: demoReferences(tenant), endAt }),
    ...(hasSavings ? savingsHappenings({ market, customer, platformCoin, endAt }) : []),
  ]
  return all.sort((a, b) => a.at - b.at)
}

async function goOn(exchange: BulkExchange, clock: SimulatedClock, happening: Happening | undefined): Promise<void> {
  if (happening === undefined) return
  clock.set(happening.at)
  await happen(happening, exchange.state, async (at, command) => {
    const [outcome] = await exchange.submitMany([{ at, key: '', command }])
    if (outcome === undefined) throw new Error('demo: a command without an outcome')
    return outcome
  })
}

const submitNow = (exchange: BulkExchange, commands: readonly DemoCommand[]): Promise<void> => submitAt(exchange, exchange.now(), commands)

async function submitAt(exchange: BulkExchange, at: number, commands: readonly DemoCommand[]): Promise<void> {
  await exchange.submitMany(commands.map((command) => ({ at, key: '', command })))
}

/** Later starts: accounts are looked up, ladders completed, and the market goes on. */
export async function startDemoMarket(exchange: BulkExchange, tenant: DemoTenant): Promise<LiveMarket> {
  const market = await openDemoMarket(exchange, tenant.platformCoin, tenant.platformName)
  await submitNow(exchange, ladderCommands(exchange, market, tenant.seed + 2))
  const live = [runLiveMarket(exchange, market, demoReferences(tenant), tenant.seed + 3 + (exchange.now() % 100_000))]
  if (tenant.hasContracts) live.push(await startContracts(exchange, market, tenant))
  return {
    async stop() {
      await Promise.all(live.map((one) => one.stop()))
    },
  }
}

async function startContracts(exchange: BulkExchange, { assetIds }: DemoMarket, { seed }: DemoTenant): Promise<LiveMarket> {
  const market = await openContractMarket(exchange.state, (command) => must(exchange, command), assetIds)
  const beats = { exchange, market, seed }
  await submitNow(exchange, contractLadders(beats))
  return runContractMarket(beats)
}
