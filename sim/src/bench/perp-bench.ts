/**
 * Contracts: F1 an order of one against an order of a pair, F2 a change of the mark, F3 many liquidations from one gap, F4 funding of many
 * positions. One process, processor time, medians.
 */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply, applyAll } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import { lastOutcome } from '@agio/engine/event-buffer.ts'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { RoomAhead } from '@agio/engine/memory/room-ahead.ts'
import { positionsOf } from '@agio/engine/perp/read-positions.ts'
import { ENGINE_VERSION } from '@agio/engine/rules.ts'
import { decodeSnapshot } from '@agio/engine/snapshot.ts'
import { nextDeadline } from '@agio/engine/state.ts'
import { CONTRACT, FIRST_USER, listing, MID, PAIR, priceOf } from './core-markets.ts'
import { makeWorkload, type Workload } from './core-workload.ts'
import { type Measure, median } from './measure.ts'

const START_MS = Date.UTC(2026, 0, 15, 12)
const ENTRIES_A_CALL = 100
const ROUNDS = 5
const AMOUNT = 10n ** 12n

/** Processor microseconds of this thread for `work`. */
function cpuUs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** Microseconds a command, on a fresh copy of the start. */
function costOf({ bytes, offsets, start }: Workload): number {
  const state = decodeSnapshot(start)
  new RoomAhead(state).grow(Infinity)
  const used = cpuUs(() => {
    for (let index = 0; index < offsets.length; index += ENTRIES_A_CALL) {
      applyAll(state, bytes, offsets[index] ?? 0, offsets[index + ENTRIES_A_CALL] ?? bytes.byteLength)
      state.out.reset()
    }
  })
  return used / offsets.length
}

/** F1: the same mix of orders, in turn. */
function orderMeasure(): Measure {
  const options = { depth: 4_000, commands: 500_000, users: 1_000, seed: 20_261_121 }
  const [pair, contract] = [PAIR, CONTRACT].map((market) => makeWorkload({ ...options, market })) as [Workload, Workload]
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ({ pair: costOf(pair), contract: costOf(contract) })).slice(1)
  const ratio = median(rounds.map((round) => round.contract / round.pair))
  const value = median(rounds.map((round) => round.contract)) * 1_000
  const peerValue = median(rounds.map((round) => round.pair)) * 1_000
  return {
    id: 'F1',
    title: 'an order of a contract, an order of a pair',
    value,
    unit: 'ns',
    peer: 'pair',
    peerValue,
    ratio,
    goal: '<= 1.8',
  }
}

/** An exchange with so many customers long against one who is short; who `is near` has so much less behind his position. */
class House {
  readonly state = createState()
  readonly #bytes = new Uint8Array(4_096)
  #seq = 0
  now = START_MS

  /** Returns processor and passed microseconds. */
  give(command: Command): { readonly used: number; readonly passed: number } {
    this.#seq += 1
    encodeEntry(this.#bytes, 0, this.#seq, this.now, '', command)
    this.state.out.reset()
    const began = performance.now()
    const used = cpuUs(() => apply(this.state, this.#bytes))
    const passed = (performance.now() - began) * 1_000
    const { reason } = lastOutcome(this.state.out)
    if (reason !== 'none') throw new Error(`${command.kind}: ${reason}`)
    return { used, passed }
  }

  /** All that is due, tick by tick. Longest slice and sums, µs. */
  catchUp(): { readonly total: number; readonly passed: number; readonly longest: number } {
    let [total, passed, longest] = [0, 0, 0]
    while (nextDeadline(this.state) <= this.now) {
      const took = this.give({ kind: 'tick' })
      total += took.used
      passed += took.passed
      longest = Math.max(longest, took.used)
    }
    return { total, passed, longest }
  }
}

function filled(customers: number, isNear: (index: number) => boolean): House {
  const house = new House()
  house.give({ kind: 'setEngineVersion', version: ENGINE_VERSION })
  for (const symbol of ['BTC', 'USDT']) house.give({ kind: 'defineAsset', symbol, scale: 8, document: {} })
  for (const command of listing(START_MS)) house.give(command)
  house.give({ kind: 'fundInsurance', assetId: asAssetId(2), amount: 10n ** 17n, actor: 'bench', why: '' })
  const join = (index: number, amount: bigint): void => {
    const userId = asUserId(FIRST_USER + index)
    house.give({ kind: 'registerUser', accountKey: `f-${index}`, document: {}, role: 'customer' })
    house.give({ kind: 'creditUser', userId, assetId: asAssetId(2), amount, cause: 'airdrop', reference: '' })
    house.give({ kind: 'openContractAccount', userId })
    house.give({ kind: 'transferBetweenAccounts', userId, from: 'spot', to: 'contract', assetId: asAssetId(2), amount })
  }
  join(0, 10n ** 17n)
  const maker = asUserId(FIRST_USER)
  for (let index = 1; index <= customers; index += 1) {
    // a position of 10,000 USDT: 500 of margin at twenty times, or far more
    join(index, isNear(index) ? 52n * 10n ** 9n : AMOUNT)
    house.give(CONTRACT.place(maker, 'sell', MID, 100_000, false))
    house.give(CONTRACT.place(asUserId(FIRST_USER + index), 'buy', MID, 100_000, true))
  }
  return house
}

/** F2: with nobody near, and with a hundred to be looked at. */
function markMeasures(): Measure[] {
  const house = filled(100_000, (index) => index % 1_000 === 0)
  const move = (ticks: number): number => {
    house.now += 1_000
    // too short for the clock of the processor: what passed
    const { passed } = house.give(priceOf(ticks, house.now))
    return passed + house.catchUp().passed
  }
  const quiet = Array.from({ length: 21 }, (_, index) => move(MID + (index % 2) * 10 + 1))
  // 4 % lower those who are near come to 80 %, and are warned
  const looked = move(MID * 0.9585)
  return [
    {
      id: 'F2',
      title: 'a change of the mark, 100 k accounts in position, none near',
      value: median(quiet),
      unit: 'µs',
      peer: 'goal',
      peerValue: 20,
      ratio: median(quiet),
      goal: '<= 20',
    },
    {
      id: 'F2n',
      title: 'the same with 100 of them to be looked at',
      value: looked,
      unit: 'µs',
      peer: 'goal',
      peerValue: 1_000,
      ratio: looked,
      goal: '<= 1000',
    },
  ]
}

/** F3: ten thousand from one gap, with bids for them. */
function gapMeasures(): Measure[] {
  const count = 10_000
  const house = filled(count, () => true)
  const maker = asUserId(FIRST_USER)
  house.now += 1_000
  house.give(priceOf(MID * 0.93, house.now))
  for (let level = 0; level < 100; level += 1) house.give(CONTRACT.place(maker, 'buy', MID * 0.929 - level, 100_000, false))
  let [longest, total, ticks] = [0, 0, 0]
  const left = (): number =>
    Array.from({ length: count }, (_, index) => positionsOf(house.state, asUserId(FIRST_USER + 1 + index)).length).reduce(
      (sum, one) => sum + one,
      0,
    )
  while (nextDeadline(house.state) <= house.now) {
    // an order of another user in between
    const { used } = house.give({ kind: 'tick' })
    const order = house.give(CONTRACT.place(maker, 'buy', MID * 0.9, 1, false)).used
    total += used + order
    longest = Math.max(longest, used, order)
    ticks += 1
    if (ticks % 2_000 === 0 && left() === 0) break
  }
  if (left() !== 0) throw new Error(`${left()} positions were not liquidated`)
  return [
    {
      id: 'F3',
      title: '10 k liquidations from one gap, to the last',
      value: total / 1_000_000,
      unit: 's',
      peer: 'goal',
      peerValue: 2,
      ratio: total / 1_000_000,
      goal: '<= 2',
    },
    {
      id: 'F3s',
      title: 'the longest that another order waits beside them',
      value: longest / 1_000,
      unit: 'ms',
      peer: 'goal',
      peerValue: 20,
      ratio: longest / 1_000,
      goal: '<= 20',
    },
  ]
}

/** F4: funding of many positions. */
function fundingMeasures(): Measure[] {
  const count = 300_000
  const house = filled(count, () => false)
  const rolls = [0, 1, 2].map(() => {
    house.now = (Math.floor(house.now / 28_800_000) + 1) * 28_800_000
    house.give(priceOf(MID, house.now - 1))
    return house.catchUp()
  })
  const cost = median(rolls.map(({ total }) => total / count))
  const longest = median(rolls.map((of) => of.longest)) / 1_000
  return [
    {
      id: 'F4',
      title: `funding of ${count / 1_000} k positions, a position`,
      value: cost,
      unit: 'µs',
      peer: 'goal',
      peerValue: 0.5,
      ratio: cost,
      goal: '<= 0.5',
    },
    { id: 'F4s', title: 'its longest slice', value: longest, unit: 'ms', peer: 'goal', peerValue: 10, ratio: longest, goal: '<= 10' },
  ]
}

export const perpMeasures = (): readonly Measure[] => [orderMeasure(), ...markMeasures(), ...gapMeasures(), ...fundingMeasures()]
