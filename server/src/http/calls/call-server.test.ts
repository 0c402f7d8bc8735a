/** Calls on a real socket: past the framework and through it, the answer is the same. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'

const ORDER = '/api/user-web/v1/order/createOrder'
let world: HttpWorld
let port: number
let token: string
beforeAll(async () => {
  world = await httpWorld()
  token = (await world.register('direct@example.com')).data.token
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const address = world.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => world.close())

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers on a connection, one after the other. */
class Line {
  readonly socket: Socket
  #text = ''
  #wake: () => void = () => undefined
  closed = false

  constructor() {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (part) => {
      this.#text += part.toString('latin1')
      this.#wake()
    })
    this.socket.on('error', () => undefined)
    this.socket.on('close', () => {
      this.closed = true
      this.#wake()
    })
  }

  async next(): Promise<Heard> {
    for (;;) {
      const end = this.#text.indexOf('\r\n\r\n')
      const [first = '', ...lines] = this.#text.slice(0, Math.max(0, end)).split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]).map(([k, v]) => [k.toLowerCase(), v]))
      const total = end + 4 + Number(headers['content-length'] ?? 0)
      if (end >= 0 && this.#text.length >= total) {
        const body = this.#text.slice(end + 4, total)
        this.#text = this.#text.slice(total)
        return { status: Number(first.split(' ')[1]), headers, body }
      }
      if (this.closed) throw new Error(`closed after ${this.#text}`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

const request = (path: string, body: string, headers: readonly string[] = []): string =>
  [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
    '',
    body,
  ].join('\r\n')

const VARYING = new Set(['x-request-id', 'x-ratelimit-used', 'x-ratelimit-remaining', 'date'])
const steady = ({ status, headers, body }: Heard) => ({
  status,
  body: body.replace(/"requestId":"[^"]*"/, ''),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING.has(name) && name !== 'content-length')),
  names: Object.keys(headers).sort(),
})

it('API-001 SEC-004 [part] an answer is the same past the framework and through it, refused or not', async () => {
  const line = new Line()
  for (const [path, body] of [
    ['/api/home-web/v1/open/language/langQuery', '{}'],
    ['/api/home-web/v1/open/language/langQuery', ''],
    [ORDER, '{"symbol":"BTC/USDT"}'],
    [ORDER, '{'],
    ['/api/auth/v1/open/login', '[]'],
  ] as const) {
    line.socket.write(request(path, body))
    const direct = await line.next()
    line.socket.write(request(`${path}?`, body))
    const routed = await line.next()
    expect(steady(direct), path).toEqual(steady(routed))
    expect(direct.headers['x-frame-options'], path).toBe('DENY')
    expect(direct.headers['x-ratelimit-used'], path).toMatch(/^\d+$/)
  }
  line.socket.destroy()
})

it('API-001 SEC-004 [part] a connection that is to end, an old one and one that is kept hear the same', async () => {
  const kept = new Line()
  const path = '/api/home-web/v1/open/language/langQuery'
  kept.socket.write(request(path, '{}', ['origin: http://localhost']))
  const usual = await kept.next()
  expect(usual.headers).toMatchObject({
    connection: 'keep-alive',
    'keep-alive': 'timeout=72',
    'access-control-allow-origin': 'http://localhost',
  })
  expect(usual.headers.date).toBe(new Date(world.clock.now()).toUTCString())
  const ending = { ...steady(usual).headers, connection: 'close' }
  Reflect.deleteProperty(ending, 'keep-alive')
  for (const bytes of [
    request(path, '{}', ['connection: close', 'origin: http://localhost']),
    request(path, '{}', ['origin: http://localhost']).replace('HTTP/1.1', 'HTTP/1.0'),
  ]) {
    const line = new Line()
    line.socket.write(bytes)
    const answer = await line.next()
    expect(steady(answer).headers).toEqual(ending)
    expect(answer.body).toBe(usual.body)
    await new Promise((resolve) => (line.closed ? resolve(undefined) : line.socket.on('close', resolve)))
  }
  kept.socket.destroy()
})

it('API-001 [part] requests sent ahead on one connection are answered in order', async () => {
  const line = new Line()
  const ids = ['a1', 'a2', 'a3', 'a4']
  const paths = ['/api/home-web/v1/open/system/time', '/api/nothing', ORDER, '/api/home-web/v1/open/system/time']
  line.socket.write(ids.map((id, index) => request(paths[index] ?? '', '{}', [`x-request-id: ${id}`])).join(''))
  const heard = [await line.next(), await line.next(), await line.next(), await line.next()]
  expect(heard.map(({ headers }) => headers['x-request-id'])).toEqual(ids)
  line.socket.destroy()
})

it('API-001 [part] a body that comes in parts, in chunks or with a charset is read; one in another form is refused', async () => {
  const line = new Line()
  const whole = request(ORDER, '{"symbol":"BTC/ÜSDT"}')
  const split = Buffer.byteLength(whole) - 6
  line.socket.write(Buffer.from(whole).subarray(0, split))
  await new Promise((resolve) => setTimeout(resolve, 20))
  line.socket.write(Buffer.from(whole).subarray(split))
  expect(await line.next()).toMatchObject({ status: 200, body: expect.stringContaining('"path":"direction","rule":"required"') })
  const head = `POST ${ORDER} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`
  for (const [type, extra, body, status, name] of [
    ['application/json', 'transfer-encoding: chunked', '2\r\n{}\r\n0\r\n\r\n', 200, 'VALIDATION_FAILED'],
    ['Application/JSON; charset=utf-8', 'content-length: 2', '{}', 200, 'VALIDATION_FAILED'],
    ['text/plain', 'content-length: 2', '{}', 415, 'MEDIA_TYPE_UNSUPPORTED'],
    ['application/jsonp', 'content-length: 2', '{}', 415, 'MEDIA_TYPE_UNSUPPORTED'],
  ] as const) {
    const own = new Line()
    own.socket.write(`${head}content-type: ${type}\r\n${extra}\r\n\r\n${body}`)
    const answer = await own.next()
    expect([type, answer.status, JSON.parse(answer.body).data.name]).toEqual([type, status, name])
    own.socket.destroy()
  }
  line.socket.destroy()
})

it('API-001 [part] a body that is too large is refused before it is read, and the connection ends', async () => {
  for (const extra of [`content-length: ${300 * 1024}\r\n\r\n`, `transfer-encoding: chunked\r\n\r\n50000\r\n${'x'.repeat(0x50000)}`]) {
    const line = new Line()
    line.socket.write(`POST ${ORDER} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${extra}`)
    const answer = await line.next()
    expect([answer.status, JSON.parse(answer.body).data.name]).toEqual([413, 'BODY_TOO_LARGE'])
    expect(answer.headers.connection).toBe('close')
    await new Promise((resolve) => (line.closed ? resolve(undefined) : line.socket.on('close', resolve)))
  }
})

it('API-012 SEC-011 [part] a money call refuses a name that is written twice, at any depth; text that looks like one is fine', async () => {
  const line = new Line()
  const ask = async (body: string): Promise<unknown> => {
    line.socket.write(request(ORDER, body))
    const { data } = JSON.parse((await line.next()).body)
    return data.params?.issues?.[0] ?? data.name
  }
  const twice = { path: '', rule: 'exclusive' }
  const order = '"symbol":"BTC/USDT","direction":"BUY","type":"LIMIT","price":"1"'
  expect(await ask(`{${order},"amount":"1","amount":"2"}`)).toEqual(twice)
  expect(await ask(`{${order},"amount":"1","am\\u006funt":"2"}`)).toEqual(twice)
  expect(await ask(`{${order},"amount":"1","then":{"type":"LIMIT","type":"LIMIT"}}`)).toEqual(twice)
  expect(await ask(`{${order},"__proto__":1,"__proto__":1}`)).toEqual(twice)
  expect(await ask(`{${order},"amount":"1","clientOrderId":"a:b\\":c\\\\"}`)).toEqual({ path: 'clientOrderId', rule: 'format' })
  expect(await ask(`{${order},"amount":"1","clientOrderId":"a:b:c"}`)).not.toEqual(twice)
  line.socket.destroy()
})

it('API-001 [part] a sender that goes away in the middle of its body disturbs nobody', async () => {
  const gone = new Line()
  gone.socket.write(request(ORDER, '{"symbol":"BTC/USDT"}').slice(0, -5))
  await new Promise((resolve) => setTimeout(resolve, 20))
  gone.socket.destroy()
  const line = new Line()
  line.socket.write(request('/api/home-web/v1/open/system/time', '{}'))
  expect((await line.next()).status).toBeLessThan(500)
  line.socket.destroy()
})
