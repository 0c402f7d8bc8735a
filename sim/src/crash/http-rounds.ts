/**
 * The kill rounds against the product itself: the process that `npm start` runs, driven over HTTP by a customer, killed while
 * orders are under way, started again on the same data. Every order that was answered must be there, under its id, once.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, root, startAndWait } from '../bench/processes.ts'
import { SessionClient } from '../client/session-client.ts'
import type { KillReport } from './kill-rounds.ts'
import type { Random } from './memory-disk.ts'

const ACCOUNT = 'crash@example.com'
const PASSWORD = 'Nothing-Lost-7'
const LANES = 16
const REPEAT = 32
const LIFE_MS_MIN = 300
const LIFE_MS_SPREAD = 1500

interface Order {
  readonly orderId: string
}

class Customer {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'agio-kill-http-'))
  readonly acknowledged = new Map<number, string>()
  readonly #identity = crypto.randomUUID()
  next = 0
  repeated = 0
  differing = 0
  #registered = false

  async start(): Promise<{ child: ChildProcess; client: SessionClient }> {
    const [port, futuresPort, consolePort] = [await freePort(), await freePort(), await freePort()]
    const env = {
      PORT: String(port),
      FUTURES_PORT: String(futuresPort),
      CONSOLE_PORT: String(consolePort),
      AGIO_DATA_DIR: this.dataDir,
      AGIO_PROFILE: 'test',
      AGIO_DEMO: 'off',
    }
    const child = await startAndWait(join(root, 'server/src/main.ts'), [], env, /\bready\b/)
    const client = new SessionClient(`http://localhost:${port}`, this.#identity)
    try {
      await this.#enter(client)
    } catch (error) {
      await kill(child)
      throw error
    }
    return { child, client }
  }

  async #enter(client: SessionClient): Promise<void> {
    if (this.#registered) return client.login(ACCOUNT, PASSWORD)
    await client.register(ACCOUNT, PASSWORD)
    await client.must('/api/assets-web/v1/demo/faucet', { coinName: 'USDT' })
    this.#registered = true
  }

  /** Sends the order of this number; the same body under the same client id however often it is sent. */
  async send(client: SessionClient, number: number): Promise<void> {
    const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', timeInForce: 'IOC', price: '60000', amount: '0.0001' }
    const data = await client.must('/api/user-web/v1/order/createOrder', { ...order, clientOrderId: `crash-${number}` })
    const { orderId } = data as unknown as Order
    const before = this.acknowledged.get(number)
    if (before === undefined) this.acknowledged.set(number, orderId)
    else {
      this.repeated += 1
      if (before !== orderId) this.differing += 1
    }
  }

  /** Orders until the process is gone; whatever then fails was not answered. */
  async load(client: SessionClient, child: ChildProcess): Promise<void> {
    this.next = Math.max(0, this.next - REPEAT)
    const lane = async (): Promise<void> => {
      while (child.signalCode === null) {
        const number = this.next
        this.next += 1
        try {
          await this.send(client, number)
        } catch (error) {
          if (child.killed) return
          throw error
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }

  /** How many answered orders are not there, and how many there are beyond one for each number ever sent. */
  async audit(client: SessionClient): Promise<{ lost: number; doubled: number; total: number }> {
    const there = new Map<string, string[]>()
    let total = 0
    for (let pageNo = 1; ; pageNo += 1) {
      const data = await client.must('/api/user-web/v1/order/exchangeOrderList', { state: 0, pageNo, pageSize: 100 })
      const { list } = data as unknown as { list: readonly { orderId: string; clientOrderId: string }[] }
      for (const { orderId, clientOrderId } of list) {
        there.set(clientOrderId, [...(there.get(clientOrderId) ?? []), orderId])
        total += 1
      }
      if (list.length < 100) break
    }
    let lost = 0
    for (const [number, orderId] of this.acknowledged) if (there.get(`crash-${number}`)?.includes(orderId) !== true) lost += 1
    return { lost, doubled: total - there.size, total }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exited
}

/** Runs the rounds over HTTP. Sessions are soft, so each life begins with a login. */
export async function httpKillRounds(count: number, random: Random, progress: (round: number) => void = () => {}): Promise<KillReport> {
  const customer = new Customer()
  try {
    for (let round = 0; round < count; round += 1) {
      const { child, client } = await customer.start()
      const loading = customer.load(client, child)
      // A refusal is a mistake of this program and ends it at once; the process must not outlive it.
      const life = new Promise((resolve) => setTimeout(resolve, LIFE_MS_MIN + random() * LIFE_MS_SPREAD))
      await Promise.race([life, loading]).finally(() => kill(child))
      await loading
      progress(round)
    }
    const { child, client } = await customer.start()
    const { lost, doubled, total } = await customer.audit(client).finally(() => kill(child))
    const { acknowledged, repeated, differing } = customer
    return { rounds: count, acknowledged: acknowledged.size, repeated, entries: total, lost, doubled, differing, wrongHashes: 0 }
  } finally {
    rmSync(customer.dataDir, { recursive: true, force: true })
  }
}
