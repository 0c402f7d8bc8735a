/** Which orders stand in the table of contracts, and what their rows have besides. */
import type { Attached, Order } from '@agio/engine/event.ts'
import { ORDER_COLUMNS, ORDER_KEPT, ORDER_KEY, type OrderRows, orderCells, orNull } from './orders.ts'
import { type Cell, replaceRow } from './row-batch.ts'

const REPLACED = {
  ...ORDER_COLUMNS,
  leverage: 'integer',
  margin_mode: 'text',
  is_close: 'boolean',
  is_short_leg: 'boolean',
  is_whole: 'boolean',
  trigger_by: 'text',
  callback_rate: 'bigint',
  callback: 'bigint',
  take_profit: 'text',
  stop_loss: 'text',
  receipt_id: 'bigint',
} as const
const COLUMNS = { ...REPLACED, is_unarmed: 'boolean' } as const

/** What ends looks the same whether it had armed before: a row stays unarmed for as long as everything that was told of it allows it. */
const ON_CONFLICT = `${replaceRow(ORDER_KEY, REPLACED, ORDER_KEPT)}, is_unarmed = case when excluded.is_unarmed and stored.is_unarmed then true end`

export const CONTRACT_ORDERS: OrderRows = {
  table: 'contract_orders',
  columns: COLUMNS,
  onConflict: ON_CONFLICT,
  holds: ({ contract }) => contract !== undefined,
  cells: (order, sequences, hasBegun) => [...orderCells(order, sequences), ...contractCells(order), hasBegun ? null : true],
}

const attachedText = (attached: Attached | null): string | null => (attached === null ? null : JSON.stringify(attached))

function contractCells({ orderId, contract }: Order): readonly Cell[] {
  if (contract === undefined) throw new Error(`projections: order ${orderId} is of no contract`)
  return [
    contract.leverage,
    contract.marginMode,
    contract.isClose,
    contract.isShortLeg ? true : null,
    contract.isWhole ? true : null,
    contract.triggerBy,
    orNull(contract.callbackRate),
    orNull(contract.callback),
    attachedText(contract.takeProfit),
    attachedText(contract.stopLoss),
    orNull(contract.receiptId),
  ]
}
