/** The row of a savings product and its terms, as they stand in it. */
import * as layout from '../../generated/layout.ts'
import { PAYOUTS, PRODUCT_TYPES, RATE_TYPES } from '../../generated/vocabularies.ts'
import { wordOf } from '../codec/code.ts'
import type { ProductTerms } from '../command.ts'
import { asAssetId } from '../ids/id.ts'
import type { State } from '../state.ts'

/** Handle of a product's row, 0 = there is no such product. */
export function productRow({ products }: State, productId: number): number {
  const handle = productId * layout.PRODUCT_BYTES
  return Number.isInteger(productId) && productId > 0 && handle < products.used ? handle : 0
}

export function termsAt({ products: { view } }: State, row: number): ProductTerms {
  return {
    assetId: asAssetId(view.getInt32(row + layout.PRODUCT_ASSET, true)),
    type: wordOf(PRODUCT_TYPES, view.getUint8(row + layout.PRODUCT_TYPE)),
    rateType: wordOf(RATE_TYPES, view.getUint8(row + layout.PRODUCT_RATE_TYPE)),
    payout: wordOf(PAYOUTS, view.getUint8(row + layout.PRODUCT_PAYOUT)),
    termDays: view.getInt32(row + layout.PRODUCT_TERM_DAYS, true),
    totalQuota: view.getBigInt64(row + layout.PRODUCT_TOTAL_QUOTA, true),
    userMin: view.getBigInt64(row + layout.PRODUCT_USER_MIN, true),
    userMax: view.getBigInt64(row + layout.PRODUCT_USER_MAX, true),
    step: view.getBigInt64(row + layout.PRODUCT_STEP, true),
    startTime: view.getFloat64(row + layout.PRODUCT_START_TIME, true),
    endTime: view.getFloat64(row + layout.PRODUCT_END_TIME, true),
    earlyRedeem: view.getUint8(row + layout.PRODUCT_EARLY_REDEEM) === 1,
    renewable: view.getUint8(row + layout.PRODUCT_RENEWABLE) === 1,
    poolLimit: view.getBigInt64(row + layout.PRODUCT_POOL_LIMIT, true),
  }
}
