/**
 * C1: durable conversions over HTTP, a quote and its acceptance each, against the durable spot orders of P8 on the same server in the same
 * run, per processor second of the threads that answer. Programs sign by API key; people seal a report of their device. As many connections
 * as in P8, with one request in flight each; a quote has to be read before it can be taken, so that this load is of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hmacSignature } from '@agio/server/auth/keys/api-signature.ts'
import { devIndex } from '@agio/wire/dev.ts'
import { type PublicKey, sealReport } from '../client/device-report.ts'
import { SessionClient } from '../client/session-client.ts'
import { type Customer, exchangeTarget } from './exchange-target.ts'
import { rateOf } from './http-bench.ts'
import { type Measure, median } from './measure.ts'
import { type Answer, PlainLane } from './plain-lane.ts'
import { processorSeconds, stop } from './processes.ts'

const SECONDS = 4
/** Everything is compiled to the end before anything counts. */
const COMPILE_SECONDS = 10
const ROUNDS = 3
/** Of each customer. */
const LANES = 16
const ROOT = '/api/user-web/v1'
const STOCK = { BTC: '100000', USDT: '100000000' } as const
const PRICE = '67400'
/** Decimals behind an amount that make it another one: no two requests of a key and a moment may be alike. */
const COUNTED = 100_000

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** Adds who asks to what a connection sends. */
type Caller = (lane: PlainLane) => Ask

const bySession =
  ({ token }: Customer): Caller =>
  (lane) =>
  (method, path, body) =>
    lane.ask(method, path, `authorization: Bearer ${token}\r\n`, body === undefined ? '' : JSON.stringify(body))

const byKey =
  (apiKey: string, secret: string): Caller =>
  (lane) =>
  (method, path, body) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const timestamp = String(Date.now())
    const signature = hmacSignature(secret, { timestamp, window: undefined, method, path, body: Buffer.from(text) })
    return lane.ask(method, path, `x-api-key: ${apiKey}\r\nx-api-timestamp: ${timestamp}\r\nx-api-signature: ${signature}\r\n`, text)
  }

async function must(answer: Promise<Answer>): Promise<Answer['data']> {
  const { code, data } = await answer
  if (code !== '0') throw new Error(`refused during the measure: ${code} ${JSON.stringify(data)}`)
  return data
}

async function keyOf(port: number, { account, token }: Customer): Promise<Caller> {
  const client = new SessionClient(`http://localhost:${port}`)
  client.token = token
  await client.must('/api/auth/v1/secondFactor/sendCode', { scene: 'API_KEY', channel: 'email' })
  const codes = { email: await client.code(account) }
  const permissions = { read: 1, trade: 1, futures: 0, withdraw: 0 }
  const key = await client.sealed(`${ROOT}/api-key/create`, { label: 'bench', permissions, ipList: [], codes })
  return byKey(String(key.apiKey), String(key.secret))
}

let conversions = 0

/** There and back in turn, so that neither a customer nor the house runs out. @param sealed what a session's trade carries besides */
async function convert(ask: Ask, sealed: () => Promise<object>): Promise<void> {
  conversions += 1
  const counted = String(conversions % COUNTED).padStart(5, '0')
  const [way, amount] = conversions % 2 === 0 ? ['USDT/BTC', `100.${counted}`] : ['BTC/USDT', `0.001${counted}`]
  const { quoteId, sendCoin, receiveCoin, sendAmount } = await must(
    ask('GET', `${ROOT}/trade_convert/pre_trade/${way}?sendAmount=${amount}`),
  )
  await must(ask('POST', `${ROOT}/trade_convert/trade`, { quoteId, sendCoin, receiveCoin, sendAmount, ...(await sealed()) }))
}

/** All lanes at once, for some seconds. @returns how many conversions were made */
async function run(
  lanes: readonly PlainLane[],
  callers: readonly Caller[],
  sealed: () => Promise<object>,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const work = async (ask: Ask): Promise<void> => {
    while (performance.now() < until) {
      await convert(ask, sealed)
      done += 1
    }
  }
  await Promise.all(lanes.flatMap((lane, index) => callers[index % callers.length]?.(lane) ?? []).map(work))
  return done
}

/** Open, with stock, at a price that stands: a quote that the index left behind would be refused. */
async function open(client: SessionClient): Promise<void> {
  const funded = Object.entries(STOCK).map(([coin, amount]) => `inventory fund ${coin} ${amount}`)
  for (const command of ['kv set flashConvertSwitch 1', ...funded]) {
    const words = [...command.split(' '), '--actor', 'bench', '--reason', 'a measure']
    const { exit, output } = await client.must('/api/auth/v1/dev/operator', { command: words })
    if (exit !== 0) throw new Error(`${command}: ${String(output)}`)
  }
  await client.call(devIndex, { coinName: 'BTC', price: PRICE })
}

const NO_SEAL = async (): Promise<object> => ({})

function measuresOf(rates: Readonly<Record<'orders' | 'byKey' | 'bySession', readonly number[]>>): Measure[] {
  const orders = median(rates.orders)
  const measure = (id: string, title: string, value: number, goal: string): Measure => ({
    ...{ id, title, value, unit: 'conversions per CPU second', peer: 'durable orders, as P8', peerValue: orders },
    ...{ ratio: value / orders, goal },
  })
  return [
    measure('C1', 'conversion over HTTP by API key, quote and acceptance', median(rates.byKey), '>= 0.2'),
    measure('C1b', 'the same by a session, with its sealed payload', median(rates.bySession), '>= 0'),
  ]
}

export async function convertMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  const target = await exchangeTarget(dataDir)
  const { child, port, customers } = target
  const lanes: PlainLane[] = []
  try {
    const client = new SessionClient(`http://localhost:${port}`)
    await open(client)
    while (lanes.length < customers.length * LANES) lanes.push(await PlainLane.open(port))
    const publicKey = (await client.get('/api/auth/v1/open/security/publicKey')).data as unknown as PublicKey
    const sealed = (): Promise<object> => sealReport(publicKey, `POST ${ROOT}/trade_convert/trade`, 'bench', Date.now())
    const keys: Caller[] = []
    for (const customer of customers) keys.push(await keyOf(port, customer))
    const byKeys = (seconds: number): Promise<number> => run(lanes, keys, NO_SEAL, seconds)
    const bySessions = (seconds: number): Promise<number> => run(lanes, customers.map(bySession), sealed, seconds)
    const rates = { orders: [] as number[], byKey: [] as number[], bySession: [] as number[] }
    const rateOfLoad = async (work: (seconds: number) => Promise<number>): Promise<number> => {
      const before = processorSeconds(child)
      const done = await work(SECONDS)
      const after = processorSeconds(child)
      return done / (after.whole - before.whole - (after.projections - before.projections))
    }
    for (const work of [byKeys, bySessions]) await work(COMPILE_SECONDS)
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.orders.push((await rateOf(target)).serving)
      rates.byKey.push(await rateOfLoad(byKeys))
      rates.bySession.push(await rateOfLoad(bySessions))
    }
    return measuresOf(rates)
  } finally {
    for (const lane of lanes) lane.close()
    await stop(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
