/** Several amendments in one call, of a pair or of a contract: up to 20 rows, each order once, and an answer for each row. */
import * as z from 'zod/mini'
import { decimalOrNull, switch01 } from '../fields.ts'

export const AMEND_ROWS_MOST = 20

interface Named {
  readonly orderId?: string | null | undefined
  readonly clientOrderId?: string | null | undefined
}

const nameOf = ({ orderId, clientOrderId }: Named): string => (orderId == null ? `client ${clientOrderId}` : orderId)

/** 1 to 20 rows, no two about the same order. */
export const eachOnce = <Row extends z.ZodMiniType<Named>>(row: Row) =>
  z.array(row).check(
    z.minLength(1),
    z.maxLength(AMEND_ROWS_MOST),
    z.refine((rows) => new Set(rows.map((each) => nameOf(each as Named))).size === rows.length, { params: { rule: 'exclusive' } }),
  )

/** A call counts as so many amendments. */
export const rowsIn = ({ orders }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(orders) ? Math.min(Math.max(orders.length, 1), AMEND_ROWS_MOST) : 1

/** Null of a refused row: whatever no order has. `code` is "0", or the code of the refusal. */
export const amendedRow = z.object({
  orderId: z.nullable(z.string()),
  clientOrderId: z.nullable(z.string()),
  status: z.nullable(z.union([z.string(), z.int()])),
  priorityKept: z.nullable(switch01),
  price: decimalOrNull,
  amount: decimalOrNull,
  replacedOrderId: z.nullable(z.string()),
  result: switch01,
  code: z.string(),
})
export type AmendedRow = z.output<typeof amendedRow>
