/** Calls of contracts carry a session's device report once, and its digest from then on. */
import { levelEdit } from '@agio/wire/futures/user.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { send } from '../http-client.ts'
import { registerSealer } from '../sealer.ts'
import { isContractMember } from './contract-session.ts'

const stored = new Map<string, string>()
const sent: Record<string, unknown>[] = []
let answers: { readonly code: string; readonly name: string }[] = []
const seal = vi.fn()

beforeEach(() => {
  stored.clear()
  sent.length = 0
  answers = []
  let count = 0
  seal.mockReset()
  seal.mockImplementation(async () => {
    count += 1
    return { data: `key.sealed${count}`, time: 1, reqNo: `r${count}`, uaTime: 100 + count, securityInfo: `2.0.6.digest${count}` }
  })
  registerSealer(seal)
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('window', { localStorage, sessionStorage: localStorage, addEventListener: () => undefined, dispatchEvent: () => true })
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    const { code, name } = answers.shift() ?? { code: '50011', name: 'LEVERAGE_RANGE' }
    return new Response(JSON.stringify({ code, message: 'no', data: { name, params: {}, requestId: 'r' } }))
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const change = () => send(levelEdit, { contractId: '14', nowLevel: 3 }).catch(() => undefined)
const login = (token: string) => stored.set('token', JSON.stringify(token))

test('PERP-047 [part] the first contract call of a session carries the sealed report, the later ones its digest alone', async () => {
  login('one')
  await change()
  await change()
  expect(sent).toEqual([
    { contractId: '14', nowLevel: 3, data: 'key.sealed1', time: 1, reqNo: 'r1', uaTime: 101, securityInfo: '2.0.6.digest1' },
    // A refusal of the order itself says that the report was taken.
    { contractId: '14', nowLevel: 3, uaTime: 101, securityInfo: '2.0.6.digest1' },
  ])
  login('two')
  await change()
  expect(sent[2]).toMatchObject({ data: 'key.sealed2', securityInfo: '2.0.6.digest2' })
})

test('PERP-047 [part] a server that has another report, or none, gets it once, and the call is made again', async () => {
  login('three')
  await change()
  answers = [{ code: '20012', name: 'SECURITY_PAYLOAD_REQUIRED' }]
  await change()
  expect(sent.slice(1).map(({ data, securityInfo }) => [data, securityInfo])).toEqual([
    [undefined, '2.0.6.digest1'],
    ['key.sealed2', '2.0.6.digest2'],
  ])
  // A report that the server did not take is not what it has.
  answers = [
    { code: '20012', name: 'SECURITY_PAYLOAD_REQUIRED' },
    { code: '20012', name: 'SECURITY_PAYLOAD_INVALID' },
  ]
  await change()
  await change()
  expect(sent.at(-1)).toMatchObject({ securityInfo: '2.0.6.digest2' })
})

test('PERP-049 [part] nobody is measured without a session', async () => {
  await change()
  expect(seal).not.toHaveBeenCalled()
  expect(sent).toEqual([{ contractId: '14', nowLevel: 3 }])
})

test('AUTH-017 [part] a session that the host of contracts refuses ends for contracts alone', async () => {
  login('four')
  expect(isContractMember()).toBe(true)
  answers = [{ code: '10118', name: 'SESSION_REVOKED' }]
  await change()
  expect([isContractMember(), stored.get('token')]).toEqual([false, '"four"'])
  login('five')
  expect(isContractMember()).toBe(true)
})
