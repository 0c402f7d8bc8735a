/** The row of a savings product and its terms, as they stand in it. */
import type { ProductTerms } from '../command.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'

/** Handle of a product's row, 0 = there is no such product. */
export const productRow = ({ products }: State, productId: number): Handle<'product'> => products.rowOf(productId)

export function termsAt({ products }: State, row: Handle<'product'>): ProductTerms {
  const product = products.at(row)
  return {
    assetId: product.asset,
    type: product.type,
    rateType: product.rateType,
    payout: product.payout,
    termDays: product.termDays,
    totalQuota: product.totalQuota,
    userMin: product.userMin,
    userMax: product.userMax,
    step: product.step,
    startTime: product.startTime,
    endTime: product.endTime,
    earlyRedeem: product.earlyRedeem,
    renewable: product.renewable,
    poolLimit: product.poolLimit,
  }
}
