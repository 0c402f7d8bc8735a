/** Commands of the house about savings products: what they are, when they are sold, what they earn. */
import * as layout from '../../generated/layout.ts'
import * as code from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { ChangeProduct, DefineProduct, ProductStatus, ProductTerms, SetProductRate, SetProductStatus } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asProductId } from '../ids/id.ts'
import type { Reason } from '../reason.ts'
import { DUE_PRODUCT, PRODUCT_ENDS, PRODUCT_STARTS } from '../schema/due.ts'
import { TIERS_MOST } from '../schema/earn.ts'
import type { State } from '../state.ts'
import { productRow, termsAt } from './product-row.ts'
import { addRate, areTiersSound, DAY_MS } from './rates.ts'
import { writeTerms } from './write-terms.ts'

const { ENDED, NOT_RELEASED, OFF_SHELF, ON_SALE, SOLD_OUT, SUSPENDED, WAITING } = code
/** Days of the longest term, and how far ahead a rate may be set. */
export const TERM_MOST_DAYS = 3_650
/** What amounts of terms stay below. */
export const AMOUNT_MOST = 2n ** 62n

/** The new product's id, or why not. */
export function defineProduct(state: State, command: DefineProduct): number | Reason {
  const { terms, tiers, document, actor, why } = command
  if (state.assets[terms.assetId - 1] === undefined) return 'assetNotFound'
  if (!areTermsSound(terms) || !areTiersSound(tiers)) return 'badParameter'
  if (!state.products.hasRoom(1) || !state.earnRates.hasRoom(1)) return 'engineFull'
  const row = state.kernel.openProduct()
  const productId = asProductId(row / layout.PRODUCT_BYTES)
  writeTerms(state, row, terms)
  addRate(state, row, 0, tiers)
  writeDocument(state.out, { kind: 'productDefined', productId, terms, document, actor, why })
  writeDocument(state.out, { kind: 'productRateSet', productId, fromDay: 0, tiers, actor, why })
  return productId
}

/** Replaces what no order depends on that holds already. */
export function changeProduct(state: State, command: ChangeProduct): Reason {
  const { productId, terms, document, actor, why } = command
  const row = reachedRow(state, productId)
  if (row === 0) return 'productNotFound'
  const old = termsAt(state, row)
  const isSameProduct =
    terms.assetId === old.assetId &&
    terms.type === old.type &&
    terms.rateType === old.rateType &&
    terms.payout === old.payout &&
    terms.termDays === old.termDays
  if (!isSameProduct || !areTermsSound(terms)) return 'badParameter'
  if (!state.dues.hasRoom(2)) return 'badParameter'
  writeTerms(state, row, terms)
  writeDocument(state.out, { kind: 'productChanged', productId, terms, document, actor, why })
  scheduleSale(state, row)
  state.kernel.noteQuota(row)
  return 'none'
}

/** Moves that an operator may make; the rest the clock and the quota do. */
const MOVES: Readonly<Record<number, readonly number[]>> = {
  [NOT_RELEASED]: [WAITING, OFF_SHELF],
  [WAITING]: [OFF_SHELF],
  [ON_SALE]: [SUSPENDED, ENDED, OFF_SHELF],
  [SUSPENDED]: [ON_SALE, ENDED, OFF_SHELF],
  [SOLD_OUT]: [ENDED, OFF_SHELF],
  [ENDED]: [OFF_SHELF],
}

export function setProductStatus(state: State, command: SetProductStatus): Reason {
  const { productId, status, actor, why } = command
  const row = reachedRow(state, productId)
  if (row === 0) return 'productNotFound'
  const to = codeOf<ProductStatus>(code.PRODUCT_STATUSES, status)
  const from = state.products.view.getUint8(row + layout.PRODUCT_STATUS)
  if (MOVES[from]?.includes(to) !== true) return 'badParameter'
  if (!state.dues.hasRoom(2)) return 'badParameter'
  writeDocument(state.out, { kind: 'productStatusSet', productId, status, actor, why })
  state.kernel.setProductStatus(row, to)
  scheduleSale(state, row)
  if (to === ON_SALE) state.kernel.noteQuota(row)
  return 'none'
}

/** From a day on that nothing was posted for yet. */
export function setProductRate(state: State, command: SetProductRate): Reason {
  const { productId, fromDay, tiers, actor, why } = command
  const row = productRow(state, productId)
  if (row === 0) return 'productNotFound'
  const today = Math.floor(state.at / DAY_MS)
  const isDay = Number.isInteger(fromDay) && fromDay >= today && fromDay <= today + TERM_MOST_DAYS
  if (!isDay || !areTiersSound(tiers)) return 'badParameter'
  if (!state.earnRates.hasRoom(1)) return 'engineFull'
  addRate(state, row, fromDay, tiers)
  writeDocument(state.out, { kind: 'productRateSet', productId, fromDay, tiers, actor, why })
  return 'none'
}

/** Row of a product whose sale was begun or ended by now, if that was due. */
function reachedRow(state: State, productId: number): number {
  const row = productRow(state, productId)
  if (row !== 0) state.kernel.reachProduct(row)
  return row
}

/** When the clock begins and ends the sale of a product; at once what is past. */
function scheduleSale(state: State, row: number): void {
  const { dues, kernel, products } = state
  const id = products.view.getInt32(row + layout.PRODUCT_ID, true)
  const status = products.view.getUint8(row + layout.PRODUCT_STATUS)
  const endTime = products.view.getFloat64(row + layout.PRODUCT_END_TIME, true)
  const set = (detail: number, isWanted: boolean, at: number): void => {
    if (isWanted && dues.hasRoom(1)) kernel.setDue(at, DUE_PRODUCT, id, detail)
    else kernel.clearDue(DUE_PRODUCT, id, detail)
  }
  set(PRODUCT_STARTS, status === WAITING, products.view.getFloat64(row + layout.PRODUCT_START_TIME, true))
  set(PRODUCT_ENDS, endTime !== 0 && status !== ENDED && status !== OFF_SHELF && status !== NOT_RELEASED, endTime)
  kernel.reachProduct(row)
}

function areTermsSound(terms: ProductTerms): boolean {
  const { type, rateType, payout, termDays, startTime, endTime, renewable, earlyRedeem, poolLimit } = terms
  const amounts = [terms.totalQuota, terms.userMin, terms.userMax, terms.step, poolLimit]
  const areWords = [codeOf(code.PRODUCT_TYPES, type), codeOf(code.RATE_TYPES, rateType), codeOf(code.PAYOUTS, payout)].every(
    (word) => word < TIERS_MOST,
  )
  const isTime = (at: number): boolean => Number.isSafeInteger(at) && at >= 0
  const isTerm = type === 'fixed' ? Number.isInteger(termDays) && termDays > 0 && termDays <= TERM_MOST_DAYS : termDays === 0
  const areFlags = typeof renewable === 'boolean' && typeof earlyRedeem === 'boolean' && (type === 'fixed' || !renewable)
  const areBounds = terms.userMax === 0n || terms.userMax >= terms.userMin
  const areTimes = isTime(startTime) && isTime(endTime) && (endTime === 0 || endTime > startTime)
  return areWords && isTerm && areFlags && areBounds && areTimes && amounts.every((amount) => amount >= 0n && amount < AMOUNT_MOST)
}
