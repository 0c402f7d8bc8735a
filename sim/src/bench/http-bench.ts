/**
 * P8 and P12: durable orders over HTTP, by the process that users run, against a Fastify route that does nothing. Both servers are
 * measured in turn by the same load generator, and requests are counted per processor second: once for the threads that answer, once
 * for the whole process with the SQL history of every order that its projections' thread writes beside.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeTarget, type Target } from './exchange-target.ts'
import { measureLoneCommit } from './journal-bench.ts'
import type { LoadPlan, LoadResult } from './load-generator.ts'
import { type Measure, median } from './measure.ts'
import { freePort, here, load, processorSeconds, startAndWait, stop } from './processes.ts'

const CONNECTIONS = 256
const SECONDS = 4
/** Both sides are compiled to the end before anything counts; afterwards a moment brings back what the other side's turn has pushed out. */
const COMPILE_SECONDS = 20
const WARM_SECONDS = 2
const ROUNDS = 3
const EASY_ROUNDS = 5
const CATCH_UP_MS_MAX = 240_000
const REST_MS = 500
const REST_SHARE = 0.1

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

interface Rate {
  /** Requests per processor second of the threads that answer: everything but the projections' thread. */
  readonly serving: number
  /** Requests per processor second of the whole process. */
  readonly whole: number
  readonly wall: number
}

/** A refusal costs something else than an order: a load with one measures nothing. */
async function takenLoad({ plan }: Target, how: Pick<LoadPlan, 'connections' | 'rate'>): Promise<LoadResult> {
  const result = await load({ ...plan, ...how, seconds: SECONDS })
  if (result.failures > 0) throw new Error(`${result.failures} requests were refused during the measure`)
  return result
}

async function rateOf(target: Target): Promise<Rate> {
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

/** The full load leaves history to write that would compete with the next measure: waits until its thread rests. */
async function caughtUp(child: ChildProcess): Promise<void> {
  const until = performance.now() + CATCH_UP_MS_MAX
  for (let before = processorSeconds(child).projections; performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    const now = processorSeconds(child).projections
    if ((now - before) * 1000 < REST_MS * REST_SHARE) return
    before = now
  }
}

/** The disk and the machine change from one moment to the next: each load has the lone commits of its own moment beside it. */
async function acknowledgement(target: Target, rate: number): Promise<Acknowledgement> {
  const before = (await measureLoneCommit({ count: 500 })).p50
  const { p50 } = await takenLoad(target, { connections: 32, rate })
  const after = (await measureLoneCommit({ count: 500 })).p50
  return { order: p50, commit: ((before + after) / 2) * 1000 }
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
    const wall = Math.max(...ours.map((rate) => rate.wall))
    await caughtUp(exchange.child)
    const easy: Acknowledgement[] = []
    for (let round = 0; round < EASY_ROUNDS; round += 1) easy.push(await acknowledgement(exchange, Math.round(wall * 0.3)))
    const peer = { peer: 'Fastify no-op POST', peerValue: median(theirs.map((rate) => rate.whole)), unit: 'requests per CPU second' }
    const [serving, whole] = [median(ours.map((rate) => rate.serving)), median(ours.map((rate) => rate.whole))]
    return [
      {
        id: 'P8',
        title: 'durable order over HTTP, threads that answer',
        value: serving,
        ratio: serving / peer.peerValue,
        goal: '>= 0.5',
        ...peer,
      },
      { id: 'P8b', title: 'the same with SQL history of every order', value: whole, ratio: whole / peer.peerValue, goal: '>= 0', ...peer },
      {
        id: 'P12',
        title: 'acknowledgement p50 at 30 % load',
        value: median(easy.map(({ order }) => order)),
        unit: 'µs',
        peer: 'lone write + fdatasync',
        peerValue: median(easy.map(({ commit }) => commit)),
        ratio: median(easy.map(({ order, commit }) => order / commit)),
        goal: '<= 4',
      },
    ]
  } finally {
    await stop(exchange.child)
    await stop(noop.child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
