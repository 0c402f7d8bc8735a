/** What a contract order has besides its row, of its record or of the current rows. */
import * as layout from '../../generated/layout.ts'
import { MARGIN_MODES, TRIGGER_PRICES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { Attached, OfContract } from '../event.ts'
import type { PositionId } from '../ids/id.ts'

const { CONDITION_CALLBACK, CONDITION_CALLBACK_RATE, CONDITION_RECEIPT } = layout

export interface ContractBytes {
  readonly leverage: number
  readonly isClose: boolean
  readonly isShortLeg: boolean
  readonly isIsolated: boolean
  readonly condition: DataView
  /** −1 = no row. */
  readonly conditionAt: number
}

export function ofContract(bytes: ContractBytes): OfContract {
  const { condition, conditionAt: at } = bytes
  const has = at >= 0
  return {
    isClose: bytes.isClose,
    isShortLeg: bytes.isShortLeg,
    isWhole: has && condition.getUint8(at + layout.CONDITION_IS_WHOLE) === 1,
    leverage: bytes.leverage,
    marginMode: wordOf(MARGIN_MODES, bytes.isIsolated ? 1 : 0),
    triggerBy: wordOf(TRIGGER_PRICES, has ? condition.getUint8(at + layout.CONDITION_BY) : 0),
    callbackRate: has ? Number(condition.getBigInt64(at + CONDITION_CALLBACK_RATE, true)) : 0,
    callback: has ? condition.getFloat64(at + CONDITION_CALLBACK, true) : 0,
    takeProfit: has
      ? attached(condition, at, layout.CONDITION_TAKE_PROFIT, layout.CONDITION_TAKE_PROFIT_LIMIT, layout.CONDITION_TAKE_PROFIT_BY)
      : null,
    stopLoss: has
      ? attached(condition, at, layout.CONDITION_STOP_LOSS, layout.CONDITION_STOP_LOSS_LIMIT, layout.CONDITION_STOP_LOSS_BY)
      : null,
    receiptId: (has ? condition.getFloat64(at + CONDITION_RECEIPT, true) : 0) as PositionId | 0,
  }
}

function attached(view: DataView, row: number, trigger: number, limit: number, by: number): Attached | null {
  const triggerPrice = view.getFloat64(row + trigger, true)
  if (triggerPrice === 0) return null
  return {
    triggerPrice,
    triggerBy: wordOf(TRIGGER_PRICES, view.getUint8(row + by)),
    price: view.getFloat64(row + limit, true),
  }
}
