/** What a conversion may take of a stock, and what it may leave of it: for quotes, and again for their acceptance. */
import { isFarAbove, isFarBelow, keptOf, stockRow } from './stock-row'
import { stockOf } from './stock'
import { takenOf } from './takes'
import { isProductLess } from '../money/wide'
import { state, User } from '../../generated/rows'
import { COIN_CLOSED, INVENTORY_SHORT, NONE, PERSON_LIMIT, SIDE_CLOSED, STOCK_KEPT } from '../constants/reason'

const RATE_ONE: u64 = 100_000_000
/** Values, limits and what is counted of a day stay at or below 2^60, so that no sum leaves int64. */
export const VALUE_MOST: i64 = 1 << 60

/** @param value of what is sent */
export function checkBounds(user: User, sendAsset: i32, receiveAsset: i32, sent: i64, received: i64, value: i64): i32 {
  const send = stockRow(sendAsset)
  const receive = stockRow(receiveAsset)
  if (send.isClosed != 0 || receive.isClosed != 0) return COIN_CLOSED
  const stock = stockOf(receiveAsset)
  const left = stock - received
  if (left < 0) return INVENTORY_SHORT
  if (isFarAbove(send, stockOf(sendAsset) + sent) || isFarBelow(receive, left)) return SIDE_CLOSED
  if (value >= state.convertKeptBelow && left < keptOf(receive)) return STOCK_KEPT
  return isTooMuch(user, receiveAsset, stock, received) ? PERSON_LIMIT : NONE
}

/** Would a person have taken more than his share of what there was before he began? */
function isTooMuch(user: User, assetId: i32, stock: i64, received: i64): bool {
  const share = <u64>state.convertPersonShare
  if (share == 0) return false
  const taken = takenOf(user.person, assetId)
  return isProductLess(<u64>(stock + taken), share, <u64>(taken + received), RATE_ONE)
}
