/** Limits with their real sizes, as production has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '../../core/failure.ts'
import { createLimits, LIMIT_SIZES } from '../../limits/rate-limit.ts'
import { addressKey } from '../../net/client-address.ts'
import { type HttpWorld, httpWorld, userIdOf } from '../../testing/http-world.ts'

const TIME = '/api/home-web/v1/open/system/time'
let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld({ profile: 'test' })
})
afterAll(() => world.close())

it('API-021 answers carry used weight, the limit answers 429 with Retry-After, and going on 418 for a growing time', async () => {
  const ip = '203.0.113.7'
  const first = await world.get(TIME, { ip })
  expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '1200', 'x-ratelimit-used': '1', 'x-ratelimit-remaining': '1199' })
  const heavy = await world.get('/api/openapi.json', { ip })
  expect(heavy.headers['x-ratelimit-used']).toBe('11')
  for (let used = 11; used < 1200; used += 1) await world.get(TIME, { ip })
  const bans: number[] = []
  for (let round = 0; round < 3; round += 1) {
    for (let refusal = 0; refusal < 10; refusal += 1) {
      const answer = await world.get(TIME, { ip })
      expect(answer).toMatchObject({ status: 429, code: '90001', data: { name: 'RATE_LIMIT_IP' } })
      expect(Number(answer.headers['retry-after'])).toBe(answer.failure.params.retryAfter)
    }
    const banned = await world.get(TIME, { ip })
    expect(banned).toMatchObject({ status: 418, code: '90005', data: { name: 'IP_BANNED' } })
    expect(banned.headers).toMatchObject({ 'x-ratelimit-limit': '1200', 'x-ratelimit-remaining': '0' })
    expect((await world.get(TIME, { ip: '203.0.113.8' })).status).toBe(200)
    bans.push(Number(banned.headers['retry-after']))
    world.clock.at = Number(banned.failure.params.until)
    for (let used = 0; used < 1200; used += 1) await world.get(TIME, { ip })
  }
  expect(bans).toEqual([120, 240, 480])
  // Refusals that lead to a ban are few; those of whoever goes on could fill the log.
  const logged = world.log.filter(({ fields }) => fields.path === TIME).map(({ fields }) => fields.name)
  expect(logged).toEqual(Array.from({ length: 30 }, () => 'RATE_LIMIT_IP'))
})

describe('API-021 [part] a call that weighs what it asks for', () => {
  const spot = (query: string, ip: string) => world.get(`/api/home-web/v1/open/market/depth?symbol=BTC%2FUSDT${query}`, { ip })
  const futures = async (payload: string, ip: string) => {
    const headers = { host: 'localhost', 'content-type': 'application/json' }
    const answer = await world.futures.inject({
      method: 'POST',
      url: '/fe-co-api/common/depth_map',
      remoteAddress: ip,
      headers,
      payload,
    })
    return { status: answer.statusCode, headers: answer.headers, name: answer.json().data.name }
  }
  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return `203.0.116.${addresses}`
  }
  const usedOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => Number(headers['x-ratelimit-used'])

  it('a book of a pair weighs 10 beyond 100 levels', async () => {
    const ip = newAddress()
    const used: number[] = []
    for (const query of ['', '&limit=100', '&limit=101', '&limit=1000', '&limit=x', '&limit=5&limit=500'])
      used.push(usedOf(await spot(query, ip)))
    expect(used).toEqual([1, 2, 12, 22, 23, 24])
  })

  it('a book of a contract weighs 10 beyond 100 levels, and a body that cannot be read 1', async () => {
    const ip = newAddress()
    const bodies = ['', '{"contractId":"1"}', '{"limit":100}', '{"limit":101}', '{"contractId":"1","limit":1000}']
    const odd = ['{"limit":', '[101]', 'null', '{"limit":{"valueOf":1,"toString":1}}']
    const used: number[] = []
    for (const body of [...bodies, ...odd]) used.push(usedOf(await futures(body, ip)))
    expect(used).toEqual([1, 2, 3, 13, 23, 24, 25, 26, 27])
  })

  it('is refused for its weight before anything is looked up, and counts towards a ban', async () => {
    const ip = newAddress()
    for (let used = 0; used < 1195; used += 1) await world.get(TIME, { ip })
    const large = '{"contractId":"no such contract","limit":500}'
    expect(await futures('{"contractId":"77","limit":100}', ip)).toMatchObject({ status: 200, name: 'CONTRACT_NOT_FOUND' })
    expect(await futures(large, ip)).toMatchObject({ status: 429, name: 'RATE_LIMIT_IP', headers: { 'x-ratelimit-used': '1206' } })
    for (let refusal = 1; refusal < 10; refusal += 1) expect(await futures(large, ip)).toMatchObject({ status: 429 })
    expect(await futures(large, ip)).toMatchObject({ status: 418, name: 'IP_BANNED' })
  })
})

it('SEC-008 [part] behind a configured proxy each customer has a bucket of their own', async () => {
  const proxied = await httpWorld({ proxies: new Set(['198.51.100.7']) })
  const used = async (forwarded: string): Promise<unknown> => {
    const headers = { 'x-forwarded-for': forwarded }
    return (await proxied.post('/api/home-web/v1/open/system/time', {}, { ip: '198.51.100.7', headers })).headers['x-ratelimit-used']
  }
  expect([await used('203.0.113.1'), await used('203.0.113.1'), await used('203.0.113.2'), await used('1.1.1.1, 203.0.113.1')]).toEqual([
    '1',
    '2',
    '1',
    '3',
  ])
  await proxied.close()
})

it('SEC-008 logins and codes of an address are limited, whatever a forwarded header says', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 22; index += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${index}`, forwarded: `for=198.51.100.${index}`, 'x-real-ip': `198.51.100.${index}` }
    const body = { type: 1, account: `user${index}@example.com`, scene: 'REGISTER' }
    statuses.push((await world.post('/api/auth/v1/open/sendCode', body, { ip: '203.0.113.20', headers })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})

it('SEC-008 tries on one account are limited across addresses', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 22; index += 1) {
    const body = { type: 1, account: index % 2 === 0 ? 'target@example.com' : 'TARGET@example.com', scene: 'REGISTER' }
    statuses.push((await world.post('/api/auth/v1/open/sendCode', body, { ip: `203.0.114.${index}` })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})

it('REL-013 API-021 [part] ten refused orders shut their user out of orders, and neither his cancels nor his neighbours', async () => {
  const ip = '203.0.113.50'
  const [ann, bob] = [await world.register('ann@limits.example'), await world.register('bob@limits.example')]
  const ask = async (call: string, { data }: typeof ann) => {
    const answer = await world.post(`/api/user-web/v1/order/${call}`, {}, { ip, token: data.token })
    return `${answer.status} ${answer.failure.name}`
  }
  const refused: string[] = []
  for (let count = 0; count < 62; count += 1) refused.push(await ask('createOrder', ann))
  expect(refused.slice(49)).toEqual(['200 VALIDATION_FAILED', ...Array(10).fill('429 RATE_LIMIT_ORDERS'), '418 IP_BANNED', '418 IP_BANNED'])
  expect([await ask('revocationOrder', ann), await ask('cancelAllAfter', ann)]).toEqual(Array(2).fill('200 VALIDATION_FAILED'))
  expect(await ask('createOrder', bob)).toBe('200 VALIDATION_FAILED')
  // Nor what he only reads.
  expect((await world.get('/api/user-web/v1/user/getLoginInfo', { ip, token: ann.data.token })).code).toBe('0')
  expect((await world.get(TIME, { ip })).status).toBe(200)
  world.clock.at += 120_000
  expect(await ask('createOrder', ann)).toBe('200 VALIDATION_FAILED')
})

it('REL-013 [part] who used up everything else can still cancel, and shuts only himself out by going on', async () => {
  const ip = '203.0.113.51'
  const [ann, bob] = [await world.register('ann@weights.example'), await world.register('bob@weights.example')]
  const ask = async (call: string, { data }: typeof ann, from = ip) => {
    const answer = await world.post(`/api/user-web/v1/order/${call}`, {}, { ip: from, token: data.token })
    return answer.failure.name
  }
  const userId = userIdOf(ann)
  world.agio.limits.takeUser(userId, 1200, 'other')
  const refused: string[] = []
  for (let count = 0; count < 11; count += 1) refused.push(await ask('createOrder', ann))
  expect(refused).toEqual([...Array(10).fill('RATE_LIMIT_USER'), 'IP_BANNED'])
  expect([await ask('revocationOrder', ann), await ask('createOrder', bob)]).toEqual(Array(2).fill('VALIDATION_FAILED'))
})

it('SEC-008 [part] what others used up of an account or a tenant bans nobody’s address', async () => {
  const ip = '203.0.113.52'
  const body = { type: 1, account: 'popular@example.com', scene: 'REGISTER' }
  for (let index = 0; index < 20; index += 1) await world.post('/api/auth/v1/open/sendCode', body, { ip: `203.0.115.${index}` })
  for (let index = 0; index < 12; index += 1) {
    const answer = await world.post('/api/auth/v1/open/sendCode', body, { ip })
    expect([answer.status, answer.failure.name]).toEqual([429, 'RATE_LIMIT_AUTH'])
  }
})

describe('buckets', () => {
  const nameOf = (work: () => void): string => {
    try {
      work()
      return 'ok'
    } catch (error) {
      return (error as Failure).errorName
    }
  }

  it('API-021 a user has 1,200 weight a minute, and 50 orders in ten seconds', () => {
    let now = 0
    const limits = createLimits(LIMIT_SIZES, { now: () => now })
    const user = 100_001 as Parameters<typeof limits.takeUser>[0]
    const orders = Array.from({ length: 51 }, () => nameOf(() => limits.takeUser(user, 1, 'order')))
    expect(orders.filter((name) => name === 'ok')).toHaveLength(50)
    expect(orders.at(-1)).toBe('RATE_LIMIT_ORDERS')
    now = 10_000
    expect(nameOf(() => limits.takeUser(user, 1, 'order'))).toBe('ok')
    expect(nameOf(() => limits.takeUser(user, 1148, 'other'))).toBe('ok')
    expect(nameOf(() => limits.takeUser(user, 1, 'other'))).toBe('RATE_LIMIT_USER')
    now = 60_000
    expect(nameOf(() => limits.takeUser(user, 1, 'other'))).toBe('ok')
  })

  it('SEC-008 [part] more refused addresses than are kept drop the oldest, not all', () => {
    const limits = createLimits({ ...LIMIT_SIZES, refusals: 1 }, { now: () => 0 })
    for (let index = 0; index <= 100_000; index += 1) limits.refused(`address ${index}`)
    const banned = (index: number) => nameOf(() => limits.check(limits.takeAddress(`address ${index}`, 1))) === 'IP_BANNED'
    expect([banned(0), banned(1), banned(50_000), banned(100_000)]).toEqual([false, true, true, true])
  })

  it('SEC-008 [part] waits and bans are as long as they were said to be, whoever sets the clock meanwhile', () => {
    const clock = { at: 5_000_000, steadyAt: 5_000_000, now: () => clock.at, steady: () => clock.steadyAt }
    const pass = (ms: number): void => {
      clock.at += ms
      clock.steadyAt += ms
    }
    const limits = createLimits({ ...LIMIT_SIZES, orders: { size: 1, windowMs: 60_000 } }, clock)
    const user = 100_001 as Parameters<typeof limits.takeUser>[0]
    const wait = (): number => {
      try {
        limits.takeUser(user, 1, 'order')
        return 0
      } catch (error) {
        const { retryAfter, until } = (error as Failure).params as { retryAfter?: number; until?: number }
        return retryAfter ?? Math.ceil(((until ?? 0) - clock.at) / 1000)
      }
    }
    expect(wait()).toBe(0)
    pass(3000)
    expect(wait()).toBe(57)
    clock.at -= 3_600_000
    expect(wait()).toBe(57)
    clock.at += 7_200_000
    expect(wait()).toBe(57)
    for (let count = 0; count < 7; count += 1) wait()
    expect(wait()).toBe(120)
    clock.at -= 7_200_000
    expect(wait()).toBe(120)
    const { reset } = limits.takeAddress('203.0.113.9', 1)
    expect(reset - clock.at).toBe(60_000)
    pass(120_000)
    expect(wait()).toBe(0)
  })

  it('SEC-008 addresses of one network of IPv6 count together, mapped IPv4 as IPv4', () => {
    expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:db8:1:2:bbbb:1:2:3'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  })
})

it('API-021 loopback has a thousand times the limits in the test profile and the real ones elsewhere', async () => {
  expect((await world.get(TIME)).headers['x-ratelimit-limit']).toBe('1200000')
  const demo = await httpWorld({ profile: 'demo' })
  expect((await demo.get(TIME)).headers['x-ratelimit-limit']).toBe('1200')
  await demo.close()
})
