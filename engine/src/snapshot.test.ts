import { expect, test } from 'vitest'
import { ExchangeDriver, SPOT_FIXTURE } from '../scenarios/exchange-driver.ts'
import { runRandomMarket } from '../scenarios/random-commands.ts'
import { stateHash } from './hash.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'
import { createState } from './state.ts'

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
