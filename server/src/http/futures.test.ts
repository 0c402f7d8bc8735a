/** The futures host: who may call, opening a contract account, the digest of the device, switches, settings. */
import { createPublicKey, verify } from 'node:crypto'
import { asUserId } from '@agio/engine/ids/id.ts'
import { canonicalJson } from '@agio/wire/canonical-json.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tenant } from '../tenant/tenant.ts'
import { give } from '../testing/contract-fixtures.ts'
import { askFutures, FuturesTrader, type FuturesWorld, futuresWorld, orderOf } from '../testing/futures-trader.ts'
import { type HttpWorld, reportOf, seal } from '../testing/http-world.ts'
import { servedCalls } from './calls/route.ts'
import { refuseClosedCountry } from './deeds/contract-standing.ts'
import { FUTURES_CALLS } from './openapi/futures-calls.ts'

let futures: FuturesWorld
let world: HttpWorld
let ann: FuturesTrader
beforeAll(async () => {
  futures = await futuresWorld()
  world = futures.world
  ann = await FuturesTrader.join(world, 'ann@example.com')
})
afterAll(() => world.close())

const config = (trader: FuturesTrader) => trader.read('user/get_user_config', { contractId: String(futures.contract) })

it('API-012 [part] every call of the futures host is served there and nowhere else', async () => {
  const served = servedCalls(world.futures).map(({ path }) => path)
  expect(served.sort()).toEqual(FUTURES_CALLS.map(({ path }) => path).sort())
  expect(servedCalls(world.app).filter(({ path }) => path.startsWith('/fe-co-api/'))).toEqual([])
  expect((await world.post('/fe-co-api/common/public_info')).code).toBe('20005')
  for (const { path } of FUTURES_CALLS) {
    const answer = await askFutures(world, path, {}, ann.headers)
    expect(answer.status, path).toBeLessThan(500)
    expect(answer.code, path).not.toBe('')
    expect(answer.text, path).not.toContain('stack')
  }
})

it('SEC-001 API-003 [part] every call of a user needs the token of its own header, and says what client it comes from', async () => {
  for (const { path, access } of FUTURES_CALLS) {
    if (access === 'visitor') continue
    expect((await askFutures(world, path, {})).failure.name, path).toBe('LOGIN_REQUIRED')
    expect((await askFutures(world, path, {}, { authorization: `Bearer ${ann.token}` })).failure.name, path).toBe('LOGIN_REQUIRED')
    const wrong = await askFutures(world, path, {}, { ...ann.headers, 'exchange-client': 'app' })
    expect(wrong.failure, path).toMatchObject({
      name: 'VALIDATION_FAILED',
      params: { issues: [{ path: 'exchange-client', rule: 'enum' }] },
    })
  }
  const bare = await askFutures(world, '/fe-co-api/order/current_order_list', {}, { 'exchange-token': ann.token })
  expect(bare.failure.params).toEqual({ issues: [{ path: 'exchange-client', rule: 'required' }] })
  const stranger = await askFutures(world, '/fe-co-api/order/current_order_list', {}, { ...ann.headers, 'exchange-token': 'x'.repeat(43) })
  expect([stranger.status, stranger.failure.name]).toEqual([401, 'SESSION_INVALID'])
})

it('API-014 [part] errors come in the language of the futures header', async () => {
  const asked = (language: string) =>
    askFutures(world, '/fe-co-api/common/depth_map', { contractId: '77' }, { 'exchange-language': language })
  const [english, chinese] = [await asked('en_US'), await asked('zh')]
  expect(english.failure).toMatchObject({ name: 'CONTRACT_NOT_FOUND', params: { contractId: '77' } })
  expect([chinese.code, chinese.message === english.message]).toEqual([english.code, false])
})

it('PERP-004 opening the contract account takes the sealed report, opens it once and answers the same again', async () => {
  const eve = await FuturesTrader.join(world, 'eve@example.com')
  expect((await eve.read('user/create_co_id')).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  expect((await eve.post('user/create_co_id')).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  expect((await config(eve)).data).toMatchObject({ openContract: 0, uid: String(eve.userId) })
  expect((await eve.post('order/order_create', orderOf(futures.contract))).failure.name).toBe('CONTRACT_NOT_OPENED')
  expect((await eve.sealed('user/create_co_id', { token: 'another' })).failure.name).toBe('SESSION_INVALID')
  const first = await eve.sealed('user/create_co_id', { token: eve.token })
  expect(first.data).toEqual({ coUid: String(eve.userId), openContract: 1 })
  const { durableSeq } = world.exchange
  expect((await eve.sealed('user/create_co_id')).data).toEqual(first.data)
  expect(world.exchange.durableSeq).toBe(durableSeq + 1)
  expect((await config(eve)).data.openContract).toBe(1)
})

it('PERP-047 [part] a change names the digest of the last sealed report of its session; another device sends its report once', async () => {
  const dan = await (await FuturesTrader.join(world, 'dan@example.com')).open(0)
  const edit = { contractId: String(futures.contract), nowLevel: 10 }
  expect((await dan.read('user/level_edit', edit)).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  expect((await dan.read('user/level_edit', { ...edit, uaTime: 1 })).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  expect((await dan.read('user/level_edit', { ...edit, uaTime: 1, securityInfo: 'x' })).failure.name).toBe('SECURITY_PAYLOAD_INVALID')
  expect((await dan.post('user/level_edit', edit)).data.nowLevel).toBe(10)
  // The same call from elsewhere, with the token that it carried off.
  const other = reportOf('another device', world.clock.now())
  const foreign = { uaTime: 1, securityInfo: `2.0.6.${'0'.repeat(64)}` }
  expect((await dan.read('user/level_edit', { ...edit, ...foreign })).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  // Its own report, sealed once, is the last one from then on; the former digest is none any more.
  expect((await dan.sealed('user/level_edit', { ...edit, nowLevel: 11 }, other)).data.nowLevel).toBe(11)
  expect((await dan.post('user/level_edit', edit)).failure.name).toBe('SECURITY_PAYLOAD_REQUIRED')
  // Reads and cancels carry none.
  expect((await dan.read('order/cancel_all')).data).toEqual({ count: 0 })
})

it('API-006 [part] a sealed report is taken once on the futures host too, and bound to its path', async () => {
  const { keyId, publicKey } = (await world.get('/api/auth/v1/open/security/publicKey')).data
  const path = 'POST /fe-co-api/user/create_co_id'
  const fields = await seal({ keyId, publicKey, path, now: world.clock.now() })
  const twice = await FuturesTrader.join(world, 'twice@example.com')
  expect((await twice.read('user/create_co_id', fields)).code).toBe('0')
  expect((await twice.read('user/create_co_id', fields)).failure.name).toBe('SECURITY_PAYLOAD_REPLAYED')
  const elsewhere = await seal({ keyId, publicKey, path: 'POST /api/auth/v1/open/login', now: world.clock.now() })
  expect((await twice.read('user/create_co_id', elsewhere)).failure.name).toBe('SECURITY_PAYLOAD_INVALID')
  const late = await seal({ keyId, publicKey, path, now: world.clock.now() - 6 * 60_000 })
  expect((await twice.read('user/create_co_id', late)).failure.name).toBe('SECURITY_PAYLOAD_STALE')
})

it('TEN-008 TEN-009 while contracts are closed every call of a user is refused, and what is public is told', async () => {
  await futures.setSwitch(2)
  for (const { path, access, sealed } of FUTURES_CALLS) {
    if (access === 'visitor') continue
    const answer = await askFutures(world, path, SAMPLES[path.replace('/fe-co-api/', '')] ?? { contractId: '1' }, ann.headers)
    expect(answer.failure, `${path} ${sealed}`).toMatchObject({ name: 'FEATURE_OFF', params: { feature: 'contract' } })
  }
  expect((await askFutures(world, '/fe-co-api/common/public_info', {})).code).toBe('0')
  await futures.setSwitch(1)
  expect((await config(ann)).code).toBe('0')
})

/** Requests that fit: the form of one is judged before the switch. */
const SAMPLES: Readonly<Record<string, Record<string, unknown>>> = {
  'user/level_edit': { contractId: '1', nowLevel: 5 },
  'user/margin_model_edit': { contractId: '1', marginModel: 1 },
  'user/edit_user_page_config': { coUnit: 1 },
  'user/create_co_id': {},
  'user/contract_optional_set': { contractIds: [] },
  'order/order_create': orderOf(1 as never),
  'order/order_preview': orderOf(1 as never),
  'order/order_update_many': { contractId: '1', orders: [{ orderId: '1', price: '1' }] },
  'order/order_update': { contractId: '1', orderId: '1', price: '1' },
  'order/order_cancel': { contractId: '1', orderId: '1' },
  'order/cancel_all_after': { timeout: 0 },
  'order/order_tpsl_create': { positionId: '1', orders: [{ triggerType: 1, triggerPrice: '1' }] },
  'order/take_profit_stop_loss': { positionId: '1' },
  'order/order_tpsl_cancel': { contractId: '1', ids: ['1'] },
  'order/light_close': { positionId: '1' },
  'order/reverse_position': { positionId: '1' },
  'order/close_all_position': {},
  'order/get_trade_info': { contractId: '1', orderId: '1' },
  'position/change_position_margin': { positionId: '1', amount: '1' },
  'position/liquidation_receipt': { receiptId: '1' },
  'record/get_transaction_list': { symbol: 'USDT' },
  'record/export': { kind: 'order', beginTime: 0, endTime: 1 },
}

it('PERP-004 [part] who is frozen, or unknown where contracts ask for names, opens none', async () => {
  const fay = await FuturesTrader.join(world, 'fay@example.com')
  const terms = (document: Record<string, unknown>): void => {
    const { contract } = world.agio.feeds.listings.contractFacts(futures.contract)
    const changed = { ...world.agio.feeds.listings.contractFacts(futures.contract).terms, document: document as never }
    world.exchange.must({ kind: 'changeContract', instrumentId: futures.contract, terms: changed, contract, actor: 'ops', why: 'test' })
  }
  terms({ isRealname: 1 })
  expect((await fay.sealed('user/create_co_id')).failure).toMatchObject({ name: 'KYC_REQUIRED', params: { level: '1' } })
  // Whoever opened one before has it.
  const dan = await FuturesTrader.join(world, 'dana@example.com')
  expect((await dan.post('order/order_create', orderOf(futures.contract))).failure.name).toBe('KYC_REQUIRED')
  terms({ otherName: 'BTC/USDT Perpetual' })
  const frozen = { kind: 'setUserStatus', userId: asUserId(fay.userId), status: 'frozen', actor: 'ops', why: 'test' } as const
  world.exchange.must(frozen as never)
  expect((await fay.sealed('user/create_co_id')).failure.name).toBe('ACCOUNT_DISABLED')
})

it('PERP-004 [part] nobody of a closed country opens a contract account, by his identity or by his telephone', async () => {
  const tenant = (countryCode: string | null, phone: object | null, closed: readonly string[]) =>
    ({
      content: { closedCountries: () => new Set(closed) },
      identities: { identity: async () => ({ countryCode }) },
      accounts: { get: async () => ({ phone }) },
    }) as unknown as Tenant
  const asked = (...parts: Parameters<typeof tenant>) => refuseClosedCountry(tenant(...parts), ann.userId)
  const dutch = { areaCode: '31', number: '612345678' }
  await expect(asked('NL', null, ['NL'])).rejects.toMatchObject({ errorName: 'REGION_DENIED', params: { country: 'NL' } })
  await expect(asked(null, dutch, ['NL'])).rejects.toMatchObject({ errorName: 'REGION_DENIED', params: { country: 'NL' } })
  // A code that an open country has as well tells nothing.
  await expect(asked(null, { areaCode: '1', number: '2025550100' }, ['US'])).resolves.toBeUndefined()
  await expect(asked('DE', dutch, ['FR'])).resolves.toBeUndefined()
  await expect(asked(null, null, ['NL'])).resolves.toBeUndefined()
})

it('PERP-019 [part] the settings of a contract say what is set and what may be changed', async () => {
  const gil = await (await FuturesTrader.join(world, 'gil@example.com')).open(1000)
  const { data } = await config(gil)
  expect(data).toMatchObject({
    marginModel: 1,
    marginModelCanSwitch: 1,
    nowLevel: 20,
    minLevel: 1,
    maxLevel: 125,
    levelCanSwitch: 1,
    positionModel: 1,
    positionModelCanSwitch: 1,
    priceBasis: 1,
    expireTime: 7,
    coUnit: 1,
    pcSecondConfirm: 1,
    transStatus: 1,
    multiplierCoin: 'BTC',
    leverCeiling: { 125: '50000', 50: '250000', 10: '92233720368.54775807' },
  })
  expect(data.nextCapitalTime).toBe(Date.UTC(2026, 10, 21, 16))
  const changed = await gil.post('user/edit_user_page_config', {
    contractId: String(futures.contract),
    ...{ priceBasis: 0, expireTime: 30, coUnit: 2, pcSecondConfirm: 0, positionModel: 2 },
  })
  expect(changed.data).toMatchObject({ priceBasis: 0, expireTime: 30, coUnit: 2, pcSecondConfirm: 0, positionModel: 2 })
  expect((await gil.post('user/edit_user_page_config', { coUnit: 1 })).data).toEqual({})
  expect((await config(gil)).data).toMatchObject({ priceBasis: 0, coUnit: 1 })
  expect((await gil.post('user/edit_user_page_config', {})).failure.name).toBe('VALIDATION_FAILED')
  expect((await gil.post('user/margin_model_edit', { contractId: String(futures.contract), marginModel: 2 })).data.marginModel).toBe(2)
})

it('PERP-015 [part] leverages outside the bounds are refused, and those that are none', async () => {
  const hal = await (await FuturesTrader.join(world, 'hal@example.com')).open(1000)
  const set = async (nowLevel: unknown) => (await hal.post('user/level_edit', { contractId: String(futures.contract), nowLevel })).failure
  for (const level of [0, 126, -1, 2 ** 40])
    expect(await set(level)).toMatchObject({ name: 'LEVERAGE_RANGE', params: { min: '1', max: '125' } })
  for (const level of [1.5, '20', null]) expect((await set(level)).name).toBe('VALIDATION_FAILED')
  expect((await hal.post('user/level_edit', { contractId: '77', nowLevel: 5 })).failure.name).toBe('CONTRACT_NOT_FOUND')
})

it('contracts that a customer marks are kept in his order', async () => {
  const id = String(futures.contract)
  expect((await ann.read('user/contract_optional_list')).data).toEqual({ contractIds: [] })
  expect((await ann.read('user/contract_optional_set', { contractIds: [id, id] })).data).toEqual({ contractIds: [id] })
  expect((await ann.read('user/contract_optional_set', { contractIds: ['77'] })).failure.name).toBe('CONTRACT_NOT_FOUND')
  // A pair is no contract.
  expect((await ann.read('user/contract_optional_set', { contractIds: ['1'] })).failure.name).toBe('CONTRACT_NOT_FOUND')
  expect((await ann.read('user/contract_optional_list')).data).toEqual({ contractIds: [id] })
})

it('PERP-045 [part] money moves between spot and contract, of margin coins alone, and no more than is free', async () => {
  const ida = await FuturesTrader.join(world, 'ida@example.com')
  const move = async (amount: string, fromAccount: number, toAccount: number, coinId = '1') =>
    world.post('/api/assets-web/v1/transfer/all', { coinId, amount, fromAccount, toAccount }, { token: ida.token })
  const available = async (): Promise<unknown> =>
    (await world.post('/api/assets-web/v1/transfer/available', { coinId: '1', fromAccount: 2 }, { token: ida.token })).data
  give(world.exchange, ida.userId, 500)
  expect((await move('1', 1, 2)).failure.name).toBe('CONTRACT_NOT_OPENED')
  await ida.open(0)
  expect((await move('500', 1, 2)).data).toMatchObject({ amount: '500', fromAccount: 1, toAccount: 2 })
  expect((await move('1', 1, 2, '2')).failure).toMatchObject({ name: 'TRANSFER_CLOSED', params: { coinName: 'BTC' } })
  expect(await available()).toEqual({ available: '500' })
  expect((await move('500.00000001', 2, 1)).failure).toMatchObject({ name: 'TRANSFER_EXCEEDS', params: { max: '500' } })
  expect((await move('200', 2, 1)).code).toBe('0')
  expect(await available()).toEqual({ available: '300' })
})

it('PERP-043 [part] receipts are signed by a key that is published', async () => {
  const { receiptKeys } = world.agio.contracts
  const { contractProInfo } = (await askFutures(world, '/fe-co-api/common/public_info', {})).data
  const signed = receiptKeys.sign({ receiptId: '7', fills: [{ price: '1', volume: '2' }], time: 5 })
  const { signature, ...content } = signed
  const x = contractProInfo.receiptKeys[signed.keyId] ?? ''
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const check = (text: string): boolean => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  expect(Buffer.from(x, 'base64url')).toHaveLength(32)
  expect(check(canonicalJson(content))).toBe(true)
  expect(check(canonicalJson({ ...content, time: 6 }))).toBe(false)
  expect(canonicalJson(content)).toBe(`{"fills":[{"price":"1","volume":"2"}],"keyId":"${signed.keyId}","receiptId":"7","time":5}`)
  expect((await ann.read('position/liquidation_receipt', { receiptId: '1' })).failure.name).toBe('RECEIPT_NOT_FOUND')
})
