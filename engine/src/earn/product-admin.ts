/** Commands of the house about savings products: what they are, when they are sold, what they earn. */
import * as code from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type { ChangeProduct, DefineProduct, ProductStatus, ProductTerms, SetProductRate, SetProductStatus } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asProductId } from '../ids/id.ts'
import type { Handle } from '../memory/handle.ts'
import type { Reason } from '../reason.ts'
import { DUE_PRODUCT, PRODUCT_ENDS, PRODUCT_STARTS } from '../schema/due.ts'
import { TIERS_MOST } from '../schema/earn.ts'
import type { State } from '../state.ts'
import { productRow, termsAt } from './product-row.ts'
import { addRate, areTiersSound, DAY_MS } from './rates.ts'
import { writeTerms } from './write-terms.ts'

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
  const productId = asProductId(state.products.numberOf(row))
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
const MOVES: Readonly<Partial<Record<ProductStatus, readonly ProductStatus[]>>> = {
  notReleased: ['waiting', 'offShelf'],
  waiting: ['offShelf'],
  onSale: ['suspended', 'ended', 'offShelf'],
  suspended: ['onSale', 'ended', 'offShelf'],
  soldOut: ['ended', 'offShelf'],
  ended: ['offShelf'],
}

export function setProductStatus(state: State, command: SetProductStatus): Reason {
  const { productId, status, actor, why } = command
  const row = reachedRow(state, productId)
  if (row === 0) return 'productNotFound'
  if (MOVES[state.products.at(row).status]?.includes(status) !== true) return 'badParameter'
  if (!state.dues.hasRoom(2)) return 'badParameter'
  writeDocument(state.out, { kind: 'productStatusSet', productId, status, actor, why })
  state.kernel.setProductStatus(row, codeOf<ProductStatus>(code.PRODUCT_STATUSES, status))
  scheduleSale(state, row)
  if (status === 'onSale') state.kernel.noteQuota(row)
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
function reachedRow(state: State, productId: number): Handle<'product'> {
  const row = productRow(state, productId)
  if (row !== 0) state.kernel.reachProduct(row)
  return row
}

/** When the clock begins and ends the sale of a product; at once what is past. */
function scheduleSale(state: State, row: Handle<'product'>): void {
  const { dues, kernel, products } = state
  const { endTime, id, startTime, status } = products.at(row)
  const set = (detail: number, isWanted: boolean, at: number): void => {
    if (isWanted && dues.hasRoom(1)) kernel.setDue(at, DUE_PRODUCT, id, detail)
    else kernel.clearDue(DUE_PRODUCT, id, detail)
  }
  set(PRODUCT_STARTS, status === 'waiting', startTime)
  set(PRODUCT_ENDS, endTime !== 0 && !['ended', 'offShelf', 'notReleased'].includes(status), endTime)
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
