import { expect, test } from 'vitest'
import * as layout from '../generated/layout.ts'
import { ExchangeDriver, SPOT_FIXTURE } from '../scenarios/exchange-driver.ts'
import { runRandomMarket } from '../scenarios/random-commands.ts'
import type { OrderTerms } from './command.ts'
import { createState } from './create-state.ts'
import { stateHash } from './hash.ts'
import { asInstrumentId, type UserId } from './ids/id.ts'
import { LADDERS } from './market/instrument.ts'
import { readPairPrices } from './market/pair-prices.ts'
import { orderTerms } from './plain-terms.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'
import { nextDeadline, type State } from './state.ts'

function market(seed: number, count: number): ExchangeDriver {
  const exchange = new ExchangeDriver()
  runRandomMarket(exchange, { ...SPOT_FIXTURE, priceBandE8: 10_000_000, breakerMoveE8: 330_000, breakerHaltMs: 10_000 }, seed, count)
  return exchange
}

test('REL-006 [part] a snapshot reads back to the same state, empty or full', () => {
  const empty = createState()
  expect(stateHash(decodeSnapshot(encodeSnapshot(empty)))).toBe(stateHash(empty))
  const { state } = market(11, 300)
  expect(Buffer.compare(encodeSnapshot(decodeSnapshot(encodeSnapshot(state))), encodeSnapshot(state))).toBe(0)
})

test('REL-006 [part] bytes that are damaged, cut or of something else are refused', () => {
  const bytes = encodeSnapshot(market(12, 60).state)
  for (let at = 0; at < bytes.byteLength; at += 1 + Math.floor(bytes.byteLength / 24)) {
    const damaged = bytes.slice()
    damaged[at] = (damaged[at] ?? 0) ^ 1
    expect(() => decodeSnapshot(damaged), `byte ${at}`).toThrow(RangeError)
  }
  for (const length of [0, 8, 15, 40, bytes.byteLength - 1, bytes.byteLength - 8])
    expect(() => decodeSnapshot(bytes.slice(0, length)), `cut to ${length}`).toThrow(RangeError)
})

test('REL-003 REL-006 REL-007 [part] random markets replay to one hash from the start and from any snapshot, and sum to zero', () => {
  for (const seed of [21, 22, 23]) {
    const exchange = market(seed, 400)
    expect(exchange.faults()).toEqual([])
    const live = stateHash(exchange.state)
    for (const at of [1, 100, 250, 399]) expect(stateHash(exchange.replayed(at)), `seed ${seed} at ${at}`).toBe(live)
  }
})

test('SPOT-023 [part] SPOT-045 [part] after every command of a random market the book is sound and no ended order changes', () => {
  for (const seed of [31, 32]) {
    const exchange = new ExchangeDriver()
    const faults: string[] = []
    const run = exchange.run.bind(exchange)
    exchange.run = (command, key) => {
      const outcome = run(command, key)
      faults.push(...exchange.bookFaults())
      return outcome
    }
    runRandomMarket(exchange, SPOT_FIXTURE, seed, 300)
    expect(faults).toEqual([])
    expect(exchange.revived).toEqual([])
  }
})

/** Words that live within an entry, that say where something is which is made anew, or that are a price found before. */
const PASSING: ReadonlySet<number> = new Set([
  ...[layout.S_VALUE, layout.S_VALUE + 4, layout.S_NEED, layout.S_NEED + 4, layout.S_ENTRY_START, layout.S_RUNS_DUE],
  ...[layout.S_AHEAD_SUM],
  ...[layout.S_BEGUN_AT, layout.S_BEGUN_AT + 4, layout.S_BEGUN_ID, layout.S_BEGUN_ID + 4, layout.S_BEGUN_DETAIL, layout.S_BEGUN_WORK],
  ...[layout.S_OLD_BUCKETS, layout.S_OLD_SHIFT, layout.S_OLD_HAND, layout.S_FREE_CHUNK],
  ...[layout.S_ARENA, layout.S_BUCKETS, layout.S_BUCKET_SHIFT, layout.S_BUCKET_LINES],
])
const PASSING_OF_PAIR: ReadonlySet<number> = new Set([
  ...[layout.I_BASE_FEE_ACCOUNT, layout.I_QUOTE_FEE_ACCOUNT, layout.I_WAITING + layout.LIST_AT, layout.I_WAITING + layout.LIST_ROOM],
  ...[layout.I_BAND_HIGH, layout.I_BAND_LOW, layout.I_BAND_REFERENCE, layout.I_BAND_KNOWN_RATE].flatMap((at) => [at, at + 4]),
  // what it remembers of prices is compared as what it tells: in its rings stands what is from before, too
  ...Array.from({ length: (layout.I_WAITING - layout.I_MINUTE_RING) / 4 }, (_, word) => layout.I_MINUTE_RING + word * 4),
  ...[layout.I_BREAKER_REFERENCE, layout.I_BREAKER_HIGH, layout.I_BREAKER_LOW, layout.I_PHASE_REFERENCE].flatMap((at) => [at, at + 4]),
  layout.I_RECENT_NEXT,
])

test('REL-006 [part] every number that a state keeps comes back from a snapshot', () => {
  const wordsOf = ({ instruments, memory }: State): number[][] => {
    const words = (from: number, to: number, passing: ReadonlySet<number>): number[] =>
      Array.from({ length: (to - from) / 4 }, (_, word) => (passing.has(word * 4) ? 0 : memory.getUint32(from + word * 4, true)))
    const shifted = new Set([...PASSING].map((at) => at - layout.S_SEQ))
    const pairs = instruments.map(({ address }) => words(address, address + layout.I_LADDERS, PASSING_OF_PAIR))
    const scalars = [words(layout.S_SEQ, layout.STATE_BYTES, shifted), words(layout.T_ORDERS, layout.X_ORDERS, new Set())]
    return [...scalars, ...pairs]
  }
  for (const seed of [13, 14]) {
    const { state } = market(seed, 300)
    const restored = decodeSnapshot(encodeSnapshot(state))
    expect(wordsOf(restored)).toEqual(wordsOf(state))
    for (const [position, pair] of state.instruments.entries())
      for (const which of LADDERS) expect(restored.instruments[position]?.best(which)).toBe(pair.best(which))
    for (const [position, pair] of state.instruments.entries()) {
      const again = restored.instruments[position]
      expect(again && readPairPrices(again.row, state.at)).toEqual(readPairPrices(pair.row, state.at))
      expect(restored.instruments[position]?.referencePrice()).toBe(pair.referencePrice())
    }
  }
})

test('REL-006 [part] children that wait for the end of a halt, trailing orders and dated ones come back from a snapshot', () => {
  const exchange = new ExchangeDriver()
  exchange.open({ referencePrice: 10_000, breakerMoveE8: 5_000_000, breakerHaltMs: 60_000 })
  const [ann, bob] = ['ann', 'bob'].map((name) => exchange.join(name, { 1: 10n ** 12n, 2: 10n ** 15n })) as [UserId, UserId]
  const place = (userId: UserId, over: Partial<OrderTerms>, child: OrderTerms | null = null): void => {
    const terms = orderTerms({ quantity: 5, ...over })
    exchange.run({ kind: 'placeOrder', userId, instrumentId: asInstrumentId(1), terms, selfTrade: 'none', source: 'api', child })
  }
  place(ann, { price: 10_000 }, orderTerms({ side: 'sell', type: 'oneCancelsOther', price: 10_800, triggerPrice: 9_000, quantity: 5 }))
  place(ann, { side: 'sell', type: 'trailingStop', trailingBps: 500 })
  place(ann, { price: 8_900, timeInForce: 'gtd', expireAt: exchange.now + 100_000 })
  place(ann, { price: 9_000 })
  // Through both prices at once: the pair halts before the children of the filled parent can enter.
  place(bob, { side: 'sell', price: 9_000, quantity: 10 })
  const { state } = exchange
  const [pair] = state.instruments
  expect(pair?.status).toBe('halt')
  expect(pair?.row.waiting.count).toBeGreaterThan(0)
  for (let after = 1; after <= 3; after += 1) {
    exchange.now += 60_000
    exchange.run({ kind: 'tick' })
    place(bob, { side: 'sell', price: 10_500 + after })
  }
  expect(nextDeadline(state)).not.toBe(Infinity)
  const live = stateHash(state)
  for (let at = 1; at <= exchange.seq; at += 1) expect(stateHash(exchange.replayed(at)), `snapshot after ${at}`).toBe(live)
  expect(exchange.faults()).toEqual([])
})
