/**
 * Worlds with contracts in which a few customers have not a unit to spare: orders, transfers and changes of margin take all that they may, or
 * nearly, at high leverage, at prices at which they meet each other and themselves. What the engine counts twice, or counts on and then has
 * not, shows there.
 */
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import type { HOUSE_COMMANDS } from '@agio/engine/schema/commands/house.ts'
import type { INDEX_COMMANDS } from '@agio/engine/schema/commands/index-price.ts'
import type { PERP_COMMANDS } from '@agio/engine/schema/commands/perp.ts'
import type { TRADING_COMMANDS } from '@agio/engine/schema/commands/trading.ts'
import type { WALLET_COMMANDS } from '@agio/engine/schema/commands/wallet.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'
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

type Groups = typeof TRADING_COMMANDS & typeof WALLET_COMMANDS & typeof HOUSE_COMMANDS & typeof INDEX_COMMANDS & typeof PERP_COMMANDS

const AS_IS = ignored('stays as it is')
const byFew = <C extends { readonly userId: UserId }>(command: C): C => ({ ...command, userId: oneOf(command.userId) })

/** The tightened command, and the share of the possible amount. */
const TIGHTENED: Handlers<Pick<CommandByKind, keyof Groups>, [tight: Tight], Pick<SimStep, 'command' | 'share'> | undefined> = {
  defineInstrument: (_command, tight) => {
    tight.instruments += 1
    return undefined
  },
  defineContract: ({ terms }, tight) => {
    tight.instruments += 1
    tight.coins.set(tight.instruments, terms.baseAssetId)
    return undefined
  },
  reportPrices: ({ items }, { ticks }) => {
    for (const { assetId, price } of items) if (price !== 0n) ticks.set(assetId, Number(price / FINE_TICK))
    return undefined
  },
  transferBetweenAccounts: (command, { random }) =>
    command.from === 'contract' ? { command: byFew(command), share: random.pick(SHARES) } : undefined,
  changePositionMargin: (command, { random }) => ({ command: byFew(command), share: random.pick(SHARES) }),
  fundInsurance: (command, { random }) => (random.oneIn(3) ? undefined : { command: { ...command, amount: 1n } }),
  setLeverage: (command, { random }) => ({ command: { ...byFew(command), leverage: random.pick([5, 10, 20, 50, 50, 100, 100]) } }),
  setPositionMode: (command, { random }) => ({ command: { ...command, isHedged: random.oneIn(3) ? 0 : 1 } }),
  setMarginMode: (command, { random }) => ({ command: { ...byFew(command), mode: random.oneIn(3) ? 'cross' : 'isolated' } }),
  placePositionTpsl: (command) => ({ command: byFew(command) }),
  cancelOrder: (command) => ({ command: byFew(command) }),
  amendOrder: (command) => ({ command: byFew(command) }),
  amendOrders: (command) => ({ command: byFew(command) }),
  cancelAllOrders: (command) => ({ command: byFew(command) }),
  setInstrumentStatus: (command, { random }) => (random.oneIn(6) ? undefined : { command: { ...command, status: 'trading' } }),
  placeContractOrder: (command, tight) => ordered(command, tight),
  placeOrder: AS_IS,
  setCancelAllTimer: AS_IS,
  tick: AS_IS,
  openContractAccount: AS_IS,
  changeContract: AS_IS,
  settleContract: AS_IS,
  defineAsset: AS_IS,
  changeInstrument: AS_IS,
  setFeeSchedule: AS_IS,
  setFeeDirection: AS_IS,
  setCommission: AS_IS,
  setEngineVersion: AS_IS,
  setIndexTerms: AS_IS,
}

const tightened = (step: SimStep, tight: Tight): SimStep => ({ ...step, ...handle(TIGHTENED, step.command, tight) })

function ordered(command: CommandByKind['placeContractOrder'], { random, ticks, coins }: Tight): Pick<SimStep, 'command' | 'share'> {
  const near = (ticks.get(coins.get(command.instrumentId) ?? 0) ?? 0) + random.between(-12, 12)
  const price = command.price === 0 || random.oneIn(5) ? command.price : Math.max(1, near)
  const selfTrade = random.oneIn(2) ? 'expireMaker' : command.selfTrade
  const own = { userId: oneOf(command.userId), selfTrade, price } as const
  return { command: { ...command, ...own }, ...(command.action === 'open' && !random.oneIn(3) && { share: random.pick(SHARES) }) }
}
