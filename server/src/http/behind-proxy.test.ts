/** The exchange behind a proxy that ends TLS: one rule of origins for calls and sockets, and the nginx of docs/production.md itself. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../boot/config.ts'
import { attachSockets } from '../feeds/socket-server.ts'
import { readProxies } from '../net/client-address.ts'
import { failureOf } from '../testing/answers.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { allowsSocket } from './hosts.ts'

const CALL = '/api/home-web/v1/open/language/langQuery'
const PRODUCTION = new URL('../../../docs/production.md', import.meta.url)

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function open(options: Parameters<typeof httpWorld>[0], port = 0) {
  const world = await httpWorld({ profile: 'demo', ...options })
  undo.push(() => world.close())
  const { app, context } = world
  const sockets = attachSockets(
    app.server,
    (host) => context.tenants.get(host)?.socketHost,
    {},
    {
      ...(context.proxies && { proxies: context.proxies }),
      isAllowed: (asked) => allowsSocket(context, asked),
    },
  )
  await app.listen({ host: '127.0.0.1', port })
  undo.push(() => sockets.close())
  return { world, port: (app.server.address() as AddressInfo).port }
}

/** Status of an upgrade. */
function upgrade(url: string, options: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, options)
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
    socket.on('error', reject)
  })
}

describe('SEC-006 an origin may write and listen, or neither', () => {
  const cases: readonly { why: string; host: string; origin: string; proto?: string; proxied?: boolean; own?: boolean; ok: boolean }[] = [
    { why: 'its own page', host: 'localhost:8080', origin: 'http://localhost:8080', ok: true },
    { why: 'another host of the tenant', host: 'localhost:8080', origin: 'http://127.0.0.1:8080', ok: true },
    { why: 'another port', host: 'localhost:8080', origin: 'http://localhost:9999', ok: false },
    { why: 'no port', host: 'localhost:8080', origin: 'http://localhost', ok: false },
    { why: 'the port that the page has', host: 'LOCALHOST:3000', origin: 'http://localhost:3000', ok: true },
    { why: 'a host below ours', host: 'localhost:8080', origin: 'http://evil.localhost:8080', ok: false },
    { why: 'no page', host: 'localhost:8080', origin: 'null', ok: false },
    { why: 'TLS that nobody ended', host: 'localhost', origin: 'https://localhost', ok: false },
    { why: 'TLS by the word of a stranger', host: 'localhost', origin: 'https://localhost', proto: 'https', ok: false },
    { why: 'TLS by the word of our proxy', host: 'localhost', origin: 'https://localhost', proto: 'https', proxied: true, ok: true },
    {
      why: 'TLS by what came before its word',
      host: 'localhost',
      origin: 'https://localhost',
      proto: 'https, http',
      proxied: true,
      ok: false,
    },
    { why: 'no TLS behind our proxy', host: 'localhost', origin: 'https://localhost', proxied: true, ok: false },
    { why: 'a public origin', host: 'trade.example', origin: 'https://trade.example', own: true, ok: true },
    { why: 'another public one', host: 'trade.example', origin: 'https://www.trade.example:8443', own: true, ok: true },
    {
      why: 'none of the public ones',
      host: 'trade.example:8443',
      origin: 'https://trade.example:8443',
      proxied: true,
      proto: 'https',
      own: true,
      ok: false,
    },
    { why: 'a public one in the clear', host: 'trade.example', origin: 'http://trade.example', own: true, ok: false },
  ]
  it.each(cases)('$why: $origin at $host', async ({ host, origin, proto, proxied = false, own = false, ok }) => {
    const { world, port } = await open({
      ...(proxied && { proxies: readProxies('127.0.0.1') }),
      ...(own && { origins: ['https://trade.example', 'https://www.trade.example:8443'] }),
    })
    const headers = { origin, ...(proto !== undefined && { 'x-forwarded-proto': proto }) }
    const call = await world.post(CALL, {}, { host, headers })
    expect([call.status, call.failure.name]).toEqual(ok ? [200, ''] : [403, 'ORIGIN_DENIED'])
    expect(call.headers['access-control-allow-origin']).toBe(ok ? origin : undefined)
    expect(await upgrade(`ws://127.0.0.1:${port}/ws`, { headers: { host, ...headers } })).toBe(ok ? 101 : 403)
  })
})

it('TEN-012 [part] public origins are settings: each host of one tenant, in production by TLS, and nothing but an origin', () => {
  const read = (list: string, profile = 'demo') => readConfig({ AGIO_ORIGINS: list, AGIO_PROFILE: profile, AGIO_MASTER_KEY: 'k' }).tenants
  const [agio, nova] = read('agio=https://trade.example https://www.trade.example:8443;nova=https://NOVA.example')
  expect(agio).toMatchObject({
    hosts: ['trade.example', 'www.trade.example'],
    origins: ['https://trade.example', 'https://www.trade.example:8443'],
  })
  expect(nova).toMatchObject({ hosts: ['nova.example'], origins: ['https://nova.example'] })
  expect(read('nova=https://nova.example')[0]?.hosts).toContain('localhost')
  for (const [list, why] of [
    ['agio=https://trade.example/app', 'https://trade.example/app is no origin'],
    ['agio=https://trade.example/', 'is no origin'],
    ['agio=trade.example', 'trade.example is no origin'],
    ['agio=https://user@trade.example', 'is no origin'],
    ['other=https://trade.example', 'names no tenant'],
    ['agio=', 'agio has no origin'],
    ['agio=https://a.example;nova=https://a.example:8443', 'a.example belongs to two tenants'],
  ] as const)
    expect(() => read(list), list).toThrow(why)
  expect(() => read('agio=http://trade.example', 'production')).toThrow('is no https origin')
  expect(() => readConfig({ AGIO_FUTURES_ORIGINS: 'agio=https://f.example' })).toThrow('agio has none in AGIO_ORIGINS')
})

const isThere = (tool: string, flag: string): boolean => spawnSync(tool, [flag]).status === 0

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Runs the documented configuration, with our names, ports and a certificate of the day. */
async function startNginx(port: number, upstream: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'agio-nginx-'))
  undo.push(() => rmSync(dir, { recursive: true, force: true }))
  const [key, certificate] = [join(dir, 'tls.key'), join(dir, 'tls.crt')]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=trade.example',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  expect(spawnSync('openssl', made).status).toBe(0)
  const [, documented = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(PRODUCTION, 'utf8')) ?? []
  const site = documented
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/trade.example.com.crt', certificate)
    .replace('/etc/ssl/trade.example.com.key', key)
    .replace('trade.example.com', 'trade.example')
    .replaceAll(/127\.0\.0\.1:808[01]/g, `127.0.0.1:${upstream}`)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`)
  const head = `daemon off; master_process off; pid ${dir}/pid; error_log ${dir}/error.log;\nevents {}\n`
  mkdirSync(join(dir, 'conf'))
  const file = join(dir, 'conf', 'nginx.conf')
  writeFileSync(file, `${head}http {\naccess_log off;\n${folders.join('\n')}\n${site}}\n`)
  const nginx = spawn('nginx', ['-p', dir, '-c', file, '-e', join(dir, 'error.log')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  undo.push(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
}

interface Told {
  readonly status: number
  readonly headers: HttpWorld['ask'] extends (...given: never) => Promise<infer Reply>
    ? Reply extends { headers: infer H }
      ? H
      : never
    : never
  readonly text: string
}

/** A customer at 127.0.0.5, in front of the proxy. */
function overTls(port: number, method: string, path: string, headers: Record<string, string>, body = ''): Promise<Told> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, localAddress: '127.0.0.5', path, method, rejectUnauthorized: false, headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The world as it is asked from in front of the proxy. */
function inFront(world: HttpWorld, port: number): HttpWorld {
  const host = `trade.example:${port}`
  const ask = async (method: string, url: string, body: unknown, options: { headers?: Record<string, string>; token?: string } = {}) => {
    const { headers = {}, token } = options
    const text = body === undefined ? '' : JSON.stringify(body)
    const all = {
      host,
      ...(text !== '' && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        origin: `https://${host}`,
      }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    }
    const told = await overTls(port, method, url, all, text)
    const isJson = String(told.headers['content-type']).startsWith('application/json')
    const json = isJson
      ? (JSON.parse(told.text) as { code: string; message: string; data: never })
      : { code: '', message: '', data: {} as never }
    return { ...told, ...json, failure: failureOf(json.code, json.data) }
  }
  return Object.assign(Object.create(world), { ask }) as HttpWorld
}

const reasons = [isThere('nginx', '-v') ? '' : 'no nginx here', isThere('openssl', 'version') ? '' : 'no openssl here'].filter(
  (why) => why !== '',
)

describe.skipIf(reasons.length > 0)(`behind the nginx of docs/production.md${reasons.map((why) => ` (${why})`).join('')}`, () => {
  it('SEC-006 SEC-008 TEN-012 [part] writes, sockets, links in mails, addresses of customers and pages are right', async () => {
    const port = await freePort()
    const origin = `https://trade.example:${port}`
    const { world, port: upstream } = await open({ proxies: readProxies('127.0.0.1'), origins: [origin] })
    await startNginx(port, upstream)
    const front = inFront(world, port)
    for (let tries = 0; tries < 500; tries += 1) {
      const isUp = await overTls(port, 'GET', '/robots.txt', { host: `trade.example:${port}` }).then(
        ({ status }) => status === 200,
        () => false,
      )
      if (isUp) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const written = await front.post(CALL, {}, { headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' } })
    expect([written.status, written.code, written.headers['access-control-allow-origin']]).toEqual([200, '0', origin])
    expect(written.headers['set-cookie']).toBeUndefined()
    const foreign = await front.post(CALL, {}, { headers: { origin: 'https://evil.example' } })
    expect([foreign.status, foreign.failure.name]).toEqual([403, 'ORIGIN_DENIED'])
    expect((await front.get('/robots.txt', { headers: { host: 'localhost' } })).status).toBe(404)

    const tls = { rejectUnauthorized: false, localAddress: '127.0.0.5', headers: { host: `trade.example:${port}` } }
    expect(await upgrade(`wss://127.0.0.1:${port}/ws`, { ...tls, origin })).toBe(101)
    expect(await upgrade(`wss://127.0.0.1:${port}/ws`, { ...tls, origin: 'https://evil.example' })).toBe(403)

    const boot = await front.get('/api/home-web/v1/open/bootstrap')
    expect(boot.data).toMatchObject({ wsUrl: `wss://trade.example:${port}/ws`, futuresBase: origin, appUrl: `${origin}/` })

    await front.register('ann@example.com')
    world.clock.at += 60_000
    await front.login('ann@example.com', undefined, { identity: 'device-2' })
    const [mail] = world.agio.outbox.list('ann@example.com')
    expect(mail?.text).toContain(`${origin}/login#notMe=`)
    expect(mail?.text).toContain('127.0.0.5')
  })
})
