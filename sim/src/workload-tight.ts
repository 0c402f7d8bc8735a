/**
 * Worlds with contracts in which a few customers have not a unit to spare: orders, transfers and changes of margin take all that they may, or
 * nearly, at high leverage, at prices at which they meet each other and themselves. What the engine counts twice, or counts on and then has
 * not, shows there.
 */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { createPrng, type Prng } from './prng.ts'
import type { SimStep } from './workload.ts'
import { makePerpWorkload } from './workload-perp.ts'
import { FIRST_USER } from './workload-world.ts'

const SHARES = [1_000, 1_000, 995, 980, 950, 900, 500, 200, 100, 1_001] as const
const CUSTOMERS = 4
const FINE_TICK = 10n ** 11n
/** Steps of the spot workload have ids below it. */
const FIRST_ID = 1_000_000

interface Tight {
  readonly random: Prng
  /** Prices that were last reported, in ticks, by coin. */
  readonly ticks: Map<number, number>
  /** The coin of a contract. */
  readonly coins: Map<number, number>
  instruments: number
}

export function makeTightWorkload(seed: number, count: number): SimStep[] {
  const tight: Tight = { random: createPrng(seed ^ 0x7167), ticks: new Map(), coins: new Map(), instruments: 0 }
  const steps = makePerpWorkload(seed, 2 * count)
  const opened = steps.findLastIndex(({ command }) => command.kind === 'openContractAccount')
  return steps
    .filter(({ id }, place) => place <= opened || id >= FIRST_ID)
    .slice(0, count)
    .map((step) => tightened(step, tight))
}

const oneOf = (userId: UserId): UserId => asUserId(FIRST_USER + ((userId - FIRST_USER) % CUSTOMERS))

function tightened(step: SimStep, tight: Tight): SimStep {
  const { command } = step
  const { random } = tight
  switch (command.kind) {
    case 'defineInstrument':
      tight.instruments += 1
      return step
    case 'defineContract':
      tight.instruments += 1
      tight.coins.set(tight.instruments, command.terms.baseAssetId)
      return step
    case 'reportPrices':
      for (const { assetId, price } of command.items) if (price !== 0n) tight.ticks.set(assetId, Number(price / FINE_TICK))
      return step
    case 'transferBetweenAccounts':
      return command.from === 'contract'
        ? { ...step, command: { ...command, userId: oneOf(command.userId) }, share: random.pick(SHARES) }
        : step
    case 'changePositionMargin':
      return { ...step, command: { ...command, userId: oneOf(command.userId) }, share: random.pick(SHARES) }
    case 'fundInsurance':
      return random.oneIn(3) ? step : { ...step, command: { ...command, amount: 1n } }
    case 'setLeverage':
      return { ...step, command: { ...command, userId: oneOf(command.userId), leverage: random.pick([5, 10, 20, 50, 50, 100, 100]) } }
    case 'setPositionMode':
      return { ...step, command: { ...command, isHedged: random.oneIn(3) ? 0 : 1 } }
    case 'setMarginMode':
      return { ...step, command: { ...command, userId: oneOf(command.userId), mode: random.oneIn(3) ? 'cross' : 'isolated' } }
    case 'placePositionTpsl':
    case 'cancelOrder':
    case 'amendOrder':
    case 'cancelAllOrders':
      return { ...step, command: { ...command, userId: oneOf(command.userId) } }
    case 'setInstrumentStatus':
      return random.oneIn(6) ? step : { ...step, command: { ...command, status: 'trading' } }
    case 'placeContractOrder':
      return { ...step, ...ordered(command, tight) }
    default:
      return step
  }
}

function ordered(command: CommandByKind['placeContractOrder'], { random, ticks, coins }: Tight): Pick<SimStep, 'command' | 'share'> {
  const near = (ticks.get(coins.get(command.instrumentId) ?? 0) ?? 0) + random.between(-12, 12)
  const price = command.price === 0 || random.oneIn(5) ? command.price : Math.max(1, near)
  const selfTrade = random.oneIn(2) ? 'expireMaker' : command.selfTrade
  const own = { userId: oneOf(command.userId), selfTrade, price } as const
  return { command: { ...command, ...own }, ...(command.action === 'open' && !random.oneIn(3) && { share: random.pick(SHARES) }) }
}
