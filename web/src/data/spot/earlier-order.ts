/** What an order was before it was amended, as lists and details tell it. Decimals stay strings. */
import type { Amendment } from '@agio/wire/spot/types.ts'
import { type Claimed, listOf, numberOf, textOf, textOrNull } from '../live/read.ts'

export interface EarlierOrder {
  readonly orderId: string
  /** When it was amended, ms. */
  readonly at: number
  readonly price: string | null
  readonly triggerPrice: string | null
  /** Of a contract, whole contracts. */
  readonly quantity: string | null
  /** Had been traded by then; the order that took its place does not count it. */
  readonly executedQuantity: string
  /** Quantity behind an amendment that kept the place, fills included; null = another order took the place. */
  readonly loweredTo: string | null
}

/** Oldest first. */
export const readEarlier = (rows: unknown): readonly EarlierOrder[] =>
  listOf(rows).map((row: Claimed<Amendment>) => ({
    orderId: textOf(row.orderId),
    at: numberOf(row.time),
    price: textOrNull(row.price),
    triggerPrice: textOrNull(row.triggerPrice),
    quantity: textOrNull(row.amount),
    executedQuantity: textOf(row.tradedAmount) || '0',
    loweredTo: textOrNull(row.loweredTo),
  }))

/** Of these, the orders that another replaced and that traded: their fills belong to the same story. */
export const tradedBefore = (earlier: readonly EarlierOrder[]): readonly EarlierOrder[] =>
  earlier.filter(({ executedQuantity, loweredTo }) => loweredTo === null && /[1-9]/.test(executedQuantity))
