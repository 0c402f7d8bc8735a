/** A customer of contracts at the real server: what his program does beside the page that is looked at, and what the server says of his positions. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKeyCreate } from '@agio/wire/account/api-keys.ts'
import { coins, faucet } from '@agio/wire/assets/assets.ts'
import { transferAll } from '@agio/wire/assets/transfers.ts'
import type { RequestInput, ResponseOf } from '@agio/wire/call.ts'
import { type AnyCall, targetOf } from '@agio/wire/call-target.ts'
import { bootstrap } from '@agio/wire/content/home-web.ts'
import { closeAllPositions, createOrder, createTpsl, historyOrders } from '@agio/wire/futures/orders.ts'
import { assetsList } from '@agio/wire/futures/position.ts'
import type { Position } from '@agio/wire/futures/position-types.ts'
import { publicInfo, publicMarketInfo } from '@agio/wire/futures/public.ts'
import type { CoOrder } from '@agio/wire/futures/types.ts'
import { createCoId, getUserConfig, marginModelEdit } from '@agio/wire/futures/user.ts'
import { HEADERS } from '@agio/wire/headers.ts'
import { hmacSignature } from '../../../server/src/auth/keys/api-signature.ts'
import { type PublicKey, sealReport } from '../../../sim/src/client/device-report.ts'
import { type Answer, Refusal, SessionClient } from '../../../sim/src/client/session-client.ts'
import { customerStorage } from '../terminal/desk.ts'

const ISOLATED = 2
/** Of the contract in Bitcoin. */
const PRICE_SCALE = 1
const PLAY_MONEY = '50000'
/** A book that is thin for a moment is mended by its makers. */
const TRIES = 20
const MENDED_MS = 500

interface Key {
  readonly apiKey: string
  readonly secret: string
}

/** Calls the host of contracts with a key: a second login would end the page's. */
class Program {
  readonly #base: string
  readonly #key: Key

  constructor(base: string, key: Key) {
    this.#base = base
    this.#key = key
  }

  /** @throws Refusal */
  async call<Spec extends AnyCall>(spec: Spec, fields: RequestInput<Spec>): Promise<ResponseOf<Spec>> {
    const { url, body = '' } = targetOf(spec, fields as Readonly<Record<string, unknown>>)
    const timestamp = String(Date.now())
    const signature = hmacSignature(this.#key.secret, { timestamp, window: undefined, method: 'POST', path: url, body: Buffer.from(body) })
    const signed = { [HEADERS.apiKey]: this.#key.apiKey, [HEADERS.apiTimestamp]: timestamp, [HEADERS.apiSignature]: signature }
    const headers = { 'content-type': 'application/json', ...signed }
    const answer = (await (await fetch(this.#base + url, { method: 'POST', body, headers })).json()) as Answer
    if (answer.code !== '0') throw new Refusal(url, answer)
    return spec.response.parse(answer.data) as ResponseOf<Spec>
  }
}

/** Opens the contract account of a session. */
async function openAccount(client: SessionClient, futuresBase: string): Promise<void> {
  const key = (await client.get('/api/auth/v1/open/security/publicKey')).data as unknown as PublicKey
  const report = await sealReport(key, `POST ${createCoId.path}`, client.identity, Date.now())
  const headers = { 'content-type': 'application/json', [HEADERS.futuresToken]: client.token ?? '', [HEADERS.futuresClient]: 'pc' }
  const asked = await fetch(futuresBase + createCoId.path, { method: 'POST', body: JSON.stringify(report), headers })
  const answer = (await asked.json()) as Answer
  if (answer.code !== '0') throw new Refusal(createCoId.path, answer)
}

async function keyOf(client: SessionClient, account: string): Promise<Key> {
  await client.must('/api/auth/v1/secondFactor/sendCode', { scene: 'API_KEY', channel: 'email' })
  const codes = { email: await client.code(account) }
  const permissions = { read: 1, trade: 0, futures: 1, withdraw: 0 }
  return (await client.sealed(apiKeyCreate.path, { label: 'program', permissions, ipList: [], codes })) as unknown as Key
}

export class Trader {
  /** Storage of the page's login. */
  readonly stored: Readonly<Record<string, string>>
  readonly #program: Program
  readonly #ids: ReadonlyMap<string, string>

  private constructor(program: Program, ids: ReadonlyMap<string, string>, stored: Readonly<Record<string, string>>) {
    this.#program = program
    this.#ids = ids
    this.stored = stored
  }

  /** Registers, opens the contract account with play money in it, and takes margin of its own for every position. */
  static async join(base: string): Promise<Trader> {
    const account = `e2e-${randomUUID().slice(0, 12)}@example.com`
    const client = new SessionClient(base)
    await client.register(account, 'Correct-horse-7')
    await client.call(faucet, { coinName: 'USDT' })
    const { futuresBase } = await client.call(bootstrap, {})
    await openAccount(client, futuresBase)
    const usdt = (await client.call(coins, {})).find(({ coinName }) => coinName === 'USDT')
    await client.call(transferAll, { coinId: usdt?.coinId ?? '', amount: PLAY_MONEY, fromAccount: 1, toAccount: 2 })
    const program = new Program(futuresBase, await keyOf(client, account))
    const { contractList } = await program.call(publicInfo, {})
    for (const { id: contractId } of contractList) {
      const { marginModel } = await program.call(getUserConfig, { contractId })
      if (marginModel !== ISOLATED) await program.call(marginModelEdit, { contractId, marginModel: ISOLATED })
    }
    return new Trader(program, new Map(contractList.map(({ contractName, id }) => [contractName, id])), customerStorage(client))
  }

  #idOf(contractName: string): string {
    const id = this.#ids.get(contractName)
    if (id === undefined) throw new Error(`no contract ${contractName}`)
    return id
  }

  async positions(): Promise<readonly Position[]> {
    return (await this.#program.call(assetsList, {})).positionList
  }

  /** The only position in a contract. @throws Error when there is none */
  async position(contractName: string): Promise<Position> {
    const found = (await this.positions()).find((one) => one.contractName === contractName)
    if (found === undefined) throw new Error(`no position in ${contractName}`)
    return found
  }

  /** Buys so many contracts at market; where its makers have fewer at the moment, the others when they have them. */
  async buy(contractName: string, volume: number): Promise<Position> {
    const contractId = this.#idOf(contractName)
    const { nowLevel } = await this.#program.call(getUserConfig, { contractId })
    const found = async () => (await this.positions()).find((one) => one.contractName === contractName)
    const wanted = Number((await found())?.positionVolume ?? 0) + volume
    for (let tries = 0; tries < TRIES; tries += 1) {
      const position = await found()
      const left = wanted - Number(position?.positionVolume ?? 0)
      if (position !== undefined && left === 0) return position
      if (tries > 0) await sleep(MENDED_MS)
      await this.#program.call(createOrder, {
        ...{ contractId, positionType: ISOLATED, open: 'OPEN', side: 'BUY', type: 2, leverageLevel: nowLevel },
        ...{ price: '0', volume: String(left), orderUnit: 0, isConditionOrder: false },
      })
    }
    throw new Error(`${volume} of ${contractName} are not to be had`)
  }

  /** A limit order that opens, so far below the mark. @param share 0.01 = 1 % */
  async bid(contractName: string, volume: number, share: number): Promise<void> {
    const contractId = this.#idOf(contractName)
    const { nowLevel } = await this.#program.call(getUserConfig, { contractId })
    await this.#program.call(createOrder, {
      ...{ contractId, positionType: ISOLATED, open: 'OPEN', side: 'BUY', type: 1, leverageLevel: nowLevel },
      ...{ price: await this.#away(contractName, 1 - share), volume: String(volume), orderUnit: 0, isConditionOrder: false },
    })
  }

  async #away(contractName: string, factor: number): Promise<string> {
    const { tagPrice } = await this.#program.call(publicMarketInfo, { contractId: this.#idOf(contractName) })
    return (Number(tagPrice) * factor).toFixed(PRICE_SCALE)
  }

  /** A take profit and a stop loss of a whole position, each so far from the mark. @param share 0.01 = 1 % */
  async protect({ id, contractName }: Position, share: number): Promise<void> {
    await this.#program.call(createTpsl, {
      positionId: id,
      orders: [
        { triggerType: 2, triggerPrice: await this.#away(contractName, 1 + share) },
        { triggerType: 1, triggerPrice: await this.#away(contractName, 1 - share) },
      ],
    })
  }

  /** Until there is none. */
  async closeAll(): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await sleep(MENDED_MS)
      try {
        await this.#program.call(closeAllPositions, {})
      } catch (error) {
        if (!(error instanceof Refusal && error.errorName === 'NOTHING_TO_CLOSE')) throw error
      }
      if ((await this.positions()).length === 0) return
    }
    throw new Error('positions cannot be closed')
  }

  /** Orders of a contract that ended, the last one first. */
  async past(contractName: string): Promise<readonly CoOrder[]> {
    return (await this.#program.call(historyOrders, { contractId: this.#idOf(contractName), page: 1, limit: 20 })).orderList
  }
}
