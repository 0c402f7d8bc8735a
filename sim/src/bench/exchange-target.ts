/** The exchange that the HTTP measures load. */
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { devClock } from '@agio/wire/dev.ts'
import { SessionClient } from '../client/session-client.ts'
import type { LoadPlan } from './load-generator.ts'
import { freePort, root, startAndWait } from './processes.ts'

const USERS = 16
const PASSWORD = 'Bench-Password-1'
const ORDER_PATH = '/api/user-web/v1/order/createOrder'

export interface Customer {
  readonly account: string
  readonly password: string
  readonly token: string
}

/** A server under load and how to load it. */
export interface Target {
  readonly child: ChildProcess
  readonly port: number
  readonly plan: Omit<LoadPlan, 'connections' | 'seconds' | 'rate'>
}

export interface ExchangeTarget extends Target {
  readonly futuresPort: number
  readonly customers: readonly Customer[]
}

export interface Started {
  readonly child: ChildProcess
  readonly port: number
  readonly futuresPort: number
}

/** @param settings besides those of every target @param withinMs until it is ready */
export async function startExchange(dataDir: string, settings: NodeJS.ProcessEnv = {}, withinMs?: number): Promise<Started> {
  const [port, futuresPort, consolePort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    FUTURES_PORT: String(futuresPort),
    CONSOLE_PORT: String(consolePort),
    AGIO_DATA_DIR: dataDir,
    AGIO_PROFILE: 'test',
    AGIO_CHAINS: 'off',
    AGIO_DEMO: 'off',
    ...settings,
  }
  return { child: await startAndWait(join(root, 'server/src/main.ts'), [], env, /\bready\b/, withinMs), port, futuresPort }
}

/** Customers with money from the faucet: even ones buy, odd ones sell, so that orders trade and the book stays small. */
async function customers(port: number, name: string): Promise<Customer[]> {
  const made: Customer[] = []
  const { serverTime } = await new SessionClient(`http://localhost:${port}`).call(devClock, { advance: 0 })
  const aheadMs = serverTime - Date.now()
  for (let index = 0; index < USERS; index += 1) {
    const client = new SessionClient(`http://localhost:${port}`)
    client.aheadMs = aheadMs
    const account = `${name}${index}@example.com`
    await client.register(account, PASSWORD)
    for (const coinName of ['BTC', 'USDT']) await client.must('/api/assets-web/v1/demo/faucet', { coinName })
    made.push({ account, password: PASSWORD, token: client.token ?? '' })
  }
  return made
}

/** The server as users run it, test profile, without a demo market; its customers buy and sell at one price. */
export async function exchangeTarget(dataDir: string): Promise<ExchangeTarget> {
  return targetOf(await startExchange(dataDir))
}

/** @param name of its customers, which nobody has yet */
export async function targetOf({ child, port, futuresPort }: Started, name = 'bench'): Promise<ExchangeTarget> {
  const accounts = await customers(port, name)
  const body = (direction: string): string =>
    JSON.stringify({ symbol: 'BTC/USDT', direction, type: 'LIMIT', price: '67400', amount: '0.0001', clientOrderId: 'b{n}' })
  const plan = {
    host: 'localhost',
    port,
    path: ORDER_PATH,
    headers: accounts.map(({ token }) => ({ authorization: `Bearer ${token}` })),
    bodies: [body('BUY'), body('SELL')],
  }
  return { child, port, futuresPort, plan, customers: accounts }
}
