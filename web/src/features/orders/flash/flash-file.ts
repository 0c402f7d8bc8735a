/** Exactly the filtered conversions as a file: the wire's field names as heads, UTC times, full decimals. */
import type { Conversion } from '../../../data/convert/convert-calls.ts'
import { csvFile, csvTime } from '../../../data/spot/csv.ts'

const HEAD = [
  'id',
  'quoteId',
  'createTime',
  'finishTime',
  'sendCoin',
  'sendAmount',
  'receiveCoin',
  'receiveAmount',
  'price',
  'fee',
  'feeCoin',
  'status',
  'reason',
]

export function flashFile(rows: readonly Conversion[]): string {
  return csvFile(
    HEAD,
    rows.map((row) => [
      row.id,
      row.quoteId,
      csvTime(row.createTime),
      csvTime(row.finishTime),
      row.sendCoin,
      row.sendAmount,
      row.receiveCoin,
      row.receiveAmount,
      row.price,
      row.fee,
      row.feeCoin,
      row.status,
      row.reason,
    ]),
  )
}
