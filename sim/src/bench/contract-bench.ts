/**
 * F6: durable orders of a contract over HTTP against the durable spot orders of P8 on the same server in the same run, per processor second of
 * the threads that answer. As there even customers buy and odd ones sell at one price, so that orders trade and the book stays small; each
 * names the digest of its session's sealed report, as a browser does.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coins } from '@agio/wire/assets/assets.ts'
import { transferAll } from '@agio/wire/assets/transfers.ts'
import { devIndex } from '@agio/wire/dev.ts'
import { createOrder } from '@agio/wire/futures/orders.ts'
import { publicInfo } from '@agio/wire/futures/public.ts'
import { createCoId } from '@agio/wire/futures/user.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { FuturesClient } from '../client/futures-client.ts'
import { SessionClient } from '../client/session-client.ts'
import { type Customer, type ExchangeTarget, exchangeTarget, type Target } from './exchange-target.ts'
import { rateOf } from './http-bench.ts'
import { type Measure, median } from './measure.ts'
import { load, stop } from './processes.ts'

const CONTRACT = 'E-BTC-USDT'
const PRICE = '67400'
const STAKE = '50000000'
const LEVERAGE = 20
const COMPILE = { connections: 256, seconds: 10, rate: 0 } as const
const ROUNDS = 5

async function operate(client: SessionClient, words: readonly string[]): Promise<void> {
  const command = [...words, '--actor', 'bench', '--reason', 'a measure']
  const { exit, output } = await client.must('/api/auth/v1/dev/operator', { command })
  if (exit !== 0) throw new Error(`${words.join(' ')}: ${String(output)}`)
}

interface Lane {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A customer with a contract account, and the order that his connections send again and again. */
async function laneOf({ port, futuresPort, token }: Customer & Ports, index: number, ids: Ids): Promise<Lane> {
  const session = new SessionClient(`http://localhost:${port}`)
  session.token = token
  const futures = new FuturesClient(`http://localhost:${futuresPort}`, session)
  await futures.call(createCoId, {})
  await session.call(transferAll, { coinId: ids.usdt, amount: STAKE, fromAccount: 1, toAccount: 2, clientId: `bench-${index}` })
  const side = index % 2 === 0 ? 'BUY' : 'SELL'
  const terms = {
    contractId: ids.contract,
    positionType: 1,
    leverageLevel: LEVERAGE,
    open: 'OPEN',
    side,
    type: 1,
    isConditionOrder: false,
    price: PRICE,
    volume: '1',
  }
  const headers = { [HEADERS.futuresToken]: token, [HEADERS.futuresClient]: 'pc' }
  // The whole report once; what names it afterwards is taken as long as no other one came.
  const report = await session.report(createOrder.path)
  const response = await fetch(`http://localhost:${futuresPort}${createOrder.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...terms, clientOrderId: 'first', ...report }),
  })
  const { code, message } = (await response.json()) as { readonly code: string; readonly message: string }
  if (code !== '0') throw new Error(`the first order was refused: ${code} ${message}`)
  const { uaTime, securityInfo } = report
  return { headers, body: JSON.stringify({ ...terms, clientOrderId: 'c{n}', uaTime, securityInfo }) }
}

interface Ports {
  readonly port: number
  readonly futuresPort: number
}

interface Ids {
  readonly usdt: string
  readonly contract: string
}

/** Contracts open, at a price that stands. */
async function openContracts({ port, futuresPort, customers }: ExchangeTarget): Promise<Ids> {
  const client = new SessionClient(`http://localhost:${port}`)
  client.token = customers[0]?.token
  await operate(client, ['kv', 'set', 'contractSwitch', '1'])
  await operate(client, ['insurance', 'deposit', 'USDT', '1000000'])
  await client.call(devIndex, { coinName: 'BTC', price: PRICE })
  const usdt = (await client.call(coins, {})).find(({ coinName }) => coinName === 'USDT')
  const { contractList } = await new FuturesClient(`http://localhost:${futuresPort}`, client).call(publicInfo, {})
  const contract = contractList.find(({ contractName }) => contractName === CONTRACT)
  if (usdt === undefined || contract === undefined) throw new Error(`there is no ${CONTRACT}`)
  return { usdt: usdt.coinId, contract: contract.id }
}

export async function contractMeasures(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-bench-'))
  const spot = await exchangeTarget(dataDir)
  const { child, customers } = spot
  try {
    const ids = await openContracts(spot)
    const lanes: Lane[] = []
    for (const [index, customer] of customers.entries()) lanes.push(await laneOf({ ...customer, ...spot }, index, ids))
    const headers = lanes.map((lane) => lane.headers)
    const bodies = lanes.map(({ body }) => body)
    const contracts: Target = {
      child,
      port: spot.futuresPort,
      plan: { ...{ host: 'localhost', port: spot.futuresPort }, path: createOrder.path, headers, bodies },
    }
    for (const { plan } of [spot, contracts]) await load({ ...plan, ...COMPILE })
    const rates = { spot: [] as number[], contracts: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.spot.push((await rateOf(spot)).serving)
      rates.contracts.push((await rateOf(contracts)).serving)
    }
    const [value, peerValue] = [median(rates.contracts), median(rates.spot)]
    return [
      {
        ...{ id: 'F6', title: 'durable contract order over HTTP', value, unit: 'orders per CPU second' },
        ...{ peer: 'durable orders, as P8', peerValue, ratio: value / peerValue, goal: '>= 0.8' },
      },
    ]
  } finally {
    await stop(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
