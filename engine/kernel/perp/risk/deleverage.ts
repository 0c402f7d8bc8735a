/**
 * When what the house took over finds nobody in the book, or costs more than the fund has, those who won most by the most leverage give up
 * theirs: at the price of bankruptcy, without a fee. The queue is made when it is needed: the first of it, by profit share × leverage in
 * effect (of losses: ÷), then the larger, then the older.
 */
import { divideFloor, mulDivFloor, multiply, quotient } from '../../money/wide'
import { contractValue, instrumentOf } from '../contract'
import { closeAt, endOrdersFor } from './liquidate'
import { closeHouse, endHouse, resultOf } from './house'
import { equityBehind, fundOf } from '../position/bankruptcy'
import { gainOf, nextPositionId, profitOf, valueAtMark } from '../position/position'
import { raisable } from '../position/cross'
import { reachFunding } from '../mark/funding'
import { writeReceipt } from './receipt'
import { shareLoss } from './share'
import { touch } from '../touch'
import { Contract, Instrument, none, Position, positionsTable } from '../../../generated/rows'
import { CLOSE_DELEVERAGED, INSURANCE_DELEVERAGED, LIQUIDATED_BY_RANK, POSITION_DELEVERAGED } from '../../constants/code'
import { POSITION_BYTES } from '../../constants/layout'

const ONE: u64 = 100_000_000

/** Score in the queue, 1e-8, truncated towards zero: profit ÷ entry × value ÷ what stands behind it; of a loss ÷ instead. Ends at 2^63 - 1 either way. */
export function scoreOf(position: Position): i64 {
  const profit = profitOf(position)
  const entry = max(1, position.entry)
  const behind = max(1, equityBehind(position))
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

/** Closes what is left of a position of the house against the first of the queue. False when it is gone. */
export function deleverage(house: Position): bool {
  const instrument = instrumentOf(house.contract)
  const contract = house.contract
  let price = priceOfBankruptcy(instrument, house)
  let counter = firstInQueue(contract, house.isShort == 0, price)
  if (!counter.exists) {
    // nobody can bear that price: everybody can bear the mark, and what it costs is shared
    price = contract.mark
    counter = firstInQueue(contract, house.isShort == 0, price)
  }
  if (!counter.exists) return false
  const lots = min(house.quantity, counter.quantity)
  const result = resultOf(instrument, house, price, lots)
  const missing = -(fundOf(contract) + result)
  if (missing > 0) house.shared -= shareLoss(contract.marginAsset, missing)
  give(counter, price, lots)
  closeHouse(instrument, house, price, lots, INSURANCE_DELEVERAGED)
  if (house.quantity != 0) return true
  endHouse(house)
  return false
}

/** Price at which nothing of what is behind it is left, in ticks: up for longs, down for shorts; at least 1. */
function priceOfBankruptcy(instrument: Instrument, house: Position): f64 {
  const isLong = house.isShort == 0
  const behind = house.margin - house.settled
  const value = isLong ? house.entry - behind : house.entry + behind
  if (value <= 0) return 1
  const unit = <u64>instrument.unitNotional
  multiply(<u64>value, 1)
  const first = divideFloor(<u64>house.quantity)
  const second = divideFloor(unit)
  const floor = <f64>quotient()
  return max<f64>(1, isLong && (first | second) != 0 ? floor + 1 : floor)
}

/** The first of a side who can bear a price. */
function firstInQueue(contract: Contract, isShort: bool, price: f64): Position {
  let best = none<Position>()
  let bestScore: i64 = 0
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    if (position.id == 0 || position.contract != contract || (position.isShort != 0) != isShort) continue
    if (!position.seat.exists || position.isBroken != 0) continue
    reachFunding(position)
    const score = scoreOf(position)
    if (best.exists && !isBefore(position, score, best, bestScore)) continue
    if (!bears(position, price)) continue
    best = position
    bestScore = score
  }
  return best
}

function isBefore(position: Position, score: i64, best: Position, bestScore: i64): bool {
  if (score != bestScore) return score > bestScore
  if (position.quantity != best.quantity) return position.quantity > best.quantity
  return position.id < best.id
}

/** Would closing all of it at a price cost no more than is behind it? */
function bears(position: Position, price: f64): bool {
  const value = contractValue(position.contract, price, position.quantity)
  const gain = gainOf(position.isShort != 0, value, position.entry) - position.settled
  if (gain >= 0) return true
  if (position.isIsolated != 0) return -gain <= position.margin
  const cross = position.seat.cross
  return -gain <= cross.account.available + raisable(cross, position)
}

/** Closes lots of a customer’s position for the house: his orders on the contract end, and he gets a receipt. */
function give(position: Position, price: f64, lots: f64): void {
  const seat = position.seat
  endOrdersFor(seat, CLOSE_DELEVERAGED)
  const record = writeReceipt(LIQUIDATED_BY_RANK, nextPositionId(), position, seat.desk.userId, lots)
  record.bankruptcy = contractValue(position.contract, price, lots)
  touch(seat)
  closeAt(position, price, lots, POSITION_DELEVERAGED)
}
