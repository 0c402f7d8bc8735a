/** What a program that shows an API key on the socket is told when something else than the key is at fault. */
import { expect, it } from 'vitest'
import { Failure } from '../core/failure.ts'
import { Refused } from '../sequencer/exchange.ts'
import { DataKeyGone } from '../vault/vault.ts'
import { socketHostOf } from './socket-host.ts'

const ENTRY = { apiKey: 'a', timestamp: 1, signature: 's', path: '/ws', ip: '10.0.0.1' }

/** The name of the fault that becomes of what the check of a key throws. */
async function faultOf(thrown: unknown): Promise<string> {
  const content = { language: () => 'en_US', errorText: (_lang: string, name: string) => `text of ${name}` }
  const apiCallers = { check: () => Promise.reject(thrown) }
  const host = socketHostOf({ content, apiCallers } as unknown as Parameters<typeof socketHostOf>[0])
  const result = await host.authenticateKey(ENTRY, undefined)
  return 'code' in result ? result.name : 'a session'
}

it('what is thrown while a key is looked at is told on the socket by the name that a call would answer with; a defect is none of them', async () => {
  expect(await faultOf(new Failure('API_SIGNATURE_INVALID'))).toBe('API_SIGNATURE_INVALID')
  expect(await faultOf(new Refused('busy', 1))).toBe('ENGINE_BUSY')
  expect(await faultOf(new DataKeyGone())).toBe('ACCOUNT_DISABLED')
  await expect(faultOf(new TypeError('a defect'))).rejects.toThrow('a defect')
})
