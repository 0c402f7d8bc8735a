/** The card before sending against the engine itself: what it promises is what the engine holds, trades and charges. */
import type { OrderTerms, PlaceOrder } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome, readEvents } from '@agio/engine/event-buffer.ts'
import { type AssetId, asAssetId, asInstrumentId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { orderTerms, pairTerms } from '@agio/engine/plain-terms.ts'
import { type Preview, previewOrder } from '@agio/engine/preview.ts'
import { depthOf } from '@agio/engine/read.ts'
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

/** The rest of the orders in `npm run proof`. */
const RUNS = { numRuns: import.meta.env.AGIO_PROOF === undefined ? 100 : 300, seed: 20_261_125 }
const PAIR = asInstrumentId(1)
/** Assets: base and quote of the pair, and a platform coin that has a pair of its own. */
const BTC = asAssetId(1)
const USDT = asAssetId(2)
const CHIP = asAssetId(3)
const RICH = 10n ** 17n

/** What pays the customer's fees at a discount of 25 %, and how much of it there is beside the riches in base and quote. */
interface Coin {
  readonly assetId: AssetId
  readonly amount: bigint
}

function add(sums: Map<number, bigint>, key: number, amount: bigint): void {
  if (amount !== 0n) sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** An engine with the pair of the ticket tests, a seller, a buyer and the customer whose ticket is judged. */
class Market {
  readonly state = createState()
  readonly customer: UserId
  readonly maker: UserId
  seq = 0

  constructor(feeDirection: FeeDirection, coin?: Coin) {
    for (const symbol of ['BTC', 'USDT', 'CHIP']) this.run({ kind: 'defineAsset', symbol, scale: 8, document: {} })
    this.run({
      kind: 'defineInstrument',
      terms: pairTerms({ referencePrice: 6_000_000, buyFeeE8: 100_000, sellFeeE8: 100_000, feeDirection }),
    })
    this.maker = this.join('maker')
    this.customer = this.join('customer')
    if (coin === undefined) return
    const terms = pairTerms({ symbol: 'CHIP/USDT', baseAssetId: CHIP, quoteAssetId: USDT, referencePrice: 50 })
    this.run({ kind: 'defineInstrument', terms })
    this.run({ kind: 'setFeeSchedule', levels: [], feeAssetId: coin.assetId, feeAssetDiscountE8: 25_000_000 })
    this.run({ kind: 'setUserTerms', userId: this.customer, payFeeInFeeAsset: true })
    const credit = { userId: this.customer, assetId: CHIP, amount: coin.amount, cause: 'airdrop', reference: '' } as const
    if (coin.amount > 0n) this.run({ kind: 'creditUser', ...credit })
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
    const sums = { held: 0n, quantity: 0, quote: 0n, fee: 0n, fees: new Map<number, bigint>() }
    for (const { event } of readEvents(this.state.out.bytes())) {
      if (event.kind === 'orderPlaced' && event.order.userId === this.customer) sums.held += event.order.held
      if (event.kind !== 'traded' || event.takerUserId !== this.customer) continue
      sums.quantity += event.quantity
      sums.quote += event.notional
      sums.fee += event.takerFee
      add(sums.fees, event.takerFeeAssetId, event.takerFee)
    }
    return sums
  }
}

/** Ticks around 60,000.00 and lots; several orders share a price. */
const maker = { ticks: fc.integer({ min: 1, max: 4 }), lots: fc.integer({ min: 1, max: 5000 }) }
const makers = fc.array(fc.record(maker), { minLength: 1, maxLength: 12 })
/** Some show a slice at a time: the book of the browser knows nothing of the rest. */
const icebergs = fc.array(fc.record({ ...maker, slices: fc.constantFrom(1, 1, 1, 4) }), { minLength: 1, maxLength: 12 })

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
  readonly told: Preview
}

type Resting = readonly { readonly ticks: number; readonly lots: number; readonly slices?: number }[]

function judge(order: Wanted, asks: Resting, bids: Resting, coin?: Coin): Judged {
  const market = new Market(order.fee, coin)
  // A first trade, so that there is a last price to stop and trail by.
  market.run(market.order(market.maker, { side: 'sell', price: LAST, quantity: 10 }))
  market.run(market.order(market.customer, { price: LAST, quantity: 10 }))
  const rest = (side: 'buy' | 'sell', price: number, lots: number, slices = 1): Outcome =>
    market.run(market.order(market.maker, { side, price, quantity: lots, visibleQuantity: slices === 1 ? 0 : Math.ceil(lots / slices) }))
  for (const { ticks, lots, slices } of asks) rest('sell', LAST + ticks, lots, slices)
  for (const { ticks, lots, slices } of bids) rest('buy', LAST - ticks, lots, slices)
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
  const { fee, discounted } = told
  const inCoin = discounted && { coin: 'CHIP', fee: String(discounted.fee), worth: discounted.worth }
  const { waiting } = told
  const sum = waiting && { fee: (discounted?.fee ?? 0n) + waiting.fee, worth: (discounted?.worth ?? 0n) + waiting.worth }
  const whole = sum && { coin: 'CHIP', fee: String(sum.fee), worth: sum.worth }
  const cost = costOf(ticket, setting, { taken: BigInt(told.executedQuantity), value: told.executedQuote, fee, discounted: inCoin, whole })
  return { market, ticket, setting, cost, command, told }
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
      RUNS,
    )
    expect(trading).toBeGreaterThan(RUNS.numRuns / 20)
  })

  it('SPOT-049 [part] fees of several fills, paid out of the hold, come to no more than the fee of all', () => {
    const order: Wanted = { type: 'limit', side: 'buy', lots: 2135, away: 3, spends: false, fee: 'quote' }
    const asks = [2134, 1].map((lots) => ({ ticks: 3, lots }))
    const { market, cost, command } = judge(order, asks, [{ ticks: 1, lots: 1 }])
    market.run(command)
    expect([market.lastOrder().fee, cost?.fee, cost?.exact]).toEqual([128_100_065n, 128_100_065n, true])
  })

  it('SPOT-021 SPOT-049 [part] fees in the platform coin are told as the engine takes them, also where it runs out or is bought', () => {
    const seen = { whole: 0, mixed: 0, bought: 0 }
    const upTo = (max: bigint) => fc.bigInt({ min: 0n, max })
    const trading = wanted.map(
      (order): Wanted => ({ ...order, type: order.away > 0 ? 'market' : 'limit', away: order.side === 'buy' ? 4 : -4 }),
    )
    const coins = fc.oneof(
      fc.record({
        assetId: fc.constant(CHIP),
        amount: fc.oneof(upTo(1_000_000n), upTo(20_000_000n), upTo(400_000_000n), upTo(40_000_000_000n)),
      }),
      fc.record({ assetId: fc.constantFrom(BTC, USDT), amount: fc.constant(0n) }),
    )
    fc.assert(
      fc.property(trading, icebergs, icebergs, coins, (order, asks, bids, coin) => {
        const { market, cost, command, told } = judge(order, asks, bids, coin)
        if (market.run(command).reason !== 'none') return
        const did = market.lastOrder()
        expect([told.executedQuantity, told.executedQuote]).toEqual([did.quantity, did.quote])
        const promised = new Map<number, bigint>()
        add(promised, told.feeAssetId, told.fee)
        if (told.discounted !== undefined) add(promised, told.discounted.assetId, told.discounted.fee)
        expect(promised).toEqual(did.fees)
        if (coin.assetId !== CHIP) seen.bought += did.quantity > 0 ? 1 : 0
        if (cost?.exact !== true || coin.assetId !== CHIP) return
        const inCoin = did.fees.get(CHIP) ?? 0n
        expect(cost.discounted?.fee ?? '0').toBe(String(inCoin))
        expect(cost.fee).toBe(did.fee - inCoin)
        if (inCoin > 0n) seen[cost.fee === 0n ? 'whole' : 'mixed'] += 1
        // Three quarters of 0.1 %, give or take the rounding up of each trade.
        if (inCoin > 0n && cost.fee === 0n && did.quote > 10n ** 12n) expect(cost.feeRateE8).toBe(75_000)
        const got = order.side === 'buy' ? BigInt(did.quantity) * 1000n : did.quote
        expect(cost.receive).toBe(order.side === 'buy' && order.fee === 'quote' ? got : got - cost.fee)
      }),
      RUNS,
    )
    expect(Math.min(seen.whole, seen.mixed, seen.bought)).toBeGreaterThan(0)
  })

  it('SPOT-021 SPOT-049 [part] a waiting order whose fee the platform coin is going to pay shows it in that coin, as it is then taken', () => {
    const order: Wanted = { type: 'limit', side: 'buy', lots: 1000, away: -3, spends: false, fee: 'received' }
    const rich = judge(order, [{ ticks: 1, lots: 9 }], [], { assetId: CHIP, amount: 40_000_000_000n })
    const { market, cost, command } = rich
    expect([cost?.taken, cost?.fee, cost?.discounted?.coin]).toEqual([0n, 0n, 'CHIP'])
    market.run(command)
    const waiting = market.lastOrder()
    expect(waiting.quantity).toBe(0)
    market.run(market.order(market.maker, { side: 'sell', price: command.terms.price, quantity: 1000 }))
    const trades = [...readEvents(market.state.out.bytes())].flatMap(({ event }) => (event.kind === 'traded' ? [event] : []))
    expect(trades.map((trade) => [trade.makerFeeAssetId, String(trade.makerFee)])).toEqual([[CHIP, cost?.discounted?.fee]])
    // Without enough of it the fee is taken from what is bought, and shown so.
    const poor = judge(order, [{ ticks: 1, lots: 9 }], [], { assetId: CHIP, amount: 1n }).cost
    expect([poor?.discounted, (poor?.fee ?? 0n) > 0n]).toEqual([undefined, true])
  })
})
