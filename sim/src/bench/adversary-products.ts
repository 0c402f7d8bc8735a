/**
 * P36 and P37: the adversary of load on the other products. He lets orders of contracts be swept by single ones, lets thousands of conditions come due and all
 * of his positions be liquidated by one gap, and converts, saves and redeems with all of his accounts at once. Honest customers trade another
 * contract, another pair, convert and save beside him.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getLoginInfo } from '@agio/wire/account/user.ts'
import { transferAll } from '@agio/wire/assets/transfers.ts'
import { convertQuote, convertTrade } from '@agio/wire/convert/convert.ts'
import { devClock, devGrant, devIndex } from '@agio/wire/dev.ts'
import { purchaseProduct, redeem } from '@agio/wire/earn/earn.ts'
import { cancelAll, cancelOrder, createOrder } from '@agio/wire/futures/orders.ts'
import { publicInfo } from '@agio/wire/futures/public.ts'
import { createCoId, levelEdit } from '@agio/wire/futures/user.ts'
import { cancelOrders, placeOrder } from '@agio/wire/spot/spot.ts'
import { FuturesClient } from '../client/futures-client.ts'
import { Refusal, SessionClient } from '../client/session-client.ts'
import { FLEXIBLE, openMoney, readIds } from '../crash/money/open-money.ts'
import { Product } from '../crash/product.ts'
import type { Measure } from './measure.ts'

const ACCOUNTS = 24
const RESTING = 150
const CONDITIONS = 40
const SWEEPS = 6
const CONVERSIONS = 12
const SAVINGS = 60
/** Requests of the adversary under way at once. */
const AT_ONCE = 64
const REST_MS = 5
const PASSWORD = 'Load-Password-1'
const INDEX = { BTC: 60_000, ETH: 3_000 } as const
const LEVERAGE = 50

interface Hands {
  readonly session: SessionClient
  readonly futures: FuturesClient
}

interface Scene {
  readonly product: Product
  readonly accounts: readonly Hands[]
  readonly taker: Hands
  /** Ids of the contracts of BTC and of ETH. */
  readonly attacked: string
  readonly other: string
}

/** Lets many promises run, so many at once. What the exchange refuses is the adversary's own affair. */
async function inTurns(jobs: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++])
      await job().catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function customer(product: Product, name: string, usdt: string): Promise<Hands> {
  const session = new SessionClient(product.base)
  const { serverTime } = await session.call(devClock, { advance: 0 })
  session.aheadMs = serverTime - Date.now()
  await session.register(`${name}@example.com`, PASSWORD)
  const { userId } = await session.call(getLoginInfo, {})
  for (const coinName of ['USDT', 'BTC', 'ETH'] as const)
    await session.call(devGrant, { userId, coinName, amount: coinName === 'USDT' ? '10000000' : '100' })
  const futures = new FuturesClient(product.futuresBase, session, true)
  await futures.call(createCoId, {})
  const { usdt: coinId } = await readIds(product, session)
  await session.call(transferAll, { coinId, amount: usdt, fromAccount: 1, toAccount: 2, clientId: `${name}-stake` })
  return { session, futures }
}

const contractOrder = ({ futures }: Hands, contractId: string, terms: object) =>
  futures.call(createOrder, {
    ...{ contractId, positionType: 1, leverageLevel: LEVERAGE, open: 'OPEN', side: 'BUY', type: 1, isConditionOrder: false, volume: '1' },
    ...terms,
  } as never)

/** An honest customer's loop over one deed, with how long each answer took. */
class Honest {
  readonly tooks: number[] = []
  refusals = 0
  #isOver = false
  readonly #done: Promise<void>

  constructor(deed: () => Promise<() => Promise<unknown>>) {
    this.#done = this.#run(deed)
  }

  /** @param deed what is measured; it returns what is done behind it, unmeasured */
  async #run(deed: () => Promise<() => Promise<unknown>>): Promise<void> {
    while (!this.#isOver) {
      const started = performance.now()
      try {
        const behind = await deed()
        this.tooks.push(performance.now() - started)
        await behind()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.refusals += 1
      }
      await sleep(REST_MS)
    }
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#done
  }
}

const NOTHING = async (): Promise<void> => {}

/** @param saver a customer of its own: a sealed call takes the place of the digest that orders of contracts carry */
function honestOnes(hands: Hands, saver: Hands, scene: Scene): Readonly<Record<string, Honest>> {
  const { session, futures } = hands
  const limit = { symbol: 'ETH/USDT', direction: 'BUY', type: 'LIMIT', price: String(INDEX.ETH * 0.99), amount: '0.01' } as const
  return {
    spot: new Honest(async () => {
      const { orderId } = await session.call(placeOrder, limit)
      return () => session.call(cancelOrders, { orderId: String(orderId) })
    }),
    contracts: new Honest(async () => {
      const { orderId } = await contractOrder(hands, scene.other, { price: String(INDEX.ETH * 0.99) })
      return () => futures.call(cancelOrder, { contractId: scene.other, orderId })
    }),
    savings: new Honest(async () => {
      const { orderNo } = await saver.session.sealed(purchaseProduct.path, { productId: FLEXIBLE, amount: '1', agree: 1 })
      return () => saver.session.sealed(redeem.path, { orderNo })
    }),
    looks: new Honest(async () => {
      await (await fetch(`${scene.product.base}/api/health`)).text()
      return NOTHING
    }),
  }
}

const pin = async ({ product }: Scene, btc: number): Promise<void> => {
  await new SessionClient(product.base).call(devIndex, { coinName: 'BTC', price: String(btc) })
}

/** Small orders of all accounts, swept by single ones of another. */
async function sweep(scene: Scene): Promise<void> {
  const price = (place: number): string => String(INDEX.BTC + (place % 20))
  const rests = scene.accounts.flatMap((hands) =>
    Array.from({ length: RESTING }, (_, place) => () => contractOrder(hands, scene.attacked, { side: 'SELL', price: price(place) })),
  )
  for (let round = 0; round < SWEEPS; round += 1) {
    await inTurns(rests)
    await inTurns([() => contractOrder(scene.taker, scene.attacked, { type: 3, price: price(19), volume: '100000' })])
  }
}

/** Conditions of all accounts, which one change of the index makes due, and then a gap that none of their positions survives. */
async function gap(scene: Scene): Promise<void> {
  const triggerPrice = String(INDEX.BTC + 300)
  const waits = { type: 2, price: '0', isConditionOrder: true, triggerPrice, triggerType: 1, triggerPxType: 2 }
  await inTurns(
    scene.accounts.flatMap((hands) => Array.from({ length: CONDITIONS }, () => () => contractOrder(hands, scene.attacked, waits))),
  )
  for (const price of [INDEX.BTC + 400, INDEX.BTC + 900, INDEX.BTC + 3_000, INDEX.BTC]) {
    await pin(scene, price)
    await sleep(2_000)
  }
  await inTurns(
    scene.accounts.map(
      ({ futures }) =>
        () =>
          futures.call(cancelAll, { contractId: scene.attacked }),
    ),
  )
}

async function convertAll(scene: Scene): Promise<void> {
  await inTurns(
    scene.accounts.flatMap(({ session }) =>
      Array.from({ length: CONVERSIONS }, (_, number) => async () => {
        const [sendCoin, receiveCoin] = number % 2 === 0 ? ['USDT', 'BTC'] : ['BTC', 'USDT']
        const quote = await session.call(convertQuote, { sendCoin, receiveCoin, sendAmount: number % 2 === 0 ? '60' : '0.001' } as never)
        await session.sealed(convertTrade.path, { quoteId: quote.quoteId, sendCoin, receiveCoin, sendAmount: quote.sendAmount })
      }),
    ),
  )
}

async function saveAll(scene: Scene): Promise<void> {
  await inTurns(
    scene.accounts.flatMap(({ session }) =>
      Array.from({ length: SAVINGS }, () => async () => {
        const { orderNo } = await session.sealed(purchaseProduct.path, { productId: FLEXIBLE, amount: '10', agree: 1 })
        await session.sealed(redeem.path, { orderNo })
      }),
    ),
  )
}

async function open(product: Product): Promise<Scene & { readonly honest: Hands; readonly saver: Hands }> {
  const visitor = new SessionClient(product.base)
  for (const [coinName, price] of Object.entries(INDEX)) await visitor.call(devIndex, { coinName, price: String(price) })
  await openMoney(product)
  const accounts: Hands[] = []
  for (let place = 0; place < ACCOUNTS; place += 1) accounts.push(await customer(product, `load${place}`, '20000'))
  const taker = await customer(product, 'taker', '5000000')
  const [honest, saver] = [await customer(product, 'honest', '100000'), await customer(product, 'saver', '1000')]
  const { contractList } = await taker.futures.call(publicInfo, {})
  const idOf = (name: string): string => contractList.find(({ contractName }) => contractName === name)?.id ?? ''
  const [attacked, other] = [idOf('E-BTC-USDT'), idOf('E-ETH-USDT')]
  for (const { futures } of [...accounts, taker]) await futures.call(levelEdit, { contractId: attacked, nowLevel: LEVERAGE })
  await honest.futures.call(levelEdit, { contractId: other, nowLevel: LEVERAGE })
  return { product, accounts, taker, attacked, other, honest, saver }
}

const latest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0)

export async function adversaryOfProducts(): Promise<Measure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-load-'))
  const product = await Product.open(dataDir)
  try {
    const scene = await open(product)
    const honest = honestOnes(scene.honest, scene.saver, scene)
    for (const act of [sweep, gap, convertAll, saveAll]) await act(scene)
    for (const one of Object.values(honest)) await one.end()
    return Object.entries(honest).map(([name, { tooks, refusals }], at) => {
      const [value, most] = [latest(tooks), name === 'looks' ? 100 : 250]
      const title = `latest of ${tooks.length} answers to ${name} beside an adversary on all products, ${refusals} refused`
      return { id: `P36${'abcd'[at]}`, title, value, unit: 'ms', peer: 'bound', peerValue: most, ratio: value / most, goal: '<= 1' }
    })
  } finally {
    await product.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
