/** What orders promise to positions with margins of their own is there, of money that is their owner's whatever open positions come to. */
import { openOrdersOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import type { Account } from './eyes.ts'

/** What an account has promised beyond what it has; undefined where nothing is amiss. Asked where every contract of its coin has an index. */
export function brokenPromise(state: State, { own, reserved, seats, userId }: Account): string | undefined {
  const promising = new Set(seats.filter(({ isIsolated }) => isIsolated).map(({ instrumentId }) => instrumentId))
  if (reserved === 0n || promising.size === 0) return undefined
  let promised = 0n
  for (const order of openOrdersOf(state, userId)) if (promising.has(order.instrumentId)) promised += order.held
  return promised === 0n || promised <= own ? undefined : `${userId} promises ${promised} of ${own}`
}
