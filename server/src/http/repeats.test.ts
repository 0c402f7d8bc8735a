/**
 * Every call with an idempotency key, asked again: at once, when what it is about is gone, when its product is switched off, when the account
 * is frozen, while history is behind, and by a process that has just started.
 */
import { asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describedCalls } from '../testing/call-samples.ts'
import { type FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../testing/futures-trader.ts'
import { type HttpWorld, httpWorld, type Reply } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { openConversion, openSavings } from '../testing/open-products.ts'
import { openTestWallet } from '../testing/test-wallet.ts'
import { SeedSigner } from '../wallet/testing/seed-signer.ts'
import { forgetAnswers } from './deeds/deed-route.ts'

type Body = Readonly<Record<string, unknown>>

interface Asked {
  /** Sends the call once more. @param changes to the body */
  readonly ask: (changes?: Body) => Promise<Reply>
  readonly userId: UserId
  /** Ends what the call is about. */
  readonly end: () => Promise<unknown> | unknown
  /** Another body under the same key. */
  readonly other: Body
  /** A process that starts anew tells present figures, or makes the same thing again. */
  readonly isForgotten?: boolean
}

let joined = 0
const nothing = (): void => undefined

/** Calls with a key by path: a customer who has asked for nothing yet. */
type Table = Readonly<Record<string, () => Promise<Asked>>>

async function member(world: HttpWorld, coins = 10n ** 12n): Promise<Member> {
  joined += 1
  const one = await Member.join(world, `repeats${joined}@example.com`, `device ${joined}`)
  const credit = { userId: asUserId(one.userId), assetId: asAssetId(1), amount: coins, cause: 'airdrop', reference: 'test' } as const
  world.exchange.must({ kind: 'creditUser', ...credit })
  return one
}

const asked = (one: Member, path: string, body: Body, beside: Partial<Asked> & Pick<Asked, 'other'>): Asked => ({
  ask: (changes = {}) => one.seal(path, { ...body, ...changes }),
  userId: asUserId(one.userId),
  end: nothing,
  ...beside,
})

const USER = '/api/user-web/v1'
const LIMIT = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }

function spotTable(world: () => HttpWorld): Table {
  const cancelAll = (one: Member) => () => one.post(`${USER}/order/revocationOrder`, { all: 1 })
  const plain = (one: Member, path: string, body: Body, beside: Partial<Asked> & Pick<Asked, 'other'>): Asked => ({
    ...asked(one, path, body, beside),
    ask: (changes = {}) => one.post(path, { ...body, ...changes }),
  })
  return {
    [`${USER}/order/createOrder`]: async () => {
      const one = await member(world())
      return plain(one, `${USER}/order/createOrder`, { ...LIMIT, clientOrderId: 'k' }, { end: cancelAll(one), other: { price: '101' } })
    },
    [`${USER}/order/updateOrder`]: async () => {
      const one = await member(world())
      const { orderId } = (await one.post(`${USER}/order/createOrder`, LIMIT)).data
      const body = { orderId, price: '99', newClientId: 'k' }
      return plain(one, `${USER}/order/updateOrder`, body, { end: cancelAll(one), other: { price: '98' } })
    },
    [`${USER}/order/updateOrders`]: async () => {
      const one = await member(world())
      const { orderId } = (await one.post(`${USER}/order/createOrder`, LIMIT)).data
      const rows = (price: string) => [
        { orderId, price },
        { orderId: '999999', price },
      ]
      const body = { symbol: 'BTC/USDT', orders: rows('99'), newClientId: 'k' }
      return plain(one, `${USER}/order/updateOrders`, body, { end: cancelAll(one), other: { orders: rows('98') } })
    },
    '/api/assets-web/v1/transfer/all': async () => {
      const one = await member(world())
      const body = { coinId: '1', amount: '5', fromAccount: 1, toAccount: 3, clientId: 'k' }
      return plain(one, '/api/assets-web/v1/transfer/all', body, { other: { amount: '6' } })
    },
  }
}

function productTable(world: () => HttpWorld): Table {
  const purchase = { productId: '1', amount: '10', agree: 1 }
  return {
    [`${USER}/trade_convert/trade`]: async () => {
      const one = await member(world())
      const { quoteId, sendCoin, receiveCoin, sendAmount } = (await one.get(`${USER}/trade_convert/pre_trade/USDT/BTC?sendAmount=100`)).data
      const body = { quoteId, sendCoin, receiveCoin, sendAmount, clientId: 'k' }
      return asked(one, `${USER}/trade_convert/trade`, body, { other: { sendAmount: '101' } })
    },
    [`${USER}/user-project/purchaseProject`]: async () => {
      const one = await member(world())
      return asked(one, `${USER}/user-project/purchaseProject`, { ...purchase, clientId: 'k' }, { other: { amount: '11' } })
    },
    [`${USER}/user-project/redeem`]: async () => {
      const one = await member(world())
      const { orderNo } = (await one.seal(`${USER}/user-project/purchaseProject`, purchase)).data
      const body = { orderNo, amount: '4', clientId: 'k' }
      const end = () => one.seal(`${USER}/user-project/redeem`, { orderNo })
      return asked(one, `${USER}/user-project/redeem`, body, { end, other: { amount: '5' } })
    },
  }
}

const ERC20 = { coinId: '1', protocolType: 'ERC20-ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }

function walletTable(world: () => HttpWorld): Table {
  const BOOK = `${USER}/user-address`
  return {
    [`${BOOK}/saveUserAddress`]: async () => {
      const one = await member(world())
      const end = async () => {
        const { data } = await one.post(`${BOOK}/userAddressList`, {})
        await one.seal(`${BOOK}/deleteUserAddress`, { ids: data.list.map(({ id }: { id: string }) => id) })
      }
      const path = `${BOOK}/saveUserAddress`
      return {
        ...asked(one, path, {}, { end, other: { label: 'Warm' } }),
        // Codes say who asks: each request has its own.
        ask: async (changes = {}) => {
          const codes = await one.codes('STEP_UP', ['email']).catch(() => ({}))
          return one.seal(path, { ...ERC20, label: 'Cold', clientId: 'k', ...changes, codes })
        },
      }
    },
    '/api/assets-web/v1/wallet-feign/address/create': async () => {
      const one = await member(world())
      const path = '/api/assets-web/v1/wallet-feign/address/create'
      return {
        ...asked(one, path, {}, { other: { coinId: '1' } }),
        ask: (changes = {}) => one.post(`${path}?blockchain=ethereum&label=Savings`, { clientId: 'k', ...changes }),
        isForgotten: true,
      }
    },
    '/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit': async () => {
      const one = await member(world())
      const path = '/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit'
      return asked(one, path, { ...ERC20, amount: '10', clientId: 'k' }, { other: { amount: '11' } })
    },
  }
}

function futuresTable(futures: () => FuturesWorld): Table {
  const trader = async (isIsolated = false) => {
    const one = await futures().customer('repeats')
    const contractId = String(futures().contract)
    if (isIsolated) await one.post('user/margin_model_edit', { contractId, marginModel: 2 })
    return { one, contractId }
  }
  const long = async (isIsolated = false) => {
    const { one, contractId } = await trader(isIsolated)
    futures().quote('sell', 60_000, 100)
    await one.post('order/order_create', orderOf(futures().contract, isIsolated ? { positionType: 2 } : {}))
    const [position] = (await one.read('position/get_assets_list')).data.positionList
    futures().quote('buy', 59_990, 300)
    return { one, contractId, positionId: position?.id ?? '' }
  }
  const of = (one: FuturesTrader, tail: string, body: Body, beside: Partial<Asked> & Pick<Asked, 'other'>): Asked => ({
    ask: (changes = {}) => one.post(tail, { ...body, ...changes }),
    userId: one.userId,
    end: nothing,
    ...beside,
  })
  const close = (one: FuturesTrader, positionId: string) => () => one.post('order/light_close', { positionId })
  const cancelAll = (userId: UserId) => () =>
    futures().world.exchange.must({ kind: 'cancelAllOrders', userId, instrumentId: futures().contract })
  const table: Readonly<Record<string, () => Promise<Asked>>> = {
    'order/order_create': async () => {
      const { one } = await trader()
      const body = { ...orderOf(futures().contract, { price: '58000', volume: '1' }), clientOrderId: 'k' }
      return of(one, 'order/order_create', body, { end: cancelAll(one.userId), other: { volume: '2' } })
    },
    'order/order_update': async () => {
      const { one, contractId } = await trader()
      const { orderId } = (await one.post('order/order_create', orderOf(futures().contract, { price: '58000', volume: '1' }))).data
      const body = { orderId, contractId, price: '57000', newClientId: 'k' }
      return of(one, 'order/order_update', body, { end: cancelAll(one.userId), other: { price: '56000' } })
    },
    'order/order_update_many': async () => {
      const { one, contractId } = await trader()
      const { orderId } = (await one.post('order/order_create', orderOf(futures().contract, { price: '58000', volume: '1' }))).data
      const orders = [{ orderId, price: '57000' }]
      const other = { orders: [{ orderId, price: '56000' }] }
      return of(one, 'order/order_update_many', { contractId, orders, newClientId: 'k' }, { end: cancelAll(one.userId), other })
    },
    'order/order_tpsl_create': async () => {
      const { one, positionId } = await long()
      const orders = [{ triggerType: 2, triggerPrice: '61000' }]
      const other = { orders: [{ triggerType: 2, triggerPrice: '62000' }] }
      return of(one, 'order/order_tpsl_create', { positionId, orders, clientOrderId: 'k' }, { end: close(one, positionId), other })
    },
    'order/light_close': async () => {
      const { one, positionId } = await long()
      const other = { positionId: String(Number(positionId) + 1) }
      return of(one, 'order/light_close', { positionId, clientOrderId: 'k' }, { other })
    },
    'order/reverse_position': async () => {
      const { one, positionId } = await long()
      const other = { positionId: String(Number(positionId) + 1) }
      return of(one, 'order/reverse_position', { positionId, clientOrderId: 'k' }, { other })
    },
    'order/close_all_position': async () => {
      const { one, contractId } = await long()
      return of(one, 'order/close_all_position', { clientId: 'k' }, { other: { contractId } })
    },
    'position/change_position_margin': async () => {
      const { one, positionId } = await long(true)
      const body = { positionId, amount: '10', clientId: 'k' }
      return of(one, 'position/change_position_margin', body, { end: close(one, positionId), other: { amount: '11' }, isForgotten: true })
    },
  }
  return Object.fromEntries(Object.entries(table).map(([tail, make]) => [`/fe-co-api/${tail}`, make]))
}

let products: HttpWorld
let wallets: HttpWorld
let futures: FuturesWorld
beforeAll(async () => {
  products = await httpWorld()
  await openConversion(products.agio)
  await openSavings(products.agio)
  wallets = await httpWorld({ signer: new SeedSigner(1) })
  await openTestWallet(wallets.agio)
  futures = await futuresWorld()
})
afterEach(async () => {
  for (const world of [products, wallets, futures.world]) {
    world.history.catchUp()
    await setSwitches(world, 1)
  }
})
afterAll(() => Promise.all([products, wallets, futures.world].map((world) => world.close())))

const SWITCHES = ['contractSwitch', 'flashConvertSwitch'] as const

/** Closes every product of a world. */
async function setSwitches({ exchange, agio }: HttpWorld, value: 0 | 1): Promise<void> {
  const place = { userId: asUserId(0), collection: 'kv', actor: 'operator' } as const
  for (const id of SWITCHES) exchange.must({ kind: 'saveDocument', ...place, id, document: { value } })
  const savings = { financialSwitch: value, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 1 }
  exchange.must({ kind: 'saveDocument', ...place, id: 'financial', document: { value: savings } })
  await agio.content.load()
}

const WHY = { actor: 'ops', why: 'test' } as const

async function walk(world: HttpWorld, make: () => Promise<Asked>): Promise<void> {
  const { ask, userId, end, other, isForgotten = false } = await make()
  const first = await ask()
  expect(first.code, first.text).toBe('0')
  expect(first.headers['idempotent-replay']).toBeUndefined()
  const mustRepeat = async (when: string): Promise<void> => {
    const again = await ask()
    expect([when, again.data, again.headers['idempotent-replay']], again.text).toEqual([when, first.data, '1'])
  }
  await mustRepeat('at once')
  expect((await ask(other)).failure.name, 'another body').toBe('IDEMPOTENCY_CONFLICT')
  await end()
  await mustRepeat('gone')
  await setSwitches(world, 0)
  await mustRepeat('switched off')
  world.exchange.must({ kind: 'setUserTerms', userId, tradingEnabled: false })
  await mustRepeat('may not trade')
  world.history.patienceMs = 20
  world.history.lag()
  world.exchange.must({ kind: 'tick' })
  await mustRepeat('history behind')
  world.history.catchUp()
  forgetAnswers(world.agio)
  const anew = await ask()
  if (!isForgotten) expect([anew.data, anew.headers['idempotent-replay']], `anew: ${anew.text}`).toEqual([first.data, '1'])
  // Who asks comes before what was asked: a frozen account has no session, and is told nothing.
  world.exchange.must({ kind: 'setUserStatus', userId, status: 'frozen', ...WHY })
  expect((await ask()).failure.name, 'frozen').toBe('ACCOUNT_DISABLED')
}

const spot = spotTable(() => products)
const product = productTable(() => products)
const wallet = walletTable(() => wallets)
const contracts = futuresTable(() => futures)

describe('REL-008 API-015 a repeated request gets its first answer', () => {
  it('of every call with a key that the API describes', async () => {
    const keyed = (await describedCalls()).filter(({ key }) => key !== undefined)
    const tables = { ...spot, ...product, ...wallet, ...contracts }
    expect(Object.keys(tables).sort()).toEqual(keyed.map(({ path }) => path).sort())
    expect(keyed.every(({ command }) => command !== undefined)).toBe(true)
  })
  it.each(Object.entries({ ...spot, ...product }))('%s', (_path, make) => walk(products, make))
  it.each(Object.entries(wallet))('%s', (_path, make) => walk(wallets, make))
  it.each(Object.entries(contracts))('%s', (_path, make) => walk(futures.world, make))
})
