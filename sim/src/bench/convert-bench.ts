/**
 * C1: durable conversions over HTTP, a quote and its acceptance each, against durable spot orders of the same server in the same run, per
 * processor second of the threads that answer. Programs sign by API key; people seal a report of their device. As many connections as in P8,
 * with one request in flight each; a quote has to be read before it can be taken, so that this load is of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hmacSignature } from '@agio/server/auth/keys/api-signature.ts'
import { type PublicKey, sealReport } from '../client/device-report.ts'
import { SessionClient } from '../client/session-client.ts'
import { type Customer, exchangeTarget } from './exchange-target.ts'
import { type Measure, median } from './measure.ts'
import { processorSeconds, stop } from './processes.ts'

const SECONDS = 4
/** Everything is compiled to the end before anything counts. */
const COMPILE_SECONDS = 10
const ROUNDS = 3
/** Of each customer. */
const LANES = 16
const ROOT = '/api/user-web/v1'
const STOCK = '100000'

interface Answer {
  readonly code: string
  readonly data: Readonly<Record<string, string>>
}
type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>
type Work = () => Promise<void>

const agent = new Agent({ keepAlive: true, maxFreeSockets: 1024 })

function send(port: number, method: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const all = { host: `localhost:${port}`, ...headers, ...(method === 'POST' && length) }
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve(JSON.parse(text) as Answer))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

function bySession(port: number, { token }: Customer): Send {
  return (method, path, body) =>
    send(port, method, path, { authorization: `Bearer ${token}` }, body === undefined ? '' : JSON.stringify(body))
}

function byKey(port: number, apiKey: string, secret: string): Send {
  // No two requests of a key are signed at one time: a signature that trades is taken once.
  let last = 0
  return (method, path, body) => {
    last = Math.max(Date.now(), last + 1)
    const text = body === undefined ? '' : JSON.stringify(body)
    const parts = { timestamp: String(last), window: undefined, method, path, body: Buffer.from(text) }
    const headers = { 'x-api-key': apiKey, 'x-api-timestamp': parts.timestamp, 'x-api-signature': hmacSignature(secret, parts) }
    return send(port, method, path, headers, text)
  }
}

async function must(answer: Promise<Answer>): Promise<Answer['data']> {
  const { code, data } = await answer
  if (code !== '0') throw new Error(`refused during the measure: ${code} ${JSON.stringify(data)}`)
  return data
}

async function keyOf(port: number, { account, token }: Customer): Promise<Send> {
  const client = new SessionClient(`http://localhost:${port}`)
  client.token = token
  await client.must('/api/auth/v1/secondFactor/sendCode', { scene: 'API_KEY', channel: 'email' })
  const codes = { email: await client.code(account) }
  const permissions = { read: 1, trade: 1, futures: 0, withdraw: 0 }
  const key = await client.sealed(`${ROOT}/api-key/create`, { label: 'bench', permissions, codes })
  return byKey(port, String(key.apiKey), String(key.secret))
}

/** @param sealed what a session's trade carries besides */
function conversion(ask: Send, sealed: () => Promise<object> = async () => ({})): Work {
  return async () => {
    const { quoteId, sendCoin, receiveCoin, sendAmount } = await must(ask('GET', `${ROOT}/trade_convert/pre_trade/USDT/BTC?sendAmount=10`))
    const body = { quoteId, sendCoin, receiveCoin, sendAmount, ...(await sealed()) }
    await must(ask('POST', `${ROOT}/trade_convert/trade`, body))
  }
}

function order(ask: Send, index: number): Work {
  const terms = { symbol: 'BTC/USDT', direction: index % 2 === 0 ? 'BUY' : 'SELL', type: 'LIMIT', price: '67400', amount: '0.0001' }
  return async () => void (await must(ask('POST', `${ROOT}/order/createOrder`, terms)))
}

/** All lanes at once, for some seconds. @returns how often they did their work */
async function run(works: readonly Work[], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const lane = async (work: Work): Promise<void> => {
    while (performance.now() < until) {
      await work()
      done += 1
    }
  }
  await Promise.all(works.flatMap((work) => Array.from({ length: LANES }, () => lane(work))))
  return done
}

async function open(port: number): Promise<void> {
  const client = new SessionClient(`http://localhost:${port}`)
  for (const command of [`kv set flashConvertSwitch 1`, `inventory fund BTC ${STOCK}`]) {
    const words = [...command.split(' '), '--actor', 'bench', '--reason', 'a measure']
    const { exit, output } = await client.must('/api/auth/v1/dev/operator', { command: words })
    if (exit !== 0) throw new Error(`${command}: ${String(output)}`)
  }
}

export async function convertMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  const { child, port, customers } = await exchangeTarget(dataDir)
  try {
    await open(port)
    const sessions = customers.map((customer) => bySession(port, customer))
    const keys: Send[] = []
    for (const customer of customers) keys.push(await keyOf(port, customer))
    const publicKey = (await new SessionClient(`http://localhost:${port}`).get('/api/auth/v1/open/security/publicKey')).data
    const sealed = (index: number) => () =>
      sealReport(publicKey as unknown as PublicKey, `POST ${ROOT}/trade_convert/trade`, `bench-${index}`, Date.now())
    const loads = {
      orders: sessions.map(order),
      byKey: keys.map((ask) => conversion(ask)),
      bySession: sessions.map((ask, index) => conversion(ask, sealed(index))),
    }
    const rates = { orders: [] as number[], byKey: [] as number[], bySession: [] as number[] }
    for (const works of Object.values(loads)) await run(works, COMPILE_SECONDS)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['orders', 'byKey', 'bySession'] as const) {
        const before = processorSeconds(child)
        const done = await run(loads[name], SECONDS)
        const after = processorSeconds(child)
        rates[name].push(done / (after.whole - before.whole - (after.projections - before.projections)))
      }
    }
    const orders = median(rates.orders)
    const measure = (id: string, title: string, value: number, goal: string): Measure => ({
      ...{ id, title, value, unit: 'conversions per CPU second', peer: 'durable orders by a session, as P8', peerValue: orders },
      ...{ ratio: value / orders, goal },
    })
    return [
      measure('C1', 'conversion over HTTP by API key, quote and acceptance', median(rates.byKey), '>= 0.2'),
      measure('C1b', 'the same by a session, with its sealed payload', median(rates.bySession), '>= 0'),
    ]
  } finally {
    agent.destroy()
    await stop(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
