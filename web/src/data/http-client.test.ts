import type { CallSpec } from '@agio/wire/call.ts'
import type { classLabels } from '@agio/wire/market/market.ts'
import { pairs } from '@agio/wire/spot/spot.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { TransportError } from './call-error.ts'
import { send } from './http-client.ts'
import { onForcedLogout } from './session.ts'
import { onSiteDoubted } from './site.ts'

const spec = <S extends Pick<CallSpec<z.ZodMiniType, z.ZodMiniType>, 'method' | 'path'>>(call: S) =>
  ({ ...pairs, ...call, request: z.looseObject({}), response: z.unknown() }) as unknown as typeof classLabels
const POST = spec({ method: 'POST', path: '/api/auth/v1/open/any' })
const FUTURES = spec({ method: 'POST', path: '/fe-co-api/any' })

const stored = new Map<string, string>()
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (code: string, data: unknown = []) => new Response(JSON.stringify({ code, message: 'no', data }))
const headersOf = (call: number) => fetched.mock.calls[call]?.[1].headers as Record<string, string>

beforeEach(() => {
  stored.clear()
  fetched.mockReset()
  fetched.mockImplementation(async () => answer('0'))
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('window', { localStorage, sessionStorage: localStorage, addEventListener: () => undefined, dispatchEvent: () => true })
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('API-002 [part] API-004 a call has a JSON body, lang en_US when nothing is stored, and a visitor sends no token', async () => {
  await send(POST, { a: 1 } as never)
  expect(headersOf(0)).toEqual({ lang: 'en_US', 'content-type': 'application/json' })
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"a":1}')
  stored.set('token', '"t1"')
  stored.set('language', '"ar_SA"')
  await send(POST, {} as never)
  expect(headersOf(1)).toEqual({
    lang: 'ar_SA',
    Authorization: 'Bearer t1',
    'x-access-token': 't1',
    'content-type': 'application/json',
  })
})

test('API-024 [part] a refusal that is told again for an earlier call under the same key is known as such', async () => {
  const refused = (headers: Record<string, string>) =>
    new Response(JSON.stringify({ code: '60001', message: 'no', data: { name: 'BALANCE_INSUFFICIENT' } }), { headers })
  fetched.mockImplementationOnce(async () => refused({ 'idempotent-replay': '1' }))
  await expect(send(POST, {} as never)).rejects.toMatchObject({ isReplay: true })
  fetched.mockImplementationOnce(async () => refused({}))
  await expect(send(POST, {} as never)).rejects.toMatchObject({ isReplay: false })
})

test('OPS-015 [part] a refusal because not everything is taken, or paid, has the page look at the site at once, another one does not', async () => {
  const looked = vi.fn()
  const stop = onSiteDoubted(looked)
  for (const [index, name] of ['ORDER_NOT_FOUND', 'MAINTENANCE', 'WITHDRAW_HALTED'].entries()) {
    fetched.mockImplementation(async () => answer('99003', { name, params: {}, requestId: 'r' }))
    await expect(send(POST, {} as never)).rejects.toMatchObject({ errorName: name, message: 'no' })
    expect(looked).toHaveBeenCalledTimes(index)
  }
  stop()
})

const SESSION_CODES = ['10005', '10046', '10047', '10106', '10118', '10132']

test.each(SESSION_CODES)(
  'AUTH-016 [part] code %s of the gateway ends the session: its words are told once, however many calls it meets',
  async (code) => {
    stored.set('token', '"t1"')
    const ended = vi.fn(() => void stored.delete('token'))
    onForcedLogout(ended)
    fetched.mockImplementation(async () => answer(code))
    await Promise.all([1, 2].map(() => expect(send(POST, {} as never)).rejects.toMatchObject({ code })))
    expect(ended.mock.calls).toEqual([['no']])
  },
)

test('AUTH-017 a session code of the futures host is an ordinary failure and leaves the token', async () => {
  stored.set('token', '"t1"')
  const ended = vi.fn()
  onForcedLogout(ended)
  for (const code of SESSION_CODES) {
    fetched.mockImplementation(async () => answer(code))
    await expect(send(FUTURES, {} as never)).rejects.toMatchObject({ code })
  }
  expect(ended).not.toHaveBeenCalled()
  expect(stored.get('token')).toBe('"t1"')
  await expect(send(POST, {} as never)).rejects.toMatchObject({ code: '10132' })
  expect(ended).toHaveBeenCalledOnce()
})

test('API-007 a dead network and an HTML answer are logged and thrown to the caller', async () => {
  const failures = [async () => Promise.reject(new TypeError('offline')), async () => new Response('<!doctype html>')]
  for (const failure of failures) {
    fetched.mockImplementation(failure)
    await expect(send(POST, {} as never)).rejects.toBeInstanceOf(TransportError)
  }
  expect(console.warn).toHaveBeenCalledTimes(2)
})

test('SHELL-051 [part] a refusal that says how much there is does not while balances are hidden', async () => {
  const refuse = () =>
    fetched.mockImplementation(
      async () =>
        new Response(
          JSON.stringify({
            code: '1',
            message: 'Not enough USDT: 30,000 needed, 29999.99 available.',
            data: { name: 'BALANCE_INSUFFICIENT' },
          }),
        ),
    )
  refuse()
  await expect(send(POST, {} as never)).rejects.toThrow('Not enough USDT: 30,000 needed, 29999.99 available.')
  stored.set('balanceVisible', 'false')
  await expect(send(POST, {} as never)).rejects.toThrow('Not enough USDT: **** needed, **** available.')
})
