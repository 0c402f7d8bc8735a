/** Readers of conversion: its limits, its stock, what a customer used of his day. */
import * as layout from '../../generated/layout.ts'
import { type AssetId, asUserId, type UserId } from '../ids/id.ts'
import { INVENTORY_CONVERT } from '../ledger/chart-of-accounts.ts'
import { REASONS, type Reason } from '../reason.ts'
import { CLOSED_BY_LOSS, CLOSED_BY_OPERATOR } from '../schema/bits.ts'
import { NO_AMOUNT } from '../schema/convert.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'

/** Values in 1e-8 of the unit asset; a bound of 0n is none. */
export interface ConvertState {
  readonly dailyLimit: bigint
  readonly lossBound: bigint
  readonly deskUserId: UserId | 0
  readonly isClosedByOperator: boolean
  readonly isClosedByLoss: boolean
  /** UTC day since 1970 of the values; 0 = there never was a stock. */
  readonly day: number
  /** What stock and desk were worth when the day began, what was put in since, and what they are worth now. */
  readonly dayValue: bigint
  readonly funded: bigint
  readonly value: bigint
}

export function convertStateOf({ memory }: State): ConvertState {
  const closed = memory.getUint32(layout.S_CONVERT_CLOSED, true)
  const desk = memory.getInt32(layout.S_CONVERT_DESK, true)
  return {
    dailyLimit: memory.getBigInt64(layout.S_CONVERT_LIMIT, true),
    lossBound: memory.getBigInt64(layout.S_CONVERT_LOSS_BOUND, true),
    deskUserId: desk === 0 ? 0 : asUserId(desk),
    isClosedByOperator: (closed & CLOSED_BY_OPERATOR) !== 0,
    isClosedByLoss: (closed & CLOSED_BY_LOSS) !== 0,
    day: memory.getUint32(layout.S_CONVERT_DAY, true),
    dayValue: memory.getBigInt64(layout.S_CONVERT_DAY_VALUE, true),
    funded: memory.getBigInt64(layout.S_CONVERT_FUNDED, true),
    value: memory.getBigInt64(layout.S_CONVERT_VALUE, true),
  }
}

/** What is in stock of an asset, minor units. */
export function inventoryOf(state: State, assetId: AssetId): bigint {
  const account = state.kernel.findAccount(INVENTORY_CONVERT, assetId, 0)
  return account === 0 ? 0n : state.accounts.view.getBigInt64(account + layout.ACCOUNT_AVAILABLE, true)
}

/** Value that a user's person converted since 00:00 UTC, 1e-8 of the unit asset. */
export function convertUsedToday(state: State, userId: UserId): bigint {
  const user = userHandle(state, userId)
  return user === 0 ? 0n : state.kernel.convertedToday(user)
}

/** What is in stock of an asset, what there should be, and what conversion of it did today. Amounts of the asset, values 1e-8 of the unit asset. */
export interface StockState {
  readonly amount: bigint
  /** What was named, or what the house put in. */
  readonly target: bigint
  /** undefined: no limit. */
  readonly least: bigint | undefined
  readonly most: bigint | undefined
  readonly isTargetNamed: boolean
  readonly isClosedByLoss: boolean
  /** 1 = beyond the most, −1 = below the least; since when. */
  readonly beyond: number
  readonly beyondSince: number
  readonly pausedUntil: number
  readonly spread: bigint
  readonly result: bigint
  readonly swing: bigint
}

export function stockStateOf(state: State, assetId: AssetId): StockState {
  const { view } = state.stocks
  const row = assetId * layout.STOCK_BYTES
  const read = (at: number): bigint => view.getBigInt64(row + at, true)
  const named = (amount: bigint): bigint | undefined => (amount === NO_AMOUNT ? undefined : amount)
  const target = read(layout.STOCK_TARGET)
  const funded = read(layout.STOCK_FUNDED)
  return {
    amount: inventoryOf(state, assetId),
    target: named(target) ?? (funded < 0n ? 0n : funded),
    least: named(read(layout.STOCK_LEAST)),
    most: named(read(layout.STOCK_MOST)),
    isTargetNamed: target !== NO_AMOUNT,
    isClosedByLoss: view.getUint32(row + layout.STOCK_IS_CLOSED, true) !== 0,
    beyond: view.getInt32(row + layout.STOCK_BEYOND, true),
    beyondSince: view.getFloat64(row + layout.STOCK_BEYOND_SINCE, true),
    pausedUntil: view.getFloat64(row + layout.STOCK_PAUSED_UNTIL, true),
    spread: read(layout.STOCK_SPREAD),
    result: read(layout.STOCK_RESULT),
    swing: read(layout.STOCK_SWING),
  }
}

/** What the bounds of a stock say to a conversion now; `none` where nothing is against it. */
export function boundsReason(state: State, userId: UserId, conversion: BoundedConversion): Reason {
  const user = userHandle(state, userId)
  if (user === 0) return 'userNotFound'
  const { sendAssetId, receiveAssetId, sendAmount, receiveAmount, value } = conversion
  return REASONS[state.kernel.checkBounds(user, sendAssetId, receiveAssetId, sendAmount, receiveAmount, value)] ?? 'none'
}

export interface BoundedConversion {
  readonly sendAssetId: AssetId
  readonly receiveAssetId: AssetId
  readonly sendAmount: bigint
  readonly receiveAmount: bigint
  /** Of what is sent. */
  readonly value: bigint
}

/** Share by which quotes widen that send, or receive, a coin of which there is too much, or too little, 1e-8. */
export const wideningOf = ({ kernel }: State, assetId: AssetId, isReceived: boolean): bigint =>
  kernel.wideningOf(assetId, isReceived ? 1 : 0)
