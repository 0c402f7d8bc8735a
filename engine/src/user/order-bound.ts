/** What bounds the prices of a customer's orders for a while: see `kernel/user/bound.ts`. */
import type { Flag } from '../../generated/kernel.ts'
import type { InstrumentId, UserId } from '../ids/id.ts'
import type { State } from '../state.ts'
import { userHandle } from './user.ts'

export interface OrderBound {
  /** Withdrawals rest so long, ms; in the past where they do not. */
  readonly until: number
  /** Deposits that were credited and may still be undone. */
  readonly unsettled: number
  /** Fifty times what fills may still lose against fair prices, 1e-8 of the unit asset. */
  readonly lossLeft: bigint
}

/** Undefined while nothing does. */
export function orderBoundOf(state: State, userId: UserId): OrderBound | undefined {
  const user = userHandle(state, userId)
  const row = user === 0 ? 0 : state.kernel.boundOf(user)
  if (row === 0) return undefined
  const { until, unsettled, lossLeft } = state.bounds.at(row)
  return { until, unsettled, lossLeft }
}

export interface PriceBound {
  /** A sell trades no lower, a buy no higher; both in ticks. Nothing trades where nobody knows a price: infinite and 0. */
  readonly low: number
  readonly high: number
}

/** Prices of a pair or a contract at which orders of a customer may trade now; undefined while nothing bounds them. */
export function priceBoundOf(state: State, userId: UserId, instrumentId: InstrumentId): PriceBound | undefined {
  const instrument = state.instruments[instrumentId - 1]
  if (instrument === undefined || orderBoundOf(state, userId) === undefined) return undefined
  const edge = (isBuy: Flag): number => state.kernel.edgeOf(state.kernel.fairPrice(instrument.address, isBuy), isBuy)
  return { low: edge(0), high: edge(1) }
}
