/** What the house took over and has not disposed of yet. */
import * as layout from '../../generated/layout.ts'
import { type Amount, asPositionId, type PositionId, type QuantityLots } from '../ids/id.ts'
import type { State } from '../state.ts'

export interface HousePosition {
  /** Of the receipt of what was taken over. */
  readonly receiptId: PositionId
  /** What is left of it. */
  readonly quantity: QuantityLots
  /** What the fund gained by what was disposed of, minor units; below zero: what it paid. */
  readonly profit: Amount
  /** What profits of others paid of its loss, at or below zero. */
  readonly shared: Amount
}

/** What is left of the position of a receipt; undefined when all of it is disposed of, or it never was the house’s. */
export function housePositionOf(state: State, receiptId: PositionId): HousePosition | undefined {
  for (const row of rowsOf(state)) {
    const { view } = state.positions
    if (view.getFloat64(row + layout.POSITION_ID, true) !== receiptId) continue
    return {
      receiptId: asPositionId(receiptId),
      quantity: view.getFloat64(row + layout.POSITION_QUANTITY, true),
      profit: view.getBigInt64(row + layout.POSITION_PROFIT, true),
      shared: view.getBigInt64(row + layout.POSITION_SHARED, true),
    }
  }
  return undefined
}

/** Of each contract and side, the oldest first. */
function* rowsOf({ contracts, instruments, positions }: State): Generator<number> {
  for (const { contractRow } of instruments) {
    if (contractRow === 0) continue
    for (const side of [layout.CONTRACT_HOUSE_LONG, layout.CONTRACT_HOUSE_SHORT]) {
      const first = contracts.view.getUint32(contractRow + side, true)
      for (let row = first; row !== 0; row = positions.view.getUint32(row + layout.POSITION_NEXT, true)) yield row
    }
  }
}
