/** user-web: coins that earn interest. */
import type { Reason } from '@agio/engine/reason.ts'
import type { CommandByKind } from '@agio/engine/schema/commands.ts'
import type { RequestOf, ResponseOf } from '@agio/wire/call.ts'
import {
  earnAssets,
  earnTotals,
  estimatedInterest,
  purchaseDisplay as purchaseDisplayCall,
  purchaseProduct,
  setRenewal,
  userProducts,
} from '@agio/wire/earn/earn.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import type { FastifyInstance } from 'fastify'
import { Failure, invalid } from '../../../core/failure.ts'
import { savingsAssets, savingsTotals } from '../../../earn/holdings.ts'
import { earnOrderIdOf, heldOrder, RENEWALS_BY_NUMBER } from '../../../earn/order-view.ts'
import { knownProduct, kycLevelOf, listedProducts, productView, releasedProduct, STATUS_NUMBERS } from '../../../earn/product-view.ts'
import { askedAmount, estimate, exactAmount, levelOf, purchaseDisplay, purchaseFigures, quotaFault } from '../../../earn/purchase.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { type DeedCall, type Done, deedRoute, done, refused } from '../../deeds/deed-route.ts'
import { submit } from '../../deeds/submit.ts'
import { coinById } from '../../reads/lookups.ts'
import { historyReached } from '../../reads/whole-history.ts'
import { registerEarnListRoutes } from './lists.ts'
import { missingEarnOrder, orderView, purchasedView } from './order.ts'
import { registerRedeemRoutes } from './redeem.ts'

const PAGE_SIZE = 20
const FINANCIAL = 3
/** Until so long before a term ends it may be said what becomes of it. */
const RENEWAL_LOCK_MS = 3_600_000

/** @throws Failure PRODUCT_NOT_FOUND */
function productOf({ tenant }: UserCall<unknown>, productId: string) {
  const product = releasedProduct(tenant, productId)
  if (product === undefined) throw new Failure('PRODUCT_NOT_FOUND', {})
  return product
}

/** What somebody wants to buy may be released at this very moment: a purchase is told its status. @throws Failure PRODUCT_NOT_FOUND */
function wantedProduct({ tenant }: UserCall<unknown>, productId: string) {
  const product = knownProduct(tenant, productId)
  if (product === undefined) throw new Failure('PRODUCT_NOT_FOUND', {})
  return product
}

function registerHoldings(app: FastifyInstance): void {
  userRoute(app, earnTotals, async ({ tenant, userId }) => {
    await historyReached(tenant)
    return savingsTotals(tenant, userId)
  })

  userRoute(app, earnAssets, async ({ tenant, request, userId }) => {
    const pageNo = request.pageNo ?? 1
    const pageSize = request.pageSize ?? PAGE_SIZE
    const coinId = request.coinId == null ? undefined : String(coinById(tenant, request.coinId).assetId)
    await historyReached(tenant)
    const kind = request.type == null ? undefined : request.type === 1 ? 'fixed' : 'flexible'
    const rows = (await savingsAssets(tenant, userId, kind)).filter((row) => (coinId ?? row.coinId) === row.coinId)
    return { list: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length, pageNo, pageSize }
  })

  userRoute(app, userProducts, (call) => {
    const { tenant, request } = call
    const assetId = request.coinId == null ? undefined : coinById(tenant, request.coinId).assetId
    return listedProducts(tenant)
      .filter(({ terms }) => request.type == null || (request.type === 1) === (terms.type === 'fixed'))
      .filter(({ terms }) => (assetId ?? terms.assetId) === terms.assetId)
      .map((product) => productView(call, product))
  })
}

function registerDisplays(app: FastifyInstance): void {
  userRoute(app, purchaseDisplayCall, (call) => purchaseDisplay(call, productOf(call, call.request.productId)))

  userRoute(app, estimatedInterest, (call) => {
    const { tenant, request } = call
    const product = productOf(call, request.productId)
    const { scale } = tenant.feeds.listings.assetFacts(product.terms.assetId)
    return estimate(call, product, exactAmount(request.amount, scale))
  })
}

type Purchase = DeedCall<RequestOf<typeof purchaseProduct>>

/** The checks that no retry of a known key passes again. @throws Failure in the API's order */
async function checkPurchase(
  call: Purchase,
  command: CommandByKind['purchaseProduct'],
  isOffScale: boolean,
  refuse: (reason: Exclude<Reason, 'none'>) => Failure,
): Promise<void> {
  const { tenant, request, userId } = call
  const product = wantedProduct(call, request.productId)
  if (command.renewal !== 'none' && !(product.terms.type === 'fixed' && product.terms.renewable)) throw invalid('autoPurchase', 'enum')
  const level = kycLevelOf(call, product)
  const isShort = level > 0 && (await levelOf(tenant, userId)) < level
  if (!isShort && request.agree === 1 && !isOffScale) return
  const fault = quotaFault(tenant, userId, product, { minor: command.amount, isOffScale })
  if (fault !== 'none') throw refuse(fault)
  throw isShort ? new Failure('KYC_REQUIRED', { level }) : new Failure('TERMS_NOT_ACCEPTED', {})
}

/** For this long after the last of a product was sold, a purchase is refused by the quota and not by a status that its page cannot show yet. */
const RACE_MS = 2000

function registerPurchase(app: FastifyInstance): void {
  /** When a purchase here took the last of a product, by exchange. */
  const soldOut = new WeakMap<object, Map<number, number>>()
  const purchase = async (call: Purchase): Promise<Done<ResponseOf<typeof purchaseProduct>>> => {
    const { tenant, request, userId, caller, key, isRepeat } = call
    const product = wantedProduct(call, request.productId)
    const { scale } = tenant.feeds.listings.assetFacts(product.terms.assetId)
    const { minor: amount, isOffScale } = askedAmount(request.amount, scale)
    const payAccount = request.payAccount === FINANCIAL ? ('financial' as const) : ('spot' as const)
    const renewal = RENEWALS_BY_NUMBER[request.autoPurchase ?? 0]
    const { productId } = product
    const command = { kind: 'purchaseProduct', userId, caller, productId, amount, payAccount, renewal } as const
    const soldOutAt = soldOut.get(tenant.exchange) ?? new Map<number, number>()
    soldOut.set(tenant.exchange, soldOutAt)
    const refuse = (given: Exclude<Reason, 'none'>): Failure => {
      const now = wantedProduct(call, request.productId)
      const isRace = now.status === 'soldOut' && tenant.exchange.now() - (soldOutAt.get(productId) ?? 0) < RACE_MS
      // It is known here, so the engine did not find it only because it was not released then.
      if (given === 'productNotFound') return new Failure(wireNameOf('productNotOpen'), { status: STATUS_NUMBERS.notReleased })
      const reason = given === 'productNotOpen' && isRace ? 'soldOut' : given
      const figures = purchaseFigures(tenant, userId, now, { amount, payAccount, key })
      return new Failure(wireNameOf(reason), figures[reason] ?? {})
    }
    if (!isRepeat) await checkPurchase(call, command, isOffScale, refuse)
    // What came to the engine was an amount of the coin, and the terms were accepted: this is another request.
    else if (isOffScale || request.agree !== 1) throw refuse('clientIdConflict')
    const outcome = await submit(tenant, command, key)
    // Of one user there may be many orders here, of a pair as well: the same word, another bound.
    if (outcome.reason === 'tooManyOrders') return refused(new Failure('EARN_ORDER_LIMIT', { max: 200 }), outcome)
    if (outcome.reason !== 'none') return refused(refuse(outcome.reason), outcome)
    if (!isRepeat && wantedProduct(call, request.productId).status === 'soldOut') soldOutAt.set(productId, tenant.exchange.now())
    return done(await (isRepeat ? purchasedView(call, outcome.value, renewal) : orderView(call, outcome.value)), outcome)
  }
  deedRoute(app, purchaseProduct, { run: purchase })

  userRoute(app, setRenewal, async (call) => {
    const { tenant, request, userId, caller } = call
    const orderId = earnOrderIdOf(request.orderNo)
    const renewal = RENEWALS_BY_NUMBER[request.autoPurchase]
    const outcome = await submit(tenant, { kind: 'setRenewal', userId, caller, orderId, renewal })
    const { reason } = outcome
    if (reason === 'none') return orderView(call, orderId)
    if (reason === 'earnOrderNotFound') throw await missingEarnOrder(call, request.orderNo)
    if (reason === 'badParameter') throw invalid('autoPurchase', 'enum')
    const expireAt = heldOrder(call, userId, orderId)?.expireAt ?? 0
    throw new Failure(wireNameOf(reason), reason === 'renewalLocked' ? { since: expireAt - RENEWAL_LOCK_MS } : {})
  })
}

/** All calls of savings that a user makes. */
export function registerEarnRoutes(app: FastifyInstance): void {
  registerHoldings(app)
  registerDisplays(app)
  registerPurchase(app)
  registerRedeemRoutes(app)
  registerEarnListRoutes(app)
}
