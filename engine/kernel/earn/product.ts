/** Savings products: whether they are on sale, what is left of them, and what they earn on a day. */
import { findDue, removeDue } from '../due/queue'
import { makeSure } from '../events/out'
import { allocateZeroed } from '../memory/tables'
import { ProductStatusRecord } from '../../generated/records'
import { EarnRate, earnRatesTable, none, Product, productsTable, state } from '../../generated/rows'
import { ENDED, ON_SALE, SOLD_OUT, SUSPENDED, WAITING } from '../constants/code'
import { DUE_PRODUCT, PRODUCT_ENDS, PRODUCT_STARTS } from '../constants/due'
import { EARN_RATE_BYTES, PRODUCT_BYTES } from '../constants/layout'
import { EARN_RATES, PRODUCTS } from '../constants/map'

/** Row of a product; none() if it does not exist. */
@inline export function productAt(productId: i32): Product {
  // in 64 bits: an id of an entry may be anything
  const handle = <u64><u32>productId * <u64>PRODUCT_BYTES
  return productId > 0 && handle < <u64>productsTable.used ? changetype<Product>(<usize>handle) : none<Product>()
}

/** A new product's row; its position is its id. Room for it is what admission has asked for. */
export function openProduct(): Product {
  const product = allocateZeroed<Product>(PRODUCTS, productsTable, PRODUCT_BYTES)
  product.id = <i32>(changetype<usize>(product) / PRODUCT_BYTES)
  return product
}

/** A new version of a rate. */
export function openRate(): EarnRate {
  return allocateZeroed<EarnRate>(EARN_RATES, earnRatesTable, EARN_RATE_BYTES)
}

/** Moves a product to a status and tells so. */
export function setStatus(product: Product, status: i32): void {
  if (product.status == status) return
  product.status = status
  makeSure()
  const record = ProductStatusRecord.begin(status)
  record.productId = product.id
}

/** The sale begins or ends: what a row of the queue is for. */
export function runProduct(productId: i32, detail: i32): void {
  const product = productAt(productId)
  const status = product.status
  if (detail == PRODUCT_STARTS && status == WAITING) setStatus(product, ON_SALE)
  if (detail == PRODUCT_ENDS && (status == ON_SALE || status == SUSPENDED || status == SOLD_OUT)) setStatus(product, ENDED)
  if (product.status == ON_SALE) noteQuota(product)
}

/** Brings a product up to its time: asked while something is due that was not come to. */
export function reachProduct(product: Product): void {
  reachSale(product, state.at)
}

/** Begins and ends the sale of a product, if either was due by a time. */
export function reachSale(product: Product, at: f64): void {
  for (let detail: i32 = PRODUCT_STARTS; detail <= <i32>PRODUCT_ENDS; detail += 1) {
    const row = findDue(DUE_PRODUCT, <f64>product.id, detail)
    if (!row.exists || row.at > at) continue
    removeDue(row)
    runProduct(product.id, detail)
  }
}

/** What is left for sale; int64's most where nothing bounds it. */
export function leftOf(product: Product): i64 {
  const total = product.totalQuota
  if (total == 0) return i64.MAX_VALUE
  return total > product.sold ? total - product.sold : 0
}

/** Part of the quota that a customer may hold of a product that does not say otherwise. */
const PARTS_OF_QUOTA: i64 = 20

/** What one customer may hold; int64's most where nothing bounds it. The least purchase is never too much. */
export function mostOf(product: Product): i64 {
  const said = product.userMax
  if (said != 0) return said
  const total = product.totalQuota
  return total == 0 ? i64.MAX_VALUE : max(total / PARTS_OF_QUOTA, product.userMin)
}

/** Sold out is what has less left than anybody may buy, and no longer when there is more again. */
export function noteQuota(product: Product): void {
  const isOut = leftOf(product) < max(product.userMin, 1)
  if (isOut && product.status == ON_SALE) setStatus(product, SOLD_OUT)
  if (!isOut && product.status == SOLD_OUT) setStatus(product, ON_SALE)
}

/** Principal that is held of it comes (or goes, below zero). */
@inline export function addSold(product: Product, amount: i64): void {
  product.sold += amount
  noteQuota(product)
}

/** What it earns on a UTC day; none before its first rate. */
export function rateOn(product: Product, day: u32): EarnRate {
  let rate = product.rate
  while (rate.exists && rate.from > day) rate = rate.older
  return rate
}
