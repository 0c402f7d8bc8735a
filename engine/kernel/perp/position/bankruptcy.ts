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

/** What the insurance fund of a contract’s coin has. */
export function fundOf(contract: Contract): i64 {
  return openHouseAccount(FUND_INSURANCE, contract.marginAsset).available
}
