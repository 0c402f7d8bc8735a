/** Readers of conversion: its limits, its stock, what a customer used of his day. */
import type { AssetId, UserId } from '../ids/id.ts'
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

export function convertStateOf({ scalars }: State): ConvertState {
  const { convertClosed } = scalars
  return {
    dailyLimit: scalars.convertLimit,
    lossBound: scalars.convertLossBound,
    deskUserId: scalars.convertDesk,
    isClosedByOperator: (convertClosed & CLOSED_BY_OPERATOR) !== 0,
    isClosedByLoss: (convertClosed & CLOSED_BY_LOSS) !== 0,
    day: scalars.convertDay,
    dayValue: scalars.convertDayValue,
    funded: scalars.convertFunded,
    value: scalars.convertValue,
  }
}

/** What is in stock of an asset, minor units. */
export function inventoryOf(state: State, assetId: AssetId): bigint {
  const account = state.kernel.findAccount(INVENTORY_CONVERT, assetId, 0)
  return account === 0 ? 0n : state.accounts.at(account).available
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
  const stock = state.stocks.at(state.stocks.rowOf(assetId))
  const { funded, target } = stock
  const named = (amount: bigint): bigint | undefined => (amount === NO_AMOUNT ? undefined : amount)
  return {
    amount: inventoryOf(state, assetId),
    target: named(target) ?? (funded < 0n ? 0n : funded),
    least: named(stock.least),
    most: named(stock.most),
    isTargetNamed: target !== NO_AMOUNT,
    isClosedByLoss: stock.isClosed,
    beyond: stock.beyond,
    beyondSince: stock.beyondSince,
    pausedUntil: stock.pausedUntil,
    spread: stock.spread,
    result: stock.result,
    swing: stock.swing,
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
