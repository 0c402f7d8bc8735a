/**
 * Looks at every record of the engine while the index stands still, and says what an attacker got that he should not have: by the words of the
 * rules, from the trades alone.
 */
import type { Event, Order } from '@agio/engine/event.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { balanceOf } from '@agio/engine/read.ts'
import type { State } from '@agio/engine/state.ts'
import { ACCOUNTS, ATTACKERS, FIRST, INDEX, LEAST, PAIR } from './spot-steps.ts'

const WINDOW_MS = 10_000
/** Half a band of twenty per cent, the breaker's tenth, and what a fired order may lose. */
const NEAR = INDEX / 10
const FAR = INDEX / 10
const FIRED = INDEX / 20

interface Seen {
  readonly at: number
  readonly price: number
  readonly value: bigint
  readonly areApart: boolean
}

const personOf = (userId: number): number => {
  const at = userId - FIRST
  return at < ATTACKERS ? Math.floor(at / 2) : at
}

export class SpotWatch {
  readonly faults: string[] = []
  fills = 0
  halts = 0
  fired = 0
  readonly #trades: Seen[] = []
  readonly #orders = new Map<number, Order>()
  /** What each account gave away in trades, at the index: minor units of cash; below 0 it gained. */
  readonly #given = new Map<number, bigint>()

  see(at: number, event: Event): void {
    if ('order' in event && event.order.instrumentId === PAIR) this.#seeOrder(at, event.order)
    if (event.kind === 'instrumentStatusChanged' && event.instrumentId === PAIR && event.status === 'halt') this.#seeHalt(at)
    if (event.kind === 'traded' && event.instrumentId === PAIR) this.#seeTrade(at, event)
  }

  #seeTrade(at: number, event: Extract<Event, { kind: 'traded' }>): void {
    const { price, quantity, notional, makerUserId, takerUserId } = event
    const areApart = personOf(makerUserId) !== personOf(takerUserId)
    this.fills += 1
    this.#trades.push({ at, price, value: notional, areApart })
    for (const [orderId, isBuy] of [
      [event.makerOrderId, event.takerSide === 'sell'],
      [event.takerOrderId, event.takerSide === 'buy'],
    ] as const) {
      const order = this.#orders.get(orderId)
      if (order === undefined) continue
      const worse = isBuy ? price - INDEX : INDEX - price
      const lost = BigInt(worse) * BigInt(quantity) * 1_000n
      this.#given.set(order.userId, (this.#given.get(order.userId) ?? 0n) + lost)
      const isAtMarket = order.triggered && this.#waited.has(orderId)
      if (isAtMarket && worse > FIRED) this.faults.push(`order ${orderId} fired at the market and traded at ${price}`)
      if (order.price > 0 && !order.triggered && (isBuy ? price > order.price : price < order.price))
        this.faults.push(`order ${orderId} of ${order.price} traded at ${price}`)
    }
  }

  readonly #touched = new Set<number>()

  /** Behind each entry. */
  endEntry(): void {
    for (const orderId of this.#touched) {
      const order = this.#orders.get(orderId)
      if (order !== undefined) this.#checkList(order)
    }
    this.#touched.clear()
  }

  /** Orders that waited to trade at the market. */
  readonly #waited = new Set<number>()

  #seeOrder(at: number, order: Order): void {
    const before = this.#orders.get(order.orderId)
    this.#orders.set(order.orderId, order)
    this.#touched.add(order.orderId)
    if (order.status === 'pendingTrigger' && order.price === 0) this.#waited.add(order.orderId)
    if (before?.status === 'pendingTrigger' && order.triggered) this.#seeFired(at, before)
    if (order.triggered && order.status === 'rejected') this.faults.push(`order ${order.orderId} fired and was rejected`)
  }

  /** A stop may fire near the index, or where fifty times the least value was traded beyond it just now. */
  #seeFired(at: number, order: Order): void {
    this.fired += 1
    if (order.type === 'trailingStop') return
    const falls = order.side === 'sell'
    const apart = this.#trades.filter(({ areApart }) => areApart)
    const last = apart.at(-1)?.price ?? 0
    const isBeyond = (price: number): boolean => (falls ? price <= order.triggerPrice : price >= order.triggerPrice)
    const recent = apart.filter((trade) => trade.at > at - WINDOW_MS && isBeyond(trade.price))
    const worth = recent.reduce((sum, { value }) => sum + value, 0n)
    // of one entry's trades any may have been the last one
    const isNear = apart.some((trade) => trade.at >= at - WINDOW_MS && isBeyond(trade.price) && Math.abs(trade.price - INDEX) <= NEAR)
    const wasNear = isBeyond(last) && Math.abs(last - INDEX) <= NEAR
    if (!isNear && !wasNear && worth < 50n * LEAST)
      this.faults.push(`order ${order.orderId} of ${order.triggerPrice} fired by ${worth} at ${last}`)
  }

  /** The index stands still: only what was traded beyond the bound may halt. */
  #seeHalt(at: number): void {
    this.halts += 1
    const beyond = this.#trades.filter((trade) => trade.areApart && trade.at > at - 300_000 && Math.abs(trade.price - INDEX) > FAR)
    const worth = beyond.reduce((sum, { value }) => sum + value, 0n)
    if (worth < 100n * LEAST) this.faults.push(`halted by ${worth}`)
  }

  /**
   * At the end: what an attacker's accounts are worth at the index is no more than they brought, with what strangers gave away by terms of their
   * own orders.
   */
  conclude(state: State): void {
    const worthOf = (userId: number): bigint =>
      [1, 2, 3].reduce((sum, asset) => {
        const { available, held } = balanceOf(state, asUserId(userId), asAssetId(asset))
        return sum + (available + held) * (asset === 1 ? 1n : 100n)
      }, 0n)
    const brought = 10n ** 13n + (10n ** 11n + 10n ** 10n) * 100n
    let gained = 0n
    for (let at = 0; at < ATTACKERS; at += 1) gained += worthOf(FIRST + at) - brought
    let given = 0n
    for (let at = ATTACKERS; at < ACCOUNTS; at += 1) given += this.#given.get(FIRST + at) ?? 0n
    if (gained > given) this.faults.push(`attackers gained ${gained}, strangers gave ${given}`)
  }

  /** The legs of a list stand for the same quantity. */
  #checkList(order: Order): void {
    if (order.type !== 'limit' || order.orderListId !== order.orderId) return
    if (order.status !== 'new' && order.status !== 'partiallyFilled') return
    const stop = this.#orders.get(order.orderId + 1)
    const rest = order.quantity - order.executedQuantity - order.preventedQuantity
    if (stop?.status !== 'pendingTrigger' || stop.quantity !== rest)
      this.faults.push(`list ${order.orderId}: ${rest} and ${stop?.quantity}`)
  }
}
