/** Bytes that are no ordinary HTTP request, on a real socket. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'

let world: HttpWorld
let port: number
beforeAll(async () => {
  world = await httpWorld()
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const address = world.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => world.close())

const send = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part) => {
      answer += part.toString()
      socket.end()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

it('SEC-011 smuggled, doubled and oversized headers are refused in the envelope, and the connection ends', async () => {
  const post = 'POST /api/auth/v1/logout HTTP/1.1\r\nHost: localhost\r\n'
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`,
    `${post}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    `${post}X-Folded: a\r\n b: c\r\nBad Header: x\r\n\r\n`,
  ]) {
    const answer = await send(bytes)
    expect(answer, bytes.slice(0, 60)).toMatch(/^HTTP\/1\.1 4(00|31) /)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: '20002', data: { name: 'BODY_NOT_JSON' } })
  }
})

it('TEN-012 [part] a request with two hosts is nobody’s, whichever comes first', async () => {
  for (const [first, second] of [
    ['localhost', 'nova.localhost'],
    ['nova.localhost', 'localhost'],
    ['localhost', 'localhost'],
  ]) {
    const answer = await send(`GET / HTTP/1.1\r\nHost: ${first}\r\nhOST: ${second}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toMatch(/Agio|Nova/)
  }
})

it('TEN-012 [part] a request without a host is nobody’s', async () => {
  const answer = await send('GET / HTTP/1.1\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).not.toContain('Agio')
})

it('SEC-011 TEN-012 [part] an address that names another host than the header is nobody’s, one that names the same is answered', async () => {
  const ask = (target: string, host = 'localhost') => send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const call = '/api/home-web/v1/open/country/selectHomeCountryList'
  for (const path of ['/', '/robots.txt', call]) {
    for (const origin of [
      'http://nova.localhost',
      'https://nova.localhost:443',
      'http://localhost@nova.localhost',
      'http://localhost.evil',
    ])
      expect(await ask(origin + path), origin + path).toMatch(/^HTTP\/1\.1 404 [\s\S]*PATH_NOT_FOUND/)
  }
  for (const path of ['/', '?a', call]) expect(await ask(`http://localhost:8080${path}`), path).toMatch(/^HTTP\/1\.1 200 /)
  for (const target of ['*', 'localhost:80', 'ftp://localhost/', '//nova.localhost/', 'javascript:alert(1)'])
    expect(await ask(target), target).not.toMatch(/^HTTP\/1\.1 [25]/)
})

it('API-001 [part] a call asked with HEAD is no call: it is not found and does nothing, while pages answer', async () => {
  const head = (target: string) => send(`HEAD ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  for (const { method, path } of world.app.calls.calls) {
    if (method !== 'GET' || path.includes('/:')) continue
    expect(await head(path), path).toMatch(/^HTTP\/1\.1 404 /)
  }
  expect(await head('/')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await head('/robots.txt')).toMatch(/^HTTP\/1\.1 200 /)
})
