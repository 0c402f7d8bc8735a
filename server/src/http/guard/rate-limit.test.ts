/** Limits with their real sizes, as production has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressKey } from '../../client-address.ts'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import type { ApiError } from '../errors.ts'
import { createLimits, LIMIT_SIZES } from './rate-limit.ts'

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

describe('buckets', () => {
  const nameOf = (work: () => void): string => {
    try {
      work()
      return 'ok'
    } catch (error) {
      return (error as ApiError).errorName
    }
  }

  it('API-021 a user has 1,200 weight a minute, and 50 orders in ten seconds', () => {
    let now = 0
    const limits = createLimits(LIMIT_SIZES, { now: () => now })
    const user = 100_001 as Parameters<typeof limits.takeUser>[0]
    const orders = Array.from({ length: 51 }, () => nameOf(() => limits.takeUser(user, 1, true)))
    expect(orders.filter((name) => name === 'ok')).toHaveLength(50)
    expect(orders.at(-1)).toBe('RATE_LIMIT_ORDERS')
    now = 10_000
    expect(nameOf(() => limits.takeUser(user, 1, true))).toBe('ok')
    expect(nameOf(() => limits.takeUser(user, 1148, false))).toBe('ok')
    expect(nameOf(() => limits.takeUser(user, 1, false))).toBe('RATE_LIMIT_USER')
    now = 60_000
    expect(nameOf(() => limits.takeUser(user, 1, false))).toBe('ok')
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
