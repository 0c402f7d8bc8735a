/** Coins that come to a contract account or leave it. */
import { hasRoom } from '../../memory/tables'
import { keepPromises } from '../../orders/give-way'
import { findCross, openCross, transferableOf } from './cross'
import { armCross } from '../risk/watch'
import { crossesTable, none, Order, User } from '../../../generated/rows'
import { IN_LIQUIDATION, INSUFFICIENT_BALANCE, NONE } from '../../constants/reason'

/** May so much leave? No profit of open positions may, and nothing that stands behind them. */
export function checkLeaving(user: User, asset: i32, amount: i64): i32 {
  const cross = findCross(user.trader, asset)
  if (!cross.exists || transferableOf(cross) < amount) return INSUFFICIENT_BALANCE
  return cross.isBroken != 0 ? IN_LIQUIDATION : NONE
}

/** Room for what stands behind positions in a coin that comes for the first time. */
export function hasRoomForCross(user: User, asset: i32): bool {
  return findCross(user.trader, asset).exists || hasRoom(crossesTable, 1)
}

/** The balance changed; what left may have been promised. */
export function noteTransfer(user: User, asset: i32, isOut: bool): void {
  const cross = openCross(user.trader, asset)
  if (isOut) keepPromises(cross, none<Order>())
  armCross(cross)
}
