/** Margin that is put to a position of its own margin, or taken out. */
import { checkStanding } from '../../user/user'
import { movableOf, raise } from './cross'
import { reachFunding } from '../mark/funding'
import { isBroken } from '../orders/holds'
import { ownPosition } from './own'
import { initialOfValue } from '../contract'
import { maintenanceOf, profitOf, valueAtMark, writePosition } from './position'
import { moveMargin } from '../orders/settle-fill'
import { touch } from '../touch'
import { ChangePositionMarginEntry } from '../../../generated/entries'
import { Position, User } from '../../../generated/rows'
import { POSITION_MARGIN } from '../../constants/code'
import {
  BAD_NUMBER,
  CONTRACT_NOT_OPENED,
  IN_LIQUIDATION,
  INDEX_FROZEN,
  INSUFFICIENT_BALANCE,
  MARGIN_MODE_MISMATCH,
  MARGIN_RANGE,
  NONE,
  POSITION_NOT_FOUND,
} from '../../constants/reason'

/** Runs a changePositionMargin entry. */
export function changePositionMargin(entry: ChangePositionMarginEntry, user: User): i32 {
  const standing = checkStanding(user)
  if (standing != NONE) return standing
  if (!user.trader.exists) return CONTRACT_NOT_OPENED
  const amount = entry.amount
  if (amount == 0 || amount == i64.MIN_VALUE) return BAD_NUMBER
  const position = ownPosition(user, entry.positionId)
  if (!position.exists) return POSITION_NOT_FOUND
  if (position.isIsolated == 0) return MARGIN_MODE_MISMATCH
  // margin that comes may end a liquidation under way
  if (amount < 0 && isBroken(position.seat)) return IN_LIQUIDATION
  if (amount < 0 && position.contract.isShut != 0) return INDEX_FROZEN
  reachFunding(position)
  const cross = position.seat.cross
  if (amount > 0 ? amount > movableOf(cross) : -amount > removableOf(position)) return amount > 0 ? INSUFFICIENT_BALANCE : MARGIN_RANGE
  if (amount > 0) raise(cross, amount)
  moveMargin(position, amount, position.id)
  position.added = max(0, position.added + amount)
  writePosition(position, POSITION_MARGIN, amount)
  touch(position.seat)
  return NONE
}

/**
 * What may be taken out: what is beyond the initial margin at the mark, and beyond what has to stand behind it with a quarter more; a loss
 * that is open counts, a profit does not.
 */
export function removableOf(position: Position): i64 {
  if (position.isIsolated == 0) return 0
  return max(0, position.margin + min(0, profitOf(position)) - leastBehind(position, position.leverage))
}

/** What has to stay behind a position, a loss counted: its initial margin at the mark, and a quarter more than its maintenance. */
export function leastBehind(position: Position, leverage: u32): i64 {
  return max(initialOfValue(valueAtMark(position), leverage), (maintenanceOf(position) * 5 + 3) / 4 + 1)
}
