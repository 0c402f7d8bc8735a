/** Terms of a savings product into its row. */
import * as layout from '../../generated/layout.ts'
import { PAYOUTS, PRODUCT_TYPES, RATE_TYPES } from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { ProductTerms } from '../command.ts'
import type { State } from '../state.ts'

export function writeTerms({ products: { view } }: State, row: number, terms: ProductTerms): void {
  view.setInt32(row + layout.PRODUCT_ASSET, terms.assetId, true)
  view.setUint8(row + layout.PRODUCT_TYPE, codeOf(PRODUCT_TYPES, terms.type))
  view.setUint8(row + layout.PRODUCT_RATE_TYPE, codeOf(RATE_TYPES, terms.rateType))
  view.setUint8(row + layout.PRODUCT_PAYOUT, codeOf(PAYOUTS, terms.payout))
  view.setInt32(row + layout.PRODUCT_TERM_DAYS, terms.termDays, true)
  view.setBigInt64(row + layout.PRODUCT_TOTAL_QUOTA, terms.totalQuota, true)
  view.setBigInt64(row + layout.PRODUCT_USER_MIN, terms.userMin, true)
  view.setBigInt64(row + layout.PRODUCT_USER_MAX, terms.userMax, true)
  view.setBigInt64(row + layout.PRODUCT_STEP, terms.step, true)
  view.setFloat64(row + layout.PRODUCT_START_TIME, terms.startTime, true)
  view.setFloat64(row + layout.PRODUCT_END_TIME, terms.endTime, true)
  view.setUint8(row + layout.PRODUCT_EARLY_REDEEM, terms.earlyRedeem ? 1 : 0)
  view.setUint8(row + layout.PRODUCT_RENEWABLE, terms.renewable ? 1 : 0)
  view.setBigInt64(row + layout.PRODUCT_POOL_LIMIT, terms.poolLimit, true)
}
