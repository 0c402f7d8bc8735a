/** Exactly the filtered rows as files: the wire's field names as heads, UTC times, full decimals. */
import type { EarnBill, EarnOrder } from '@agio/wire/earn/types.ts'
import { csvFile, csvTime } from '../../../data/spot/csv.ts'

export const earnOrderFile = (orders: readonly EarnOrder[]): string =>
  csvFile(
    [
      ...[
        'orderNo',
        'createTime',
        'productId',
        'productName',
        'coinName',
        'type',
        'rateType',
        'annualRate',
        'principal',
        'accruedInterest',
      ],
      ...[
        'paidInterest',
        'termDays',
        'startTime',
        'interestStart',
        'expireTime',
        'redeemTime',
        'payoutMode',
        'autoPurchase',
        'status',
        'redeemType',
      ],
    ],
    orders.map((order) => [
      ...[order.orderNo, csvTime(order.createTime), order.productId, order.productName, order.coinName, String(order.type)],
      ...[String(order.rateType), order.annualRate, order.principal, order.accruedInterest, order.paidInterest, String(order.termDays)],
      ...[csvTime(order.startTime), csvTime(order.interestStart), csvTime(order.expireTime), csvTime(order.redeemTime)],
      ...[String(order.payoutMode), String(order.autoPurchase), String(order.status), order.redeemType ?? ''],
    ]),
  )

export const earnLineFile = (lines: readonly EarnBill[]): string =>
  csvFile(
    ['id', 'createTime', 'type', 'coinName', 'amount', 'orderNo', 'productName'],
    lines.map((line) => [line.id, csvTime(line.createTime), String(line.type), line.coinName, line.amount, line.orderNo, line.productName]),
  )
