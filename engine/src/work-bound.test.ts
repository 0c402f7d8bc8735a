/** How much one entry does at most: who reaches the bound meets an ordinary end, and the exchange goes on. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { Command, OrderTerms } from './command.ts'
import { apply } from './engine.ts'
import { encodeEntry } from './entry.ts'
import type { Outcome } from './event.ts'
import { lastOutcome, readEvents } from './event-buffer.ts'
import { asAssetId, asInstrumentId, asOrderId, asOrderListId, asUserId, type UserId } from './ids/id.ts'
import { orderTerms, PLAIN_PAIR } from './plain-terms.ts'
import { balanceOf, instrumentOf, openOrdersOf } from './read.ts'
import { DUE_ORDER_UNITS, DUE_SLICE } from './schema/due.ts'
import { MEETING_UNITS, MEETINGS_MOST, RECORD_BYTES_MOST } from './schema/work.ts'
import { nextDeadline } from './state.ts'

const PAIR = asInstrumentId(1)
const ACCOUNTS = 36
const ICEBERGS = 200
const SLICES = 11
const HALT_MS = 300_000
const OTHER = asInstrumentId(2)
/** What a tick's slice comes to. */
const A_SLICE = DUE_SLICE / MEETING_UNITS

interface Done {
  readonly outcome: Outcome
  readonly bytes: number
  readonly trades: number
  readonly ends: number
}

class Market {
  readonly exchange = new ExchangeDriver()
  readonly users: UserId[] = []

  constructor() {
    const pair = { maxOpenOrders: ICEBERGS, maxTriggerOrders: ICEBERGS, icebergPartsMax: SLICES }
    this.exchange.open({ ...pair, referencePrice: 100, breakerMoveE8: 20_000_000, breakerHaltMs: HALT_MS })
    this.exchange.must({ kind: 'defineInstrument', terms: { ...PLAIN_PAIR, ...pair, symbol: 'OTHER' } })
    for (let place = 0; place <= ACCOUNTS + 1; place += 1)
      this.users.push(this.exchange.join(`user${place}`, { 1: 10n ** 15n, 2: 10n ** 16n }))
  }

  get taker(): UserId {
    return this.users[ACCOUNTS] ?? asUserId(0)
  }

  get helper(): UserId {
    return this.users[ACCOUNTS + 1] ?? asUserId(0)
  }

  step(userId: UserId, terms: Partial<OrderTerms>, instrumentId = PAIR): Done {
    const order = { quantity: SLICES, price: 100, ...terms }
    return this.run({
      kind: 'placeOrder',
      userId,
      instrumentId,
      terms: orderTerms(order),
      selfTrade: 'expireTaker',
      source: 'api',
      child: null,
    })
  }

  tick(): Done {
    this.exchange.now += 1
    return this.run({ kind: 'tick' })
  }

  /** As the sequencer does: nothing is kept of what an entry did but the outcome and how much it was. */
  run(command: Command): Done {
    const { exchange } = this
    exchange.seq += 1
    const entry = new Uint8Array(1_024)
    encodeEntry(entry, 0, exchange.seq, exchange.now, '', command)
    const { out } = exchange.state
    out.reset()
    apply(exchange.state, entry)
    const records = out.bytes()
    let [trades, ends] = [0, 0]
    for (const { event } of readEvents(records)) {
      if (event.kind === 'traded') trades += 1
      if (event.kind === 'orderClosed') ends += 1
    }
    return { outcome: lastOutcome(out), bytes: records.byteLength, trades, ends }
  }

  /** Ticks until nothing is left to do. */
  ticks(): Done[] {
    const done: Done[] = []
    while (nextDeadline(this.exchange.state) <= this.exchange.now) done.push(this.tick())
    return done
  }

  get status(): string {
    return instrumentOf(this.exchange.state, PAIR)?.status ?? ''
  }

  /** One own lot beyond the breaker's bound halts the pair; the orders come in the auction. */
  halt(): void {
    this.step(this.taker, { side: 'sell', price: 100, quantity: 1 })
    this.step(this.helper, { side: 'buy', price: 100, quantity: 1 })
    this.step(this.taker, { side: 'sell', price: 130, quantity: 1 })
    this.step(this.helper, { side: 'buy', price: 130, quantity: 1 })
    this.exchange.now += HALT_MS
    this.tick()
  }

  /** The auction ends by itself. */
  end(): Done[] {
    this.exchange.now += 30_000
    return [this.tick(), ...this.ticks()]
  }

  icebergs(): void {
    for (const userId of this.users.slice(0, ACCOUNTS))
      for (let place = 0; place < ICEBERGS; place += 1) this.step(userId, { side: 'sell', visibleQuantity: 1, price: 100 + (place % 8) })
  }
}

test('a taker that meets 79,200 slices of icebergs makes 20,000 fills and ends EXPIRED; whoever comes behind trades on', () => {
  const market = new Market()
  market.icebergs()
  const slices = ACCOUNTS * ICEBERGS * SLICES
  const taken = market.step(market.taker, { side: 'buy', timeInForce: 'ioc', price: 110, quantity: slices })
  expect([taken.outcome.reason, taken.outcome.orders[0]?.status, taken.trades]).toEqual(['none', 'expired', MEETINGS_MOST])
  expect(taken.bytes).toBeLessThan(RECORD_BYTES_MOST)
  const whole = market.step(market.taker, { side: 'buy', timeInForce: 'fok', price: 110, quantity: slices - MEETINGS_MOST })
  expect([whole.outcome.orders[0]?.status, whole.trades]).toEqual(['expired', 0])
  const small = market.step(market.taker, { side: 'buy', timeInForce: 'fok', price: 110, quantity: 5 })
  expect([small.outcome.orders[0]?.status, small.trades]).toEqual(['filled', 5])
})

test('79,200 slices that cross in an auction trade in slices of the entries to come; others trade meanwhile, but not there', () => {
  const market = new Market()
  market.halt()
  market.icebergs()
  const bid = market.step(market.taker, { side: 'buy', price: 110, quantity: ACCOUNTS * ICEBERGS * SLICES }).outcome.orders[0]
  market.exchange.now += 30_000
  const first = market.tick()
  expect([first.trades, market.status]).toEqual([A_SLICE - (2 * DUE_ORDER_UNITS) / MEETING_UNITS, 'auction'])
  expect(market.step(market.helper, { side: 'buy', price: 90, quantity: 1 }).outcome.reason).toBe('pairBusy')
  const name = { userId: market.taker, orderId: bid?.orderId ?? asOrderId(0), clientOrderId: '' }
  expect(market.run({ kind: 'cancelOrder', ...name, orderListId: asOrderListId(0) }).outcome.reason).toBe('pairBusy')
  expect(market.run({ kind: 'amendOrder', ...name, price: 0, quantity: 1, triggerPrice: 0 }).outcome.reason).toBe('pairBusy')
  expect(market.run({ kind: 'cancelAllOrders', userId: market.taker, instrumentId: PAIR }).outcome.orders).toEqual([])
  expect(market.step(market.helper, { side: 'buy', price: 90, quantity: 1 }, OTHER).outcome.orders[0]?.status).toBe('new')
  const rest = market.ticks()
  expect(Math.max(...rest.map(({ trades }) => trades))).toBe(A_SLICE)
  expect(market.status).toBe('trading')
  expect(market.step(market.helper, { side: 'buy', price: 90, quantity: 1 }).outcome.reason).toBe('none')
})

test('who has both sides of an auction is kept apart once, in slices, and the price is chosen once', () => {
  const market = new Market()
  market.halt()
  for (const userId of market.users.slice(0, ACCOUNTS)) {
    for (let place = 1; place < ICEBERGS; place += 1) market.step(userId, { side: 'sell', price: 99 - (place % 9), quantity: 1 })
    market.step(userId, { side: 'buy', price: 105, quantity: 1 })
  }
  const done = market.end()
  // the buy came last, so it alone gives way
  expect(done.reduce((sum, { ends }) => sum + ends, 0)).toBe(ACCOUNTS)
  expect([market.status, done.length]).toEqual(['trading', 1])
})

test('whose later orders give way by thousands does not hold others up', () => {
  const market = new Market()
  market.halt()
  for (const userId of market.users.slice(0, ACCOUNTS)) market.step(userId, { side: 'buy', price: 105, quantity: 1 })
  for (const userId of market.users.slice(0, ACCOUNTS))
    for (let place = 1; place < ICEBERGS; place += 1) market.step(userId, { side: 'sell', price: 99 - (place % 9), quantity: 1 })
  const done = market.end()
  expect(done.reduce((sum, { ends }) => sum + ends, 0)).toBe(ACCOUNTS * (ICEBERGS - 1))
  expect(Math.max(...done.map(({ ends }) => ends))).toBeLessThanOrEqual(A_SLICE)
  expect(market.status).toBe('trading')
})

test('7,200 stops that one trade hits enter in slices, a fill of each; nobody steps in between', () => {
  const market = new Market()
  market.step(market.taker, { side: 'sell', price: 100, quantity: 1 })
  market.step(market.helper, { side: 'buy', price: 100, quantity: 1 })
  for (const userId of market.users.slice(0, ACCOUNTS))
    for (let place = 0; place < ICEBERGS; place += 1)
      market.step(userId, { side: 'sell', type: 'stopMarket', price: 0, triggerPrice: 99, quantity: 1 })
  market.step(market.helper, { side: 'buy', price: 99, quantity: 1 })
  market.step(market.helper, { side: 'buy', price: 98, quantity: ACCOUNTS * ICEBERGS })
  const hit = market.step(market.taker, { side: 'sell', price: 99, quantity: 1 })
  const each = DUE_ORDER_UNITS + MEETING_UNITS
  expect(hit.trades).toBe(1 + Math.ceil(DUE_SLICE / each) + Math.ceil((DUE_SLICE >> 6) / each))
  expect(market.step(market.taker, { side: 'sell', price: 98, quantity: 1 }).outcome.reason).toBe('pairBusy')
  const done = market.ticks()
  expect(done.reduce((sum, { trades }) => sum + trades, 0)).toBeGreaterThan(ACCOUNTS * ICEBERGS - 1_000)
  expect(Math.max(...done.map(({ trades }) => trades))).toBe(Math.ceil(DUE_SLICE / each))
  expect(market.step(market.taker, { side: 'sell', price: 97, quantity: 1 }).outcome.reason).toBe('none')
})

test('SPOT-027 [part] a stop leg that fires as its parent fills, and meets more than a slice, goes on until all of it traded', () => {
  const market = new Market()
  const lots = 2 * A_SLICE
  market.step(market.helper, { side: 'sell', price: 100, quantity: 1 })
  market.step(market.taker, { side: 'buy', price: 100, quantity: 1 })
  for (const userId of market.users.slice(0, ACCOUNTS))
    for (let place = 0; place < ICEBERGS; place += 1) market.step(userId, { side: 'sell', price: 103, quantity: 1 })
  const legs = { side: 'buy', type: 'oneCancelsOther', price: 95, triggerPrice: 101, quantity: lots } as const
  const parent = market.run({
    kind: 'placeOrder',
    userId: market.taker,
    instrumentId: PAIR,
    terms: orderTerms({ side: 'sell', price: 102, quantity: 100 }),
    selfTrade: 'expireTaker',
    source: 'api',
    child: orderTerms(legs),
  })
  expect(parent.outcome.reason).toBe('none')
  const filled = market.step(market.helper, { side: 'buy', price: 102, quantity: 100 })
  expect([filled.trades > 1, filled.trades < lots]).toEqual([true, true])
  const rest = market.ticks()
  expect(rest.reduce((sum, { trades }) => sum + trades, filled.trades)).toBe(1 + lots)
  expect(openOrdersOf(market.exchange.state, market.taker)).toEqual([])
  expect(balanceOf(market.exchange.state, market.taker, asAssetId(2)).held).toBe(0n)
})
