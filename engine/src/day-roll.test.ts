/** A day is closed for one customer after the other, while all of them go on trading; nobody can tell when it came to him. */
import { expect, test } from 'vitest'
import { S_CHAIN, S_DUE_SLICE, S_ROLL_HAND, S_SEQ } from '../generated/layout.ts'
import { ExchangeDriver } from '../scenarios/exchange-driver.ts'
import { type Draw, drawFrom } from '../scenarios/random-commands.ts'
import type { Command } from './command.ts'
import { contentHash } from './content.ts'
import { createState } from './create-state.ts'
import { skipDueRow } from './due-row.ts'
import { stateHash } from './hash.ts'
import { asAssetId, asInstrumentId, type UserId } from './ids/id.ts'
import { orderTerms } from './plain-terms.ts'
import { feeRatesOf, userOf } from './read.ts'
import { DUE_DAY } from './schema/due.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'
import { nextDeadline, type State } from './state.ts'

const PAIR = asInstrumentId(1)
const DAY_MS = 86_400_000
/** More than there ever is to do. */
const WHOLE = 2 ** 30
const LEVELS = [0n, 40_000n, 90_000n, 200_000n].map((volumeMin, level) => ({
  volumeMin,
  makerFeeE8: 900_000 - level * 200_000,
  takerFeeE8: 1_000_000 - level * 200_000,
}))

const isUnderWay = ({ memory }: State): boolean => memory.getUint32(S_ROLL_HAND, true) !== 0
const setSlice = (state: State, units: number): State => {
  state.memory.setUint32(S_DUE_SLICE, units, true)
  return state
}

function opened(units: number): ExchangeDriver {
  const exchange = new ExchangeDriver(setSlice(createState(), units))
  exchange.open()
  exchange.must({ kind: 'setFeeSchedule', levels: LEVELS, feeAssetId: asAssetId(0), feeAssetDiscountE8: 0 })
  for (let user = 0; user < 12; user += 1) exchange.join(`user-${user}`, { 1: 10n ** 12n, 2: 10n ** 15n })
  return exchange
}

const place = (userId: UserId, side: 'buy' | 'sell', quantity: number): Command => ({
  kind: 'placeOrder',
  userId,
  instrumentId: PAIR,
  terms: orderTerms({ side, price: 100, quantity }),
  selfTrade: 'expireMaker',
  source: 'api',
  child: null,
})

/** The next command: mostly a trade, now and then an operator. Few trade at first, so that some open their volume while a day is closed. */
function next(exchange: ExchangeDriver, draw: Draw, step: number): Command {
  const userId = exchange.users[draw(Math.min(exchange.users.length, 3 + Math.floor(step / 40)))] ?? (100_001 as UserId)
  if (draw(30) === 0) return { kind: 'setUserTerms', userId, feeLevel: draw(2) === 0 ? null : draw(4) }
  if (draw(60) === 0)
    return { kind: 'setFeeSchedule', levels: LEVELS.slice(0, 2 + draw(3)), feeAssetId: asAssetId(0), feeAssetDiscountE8: 0 }
  if (draw(8) === 0) return { kind: 'tick' }
  return place(userId, draw(2) === 0 ? 'buy' : 'sell', 1 + draw(9))
}

const readsOf = ({ state, users }: ExchangeDriver): unknown[] =>
  users.map((userId) => [userOf(state, userId), feeRatesOf(state, userId, PAIR)])

/** Everything that anybody learns, entry by entry, and how many entries left a day half closed. */
function play(units: number, seed: number): { told: unknown[]; halves: number; exchange: ExchangeDriver } {
  const exchange = opened(units)
  const draw = drawFrom(seed)
  const told: unknown[] = []
  let halves = 0
  for (let step = 0; step < 600; step += 1) {
    exchange.now += draw(25) === 0 ? DAY_MS * (1 + draw(3)) : draw(60_000)
    if (draw(200) === 0) exchange.now += DAY_MS * 40
    const before = exchange.events.length
    const outcome = exchange.run(next(exchange, draw, step))
    told.push([outcome, exchange.events.slice(before), readsOf(exchange)])
    if (isUnderWay(exchange.state)) halves += 1
  }
  while (nextDeadline(exchange.state) <= exchange.now) exchange.run({ kind: 'tick' })
  return { told, halves, exchange }
}

test('a day that is closed in slices gives every customer the level, fees and volume of one that is closed at once', () => {
  for (const seed of [1, 2]) {
    const whole = play(WHOLE, seed)
    expect(whole.halves).toBe(0)
    for (const units of [1, 2, 64]) {
      const sliced = play(units, seed)
      expect(sliced.halves, `${units} units`).toBeGreaterThan(5)
      for (const [step, told] of sliced.told.entries()) expect(told, `${units} units, seed ${seed}, step ${step}`).toEqual(whole.told[step])
      expect(nextDeadline(sliced.exchange.state)).toBe(nextDeadline(whole.exchange.state))
      // The same but for the sequence and the hash of all entries: the first needs more ticks.
      for (const { memory } of [sliced.exchange.state, whole.exchange.state]) {
        memory.setFloat64(S_SEQ, 0, true)
        memory.setBigUint64(S_CHAIN, 0n, true)
      }
      expect(contentHash(sliced.exchange.state)).toBe(contentHash(whole.exchange.state))
    }
  }
})

test('REL-006 [part] a snapshot of a day that is half closed goes on where it was', () => {
  const exchange = opened(2)
  const draw = drawFrom(5)
  let compared = 0
  for (let step = 0; step < 200; step += 1) {
    exchange.now += draw(12) === 0 ? DAY_MS * (1 + draw(2)) : draw(60_000)
    exchange.run(next(exchange, draw, step))
    if (!isUnderWay(exchange.state) || draw(8) > 0) continue
    compared += 1
    const restored = setSlice(decodeSnapshot(encodeSnapshot(exchange.state)), 2)
    expect(stateHash(restored)).toBe(stateHash(exchange.state))
    for (const userId of exchange.users) expect(userOf(restored, userId)).toEqual(userOf(exchange.state, userId))
  }
  expect(compared).toBeGreaterThan(5)
})

test('a day that is left out half way loses nobody’s volume, and the next one closes both', () => {
  const exchange = opened(2)
  const [ann, bob] = exchange.users as [UserId, UserId]
  for (const userId of exchange.users) {
    exchange.run(place(userId, 'sell', 30))
    exchange.run(place(userId === ann ? bob : ann, 'buy', 30))
  }
  exchange.now += DAY_MS
  exchange.run({ kind: 'tick' })
  exchange.run(place(exchange.users[11] ?? bob, 'sell', 5))
  exchange.run(place(exchange.users[10] ?? bob, 'buy', 5))
  expect(isUnderWay(exchange.state)).toBe(true)
  const volumes = (): unknown[] => exchange.users.map((userId) => userOf(exchange.state, userId)?.volume30d)
  const before = volumes()
  skipDueRow(exchange.state, { at: exchange.state.nextDay, due: DUE_DAY, id: 0, detail: 0 })
  expect([isUnderWay(exchange.state), volumes()]).toEqual([false, before])
  exchange.now += DAY_MS
  while (nextDeadline(exchange.state) <= exchange.now) exchange.run({ kind: 'tick' })
  expect(volumes()).toEqual(before)
  expect(exchange.users.map((userId) => userOf(exchange.state, userId)?.feeLevel)).toContain(3)
})
