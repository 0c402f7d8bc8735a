/** Exactly the filtered rows as files: the wire's field names as heads, UTC times, full decimals. */
import type { CoTransaction, HistoryPosition } from '@agio/wire/futures/position-types.ts'
import type { CoOrder, CoTrade } from '@agio/wire/futures/types.ts'
import { type Cell, csvFile, csvTime } from '../../../data/spot/csv.ts'

type Fields<Row> = readonly (keyof Row & string)[]

const TIMES: ReadonlySet<string> = new Set(['ctime', 'mtime', 'expireTime'])

function cellOf(field: string, value: unknown): Cell {
  if (TIMES.has(field)) return csvTime(typeof value === 'number' ? value : null)
  return typeof value === 'string' || typeof value === 'number' ? value : typeof value === 'boolean' ? String(value) : null
}

const fileOf = <Row extends object>(fields: Fields<Row>, rows: readonly Row[]): string =>
  csvFile(
    fields,
    rows.map((row) => fields.map((field) => cellOf(field, row[field]))),
  )

const ORDER_FIELDS: Fields<CoOrder> = [
  ...(['id', 'clientOrderId', 'ctime', 'mtime', 'contractName', 'side', 'open', 'positionType', 'leverageLevel', 'type'] as const),
  ...(['timeInForce', 'price', 'avgPrice', 'volume', 'dealVolume', 'tradeFee', 'realizedAmount', 'isConditionOrder'] as const),
  ...(['triggerPrice', 'triggerType', 'triggerPxType', 'expireTime', 'status', 'memo', 'source', 'liqPositionMsg'] as const),
]
const TRADE_FIELDS: Fields<CoTrade> = [
  ...(['id', 'orderId', 'ctime', 'contractName', 'side', 'open', 'role', 'price', 'volume', 'fee', 'feeCoin', 'realizedAmount'] as const),
]
const POSITION_FIELDS: Fields<HistoryPosition> = [
  ...(['id', 'contractName', 'side', 'positionType', 'leverageLevel', 'openPrice', 'openEndPrice', 'volume', 'closeProfit'] as const),
  ...([
    'tradeFee',
    'capitalFee',
    'shareAmount',
    'settleProfit',
    'historyRealizedAmount',
    'endCause',
    'receiptId',
    'ctime',
    'mtime',
  ] as const),
]
const TRANSACTION_FIELDS: Fields<CoTransaction> = [
  ...(['id', 'ctime', 'type', 'typeName', 'symbol', 'contractName', 'amount', 'balanceAfter', 'fee', 'refId'] as const),
]

export const contractOrderFile = (rows: readonly CoOrder[]): string => fileOf(ORDER_FIELDS, rows)
export const contractTradeFile = (rows: readonly CoTrade[]): string => fileOf(TRADE_FIELDS, rows)
export const positionFile = (rows: readonly HistoryPosition[]): string => fileOf(POSITION_FIELDS, rows)
export const transactionFile = (rows: readonly CoTransaction[]): string => fileOf(TRANSACTION_FIELDS, rows)
