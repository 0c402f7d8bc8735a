/** Take profit and stop loss of a position. */
import type { TriggerPrice } from '@agio/engine/event.ts'
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import { checkOrders } from '../filters.ts'
import { addLive, close } from '../lifecycle.ts'
import { instrumentAt, nextOrderId, type RefInstrument, type RefOrder, type World } from '../model.ts'
import { firstFailure, type Placed } from '../place.ts'
import { contractOrders, crossEquity, crossMaintenance } from './account.ts'
import * as checks from './checks.ts'
import { closingSide } from './closers.ts'
import { makeProtection, pair } from './fire.ts'
import type { RefPosition } from './perp-model.ts'
import { triggerPriceOf } from './triggers.ts'
import { contractAt, maintenanceNow, maintenanceOf, marginAssetOf, profitAt, profitNow, valueAt } from './value.ts'

type Tpsl = CommandByKind['placePositionTpsl']
type Side = 'buy' | 'sell'

const refused = (reason: Reason): Placed => ({ reason, orders: [] })

export function placePositionTpsl(world: World, asked: Tpsl): Placed {
  const standing = checks.checkOrderer(world, asked.userId)
  if (standing !== 'none') return refused(standing)
  const position = checks.ownPosition(world, asked.userId, asked.positionId)
  if (position === undefined) return refused('positionNotFound')
  const command = withEdges(world, asked, position)
  const instrument = instrumentAt(world, position.instrumentId)
  const side = closingSide(position)
  const reason = firstFailure([
    () => checks.checkState(instrument, side, true),
    () => (checks.isBroken(world, command.userId, position.instrumentId) ? 'inLiquidation' : 'none'),
    () => checkLeg(world, instrument, position, profitOf(command)),
    () => checkLeg(world, instrument, position, lossOf(command)),
    () => (command.takeProfit === 0 && command.stopLoss === 0 ? 'badParameter' : 'none'),
    () => checks.checkCounts(world, command.userId, instrument, Number(command.takeProfit !== 0) + Number(command.stopLoss !== 0), 0),
    () => checkOrders(world, command.userId),
  ])
  if (reason !== 'none') return refused(reason)
  const orders = place(world, command, position, side)
  return { reason: 'none', orders }
}

/** Limits lie no further than they may where they would trade at once. */
function withEdges(world: World, command: Tpsl, position: RefPosition): Tpsl {
  const edge = (limit: number, trigger: number): number =>
    checks.closingLimit(world, position.instrumentId, closingSide(position), limit, trigger)
  return {
    ...command,
    takeProfitLimit: edge(command.takeProfitLimit, command.takeProfit),
    stopLossLimit: edge(command.stopLossLimit, command.stopLoss),
  }
}

interface Leg {
  readonly isProfit: boolean
  readonly trigger: number
  readonly limit: number
  readonly quantity: number
  readonly by: TriggerPrice
}

const profitOf = (command: Tpsl): Leg => ({
  isProfit: true,
  trigger: command.takeProfit,
  limit: command.takeProfitLimit,
  quantity: command.takeProfitQuantity,
  by: command.takeProfitBy,
})

const lossOf = (command: Tpsl): Leg => ({
  isProfit: false,
  trigger: command.stopLoss,
  limit: command.stopLossLimit,
  quantity: command.stopLossQuantity,
  by: command.stopLossBy,
})

function checkLeg(world: World, instrument: RefInstrument, position: RefPosition, leg: Leg): Reason {
  const { trigger, limit, quantity, by, isProfit } = leg
  if (![trigger, limit, quantity].every(checks.isCountOrNone)) return 'badNumber'
  if (trigger === 0) return limit !== 0 || quantity !== 0 ? 'badParameter' : 'none'
  const { limitPriceCap } = instrument.terms
  if (limitPriceCap > 0 && Math.max(trigger, limit) > limitPriceCap) return 'priceTooHigh'
  if (quantity > position.quantity) return 'quantityTooLarge'
  const now = triggerPriceOf(world, instrument, by)
  if (now === 0) return 'badTakeProfit'
  const side = closingSide(position)
  const type = checks.typeThat(isProfit === (side === 'sell'), side, limit !== 0)
  if (!isProfit && isLiquidatedAt(world, position, trigger)) return 'badTakeProfit'
  if (!checks.wouldFire(type, side, trigger, now)) return 'none'
  const gain = profitAt(world, position, trigger) + position.settled
  return (isProfit ? gain <= 0n : gain >= 0n) ? 'badTakeProfit' : 'wouldTriggerImmediately'
}

/** Would it be liquidated at this mark, the others and their marks as they are? */
export function isLiquidatedAt(world: World, position: RefPosition, mark: number): boolean {
  const { userId, instrumentId } = position
  const need = maintenanceOf(contractAt(world, instrumentId), valueAt(world, instrumentId, mark, position.quantity))
  const profit = profitAt(world, position, mark)
  if (position.isIsolated) return need >= position.margin + profit
  const assetId = marginAssetOf(world, instrumentId)
  const otherNeed = crossMaintenance(world, userId, assetId) - maintenanceNow(world, position)
  return need + otherNeed >= crossEquity(world, userId, assetId) - profitNow(world, position) + profit
}

function place(world: World, command: Tpsl, position: RefPosition, side: Side): RefOrder[] {
  const { userId, instrumentId } = position
  const kinds = {
    profit: command.takeProfit !== 0 && command.takeProfitQuantity === 0,
    loss: command.stopLoss !== 0 && command.stopLossQuantity === 0,
  }
  for (const order of wholeOf(world, position, side)) if (isLoss(order) ? kinds.loss : kinds.profit) replace(world, order)
  const first = nextOrderId(world)
  const isBoth = command.takeProfit !== 0 && command.stopLoss !== 0
  const made = makeProtection(
    world,
    { userId, instrumentId, source: command.source },
    {
      side,
      ids: [first, isBoth ? first + 1 : first],
      quantities: [command.takeProfitQuantity, command.stopLossQuantity],
      takeProfit: checks.attachedOf(command.takeProfit, command.takeProfitBy, command.takeProfitLimit),
      stopLoss: checks.attachedOf(command.stopLoss, command.stopLossBy, command.stopLossLimit),
    },
  )
  const [one] = made
  // a new one of a kind belongs together with the one of the other kind that stays, unless it is for a part: then a rest stays to be protected
  const other =
    isBoth || one?.contract?.isWhole !== true ? undefined : wholeOf(world, position, side).find((order) => isLoss(order) !== isLoss(one))
  if (one !== undefined && other !== undefined && other.partnerId === 0) pair(one, other)
  for (const order of made) addLive(world, order)
  return made
}

export const isLoss = ({ type }: RefOrder): boolean => type === 'stopMarket' || type === 'stopLimit'

/** Waiting ones that close the whole position, the newest first. */
const wholeOf = (world: World, { userId, instrumentId }: RefPosition, side: Side): RefOrder[] =>
  contractOrders(world, userId, instrumentId)
    .filter((order) => order.contract?.isWhole === true && order.side === side && order.status === 'pendingTrigger')
    .reverse()

function replace(world: World, order: RefOrder): void {
  const partner = world.live.get(order.partnerId)
  if (partner !== undefined) partner.partnerId = 0
  order.partnerId = 0
  close(world, order, 'canceled', 'replaced')
}
