/** What a contract order has besides its row, of its record or of the current rows. */
import type { ConditionRow } from '../../generated/views.ts'
import type { Attached, MarginMode, OfContract, TriggerPrice } from '../event.ts'

export interface ContractParts {
  readonly leverage: number
  readonly isClose: boolean
  readonly isShortLeg: boolean
  readonly marginMode: MarginMode
  readonly condition: Readonly<ConditionRow> | undefined
}

export function ofContract({ condition, isClose, isShortLeg, leverage, marginMode }: ContractParts): OfContract {
  return {
    isClose,
    isShortLeg,
    isWhole: condition?.isWhole ?? false,
    leverage,
    marginMode,
    triggerBy: condition?.by ?? 'last',
    callbackRate: Number(condition?.callbackRate ?? 0n),
    callback: condition?.callback ?? 0,
    takeProfit: condition === undefined ? null : attached(condition.takeProfit, condition.takeProfitBy, condition.takeProfitLimit),
    stopLoss: condition === undefined ? null : attached(condition.stopLoss, condition.stopLossBy, condition.stopLossLimit),
    receiptId: condition?.receipt ?? 0,
  }
}

const attached = (triggerPrice: number, triggerBy: TriggerPrice, price: number): Attached | null =>
  triggerPrice === 0 ? null : { triggerPrice, triggerBy, price }
