/** Every call of the API that is served: the envelope at any input, identities kept apart, and no input that makes a 5xx. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { balancesOf, openOrdersOf } from '@agio/engine/read.ts'
import { envelopeSchema, failureSchema } from '@agio/wire/envelope.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, bodyOf, describedCalls, fieldsOf, filledPath } from '../testing/call-samples.ts'
import { type HttpWorld, httpWorld, type Reply, userIdOf } from '../testing/http-world.ts'
import { openConversion, openSavings } from '../testing/open-products.ts'
import { type AnyCall, servedCalls } from './calls/route.ts'

const DESCRIBED = await describedCalls()

let world: HttpWorld
let token: string
let userId: UserId
beforeAll(async () => {
  world = await httpWorld()
  await openConversion(world.agio)
  await openSavings(world.agio)
  const registered = await world.register('ann@example.com')
  token = registered.data.token
  userId = userIdOf(registered)
})
afterAll(() => world.close())

const ask = (call: AnyCall, fields: unknown, place?: string): Promise<Reply> => {
  const url = addressOf(call, fields, place)
  return call.method === 'POST' ? world.post(url, fields, { token }) : world.get(url, { token })
}

function expectEnvelope(answer: Reply, at: string): void {
  expect(answer.status < 500 || answer.status === 503, `${at}: ${answer.status} ${answer.text.slice(0, 200)}`).toBe(true)
  if (String(answer.headers['content-type']).startsWith('text/csv')) return
  expect(z.safeParse(envelopeSchema, JSON.parse(answer.text)).success, at).toBe(true)
  expect(typeof answer.code, at).toBe('string')
  if (answer.code === '0') return
  const failure = z.safeParse(failureSchema, answer.data)
  expect(failure.success, at).toBe(true)
  expect(answer.failure.requestId, at).toBe(answer.headers['x-request-id'])
  expect(answer.text, at).not.toMatch(/node_modules|\.ts:\d|select |insert |Error:/i)
}

it('API-012 every call that is described is served, with its spelling and method', () => {
  const served = new Set([world.app, world.futures].flatMap(servedCalls).map((call) => `${call.method} ${call.path}`))
  const missing = DESCRIBED.map((call) => `${call.method} ${call.path}`).filter((call) => !served.has(call))
  expect(missing).toEqual([])
  for (const seed of [
    'POST /api/user-web/v1/order/createOrder',
    'POST /api/user-web/v1/order/revocationOrder',
    'POST /api/user-web/v1/exchange-coin/canalUserExchangeCoinType',
    'GET /api/home-web/v1/open/trade_raking/3',
    'GET /api/home-web/v1/open/trade_raking/4',
    'POST /api/home-web/v1/menu/selectHomeMenuJson/:lang',
    'GET /api/langFile',
  ]) {
    expect(served, seed).toContain(seed)
  }
})

it('API-001 API-012 answers the envelope to an empty body', async () => {
  for (const call of servedCalls(world.app)) {
    if (call.path.endsWith('/logout')) continue
    expectEnvelope(await ask(call, {}), `${call.method} ${call.path}`)
    if (call.method === 'POST') expectEnvelope(await world.ask('POST', filledPath(call), undefined, { token }), call.path)
  }
})

/** Of a field; one field takes these and the next field the next ones, and in `npm run proof` each takes all. */
const PAYLOADS_OF_FIELD = process.env.AGIO_PROOF === undefined ? 8 : Number.POSITIVE_INFINITY
const PAYLOADS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  '-0',
  '1e3',
  '0x10',
  '１２',
  '1,5',
  '9'.repeat(40),
  `0.${'1'.repeat(30)}`,
  'NaN',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '#{7*7}{{7*7}}<%= 7*7 %>',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '\r\nset-cookie: a=b',
  '<img src=x onerror=alert(1)>',
  'a'.repeat(5000),
  '\u0000',
  '\ud800',
  '٠١٢',
  [],
  [[]],
  Array.from({ length: 300 }, () => 'x'),
  {},
  { $gt: '' },
  { toString: 'x', valueOf: 1, constructor: { prototype: { polluted: 1 } } },
]

/** Names that every object has: a table that is read by one of them answers what nobody put there. */
const INHERITED = ['constructor', '__proto__', ['constructor']] as const

function payloadsFrom(field: number): readonly unknown[] {
  const start = (field * PAYLOADS_OF_FIELD) % PAYLOADS.length || 0
  return [...INHERITED, ...[...PAYLOADS.slice(start), ...PAYLOADS.slice(0, start)].slice(0, PAYLOADS_OF_FIELD)]
}

/** Money and orders of the customer whose token is used. */
const stateText = (): string => {
  const { state } = world.exchange
  const print = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify([balancesOf(state, userId), openOrdersOf(state, userId)], print)
}

describe('fuzz', () => {
  it('API-012 every call takes a body that fits, and its answer has the documented form', async () => {
    const unfit: string[] = []
    for (const call of servedCalls(world.app)) {
      if (call.path.endsWith('/logout')) continue
      const answer = await ask(call, bodyOf(call))
      expectEnvelope(answer, call.path)
      if (call.sealed === true) expect(answer.failure.name, call.path).toMatch(/SECURITY_PAYLOAD_REQUIRED/)
      else if (answer.failure.name === 'VALIDATION_FAILED') unfit.push(`${call.path} ${JSON.stringify(answer.failure.params)}`)
      if (answer.code !== '0') continue
      const parsed = z.safeParse(call.response, answer.data)
      if (!parsed.success) unfit.push(`${call.path}: ${JSON.stringify(parsed.error.issues)}`)
    }
    expect(unfit).toEqual([])
  })

  it('API-012 SEC-011 no field of any call makes a 5xx, and refused bodies change nothing', async () => {
    let sent = 0
    let fields = 0
    for (const call of servedCalls(world.app)) {
      if (call.path.endsWith('/logout')) continue
      for (const field of fieldsOf(call)) {
        for (const payload of payloadsFrom(fields)) {
          const before = stateText()
          const answer = await ask(call, { ...bodyOf(call), [field]: payload })
          expectEnvelope(answer, `${call.path} ${field}=${JSON.stringify(payload)?.slice(0, 60)}`)
          if (answer.code !== '0') expect(stateText(), `${call.path} ${field}`).toBe(before)
          sent += 1
        }
        fields += 1
      }
    }
    expect(sent).toBeGreaterThan(500)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('SEC-011 no call takes a control character in any field: no database stores a NUL', async () => {
    const taken: string[] = []
    const asked = [...servedCalls(world.app), ...servedCalls(world.futures)]
    // a password is stored as a hash alone, and what operators type is for the test profile
    for (const call of asked)
      for (const field of fieldsOf(call).filter((name) => !/password$/i.test(name) && !call.path.includes('/dev/')))
        for (const payload of ['a\u0000b', ['a\u0000b']])
          if (z.safeParse(call.request, { ...bodyOf(call), [field]: payload }).success) taken.push(`${call.path} ${field}`)
    expect([...new Set(taken)]).toEqual([])
  })

  it('SEC-011 places of a path take anything', async () => {
    for (const call of servedCalls(world.app).filter(({ path }) => path.includes('/:'))) {
      for (const place of ['__proto__', 'constructor', '..', '%00', "' OR 1=1", '<script>', 'x'.repeat(64), 'ar_SA']) {
        expectEnvelope(await ask(call, {}, place), `${call.path} ${place}`)
      }
    }
  })

  it('SEC-011 bodies that are no ordinary JSON get a named failure', async () => {
    const path = '/api/user-web/v1/order/createOrder'
    const cases: readonly (readonly [string | Buffer, number, string])[] = [
      ['{', 200, 'BODY_NOT_JSON'],
      ['NaN', 200, 'BODY_NOT_JSON'],
      ['[]', 200, 'VALIDATION_FAILED'],
      ['null', 200, 'VALIDATION_FAILED'],
      ['"text"', 200, 'VALIDATION_FAILED'],
      ['{"__proto__":{"polluted":1},"symbol":"BTC/USDT"}', 200, 'VALIDATION_FAILED'],
      ['{"constructor":{"prototype":{"polluted":1}}}', 200, 'VALIDATION_FAILED'],
      [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 200, 'BODY_NOT_JSON'],
      [`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`, 200, 'VALIDATION_FAILED'],
      [`{"a":"${'x'.repeat(300_000)}"}`, 413, 'BODY_TOO_LARGE'],
      [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 200, 'BODY_NOT_JSON'],
    ]
    for (const [body, status, name] of cases) {
      const answer = await world.post(path, body, { token })
      expect([answer.status, answer.failure.name], String(body).slice(0, 40)).toEqual([status, name])
      expectEnvelope(answer, String(body).slice(0, 40))
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const xml = await world.post(path, '<a/>', { token, headers: { 'content-type': 'application/xml' } })
    expect(xml).toMatchObject({ status: 415, code: '20004', data: { name: 'MEDIA_TYPE_UNSUPPORTED' } })
    const gzipped = await world.post(path, Buffer.from('1f8b', 'hex'), { token, headers: { 'content-encoding': 'gzip' } })
    expect(gzipped.failure.name).toBe('BODY_NOT_JSON')
  })

  it('SEC-011 no pattern of a field takes long on a hostile text', () => {
    const hostile = [
      `${'a'.repeat(250)}!`,
      `${'a.'.repeat(125)}@`,
      `a@${'a.'.repeat(120)}`,
      `a@${'a-'.repeat(120)}1`,
      '1'.repeat(250),
      `${' '.repeat(250)}x`,
    ]
    for (const call of DESCRIBED) {
      const body = bodyOf(call)
      for (const field of fieldsOf(call)) {
        for (const text of hostile) {
          const started = process.cpuUsage()
          z.safeParse(call.request, { ...body, [field]: text })
          const { user, system } = process.cpuUsage(started)
          expect((user + system) / 1000, `${call.path} ${field}`).toBeLessThan(50)
        }
      }
    }
  })

  it('SEC-011 strange headers are ignored', async () => {
    for (const value of ['../etc', "' OR 1=1", '<script>', 'x'.repeat(500), '{{7*7}}']) {
      const headers = {
        lang: value,
        'x-request-id': value,
        'x-forwarded-host': value,
        cookie: `language=${value}`,
        'x-forwarded-for': value,
      }
      const answer = await world.get('/api/home-web/v1/open/system/time', { headers })
      expect(answer.code).toBe('0')
      expect(answer.headers['x-request-id']).not.toBe(value)
    }
  })
})

describe('envelope', () => {
  it('API-001 is the same at 404, for a wrong method and for an address that cannot be read', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['GET', '/api/user-web/v1/order/createOrder'],
      ['DELETE', '/api/home-web/v1/open/system/time'],
      ['GET', '/api/%'],
      ['GET', `/api/home-web/v1/menu/${'x'.repeat(5000)}`],
      ['POST', '/'],
    ] as const) {
      expect(await world.ask(method, path), path).toMatchObject({ status: 404, code: '20005', data: { name: 'PATH_NOT_FOUND' } })
    }
  })

  it('API-014 has a stable name, a text in the language of the request, and the request id that the log has', async () => {
    const texts: string[] = []
    for (const lang of ['en_US', 'zh', 'ar_SA', 'xx_XX']) {
      const answer = await world.get('/api/user-web/v1/user/getLoginInfo', { headers: { lang, 'x-request-id': `id-${lang}` } })
      expect(answer).toMatchObject({ code: '10001', data: { name: 'LOGIN_REQUIRED', requestId: `id-${lang}` } })
      expect(world.log.some(({ fields }) => fields.requestId === `id-${lang}`)).toBe(true)
      texts.push(answer.message)
    }
    expect(texts).toEqual(['Log in to continue.', '请先登录后再继续。', 'سجّل الدخول للمتابعة.', 'Log in to continue.'])
  })

  it('API-014 a defect answers a plain failure and is logged with its stack', async () => {
    const broken = world.agio.feeds.tickers
    Object.defineProperty(world.agio.feeds, 'tickers', {
      configurable: true,
      value: () => {
        throw new Error('secret detail')
      },
    })
    const answer = await world.get('/api/home-web/v1/open/market/tickers')
    Object.defineProperty(world.agio.feeds, 'tickers', { configurable: true, value: broken })
    expect(answer).toMatchObject({ status: 500, data: { name: 'INTERNAL_ERROR' } })
    expect(answer.text).not.toContain('secret detail')
    expect(world.log.find(({ fields }) => fields.requestId === answer.failure.requestId)?.fields.error).toContain('secret detail')
  })

  it('API-015 unknown fields are ignored by reads and refused by calls that move money', async () => {
    expect((await world.post('/api/home-web/v1/open/language/langQuery', { lang: '', userId: '1' })).code).toBe('0')
    const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1', userId: '100002', role: 'maker' }
    const answer = await world.post('/api/user-web/v1/order/createOrder', order, { token })
    expect(answer.failure.params.issues).toEqual([
      { path: 'userId', rule: 'exclusive' },
      { path: 'role', rule: 'exclusive' },
    ])
  })

  it('API-016 lists take 1 to 100 rows a page and return their total', async () => {
    const list = '/api/user-web/v1/order/exchangeOrderList'
    for (const pageSize of [0, 101, -1, 1.5, '20']) {
      expect((await world.post(list, { pageSize }, { token })).failure.name, String(pageSize)).toBe('VALIDATION_FAILED')
    }
    expect((await world.post(list, { pageSize: 100 }, { token })).data).toMatchObject({ list: [], total: 0, pageNo: 1, pageSize: 100 })
    expect((await world.post(list, { pageNo: 101, pageSize: 100 }, { token })).failure.params.issues).toEqual([
      { path: 'pageNo', rule: 'max' },
    ])
  })
})

it('SEC-001 every call that is not open answers LOGIN_REQUIRED and no data to a visitor', async () => {
  for (const call of servedCalls(world.app).filter(({ access }) => access === 'user' || access === 'secondFactor')) {
    const answer = await world.ask(call.method, filledPath(call), call.method === 'POST' ? {} : undefined)
    expect([answer.status, answer.code, answer.failure.name], call.path).toEqual([401, '10001', 'LOGIN_REQUIRED'])
    expect(call.path, 'a visitor path must say open').not.toContain('/open/')
  }
})
