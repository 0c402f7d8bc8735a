/** Calls while history lags, fails or is made anew: they wait, or say that they cannot tell, and nothing is remembered wrongly. */
import { join } from 'node:path'
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { ERRORS } from '@agio/wire/codes.ts'
import { leavesOf } from '@agio/wire/leaves.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { hashPassword } from '../auth/factors/password.ts'
import { LoginHistory } from '../auth/login/login-history.ts'
import { Content } from '../content/content.ts'
import { Failure } from '../core/failure.ts'
import { Identities } from '../identity/identities.ts'
import { type HttpWorld, httpWorld, PASSWORD, type Reply, userIdOf } from '../testing/http-world.ts'

const USER = '/api/user-web/v1'
const AUTH = '/api/auth/v1'
const INFORM = '/api/inform-web/v1'
let world: HttpWorld
let token: string
let userId: UserId
beforeAll(async () => {
  world = await httpWorld()
  const ann = await world.register('ann@example.com')
  token = ann.data.token
  userId = userIdOf(ann)
  credit()
  world.history.patienceMs = 40
})
afterEach(() => {
  world.history.isFailing = false
  world.history.catchUp()
})
afterAll(() => world.close())

function credit(): void {
  world.exchange.must({ kind: 'creditUser', userId, assetId: asAssetId(1), amount: 10n ** 12n, cause: 'airdrop', reference: '' })
}

const post = (url: string, body: object = {}): Promise<Reply> => world.post(url, body, { token })
const get = (url: string): Promise<Reply> => world.get(url, { token })

/** Every kind of call that reads history, with what it is asked. */
const READS: readonly (readonly [name: string, read: () => Promise<Reply>])[] = [
  ['orders', () => post(`${USER}/order/exchangeOrderList`, { state: 2 })],
  ['fills', () => post(`${USER}/user-trade/v1/trades`)],
  ['bills', () => post('/api/assets-web/v1/bill/queryByCategory')],
  ['bills as a file', () => post('/api/assets-web/v1/bill/export')],
  ['orders as a file', () => post(`${USER}/order/export`, { kind: 'spotOrder' })],
  ['an order', () => get(`${USER}/order/detail?orderId=8`)],
  ['logins', () => post(`${AUTH}/login/history`)],
  ['messages', () => post(`${INFORM}/inform-user-message/list`, { languageCode: 'en_US', bizType: 'assets' })],
  ['unread', () => get(`${INFORM}/announcement/unread-info`)],
  ['a favourite', () => post(`${USER}/exchange-coin/addUserExchangeCoinType`, { symbol: 'BTC/USDT' })],
]
/** Lists that say how far history is, and show what is there. */
const TELLING = ['orders', 'fills', 'bills']

const told = ({ status, failure, headers }: Reply) => [status, failure.name, Number(headers['retry-after']) > 0]
const BUSY = [503, 'ENGINE_BUSY', true]

it('API-024 [part] history that lags is waited for, and then shows what the caller did', async () => {
  world.history.patienceMs = 5000
  const before = (await post('/api/assets-web/v1/bill/queryByCategory')).data as { readonly total: number }
  world.history.lag()
  credit()
  const waiting = post('/api/assets-web/v1/bill/queryByCategory')
  setTimeout(() => world.history.catchUp(), 30)
  expect((await waiting).data).toMatchObject({ total: before.total + 1 })
  world.history.patienceMs = 40
})

it.each(READS)(
  'API-024 [part] %s: 503 with a time to come back while history lags for too long or fails, then the answer',
  async (name, read) => {
    world.history.lag()
    credit()
    expect(told(await read()), 'lags').toEqual(BUSY)
    world.history.catchUp()
    world.history.isFailing = true
    expect(told(await read()), 'fails').toEqual(BUSY)
    world.history.isFailing = false
    world.history.drop()
    const rebuilding = await read()
    if (TELLING.includes(name)) expect(rebuilding.data).toMatchObject({ list: [], rebuilding: 0 })
    else expect(told(rebuilding), 'is made anew').toEqual(BUSY)
    world.history.catchUp()
    const whole = await read()
    expect([whole.status, whole.failure.name]).toEqual([200, name === 'an order' ? 'ORDER_NOT_FOUND' : ''])
  },
)

it('SPOT-018 [part] orders are placed, changed and cancelled while history is away', async () => {
  for (const away of ['lag', 'drop'] as const) {
    world.history[away]()
    world.history.isFailing = true
    const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }
    const placed = await post(`${USER}/order/createOrder`, order)
    const { orderId: first } = placed.data as { readonly orderId: string }
    const changed = await post(`${USER}/order/updateOrder`, { orderId: first, price: '99' })
    const { orderId } = changed.data as { readonly orderId: string }
    expect([placed.code, changed.code]).toEqual(['0', '0'])
    expect((await post(`${USER}/order/exchangeOrderList`, { state: 1 })).data).toMatchObject({ total: 1 })
    // Whether the one that is gone ended or never was, only history knows; the other is cancelled all the same.
    const cancelled = await post(`${USER}/order/revocationOrder`, { orderIds: [orderId, '7'] })
    expect(cancelled.data).toMatchObject({ list: [{ result: 1 }, { result: 0, code: ERRORS.ENGINE_BUSY.code }] })
    world.history.isFailing = false
    world.history.catchUp()
  }
})

it('API-024 [part] a deed that is done can be answered with ENGINE_BUSY: the error leaves doubt', async () => {
  const first = (await world.register('dan@example.com', PASSWORD, { identity: 'laptop' })).data.token
  const second = (await world.login('dan@example.com', PASSWORD, { identity: 'phone' })).data.token
  const list = async (token: string) => (await world.get(`${AUTH}/session/list`, { token })).failure.name
  expect([await list(first), await list(second)]).toEqual(['', ''])
  const persist = vi.spyOn(world.agio.sessions, 'persist').mockRejectedValueOnce(new Failure('ENGINE_BUSY', { retryAfter: 1 }))
  expect(told(await world.post(`${AUTH}/session/revokeOthers`, {}, { token: second }))).toEqual(BUSY)
  persist.mockRestore()
  expect([await list(first), await list(second)]).toEqual(['SESSION_REVOKED', ''])
  expect(leavesOf('ENGINE_BUSY')).toBe('doubt')
})

it('AUTH-006 REL-002 [part] what a process forgot is not read from an older picture: no former password', async () => {
  const eve = await world.register('eve@example.com')
  const id = userIdOf(eve)
  const { accounts } = world.agio
  const first = (password: string) => world.sealed(`${AUTH}/open/login`, { type: 1, account: 'eve@example.com', password })
  const password = await hashPassword('Another-Horse-7')
  for (const away of ['lag', 'drop'] as const) {
    world.history[away]()
    if (away === 'lag') await accounts.change(id, (account) => ({ ...account, password }))
    accounts.forget(id)
    expect(told(await first(PASSWORD)), away).toEqual(BUSY)
    world.history.catchUp()
    expect((await first(PASSWORD)).failure.name, away).toBe('LOGIN_FAILED')
  }
})

it('AUTH-020 REL-002 [part] a login is never written over one that history did not show yet', async () => {
  const { data } = await world.register('kim@example.com')
  const id = userIdOf({ data } as never)
  const { accounts, models, vault, exchange } = world.agio
  const account = await accounts.get(id)
  const device = { identity: 'd', clientType: 'pc', device: 'Desktop', os: '', browser: '', ip: '' }
  const login = { device, method: 'password', reason: null, isNew: false } as const
  world.history.lag()
  // Two processes after each other: what the first wrote is not shown when the second begins.
  const first = new LoginHistory({ exchange, models, vault, accounts })
  await first.record(account, login)
  const second = new LoginHistory({ exchange, models, vault, accounts })
  await expect(second.record(account, login)).rejects.toThrow('projections')
  world.history.catchUp()
  await second.record(account, login)
  expect((await second.all(id)).map((one) => one.id).sort()).toEqual(['s0', 's1', 's2'])
})

it('KYC-001 USER-003 [part] a verification that cannot be read is not taken for none, nor a name that is taken for free', async () => {
  await post(`${USER}/user/updateUserCenter`, { nickname: 'Ann the first' })
  const leo = (await world.register('leo@example.com')).data.token
  const rename = () => world.post(`${USER}/user/updateUserCenter`, { nickname: 'ann the FIRST' }, { token: leo })
  const fresh = new Identities({ ...world.agio, closedCountries: () => new Set() })
  for (const away of ['lag', 'drop', 'fail'] as const) {
    if (away === 'fail') world.history.isFailing = true
    else world.history[away]()
    credit()
    await expect(fresh.identity(userId), away).rejects.toThrow()
    expect(told(await rename()), away).toEqual(BUSY)
    world.history.isFailing = false
    world.history.catchUp()
  }
  expect((await fresh.identity(userId)).status).toBe(0)
  expect((await rename()).failure.name).toBe('NICKNAME_TAKEN')
})

it('TEN-013 [part] configuration stays as it was known while history is away, and follows when it is back', async () => {
  const { content } = world.agio
  const set = (id: string, collection: Collection, value: unknown) =>
    world.exchange.must({
      ...{ kind: 'saveDocument', userId: 0 as UserId, collection, id, actor: 'ops' },
      document: { value: value as string },
    })
  set('groups', 'content', [])
  set('theme', 'kv', '#112233')
  await content.load()
  for (const away of ['drop', 'fail'] as const) {
    if (away === 'fail') world.history.isFailing = true
    else world.history.drop()
    set('theme', 'kv', '#445566')
    await content.load()
    expect(content.keyValues().theme, away).toBe('#112233')
    world.history.isFailing = false
    world.history.catchUp()
    await content.load()
    expect(content.keyValues().theme, away).toBe('#445566')
    set('theme', 'kv', '#112233')
    await content.load()
  }
})

it('TEN-013 REL-002 [part] a process that starts without history shows the site as it was last, and not the defaults', async () => {
  const { config, models } = world.agio
  const keptFile = join(world.dir, 'site.json')
  const open = async (): Promise<Content> => {
    const content = new Content({ config, models, exchange: world.exchange, clock: world.clock, webDir: '', keptFile })
    await content.load()
    return content
  }
  expect((await open()).keyValues().theme).toBe('#112233')
  for (const away of ['drop', 'fail'] as const) {
    if (away === 'fail') world.history.isFailing = true
    else world.history.drop()
    expect((await open()).keyValues().theme, away).toBe('#112233')
    world.history.isFailing = false
    world.history.catchUp()
  }
})
