/**
 * When what the house took over finds nobody in the book, or costs more than the fund may pay, those who won most by the most leverage give up
 * theirs, without a fee: at the mark while the fund may pay the difference, else at the price of bankruptcy as far as their profit goes. The queue is
 * made when it is needed: the first of it, by profit share × leverage in effect (of losses: ÷), then the larger, then the older.
 */
import { divideCeil, divideFloor, mulDivFloor, multiply, quotient } from '../../money/wide'
import { contractValue, instrumentOf, maintenanceOfValue } from '../contract'
import { closingOrder, tellClosing } from './closing-order'
import { closeAt, endOrdersFor } from './liquidate'
import { mayLose, noteLoss } from './bounds'
import { closeHouse, endHouse, resultOf } from './house'
import { fundOf } from '../position/bankruptcy'
import { gainOf, initialOf, maintenanceOf, nextPositionId, partOf, signedPartOf, valueAtMark } from '../position/position'
import { crossMaintenance, equityOf } from '../position/cross'
import { reachFunding } from '../mark/funding'
import { writeReceipt } from './receipt'
import { shareLoss } from './share'
import { touch } from '../touch'
import { Contract, Instrument, none, Position, positionsTable } from '../../../generated/rows'
import { BUY, CLOSE_DELEVERAGED, INSURANCE_DELEVERAGED, LIQUIDATED_BY_RANK, POSITION_DELEVERAGED, SELL } from '../../constants/code'
import { POSITION_BYTES } from '../../constants/layout'

const ONE: u64 = 100_000_000
/** `adl`. */
const SOURCE_ADL: i32 = 3

/** What a position has gained at the mark, with what it was paid of it. */
@inline function gainNow(position: Position): i64 {
  return gainOf(position.isShort != 0, valueAtMark(position), position.entry)
}

/**
 * Score in the queue, 1e-8, truncated towards zero: profit ÷ entry × leverage in effect, of a loss ÷ instead. The leverage is the value at the mark ÷
 * (initial margin and profit): cash beside it changes nothing. Ends at 2^63 - 1 either way.
 */
export function scoreOf(position: Position): i64 {
  const profit = gainNow(position)
  const entry = max(1, position.entry)
  const behind = max(1, initialOf(position) + profit)
  const value = max(1, valueAtMark(position))
  if (profit > 0) {
    multiply(<u64>mulDivFloor(<u64>profit, ONE, <u64>entry), <u64>value)
    divideFloor(<u64>behind)
    return quotient()
  }
  multiply(<u64>mulDivFloor(<u64>-profit, ONE, <u64>entry), <u64>behind)
  divideFloor(<u64>value)
  return -quotient()
}

/** Closes what is left of a position of the house against the first of the queue. False when it is gone, or nobody is left. */
export function deleverage(house: Position): bool {
  const contract = house.contract
  const instrument = instrumentOf(contract)
  const counter = firstInQueue(contract, house.isShort == 0)
  if (!counter.exists) return false
  const lots = min(house.quantity, counter.quantity)
  const atMark = -resultOf(instrument, house, contract.mark, lots)
  const isPaid = mayLose(contract, house.broken, atMark)
  endOrdersFor(counter.seat, CLOSE_DELEVERAGED)
  const price = isPaid ? contract.mark : priceFor(instrument, counter, house, lots)
  const hasWon = gainNow(counter) > 0
  give(counter, price, lots, house.id)
  if (isPaid) noteLoss(contract, house.broken, atMark)
  else payFor(house, hasWon, -resultOf(instrument, house, price, lots))
  closeHouse(instrument, house, price, lots, INSURANCE_DELEVERAGED)
  if (house.quantity != 0) return true
  endHouse(house)
  return false
}

/** The price of bankruptcy, never better than the mark for who is closed, never worse than his whole profit; the mark for whom it would ruin. */
function priceFor(instrument: Instrument, counter: Position, house: Position, lots: f64): f64 {
  const mark = counter.contract.mark
  const isShort = counter.isShort != 0
  const entry = entryPrice(instrument, counter)
  const price = isShort ? max(mark, min(house.bankrupt, entry)) : min(mark, max(house.bankrupt, entry))
  return price != mark && leavesTooLittle(counter, price, lots) ? mark : price
}

/** Price of its entry in ticks, rounded so that it gives up no more than its profit: down of a short, up of a long. */
function entryPrice(instrument: Instrument, position: Position): f64 {
  const unit = <u64>instrument.unitNotional
  multiply(<u64>position.entry, 1)
  if (position.isShort != 0) {
    divideFloor(<u64>position.quantity)
    divideFloor(unit)
  } else {
    divideCeil(<u64>position.quantity)
    divideCeil(unit)
  }
  return <f64>quotient()
}

/** Would less than a quarter more than what has to stand behind what he keeps be left to who is closed at a price? */
function leavesTooLittle(position: Position, price: f64, lots: f64): bool {
  const contract = position.contract
  const isShort = position.isShort != 0
  const rest = contractValue(contract, contract.mark, position.quantity - lots)
  const entry = partOf(position.entry, lots, position.quantity)
  const gain = gainOf(isShort, contractValue(contract, price, lots), entry)
  const need = maintenanceOfValue(contract, rest)
  const kept = gainOf(isShort, rest, position.entry - entry)
  if (position.isIsolated == 0) {
    const equity = equityOf(position.seat.cross)
    return isTooLittle(equity + gain + kept - gainNow(position), crossMaintenance - maintenanceOf(position) + need)
  }
  const margin = partOf(position.margin, lots, position.quantity)
  const settled = signedPartOf(position.settled, lots, position.quantity)
  const proceeds = margin + gain - settled
  const left = position.margin - margin + min(0, proceeds)
  return left < 0 || isTooLittle(need == 0 ? proceeds : left + kept - (position.settled - settled), need)
}

@inline function isTooLittle(equity: i64, need: i64): bool {
  return need == 0 ? equity < 0 : equity < (need * 5 + 3) / 4
}

/** Who pays what closing at a price costs: for one without a profit the fund, as far as it has anything, then the profits of his side, then the house. */
function payFor(house: Position, hasWon: bool, loss: i64): void {
  if (loss <= 0) return
  const contract = house.contract
  let left = loss
  if (!hasWon) {
    const paid = min(left, max(0, fundOf(contract)))
    noteLoss(contract, house.broken, paid)
    left -= paid
  }
  if (left > 0) house.shared -= shareLoss(contract, house.isShort == 0, left)
}

/** The first of a side: those with a profit by their scores, then the others. */
function firstInQueue(contract: Contract, isShort: bool): Position {
  let best = none<Position>()
  let bestScore: i64 = 0
  let bestWon = false
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    if (position.id == 0 || position.contract != contract || (position.isShort != 0) != isShort) continue
    if (!position.seat.exists || position.quantity == 0 || isBeingLiquidated(position)) continue
    reachFunding(position)
    const score = scoreOf(position)
    const hasWon = gainNow(position) > 0
    if (best.exists && (hasWon == bestWon ? !isBefore(position, score, best, bestScore) : !hasWon)) continue
    best = position
    bestScore = score
    bestWon = hasWon
  }
  return best
}

@inline function isBeingLiquidated(position: Position): bool {
  return position.isBroken != 0 || (position.isIsolated == 0 && position.seat.cross.isBroken != 0)
}

function isBefore(position: Position, score: i64, best: Position, bestScore: i64): bool {
  if (score != bestScore) return score > bestScore
  if (position.quantity != best.quantity) return position.quantity > best.quantity
  return position.id < best.id
}

/** Closes lots of a customer’s position for the house: he gets a receipt, an order and its fill. */
function give(position: Position, price: f64, lots: f64, forId: f64): void {
  const seat = position.seat
  const contract = position.contract
  const positionId = position.id
  const receiptId = nextPositionId()
  const record = writeReceipt(LIQUIDATED_BY_RANK, receiptId, position, seat.desk.userId, lots)
  record.forId = forId
  record.bankruptcy = contractValue(contract, price, lots)
  const side = position.isShort != 0 ? BUY : SELL
  const order = closingOrder(seat, contract, side, lots, receiptId, SOURCE_ADL)
  touch(seat)
  closeAt(position, price, lots, POSITION_DELEVERAGED)
  tellClosing(order, contract, positionId, price, lots)
}
