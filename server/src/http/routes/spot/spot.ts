/** user-web: placing, changing and cancelling spot orders. */
import type { PlaceOrder } from '@agio/engine/command.ts'
import type { Order, Outcome, OutcomeOrder } from '@agio/engine/event.ts'
import { asInstrumentId, asOrderListId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import type { RequestOf } from '@agio/wire/call.ts'
import { ERRORS } from '@agio/wire/codes.ts'
import { wireNameOf } from '@agio/wire/reasons.ts'
import { amendOrder, amendOrders, cancelAllAfter, cancelOrders, placeOrder, previewOrder } from '@agio/wire/spot/spot.ts'
import { averagePrice, clientOrderIdView, WIRE_ORDER_STATUSES, WIRE_ORDER_TYPES } from '@agio/wire/spot/view.ts'
import { formatSteps } from '@agio/wire/steps.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { ListedPair } from '../../../feeds/listings.ts'
import type { OrderName } from '../../../projections/port.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { userRoute } from '../../calls/user-route.ts'
import { type AskedRow, amendMany } from '../../deeds/amend-many.ts'
import { amendedAnswer, pairOfAmend } from '../../deeds/amended.ts'
import { type DeedCall, deedRoute, done, exactly, refused } from '../../deeds/deed-route.ts'
import { readAmended, readOrder } from '../../deeds/order-command.ts'
import { preview } from '../../deeds/preview.ts'
import { amendRefusal, changeRefusal, faultRefusal, figureRefusal, firstRefusal, lockBoundOf, orderRefusal } from '../../deeds/refusal.ts'
import { submit, submitTold } from '../../deeds/submit.ts'
import { asFailure } from '../../errors.ts'
import {
  anyOrder,
  anyPair,
  liveOrder,
  missingList,
  missingOrder,
  NO_ORDER,
  namedInEngine,
  orderIdOf,
  orderName,
  refuseOfContract,
  shownPair,
} from '../../reads/lookups.ts'
import { registerSpotHistoryRoutes } from './history.ts'
import { registerOrderExport } from './order-export.ts'
import { registerSpotPairRoutes } from './pairs.ts'

const idText = (orderId: number): string | null => (orderId === 0 ? null : String(orderId))

const placedView = (order: OutcomeOrder) => ({
  orderId: String(order.orderId),
  clientOrderId: clientOrderIdView(order),
  type: WIRE_ORDER_TYPES[order.type],
  status: WIRE_ORDER_STATUSES[order.status],
})

/** An order list has no order id; a parent with a child is one order to the owner. */
function placedAnswer(outcome: Outcome, isList: boolean) {
  const [first] = outcome.orders
  if (first === undefined) throw new Error('placeOrder: an accepted order without an order')
  const view = placedView(first)
  return {
    orderId: isList ? null : view.orderId,
    clientOrderId: view.clientOrderId,
    status: view.status,
    orderListId: idText(first.orderListId),
    orders: outcome.orders.map(placedView),
  }
}

/** True for a pair whose operator asks for a verified identity; other pairs cost this look alone. */
const needsIdentity = ({ terms }: ListedPair): boolean => terms.document.isRealname === 1

/** @throws Failure KYC_REQUIRED */
async function mustBeVerified(tenant: Tenant, userId: UserId): Promise<void> {
  if ((await tenant.identities.level(userId)) === 0) throw new Failure('KYC_REQUIRED', { level: '1' })
}

function previewAnswer(tenant: Tenant, pair: ListedPair, command: PlaceOrder) {
  const estimate = preview(tenant, command)
  if (estimate.reason !== 'none') throw orderRefusal(estimate.reason, tenant, pair, command, '')
  const { assetFacts } = tenant.feeds.listings
  const held = assetFacts(estimate.heldAssetId)
  const fee = assetFacts(estimate.feeAssetId)
  const { discounted, waiting } = estimate
  const bound = lockBoundOf(tenant, pair, command)
  const whole = discounted && waiting && { fee: discounted.fee + waiting.fee, worth: discounted.worth + waiting.worth }
  const coin = discounted === undefined ? undefined : assetFacts(discounted.assetId)
  return {
    frozen: formatDecimal(estimate.held, held.scale),
    frozenCoin: held.symbol,
    estFee: formatDecimal(estimate.fee, fee.scale),
    feeCoin: fee.symbol,
    estDiscountFee: discounted === undefined || coin === undefined ? null : formatDecimal(discounted.fee, coin.scale),
    discountCoin: coin?.symbol ?? null,
    estDiscountWorth: discounted === undefined ? null : formatDecimal(discounted.worth, pair.quote.scale),
    estWholeDiscountFee: whole === undefined || coin === undefined ? null : formatDecimal(whole.fee, coin.scale),
    estWholeDiscountWorth: whole === undefined ? null : formatDecimal(whole.worth, pair.quote.scale),
    estAvgPrice: averagePrice(pair, estimate.executedQuote, estimate.executedQuantity),
    estValue: estimate.executedQuantity === 0 ? null : formatDecimal(estimate.executedQuote, pair.quote.scale),
    estAmount: estimate.executedQuantity === 0 ? null : formatSteps(estimate.executedQuantity, pair.quantityScale),
    boundLow: bound?.low ?? null,
    boundHigh: bound?.high ?? null,
  }
}

function registerPlacing(app: FastifyInstance): void {
  deedRoute(app, placeOrder, {
    run(call) {
      const { tenant, request, userId, source, caller, key } = call
      const pair = anyPair(tenant, request.symbol)
      if (!pair.terms.visible && !call.isRepeat) throw new Failure('PAIR_NOT_FOUND', { symbol: request.symbol })
      const { command, fault } = readOrder(request, pair, { userId, source, caller })
      if (fault !== undefined) throw firstRefusal(tenant, pair, { command, fault }, request)
      const place = () =>
        submitTold(tenant, command, key, ({ reason }) => orderRefusal(reason, tenant, pair, command, key)).then(({ outcome, refusal }) =>
          refusal === undefined
            ? exactly(placedAnswer(outcome, command.terms.type === 'oneCancelsOther'), outcome)
            : refused(refusal, outcome),
        )
      return needsIdentity(pair) && !call.isRepeat ? mustBeVerified(tenant, userId).then(place) : place()
    },
  })

  userRoute(app, previewOrder, ({ tenant, request, userId }) => {
    const pair = shownPair(tenant, request.symbol)
    const { command, fault } = readOrder(request, pair, { userId, source: 'web', caller: 0 })
    if (fault !== undefined) throw firstRefusal(tenant, pair, { command, fault }, request)
    const answer = () => previewAnswer(tenant, pair, command)
    return needsIdentity(pair) ? mustBeVerified(tenant, userId).then(answer) : answer()
  })
}

/** @throws Failure ORDER_NOT_FOUND */
async function knownOrder(tenant: Tenant, userId: UserId, name: OrderName): Promise<Order> {
  const order = await anyOrder(tenant, userId, name)
  if (order === undefined) throw new Failure('ORDER_NOT_FOUND', {})
  return order
}

function registerAmending(app: FastifyInstance): void {
  deedRoute(app, amendOrder, {
    async run(call) {
      const { tenant, request, userId, caller, key } = call
      const name = orderName(caller, request)
      const order = liveOrder(tenant, userId, name)
      // The first call of the key may have ended or replaced the order.
      if (order === undefined && !call.isRepeat) throw await missingOrder(tenant, userId, name)
      const pair = await pairOfAmend(tenant, userId, name, order)
      const asked = readAmended(pair, request)
      if (asked.fault !== undefined) throw faultRefusal(asked.fault, request)
      if (needsIdentity(pair) && !call.isRepeat) await mustBeVerified(tenant, userId)
      const { price, quantity, triggerPrice } = asked
      const command = { kind: 'amendOrder', userId, caller, ...namedInEngine(name), price, quantity, triggerPrice } as const
      const { outcome, refusal } = await submitTold(tenant, command, key, ({ reason }) => changeRefusal(reason, tenant, pair, key))
      if (refusal === undefined) return done(await amendedAnswer({ tenant, userId, name, asked, before: order }, pair, outcome), outcome)
      const { reason } = outcome
      if (reason === 'orderNotFound' || reason === 'orderClosed') return refused(await missingOrder(tenant, userId, name), outcome)
      if (reason === 'badNumber') return refused(figureRefusal(order ?? (await knownOrder(tenant, userId, name)), asked), outcome)
      return refused(reason === 'amendNotAllowed' ? amendRefusal(order, asked) : refusal, outcome)
    },
  })
}

/** One row of several amendments. */
function readRow(
  { tenant, userId, caller }: DeedCall<unknown>,
  pair: ListedPair,
  row: RequestOf<typeof amendOrders>['orders'][number],
): AskedRow {
  const { fault, ...figures } = readAmended(pair, row)
  if (fault !== undefined) return { failure: faultRefusal(fault, row) }
  const name = orderName(caller, row)
  const { orderId, clientOrderId = '', originOrderId } = { originOrderId: undefined, ...namedInEngine(name) }
  return {
    row: { orderId, clientOrderId, ...(originOrderId !== undefined && { originOrderId }), ...figures },
    before: liveOrder(tenant, userId, name),
  }
}

function registerAmendingMany(app: FastifyInstance): void {
  deedRoute(app, amendOrders, {
    async run(call) {
      const { tenant, request, userId, key } = call
      const pair = anyPair(tenant, request.symbol)
      if (needsIdentity(pair) && !call.isRepeat) await mustBeVerified(tenant, userId)
      return amendMany(
        call,
        request.orders.map((row) => readRow(call, pair, row)),
        {
          instrumentId: pair.instrumentId,
          price: (ticks) => formatSteps(ticks, pair.priceScale),
          quantity: (lots) => formatSteps(lots, pair.quantityScale),
          status: ({ status }) => WIRE_ORDER_STATUSES[status],
          past: (orderId) => anyOrder(tenant, userId, { orderId }),
          failureOf: (reason) => changeRefusal(reason, tenant, pair, key),
        },
      )
    },
  })
}

interface CancelRow {
  readonly orderId: string
  /** Null for an id without an order by this user. */
  readonly clientOrderId: string | null
  readonly symbol: string | null
  readonly result: 0 | 1
  readonly code: string
  readonly status: string
}

const cancelRow = (tenant: Tenant, order: OutcomeOrder): CancelRow => ({
  orderId: String(order.orderId),
  clientOrderId: clientOrderIdView(order),
  symbol: tenant.feeds.listings.pairFacts(order.instrumentId).symbol,
  result: order.reason === 'none' ? 1 : 0,
  code: order.reason === 'none' ? '0' : ERRORS[wireNameOf(order.reason)].code,
  status: WIRE_ORDER_STATUSES[order.status],
})

/** Cancels what one name stands for. @throws Failure ORDER_NOT_FOUND, ORDER_CLOSED, PAIR_BUSY */
async function cancelOne(tenant: Tenant, userId: UserId, name: OrderName | { readonly orderListId: OrderId }): Promise<CancelRow[]> {
  if (!('orderListId' in name)) refuseOfContract(tenant, userId, name)
  const outcome = await submit(tenant, {
    kind: 'cancelOrder',
    userId,
    ...namedInEngine('orderListId' in name ? { orderId: NO_ORDER } : name),
    orderListId: asOrderListId('orderListId' in name ? name.orderListId : 0),
  })
  if (outcome.reason === 'none') return outcome.orders.map((order) => cancelRow(tenant, order))
  if (outcome.reason === 'pairBusy') throw new Failure('PAIR_BUSY', {})
  throw 'orderListId' in name ? await missingList(tenant, userId, name.orderListId) : await missingOrder(tenant, userId, name)
}

/** One of many: a failure is a row, not the answer. */
async function cancelRows(tenant: Tenant, userId: UserId, orderId: string): Promise<CancelRow[]> {
  try {
    return await cancelOne(tenant, userId, { orderId: orderIdOf(orderId) })
  } catch (thrown) {
    const error = asFailure(thrown)
    if (error === undefined) throw thrown
    const { errorName, params } = error
    // History that is away now stays away for a second question.
    const ended = errorName === 'ORDER_CLOSED' ? await anyOrder(tenant, userId, { orderId: orderIdOf(orderId) }) : undefined
    return [
      {
        orderId,
        clientOrderId: ended === undefined ? null : clientOrderIdView(ended),
        symbol: ended === undefined ? null : tenant.feeds.listings.pairFacts(ended.instrumentId).symbol,
        result: 0,
        code: ERRORS[errorName].code,
        status: typeof params.status === 'string' ? params.status : '',
      },
    ]
  }
}

function registerCancelling(app: FastifyInstance): void {
  userRoute(app, cancelOrders, async ({ tenant, request, userId, caller }) => {
    if (request.all === 1) {
      const instrumentId = request.symbol == null ? 0 : anyPair(tenant, request.symbol).instrumentId
      const outcome = await submit(tenant, { kind: 'cancelAllOrders', userId, instrumentId: asInstrumentId(instrumentId) })
      if (outcome.reason !== 'none') throw new Failure(wireNameOf(outcome.reason), {})
      return { list: outcome.orders.map((order) => cancelRow(tenant, order)) }
    }
    if (request.orderIds != null) {
      const rows = await Promise.all(request.orderIds.map((orderId) => cancelRows(tenant, userId, orderId)))
      return { list: rows.flat() }
    }
    if (request.orderListId != null) return { list: await cancelOne(tenant, userId, { orderListId: orderIdOf(request.orderListId) }) }
    return { list: await cancelOne(tenant, userId, orderName(caller, request)) }
  })

  userRoute(app, cancelAllAfter, async ({ tenant, request, userId }) => {
    const instrumentId = request.symbol == null ? 0 : anyPair(tenant, request.symbol).instrumentId
    const outcome = await submit(tenant, {
      kind: 'setCancelAllTimer',
      userId,
      instrumentId: asInstrumentId(instrumentId),
      timeoutMs: request.timeout,
    })
    if (outcome.reason !== 'none') throw new Failure(wireNameOf(outcome.reason), {})
    return { triggerTime: outcome.value === 0 ? null : outcome.value }
  })
}

/** All calls of the spot service. */
export function registerSpotRoutes(app: FastifyInstance): void {
  registerPlacing(app)
  registerAmending(app)
  registerAmendingMany(app)
  registerCancelling(app)
  registerSpotHistoryRoutes(app)
  registerOrderExport(app)
  registerSpotPairRoutes(app)
}
