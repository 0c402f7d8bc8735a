/** The card before sending against the engine itself: what it promises is what the engine holds, trades and charges. */

import type { OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome, readEvents } from '@agio/engine/event-buffer.ts'
import { asAssetId, asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { divideHalfUp } from '@agio/engine/money/rounding.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { previewOrder } from '@agio/engine/preview.ts'
import { depthOf } from '@agio/engine/read.ts'
import { createState } from '@agio/engine/state.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { context, draft } from '../../../testing-terminal/ticket-context.ts'
import { checkTicket } from './check.ts'
import { type Cost, costOf } from './cost.ts'
import type { TicketType } from './order-words.ts'
import { heldBy, readTicket, type Ticket } from './resolve.ts'

type Command = Parameters<typeof encodeEntry>[5]
type Outcome = ReturnType<typeof lastOutcome>
type FeeDirection = 'received' | 'quote'

const PAIR = asInstrumentId(1)
const RICH = 10n ** 17n

/** An engine with the pair of the ticket tests, a seller, a buyer and the customer whose ticket is judged. */
class Market {
  readonly state = createState()
  readonly customer: UserId
  readonly maker: UserId
  seq = 0

  constructor(feeDirection: FeeDirection) {
    for (const symbol of ['BTC', 'USDT']) this.run({ kind: 'defineAsset', symbol, scale: 8, document: {} })
    this.run({
      kind: 'defineInstrument',
      terms: pairTerms({ referencePrice: 6_000_000, buyFeeE8: 100_000, sellFeeE8: 100_000, feeDirection }),
    })
    this.maker = this.join('maker')
    this.customer = this.join('customer')
  }

  run(command: Command): Outcome {
    this.seq += 1
    const bytes = new Uint8Array(1 << 12)
    encodeEntry(bytes, 0, this.seq, 1_767_225_600_000 + this.seq, '', command)
    this.state.out.reset()
    apply(this.state, bytes)
    return lastOutcome(this.state.out)
  }

  join(name: string): UserId {
    const userId = asUserId(this.run({ kind: 'registerUser', accountKey: name, document: {}, role: 'customer' }).value)
    for (const assetId of [1, 2])
      this.run({ kind: 'creditUser', userId, assetId: asAssetId(assetId), amount: RICH, cause: 'airdrop', reference: '' })
    return userId
  }

  order(userId: UserId, terms: Partial<OrderTerms>): PlaceOrder {
    const all = orderTerms(terms)
    return { kind: 'placeOrder', userId, instrumentId: PAIR, terms: all, selfTrade: 'expireTaker', source: 'web', child: null }
  }

  depth(side: 'buy' | 'sell') {
    return depthOf(this.state, PAIR, side, 100)
  }

  /** What the last command held at its placing, and what it traded as taker. */
  lastOrder() {
    const sums = { held: 0n, quantity: 0, quote: 0n, fee: 0n }
    for (const { event } of readEvents(this.state.out.bytes())) {
      if (event.kind === 'orderPlaced' && event.order.userId === this.customer) sums.held += event.order.held
      if (event.kind !== 'traded' || event.takerUserId !== this.customer) continue
      sums.quantity += event.quantity
      sums.quote += event.notional
      sums.fee += event.takerFee
    }
    return sums
  }
}

/** Ticks around 60,000.00 and lots; several orders share a price. */
const makers = fc.array(fc.record({ ticks: fc.integer({ min: 1, max: 4 }), lots: fc.integer({ min: 1, max: 5000 }) }), {
  minLength: 1,
  maxLength: 12,
})

const wanted = fc.record({
  type: fc.constantFrom<TicketType>(
    'limit',
    'market',
    'stopLimit',
    'stopMarket',
    'takeProfitLimit',
    'takeProfitMarket',
    'trailingStop',
    'oneCancelsOther',
  ),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  lots: fc.integer({ min: 1, max: 20_000 }),
  away: fc.integer({ min: -6, max: 6 }),
  spends: fc.boolean(),
  fee: fc.constantFrom<FeeDirection>('received', 'quote'),
})
type Wanted = typeof wanted extends fc.Arbitrary<infer Value> ? Value : never

const LAST = 6_000_000

/** The same order as a ticket's texts and as the engine's terms. */
function both({ type, side, lots, away, spends }: Wanted) {
  const quantity = (lots / 100_000).toFixed(5)
  const up = side === 'buy' ? 1 : -1
  const stop = type === 'stopLimit' || type === 'stopMarket' || type === 'oneCancelsOther' ? up : -up
  const limit = type === 'oneCancelsOther' ? LAST - up * 100 : LAST + away
  const trigger = LAST + stop * 50
  const money = (ticks: number): string => (ticks / 100).toFixed(2)
  const priced = type === 'limit' || type === 'stopLimit' || type === 'takeProfitLimit' || type === 'oneCancelsOther'
  const triggered = type !== 'limit' && type !== 'market' && type !== 'trailingStop'
  const byTotal = type === 'market' && side === 'buy' && spends
  const total = lots * 3
  const trailing = type === 'trailingStop'
  return {
    text: {
      type,
      side,
      ...(byTotal ? { basis: 'total' as const, total: total.toFixed(2) } : { quantity }),
      ...(priced && { price: money(limit) }),
      ...(triggered && { trigger: money(trigger) }),
      ...(trailing && { trailing: '1.5' }),
    },
    terms: {
      type,
      side,
      quantity: byTotal ? 0 : lots,
      quoteAmount: byTotal ? BigInt(total) * 100_000_000n : 0n,
      price: priced ? limit : 0,
      triggerPrice: triggered ? trigger : 0,
      trailingBps: trailing ? 150 : 0,
    },
  }
}

interface Judged {
  readonly market: Market
  readonly ticket: Ticket
  readonly setting: ReturnType<typeof context>
  readonly cost: Cost | undefined
  readonly command: PlaceOrder
}

function judge(order: Wanted, asks: readonly { ticks: number; lots: number }[], bids: readonly { ticks: number; lots: number }[]): Judged {
  const market = new Market(order.fee)
  // A first trade, so that there is a last price to stop and trail by.
  market.run(market.order(market.maker, { side: 'sell', price: LAST, quantity: 10 }))
  market.run(market.order(market.customer, { price: LAST, quantity: 10 }))
  for (const { ticks, lots } of asks) market.run(market.order(market.maker, { side: 'sell', price: LAST + ticks, quantity: lots }))
  for (const { ticks, lots } of bids) market.run(market.order(market.maker, { price: LAST - ticks, quantity: lots }))
  const { text, terms } = both(order)
  const setting = context({
    asks: market.depth('sell'),
    bids: market.depth('buy'),
    buyFeeIn: order.fee === 'quote' ? 'quote' : 'base',
    freeBase: RICH,
    freeQuote: RICH,
    last: LAST,
  })
  const ticket = readTicket(draft(text), setting)
  const command = market.order(market.customer, terms)
  const told = previewOrder(market.state, command, 0)
  const average = told.executedQuantity === 0 ? 0 : Number(divideHalfUp(told.executedQuote, BigInt(told.executedQuantity) * 10n))
  const cost = costOf(ticket, setting, { taken: BigInt(told.executedQuantity), average, fee: told.fee })
  return { market, ticket, setting, cost, command }
}

describe('the card before sending and the engine', () => {
  it('SPOT-049 [part] taken quantity, value, fee, receipt and hold of every order type are what the engine then does', () => {
    let trading = 0
    fc.assert(
      fc.property(wanted, makers, makers, (order, asks, bids) => {
        const { market, ticket, setting, cost, command } = judge(order, asks, bids)
        const estimate = costOf(ticket, setting)
        const outcome = market.run(command)
        const did = market.lastOrder()
        if (outcome.reason !== 'none') {
          expect(checkTicket(ticket, setting).length > 0, outcome.reason).toBe(true)
          return
        }
        expect(heldBy(ticket, setting)).toBe(did.held)
        if (cost === undefined || estimate === undefined) throw new Error('a placed order has no cost')
        expect(cost.taken).toBe(BigInt(did.quantity))
        if (!cost.exact) return
        trading += 1
        expect(cost.fee).toBe(did.fee)
        const got = order.side === 'buy' ? BigInt(did.quantity) * 1000n : did.quote
        const paysOnTop = order.side === 'buy' && order.fee === 'quote'
        expect(cost.receive).toBe(paysOnTop ? got : got - did.fee)
        expect(cost.pay).toBe(order.side === 'sell' ? BigInt(did.quantity) * 1000n : paysOnTop ? did.quote + did.fee : did.quote)
        // The browser alone knows the value, and the fee up to one unit for each further order met.
        expect(estimate.fee <= did.fee && did.fee < estimate.fee + 12n).toBe(true)
        expect(estimate.average).toBe(cost.average)
      }),
      { numRuns: 300 },
    )
    expect(trading).toBeGreaterThan(20)
  })

  it('SPOT-049 [part] fees of several fills, paid out of the hold, come to no more than the fee of all', () => {
    const order: Wanted = { type: 'limit', side: 'buy', lots: 2135, away: 3, spends: false, fee: 'quote' }
    const asks = [2134, 1].map((lots) => ({ ticks: 3, lots }))
    const { market, cost, command } = judge(order, asks, [{ ticks: 1, lots: 1 }])
    market.run(command)
    expect([market.lastOrder().fee, cost?.fee, cost?.exact]).toEqual([128_100_065n, 128_100_065n, true])
  })
})
