/** Headers, origins, development tools: what a browser or a stranger may do. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

it('SEC-004 pages carry a content policy with a fresh nonce and no inline scripts, and may not be framed', async () => {
  const [one, two] = [await world.get('/'), await world.get('/')]
  const policies = [one, two].map((answer) => String(answer.headers['content-security-policy']))
  const nonces = policies.map((policy) => /script-src 'self' 'nonce-([A-Za-z0-9_-]{22})'(;|$)/.exec(policy)?.[1])
  expect(nonces[0]).toBeDefined()
  expect(nonces[0]).not.toBe(nonces[1])
  expect(one.text).toContain(`<script nonce="${nonces[0]}">window.__BOOT__=`)
  expect(one.text).not.toContain('__NONCE__')
  expect(policies[0]).toContain(`style-src-elem 'self' 'nonce-${nonces[0]}'; style-src-attr 'unsafe-inline'`)
  expect(policies[0]).toContain("frame-ancestors 'none'")
  expect(policies[0]?.match(/'unsafe-inline'/g)).toHaveLength(1)
  for (const answer of [one, await world.get('/api/home-web/v1/open/system/time'), await world.get('/api/nothing')]) {
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

it('SEC-004 [part] pictures come from our own origin, and from hosts in the settings alone', async () => {
  const pictures = async (asked: HttpWorld, url: '/' | '/nowhere' | '/api/docs') =>
    /img-src ([^;]*)/.exec(String((await asked.get(url)).headers['content-security-policy']))?.[1]
  expect([await pictures(world, '/'), await pictures(world, '/nowhere')]).toEqual(Array(2).fill("'self' data: blob:"))
  const other = await httpWorld({ pictureHosts: ['cdn.example', 'img.example:8443'] })
  expect(await pictures(other, '/')).toBe("'self' data: blob: https://cdn.example https://img.example:8443")
  await other.close()
})

it('SEC-005 [part] text of the tenant cannot end the script in the head', async () => {
  const saved = { kind: 'saveDocument', userId: 0, collection: 'kv', actor: 'operator' } as const
  const evil = '</script><img src=x onerror=alert(1)>'
  world.exchange.must({ ...saved, userId: 0 as never, id: 'tenant_cache_name', document: { value: evil } })
  world.exchange.must({ ...saved, userId: 0 as never, collection: 'content', id: 'social', document: { value: [] } })
  // Read anew beside the page that asks for it.
  const text = async (): Promise<string> => {
    world.clock.at += 3000
    return (await world.get('/')).text
  }
  await expect.poll(text).toContain('onerror=alert(1)')
  const page = await world.get('/')
  expect(page.text).not.toContain(evil)
  expect(page.text).toContain('\\u003c/script>')
})

it('SEC-006 a state-changing call from another origin is refused', async () => {
  const path = '/api/home-web/v1/open/language/langQuery'
  const cases: readonly (readonly [string, number])[] = [
    ['http://localhost', 200],
    ['http://localhost:8080', 200],
    ['http://127.0.0.1:8080', 200],
    ['https://localhost', 403],
    ['http://localhost:8081', 403],
    ['http://nova.localhost:8080', 403],
    ['http://evil.example', 403],
    ['http://localhost.evil.example', 403],
    ['http://evillocalhost', 403],
    ['null', 403],
  ]
  for (const [origin, status] of cases) {
    const answer = await world.post(path, {}, { headers: { origin } })
    expect([origin, answer.status]).toEqual([origin, status])
    expect(answer.headers['access-control-allow-origin'], origin).toBe(status === 200 ? origin : undefined)
    if (status === 403) expect(answer.failure.name).toBe('ORIGIN_DENIED')
  }
  const read = await world.get('/api/home-web/v1/open/system/time', { headers: { origin: 'http://evil.example' } })
  expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, undefined])
})

it('SEC-006 the futures host lets the tenant’s own pages call it and nobody else', async () => {
  const ask = (origin: string, method: 'OPTIONS' | 'POST') =>
    world.futures.inject({ method, url: '/fe-co-api/common/health', headers: { host: 'localhost:8081', origin } })
  expect((await ask('http://localhost:8080', 'OPTIONS')).headers['access-control-allow-origin']).toBe('http://localhost:8080')
  expect((await ask('http://localhost:8080', 'POST')).json()).toMatchObject({ code: '0', data: { status: 'ok' } })
  expect((await ask('http://evil.example', 'POST')).json()).toMatchObject({ code: '10060' })
  expect((await ask('http://evil.example', 'OPTIONS')).headers['access-control-allow-origin']).toBeUndefined()
})

it('API-003 [part] the futures host answers its health call and the envelope to everything else', async () => {
  const other = await world.futures.inject({ method: 'POST', url: '/api/home-web/v1/open/system/time', headers: { host: 'localhost' } })
  expect([other.statusCode, other.json().code]).toEqual([404, '20005'])
  expect((await world.post('/fe-co-api/common/health')).status).toBe(404)
})

it('SEC-001 [part] the development inbox exists in demo and test, not in production', async () => {
  await world.post('/api/auth/v1/open/sendCode', { type: 1, account: 'inbox@example.com', scene: 'REGISTER' })
  expect((await world.get('/dev/inbox')).text).toContain('inbox@example.com')
  const production = await httpWorld({ profile: 'production' })
  expect((await production.get('/api/auth/v1/dev/outbox?account=a@b.co')).failure.name).toBe('PATH_NOT_FOUND')
  expect((await production.get('/dev/inbox')).status).toBe(404)
  const body = { type: 1, account: 'a@example.com', scene: 'REGISTER' }
  expect((await production.post('/api/auth/v1/open/sendCode', body)).failure.name).toBe('CODE_CHANNEL_UNAVAILABLE')
  await production.close()
})

it('REL-003 [part] health and calls tell when the server is not ready or busy', async () => {
  world.isReady = false
  const health = await world.get('/api/health')
  expect(health).toMatchObject({ status: 503, data: { name: 'MAINTENANCE' } })
  expect(health.headers['retry-after']).toBe('5')
  world.isReady = true
  expect(await world.get('/api/health')).toMatchObject({ status: 200, data: { status: 'ok', version: '0.1.0' } })
})

it('REL-013 [part] health names the state of an exchange that does not take everything, with the room on its disk', async () => {
  const { exchange } = world
  Object.assign(exchange, { trouble: () => ({ state: 'readOnly', freeBytes: 4096 }) })
  const full = await world.get('/api/health')
  expect(full).toMatchObject({
    status: 503,
    failure: { name: 'MAINTENANCE', params: { state: 'readOnly', freeBytes: '4096', exchange: 'test' } },
  })
  Object.assign(exchange, { trouble: () => ({ state: 'duePoisoned', freeBytes: undefined }) })
  expect((await world.get('/api/health')).failure).toMatchObject({ params: { state: 'duePoisoned', freeBytes: null } })
  Object.assign(exchange, { trouble: undefined })
  expect((await world.get('/api/health')).status).toBe(200)
})

it('REL-013 [part] pages learn at load and while they are open that not everything is taken, and that it is again', async () => {
  const { exchange } = world
  const HOME = '/api/home-web/v1/open'
  const told = async (etag?: unknown) => {
    const headers = etag === undefined ? {} : { 'if-none-match': String(etag) }
    const site = await world.get(`${HOME}/site`, { headers })
    const atLoad = (await world.get(`${HOME}/bootstrap`)).data.maintenance
    const status = (await world.get(`${HOME}/system/status`)).data
    return {
      etag: site.headers.etag,
      site: site.status === 304 ? 304 : site.data.maintenance,
      atLoad,
      status: status.status,
      trading: status.components[0]?.status,
    }
  }
  const well = await told()
  expect(well).toMatchObject({ site: false, atLoad: false, status: 'ok', trading: 'ok' })
  Object.assign(exchange, { trouble: () => ({ state: 'readOnly', freeBytes: 0 }) })
  const full = await told(well.etag)
  expect(full).toMatchObject({ site: true, atLoad: true, status: 'maintenance', trading: 'maintenance' })
  expect((await told(full.etag)).site).toBe(304)
  Object.assign(exchange, { trouble: undefined })
  expect(await told(full.etag)).toEqual(well)
})
