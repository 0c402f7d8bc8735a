/** Known ways in that no other test tries: from the plain ones of a list that every web application is measured by. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { userOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hmacSignature } from '../auth/keys/api-signature.ts'
import { type HttpWorld, httpWorld, PASSWORD } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { csv } from './calls/route.ts'

const USER = '/api/user-web/v1/user'
const INFO = `${USER}/getLoginInfo`

let world: HttpWorld
let member: Member
beforeAll(async () => {
  world = await httpWorld()
  member = await Member.join(world, 'ann.list@example.com', 'home')
})
afterAll(() => world.close())

it('SEC-001 SEC-002 [part] nothing of the operator answers over HTTP, to a customer as little as to a visitor', async () => {
  const ofProfile = (tests: HttpWorld) => tests.app.calls.calls.map(({ path }) => path)
  const ways = /admin|operator|console|manage|internal|debug/i
  // The test profile's one: it answers the machine itself alone, and in no other profile.
  expect(ofProfile(world).filter((path) => ways.test(path))).toEqual(['/api/auth/v1/dev/operator'])
  for (const profile of ['demo', 'production'] as const) {
    const other = await httpWorld({ profile })
    expect(ofProfile(other).filter((path) => ways.test(path))).toEqual([])
    await other.close()
  }
  for (const root of [
    '/api/admin',
    '/api/admin-web/v1/users',
    '/api/operator/v1/freeze',
    '/console/api',
    `${USER}/admin`,
    '/api/user-web/v1/admin',
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const [own, visitor] = [await world.ask(method, root, undefined, { token: member.token }), await world.ask(method, root)]
      expect(own.status, `${method} ${root}`).toBe(404)
      expect(own.failure.name, `${method} ${root}`).toBe(visitor.failure.name)
    }
  }
})

it('SEC-002 [part] rank, fees, levels and money are nothing that a customer sets', async () => {
  const before = { ...userOf(world.exchange.state, asUserId(member.userId)) }
  const grab = {
    role: 'admin',
    feeLevel: 9,
    feeTier: 9,
    kycLevel: 2,
    level: 2,
    status: 'active',
    balance: '1000000',
    createdAt: 1,
    isAdmin: true,
  }
  for (const [path, body] of [
    [`${USER}/updateUserCenter`, { currency: 'EUR' }],
    [`${USER}/userConfig/save`, { theme: 'night' }],
  ] as const) {
    await world.post(path, { ...body, ...grab, user: grab, identity: grab }, { token: member.token })
    await world.post(`${path}?role=admin&kycLevel=2`, body, { token: member.token })
  }
  expect(userOf(world.exchange.state, asUserId(member.userId))).toEqual(before)
  const center = (await member.post(`/api/user-web/v1/user/userCenter`)).data
  expect(center.identity.level).toBe(0)
})

it('SEC-003 [part] a token that somebody chose is none, before a login and after it, and every login has its own', async () => {
  const chosen = 'C'.repeat(43)
  const headers = { authorization: `Bearer ${chosen}`, 'x-access-token': chosen, cookie: `token=${chosen}; session=${chosen}` }
  const first = await world.login(member.email, PASSWORD, { identity: 'home', headers })
  const second = await world.login(member.email, PASSWORD, { identity: 'home', headers })
  expect(new Set([chosen, member.token, first.data.token, second.data.token]).size).toBe(4)
  expect((await world.get(INFO, { headers })).failure.name).toBe('SESSION_INVALID')
  expect((await world.get(INFO, { headers: { cookie: `token=${second.data.token}` } })).failure.name).toBe('LOGIN_REQUIRED')
  member = Object.assign(Object.create(Object.getPrototypeOf(member)), member, { token: second.data.token })
  expect((await world.get(INFO, { token: member.token })).code).toBe('0')
})

it('SEC-003 [part] a token that carries its own claims is no token here', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = part({ sub: String(member.userId), userId: member.userId, role: 'admin', exp: 4_000_000_000 })
  for (const head of [{ alg: 'none' }, { alg: 'HS256', kid: '../../../../dev/null' }, { alg: 'RS256', jku: 'http://evil.example/keys' }]) {
    for (const tail of ['', 'AAAA']) {
      const answer = await world.get(INFO, { token: `${part(head)}.${claims}.${tail}` })
      expect([answer.status, answer.failure.name]).toEqual([401, 'SESSION_INVALID'])
    }
  }
})

it('SEC-004 [part] no cache keeps what is private, whatever the address ends in', async () => {
  const { token } = member
  for (const path of [INFO, `${USER}/userConfig`]) {
    const plain = await world.get(path, { token })
    expect([plain.code, plain.headers['cache-control']]).toEqual(['0', 'no-store'])
    for (const end of ['/x.css', ';x.css', '%2Fx.css', '%00.css', '/', '.js', '/..%2fx.css', '?x.css']) {
      const answer = await world.get(`${path}${end}`, { token })
      expect(answer.headers['cache-control'], end).toBe('no-store')
      if (end !== '?x.css') expect(answer.text, end).not.toContain('ann.list')
    }
  }
  const page = await world.get('/', { token, headers: { 'x-forwarded-host': 'evil.example', 'x-original-url': INFO } })
  expect(page.text).not.toMatch(/ann\.list|evil\.example/)
})

it('SEC-011 [part] names that every object inherits change no object', async () => {
  const hostile = '{"layout":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"deep":{"__proto__":{"polluted":1}}}}'
  await world.post(`${USER}/userConfig/save`, hostile, { token: member.token })
  await world.get(`${USER}/userConfig?__proto__[polluted]=1&constructor[prototype][polluted]=1`, { token: member.token })
  world.agio.accounts.forget(asUserId(member.userId))
  const kept = (await world.get(`${USER}/userConfig`, { token: member.token })).data
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  expect(Reflect.get(kept.layout, 'polluted')).toBeUndefined()
})

it('SEC-011 [part] the name of a download stays inside its header', () => {
  const { headers } = csv('orders\r\nset-cookie: a=b"; filename="../../x.exe', '')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[A-Za-z0-9._-]*"$/)
})

it('SEC-011 [part] no address that a customer gives is fetched', async () => {
  const seen: unknown[] = []
  const real = globalThis.fetch
  globalThis.fetch = (input) => {
    seen.push(input)
    return Promise.reject(new Error('fetched'))
  }
  try {
    for (const avatarUrl of [
      'http://127.0.0.1:6379/',
      'http://[::1]/',
      'http://0/',
      'http://2130706433/',
      'http://0177.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:11211/_stats',
      '//localhost/api/oss/v1/file/a',
      '/api/oss/v1/file/http:%2f%2f127.0.0.1',
    ])
      expect((await member.post(`${USER}/updateUserCenter`, { avatarUrl })).failure.name, avatarUrl).toMatch(
        /^(FILE_TYPE|VALIDATION_FAILED)$/,
      )
  } finally {
    globalThis.fetch = real
  }
  expect(seen).toEqual([])
})

it('SEC-002 API-023 [part] a private channel has no name of another customer, and a key without the right to read none at all', async () => {
  const other = await Member.join(world, 'bob.list@example.com', 'two')
  const own = asUserId(member.userId)
  for (const name of ['orders', 'fills', 'balances', 'converts', 'earn']) {
    for (const asked of [`${name}:${other.userId}`, `${name}:BTC/USDT:${other.userId}`, `${name}/${other.userId}`, `${name}:*`])
      expect(await world.agio.feeds.channel(asked, own), asked).toBe('unknownChannel')
    expect(await world.agio.feeds.channel(name, undefined)).toBe('authRequired')
    expect(await world.agio.feeds.channel(name, own)).not.toBe(await world.agio.feeds.channel(name, asUserId(other.userId)))
  }
  const permissions = { read: 0, trade: 1, futures: 0, withdraw: 0 } as const
  const wanted = { label: 'blind', ipList: [], publicKey: null, permissions }
  const create = (terms: object) => world.agio.apiKeys.create(own, { ...wanted, expireDays: null, ...terms }, async () => undefined)
  const enter = ({ apiKey, secret }: { apiKey: string; secret: string }) => {
    const timestamp = world.clock.at
    const parts = { timestamp: String(timestamp), window: undefined, method: 'GET', path: '/ws', body: Buffer.alloc(0) }
    return world.agio.socketHost.authenticateKey(
      { apiKey, timestamp, signature: hmacSignature(secret, parts), path: '/ws', ip: '::1' },
      'en_US',
    )
  }
  expect(await enter(await create({}))).toMatchObject({ name: 'API_PERMISSION_DENIED' })
  const short = await create({ expireDays: 1, permissions: { ...permissions, read: 1 } })
  world.clock.at += 86_400_000 - 20
  const ended = new Promise<unknown>((resolve) => world.agio.socketHost.onSessionEnded((_, fault) => resolve(fault.name)))
  expect(await enter(short)).toMatchObject({ userId: own })
  expect(await ended).toBe('API_KEY_INVALID')
})
