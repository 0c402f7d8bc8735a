/** Exactly the filtered rows as files: the wire's field names as heads, UTC times, full decimals. */
import { csvFile, csvTime } from '../../data/spot/csv.ts'
import type { Fill, Order } from '../../data/spot/order.ts'

const ORDER_HEAD = [
  'orderId',
  'clientOrderId',
  'time',
  'updateTime',
  'symbol',
  'direction',
  'type',
  'timeInForce',
  'price',
  'triggerPrice',
  'amount',
  'turnover',
  'tradedAmount',
  'tradedTurnover',
  'avgPrice',
  'fee',
  'feeCoin',
  'status',
  'reason',
]
const FILL_HEAD = ['tradeId', 'orderId', 'time', 'symbol', 'direction', 'role', 'price', 'amount', 'turnover', 'fee', 'feeCoin']

export function orderFile(orders: readonly Order[]): string {
  return csvFile(
    ORDER_HEAD,
    orders.map((order) => [
      order.orderId,
      order.clientOrderId,
      csvTime(order.createdAt),
      csvTime(order.updatedAt),
      order.symbol,
      order.side,
      order.kind,
      order.timeInForce,
      order.price,
      order.triggerPrice,
      order.quantity,
      order.total,
      order.executedQuantity,
      order.executedValue,
      order.averagePrice,
      order.fee,
      order.feeAsset,
      order.state,
      order.reason,
    ]),
  )
}

export function fillFile(fills: readonly Fill[]): string {
  return csvFile(
    FILL_HEAD,
    fills.map((fill) => [
      fill.tradeId,
      fill.orderId,
      csvTime(fill.at),
      fill.symbol,
      fill.side,
      fill.role,
      fill.price,
      fill.quantity,
      fill.value,
      fill.fee,
      fill.feeAsset,
    ]),
  )
}
