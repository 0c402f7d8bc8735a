/** The futures host: placing, trying and changing orders. */
import type { PlaceContractOrder } from '@agio/engine/command.ts'
import type { Order, Outcome, OutcomeOrder } from '@agio/engine/event.ts'
import type { ContractPreview } from '@agio/engine/perp/preview-contract.ts'
import { orderOf } from '@agio/engine/read.ts'
import type { RequestOf, ResponseOf } from '@agio/wire/call.ts'
import { createOrder, previewCoOrder, updateOrder, updateOrders } from '@agio/wire/futures/orders.ts'
import { coMoney, coPrice, rateText } from '@agio/wire/futures/view.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../../core/failure.ts'
import type { Tenant } from '../../../tenant/tenant.ts'
import { type UserCall, userRoute } from '../../calls/user-route.ts'
import { type AskedRow, amendMany } from '../../deeds/amend-many.ts'
import { CoReader, type CoReading, plainLimit, readCoOrder } from '../../deeds/contract-command.ts'
import { endingAsFirst, place, placedView, refusalOf, settingsFor, statusOf } from '../../deeds/contract-placing.ts'
import { previewContract } from '../../deeds/contract-preview.ts'
import { coFaultRefusal, coRefusal, firstCoRefusal, type Refusal } from '../../deeds/contract-refusal.ts'
import { needsIdentity, refuseUnverified } from '../../deeds/contract-standing.ts'
import { AGAIN, type DeedCall, type Done, deedRoute, done, refused } from '../../deeds/deed-route.ts'
import { amendRefusal, figureRefusal } from '../../deeds/refusal.ts'
import { submitTold } from '../../deeds/submit.ts'
import { anyContract, contractState, liveCoOrder, missingCoOrder, pastCoOrder, shownContract } from '../../reads/contract-lookups.ts'
import { NO_ORDER, orderIdOrNone } from '../../reads/lookups.ts'

type PlaceRequest = RequestOf<typeof createOrder>
type PlaceCall = UserCall<PlaceRequest>
type PlacedAnswer = ResponseOf<typeof createOrder>

/** Reads an order with the owner's settings. @throws Failure for a field without an exact form, unless an earlier check fails */
function readPlaced({ tenant, request, userId, source, caller }: PlaceCall, refusal: Refusal): CoReading | Promise<CoReading> {
  const { contract } = refusal
  const read = (settings: Parameters<typeof readCoOrder>[1]['settings']): CoReading => {
    const of = {
      contract,
      state: contractState(tenant, contract),
      settings,
      placer: { userId, source, caller },
      now: tenant.exchange.now(),
    }
    const reading = readCoOrder(request, of)
    if (reading.fault !== undefined) throw firstCoRefusal(reading.fault, { ...refusal, command: reading.command }, request.stpMode ?? '')
    return reading
  }
  const settings = settingsFor(tenant, userId, request)
  return settings instanceof Promise ? settings.then(read) : read(settings)
}

/** Attached orders have the next ids: take profit first. */
const attachedIds = (orderId: number, { takeProfit, stopLoss }: PlaceContractOrder): string[] => [
  ...(takeProfit === 0 ? [] : [String(orderId + 1)]),
  ...(stopLoss === 0 ? [] : [String(orderId + (takeProfit === 0 ? 1 : 2))]),
]

/** Volume after placing. A closing order is trimmed to the position; only history knows the volume after an immediate end. */
function volumeOf(
  { tenant, request, userId }: PlaceCall,
  { orderId }: OutcomeOrder,
  command: PlaceContractOrder,
): number | Promise<number> {
  if (request.open === 'OPEN') return command.quantity
  const open = orderOf(tenant.exchange.state, orderId)
  if (open !== undefined) return open.quantity
  const found = pastCoOrder(tenant, userId, 0, { orderId: String(orderId) })
  // It is done: nobody is told to try again because history is away.
  return found.then((row) => row?.order.quantity ?? command.quantity).catch(() => command.quantity)
}

const placedAnswer = (call: PlaceCall, command: PlaceContractOrder, outcome: Outcome): PlacedAnswer | Promise<PlacedAnswer> =>
  placedView(call.tenant, call.userId, outcome, (placed, order) => {
    const view = (volume: number): PlacedAnswer => ({ ...placed, volume: String(volume), ids: attachedIds(order.orderId, command) })
    const volume = volumeOf(call, order, command)
    return typeof volume === 'number' ? view(volume) : volume.then(view)
  })

/**
 * Cost after the fill. A market order reserves for its worst allowed price and costs the book's average; any other order costs its
 * reserve.
 */
function filledOf(tenant: Tenant, command: PlaceContractOrder, preview: ContractPreview): ContractPreview {
  const { cost, averagePrice: price } = preview
  const isAtMarket = command.type === 'market' && command.triggerPrice === 0 && command.callback === 0 && command.callbackRate === 0n
  if (!isAtMarket || price === 0 || cost === 0n) return preview
  return previewContract(tenant, { ...command, type: 'limit', timeInForce: 'ioc', price })
}

function registerPlacing(app: FastifyInstance): void {
  deedRoute(app, createOrder, {
    run(call) {
      const { tenant, request, userId } = call
      const { contractId } = request
      const contract = anyContract(tenant, contractId)
      if (!contract.terms.visible && !call.isRepeat) throw new Failure('CONTRACT_NOT_FOUND', { contractId })
      const refusal = refusalOf(tenant, userId, contract, call.key)
      const send = (reading: CoReading) => {
        // Nobody remembers when a refused order would have ended.
        const reason = reading.command.expireAt === 0 ? 'none' : (call.first?.reason ?? 'none')
        if (reason !== 'none') return refused(coRefusal(reason, refusal), AGAIN)
        const command = endingAsFirst(call, reading.command)
        return place(command, refusal, (outcome) => placedAnswer(call, command, outcome))
      }
      const read = () => readPlaced(call, refusal)
      const reading = needsIdentity(contract) && !call.isRepeat ? refuseUnverified(tenant, userId).then(read) : read()
      return reading instanceof Promise ? reading.then(send) : send(reading)
    },
  })

  userRoute(app, previewCoOrder, async (call) => {
    const { tenant, request, userId } = call
    const contract = shownContract(tenant, request.contractId)
    const refusal = refusalOf(tenant, userId, contract, '')
    if (needsIdentity(contract)) await refuseUnverified(tenant, userId)
    const { command } = await readPlaced(call, refusal)
    const preview = previewContract(tenant, command)
    if (preview.reason !== 'none') throw coRefusal(preview.reason, { ...refusal, command })
    const filled = filledOf(tenant, command, preview)
    return {
      cost: coMoney(contract, preview.cost),
      openFee: coMoney(contract, filled.openFee),
      closeFee: coMoney(contract, filled.closeFee),
      initialMargin: coMoney(contract, filled.initialMargin),
      maxVolume: String(preview.maxQuantity),
      reducePrice: coPrice(contract, preview.liquidationPrice),
      bankruptcyPrice: coPrice(contract, preview.bankruptcyPrice),
      estAvgPrice: coPrice(contract, preview.averagePrice),
      marginRateAfter: rateText(preview.ratioAfterE8),
      tier: preview.tier,
      returnAmount: coMoney(contract, preview.cost > filled.cost ? preview.cost - filled.cost : 0n),
    }
  })
}

type UpdateRequest = RequestOf<typeof updateOrder>

function readUpdate({ tenant, request, userId, key }: DeedCall<UpdateRequest>) {
  const contract = anyContract(tenant, request.contractId)
  const reader = new CoReader(contract)
  const asked = {
    price: reader.price(request.price, 'price'),
    triggerPrice: reader.price(request.triggerPrice, 'triggerPrice'),
    quantity: reader.contracts(request.volume, 'volume'),
  }
  const refusal = refusalOf(tenant, userId, contract, key)
  return { contract, asked, refusal, fault: reader.fault }
}

/** Figures for a refused change: the order's leverage, and the margin needed beyond the reserve. */
function asChanged(tenant: Tenant, order: Order, asked: { readonly price: number; readonly quantity: number }): Partial<Refusal> {
  const { contract, userId, instrumentId, side, held, executedQuantity } = order
  if (contract === undefined) return {}
  const { leverage, marginMode, isClose } = contract
  const quantity = (asked.quantity || order.quantity) - executedQuantity
  const price = asked.price || order.price
  const command = plainLimit({ userId, instrumentId, side, leverage, marginMode, isClose, price, quantity })
  const { cost } = previewContract(tenant, command)
  return { leverage, price, need: cost > held ? cost - held : 0n }
}

async function update(call: DeedCall<UpdateRequest>): Promise<Done<ResponseOf<typeof updateOrder>>> {
  const { tenant, request, userId, caller, key, isRepeat } = call
  const { contract, asked, refusal, fault } = readUpdate(call)
  const order = liveCoOrder(tenant, userId, caller, request)
  if (order !== undefined && order.instrumentId !== contract.instrumentId) throw new Failure('CO_ORDER_NOT_FOUND')
  // The first call of the key may have ended or replaced the order.
  if (order === undefined && !isRepeat) throw await missingCoOrder(tenant, userId, caller, request)
  if (fault !== undefined) throw coFaultRefusal(fault, refusal, '')
  if (needsIdentity(contract) && !isRepeat) await refuseUnverified(tenant, userId)
  const name = { orderId: orderIdOrNone(request.orderId), clientOrderId: '' }
  if (name.orderId === NO_ORDER) throw new Failure('CO_ORDER_NOT_FOUND')
  const command = { kind: 'amendOrder', userId, caller, ...name, ...asked } as const
  const { outcome, refusal: told } = await submitTold(tenant, command, key, ({ reason }) =>
    coRefusal(reason, { ...refusal, ...(order && asChanged(tenant, order, asked)) }),
  )
  const { reason } = outcome
  if (reason === 'orderNotFound' || reason === 'orderClosed') return refused(await missingCoOrder(tenant, userId, caller, request), outcome)
  if (reason === 'badNumber' && order !== undefined) return refused(figureRefusal(order, asked), outcome)
  if (reason === 'amendNotAllowed') return refused(amendRefusal(order, asked), outcome)
  if (told !== undefined) return refused(told, outcome)
  const answer = await placedView(tenant, userId, outcome, (placed, { priorityKept, replacedOrderId }) => ({
    ...placed,
    priorityKept: priorityKept ? (1 as const) : (0 as const),
    replacedOrderId: replacedOrderId === 0 ? null : String(replacedOrderId),
  }))
  return done(answer, outcome)
}

/** One row of several changes. */
function readRow({ tenant, userId }: DeedCall<unknown>, refusal: Refusal, row: RequestOf<typeof updateOrders>['orders'][number]): AskedRow {
  const reader = new CoReader(refusal.contract)
  const price = reader.price(row.price, 'price')
  const triggerPrice = reader.price(row.triggerPrice, 'triggerPrice')
  const quantity = reader.contracts(row.volume, 'volume')
  if (reader.fault !== undefined) return { failure: coFaultRefusal(reader.fault, refusal, '') }
  const orderId = orderIdOrNone(row.orderId)
  return { row: { orderId, clientOrderId: '', price, quantity, triggerPrice }, before: liveCoOrder(tenant, userId, 0, row) }
}

async function updateMany(call: DeedCall<RequestOf<typeof updateOrders>>): Promise<Done<ResponseOf<typeof updateOrders>>> {
  const { tenant, request, userId, key } = call
  const contract = anyContract(tenant, request.contractId)
  if (needsIdentity(contract) && !call.isRepeat) await refuseUnverified(tenant, userId)
  const refusal = refusalOf(tenant, userId, contract, key)
  const rows = request.orders.map((row) => readRow(call, refusal, row))
  return amendMany(call, rows, {
    instrumentId: contract.instrumentId,
    price: (ticks) => coPrice(contract, ticks),
    quantity: String,
    status: (order) => statusOf(tenant, userId, order),
    past: async (orderId) => (await pastCoOrder(tenant, userId, 0, { orderId: String(orderId) }))?.order,
    failureOf: (reason) => coRefusal(reason, refusal),
  })
}

/** Placing, trying and changing. */
export function registerFuturesOrderRoutes(app: FastifyInstance): void {
  registerPlacing(app)
  deedRoute(app, updateOrder, { run: update })
  deedRoute(app, updateOrders, { run: updateMany })
}
