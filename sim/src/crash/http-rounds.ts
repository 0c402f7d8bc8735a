/**
 * The kill rounds against the product itself: the process that `npm start` runs, driven over HTTP by customers who trade with each
 * other, killed while calls are under way, started again on the same data. Everything that was answered must be there, as it was
 * answered, once. Sessions are carried over, so that a restart must keep them too.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stateHash } from '@agio/engine/hash.ts'
import { openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { faucet, userBalanceAll } from '@agio/wire/assets/assets.ts'
import { amendOrder, cancelOrders, placeOrder } from '@agio/wire/spot/spot.ts'
import { Refusal, SessionClient } from '../client/session-client.ts'
import { Answers, type Findings, patiently } from './http-answers.ts'
import { CUSTOMERS, callOf, clientIdOf } from './http-workload.ts'
import { Judge } from './judge.ts'
import { sameAnswer } from './kill-answer.ts'
import type { RoundsReport } from './kill-rounds.ts'
import type { Random } from './memory-disk.ts'
import { Product } from './product.ts'

const PASSWORD = 'Nothing-Lost-7'
const LANES = 16
const REPEAT = 48
const LIFE_MS_MIN = 100
const LIFE_MS_SPREAD = 900

/**
 * What ends a life: a kill at any moment, right behind an answer, while a snapshot is made, or a polite stop. After every fourth
 * life the next start is killed as well, before it is ready.
 */
type Ending = 'anywhere' | 'answer' | 'snapshot' | 'stop'
const ENDINGS: readonly Ending[] = ['anywhere', 'answer', 'anywhere', 'snapshot']

export interface HttpKillReport extends RoundsReport {
  /** Starts that were killed before they were ready, and lives ended by SIGTERM; both beyond `rounds`. */
  readonly startsKilled: number
  readonly stops: number
  /** Snapshots that were finished before the kill. */
  readonly snapshots: number
  readonly cancelled: number
  readonly shrunk: number
  /** Orders there, but not as an answer said. */
  readonly contradicted: number
  readonly unbalanced: number
  /** Restarts after which a customer had to log in again. */
  readonly sessionsLost: number
  /** Polite stops that did not end with 0. */
  readonly badStops: number
}

/** True when nothing was lost, doubled, contradicted or left half done. */
export const isFlawless = (report: HttpKillReport): boolean => FLAWS.every((flaw) => report[flaw] === 0)

const FLAWS = ['lost', 'doubled', 'differing', 'contradicted', 'unbalanced', 'sessionsLost', 'wrongHashes', 'badStops'] as const

interface Judgement {
  readonly entries: number
  readonly lost: number
  readonly doubled: number
  readonly faults: readonly string[]
  readonly wrongHashes: number
}

class World {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'agio-kill-http-'))
  readonly journalDir = join(this.dataDir, 'agio', 'journal')
  readonly answers = new Answers()
  readonly findings: Findings = { lost: [], doubled: [], contradicted: [], unbalanced: [] }
  readonly #random: Random
  #clients: SessionClient[] = []
  #next = 0
  #startMs = 3000
  #opened = 0
  startsKilled = 0
  stops = 0
  badStops = 0
  snapshots = 0
  sessionsLost = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** The very first start, killed somewhere in it: the next one must not take half a world for a whole one. */
  async killFirstStart(): Promise<void> {
    const product = await Product.start(this.dataDir)
    while (!existsSync(this.journalDir)) {
      product.mustRun()
      await pause(5)
    }
    await pause(this.#random() * 400)
    await product.kill()
    this.startsKilled += 1
  }

  async killStart(): Promise<void> {
    const product = await Product.start(this.dataDir)
    await pause(this.#random() * this.#startMs)
    await product.kill()
    this.startsKilled += 1
  }

  /**
   * Starts the product, lets the customers in and compares what they find with what they were told: after every third restart, since
   * history only grows and reading it is the slowest part, and after the last.
   */
  async open(isLast = false): Promise<Product> {
    const begin = performance.now()
    const product = await Product.open(this.dataDir)
    this.#startMs = performance.now() - begin
    try {
      this.#clients = await Promise.all(Array.from({ length: CUSTOMERS }, (_, index) => this.#enter(product.base, index)))
      this.#opened += 1
      if (isLast || this.#opened % 3 === 0) await this.answers.audit(this.#clients, this.findings)
    } catch (error) {
      await product.kill()
      throw error
    }
    return product
  }

  async #enter(base: string, index: number): Promise<SessionClient> {
    const account = `crash-${index}@example.com`
    const known = this.#clients[index]
    const client = new SessionClient(base, known?.identity)
    if (known === undefined) {
      await client.register(account, PASSWORD)
      for (const coinName of ['USDT', 'BTC']) await client.call(faucet, { coinName })
      return client
    }
    client.token = known.token
    try {
      await patiently(() => client.call(userBalanceAll, {}))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.sessionsLost += 1
      await client.login(account, PASSWORD)
    }
    return client
  }

  /** One life under load, ended as asked. */
  async live(product: Product, ending: Ending): Promise<void> {
    const answersLeft = ending === 'answer' ? 1 + Math.floor(this.#random() * 400) : Number.POSITIVE_INFINITY
    const loading = this.#load(product, answersLeft)
    // A refusal is a mistake of this program and ends it at once; the process must not outlive it, nor this life: a polite stop takes
    // longer than the last call, and until its end the folder is in use.
    const ended = ending === 'answer' ? loading : this.#end(product, ending)
    await Promise.race([ended, loading]).finally(() => (product.ending ? product.gone() : product.kill()))
    await Promise.all([ended, loading])
  }

  async #end(product: Product, ending: Exclude<Ending, 'answer'>): Promise<void> {
    await pause(LIFE_MS_MIN + this.#random() * LIFE_MS_SPREAD)
    if (ending === 'anywhere') return product.kill()
    if (ending === 'stop') {
      this.stops += 1
      if ((await product.stop()) !== 0) this.badStops += 1
      return
    }
    const made = product.snapshot().then((isMade) => {
      if (isMade) this.snapshots += 1
    })
    await Promise.race([made, pause(this.#random() * 1500)])
    await product.kill()
    await made
  }

  /** Calls until the process is told to end; whatever then fails was not answered. */
  async #load(product: Product, answersLeft: number): Promise<void> {
    this.#next = Math.max(0, this.#next - REPEAT)
    let left = answersLeft
    const lane = async (): Promise<void> => {
      while (!product.ending) {
        const number = this.#next
        this.#next += 1
        try {
          await this.#send(number)
        } catch (error) {
          if (product.ending) return
          // Refused before anything was done: no answer that could be lost.
          if (error instanceof Refusal && error.errorName === 'ENGINE_BUSY') continue
          throw error
        }
        left -= 1
        if (left === 0) await product.kill()
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }

  async #send(number: number): Promise<void> {
    const call = callOf(number)
    const client = this.#clients[call.customer]
    if (client === undefined) throw new Error(`no customer ${call.customer}`)
    if (call.kind === 'place') {
      this.answers.noteSending(number)
      const { orderId, status } = await client.call(placeOrder, call.body)
      this.answers.keepPlaced(number, { orderId: orderId ?? '', status })
      return
    }
    const clientOrderId = clientIdOf(call.target)
    try {
      if (call.kind === 'cancel') {
        const { list } = await client.call(cancelOrders, { clientOrderId })
        if (list.every(({ result }) => result === 1)) this.answers.cancelled.add(call.target)
      } else {
        await client.call(amendOrder, { clientOrderId, amount: call.amount })
        this.answers.shrunk.set(call.target, call.amount)
      }
    } catch (error) {
      // The order may be filled, cancelled or shrunk already, or its placing may have been overtaken.
      if (!(error instanceof Refusal && GONE.includes(error.errorName))) throw error
    }
  }

  /** The journal against every answer, and the state that recovery makes of the newest snapshot against a full replay. */
  async judge(): Promise<Judgement> {
    const exchange = await openExchange({ tenantId: 'agio', dir: this.journalDir })
    const recovered = stateHash(exchange.state)
    const lastSeq = exchange.durableSeq
    await exchange.stop()
    const judge = new Judge()
    const replayed = await judge.readUpTo(this.journalDir, lastSeq)
    let lost = 0
    for (const [number, { orderId }] of this.answers.placed) {
      const effects = judge.effects.get(clientIdOf(number)) ?? []
      if (!effects.some((effect) => sameAnswer(effect, { reason: 'none', ids: orderId }))) lost += 1
    }
    return { entries: lastSeq, lost, doubled: judge.doubled(), faults: judge.faults(), wrongHashes: recovered === replayed ? 0 : 1 }
  }
}

const GONE: readonly string[] = ['ORDER_NOT_FOUND', 'ORDER_CLOSED', 'AMEND_NO_CHANGE', 'AMEND_NOT_ALLOWED', 'AMOUNT_RANGE']

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs the rounds over HTTP: `count` kills under load, and around them kills of starts and polite stops.
 * @param random decides when to kill @param progress called after each round
 */
export async function httpKillRounds(count: number, random: Random, progress: (round: number) => void = () => {}): Promise<HttpKillReport> {
  const world = new World(random)
  try {
    await world.killFirstStart()
    for (let round = 0; round < count; round += 1) {
      if (round % 8 === 7) await world.live(await world.open(), 'stop')
      await world.live(await world.open(), ENDINGS[round % ENDINGS.length] ?? 'anywhere')
      if (round % 4 === 3) await world.killStart()
      progress(round)
    }
    await (await world.open(true)).stop()
    return reportOf(world, count, await world.judge())
  } finally {
    rmSync(world.dataDir, { recursive: true, force: true })
  }
}

function reportOf(world: World, rounds: number, judged: Judgement): HttpKillReport {
  const { answers, findings, startsKilled, stops, badStops, snapshots, sessionsLost } = world
  for (const line of [...Object.values(findings).flat(), ...answers.differing, ...judged.faults].slice(0, 5))
    process.stderr.write(`found: ${line}\n`)
  return {
    rounds,
    startsKilled,
    stops,
    snapshots,
    acknowledged: answers.placed.size,
    cancelled: answers.cancelled.size,
    shrunk: answers.shrunk.size,
    repeated: answers.repeated,
    entries: judged.entries,
    lost: findings.lost.length + judged.lost,
    doubled: findings.doubled.length + judged.doubled,
    differing: answers.differing.length,
    contradicted: findings.contradicted.length,
    unbalanced: findings.unbalanced.length + judged.faults.length,
    sessionsLost,
    wrongHashes: judged.wrongHashes,
    badStops,
  }
}
