/** The product as `npm start` starts it, with its nodes, for tests that look at it from outside alone: over HTTP, in a browser, on the chains. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coins } from '@agio/wire/assets/assets.ts'
import { addressCreate } from '@agio/wire/wallet/chains.ts'
import type { Page } from 'playwright-core'
import { type PublicKey, sealReport } from '../../sim/src/client/device-report.ts'
import { type Answer, Refusal, SessionClient } from '../../sim/src/client/session-client.ts'
import { type Chain, COINS, type Coins, Outside, toUnits } from '../../sim/src/crash/wallet/outside.ts'
import { WholeProduct } from '../../sim/src/crash/wallet/whole-product.ts'
import { type Harness, startHarness, type Visit } from './harness.ts'
import { customerStorage } from './terminal/desk.ts'

export const PASSWORD = 'Correct-horse-7'
/** Nodes start behind the server. */
export const NODES_MS = 120_000
/** Blocks come once a second while somebody waits for them. */
export const BLOCKS_MS = 60_000
const POLL_MS = 100
const BUSY: readonly string[] = ['ENGINE_BUSY', 'CODE_RESEND_TOO_SOON']

export interface Person {
  readonly email: string
  readonly client: SessionClient
  readonly userId: string
}

export const coinsOf = (name: string): Coins => {
  const found = COINS.find(({ coin }) => coin === name)
  if (found === undefined) throw new Error(`no coin ${name}`)
  return found
}

/** Asks until an answer is there. @throws Error that names what was waited for */
export async function until<Value>(what: string, ask: () => Promise<Value | undefined>, ms = BLOCKS_MS): Promise<Value> {
  for (const end = performance.now() + ms; ; ) {
    const found = await ask()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Just started, it may be busy; it says so, and is asked again. */
const registered = (client: SessionClient, email: string): Promise<true> =>
  until(`an account for ${email}`, async () => {
    try {
      await client.register(email, PASSWORD)
      return true
    } catch (error) {
      if (error instanceof Refusal && BUSY.includes(error.errorName)) return undefined
      throw error
    }
  })

export class WholeWorld {
  readonly harness: Harness
  readonly product: WholeProduct
  readonly outside: Outside
  readonly dataDir: string
  readonly coinIds: ReadonlyMap<string, string>
  #aheadMs = 0
  readonly #digests = new Map<SessionClient, { readonly uaTime: number; readonly securityInfo: string }>()

  private constructor(parts: Pick<WholeWorld, 'harness' | 'product' | 'outside' | 'dataDir' | 'coinIds'>) {
    this.harness = parts.harness
    this.product = parts.product
    this.outside = parts.outside
    this.dataDir = parts.dataDir
    this.coinIds = parts.coinIds
  }

  static async open(): Promise<WholeWorld> {
    const dataDir = mkdtempSync(join(tmpdir(), 'agio-whole-'))
    const product = await WholeProduct.open(dataDir)
    const outside = await Outside.make()
    await until(
      'the nodes',
      async () => {
        try {
          const { evm, btc } = JSON.parse(readFileSync(join(dataDir, 'chains.json'), 'utf8')) as { evm: string; btc: string }
          await outside.meet({ ethereum: evm, bitcoin: btc })
          return true
        } catch {
          return undefined
        }
      },
      NODES_MS,
    )
    const first = new SessionClient(product.base)
    await registered(first, `first-${randomUUID().slice(0, 12)}@example.com`)
    const listed = (await first.call(coins, {})).map(({ coinName, coinId }) => [coinName, coinId] as const)
    return new WholeWorld({ harness: await startHarness(), product, outside, dataDir, coinIds: new Map(listed) })
  }

  async close(): Promise<void> {
    await this.harness.stop()
    await this.product.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  get base(): string {
    return this.product.base
  }

  coinId(name: string): string {
    const found = this.coinIds.get(name)
    if (found === undefined) throw new Error(`no coin ${name}`)
    return found
  }

  /** A customer who just registered. @param host of another tenant */
  async person(name: string, host?: string): Promise<Person> {
    const client = new SessionClient(this.base)
    client.aheadMs = this.#aheadMs
    client.host = host
    const email = `${name}-${randomUUID().slice(0, 12)}@example.com`
    await registered(client, email)
    const { data } = await client.get('/api/user-web/v1/user/getLoginInfo')
    return { email, client, userId: String(data.userId) }
  }

  /** Credits a spot account at once. */
  async give({ client, userId }: Person, coinName: string, amount: string): Promise<void> {
    await client.must('/api/auth/v1/dev/grant', { userId, coinName, amount })
  }

  /** As an operator types it, and another one where it takes two. @returns what was printed @throws Error when it was refused */
  async operate(...command: readonly string[]): Promise<string> {
    const why = command.includes('--why') ? [] : ['--why', 'a test of it']
    const type = async (actor: string): Promise<string> => {
      const { exit, output } = await this.#anybody.must('/api/auth/v1/dev/operator', { command: [...command, '--actor', actor, ...why] })
      if (exit !== 0) throw new Error(`${command.join(' ')}: ${output}`)
      return String(output)
    }
    const text = await type('olga')
    return text.includes('another operator has to give the same command') ? type('bob') : text
  }

  /** Puts the clock ahead; what is due until then is done. Sessions of ten days and codes run out meanwhile. */
  async advance(ms: number, ...people: readonly Person[]): Promise<void> {
    await this.#anybody.must('/api/auth/v1/dev/clock', { advance: ms })
    this.#aheadMs += ms
    for (const { client } of people) client.aheadMs = this.#aheadMs
  }

  /** Pins what all sources say of a coin. */
  async pin(coinName: string, price: string): Promise<void> {
    await this.#anybody.must('/api/auth/v1/dev/index', { coinName, price })
  }

  get #anybody(): SessionClient {
    return new SessionClient(this.base)
  }

  /** A call of the futures host, with the digest of the device once it opened the contract account. */
  async futures({ client }: Person, tail: string, body: object = {}): Promise<Answer> {
    const response = await fetch(`${this.product.futuresBase}/fe-co-api/${tail}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'exchange-token': client.token ?? '', 'exchange-client': 'pc' },
      body: JSON.stringify({ ...body, ...this.#digests.get(client) }),
    })
    return (await response.json()) as Answer
  }

  /** Opens the contract account of a customer. */
  async openContracts(person: Person): Promise<void> {
    const { client } = person
    const key = (await client.get('/api/auth/v1/open/security/publicKey')).data as unknown as PublicKey
    const report = await sealReport(key, 'POST /fe-co-api/user/create_co_id', client.identity, Date.now() + this.#aheadMs)
    const opened = await this.futures(person, 'user/create_co_id', report)
    if (opened.code !== '0') throw new Error(JSON.stringify(opened))
    const { uaTime, securityInfo } = report
    this.#digests.set(client, { uaTime, securityInfo })
  }

  /** Coins from a wallet outside. @param ledger in units of the ledger */
  async pay(name: string, to: string, ledger: bigint): Promise<void> {
    await this.outside.pay(coinsOf(name), to, toUnits(ledger, coinsOf(name)))
  }

  fresh(chain: Chain): string {
    return this.outside.fresh(chain)
  }

  /** A page of somebody who is logged in, or of a visitor. */
  async page(path: string, person?: Person, visit: Visit = {}): Promise<Page> {
    const stored = person === undefined ? {} : customerStorage(person.client)
    return await this.harness.open(path, { lang: 'en_US', mode: 'day', stored, ...visit }, this.base)
  }
}

/** The address of a customer on a network, once it is made. */
export const addressOn = (blockchain: string, { client }: Person) =>
  until(`an address on ${blockchain}`, async () => {
    const made = await client.call(addressCreate, { blockchain })
    return made.status === 1 ? made : undefined
  })

/** What a refusal is called and what it names. */
export function refusal({ code, data }: Answer): { readonly name: string; readonly params: Readonly<Record<string, unknown>> } {
  const { name, params } = (data ?? {}) as { readonly name?: string; readonly params?: Readonly<Record<string, unknown>> }
  return { name: code === '0' ? 'done' : String(name), params: params ?? {} }
}

/** A sealed call, as its answer whether it was done or refused. */
export async function sealedAnswer({ client }: Person, path: string, body: object): Promise<Answer> {
  try {
    return { code: '0', message: '', data: await client.sealed(path, body) }
  } catch (error) {
    if (!(error instanceof Error) || !('answer' in error)) throw error
    return error.answer as Answer
  }
}

/** Proves who he is, for what asks for that. */
export async function stepUp({ client, email }: Person): Promise<void> {
  await client.must('/api/auth/v1/secondFactor/sendCode', { scene: 'STEP_UP', channel: 'email' })
  await client.must('/api/auth/v1/secondFactor/stepUp', { codes: { email: await client.code(email) } })
}
