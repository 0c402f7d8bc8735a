/** Savings products: what they are, when they are sold, what they earn from a day on. */
import type { ChangeProduct, DefineProduct, ProductStatus, ProductTerms, SetProductRate, SetProductStatus } from '@agio/engine/command.ts'
import { type Answer, no, ok } from './answer.ts'
import { DAY_MS, larger, type World } from './model.ts'
import type { RefProduct } from './product-model.ts'

export const productOf = (world: World, productId: number): RefProduct | undefined => world.earn.products[productId - 1]

/** Sold out is what has less left than anybody may buy. */
export function noteQuota(product: RefProduct): void {
  const { totalQuota, userMin } = product.terms
  const isOut = totalQuota !== 0n && totalQuota - product.sold < larger(userMin, 1n)
  if (isOut && product.status === 'onSale') product.status = 'soldOut'
  else if (!isOut && product.status === 'soldOut') product.status = 'onSale'
}

const ENDS: readonly ProductStatus[] = ['onSale', 'suspended', 'soldOut']

/** When the clock moves a product next. */
export function saleTurn({ status, terms }: RefProduct): number {
  if (status === 'waiting') return terms.startTime
  return ENDS.includes(status) && terms.endTime !== 0 ? terms.endTime : Number.POSITIVE_INFINITY
}

export function runSale(product: RefProduct): number {
  product.status = product.status === 'waiting' ? 'onSale' : 'ended'
  noteQuota(product)
  return 1
}

export function reachSale(world: World, product: RefProduct): void {
  while (saleTurn(product) <= world.time) runSale(product)
}

function areTermsSound(terms: ProductTerms): boolean {
  const isTerm = terms.type === 'fixed' ? terms.termDays > 0 : terms.termDays === 0
  const isRenewable = terms.type === 'fixed' || !terms.renewable
  const areBounds = terms.userMax === 0n || terms.userMax >= terms.userMin
  return isTerm && isRenewable && areBounds && (terms.endTime === 0 || terms.endTime > terms.startTime)
}

export function defineProduct(world: World, { terms, tiers }: DefineProduct): Answer {
  if (world.assets[terms.assetId - 1] === undefined) return no('assetNotFound')
  if (!areTermsSound(terms)) return no('badParameter')
  const productId = world.earn.products.length + 1
  const rates = [{ fromDay: 0, given: world.seq, tiers }]
  world.earn.products.push({ productId, terms, status: 'notReleased', sold: 0n, rates, poolDay: 0, poolUsed: 0n })
  return ok(productId)
}

export function changeProduct(world: World, { productId, terms }: ChangeProduct): Answer {
  const product = productOf(world, productId)
  if (product === undefined) return no('productNotFound')
  reachSale(world, product)
  const isSame = (['assetId', 'type', 'rateType', 'payout', 'termDays'] as const).every((name) => terms[name] === product.terms[name])
  if (!isSame || !areTermsSound(terms)) return no('badParameter')
  product.terms = terms
  reachSale(world, product)
  noteQuota(product)
  return ok()
}

/** From where an operator may move it, by where to. */
const FROM: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  notReleased: [],
  waiting: ['notReleased'],
  onSale: ['suspended'],
  suspended: ['onSale'],
  soldOut: [],
  ended: ['onSale', 'suspended', 'soldOut'],
  offShelf: ['notReleased', 'waiting', 'onSale', 'suspended', 'soldOut', 'ended'],
}

export function setProductStatus(world: World, { productId, status }: SetProductStatus): Answer {
  const product = productOf(world, productId)
  if (product === undefined) return no('productNotFound')
  reachSale(world, product)
  if (!FROM[status].includes(product.status)) return no('badParameter')
  product.status = status
  reachSale(world, product)
  noteQuota(product)
  return ok()
}

export function setProductRate(world: World, { productId, fromDay, tiers }: SetProductRate): Answer {
  const product = productOf(world, productId)
  if (product === undefined) return no('productNotFound')
  const today = Math.floor(world.time / DAY_MS)
  if (fromDay < today || fromDay > today + 3_650) return no('badParameter')
  product.rates.push({ fromDay, given: world.seq, tiers })
  return ok()
}
