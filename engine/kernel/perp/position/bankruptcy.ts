/** Where a position would be liquidated, and where nothing of what stands behind it is left. */
import { FUND_INSURANCE, openHouseAccount } from '../../ledger/account'
import { divideCeil, divideFloor, mulDivFloor, multiply, quotient } from '../../money/wide'
import { contractValue, instrumentOf, tierAt, tierOf } from '../contract'
import { crossMaintenance, equityOf } from './cross'
import { maintenanceOf, profitOf, valueAtMark } from './position'
import { Contract, Position } from '../../../generated/rows'

const RATE_ONE: u64 = 100_000_000

/** What stands behind a position at the mark: its margin and profit, or its part of what all shared ones have, by their needs. */
export function equityBehind(position: Position): i64 {
  if (position.isIsolated != 0) return position.margin + profitOf(position)
  const equity = equityOf(position.seat.cross)
  return partByNeed(equity, maintenanceOf(position), crossMaintenance)
}

/** equity × need ÷ all, rounded towards zero. */
export function partByNeed(equity: i64, need: i64, all: i64): i64 {
  if (all <= 0) return 0
  return equity < 0 ? -mulDivFloor(<u64>-equity, <u64>need, <u64>all) : mulDivFloor(<u64>equity, <u64>need, <u64>all)
}

/** Value of a position at which nothing is left of what stands behind it; a short’s may be any, a long’s is at least 0. */
export function bankruptValue(position: Position): i64 {
  return bankruptValueWith(position, equityBehind(position))
}

/** The same with so much behind it at the mark. */
export function bankruptValueWith(position: Position, equity: i64): i64 {
  const value = valueAtMark(position)
  return max(0, position.isShort != 0 ? value + equity : value - equity)
}

/** Its price in ticks, rounded so that nobody has more than is there: up for longs, down for shorts. 0 = none. */
export function bankruptcyPriceOf(position: Position): f64 {
  return priceOfValue(position.contract, position.quantity, bankruptValue(position), position.isShort == 0)
}

/** The same of so many lots with so much behind them at the mark. */
export function bankruptcyPriceFor(contract: Contract, lots: f64, isShort: bool, behind: i64): f64 {
  const value = contractValue(contract, contract.mark, lots)
  return priceOfValue(contract, lots, max(0, isShort ? value + behind : value - behind), !isShort)
}

function priceOfValue(contract: Contract, lots: f64, value: i64, isUp: bool): f64 {
  const unit = <u64>instrumentOf(contract).unitNotional
  multiply(<u64>value, 1)
  if (isUp) {
    divideCeil(<u64>lots)
    divideCeil(unit)
  } else {
    divideFloor(<u64>lots)
    divideFloor(unit)
  }
  return <f64>quotient()
}

/**
 * Mark at which what stands behind a position is what has to, by the bracket in which it lies there; the other shared positions as they are
 * now. Rounded to the tick at which it has happened: up for longs, down for shorts. 0 = none.
 */
export function liquidationPriceOf(position: Position): f64 {
  const seat = position.seat
  if (position.isIsolated == 0 && seat.long.exists && seat.short.exists) {
    const legs = maintenanceOf(seat.long) + maintenanceOf(seat.short)
    const equity = equityOf(seat.cross)
    return liquidationPriceOfBoth(position.contract, seat.long.quantity, seat.short.quantity, equity - (crossMaintenance - legs))
  }
  // what may be lost of it: all that stands behind, less what the others need
  const behind =
    position.isIsolated != 0
      ? position.margin + profitOf(position)
      : equityOf(position.seat.cross) - (crossMaintenance - maintenanceOf(position))
  return liquidationPriceFor(position.contract, position.quantity, position.isShort != 0, behind)
}

/** The same of so many lots with so much behind them alone at the mark. */
export function liquidationPriceFor(contract: Contract, lots: f64, isShort: bool, behind: i64): f64 {
  const value = contractValue(contract, contract.mark, lots)
  for (let tier: i32 = 0; tier < <i32>contract.tierCount; tier += 1) {
    const at = valueWhere(contract, tier, value, behind, isShort)
    if (at > 0 && tierOf(contract, at) == tier) return priceOfValue(contract, lots, at, !isShort)
  }
  return 0
}

/** V where V×rate − deduction = behind ± (V − value): (value − behind − deduction) ÷ (1 − rate) of longs, (value + behind + deduction) ÷ (1 + rate) of shorts. */
function valueWhere(contract: Contract, tier: i32, value: i64, behind: i64, isShort: bool): i64 {
  const row = tierAt(contract, tier)
  const rate = <u64>row.rate
  const upper = isShort ? value + behind + row.deduction : value - behind - row.deduction
  if (upper <= 0) return 0
  return mulDivFloor(<u64>upper, RATE_ONE, isShort ? RATE_ONE + rate : RATE_ONE - rate)
}

/**
 * The one mark at which a long and a short of one contract are liquidated together: what is behind both is what both need. `behind` is what there
 * is at the mark without what other contracts need. The sign of the divisor tells the side: below 0 the mark has to fall there, rounded up, else it has
 * to rise, rounded down. 0 = none.
 */
export function liquidationPriceOfBoth(contract: Contract, long: f64, short: f64, behind: i64): f64 {
  const mark = contract.mark
  const now = divisorOf(contract, long, short, tierFor(contract, long), tierFor(contract, short))
  const net = contractValue(contract, mark, long) - contractValue(contract, mark, short)
  let best: f64 = 0
  for (let first: i32 = 0; first < <i32>contract.tierCount; first += 1)
    for (let second: i32 = 0; second < <i32>contract.tierCount; second += 1) {
      const divisor = divisorOf(contract, long, short, first, second)
      if (divisor == 0 || (divisor < 0) != (now < 0)) continue
      const upper = behind - net + tierAt(contract, first).deduction + tierAt(contract, second).deduction
      const price = quotientInTicks(contract, upper, divisor)
      if (price == 0 || tierAtPrice(contract, price, long) != first || tierAtPrice(contract, price, short) != second) continue
      if (best == 0 || abs(price - mark) < abs(best - mark)) best = price
    }
  return best
}

@inline function tierFor(contract: Contract, lots: f64): i32 {
  return tierAtPrice(contract, contract.mark, lots)
}

@inline function tierAtPrice(contract: Contract, price: f64, lots: f64): i32 {
  return tierOf(contract, contractValue(contract, price, lots))
}

/** long × rate + short × rate − long + short, in lots × 1e-8. */
function divisorOf(contract: Contract, long: f64, short: f64, first: i32, second: i32): i64 {
  const net = i64(long) - i64(short)
  return i64(long) * tierAt(contract, first).rate + i64(short) * tierAt(contract, second).rate - net * <i64>RATE_ONE
}

/** upper ÷ divisor as a price in ticks: up where the divisor is below 0, else down; 0 = it is no price. */
function quotientInTicks(contract: Contract, upper: i64, divisor: i64): f64 {
  if ((upper < 0) != (divisor < 0) || upper == 0) return 0
  const unit = <u64>instrumentOf(contract).unitNotional
  multiply(<u64>abs(upper), RATE_ONE)
  if (divisor < 0) {
    divideCeil(<u64>-divisor)
    divideCeil(unit)
  } else {
    divideFloor(<u64>divisor)
    divideFloor(unit)
  }
  return <f64>quotient()
}

/** What the insurance fund of a contract’s coin has. */
export function fundOf(contract: Contract): i64 {
  return openHouseAccount(FUND_INSURANCE, contract.marginAsset).available
}
