/** A loss that nobody bears: those who won on the other side of the contract share it, by what they won. */
import { post } from '../../ledger/posting'
import { mulDivCeil } from '../../money/wide'
import { takeReserves } from '../orders/reserving'
import { settleProfit } from '../position/cross'
import { bearByHouse, changeFund } from './insurance'
import { profitOf, writePosition } from '../position/position'
import { touch } from '../touch'
import { Contract, Position, positionsTable } from '../../../generated/rows'
import { CAUSE_SHARE, INSURANCE_SHARED, POSITION_SHARED } from '../../constants/code'
import { POSITION_BYTES } from '../../constants/layout'

/**
 * Takes a loss from what one side of a contract has won at the mark, also where a part of it was paid out already: each ⌈loss × gain ÷ all⌉, at
 * most its gain, whoever comes first. What rounding takes more is the fund’s, what is left is the house’s. Returns what was shared.
 */
export function shareLoss(contract: Contract, isShort: bool, loss: i64): i64 {
  const all = sumOfGains(contract, isShort)
  let shared: i64 = 0
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    const gain = gainIn(position, contract, isShort)
    if (gain <= 0) continue
    shared += take(position, min(gain, mulDivCeil(<u64>loss, <u64>gain, <u64>all)))
  }
  changeFund(contract.marginAsset, shared, INSURANCE_SHARED)
  bearByHouse(contract.marginAsset, max(0, loss - shared), INSURANCE_SHARED)
  return shared
}

function sumOfGains(contract: Contract, isShort: bool): i64 {
  let sum: i64 = 0
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) sum += max(0, gainIn(changetype<Position>(at), contract, isShort))
  return sum
}

/** What a customer has won on a side of a contract with an open position; 0 of what is none, or the house’s. */
function gainIn(position: Position, contract: Contract, isShort: bool): i64 {
  if (position.id == 0 || !position.seat.exists || position.contract != contract || (position.isShort != 0) != isShort) return 0
  return position.quantity == 0 ? 0 : profitOf(position) + position.settled
}

/** Takes an amount: of the open profit first, then of what was paid out of it, as far as that is there. Returns what it took. */
function take(position: Position, amount: i64): i64 {
  if (amount == 0) return 0
  const cross = position.seat.cross
  const account = cross.account
  const open = min(amount, max(0, profitOf(position)))
  if (open != 0) settleProfit(position, open)
  const lack = amount - open - max(0, account.available - open)
  if (lack > 0) takeReserves(cross, lack)
  const taken = open + min(amount - open, max(0, account.available - open))
  post(account, -taken, 0, CAUSE_SHARE, position.id)
  position.shared -= taken
  writePosition(position, POSITION_SHARED, -taken)
  touch(position.seat)
  return taken
}
