/**
 * Books of a killed exchange, kept from its events alone: what the stock of conversions came to, and which line of interest each savings order
 * has of each day. Those of contracts are in `contract-books.ts`.
 */
import { inventoryOf } from '@agio/engine/convert/read-convert.ts'
import { DAY_MS } from '@agio/engine/earn/rates.ts'
import { earnOrdersOf, productAt } from '@agio/engine/earn/read-earn.ts'
import type { Event } from '@agio/engine/event.ts'
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import type { EventByKind } from '@agio/engine/schema/events.ts'
import { type Handlers, handle, ignored } from '@agio/engine/schema/handlers.ts'
import type { CONVERT_EVENTS, EARN_EVENTS } from '@agio/engine/schema/product-events.ts'
import { nextDeadline, type State, stateTime } from '@agio/engine/state.ts'
import { createProductAuditor } from '../auditor-products.ts'
import { checkSavings, checkZeroSum } from '../invariants.ts'
import { ContractBooks } from './contract-books.ts'

const FAULTS_KEPT = 20

export class MoneyBooks {
  readonly #auditor = createProductAuditor()
  readonly #faults: string[] = []
  readonly #users: number[] = []
  readonly #stock = new Map<number, bigint>()
  readonly #quotes = new Set<number>()
  /** Lines of interest by order. */
  readonly #lines = new Map<number, number>()
  readonly contracts = new ContractBooks()
  redemptions = 0

  readonly #noted: Handlers<Pick<EventByKind, keyof typeof CONVERT_EVENTS | keyof typeof EARN_EVENTS>> = {
    inventoryMoved: ({ assetId, amount }) => this.#addStock(assetId, amount),
    converted: ({ quoteId, sendAssetId, sendAmount, receiveAssetId, receiveAmount }) => {
      if (this.#quotes.has(quoteId)) this.#found(`quote ${quoteId} was executed twice`)
      this.#quotes.add(quoteId)
      this.#addStock(sendAssetId, sendAmount)
      this.#addStock(receiveAssetId, -receiveAmount)
    },
    earnChanged: ({ change, orderId }) => {
      if (change === 'interest') this.#lines.set(orderId, (this.#lines.get(orderId) ?? 0) + 1)
      if (change === 'redeemed') this.redemptions += 1
    },
    convertValued: ignored('moves nothing'),
    stockClosed: ignored('moves nothing'),
    convertTermsSet: ignored('moves nothing'),
    stockTermsSet: ignored('moves nothing'),
    productStatusChanged: ignored('moves nothing'),
    productDefined: ignored('moves nothing'),
    productChanged: ignored('moves nothing'),
    productStatusSet: ignored('moves nothing'),
    productRateSet: ignored('lines of interest are told'),
  }

  get interestLines(): number {
    return [...this.#lines.values()].reduce((sum, lines) => sum + lines, 0)
  }

  get conversions(): number {
    return this.#quotes.size
  }

  /** The events of one entry, which are in the state's buffer. */
  take(state: State): void {
    const events = [...readEvents(state.out.bytes())]
    this.#found(...this.#auditor.audit(events), ...this.contracts.take(events, state))
    for (const { event } of events) this.#note(event)
  }

  /** What was wrong with an entry, and is with the state; nothing when all is right. */
  faults(state: State): readonly string[] {
    return [...this.#faults, ...this.faultsOf(state)]
  }

  /** What the books and the state do not agree on. */
  faultsOf(state: State): readonly string[] {
    const found = [
      ...checkZeroSum(state, this.#users),
      ...checkSavings(state, this.#users, this.#auditor),
      ...this.contracts.faults(state, this.#users),
    ]
    for (const [assetId, amount] of this.#stock) {
      const stock = inventoryOf(state, asAssetId(assetId))
      if (stock !== amount) found.push(`asset ${assetId}: ${stock} in stock, ${amount} by what was converted`)
    }
    for (const userId of this.#users) found.push(...this.#lineFaults(state, userId))
    return found
  }

  /** Of every day that is over an order that is paid day by day has one line: the auditor says that none has two. */
  #lineFaults(state: State, userId: number): string[] {
    const isBehind = nextDeadline(state) <= stateTime(state)
    const today = Math.floor(stateTime(state) / DAY_MS)
    return earnOrdersOf(state, asUserId(userId)).flatMap(({ orderId, productId, startAt, day }) => {
      if (productAt(state, productId)?.terms.payout !== 'daily') return []
      const first = Math.floor(startAt / DAY_MS) + 1
      const due = (isBehind ? day : Math.max(first, today)) - first
      const lines = this.#lines.get(orderId) ?? 0
      return lines === due ? [] : [`order ${orderId}: ${lines} lines of ${due} days`]
    })
  }

  #found(...faults: readonly string[]): void {
    this.#faults.push(...faults.slice(0, FAULTS_KEPT - this.#faults.length))
  }

  #note(event: Event): void {
    if (event.kind === 'userRegistered') this.#users.push(event.userId)
    else handle(this.#noted, event)
  }

  #addStock(assetId: number, amount: bigint): void {
    this.#stock.set(assetId, (this.#stock.get(assetId) ?? 0n) + amount)
  }
}
