/** Connections in front of Node's server: a request means the same read here, in one piece, and read by Node, in two. */
import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../testing/http-world.ts'
import { readPlainHead } from './plain-request.ts'

const LANGS = '/api/home-web/v1/open/language/langQuery'
const ORDER = '/api/user-web/v1/order/createOrder'
let world: HttpWorld
let port: number
let token: string
/** The server's ends of connections, by the port at the other end. */
const served = new Map<number, Socket>()
beforeAll(async () => {
  world = await httpWorld()
  token = (await world.register('door@example.com')).data.token
  world.app.server.on('connection', (socket: Socket) => served.set(socket.remotePort ?? 0, socket))
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const address = world.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => world.close())

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Talk {
  /** Everything heard until the connection ended or was silent. */
  readonly text: string
  readonly closed: boolean
}

const HEARD_WITHIN_MS = 5000
const QUIET_MS = 60

/** A connection, and what was heard on it so far. */
interface Line extends Talk {
  text: string
  closed: boolean
  heardAt: number
  readonly socket: Socket
}

/** The server has taken what was sent: what follows reaches it by itself. */
async function isTaken(socket: Socket, bytes: number): Promise<void> {
  const until = performance.now() + HEARD_WITHIN_MS
  const taken = (): number => served.get(socket.localPort ?? 0)?.bytesRead ?? 0
  while (!socket.destroyed && taken() < bytes) {
    if (performance.now() > until) throw new Error(`the server took ${taken()} of ${bytes} bytes`)
    await pause(1)
  }
}

/** Opens a connection and sends the pieces, each when the one before it was taken. */
async function send(pieces: readonly string[]): Promise<Line> {
  const socket = connect(port, '127.0.0.1')
  const line: Line = { text: '', closed: false, heardAt: 0, socket }
  socket.on('data', (part) => {
    line.text += part.toString('latin1')
    line.heardAt = performance.now()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    line.closed = true
  })
  socket.setNoDelay(true)
  let bytes = 0
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    bytes += piece.length
    await isTaken(socket, bytes)
  }
  line.heardAt = performance.now()
  return line
}

/** So many answers are there, and nothing comes any more. */
function isSilent({ text, closed, heardAt }: Line, answers: number): boolean {
  return closed || (text.split('HTTP/1.1 ').length > answers && performance.now() - heardAt >= QUIET_MS)
}

/** Sends the pieces, and listens until so many answers are there and nothing comes any more. */
async function talk(pieces: readonly string[], answers: number, end: (socket: Socket) => void = () => undefined): Promise<Talk> {
  const line = await send(pieces)
  end(line.socket)
  const until = performance.now() + HEARD_WITHIN_MS
  while (!isSilent(line, answers) && performance.now() < until) await pause(5)
  const { text, closed } = line
  line.socket.destroy()
  return { text, closed }
}

/** Sends a text in one piece and in two, and listens until both have their answer and mean the same, which is told by whoever sees them. */
async function inBothWays<Meaning>(
  text: string,
  meant: (heard: Talk) => Meaning,
): Promise<{ text: string; whole: Meaning; split: Meaning }> {
  const lines = await Promise.all([send([text]), send([text.slice(0, 3), text.slice(3)])])
  const [whole, split] = lines
  const isSame = (): boolean => JSON.stringify(meant(whole)) === JSON.stringify(meant(split))
  const until = performance.now() + HEARD_WITHIN_MS
  while (performance.now() < until && !(lines.every((line) => isSilent(line, 1)) && isSame())) await pause(5)
  const heard = { text: JSON.stringify(text), whole: meant(whole), split: meant(split) }
  for (const { socket } of lines) socket.destroy()
  return heard
}

/** What must be the same however a request was read. */
const meaning = ({ text, closed }: Talk) => ({
  closed,
  text: text
    .replace(/x-request-id: [^\r]*|x-ratelimit-(used|remaining|reset): \d+|x-server-time: \d+|date: [^\r]*/gi, '')
    .replace(/"requestId":"[^"]*"|"serverTime":"?\d+"?/g, '')
    .replace(/content-length: \d+\r\n/gi, '')
    .split('\r\n')
    .map((row) => (/^[A-Za-z-]+: /.test(row) ? row.replace(/^[^:]+/, (name) => name.toLowerCase()) : row))
    .sort()
    .join('\n'),
})

const request = (path: string, body: string, headers: readonly string[] = [], line = `POST ${path} HTTP/1.1`): string =>
  [line, 'host: localhost', 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join(
    '\r\n',
  )

it('API-001 SEC-011 [part] odd requests get the same answer in one piece and in two', async () => {
  const body = '{"symbol":"BTC/USDT"}'
  const odd = [
    request(LANGS, '{}'),
    request(ORDER, body, [`authorization: Bearer ${token}`]),
    request(ORDER, body, [`Authorization:   Bearer ${token}  `, 'X-Empty:', 'x-a:b:c']),
    request(LANGS, '{}', ['connection: Keep-Alive']),
    request(LANGS, '{}', ['connection: close']),
    request(LANGS, '{}', ['connection: keep-alive, x-a']),
    request(LANGS, '{}', ['content-length: 2']),
    request(LANGS, '{}', ['content-length: 3']),
    request(LANGS, '{}', ['transfer-encoding: chunked']),
    request(LANGS, '{}', ['transfer-encoding: identity']),
    request(LANGS, '{}', ['expect: 100-continue']),
    request(LANGS, '{}', ['expect: nothing']),
    request(LANGS, '{}', ['upgrade: websocket', 'connection: upgrade']),
    request(LANGS, '{}', ['host: other']),
    request(LANGS, '{}', ['__proto__: x', 'constructor: y']),
    request(LANGS, '{}', ['x-folded: a', ' b']),
    request(LANGS, '{}', ['bad header: a']),
    request(LANGS, '{}', ['no-colon']),
    request(LANGS, '{}', ['x-high: \xe4\xf6']),
    request(LANGS, '{}', ['x-nul: \0']),
    request(LANGS, '{}').replace('content-length: 2', 'content-length: +2'),
    request(LANGS, '{}').replace('content-length: 2', 'content-length: 2, 2'),
    request(LANGS, '{}').replace('content-length: 2', 'content-length : 2'),
    request(LANGS, '{}').replace('content-length: 2', 'content-length: 0x2'),
    request(LANGS, '{}').replace('content-length: 2\r\n', 'content-length: 2\n'),
    request(LANGS, '{}').replaceAll('\r\n', '\n'),
    request(LANGS, '', [], `GET ${LANGS} HTTP/1.1`).replace('content-length: 0\r\n', ''),
    request(LANGS, '{}', [], `GET ${LANGS} HTTP/1.1`),
    request(LANGS, '{}', [], `POST ${LANGS}  HTTP/1.1`),
    request(LANGS, '{}', [], `POST ${LANGS} HTTP/1.0`),
    request(LANGS, '{}', [], `POST ${LANGS} HTTP/1.2`),
    request(LANGS, '{}', [], `post ${LANGS} HTTP/1.1`),
    request(LANGS, '{}', [], `POST http://localhost${LANGS} HTTP/1.1`),
    request(LANGS, '{}', [], `POST ${LANGS}?a=1 HTTP/1.1`),
    request(LANGS, '{}', [], `POST ${LANGS}/ HTTP/1.1`),
    request(LANGS, '{}', [], `POST ${LANGS}#a HTTP/1.1`),
    `\r\n${request(LANGS, '{}')}`,
  ]
  for (const { text, whole, split } of await Promise.all(odd.map((each) => inBothWays(each, meaning)))) {
    expect(whole, text).toEqual(split)
    expect(whole.text, text).toMatch(/HTTP\/1\.1 \d{3}/)
  }
})

it('API-001 SEC-011 [part] an address with places or a query means the same in one piece and in two', async () => {
  const menu = '/api/home-web/v1/menu/selectHomeMenuJson'
  const depth = '/api/home-web/v1/open/market/depth'
  const addresses = [
    `${menu}/en_US`,
    `${menu}/`,
    `${menu}//`,
    `${menu}/..`,
    `${menu}/en%5FUS`,
    `${menu}/en_US/x`,
    `${menu}/en_US?lang=tr_TR`,
    `${menu}/:lang`,
    `${menu}/${'a'.repeat(64)}`,
    `${menu}/${'a'.repeat(65)}`,
    ...['', '&', '=', 'a', 'a=', 'a=1&', 'a=1&a=2', 'a=1&b=%2F', 'a=%2f', 'a=%zz', 'a=+', '__proto__=1', 'constructor=1'].map(
      (query) => `${LANGS}?${query}`,
    ),
    ...['BTC/USDT', 'BTC%2FUSDT', 'BTC%2fUSDT', 'BTC%252FUSDT', 'BTC_USDT'].map((pair) => `${depth}?symbol=${pair}&limit=5`),
    `/api/user-web/v1/trade_convert/pre_trade/USDT/BTC?sendAmount=10`,
    `/api/user-web/v1/trade_convert/pre_trade/USDT/BTC?sendAmount=10&receiveAmount=1`,
    `/api/user-web/v1/trade_convert/pre_trade/USDT?sendAmount=10`,
  ]
  // Node's server ends a connection on which it refused to look whether there is a body.
  const said = (heard: Talk) => meaning({ ...heard, closed: false }).text.replace(/(connection|keep-alive): [^\n]*\n/g, '')
  const sent = addresses.flatMap((address) => [
    request(address, '', [`authorization: Bearer ${token}`], `GET ${address} HTTP/1.1`).replace('content-length: 0\r\n', ''),
    request(address, '{}', [], `POST ${address} HTTP/1.1`),
  ])
  const heard = await Promise.all(sent.map((each) => inBothWays(each, said)))
  for (const { text, whole, split } of heard) expect(whole, text).toEqual(split)
})

it('API-001 SEC-011 [part] what is read as plain is read as Node reads it: random heads, in one piece and in two', async () => {
  const name = fc.constantFrom('x-a', 'X-A', 'accept', 'referer', 'lang', 'cookie', 'te', 'x y', 'connection', 'content-length', 'host', '')
  const value = fc.constantFrom('1', ' 1', '1\t', '', 'keep-alive', 'close', 'a\x01b', 'a\xffb', 'localhost', 'http://localhost', '2')
  const joint = fc.constantFrom(':', ': ', ' :', ':\t')
  const header = fc.tuple(name, joint, value).map((parts) => parts.join(''))
  const ends = fc.constantFrom('\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r')
  const heads = fc.sample(fc.array(fc.tuple(header, ends), { maxLength: 3 }), { numRuns: 60, seed: 20_261_122 })
  const texts = heads.map(
    (rows) => `POST ${LANGS} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n${rows.map((row) => row.join('')).join('')}\r\n`,
  )
  const heard = await Promise.all(texts.map((each) => inBothWays(each, meaning)))
  for (const { text, whole, split } of heard) expect(whole, text).toEqual(split)
})

it('API-001 [part] the first request that is not plain takes the whole connection to Node, and nothing before it is lost', async () => {
  const first = request(LANGS, '{}', ['x-request-id: one'])
  const chunked = `POST ${LANGS} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nx-request-id: two\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
  const last = request(LANGS, '{}', ['x-request-id: three'])
  const page = 'GET /healthz-nothing HTTP/1.1\r\nhost: localhost\r\nx-request-id: four\r\n\r\n'
  for (const pieces of [
    [first + chunked + last + page],
    [first, chunked, last, page],
    [first + chunked.slice(0, 40), chunked.slice(40) + last + page],
  ]) {
    const { text } = await talk(pieces, 4)
    expect([...text.matchAll(/x-request-id: (\w+)/g)].map(([, id]) => id)).toEqual(['one', 'two', 'three', 'four'])
  }
})

it('API-001 [part] many requests sent ahead are answered in order, each once', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `ahead${index}`)
  const all = ids.map((id, index) =>
    request(index % 3 === 0 ? ORDER : LANGS, '{}', [`x-request-id: ${id}`, `authorization: Bearer ${token}`]),
  )
  const { text } = await talk([all.join('').slice(0, 5000), all.join('').slice(5000)], ids.length)
  expect([...text.matchAll(/x-request-id: (\w+)/g)].map(([, id]) => id)).toEqual(ids)
})

it('API-001 [part] who stops sending behind a request still hears its answer, and the connection ends', async () => {
  const { text, closed } = await talk([request(LANGS, '{}')], 1, (socket) => socket.end())
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/)
  expect(closed).toBe(true)
  const silent = await talk([], 1, (socket) => socket.end())
  expect(silent).toEqual({ text: '', closed: true })
})

it('API-001 [part] the same head again means its own body, and another length is noticed', async () => {
  const bodies = ['{"symbol":"BTC/USDT"}', '{"symbol":12345678912}', '{"symbol":1}', '{', '{"symbol":"BTC/USDT"}']
  const asks = bodies.map((body) => request(ORDER, body, [`authorization: Bearer ${token}`]))
  const { text } = await talk(asks, asks.length)
  const answers = text.split('HTTP/1.1 ').slice(1)
  expect(answers).toHaveLength(bodies.length)
  expect(answers[3]).toContain('BODY_NOT_JSON')
  for (const wrong of [1, 2]) expect(answers[wrong]).toContain('"path":"symbol"')
  for (const right of [0, 4]) expect(answers[right]).not.toContain('"path":"symbol"')
})

// About time: a machine that is busy elsewhere may be late once.
it('SEC-011 a server that closes ends its quiet connections at once', { retry: 1 }, async () => {
  const other = await httpWorld()
  await other.app.listen({ host: '127.0.0.1', port: 0 })
  const address = other.app.server.address()
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  const heard = new Promise((resolve) => socket.once('data', resolve))
  socket.write(request(LANGS, '{}'))
  await heard
  const gone = new Promise((resolve) => socket.once('close', resolve))
  const started = performance.now()
  await other.close()
  await gone
  expect(performance.now() - started).toBeLessThan(1500)
})

it('SEC-011 heads that are too long, too many or not ended are not read here', () => {
  const head = (rows: string): Buffer => Buffer.from(`POST ${LANGS} HTTP/1.1\r\nhost: localhost\r\n${rows}\r\n`, 'latin1')
  expect(readPlainHead(head('content-length: 5\r\n'))).toMatchObject({ method: 'POST', url: LANGS, bodyBytes: 5 })
  expect(readPlainHead(head(`x-long: ${'a'.repeat(9000)}\r\n`))).toBeUndefined()
  expect(readPlainHead(head(Array.from({ length: 80 }, (_, index) => `x-${index}: a\r\n`).join('')))).toBeUndefined()
  expect(readPlainHead(head('content-length: 300000\r\n'))).toBeUndefined()
  expect(readPlainHead(head('').subarray(0, 20))).toBeUndefined()
  expect(readPlainHead(Buffer.from(`POST ${LANGS} HTTP/1.1\r\ncontent-length: 0\r\n\r\n`))).toBeUndefined()
})
