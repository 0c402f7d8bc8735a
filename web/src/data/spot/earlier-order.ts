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
  /** Had been traded by then; it is no part of the order that took its place. */
  readonly executedQuantity: string
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
  }))

/** Of these, the ones that traded: their fills belong to the same story. */
export const tradedBefore = (earlier: readonly EarlierOrder[]): readonly EarlierOrder[] =>
  earlier.filter(({ executedQuantity }) => /[1-9]/.test(executedQuantity))
