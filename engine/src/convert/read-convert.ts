/** Readers of conversion: its limits, its stock, what a customer used of his day. */
import * as layout from '../../generated/layout.ts'
import { type AssetId, asUserId, type UserId } from '../ids/id.ts'
import { INVENTORY_CONVERT } from '../ledger/chart-of-accounts.ts'
import { CLOSED_BY_LOSS, CLOSED_BY_OPERATOR } from '../schema/bits.ts'
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

/** Value that a user converted since 00:00 UTC, 1e-8 of the unit asset. */
export function convertUsedToday(state: State, userId: UserId): bigint {
  const user = userHandle(state, userId)
  return user === 0 ? 0n : state.kernel.convertedToday(user)
}
