/**
 * Reads what happened to contracts as a stranger would: every trade of a contract has two sides of the same value, what is open of a position
 * is what was opened less what was closed, nothing comes back after its end, and a fund is the sum of its changes.
 */
import type { Event } from '@agio/engine/event.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'

type Fill = EventByKind['contractFilled']

export interface PerpAuditor {
  /** Takes the events of one entry and returns what is wrong with them. */
  audit(events: readonly { readonly event: Event }[]): string[]
}

function auditFills(trades: readonly EventByKind['traded'][], fills: readonly Fill[]): string[] {
  return trades.flatMap((trade) => {
    const sides = fills.filter(({ tradeId }) => tradeId === trade.tradeId)
    if (sides.length === 0) return []
    const isWhole = sides.length === 2 && sides[0]?.side !== sides[1]?.side
    const isSame = sides.every(
      ({ price, quantity, value }) => price === trade.price && quantity === trade.quantity && value === trade.notional,
    )
    return isWhole && isSame
      ? []
      : [`trade ${trade.tradeId}: its sides are ${sides.map(({ side, quantity }) => `${side} ${quantity}`).join(', ')}`]
  })
}

/** An auditor that has seen nothing yet. */
export function createPerpAuditor(): PerpAuditor {
  const ended = new Set<number>()
  const funds = new Map<number, bigint>()

  function auditPosition(event: EventByKind['positionChanged']): string[] {
    const { positionId, quantity, opened, closed, margin, isShort, openedValue } = event
    const faults: string[] = []
    if (ended.has(positionId)) faults.push(`position ${positionId} changed after its end`)
    if (quantity !== opened - closed) faults.push(`position ${positionId}: ${opened} opened, ${closed} closed, ${quantity} open`)
    if (quantity < 0 || margin < 0n || openedValue < 0n) faults.push(`position ${positionId} (${isShort}) is below zero`)
    if (quantity === 0) ended.add(positionId)
    return faults
  }

  function auditFund({ assetId, amount, balance }: EventByKind['insuranceChanged']): string[] {
    const sum = (funds.get(assetId) ?? 0n) + amount
    funds.set(assetId, sum)
    return sum === balance ? [] : [`insurance fund of ${assetId}: changes sum up to ${sum}, it says ${balance}`]
  }

  return {
    audit(events) {
      const faults: string[] = []
      const trades: EventByKind['traded'][] = []
      const fills: Fill[] = []
      for (const { event } of events) {
        if (event.kind === 'positionChanged') faults.push(...auditPosition(event))
        else if (event.kind === 'insuranceChanged') faults.push(...auditFund(event))
        else if (event.kind === 'traded') trades.push(event)
        else if (event.kind === 'contractFilled') fills.push(event)
      }
      return [...faults, ...auditFills(trades, fills)]
    },
  }
}
