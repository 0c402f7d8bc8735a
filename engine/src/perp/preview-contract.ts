/** What a contract order would need and lead to, without placing it. */
import { ENTRIES } from '../../generated/map.ts'
import type { PlaceContractOrder } from '../command.ts'
import { encodeEntry } from '../entry.ts'
import type { Amount, PriceTicks, QuantityLots, RateE8 } from '../ids/id.ts'
import { asHandle } from '../memory/handle.ts'
import { REASONS, type Reason } from '../reason.ts'
import type { State } from '../state.ts'
import { userHandle } from '../user/user.ts'

/** Amounts in minor units of the margin coin; all 0 where the order is refused before anything can be computed. */
export interface ContractPreview {
  /** What placing it would answer now. */
  readonly reason: Reason
  /** What it would reserve: initial margin, fees and open loss. */
  readonly cost: Amount
  readonly openFee: Amount
  readonly closeFee: Amount
  readonly initialMargin: Amount
  /** Most contracts that the free balance allows at this price. */
  readonly maxQuantity: QuantityLots
  /** Of the position after a whole fill; 0 = none. */
  readonly liquidationPrice: PriceTicks
  readonly bankruptcyPrice: PriceTicks
  /** Average of what it would meet in the book, or its limit. */
  readonly averagePrice: PriceTicks
  /** Maintenance ÷ equity after it, 1e-8. */
  readonly ratioAfterE8: RateE8
  readonly tier: number
}

/** Pure: changes nothing. */
export function previewContractOrder(state: State, command: PlaceContractOrder): ContractPreview {
  encodeEntry(state.entries, 0, state.seq, state.at, '', command)
  const { kernel } = state
  const reason = REASONS[kernel.previewContractOrder(asHandle(ENTRIES), userHandle(state, command.userId))] ?? 'badParameter'
  const ratio = kernel.previewRatio.value
  return {
    reason,
    cost: kernel.previewCost.value,
    openFee: kernel.previewOpenFee.value,
    closeFee: kernel.previewCloseFee.value,
    initialMargin: kernel.previewInitial.value,
    maxQuantity: kernel.previewMost.value,
    liquidationPrice: kernel.previewLiquidation.value,
    bankruptcyPrice: kernel.previewBankruptcy.value,
    averagePrice: kernel.previewAverage.value,
    ratioAfterE8: ratio > RATIO_MOST ? Number(RATIO_MOST) : Number(ratio),
    tier: kernel.previewTier.value,
  }
}

/** A ratio above this is told as this: there is nothing behind the position. */
const RATIO_MOST = 1_000_000n * 100_000_000n
