/** Answers to requests that the router cannot read say what every answer says, in the language asked for. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld({ profile: 'demo' })
})
afterAll(() => world.close())

const WHOLE = {
  'x-request-id': 'asked-1',
  'x-server-time': expect.stringMatching(/^\d{13}$/),
  'x-ratelimit-limit': '1200',
  'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
  'x-ratelimit-reset': expect.stringMatching(/^\d{13}$/),
  'x-content-type-options': 'nosniff',
}
const LONG = 'a'.repeat(65)
const ADDRESSES = [`/api/home-web/v1/open/kv/params/${LONG}`, '/api/home-web/v1/open/kv/params/%E0%A4%A', '/api/%zz', '/api/nowhere']
const FUTURES = ['/fe-co-api/%zz', `/fe-co-api/common/${LONG}/${LONG}`, '/fe-co-api/nowhere']

describe.each([
  { host: 'gateway', addresses: ADDRESSES, language: 'lang' },
  { host: 'futures host', addresses: FUTURES, language: 'exchange-language' },
])('API-014 [part] at the $host', ({ host, addresses, language }) => {
  const ask = async (method: 'GET' | 'POST', url: string, lang: string) => {
    const app = host === 'gateway' ? world.app : world.futures
    const headers = { host: 'localhost', 'x-request-id': 'asked-1', [language]: lang }
    const { statusCode, headers: said, body } = await app.inject({ method, url, headers, remoteAddress: '203.0.113.77' })
    return { statusCode, said, body: JSON.parse(body) as { code: string; message: string; data: { name: string; requestId: string } } }
  }
  it.each(addresses)('%s', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const [english, chinese] = [await ask(method, url, 'en_US'), await ask(method, url, 'zh_CN')]
      for (const { statusCode, said, body } of [english, chinese]) {
        expect([statusCode, body.code, body.data]).toMatchObject([404, '20005', { name: 'PATH_NOT_FOUND', requestId: 'asked-1' }])
        expect(said).toMatchObject(WHOLE)
      }
      expect(chinese.body.message).not.toBe(english.body.message)
      expect(Number(chinese.said['x-ratelimit-used'])).toBe(Number(english.said['x-ratelimit-used']) + 1)
    }
  })
})

it('API-014 [part] bytes that are no request are answered with an id and the time', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const address = world.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GARBAGE\r\n\r\n'))
    socket.once('data', (bytes) => {
      resolve(bytes.toString())
      socket.destroy()
    })
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  const [, id = ''] = /\r\nx-request-id: ([\w-]+)\r\n/.exec(answer) ?? []
  expect(answer).toMatch(/\r\nx-server-time: \d{13}\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ data: { name: 'BODY_NOT_JSON', requestId: id } })
})
