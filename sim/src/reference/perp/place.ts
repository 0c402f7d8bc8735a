/** Placing a contract order: checks in order, then its reserve, then it enters. */
import type { Reason } from '@agio/engine/reason.ts'
import { opposite, sideOf, wouldCross } from '../book.ts'
import { checkOrders } from '../filters.ts'
import { addLive } from '../lifecycle.ts'
import { instrumentAt, nextOrderId, notionalOf, type PlainType, type RefInstrument, type RefOrder, type World } from '../model.ts'
import { firstFailure, type Placed } from '../place.ts'
import { openSeat, seatOf, spareOf } from './account.ts'
import * as checks from './checks.ts'
import { closableOf, opposedBy, positionFor } from './closers.ts'
import { checkCondition, checkForm } from './conditions.ts'
import { tryWhole } from './dry-run.ts'
import { enterContract, makeProtection, reserve } from './fire.ts'
import { type Asked, isBeyondCount, isTooMuch, needOfAsked, openingLots, worstPrice } from './need.ts'
import { plainOrder } from './plain-order.ts'
import { triggerPriceOf } from './triggers.ts'
import { contractAt, isUncountable } from './value.ts'

type PlaceContract = checks.PlaceContract

const refused = (reason: Reason): Placed => ({ reason, orders: [] })

/** The order as it is meant: what closes whole or reverses takes its side and its quantity from the position. */
interface Meant {
  readonly command: PlaceContract
  readonly isClose: boolean
  readonly isReverse: boolean
}

export function placeContractOrder(world: World, command: PlaceContract, key: string): Placed {
  const standing = checks.checkOrderer(world, command.userId)
  if (standing !== 'none') return refused(standing)
  if (!world.perp.contracts.has(command.instrumentId)) return refused('instrumentNotFound')
  const meant = meaningOf(world, command)
  if (typeof meant === 'string') return refused(meant)
  const reason = checkMeant(world, meant)
  if (reason !== 'none') return refused(reason)
  openSeat(world, command.userId, command.instrumentId)
  const need = meant.isReverse || checks.isConditional(meant.command) ? 0n : needOfAsked(world, askedOf(world, meant))
  const order = makeOrder(world, meant, key)
  addLive(world, order)
  attach(world, order)
  if (need > 0n) reserve(world, order, need)
  enterContract(world, order)
  return { reason: 'none', orders: [order] }
}

function meaningOf(world: World, asked: PlaceContract): Meant | Reason {
  const command = withEdges(world, asked)
  const { userId, action, source } = command
  // what deleveraging makes nobody places
  if (!['open', 'close', 'closeWhole', 'reverse'].includes(action) || source === 'adl') return 'badParameter'
  const isReverse = action === 'reverse'
  const isClose = action === 'close' || action === 'closeWhole'
  if (action === 'open' || action === 'close') return { command, isClose, isReverse }
  const position = checks.ownPosition(world, userId, command.positionId)
  if (position === undefined || position.instrumentId !== command.instrumentId) return 'positionNotFound'
  if (isReverse && world.perp.traders.get(userId)?.isHedged === true) return 'positionModeLocked'
  const quantity = isReverse ? position.quantity * 2 : position.quantity
  const side = position.isShort ? ('buy' as const) : ('sell' as const)
  return { command: { ...command, side, type: 'market', timeInForce: 'ioc', price: 0, quantity }, isClose, isReverse }
}

/** Limits of what closes, attached ones too, lie no further than they may where they would trade at once. */
function withEdges(world: World, command: PlaceContract): PlaceContract {
  const { instrumentId, side, price, triggerPrice, takeProfit, takeProfitLimit, stopLoss, stopLossLimit } = command
  const around = triggerPrice || contractAt(world, instrumentId).mark
  return {
    ...command,
    price: command.action === 'close' ? checks.closingLimit(world, instrumentId, side, price, around) : price,
    takeProfitLimit: checks.closingLimit(world, instrumentId, opposite(side), takeProfitLimit, takeProfit),
    stopLossLimit: checks.closingLimit(world, instrumentId, opposite(side), stopLossLimit, stopLoss),
  }
}

const aboutOf = (world: World, { command, isClose }: Meant): ReturnType<typeof positionFor> => positionFor(world, { ...command, isClose })

/** What closes is trimmed to what there is to close; at market it comes before what waits to close. */
function quantityOf(world: World, meant: Meant): number {
  const { command, isClose } = meant
  if (!isClose || checks.isConditional(command)) return command.quantity
  const position = aboutOf(world, meant)
  const opposed = opposedBy(position, command.side)
  if (position === undefined || opposed === 0) return 0
  return Math.min(command.quantity, command.type === 'market' ? opposed : closableOf(world, position))
}

const askedOf = (world: World, meant: Meant): Asked => ({
  userId: meant.command.userId,
  instrumentId: meant.command.instrumentId,
  side: meant.command.side,
  isClose: meant.isClose,
  price: meant.command.price || worstPrice(world, meant.command.instrumentId, meant.command.side),
  quantity: quantityOf(world, meant),
})

function checkMeant(world: World, meant: Meant): Reason {
  const { command, isClose } = meant
  const { userId, instrumentId } = command
  const instrument = instrumentAt(world, instrumentId)
  const waits = checks.isConditional(command)
  const rests = command.type === 'limit' && (command.timeInForce === 'gtc' || command.timeInForce === 'postOnly')
  return firstFailure([
    () => checkForm(command, world.time),
    () => checks.checkState(instrument, command.side, isClose),
    () => (checks.isBroken(world, userId, instrumentId) ? 'inLiquidation' : 'none'),
    () => checkSettings(world, command),
    () => checkTerms(world, instrument, meant),
    () => (isClose ? checkClosing(world, meant) : checkOpening(world, meant)),
    () => checks.checkCounts(world, userId, instrument, waits ? 1 : 0, rests && !waits ? 1 : 0),
    () => (waits || isClose ? 'none' : checkMargin(world, meant)),
    () => (waits ? 'none' : checkMarket(world, instrument, command)),
    () => (meant.isReverse && !waits ? checkReverse(world, instrument, meant) : 'none'),
    () => checkOrders(world, userId),
  ])
}

function checkSettings(world: World, command: PlaceContract): Reason {
  if (command.action === 'closeWhole' || command.action === 'reverse') return 'none'
  const seat = seatOf(world, command.userId, command.instrumentId)
  if (command.marginMode !== (seat.isIsolated ? 'isolated' : 'cross')) return 'marginModeMismatch'
  return command.leverage === seat.leverage ? 'none' : 'leverageMismatch'
}

function checkTerms(world: World, instrument: RefInstrument, meant: Meant): Reason {
  const { command, isClose } = meant
  const { limitPriceCap, quantityMin, quantityMax } = instrument.terms
  const { price, quantity, action, instrumentId } = command
  const trigger = checks.isTrailing(command) ? 0 : command.triggerPrice
  if (limitPriceCap > 0 && Math.max(price, trigger) > limitPriceCap) return 'priceTooHigh'
  const { mark } = contractAt(world, instrumentId)
  if (mark === 0) return 'indexFrozen'
  const around = trigger || mark
  const isFar = price > 0 && !checks.isInRange(world, instrumentId, price, command.triggerPrice || mark)
  if (!isClose && isFar) return 'priceBand'
  if (!isClose && quantityMin > 0 && quantity < quantityMin) return 'quantityTooSmall'
  if (quantityMax > 0 && quantity > quantityMax && action === 'open') return 'quantityTooLarge'
  const lots = isClose ? Math.min(quantity, opposedBy(aboutOf(world, meant), command.side)) : quantity
  if (isUncountable(instrument, price || around, lots)) return 'valueTooLarge'
  const value = isClose ? 'none' : checkValue(instrument, price || around, meant)
  if (value !== 'none') return value
  return checks.isConditional(command) ? checkCondition(world, instrument, command) : 'none'
}

function checkValue(instrument: RefInstrument, price: number, { command }: Meant): Reason {
  const { notionalMin, notionalMax, marketNotionalCap } = instrument.terms
  const value = notionalOf(instrument, price, command.quantity)
  if (notionalMin > 0n && value < notionalMin) return 'valueTooSmall'
  if (notionalMax > 0n && value > notionalMax) return 'valueTooLarge'
  return marketNotionalCap > 0n && command.price === 0 && value > marketNotionalCap ? 'valueTooLarge' : 'none'
}

function checkClosing(world: World, meant: Meant): Reason {
  if (meant.command.takeProfit !== 0 || meant.command.stopLoss !== 0) return 'badParameter'
  if (opposedBy(aboutOf(world, meant), meant.command.side) === 0) return 'nothingToClose'
  return checks.isConditional(meant.command) || quantityOf(world, meant) > 0 ? 'none' : 'nothingToClose'
}

function checkOpening(world: World, meant: Meant): Reason {
  const { command } = meant
  const { instrumentId } = command
  if (contractAt(world, instrumentId).isShut) return 'indexFrozen'
  if (!checks.isConditional(command)) {
    const asked = askedOf(world, meant)
    const lots = openingLots(world, asked)
    if (lots > 0 && isBeyondCount(world, asked, lots)) return 'valueTooLarge'
    if (lots > 0 && isTooMuch(world, asked, lots)) return 'leverageTier'
  }
  return checkAttached(world, command)
}

function checkMargin(world: World, meant: Meant): Reason {
  const { command, isReverse } = meant
  const { instrumentId } = command
  const asked = askedOf(world, meant)
  const lots = openingLots(world, asked)
  if (!isReverse && needOfAsked(world, asked) > spareOf(world, command.userId, instrumentId)) return 'insufficientBalance'
  // at market: as if it were filled at the mark
  const judged = command.price === 0 ? { ...asked, price: contractAt(world, instrumentId).mark } : asked
  return command.checksLiquidation !== 0 && lots > 0 && checks.wouldLiquidate(world, judged, lots) ? 'wouldLiquidate' : 'none'
}

function checkAttached(world: World, command: PlaceContract): Reason {
  const { takeProfit, takeProfitLimit, stopLoss, stopLossLimit, side } = command
  if (![takeProfit, takeProfitLimit, stopLoss, stopLossLimit].every(checks.isCountOrNone)) return 'badNumber'
  if ((takeProfit === 0 && takeProfitLimit > 0) || (stopLoss === 0 && stopLossLimit > 0)) return 'badParameter'
  const instrument = instrumentAt(world, command.instrumentId)
  const { limitPriceCap } = instrument.terms
  if (limitPriceCap > 0 && Math.max(takeProfit, takeProfitLimit, stopLoss, stopLossLimit) > limitPriceCap) return 'priceTooHigh'
  const own = command.price || (checks.isTrailing(command) ? 0 : command.triggerPrice)
  const priceBy = (by: PlaceContract['triggerBy']): number => own || triggerPriceOf(world, instrument, by)
  const isBuy = side === 'buy'
  if (!checks.isOnSide(takeProfit, priceBy(command.takeProfitBy), isBuy)) return 'badTakeProfit'
  return checks.isOnSide(stopLoss, priceBy(command.stopLossBy), !isBuy) ? 'none' : 'badTakeProfit'
}

/** Somebody to trade with at market, and nobody where an order only rests. */
function checkMarket(world: World, instrument: RefInstrument, command: PlaceContract): Reason {
  const { side, price, timeInForce, type } = command
  if (type === 'limit') return timeInForce === 'postOnly' && wouldCross(world, instrument, side, price) ? 'postOnlyWouldCross' : 'none'
  const [best] = sideOf(instrument, opposite(side))
  const worst = worstPrice(world, instrument.instrumentId, side)
  if (best === undefined) return 'noLiquidity'
  return (side === 'buy' ? best.price <= worst : best.price >= worst) ? 'none' : 'noLiquidity'
}

/** What reverses is filled whole, or nothing is. */
function checkReverse(world: World, instrument: RefInstrument, meant: Meant): Reason {
  const tried = tryWhole(world, instrument, makeOrder(world, meant, ''))
  if (tried === 'whole') return 'none'
  return tried === 'money' ? 'insufficientBalance' : 'noLiquidity'
}

function typeOf(world: World, command: PlaceContract): PlainType {
  if (checks.isTrailing(command)) return 'trailingStop'
  if (command.triggerPrice === 0) return command.type as PlainType
  const now = triggerPriceOf(world, instrumentAt(world, command.instrumentId), command.triggerBy)
  const rises = command.direction === 'auto' ? command.triggerPrice > now : command.direction === 'up'
  return checks.typeThat(rises, command.side, command.type === 'limit')
}

function makeOrder(world: World, meant: Meant, key: string): RefOrder {
  const { command, isClose, isReverse } = meant
  const { caller = 0, userId, instrumentId, side } = command
  const type = typeOf(world, command)
  const isHedged = world.perp.traders.get(userId)?.isHedged === true
  const order = plainOrder(world, {
    orderId: nextOrderId(world),
    clientOrderId: key,
    caller: key === '' ? 0 : caller,
    userId,
    instrumentId,
    side,
    type,
    timeInForce: command.type === 'market' ? 'ioc' : command.timeInForce,
    // a protection works whatever its owner has resting
    selfTrade: isClose || isReverse ? 'expireMaker' : command.selfTrade,
    source: command.source,
    price: command.price,
    quantity: quantityOf(world, meant),
    expireAt: command.expireAt,
  })
  const waits = type !== 'limit' && type !== 'market'
  order.status = waits ? 'pendingTrigger' : 'new'
  order.triggerPrice = waits && type !== 'trailingStop' ? command.triggerPrice : 0
  order.contract = {
    isClose,
    isShortLeg: isHedged && (side === 'sell') !== isClose,
    isWhole: false,
    isProtection: false,
    by: waits ? command.triggerBy : 'last',
    callbackRate: command.callbackRate,
    callback: command.callback,
    takeProfit: checks.attachedOf(command.takeProfit, command.takeProfitBy, command.takeProfitLimit),
    stopLoss: checks.attachedOf(command.stopLoss, command.stopLossBy, command.stopLossLimit),
    receiptId: 0,
  }
  if (type === 'trailingStop') startTrailing(world, order, command)
  return order
}

/** Follows from now on, or from the price that it has to reach first. */
function startTrailing(world: World, order: RefOrder, command: PlaceContract): void {
  const price = triggerPriceOf(world, instrumentAt(world, command.instrumentId), command.triggerBy)
  order.activationPrice = command.triggerPrice
  order.following = command.triggerPrice === 0 || command.triggerPrice === price
  if (order.following) order.extreme = price
  order.activation = command.triggerPrice > price ? 'above' : 'below'
}

/** What is attached waits for the first fill: take profit, then stop loss, each of which ends the other. */
function attach(world: World, order: RefOrder): void {
  const { contract } = order
  if (contract === undefined || (contract.takeProfit === null && contract.stopLoss === null)) return
  const made = makeProtection(world, order, {
    side: opposite(order.side),
    ids: [order.orderId + 1, order.orderId + (contract.takeProfit === null ? 1 : 2)],
    quantities: [0, 0],
    takeProfit: contract.takeProfit,
    stopLoss: contract.stopLoss,
  })
  order.childIds = made.map(({ orderId }) => orderId)
  for (const child of made) {
    child.status = 'pendingNew'
    child.parentIds = [order.orderId]
    addLive(world, child)
  }
}
