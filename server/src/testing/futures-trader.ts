/** A customer on the futures host of a test world: its headers, the digest of his device, and contracts to trade. For tests only. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { InstrumentId, UserId } from '@agio/engine/ids/id.ts'
import { canonicalReport, SECURITY_PREFIX } from '@agio/wire/security.ts'
import * as z from 'zod/mini'
import { seedContent } from '../content/seed-content.ts'
import { FUTURES_CALLS } from '../http/openapi/futures-calls.ts'
import { type DataAt, failureOf } from './answers.ts'
import { give, openContract, openMaker, quote, setIndex } from './contract-fixtures.ts'
import { type HttpWorld, httpWorld, type Reply, reportOf, seal, userIdOf, type WorldOptions } from './http-world.ts'

const HOST = '/fe-co-api'

/** API-025: what a call answers is what the API promises, and nothing else. @throws Error where it is not */
function mustConform(path: string, data: unknown): void {
  const call = FUTURES_CALLS.find((each) => each.path === path.split('?', 1)[0])
  const parsed = call === undefined ? data : z.parse(call.response, data)
  if (!isDeepStrictEqual(parsed, data)) throw new Error(`${path} answers more than it says: ${JSON.stringify(data)}`)
}

/** Any request to the futures host. */
export async function askFutures<const Path extends string>(
  world: HttpWorld,
  path: Path,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply<DataAt<Path>>> {
  const answer = await world.futures.inject({
    method: 'POST',
    url: path,
    remoteAddress: '127.0.0.1',
    headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  const json = isJson ? answer.json() : {}
  if (isJson && json.code === '0') mustConform(path, json.data)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    code: json.code ?? '',
    message: json.message ?? '',
    data: json.data,
    failure: failureOf(json.code ?? '', json.data),
  }
}

export interface FuturesWorld {
  readonly world: HttpWorld
  readonly contract: InstrumentId
  readonly maker: UserId
  /** An order of the maker that rests. @param price in whole USDT */
  quote(side: 'buy' | 'sell', price: number, quantity: number): void
  /** Nothing of earlier tests decides a trade: the index is at 60,000, the maker and those of the customers who are given have no orders. */
  beginAnew(...others: readonly FuturesTrader[]): void
  /** Somebody new, without a contract account. @param name begins his address, and may come again */
  join(name: string): Promise<FuturesTrader>
  /** Somebody new, with so much USDT in his contract account. */
  customer(name: string, usdt?: number): Promise<FuturesTrader>
  /** Lets the clock of the process and that of entries go on together. */
  advance(ms: number): void
  /** Opens or closes the switch of contracts. */
  setSwitch(value: number): Promise<void>
}

/** Two tenants of which the first has contracts on, one contract at an index of 60,000, and a maker without orders. */
export async function futuresWorld(options: WorldOptions = {}): Promise<FuturesWorld> {
  const world = await httpWorld(options)
  const { exchange } = world
  await seedContent(exchange, world.agio.config)
  const contract = openContract(exchange)
  const maker = openMaker(exchange)
  const setSwitch = async (value: number): Promise<void> => {
    const saved = { kind: 'saveDocument', userId: 0 as never, collection: 'kv', id: 'contractSwitch', actor: 'operator' } as const
    exchange.must({ ...saved, document: { value } })
    await world.agio.content.load()
  }
  await setSwitch(1)
  let joined = 0
  const join = (name: string): Promise<FuturesTrader> => {
    joined += 1
    return FuturesTrader.join(world, `${name}${joined}@example.com`)
  }
  return {
    world,
    contract,
    maker,
    beginAnew(...others) {
      setIndex(exchange, 60_000)
      for (const userId of [maker, ...others.map((each) => each.userId)])
        exchange.must({ kind: 'cancelAllOrders', userId, instrumentId: contract })
    },
    join,
    customer: async (name, usdt = 1000) => (await join(name)).open(usdt),
    quote: (side, price, quantity) => quote(exchange, maker, contract, side, price * 10, quantity),
    advance(ms) {
      world.clock.at += ms
      exchange.clock = world.clock.at
    },
    setSwitch,
  }
}

type Body = Readonly<Record<string, unknown>>

export class FuturesTrader {
  readonly world: HttpWorld
  readonly token: string
  readonly userId: UserId
  readonly #identity: string
  readonly #host: string
  readonly #since: number

  private constructor(world: HttpWorld, token: string, userId: UserId, { identity, host }: { identity: string; host: string }) {
    this.world = world
    this.token = token
    this.userId = userId
    this.#identity = identity
    this.#host = host
    this.#since = world.clock.now()
  }

  /** @param host of the tenant */
  static async join(world: HttpWorld, email: string, host = 'localhost'): Promise<FuturesTrader> {
    const identity = `device of ${email}`
    const answer = await world.register(email, undefined, { identity, host })
    return new FuturesTrader(world, answer.data.token, userIdOf(answer), { identity, host })
  }

  get headers(): Readonly<Record<string, string>> {
    return { host: this.#host, 'exchange-token': this.token, 'exchange-client': 'pc' }
  }

  /** What names his device on every call that changes something. */
  get digest(): { readonly uaTime: number; readonly securityInfo: string } {
    const text = canonicalReport(reportOf(this.#identity, this.#since))
    return { uaTime: this.#since, securityInfo: SECURITY_PREFIX + createHash('sha256').update(text).digest('hex') }
  }

  /** A read, or a cancel. */
  read<const Tail extends string>(tail: Tail, body: Body = {}): Promise<Reply<DataAt<`/fe-co-api/${Tail}`>>> {
    return askFutures(this.world, `${HOST}/${tail}`, body, this.headers)
  }

  /** A change, with the digest. */
  post<const Tail extends string>(tail: Tail, body: Body = {}): Promise<Reply<DataAt<`/fe-co-api/${Tail}`>>> {
    return this.read(tail, { ...body, ...this.digest })
  }

  /** With the sealed report of a device. */
  async sealed<const Tail extends string>(
    tail: Tail,
    body: Body = {},
    report: Record<string, unknown> = reportOf(this.#identity, this.#since),
  ): Promise<Reply<DataAt<`/fe-co-api/${Tail}`>>> {
    const { keyId, publicKey } = (await this.world.get('/api/auth/v1/open/security/publicKey', { host: this.#host })).data
    const fields = await seal({ keyId, publicKey, path: `POST ${HOST}/${tail}`, now: this.world.clock.now(), report })
    return this.read(tail, { ...body, ...fields })
  }

  /** Opens his contract account and moves so much USDT there. */
  async open(usdt: number): Promise<this> {
    const opened = await this.sealed('user/create_co_id')
    if (opened.code !== '0') throw new Error(opened.text)
    if (usdt === 0) return this
    give(this.world.exchange, this.userId, usdt)
    const moved = await this.world.post(
      '/api/assets-web/v1/transfer/all',
      { coinId: '1', amount: String(usdt), fromAccount: 1, toAccount: 2 },
      { token: this.token, host: this.#host },
    )
    if (moved.code !== '0') throw new Error(moved.text)
    return this
  }
}

/** A limit order that opens 100 contracts at 60,000 with everybody's first settings. */
export const orderOf = (contract: InstrumentId, over: Body = {}): Body => ({
  contractId: String(contract),
  positionType: 1,
  open: 'OPEN',
  side: 'BUY',
  type: 1,
  leverageLevel: 20,
  price: '60000',
  volume: '100',
  isConditionOrder: false,
  ...over,
})
