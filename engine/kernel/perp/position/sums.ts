/** Sums over all positions that share a coin, for readers. */
import { crossInitial, crossMaintenance, crossProfit, weigh } from './cross'
import { Cross } from '../../../generated/rows'

export function crossProfitOf(cross: Cross): i64 {
  weigh(cross)
  return crossProfit
}

export function crossMaintenanceOf(cross: Cross): i64 {
  weigh(cross)
  return crossMaintenance
}

export function crossInitialOf(cross: Cross): i64 {
  weigh(cross)
  return crossInitial
}
