/** What the house took over and has not disposed of yet. */
import type { Amount, PositionId, QuantityLots } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
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
    const { id, profit, quantity, shared } = state.positions.at(row)
    if (id === receiptId) return { receiptId, quantity, profit, shared }
  }
  return undefined
}

/** Of each contract and side, the oldest first. */
function* rowsOf({ contracts, instruments, positions }: State): Generator<Handle<'position'>> {
  for (const { contractRow } of instruments) {
    if (contractRow === 0) continue
    const { houseLong, houseShort } = contracts.at(contractRow)
    for (const first of [houseLong, houseShort]) for (let row = first; row !== 0; row = positions.at(row).next) yield row
  }
}
