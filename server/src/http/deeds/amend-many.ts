/** Several amendments as one command: rows to the engine, the engine's rows to the answer. */
import type { AmendOrders, AmendRow } from '@agio/engine/command.ts'
import type { Order, Outcome, OutcomeOrder } from '@agio/engine/event.ts'
import type { InstrumentId, OrderId } from '@agio/engine/ids/id.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { ERRORS } from '@agio/wire/codes.ts'
import type { AmendedRow } from '@agio/wire/spot/amend-rows.ts'
import { clientOrderIdView } from '@agio/wire/spot/view.ts'
import type { Failure } from '../../core/failure.ts'
import { type DeedCall, type Done, done, exactly, refused } from './deed-route.ts'
import { submitTold } from './submit.ts'

/** One row of a request: for the engine, or refused because a figure has no exact form. */
export type AskedRow = { readonly row: AmendRow; readonly before: Order | undefined } | { readonly failure: Failure }

/** How a pair or a contract tells its orders. */
export interface Telling {
  readonly instrumentId: InstrumentId
  readonly price: (ticks: number) => string
  readonly quantity: (lots: number) => string
  readonly status: (order: OutcomeOrder) => string | number | Promise<number>
  /** An order as history has it. */
  readonly past: (orderId: OrderId) => Promise<Order | undefined>
  readonly failureOf: (reason: Exclude<Reason, 'none'>) => Failure
}

type Answer = { readonly list: AmendedRow[] }

const FIRST = { replayed: false } as const
const NOTHING = { orderId: null, clientOrderId: null, status: null, priorityKept: null, price: null, amount: null, replacedOrderId: null }

const refusedRow = ({ errorName }: Failure): AmendedRow => ({ ...NOTHING, result: 0, code: ERRORS[errorName].code })

/** Two records with consecutive ids tell the legs in a one-cancels-other list. */
const isOtherLeg = (first: OutcomeOrder, next: OutcomeOrder | undefined): boolean =>
  first.reason === 'none' &&
  next?.reason === 'none' &&
  first.orderListId !== 0 &&
  next.orderListId === first.orderListId &&
  next.orderId === first.orderId + 1

/** Records by row, in the given order. */
function recordsByRow({ orders }: Outcome): OutcomeOrder[][] {
  const rows: OutcomeOrder[][] = []
  for (let at = 0; at < orders.length; at += rows.at(-1)?.length ?? 1) {
    const first = orders[at]
    if (first === undefined) break
    const next = orders[at + 1]
    rows.push(next !== undefined && isOtherLeg(first, next) ? [first, next] : [first])
  }
  return rows
}

const isNamed =
  ({ orderId }: AmendRow) =>
  (order: OutcomeOrder): boolean =>
    orderId !== 0 && (order.orderId === orderId || order.replacedOrderId === orderId)

/** Price and quantity after an amendment: asked figures first, else the figures from before. Undefined while history is away. */
async function figuresOf(telling: Telling, { row, before }: Extract<AskedRow, { row: AmendRow }>, order: OutcomeOrder) {
  const oldId = order.replacedOrderId || order.orderId
  const old = before?.orderId === oldId ? before : await telling.past(oldId).catch(() => undefined)
  if (old === undefined) return undefined
  const total = row.quantity || old.quantity
  const spent = order.priorityKept ? 0 : old.executedQuantity + old.preventedQuantity
  return { price: row.price || old.price, quantity: total - spent }
}

async function amendedRow(
  telling: Telling,
  asked: Extract<AskedRow, { row: AmendRow }>,
  records: readonly OutcomeOrder[],
): Promise<AmendedRow> {
  const [first] = records
  if (first === undefined) throw new Error('amendOrders: a row without an answer')
  const order = records.find(isNamed(asked.row)) ?? first
  if (order.reason !== 'none') {
    const isThere = order.orderId !== 0
    const named = isThere
      ? { orderId: String(order.orderId), clientOrderId: clientOrderIdView(order), status: await telling.status(order) }
      : {}
    return { ...refusedRow(telling.failureOf(order.reason)), ...named }
  }
  const figures = await figuresOf(telling, asked, order)
  return {
    orderId: String(order.orderId),
    clientOrderId: clientOrderIdView(order),
    status: await telling.status(order),
    priorityKept: order.priorityKept ? 1 : 0,
    price: figures === undefined || figures.price === 0 ? null : telling.price(figures.price),
    amount: figures === undefined ? null : telling.quantity(figures.quantity),
    replacedOrderId: order.replacedOrderId === 0 ? null : String(order.replacedOrderId),
    result: 1,
    code: '0',
  }
}

/** Sends all readable rows as one command. Unreadable rows are refused in their place. */
export async function amendMany(call: DeedCall<unknown>, asked: readonly AskedRow[], telling: Telling): Promise<Done<Answer>> {
  const { tenant, userId, caller, key } = call
  const sent = asked.filter((each) => 'row' in each)
  // Nothing comes to the engine, and the key stays free.
  if (sent.length === 0) return exactly({ list: asked.flatMap((each) => ('failure' in each ? [refusedRow(each.failure)] : [])) }, FIRST)
  const { instrumentId } = telling
  const command: AmendOrders = {
    kind: 'amendOrders',
    userId,
    ...(caller !== 0 && { caller }),
    instrumentId,
    orders: sent.map(({ row }) => row),
  }
  const { outcome, refusal } = await submitTold(tenant, command, key, ({ reason }) => telling.failureOf(reason))
  if (refusal !== undefined) return refused(refusal, outcome)
  const records = recordsByRow(outcome)
  const list = asked.map(async (each) => ('failure' in each ? refusedRow(each.failure) : amendedRow(telling, each, records.shift() ?? [])))
  return done({ list: await Promise.all(list) }, outcome)
}
