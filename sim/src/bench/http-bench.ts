/**
 * P8 and P12: durable orders over HTTP, by the process that users run, against a Fastify route that does nothing. Both servers are
 * measured in turn by the same load generator, and requests are counted per processor second: once for the threads that answer, once
 * for the whole process with the SQL history of every order that its projections' thread writes beside. A full load, of which P12
 * takes 30 %, is what the exchange finishes, history included: loads of P12 run with history beside them, and no server can go on
 * with more.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeTarget, type Target } from './exchange-target.ts'
import { historyAtRest } from './history-rest.ts'
import { measureLoneCommit } from './journal-bench.ts'
import type { LoadPlan, LoadResult } from './load-generator.ts'
import { type Measure, median } from './measure.ts'
import { freePort, here, load, processorSeconds, startAndWait, stop } from './processes.ts'

const CONNECTIONS = 256
const SECONDS = 4
/** Long enough that the last commits of history, for which nothing is left to wait, weigh little. */
const FINISH_SECONDS = 10
/** Both sides are compiled to the end before anything counts; afterwards a moment brings back what the other side's turn has pushed out. */
const COMPILE_SECONDS = 20
const WARM_SECONDS = 2
const ROUNDS = 3
const EASY_ROUNDS = 5
const EASY_SHARE = 0.3

async function noopTarget(): Promise<Target> {
  const port = await freePort()
  const child = await startAndWait(join(here, 'noop-server.ts'), [String(port)], {}, /ready \d+/)
  const body = JSON.stringify({
    symbol: 'BTC/USDT',
    direction: 'BUY',
    type: 'LIMIT',
    price: '67400',
    amount: '0.0001',
    clientOrderId: 'b{n}',
  })
  return {
    child,
    port,
    plan: { host: 'localhost', port, path: '/order', headers: [{ authorization: `Bearer ${'x'.repeat(43)}` }], bodies: [body] },
  }
}

export interface Rate {
  /** Requests per processor second of the threads that answer: everything but the projections' thread. */
  readonly serving: number
  /** Requests per processor second of the whole process. */
  readonly whole: number
  readonly wall: number
}

/** A refusal costs something else than an order: a load with one measures nothing. */
async function takenLoad({ plan }: Target, how: Pick<LoadPlan, 'connections' | 'rate'>, seconds = SECONDS): Promise<LoadResult> {
  const result = await load({ ...plan, ...how, seconds })
  if (result.failures > 0) throw new Error(`${result.failures} requests were refused during the measure`)
  return result
}

export async function rateOf(target: Target): Promise<Rate> {
  await load({ ...target.plan, connections: CONNECTIONS, seconds: WARM_SECONDS, rate: 0 })
  const before = processorSeconds(target.child)
  const result = await takenLoad(target, { connections: CONNECTIONS, rate: 0 })
  const after = processorSeconds(target.child)
  const whole = after.whole - before.whole
  const serving = whole - (after.projections - before.projections)
  return { serving: result.answers / serving, whole: result.answers / whole, wall: result.answers / result.wallSeconds }
}

interface Acknowledgement {
  /** p50 from sending an order to its answer, µs. */
  readonly order: number
  /** p50 of one lone write + fdatasync through the journal's own thread and call, µs. */
  readonly commit: number
}

/** Orders a second that are answered and written into history: a full load is answered faster than its history is written. */
async function finishedRate(target: Target): Promise<number> {
  await historyAtRest(target.child)
  const result = await takenLoad(target, { connections: CONNECTIONS, rate: 0 }, FINISH_SECONDS)
  const answeredAt = performance.now()
  const finishedAt = await historyAtRest(target.child)
  return result.answers / (result.wallSeconds + Math.max(0, finishedAt - answeredAt) / 1000)
}

/** The disk and the machine change from one moment to the next: each load has the lone commits of its own moment beside it. */
async function acknowledgement(target: Target, rate: number): Promise<Acknowledgement> {
  const before = (await measureLoneCommit({ count: 500 })).p50
  const { p50 } = await takenLoad(target, { connections: 32, rate })
  const after = (await measureLoneCommit({ count: 500 })).p50
  return { order: p50, commit: ((before + after) / 2) * 1000 }
}

interface EasyLoad {
  /** Requests a second. */
  readonly rate: number
  readonly acknowledgements: Acknowledgement[]
}

interface Loads {
  /** 30 % of what is answered and written into history. */
  readonly finished: EasyLoad
  /** 30 % of what is answered for some seconds while history falls behind. */
  readonly answered: EasyLoad
}

/** Both loads in turn, so that they share the machine's moods. */
async function easyLoads(target: Target, answeredRate: number): Promise<Loads> {
  const finishedRates: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) finishedRates.push(await finishedRate(target))
  const easy = (full: number): EasyLoad => ({ rate: Math.round(full * EASY_SHARE), acknowledgements: [] })
  const loads = { finished: easy(Math.max(...finishedRates)), answered: easy(answeredRate) }
  for (let round = 0; round < EASY_ROUNDS; round += 1) {
    for (const { rate, acknowledgements } of [loads.finished, loads.answered]) acknowledgements.push(await acknowledgement(target, rate))
  }
  return loads
}

function throughputMeasures(ours: readonly Rate[], theirs: readonly Rate[]): Measure[] {
  const peer = { peer: 'Fastify no-op POST', peerValue: median(theirs.map((rate) => rate.whole)), unit: 'requests per CPU second' }
  const measure = (id: string, title: string, value: number, goal: string): Measure => ({
    id,
    title,
    value,
    ratio: value / peer.peerValue,
    goal,
    ...peer,
  })
  const [serving, whole] = [median(ours.map((rate) => rate.serving)), median(ours.map((rate) => rate.whole))]
  return [
    measure('P8', 'durable order over HTTP, threads that answer', serving, '>= 0.5'),
    measure('P8b', 'the same with SQL history of every order', whole, '>= 0'),
  ]
}

function acknowledgementMeasure(id: string, title: string, { rate, acknowledgements: easy }: EasyLoad, goal: string): Measure {
  return {
    id,
    title: `${title} (${rate} a second)`,
    value: median(easy.map(({ order }) => order)),
    unit: 'µs',
    peer: 'lone write + fdatasync',
    peerValue: median(easy.map(({ commit }) => commit)),
    ratio: median(easy.map(({ order, commit }) => order / commit)),
    goal,
  }
}

export async function httpMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  const [exchange, noop] = [await exchangeTarget(dataDir), await noopTarget()]
  try {
    const ours: Rate[] = []
    const theirs: Rate[] = []
    for (const { plan } of [exchange, noop]) await load({ ...plan, connections: CONNECTIONS, seconds: COMPILE_SECONDS, rate: 0 })
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await rateOf(exchange))
      theirs.push(await rateOf(noop))
    }
    const easy = await easyLoads(exchange, Math.max(...ours.map((rate) => rate.wall)))
    return [
      ...throughputMeasures(ours, theirs),
      acknowledgementMeasure('P12', 'acknowledgement p50 at 30 % load', easy.finished, '<= 4'),
      acknowledgementMeasure('P12b', 'the same at 30 % of what is answered while history falls behind', easy.answered, '<= 4'),
    ]
  } finally {
    await stop(exchange.child)
    await stop(noop.child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
