/** What a journal comes to, in words that do not depend on how the engine lays out its rows. */
import { hashBytes } from '../../src/codec/hash-bytes.ts'
import { contentHash } from '../../src/content.ts'
import { apply } from '../../src/engine.ts'
import { decodeEntry, entryLength } from '../../src/entry.ts'
import type { Event, Order } from '../../src/event.ts'
import { lastOutcome, readEvents } from '../../src/event-buffer.ts'
import { stateHash } from '../../src/hash.ts'
import { asUserId } from '../../src/ids/id.ts'
import { balancesOf, openOrdersOf } from '../../src/read.ts'
import { createState } from '../../src/create-state.ts'
import { earnOrdersOf } from '../../src/earn/read-earn.ts'
import type { EventByKind } from '../../src/schema/events.ts'
import { type Handlers, handle, ignored } from '../../src/schema/handlers.ts'
import type { CONVERT_EVENTS, EARN_EVENTS, INDEX_EVENTS } from '../../src/schema/product-events.ts'
import type { State } from '../../src/state.ts'
import { contractHoldings, contractLine } from './golden-contracts.ts'

export interface GoldenResult {
  /** Outcome of every entry, every trade with its fees, what became of index prices, conversions, savings and contracts, then holdings. */
  readonly text: string
  readonly hash: string
  /** Hash of what the state means, which no layout moves. */
  readonly content: string
  /** Hash of the bytes of all records. */
  readonly records: string
  /** What the journal exercises: command kinds, alone and with each reason, words of its orders, sources, savings and contracts. */
  readonly covered: ReadonlySet<string>
}

/** Replays a journal on an empty exchange. */
export function resultOf(journal: Uint8Array): GoldenResult {
  const state = createState()
  const { out } = state
  const lines: string[] = []
  const covered = new Set<string>()
  const users = new Set<number>()
  const records: string[] = []
  for (let at = 0; at < journal.byteLength; at += entryLength(journal, at)) {
    const { seq, at: stamp, command } = decodeEntry(journal, at)
    covered.add(command.kind)
    out.reset()
    apply(state, journal, at)
    const { reason, replayed, orders } = lastOutcome(out)
    const answered = orders.map((order) => `${order.orderId}:${order.status}`).join(' ')
    covered.add(`${command.kind} ${reason}`)
    if (command.kind === 'reportPrices') for (const item of command.items) covered.add(item.state)
    lines.push(`${seq} ${command.kind} ${reason}${replayed ? ' replayed' : ''} ${answered}`.trimEnd())
    records.push(hashBytes(out.bytes()))
    for (const stamped of readEvents(out.bytes())) {
      const { event } = stamped
      if (event.kind === 'earnChanged') covered.add(`${event.change} ${event.renewal}`)
      if (event.kind === 'positionChanged') covered.add(`position ${event.change}`)
      if (event.kind === 'liquidated') covered.add(`liquidated ${event.step}`)
      if (event.kind === 'insuranceChanged') covered.add(`insurance ${event.cause}`)
      const line = productLine(event) || contractLine(event)
      if (line !== '') lines.push(`  ${line}${stamped.at === stamp ? '' : ` @${stamped.at}`}`)
      if (event.kind === 'userRegistered') users.add(event.userId)
      if (event.kind === 'orderClosed')
        for (const word of wordsOf(event.order)) covered.add(word)
      if (event.kind !== 'traded') continue
      const fees = `${event.makerFee}/${event.makerFeeAssetId} ${event.takerFee}/${event.takerFeeAssetId}`
      lines.push(`  trade ${event.tradeId} ${event.price}x${event.quantity} ${event.makerOrderId} ${event.takerOrderId} ${fees}`)
    }
  }
  lines.push(...holdingsOf(state, users), ...contractHoldings(state, users))
  return { text: `${lines.join('\n')}\n`, hash: stateHash(state), content: contentHash(state), records: hashBytes(Buffer.from(records.join(''))), covered }
}

/** Kinds, ends and sources of orders. */
const wordsOf = ({ type, timeInForce, status, closeReason, source }: Order): string[] => [type, timeInForce, status, closeReason, source]

const IN_HASH = ignored('the hash of the records has the event')

type ProductKind = keyof typeof INDEX_EVENTS | keyof typeof CONVERT_EVENTS | keyof typeof EARN_EVENTS

const LINES: Handlers<Pick<EventByKind, ProductKind>, [], string> = {
  indexChanged: (event) => `index ${event.assetId} ${event.price} of ${event.live}`,
  converted: (event) =>
    `converted ${event.quoteId} ${event.sendAssetId}:${event.sendAmount} ${event.receiveAssetId}:${event.receiveAmount}`,
  inventoryMoved: (event) => `stock ${event.assetId} ${event.amount} to ${event.available}`,
  convertValued: (event) => `stock value of day ${event.day}: ${event.dayValue} ${event.funded} ${event.value} closed ${event.closed}`,
  productStatusChanged: (event) => `product ${event.productId} ${event.status}`,
  earnChanged: (event) => {
    const { change, orderId, otherOrderId, day, amount, interest, forfeited, principal, accrued, paid } = event
    if (change === 'interest') return `interest ${orderId} day ${day} ${interest}`
    return `${change} ${orderId} ${otherOrderId} ${amount} ${interest} ${forfeited} left ${principal} ${accrued} ${paid}`
  },
  sourcePriced: IN_HASH,
  indexTermsSet: IN_HASH,
  stockClosed: IN_HASH,
  convertTermsSet: IN_HASH,
  stockTermsSet: IN_HASH,
  productDefined: IN_HASH,
  productChanged: IN_HASH,
  productStatusSet: IN_HASH,
  productRateSet: IN_HASH,
}

/** What happened to an index price, to the house's stock or to savings; '' for anything else. */
const productLine = (event: Event): string => handle(LINES, event) ?? ''

/** Balances, open orders and savings of users, the end of a result's text. */
export function holdingsOf(state: State, users: Iterable<number>): string[] {
  const lines: string[] = []
  for (const user of users) {
    for (const { account, assetId, available, held } of balancesOf(state, asUserId(user)))
      lines.push(`${account === 'spot' ? 'balance' : account} ${user} ${assetId} ${available} ${held}`)
    for (const order of openOrdersOf(state, asUserId(user)))
      lines.push(`open ${order.orderId} ${order.status} ${order.executedQuantity}/${order.quantity} held ${order.held}`)
    for (const { orderId, productId, principal, accrued, paid, renewal } of earnOrdersOf(state, asUserId(user)))
      lines.push(`saving ${orderId} ${productId} ${principal} ${accrued} ${paid} ${renewal}`)
  }
  return lines
}
