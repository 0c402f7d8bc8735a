/** The user's own savings. Loaded with the first call. */
import { coin } from '@agio/wire/assets/assets.ts'
import type { RequestInput } from '@agio/wire/call.ts'
import {
  earnAssets,
  earnBills,
  earnOrders,
  earnTotals,
  estimatedInterest,
  fixedRedeemDisplay,
  purchaseDisplay,
  purchaseProduct,
  redeem,
  redeemDisplay,
  setRenewal,
} from '@agio/wire/earn/earn.ts'
import { CallError } from '../call-error.ts'
import { send } from '../http-client.ts'
import type { Place } from '../paged-list.ts'

/** As many as a user may hold at once, in pages of this size. */
const HELD_PAGE = 100

const at = ({ page, asOf }: Place, size: number) => ({ pageNo: page, pageSize: size, ...(asOf !== undefined && { asOf }) })

export type OrderFilter = Pick<RequestInput<typeof earnOrders>, 'status' | 'type' | 'coinId' | 'startTime' | 'endTime'>
export type BillFilter = Pick<RequestInput<typeof earnBills>, 'type' | 'coinId' | 'orderNo' | 'startTime' | 'endTime'>

export const loadTotals = () => send(earnTotals, {})
export const loadAssets = async () => (await send(earnAssets, { pageNo: 1, pageSize: HELD_PAGE })).list

export async function loadOrders(filter: OrderFilter, place: Place, size: number) {
  const { list, total, asOf } = await send(earnOrders, { ...filter, ...at(place, size) })
  return { rows: list, total, asOf }
}

export async function loadBills(filter: BillFilter, place: Place, size: number) {
  const { list, total, asOf } = await send(earnBills, { ...filter, ...at(place, size) })
  return { rows: list, total, asOf }
}

/** Every order that the user holds. */
export async function loadHeld() {
  const first = await loadOrders({ status: 1 }, { page: 1, asOf: undefined }, HELD_PAGE)
  if (first.total <= first.rows.length) return first.rows
  const second = await loadOrders({ status: 1 }, { page: 2, asOf: first.asOf }, HELD_PAGE)
  return [...first.rows, ...second.rows]
}

export const loadTerms = (productId: string) => send(purchaseDisplay, { productId })

/** A released product, also one that lists no longer show, and the decimals of its coin; null: there is no such product. */
export async function loadProduct(productId: string) {
  try {
    const { product } = await loadTerms(productId)
    const { scale } = await send(coin, { coinId: product.coinId })
    return { product, scale }
  } catch (error) {
    if (error instanceof CallError && error.errorName === 'PRODUCT_NOT_FOUND') return null
    throw error
  }
}

export const loadEstimate = (productId: string, amount: string) => send(estimatedInterest, { productId, amount })
export const buy = (request: RequestInput<typeof purchaseProduct>) => send(purchaseProduct, request)
export const loadRedemption = (orderNo: string, amount: string | undefined) =>
  send(redeemDisplay, { orderNo, ...(amount !== undefined && { amount }) })
export const loadFixedRedemption = (orderNo: string) => send(fixedRedeemDisplay, { orderNo })
export const takeOut = (request: RequestInput<typeof redeem>) => send(redeem, request)
export const renew = (orderNo: string, autoPurchase: 0 | 1 | 2) => send(setRenewal, { orderNo, autoPurchase })
