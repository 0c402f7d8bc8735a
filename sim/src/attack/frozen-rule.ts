/** While a contract has no index nothing gets riskier in it: closes meet closes, no margin leaves, no leverage rises, no mode changes. */
import type { Happened } from './drive.ts'
import type { Account } from './eyes.ts'

export interface FrozenBreak {
  readonly what: string
  readonly userId: number
}

/** What a command did in contracts that had no index before it and have none behind it. */
export function riskedWhileFrozen(
  { fills, funding }: Happened,
  frozen: ReadonlySet<number>,
  before: ReadonlyMap<number, Account>,
  behind: ReadonlyMap<number, Account>,
): FrozenBreak | undefined {
  const opening = fills.find(({ instrumentId, isClose, userId }) => frozen.has(instrumentId) && userId !== 0 && isClose !== 1)
  if (opening !== undefined)
    return { what: `${opening.userId} opens ${opening.quantity} in ${opening.instrumentId}, which has no index`, userId: opening.userId }
  for (const [userId, old] of before) {
    const now = behind.get(userId)
    if (now === undefined) continue
    for (const seat of old.seats) {
      const set = now.seats.find(({ instrumentId }) => instrumentId === seat.instrumentId)
      if (set === undefined || !frozen.has(seat.instrumentId)) continue
      const isUsed = old.legs.some(({ instrumentId }) => instrumentId === seat.instrumentId)
      if (isUsed && set.leverage > seat.leverage)
        return { what: `${userId} raises leverage in ${seat.instrumentId}, which has no index`, userId }
      if (isUsed && set.isIsolated !== seat.isIsolated)
        return { what: `${userId} changes the mode of ${seat.instrumentId}, which has no index`, userId }
    }
    if (fills.length > 0 || funding.length > 0) continue
    for (const leg of old.legs) {
      const same = now.legs.find(({ id }) => id === leg.id)
      if (frozen.has(leg.instrumentId) && same !== undefined && same.quantity === leg.quantity && same.margin < leg.margin)
        return { what: `${userId} takes ${leg.margin - same.margin} out of a position in ${leg.instrumentId}, which has no index`, userId }
    }
  }
  return undefined
}
