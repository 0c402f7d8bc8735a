/** Behind a proxy of ours its word counts, and only its own. */
import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress, NO_PROXIES, readProxies } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string): Pick<IncomingMessage, 'headers' | 'socket'> => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress } as IncomingMessage['socket'],
})

it('SEC-008 [part] a forwarded address is believed from a configured proxy alone, and never more of it than the proxy said', () => {
  const proxies = readProxies('127.0.0.1, 2001:DB8::5')
  for (const [remote, forwarded, expected] of [
    ['198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['2001:db8::5', '203.0.113.1', '203.0.113.1'],
    ['127.0.0.1', '10.9.9.9, 203.0.113.1', '203.0.113.1'],
    ['127.0.0.1', '203.0.113.1, 2001:db8::5', '203.0.113.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.1, unknown', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ] as const) {
    expect([remote, forwarded, clientAddress(request(remote, forwarded), proxies)]).toEqual([remote, forwarded, expected])
  }
  expect(clientAddress(request('127.0.0.1', '203.0.113.1'), NO_PROXIES)).toBe('127.0.0.1')
})

it('a list of proxies holds addresses and nothing else', () => {
  expect([...readProxies('')]).toEqual([])
  expect(() => readProxies('localhost')).toThrow('localhost is no address')
})
