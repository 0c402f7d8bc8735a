/** How much one entry does at most: who reaches the bound meets an ordinary end, and the exchange goes on. */
import { expect, test } from 'vitest'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import type { OrderTerms } from './command.ts'
import { apply } from './engine.ts'
import { encodeEntry } from './entry.ts'
import type { Outcome } from './event.ts'
import { lastOutcome, readEvents } from './event-buffer.ts'
import { asInstrumentId, asUserId, type UserId } from './ids/id.ts'
import { orderTerms } from './plain-terms.ts'
import { MEETINGS_MOST, RECORD_BYTES_MOST } from './schema/work.ts'

const PAIR = asInstrumentId(1)
const ACCOUNTS = 36
const ICEBERGS = 200
const SLICES = 11

class Market {
  readonly exchange = new ExchangeDriver()
  readonly users: UserId[] = []

  constructor() {
    this.exchange.open({ maxOpenOrders: ICEBERGS, icebergPartsMax: SLICES })
    for (let place = 0; place <= ACCOUNTS; place += 1) this.users.push(this.exchange.join(`user${place}`, { 1: 10n ** 15n, 2: 10n ** 17n }))
  }

  get taker(): UserId {
    return this.users[ACCOUNTS] ?? asUserId(0)
  }

  /** As the sequencer does: nothing is kept of what it did but the outcome and how much it was. */
  step(userId: UserId, terms: Partial<OrderTerms>): { outcome: Outcome; bytes: number; trades: number } {
    const { exchange } = this
    exchange.seq += 1
    const entry = new Uint8Array(1_024)
    encodeEntry(entry, 0, exchange.seq, exchange.now, '', {
      kind: 'placeOrder',
      userId,
      instrumentId: PAIR,
      terms: orderTerms({ quantity: SLICES, price: 100, ...terms }),
      selfTrade: 'expireTaker',
      source: 'api',
      child: null,
    })
    const { out } = exchange.state
    out.reset()
    apply(exchange.state, entry)
    const records = out.bytes()
    let trades = 0
    for (const { event } of readEvents(records)) if (event.kind === 'traded') trades += 1
    return { outcome: lastOutcome(out), bytes: records.byteLength, trades }
  }

  icebergs(): void {
    for (const userId of this.users.slice(0, ACCOUNTS))
      for (let place = 0; place < ICEBERGS; place += 1) this.step(userId, { side: 'sell', visibleQuantity: 1, price: 100 + (place % 8) })
  }
}

test('issue 42.1: a taker that meets 79,200 slices of icebergs makes 20,000 fills and ends EXPIRED; whoever comes behind trades on', () => {
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
