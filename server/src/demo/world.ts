/** First start and later starts of the demo world of one tenant. */
import type { Outcome } from '@agio/engine/event.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Clock } from '../core/clock.ts'
import { FRESH_MS, indexTerms } from '../index/terms.ts'
import { type DemoCommand, type DemoExchange, type DemoMarket, LEDGER_SCALE, openDemoMarket, openListing, simulatedOf } from './accounts.ts'
import { grantCommands, openOrderCommands } from './customer.ts'
import { inviteCommands } from './invites.ts'
import { type LiveMarket, ladderCommands, runLiveMarket } from './live.ts'
import { conversionHappenings } from './products/conversion.ts'
import { type Happening, happen } from './products/happenings.ts'
import { savingsHappenings } from './products/savings.ts'
import { demoReferences } from './references.ts'
import { Stocks } from './stock.ts'
import { LAPSE_FRESH_MS, lapseCommands, lapseLength, type StampedCommand } from './time-lapse.ts'

const CHUNK = 2000
const CHUNKS_A_LOOK = 4
const LAPSE_MS = 180 * 86_400_000
const SETUP_MS = 60_000

/** Where the clock of a fresh exchange stands while it is set up. */
export const lapseStart = (endAt: number): number => endAt - LAPSE_MS - SETUP_MS
const DAY_MS = 86_400_000

/** An exchange that also takes a chunk of stamped commands: the lapse's simulated clock. */
export interface BulkExchange extends DemoExchange {
  submitMany(items: readonly StampedCommand[]): Promise<readonly Outcome[]>
}

/** A clock that can stand in the past while the lapse runs. */
export interface SimulatedClock extends Clock {
  /** Simulated time; undefined = the real clock. */
  set(at: number | undefined): void
}

export function simulatedClock(real: Clock): SimulatedClock {
  let simulated: number | undefined
  return {
    now: () => simulated ?? real.now(),
    get isHeld() {
      return real.isHeld === true
    },
    set: (at) => {
      simulated = at
    },
  }
}

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
}

/** The two demo tenants list the same pairs and each a coin of its own. */
export const DEMO_TENANTS: Readonly<Record<string, DemoTenant>> = {
  agio: { platformCoin: 'AGIO', platformName: 'Agio', seed: 20_260_101, denseDays: 3, inviteRateE8: 20_000_000, hasSavings: true },
  nova: { platformCoin: 'NOVA', platformName: 'Nova', seed: 20_260_707, denseDays: 1, inviteRateE8: 0, hasSavings: false },
}

/** Lists assets and pairs without any simulated account: an exchange whose market its customers make. */
export async function listMarkets(exchange: DemoExchange, tenant: DemoTenant): Promise<void> {
  await openListing(exchange, tenant.platformCoin, tenant.platformName)
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
  let chunk: StampedCommand[] = []
  let sending: Promise<unknown> = Promise.resolve()
  let sent = 0
  let chunks = 0
  const waiting = happenings(market, userId, tenant, endAt)
  const expected = lapseLength(market, endAt, tenant.denseDays)
  const send = async (): Promise<void> => {
    const items = chunk
    chunk = []
    const last = items.at(-1)
    if (last === undefined) return
    await sending
    clock.set(last.at)
    sending = exchange.submitMany(items)
    sent += items.length
    progress(Math.min(0.99, sent / expected))
  }
  const { denseDays, seed } = tenant
  const stocks = new Stocks()
  const look = (): void => stocks.look(exchange.state, simulatedOf(market), market.assetIds.values(), LEDGER_SCALE)
  look()
  for (const item of lapseCommands({
    market,
    stocks,
    customer: userId,
    endAt,
    denseDays,
    seed,
    references: demoReferences(tenant),
    indexSources,
  })) {
    while (waiting[0] !== undefined && waiting[0].at <= item.at) {
      await send()
      await sending
      await goOn(exchange, clock, waiting.shift())
      look()
    }
    if (!granted && item.at >= denseAt) {
      granted = true
      chunk.push(...grantCommands(market, userId, item.at))
      chunk.push(...terms(LAPSE_FRESH_MS.dense).map((command) => ({ at: item.at, key: '', command })))
    }
    chunk.push(item)
    if (chunk.length < CHUNK) continue
    await send()
    chunks += 1
    // A pair that was halted traded nothing of what was believed.
    if (chunks % CHUNKS_A_LOOK !== 0) continue
    await sending
    look()
  }
  await send()
  await sending
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

async function submitNow(exchange: BulkExchange, commands: readonly DemoCommand[]): Promise<void> {
  const at = exchange.now()
  await exchange.submitMany(commands.map((command) => ({ at, key: '', command })))
}

/** Later starts: accounts are looked up, ladders completed, and the market goes on. */
export async function startDemoMarket(exchange: BulkExchange, tenant: DemoTenant): Promise<LiveMarket> {
  const market = await openDemoMarket(exchange, tenant.platformCoin, tenant.platformName)
  await submitNow(exchange, ladderCommands(exchange, market, tenant.seed + 2))
  return runLiveMarket(exchange, market, demoReferences(tenant), tenant.seed + 3 + (exchange.now() % 100_000))
}
