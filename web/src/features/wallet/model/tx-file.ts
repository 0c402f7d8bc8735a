/** The filtered history as a file: the wire's field names as heads, UTC times, full decimals. */
import type { WalletTx } from '@agio/wire/wallet/types.ts'
import { csvFile, csvTime } from '../../../data/spot/csv.ts'

const HEAD = [
  ...['id', 'createTime', 'updateTime', 'coinName', 'protocolType', 'amount', 'fee', 'arrivedAmount', 'statusName'],
  ...['confirmations', 'address', 'memo', 'fromAddress', 'txHash', 'isInternal', 'reason', 'remark', 'clientId'],
]

export function txFile(rows: readonly WalletTx[]): string {
  return csvFile(
    HEAD,
    rows.map((tx) => [
      ...[tx.id, csvTime(tx.createTime), csvTime(tx.updateTime), tx.coinName, tx.protocolType, tx.amount, tx.fee, tx.arrivedAmount],
      ...[
        tx.statusName,
        tx.confirmations,
        tx.address,
        tx.memo,
        tx.fromAddress,
        tx.txHash,
        tx.isInternal,
        tx.reason,
        tx.remark,
        tx.clientId,
      ],
    ]),
  )
}
