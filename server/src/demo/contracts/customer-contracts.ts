/**
 * The demo customer's contracts: some weeks of history, of which one position was liquidated, a long that pays, a small short, and orders
 * that wait. He knows what the prices will be, and trades so that each of it can be seen.
 */
import type { Side } from '@agio/engine/command.ts'
import { type AssetId, asPositionId, type UserId } from '@agio/engine/ids/id.ts'
import { contractOf } from '@agio/engine/perp/read-contract.ts'
import { contractSettingsOf, type PositionView, positionsOf } from '@agio/engine/perp/read-positions.ts'
import type { State } from '@agio/engine/state.ts'
import { type DemoCommand, LEDGER_SCALE } from '../accounts.ts'
import { units } from '../listing.ts'
import { contractsFor, ticksOf } from './contract-list.ts'
import { type ContractMarket, type ContractWorld, type DemoContract, toContracts } from './contract-market.ts'
import { contractOrder, leaveContract, type Stance } from './contract-orders.ts'
import { otherSide } from './speculation.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const GIFT = '12000'
const BROUGHT = '9000'
const TAKEN_BACK = '600'
/** How each contract is traded; those not named as everybody begins with. */
const STANCES: Readonly<Record<string, Stance>> = {
  BTC: { marginMode: 'cross', leverage: 10 },
  ETH: { marginMode: 'cross', leverage: 5 },
  SOL: { marginMode: 'isolated', leverage: 20 },
  XRP: { marginMode: 'isolated', leverage: 50 },
}
const TRIPS: readonly (readonly [daysAgo: number, hours: number, base: string, side: Side, value: number])[] = [
  [25, 14, 'BTC', 'buy', 4000],
  [21, 30, 'ETH', 'sell', 2500],
  [17, 9, 'BTC', 'sell', 3000],
  [12, 7, 'SOL', 'buy', 1500],
  [9, 20, 'ETH', 'buy', 2000],
]
const FOLLOWS = ['BTC', 'ETH'] as const
const LONG_VALUE = 6000
const SHORT_VALUE = 900
const LOST_ON = 'XRP'
const LOST_VALUE = 4000
/** In thousandths of the mark: take profit and stop loss of the long, its limit order, the trigger of another. */
const AROUND = { takeProfit: 1050, stopLoss: 955, limit: 982, trigger: 1030 } as const
const TRIGGER_LIVES_MS = 7 * DAY

interface Planned {
  readonly step: number
  readonly commands: readonly DemoCommand[]
}

interface Traded {
  readonly base: string
  readonly side: Side
  readonly value: number
  readonly step: number
  /** Until it is closed; absent = it stays. */
  readonly until?: number
}

const stanceOf = (base: string): Stance => STANCES[base] ?? { marginMode: 'cross', leverage: 20 }

/** What he does at which step of the lapse. */
export function customerPlan(world: ContractWorld, firstStep: number): ReadonlyMap<number, readonly DemoCommand[]> {
  const { market, moments } = world
  const endAt = moments.at(-1) ?? 0
  const stepAt = (at: number): number =>
    Math.max(
      firstStep,
      moments.findIndex((moment) => moment >= at),
    )
  const long = bestLong(world, stepAt(endAt - 6 * DAY), stepAt(endAt - 8 * HOUR))
  const lost = worstDay(world, stepAt(endAt - 14 * DAY), stepAt(endAt - 1.5 * DAY))
  const trades: readonly Traded[] = [
    ...TRIPS.map(([days, hours, base, side, value]) => {
      const at = endAt - days * DAY
      return { base, side, value, step: stepAt(at), until: stepAt(at + hours * HOUR) }
    }),
    { base: LOST_ON, value: LOST_VALUE, ...lost },
    { base: long.base, side: 'buy', value: LONG_VALUE, step: long.step },
    { base: FOLLOWS.find((base) => base !== long.base) ?? '', side: 'sell', value: SHORT_VALUE, step: stepAt(endAt - 20 * HOUR) },
  ]
  const planned = [
    { step: stepAt(endAt - 26 * DAY), commands: opening(market, world.customer) },
    ...trades.flatMap((trade) => commandsOf(world, trade)),
    { step: stepAt(endAt - 8 * DAY), commands: [back(market, world.customer)] },
  ]
  return byStep(planned)
}

function byStep(planned: readonly Planned[]): ReadonlyMap<number, readonly DemoCommand[]> {
  const found = new Map<number, DemoCommand[]>()
  for (const { step, commands } of planned) found.set(step, [...(found.get(step) ?? []), ...commands])
  return found
}

const contractOn = ({ contracts }: ContractMarket, base: string): DemoContract | undefined =>
  contracts.find(({ listed }) => listed.base === base)

function opening(market: ContractMarket, userId: UserId): DemoCommand[] {
  const { marginAssetId: assetId, contracts } = market
  const gift = { userId, assetId, amount: units(GIFT, LEDGER_SCALE), cause: 'airdrop', reference: 'demo' } as const
  return [
    { kind: 'creditUser', ...gift },
    { kind: 'openContractAccount', userId },
    toContracts(userId, assetId, units(BROUGHT, LEDGER_SCALE)),
    ...contracts.flatMap(({ instrumentId, listed }): DemoCommand[] => {
      const { marginMode, leverage } = stanceOf(listed.base)
      return [
        ...(marginMode === 'isolated' ? [{ kind: 'setMarginMode', userId, instrumentId, mode: marginMode } as const] : []),
        { kind: 'setLeverage', userId, instrumentId, leverage },
      ]
    }),
  ]
}

const back = ({ marginAssetId }: ContractMarket, userId: UserId): DemoCommand => backOf(userId, marginAssetId)

const backOf = (userId: UserId, assetId: AssetId): DemoCommand => ({
  kind: 'transferBetweenAccounts',
  userId,
  from: 'contract',
  to: 'spot',
  assetId,
  amount: units(TAKEN_BACK, LEDGER_SCALE),
})

/** Opened at market, and closed the same way where it does not stay. */
function commandsOf({ market, customer, priceOf }: ContractWorld, { base, side, value, step, until }: Traded): Planned[] {
  const contract = contractOn(market, base)
  const price = priceOf(base, step)
  if (contract === undefined || price === undefined) return []
  const { instrumentId, listed } = contract
  const quantity = contractsFor(listed, value, ticksOf(listed, price))
  const stance = stanceOf(base)
  const by = { source: 'web', ...stance } as const
  const open = contractOrder(customer, instrumentId, { side, type: 'market', timeInForce: 'ioc', quantity, ...by })
  const close = { ...leaveContract(customer, instrumentId, otherSide(side), quantity, stance), source: 'web' } as const
  return [{ step, commands: [open] }, ...(until === undefined ? [] : [{ step: until, commands: [close] }])]
}

/** Of the contracts that he follows: which, and since when, gained most until the end. */
function bestLong({ priceOf, moments }: ContractWorld, from: number, to: number): { readonly base: string; readonly step: number } {
  let best = { base: FOLLOWS[0] as string, step: from, gain: 0 }
  for (const base of FOLLOWS) {
    const end = priceOf(base, moments.length - 1) ?? 0
    for (let step = from; step <= to; step += 1) {
      const price = priceOf(base, step) ?? 0
      const gain = price === 0 ? 0 : end / price
      if (gain > best.gain) best = { base, step, gain }
    }
  }
  return best
}

/** The step behind which the price goes furthest within a day, and the side that it goes against. */
function worstDay({ priceOf, moments }: ContractWorld, from: number, to: number): { readonly side: Side; readonly step: number } {
  let worst: { side: Side; step: number; move: number } = { side: 'buy', step: from, move: 0 }
  for (let step = from; step <= to; step += 4) {
    const price = priceOf(LOST_ON, step)
    const at = moments[step]
    if (price === undefined || at === undefined) continue
    for (let later = step + 1; (moments[later] ?? Number.POSITIVE_INFINITY) - at <= DAY; later += 1) {
      const move = (priceOf(LOST_ON, later) ?? price) / price - 1
      if (Math.abs(move) > Math.abs(worst.move)) worst = { side: move < 0 ? 'buy' : 'sell', step, move }
    }
  }
  return worst
}

const part = (mark: number, thousandths: number): number => Math.max(1, Math.round((mark * thousandths) / 1000))

function guarded(userId: UserId, { positionId }: PositionView, mark: number): DemoCommand {
  return {
    kind: 'placePositionTpsl',
    userId,
    source: 'web',
    positionId: asPositionId(positionId),
    takeProfitBy: 'mark',
    stopLossBy: 'mark',
    takeProfit: part(mark, AROUND.takeProfit),
    takeProfitLimit: 0,
    takeProfitQuantity: 0,
    stopLoss: part(mark, AROUND.stopLoss),
    stopLossLimit: 0,
    stopLossQuantity: 0,
  }
}

/** What waits when the page is first seen: take profit and stop loss of the long, an order to buy more, and one that waits for a price. */
export function waitingContractCommands(state: State, market: ContractMarket, userId: UserId, now: number): DemoCommand[] {
  const long = positionsOf(state, userId).find(({ isShort }) => !isShort)
  const commands: DemoCommand[] = []
  const followed = market.contracts.find(({ instrumentId }) => instrumentId === long?.instrumentId)
  const mark = followed === undefined ? 0 : (contractOf(state, followed.instrumentId)?.mark ?? 0)
  if (long !== undefined && followed !== undefined && mark > 0) {
    const quantity = contractsFor(followed.listed, LONG_VALUE / 4, mark)
    const by = { source: 'web', ...stanceOf(followed.listed.base) } as const
    commands.push(guarded(userId, long, mark))
    commands.push(contractOrder(userId, followed.instrumentId, { side: 'buy', price: part(mark, AROUND.limit), quantity, ...by }))
  }
  const other = contractOn(market, 'SOL')
  const price = other === undefined ? 0 : (contractOf(state, other.instrumentId)?.mark ?? 0)
  if (other === undefined || price === 0 || contractSettingsOf(state, userId, other.instrumentId)?.openedAt === 0) return commands
  const waiting = { triggerPrice: part(price, AROUND.trigger), direction: 'up', expireAt: now + TRIGGER_LIVES_MS } as const
  const quantity = contractsFor(other.listed, 800, price)
  const by = { source: 'web', ...stanceOf('SOL') } as const
  commands.push(contractOrder(userId, other.instrumentId, { side: 'buy', type: 'market', timeInForce: 'ioc', quantity, ...waiting, ...by }))
  return commands
}
