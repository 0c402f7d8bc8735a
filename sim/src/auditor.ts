/**
 * Reads the engine's events as a stranger would and keeps its own books from them: balances, live orders, queues. It knows
 * nothing of the engine's state and nothing of the reference; what does not add up is reported as a sentence.
 */
import type { Event, Order, OrderStatus } from '@agio/engine/event.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'

const END_STATES: readonly OrderStatus[] = ['filled', 'canceled', 'rejected', 'expired', 'expiredInMatch']

interface Live {
  order: Order
  /** Position in the queue of its price; an order that changes its price or grows is a new order. */
  arrival: number
  resting: boolean
}

export interface Auditor {
  /** Takes the events of one entry and returns what is wrong with them. */
  audit(entrySeq: number, events: readonly { readonly seq: number; readonly event: Event }[]): string[]
  readonly balances: ReadonlyMap<string, { available: bigint; held: bigint }>
  readonly orders: ReadonlyMap<number, { readonly order: Order }>
}

type Balances = Map<string, { available: bigint; held: bigint }>
type BalanceChange = Extract<Event, { kind: 'balanceChanged' }>
type Trade = Extract<Event, { kind: 'traded' }>

function auditBalance(balances: Balances, event: BalanceChange): string[] {
  const key = `${event.userId}/${event.assetId}/${event.account}`
  const before = balances.get(key) ?? { available: 0n, held: 0n }
  const after = { available: before.available + event.availableDelta, held: before.held + event.heldDelta }
  balances.set(key, after)
  const faults: string[] = []
  if (after.available !== event.available || after.held !== event.held) {
    faults.push(`balance ${key}: changes sum up to ${after.available} + ${after.held}, event says ${event.available} + ${event.held}`)
  }
  const isSound = event.account === 'debt' ? after.available <= 0n : after.available >= 0n
  if (!isSound || after.held < 0n) faults.push(`balance ${key} is on the wrong side of zero: ${after.available} + ${after.held}`)
  return faults
}

function auditOrder(order: Order): string[] {
  const faults: string[] = []
  const used = order.executedQuantity + order.preventedQuantity
  const isByAmount = order.quoteAmount > 0n
  if (!isByAmount && used > order.quantity) faults.push(`order ${order.orderId}: executed and prevented ${used} exceed ${order.quantity}`)
  if (order.status === 'filled' && !isByAmount && used !== order.quantity)
    faults.push(`order ${order.orderId}: filled with ${used} of ${order.quantity}`)
  const isEnded = END_STATES.includes(order.status)
  if (isEnded && order.held !== 0n) faults.push(`order ${order.orderId}: ended and holds ${order.held}`)
  if (!isEnded && order.closeReason !== 'none') faults.push(`order ${order.orderId}: open with end reason ${order.closeReason}`)
  return faults
}

/** True when `other` had to trade before `maker` did: a better price, or the same price and an earlier arrival. */
function comesFirst(other: Live, maker: Live): boolean {
  if (other.order.side !== maker.order.side || other.order.instrumentId !== maker.order.instrumentId) return false
  if (other.order.visibleQuantity > 0 && other.order.price === maker.order.price) return false
  const better = other.order.side === 'buy' ? other.order.price > maker.order.price : other.order.price < maker.order.price
  return better || (other.order.price === maker.order.price && other.arrival < maker.arrival)
}

/** Orders that rested before the entry, should have traded before a maker that did, and still rest with something to trade. */
function auditPriority(
  before: ReadonlyMap<number, Live>,
  after: ReadonlyMap<number, Live>,
  trades: readonly Trade[],
  shut: ReadonlySet<number>,
): string[] {
  const faults: string[] = []
  for (const trade of trades) {
    // without an index most orders are passed over and keep their place
    if (shut.has(trade.instrumentId)) continue
    const maker = before.get(trade.makerOrderId)
    if (maker === undefined || !maker.resting || maker.order.visibleQuantity > 0) continue
    for (const [orderId, other] of before) {
      if (orderId === trade.makerOrderId || !other.resting || !after.has(orderId)) continue
      if (comesFirst(other, maker)) faults.push(`trade ${trade.tradeId}: order ${trade.makerOrderId} traded before ${orderId}`)
    }
  }
  return faults
}

const isResting = (order: Order): boolean => order.status === 'new' || order.status === 'partiallyFilled'

const BY_WALLET = ignored('see `auditor-wallet.ts`')

const WALLET = {
  depositChanged: BY_WALLET,
  withdrawalChanged: BY_WALLET,
  paymentChanged: BY_WALLET,
  blockReached: BY_WALLET,
  networkDefined: BY_WALLET,
  networkChanged: BY_WALLET,
  listingDefined: BY_WALLET,
  listingChanged: BY_WALLET,
  listingHalted: BY_WALLET,
  addressAssigned: BY_WALLET,
  depositSeen: BY_WALLET,
  waitingLeft: BY_WALLET,
  depositJudged: BY_WALLET,
  withdrawalRequested: BY_WALLET,
  withdrawalReviewed: BY_WALLET,
  paymentBegun: BY_WALLET,
  paymentSigned: BY_WALLET,
  paymentFound: BY_WALLET,
  paymentDropped: BY_WALLET,
  holdingFunded: BY_WALLET,
} as const

const BY_PERP = ignored('see `auditor-perp.ts`')

const PERP = {
  positionChanged: BY_PERP,
  fundingSettled: BY_PERP,
  liquidated: BY_PERP,
  insuranceChanged: BY_PERP,
  marginWarned: BY_PERP,
  contractSettingsChanged: BY_PERP,
  contractDefined: BY_PERP,
  contractChanged: BY_PERP,
  contractSettled: BY_PERP,
  insuranceFunded: BY_PERP,
} as const

/** Events that change nothing which is audited here. */
const SILENT = {
  transferred: ignored('both of its postings have events of their own'),
  levelChanged: ignored('the book is compared with the reference'),
  instrumentStatusChanged: ignored('moves nothing: what it does to orders has events of its own'),
  instrumentDefined: ignored('moves nothing'),
  instrumentChanged: ignored('moves nothing'),
  assetDefined: ignored('moves nothing'),
  userRegistered: ignored('moves nothing'),
  userStatusChanged: ignored('moves nothing: what it does to orders has events of its own'),
  userTermsChanged: ignored('moves nothing'),
  feeScheduleChanged: ignored('moves nothing'),
  documentSaved: ignored('moves nothing'),
  cancelAllTimerSet: ignored('moves nothing: what it does to orders has events of its own'),
  sourcePriced: ignored('moves nothing of a customer’s'),
  indexChanged: ignored('moves nothing of a customer’s'),
  indexTermsSet: ignored('moves nothing of a customer’s'),
  converted: ignored('see `auditor-products.ts`'),
  inventoryMoved: ignored('moves nothing of a customer’s'),
  convertValued: ignored('moves nothing of a customer’s'),
  convertTermsSet: ignored('moves nothing of a customer’s'),
  stockTermsSet: ignored('moves nothing of a customer’s'),
  stockClosed: ignored('moves nothing of a customer’s'),
  earnChanged: ignored('see `auditor-products.ts`'),
  productStatusChanged: ignored('moves nothing of a customer’s'),
  productDefined: ignored('moves nothing of a customer’s'),
  productChanged: ignored('moves nothing of a customer’s'),
  productStatusSet: ignored('moves nothing of a customer’s'),
  productRateSet: ignored('moves nothing of a customer’s'),
  ...WALLET,
} as const

/** An auditor that has seen nothing yet. */
export function createAuditor(): Auditor {
  const balances: Balances = new Map()
  let live = new Map<number, Live>()
  const ended = new Set<number>()
  const shut = new Set<number>()
  let arrivals = 0
  let tradeId = 0
  let lastSeq = 0

  function takeOrder(after: Map<number, Live>, event: Extract<Event, { order: Order }>): string[] {
    const { order } = event
    const known = after.get(order.orderId)
    const faults = auditOrder(order)
    if (ended.has(order.orderId)) faults.push(`order ${order.orderId}: changed after its end`)
    if (event.kind === 'orderPlaced' && known !== undefined) faults.push(`order ${order.orderId}: placed twice`)
    if (event.kind !== 'orderPlaced' && known === undefined) faults.push(`order ${order.orderId}: ${event.kind} without being placed`)
    if (event.kind === 'orderClosed') {
      if (!END_STATES.includes(order.status)) faults.push(`order ${order.orderId}: closed as ${order.status}`)
      after.delete(order.orderId)
      ended.add(order.orderId)
      return faults
    }
    arrivals += 1
    const keeps = known?.resting === true
    after.set(order.orderId, { order, arrival: keeps ? known.arrival : arrivals, resting: isResting(order) })
    return faults
  }

  /** What was found wrong, with what the entry has done so far. */
  const books: Handlers<EventByKind, [after: Map<number, Live>, trades: Trade[]], string[]> = {
    orderPlaced: (event, after) => takeOrder(after, event),
    orderUpdated: (event, after) => takeOrder(after, event),
    orderLowered: (event, after) => takeOrder(after, event),
    orderClosed: (event, after) => takeOrder(after, event),
    balanceChanged: (event) => auditBalance(balances, event),
    traded: (event, _after, trades) => {
      tradeId += 1
      trades.push(event)
      return event.tradeId === tradeId ? [] : [`trade ${event.tradeId} should be ${tradeId}`]
    },
    contractFilled: (event) => {
      // one who is deleveraged trades with nobody in the book: his fill has a number of its own
      if (event.tradeId === tradeId + 1) tradeId += 1
      return event.tradeId === tradeId ? [] : [`fill of trade ${event.tradeId} behind trade ${tradeId}`]
    },
    markChanged: ({ instrumentId, isShut }) => {
      if (isShut) shut.add(instrumentId)
      else shut.delete(instrumentId)
      return []
    },
    ...SILENT,
    ...PERP,
  }

  return {
    balances,
    get orders() {
      return live
    },
    audit(entrySeq, events) {
      const faults: string[] = []
      if (entrySeq !== lastSeq + 1) faults.push(`sequence ${entrySeq} follows ${lastSeq}`)
      lastSeq = entrySeq
      const after = new Map(live)
      const trades: Trade[] = []
      for (const { seq, event } of events) {
        if (seq !== entrySeq) faults.push(`event ${event.kind} has sequence ${seq} in entry ${entrySeq}`)
        faults.push(...(handle(books, event, after, trades) ?? []))
      }
      faults.push(...auditPriority(live, after, trades, shut))
      live = after
      return faults
    },
  }
}
