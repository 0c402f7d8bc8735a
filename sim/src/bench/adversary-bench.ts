/**
 * P34 and P35: how late an honest order of another pair is acknowledged beside an adversary of load, on the process that users run. He has thousands of icebergs
 * swept by single orders, lets them cross in an auction, and lets each of his accounts meet itself there; the honest trader places and takes back all the while.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getLoginInfo } from '@agio/wire/account/user.ts'
import { devClock, devGrant } from '@agio/wire/dev.ts'
import { SessionClient } from '../client/session-client.ts'
import { startExchange } from './exchange-target.ts'
import type { Measure } from './measure.ts'
import { stop } from './processes.ts'

const ACCOUNTS = 24
const ICEBERGS = 200
const HALT_MS = 300_000
const AUCTION_MS = 30_000
const PAIR = 'BTC/USDT'
const HONEST_PAIR = 'ETH/USDT'
/** The least value of the pair, a slice, at every price here. */
const SLICE = '0.0001'
const WHOLE = '0.01'
const SWEEPS = 8
const BIDS = 3
/** As much as one order may be worth. */
const MOST = '14'
/** Orders of the adversary under way at once. */
const AT_ONCE = 64
const REST_MS = 5

async function trader(base: string, name: string, aheadMs: number): Promise<SessionClient> {
  const client = new SessionClient(base)
  client.aheadMs = aheadMs
  await client.register(`${name}@example.com`, 'Load-Password-1')
  const { userId } = await client.call(getLoginInfo, {})
  for (const [coinName, amount] of [
    ['BTC', '1000'],
    ['ETH', '1000'],
    ['USDT', '100000000'],
  ] as const)
    await client.call(devGrant, { userId, coinName, amount })
  return client
}

const order = (client: SessionClient, terms: object) =>
  client.post('/api/user-web/v1/order/createOrder', { symbol: PAIR, type: 'LIMIT', ...terms })

/** Lets many promises run, so many at once. */
async function inTurns(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await job()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** An honest trader, who notes how long each answer took, and how long what asks for nothing took beside it. */
class Honest {
  readonly acknowledgements: number[] = []
  readonly answers: number[] = []
  refusals = 0
  #isOver = false
  readonly #done: Promise<unknown>

  constructor(client: SessionClient, base: string) {
    this.#done = Promise.all([this.#trade(client), this.#look(base)])
  }

  async #trade(client: SessionClient): Promise<void> {
    while (!this.#isOver) {
      const started = performance.now()
      const { code, data } = await order(client, { symbol: HONEST_PAIR, direction: 'BUY', price: '3300', amount: '0.01' })
      this.acknowledgements.push(performance.now() - started)
      if (code !== '0') this.refusals += 1
      else await client.post('/api/user-web/v1/order/revocationOrder', { orderId: data.orderId })
      await sleep(REST_MS)
    }
  }

  async #look(base: string): Promise<void> {
    while (!this.#isOver) {
      const started = performance.now()
      await (await fetch(`${base}/api/health`)).text()
      this.answers.push(performance.now() - started)
      await sleep(REST_MS)
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }
}

interface Scene {
  readonly base: string
  readonly aheadMs: number
  readonly accounts: readonly SessionClient[]
  readonly taker: SessionClient
}

const icebergs = ({ accounts }: Scene, price: (place: number) => string): Promise<void> =>
  inTurns(
    accounts.flatMap((client) =>
      Array.from(
        { length: ICEBERGS },
        (_, place) => () => order(client, { direction: 'SELL', price: price(place), amount: WHOLE, visibleAmount: SLICE }),
      ),
    ),
  )

const cancelAll = ({ accounts }: Scene): Promise<unknown> =>
  Promise.all(accounts.map((client) => client.post('/api/user-web/v1/order/revocationOrder', { all: 1 })))

/** A buy far beyond the breaker's bound halts the pair; then orders are collected. */
async function halt({ base, accounts, taker }: Scene): Promise<void> {
  const [maker = taker] = accounts
  await order(maker, { direction: 'SELL', price: '77000', amount: '0.01' })
  await order(taker, { direction: 'BUY', price: '77000', amount: '0.01' })
  await new SessionClient(base).call(devClock, { advance: HALT_MS })
  await sleep(100)
}

async function reopen({ base }: Scene): Promise<void> {
  await new SessionClient(base).call(devClock, { advance: AUCTION_MS })
  // what the pair works at goes on behind the answer
  await sleep(4_000)
}

async function attack(scene: Scene): Promise<void> {
  await icebergs(scene, (place) => String(67_400 + (place % 8)))
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    await order(scene.taker, { direction: 'BUY', price: '67500', amount: MOST, timeInForce: 'IOC' })
    // whoever registers now is taken too
    await trader(scene.base, `new${sweep}`, scene.aheadMs)
  }
  await cancelAll(scene)
  await halt(scene)
  await icebergs(scene, (place) => String(67_400 + (place % 8)))
  for (let bid = 0; bid < BIDS; bid += 1) await order(scene.taker, { direction: 'BUY', price: '67500', amount: MOST })
  await reopen(scene)
  await cancelAll(scene)
  await halt(scene)
  await inTurns(
    scene.accounts.flatMap((client) =>
      Array.from(
        { length: ICEBERGS - 1 },
        (_, place) => () => order(client, { direction: 'SELL', price: String(67_400 - (place % 9)), amount: '0.001' }),
      ),
    ),
  )
  await inTurns(
    scene.accounts.map((client) => () => order(client, { direction: 'BUY', price: '67500', amount: '0.5', stpMode: 'EXPIRE_MAKER' })),
  )
  await reopen(scene)
}

const latest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)

export async function adversaryMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-load-'))
  const { child, port } = await startExchange(dataDir)
  const base = `http://localhost:${port}`
  try {
    const { serverTime } = await new SessionClient(base).call(devClock, { advance: 0 })
    const aheadMs = serverTime - Date.now()
    const accounts: SessionClient[] = []
    for (let place = 0; place < ACCOUNTS; place += 1) accounts.push(await trader(base, `load${place}`, aheadMs))
    const [taker, trading] = [await trader(base, 'taker', aheadMs), await trader(base, 'honest', aheadMs)]
    const honest = new Honest(trading, base)
    await attack({ base, aheadMs, accounts, taker })
    await honest.end()
    const { acknowledgements, answers, refusals } = honest
    const measure = (id: string, title: string, value: number, most: number): Measure => ({
      id,
      title,
      value,
      unit: 'ms',
      peer: 'bound',
      peerValue: most,
      ratio: value / most,
      goal: '<= 1',
    })
    return [
      measure(
        'P34',
        `latest of ${acknowledgements.length} acknowledgements beside an adversary, ${refusals} refused`,
        latest(acknowledgements),
        250,
      ),
      measure('P35', `longest of ${answers.length} answers that ask for nothing`, latest(answers), 100),
    ]
  } finally {
    await stop(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
