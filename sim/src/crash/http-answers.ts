/** Everything the customers of the HTTP kill rounds were answered, and what of it the product shows after a restart. */
import { formatDecimal, parseDecimal } from '@agio/engine/money/decimal.ts'
import { billsByCategory, userBalanceAll } from '@agio/wire/assets/assets.ts'

import { orderList } from '@agio/wire/spot/spot.ts'
import type { SpotOrder } from '@agio/wire/spot/types.ts'
import { Refusal, type SessionClient } from '../client/session-client.ts'
import { clientIdOf } from './http-workload.ts'

const PAGE = 100
const ENDED: readonly string[] = ['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED', 'EXPIRED_IN_MATCH']

export interface PlacedAnswer {
  readonly orderId: string
  readonly status: string
}

/** What an audit of one restart found wrong; every list empty = nothing. */
export interface Findings {
  readonly lost: string[]
  readonly doubled: string[]
  /** Orders that are there, but not as an answer said. */
  readonly contradicted: string[]
  /** Balances that do not agree with the bills or with what open orders hold. */
  readonly unbalanced: string[]
}

export class Answers {
  readonly placed = new Map<number, PlacedAnswer>()
  /** Orders whose cancelling was answered. */
  readonly cancelled = new Set<number>()
  /** The size an order was shrunk to, as answered. */
  readonly shrunk = new Map<number, string>()
  /** Repeated calls, answered as before, and not so. */
  repeated = 0
  readonly differing: string[] = []

  /** When each call was sent for the first time, ms: its order is not older, however many lives later its answer came. */
  readonly #sentAt = new Map<number, number>()
  /** Numbers whose first answer came since the last audit. */
  #unseen: number[] = []

  noteSending(number: number): void {
    if (!this.#sentAt.has(number)) this.#sentAt.set(number, Date.now())
  }

  keepPlaced(number: number, answer: PlacedAnswer): void {
    const before = this.placed.get(number)
    if (before === undefined) {
      this.placed.set(number, answer)
      this.#unseen.push(number)
      return
    }
    this.repeated += 1
    if (before.orderId !== answer.orderId) this.differing.push(`${number}: ${before.orderId}, then ${answer.orderId}`)
  }

  /** Compares the answers given since the last audit with the customers' histories. */
  async audit(clients: readonly SessionClient[], findings: Findings): Promise<void> {
    const numbers = this.#unseen
    this.#unseen = []
    const since = numbers.reduce((earliest, number) => Math.min(earliest, this.#sentAt.get(number) ?? 0), Date.now())
    const rows = new Map<string, SpotOrder>()
    for (const client of clients) {
      for (const order of await ordersSince(client, since)) {
        if (rows.has(order.clientOrderId)) findings.doubled.push(order.clientOrderId)
        rows.set(order.clientOrderId, order)
      }
      findings.unbalanced.push(...(await unbalanced(client)))
    }
    for (const number of numbers) {
      const row = rows.get(clientIdOf(number))
      if (row === undefined || row.orderId !== this.placed.get(number)?.orderId) findings.lost.push(clientIdOf(number))
      else if (!this.#agrees(number, row)) findings.contradicted.push(`${clientIdOf(number)}: ${JSON.stringify(row)}`)
    }
  }

  #agrees(number: number, row: SpotOrder): boolean {
    const status = this.placed.get(number)?.status ?? ''
    if (ENDED.includes(status) && row.status !== status) return false
    if (this.cancelled.has(number) && row.status !== 'CANCELED') return false
    const size = this.shrunk.get(number)
    return size === undefined || row.amount === size
  }
}

const BUSY_TRIES = 240
const BUSY_WAIT_MS = 500

/** A busy machine may answer late that history is not there yet; the question is then asked again. */
export async function patiently<Data>(ask: () => Promise<Data>): Promise<Data> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refusal && error.errorName === 'ENGINE_BUSY') || tries === BUSY_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT_MS))
    }
  }
}

async function ordersSince(client: SessionClient, startTime: number): Promise<readonly SpotOrder[]> {
  const orders: SpotOrder[] = []
  for (let pageNo = 1; ; pageNo += 1) {
    const { list } = await patiently(() => client.call(orderList, { state: 0, startTime, pageNo, pageSize: PAGE }))
    orders.push(...list)
    if (list.length < PAGE) return orders
  }
}

const SCALE = 8

function units(text: string): bigint {
  const value = parseDecimal(text, SCALE)
  if (typeof value === 'string') throw new Error(`${text}: ${value}`)
  return value
}

/** A balance is the newest bill's, and what is held is what the open orders hold. */
async function unbalanced(client: SessionClient): Promise<readonly string[]> {
  const wrong: string[] = []
  const { list: balances } = await patiently(() => client.call(userBalanceAll, {}))
  const { list: open } = await patiently(() => client.call(orderList, { state: 1, pageNo: 1, pageSize: PAGE }))
  const { list: more } = await patiently(() => client.call(orderList, { state: 1, pageNo: 2, pageSize: PAGE }))
  for (const { coinId, coinName, frozenBalance, total } of balances) {
    const { list } = await patiently(() => client.call(billsByCategory, { coinId, pageNo: 1, pageSize: 1 }))
    if ((list[0]?.balanceAfter ?? '0') !== total) wrong.push(`${coinName}: ${total}, but the newest bill says ${list[0]?.balanceAfter}`)
    const held = [...open, ...more].filter(({ frozenCoin }) => frozenCoin === coinName).reduce((sum, { frozen }) => sum + units(frozen), 0n)
    if (held !== units(frozenBalance)) wrong.push(`${coinName}: ${frozenBalance} held, but orders hold ${formatDecimal(held, SCALE)}`)
  }
  return wrong
}
