/**
 * The core's figures: P1 matching alone, P2 the full core, P4 and P6 growth, P7 memory, P14 replay, P18 heap. One process, CPU time of
 * the thread, engine and peer in turn, medians. The engine is entered as the server does: many entries a call, their records taken
 * together.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { InstrumentTerms } from '@agio/engine/command.ts'
import { applyAll } from '@agio/engine/engine.ts'
import * as layout from '@agio/engine/generated/layout.ts'
import { RoomAhead } from '@agio/engine/memory/room-ahead.ts'
import { replay } from '@agio/engine/replay.ts'
import { decodeSnapshot } from '@agio/engine/snapshot.ts'
import type { State } from '@agio/engine/state.ts'
import { OrderBook } from 'nodejs-order-book'
import { bookCommands, PlainBook } from './book-bench.ts'
import { makeWorkload, type PeerCommand, type Workload } from './core-workload.ts'
import { type Measure, median } from './measure.ts'

const PEER = 'nodejs-order-book'
const SEED = 20_261_121
const ROUNDS = 5
/** For growth: its runs take a tenth of a second, and neighbours on the machine double the cost of some. */
const PAIRS = 9
const COMMANDS = 1_000_000
/** What a busy server finds in one turn of its event loop. */
const ENTRIES_A_CALL = 100

/** CPU nanoseconds of this thread for `work`. */
function cpuNs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const used = process.threadCpuUsage(before)
  return (used.user + used.system) * 1000
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function runTimed(state: State, { bytes, offsets }: Workload): void {
  for (let index = 0; index < offsets.length; index += ENTRIES_A_CALL) {
    applyAll(state, bytes, offsets[index] ?? 0, offsets[index + ENTRIES_A_CALL] ?? bytes.byteLength)
    state.out.reset()
  }
}

/** ns a command of the full core on a fresh copy of the start. */
function coreCost(workload: Workload): number {
  const state = decodeSnapshot(workload.start)
  // As the server has done by the time orders come.
  new RoomAhead(state).grow(Infinity)
  return cpuNs(() => runTimed(state, workload)) / workload.offsets.length
}

function peerRun(book: OrderBook, commands: readonly PeerCommand[]): void {
  for (const command of commands) {
    if (command.kind === 'cancel') book.cancel(command.id)
    else {
      const timeInForce = command.isIoc ? 'IOC' : 'GTC'
      book.limit({ id: command.id, side: command.side, size: command.size, price: command.price, timeInForce } as Parameters<
        OrderBook['limit']
      >[0])
    }
  }
}

function peerCost(workload: Workload): number {
  const book = new OrderBook()
  peerRun(book, workload.prefill)
  return cpuNs(() => peerRun(book, workload.timed)) / workload.timed.length
}

function bookCost(workload: Workload, terms: InstrumentTerms): number {
  const ids = new Map<string, number>()
  const prefill = bookCommands(workload.prefill, ids)
  const timed = bookCommands(workload.timed, ids)
  const book = new PlainBook(terms)
  book.run(prefill)
  return cpuNs(() => book.run(timed)) / timed.count
}

function termsOf(workload: Workload): InstrumentTerms {
  const { terms } = decodeSnapshot(workload.start).instruments[0] ?? {}
  if (terms === undefined) throw new RangeError('the workload has no pair')
  return terms
}

const measure = (
  id: string,
  title: string,
  value: number,
  unit: string,
  peer: string,
  peerValue: number,
  ratio: number,
  goal: string,
): Measure => ({
  id,
  title,
  value: Number(value.toFixed(3)),
  unit,
  peer,
  peerValue: Number(peerValue.toFixed(3)),
  ratio: Number(ratio.toFixed(3)),
  goal,
})

/** P1 and P2: against the peer, in turn, after one round of each to warm up. */
function againstPeer(): Measure[] {
  const workload = makeWorkload({ depth: 4_000, commands: COMMANDS, users: 1_000, seed: SEED })
  const terms = termsOf(workload)
  const rounds = Array.from({ length: ROUNDS + 1 }, () => ({
    core: coreCost(workload),
    book: bookCost(workload, terms),
    peer: peerCost(workload),
  })).slice(1)
  const peer = median(rounds.map((round) => round.peer))
  // Of each round its own ratio: what disturbs the machine for seconds disturbs both sides of it.
  const against = (id: string, title: string, ours: 'core' | 'book', goal: string): Measure => {
    const cost = median(rounds.map((round) => round[ours]))
    const ratio = median(rounds.map((round) => round.peer / round[ours]))
    return measure(id, title, cost, 'ns/command', PEER, peer, ratio, goal)
  }
  return [
    against('P1', 'matching through the book, 4 k resting orders', 'book', '≥ 35'),
    against('P2', 'full core: checks, holds, fees, postings, events', 'core', '≥ 15'),
    replayMeasure(workload),
    heapMeasure(workload),
  ]
}

/** P14: folding journaled bytes against live application of the same entries. */
function replayMeasure(workload: Workload): Measure {
  const rounds = Array.from({ length: 3 }, () => {
    const state = decodeSnapshot(workload.start)
    const chunks = workload.offsets.filter((_, index) => index % 500 === 0)
    const replayed = cpuNs(() => {
      chunks.forEach((from, index) => {
        replay(state, workload.bytes.subarray(from, chunks[index + 1] ?? workload.bytes.byteLength))
        state.out.reset()
      })
    })
    return { replay: replayed / workload.offsets.length, live: coreCost(workload) }
  })
  const replayCost = median(rounds.map((round) => round.replay))
  const live = median(rounds.map((round) => round.live))
  return measure('P14', 'replay against live', replayCost, 'ns/command', 'live core', live, live / replayCost, '≥ 0.55')
}

/** P18: growth of the collected heap over the commands, for 10 M of them; tables stand outside the heap. */
function heapMeasure(workload: Workload): Measure {
  const state = decodeSnapshot(workload.start)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  runTimed(state, workload)
  collectGarbage()
  const growth = ((process.memoryUsage().heapUsed - before) * (10_000_000 / workload.offsets.length)) / 2 ** 20
  return measure('P18', 'heap growth over 10 M commands', growth, 'MB', '', 0, growth, '≤ 1')
}

interface Growth {
  /** Medians, ns a command. */
  readonly small: number
  readonly large: number
  /** Median of each pair's own ratio, as for P1 and P2. */
  readonly ratio: number
}

/** Small and large in turn. */
function growth(small: Workload, large: Workload): Growth {
  const pairs = Array.from({ length: PAIRS }, () => [coreCost(small), coreCost(large)] as const)
  return {
    small: median(pairs.map(([cost]) => cost)),
    large: median(pairs.map(([, cost]) => cost)),
    ratio: median(pairs.map(([one, other]) => other / one)),
  }
}

/** P4 and P7: the same mix on a thousand and on a million resting orders. */
function growthByDepth(): Measure[] {
  const small = makeWorkload({ depth: 1_000, commands: 200_000, users: 1_000, seed: SEED })
  const large = makeWorkload({ depth: 1_000_000, commands: 200_000, users: 1_000, seed: SEED })
  const cost = growth(small, large)
  const state = decodeSnapshot(large.start)
  const order = layout.ORDER_BYTES + state.orderIndex.slots.byteLength / state.orders.liveCount
  return [
    measure('P4', 'cost at 1 M resting orders against 1 k', cost.large, 'ns/command', '1 k resting orders', cost.small, cost.ratio, '≤ 6'),
    measure('P7', 'bytes a resting order with its index', order, 'B', '', 0, order, '≤ 128'),
  ]
}

/** P6 and the second half of P7. */
function growthByAccounts(): Measure[] {
  const few = makeWorkload({ depth: 4_000, commands: 200_000, users: 1_000, seed: SEED })
  const many = makeWorkload({ depth: 4_000, commands: 200_000, users: 500_000, seed: SEED })
  const cost = growth(few, many)
  const state = decodeSnapshot(many.start)
  const account = layout.ACCOUNT_BYTES + state.accountIndex.slots.byteLength / state.accounts.liveCount
  return [
    measure(
      'P6',
      'cost at 1 M accounts of 500 k users against 1 k users',
      cost.large,
      'ns/command',
      '1 k users',
      cost.small,
      cost.ratio,
      '≤ 2.6',
    ),
    measure('P7a', 'bytes an account with its index', account, 'B', '', 0, account, '≤ 64'),
  ]
}

/** All measures of the core; takes a few minutes on two cores. */
export function coreMeasures(): Measure[] {
  return [...againstPeer(), ...growthByDepth(), ...growthByAccounts()]
}
