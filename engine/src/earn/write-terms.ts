/** Terms of a savings product into its row. */
import type { ProductTerms } from '../command.ts'
import type { Handle } from '../memory/handle.ts'
import type { State } from '../state.ts'

export function writeTerms({ products }: State, row: Handle<'product'>, terms: ProductTerms): void {
  const product = products.edit(row)
  product.asset = terms.assetId
  product.type = terms.type
  product.rateType = terms.rateType
  product.payout = terms.payout
  product.termDays = terms.termDays
  product.totalQuota = terms.totalQuota
  product.userMin = terms.userMin
  product.userMax = terms.userMax
  product.step = terms.step
  product.startTime = terms.startTime
  product.endTime = terms.endTime
  product.earlyRedeem = terms.earlyRedeem
  product.renewable = terms.renewable
  product.poolLimit = terms.poolLimit
}
