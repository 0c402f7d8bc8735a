/** What lists in memory are asked for. For tests only. */
import type { Order } from '@agio/engine/event.ts'
import type { LineSubject, OrderName, StatementRow } from '../projections/port.ts'
import { isOfContracts, type TotalChange } from '../projections/projectors/total-changes.ts'

/** Lines of contracts stand apart. */
export const isStatementLine = <Line extends TotalChange>(line: Line): line is Line & Pick<StatementRow, 'cause'> => !isOfContracts(line)

export const within = (at: number, range: { from: number; to: number } | undefined): boolean =>
  range === undefined || (at >= range.from && at <= range.to)

export const has = <Value>(values: readonly Value[] | undefined, value: Value): boolean => values === undefined || values.includes(value)

export function isNamed(order: Order, name: OrderName): boolean {
  if ('orderId' in name) return order.orderId === name.orderId
  if (order.clientOrderId === '') return (order.originOrderId || order.orderId) === name.originOrderId
  return order.clientOrderId === name.clientOrderId && order.caller === name.caller
}

export const isSubject = ({ cause, reference }: StatementRow, about: LineSubject | undefined): boolean =>
  about === undefined ||
  (cause === 'deposit' || cause === 'withdraw'
    ? cause === about.wallet?.cause && reference === about.wallet.reference
    : reference === about.reference)
