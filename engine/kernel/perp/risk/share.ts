/** A loss that nobody bears: those who won on the other side of the contract share it, by what they won. */
import { post } from '../../ledger/posting'
import { mulDivCeil } from '../../money/wide'
import { settleProfit } from '../position/cross'
import { bearByHouse, changeFund } from './insurance'
import { profitOf, writePosition } from '../position/position'
import { touch } from '../touch'
import { Contract, Position, positionsTable } from '../../../generated/rows'
import { CAUSE_SHARE, INSURANCE_SHARED, POSITION_SHARED } from '../../constants/code'
import { POSITION_BYTES } from '../../constants/layout'

/**
 * Takes a loss from the profits that one side of a contract has open: each ⌈loss × profit ÷ all⌉, at most its profit, whoever comes first. What
 * rounding takes more is the fund’s, what is left is the house’s. Returns what was shared.
 */
export function shareLoss(contract: Contract, isShort: bool, loss: i64): i64 {
  const all = sumOfProfits(contract, isShort)
  let shared: i64 = 0
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    const profit = profitIn(position, contract, isShort)
    if (profit <= 0) continue
    const part = min(profit, mulDivCeil(<u64>loss, <u64>profit, <u64>all))
    take(position, part)
    shared += part
  }
  changeFund(contract.marginAsset, shared, INSURANCE_SHARED)
  bearByHouse(contract.marginAsset, max(0, loss - shared), INSURANCE_SHARED)
  return shared
}

function sumOfProfits(contract: Contract, isShort: bool): i64 {
  let sum: i64 = 0
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) sum += max(0, profitIn(changetype<Position>(at), contract, isShort))
  return sum
}

/** Profit that a customer has open on a side of a contract with a position; 0 of what is none, or the house’s. */
function profitIn(position: Position, contract: Contract, isShort: bool): i64 {
  if (position.id == 0 || !position.seat.exists || position.contract != contract || (position.isShort != 0) != isShort) return 0
  return position.quantity == 0 ? 0 : profitOf(position)
}

function take(position: Position, amount: i64): void {
  if (amount == 0) return
  settleProfit(position, amount)
  post(position.seat.cross.account, -amount, 0, CAUSE_SHARE, position.id)
  position.shared -= amount
  writePosition(position, POSITION_SHARED, -amount)
  touch(position.seat)
}
