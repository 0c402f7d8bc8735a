/** First start and later starts of the demo world of one tenant. */
import type { Command } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import { stateSeq } from '@agio/engine/state.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { type DemoMarket, openDemoMarket } from './accounts.ts'
import { grantCommands, openOrderCommands, pastTradeCommands } from './customer.ts'
import { type LiveMarket, ladderCommands, runLiveMarket } from './live.ts'
import { lapseCommands, type StampedCommand } from './time-lapse.ts'

const CHUNK = 2000
const LAPSE_MS = 180 * 86_400_000
const DENSE_MS = 3 * 86_400_000

/** An exchange that also takes a chunk of stamped commands: the lapse's simulated clock. */
export interface BulkExchange extends Exchange {
  submitMany(items: readonly StampedCommand[]): Promise<readonly unknown[]>
}

/** A clock that can stand in the past while the lapse runs. */
export interface SimulatedClock {
  now(): number
  /** Simulated time; undefined = the real clock. */
  set(at: number | undefined): void
}

export function simulatedClock(real: () => number): SimulatedClock {
  let simulated: number | undefined
  return {
    now: () => simulated ?? real(),
    set: (at) => {
      simulated = at
    },
  }
}

export interface DemoTenant {
  readonly platformCoin: string
  readonly platformName: string
  readonly seed: number
}

/** True when this exchange has no history yet and the lapse may run. */
export const isFresh = (exchange: Exchange): boolean => stateSeq(exchange.state) === 0

function* mergedByTime(first: Iterable<StampedCommand>, second: readonly StampedCommand[]): Generator<StampedCommand> {
  let index = 0
  for (const item of first) {
    for (let next = second[index]; next !== undefined && next.at <= item.at; next = second[index]) {
      yield next
      index += 1
    }
    yield item
  }
  yield* second.slice(index)
}

/**
 * Runs the lapse on a fresh exchange. `registerCustomer` is called with the clock at the lapse's start.
 * @param progress called with 0…1
 */
export async function runLapse(
  exchange: BulkExchange,
  clock: SimulatedClock,
  tenant: DemoTenant,
  registerCustomer: () => Promise<UserId>,
  progress: (share: number) => void,
): Promise<DemoMarket> {
  const endAt = clock.now()
  const startAt = endAt - LAPSE_MS
  clock.set(startAt - 60_000)
  const market = await openDemoMarket(exchange, tenant.platformCoin, tenant.platformName)
  const userId = await registerCustomer()
  const denseAt = endAt - DENSE_MS
  const customer = [
    ...grantCommands(market, userId, denseAt),
    ...pastTradeCommands(market, userId, denseAt + 3_600_000, endAt, tenant.seed + 7),
  ]
  let chunk: StampedCommand[] = []
  let sending: Promise<unknown> = Promise.resolve()
  const send = async (): Promise<void> => {
    const items = chunk
    chunk = []
    const last = items.at(-1)
    if (last === undefined) return
    await sending
    clock.set(last.at)
    sending = exchange.submitMany(items)
    progress((last.at - startAt) / LAPSE_MS)
  }
  for (const item of mergedByTime(lapseCommands(market, endAt, tenant.seed), customer)) {
    chunk.push(item)
    if (chunk.length === CHUNK) await send()
  }
  await send()
  await sending
  clock.set(undefined)
  await submitNow(exchange, ladderCommands(exchange, market, tenant.seed + 1))
  await submitNow(exchange, openOrderCommands(exchange, market, userId))
  progress(1)
  return market
}

async function submitNow(exchange: BulkExchange, commands: readonly Command[]): Promise<void> {
  const at = exchange.now()
  await exchange.submitMany(commands.map((command) => ({ at, key: '', command })))
}

/** Later starts: accounts are looked up, ladders completed, and the market goes on. */
export async function startDemoMarket(exchange: BulkExchange, tenant: DemoTenant): Promise<LiveMarket> {
  const market = await openDemoMarket(exchange, tenant.platformCoin, tenant.platformName)
  await submitNow(exchange, ladderCommands(exchange, market, tenant.seed + 2))
  return runLiveMarket(exchange, market, tenant.seed + 3 + (exchange.now() % 100_000))
}
