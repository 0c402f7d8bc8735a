import { expect, test } from 'vitest'
import { SoftAuthenticator } from '../../testing/authenticator.ts'
import { PasskeyChecker, PasskeyRefused, WAITING_MAX } from './passkey-checker.ts'

const login = { rpID: 'agio.example', timeout: 1000, userVerification: 'required' } as const

test('AUTH-024 [part] an answer that does not fit is refused as such, and the thread goes on', async () => {
  const checker = new PasskeyChecker()
  const response = {
    id: 'AA',
    rawId: 'AA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'AA', attestationObject: 'AA' },
  } as const
  const options = { response, expectedChallenge: 'a', expectedOrigin: 'https://agio.example', expectedRPID: 'agio.example' }
  await expect(checker.run('verifyRegistration', options)).rejects.toBeInstanceOf(PasskeyRefused)
  expect(await checker.run('generateAuthenticationOptions', login)).toMatchObject({ rpId: 'agio.example', userVerification: 'required' })
})

test('a flood of questions about passkeys is told to come back, and all who were taken are answered', async () => {
  const checker = new PasskeyChecker()
  const asked = Array.from({ length: WAITING_MAX }, () => checker.run('generateAuthenticationOptions', login))
  await expect(checker.run('generateAuthenticationOptions', login)).rejects.toMatchObject({ errorName: 'ENGINE_BUSY' })
  const challenges = await Promise.all(asked)
  expect(new Set(challenges.map(({ challenge }) => challenge)).size).toBe(WAITING_MAX)
  expect(await checker.run('generateAuthenticationOptions', login)).toMatchObject({ rpId: 'agio.example' })
})

test('SEC-011 [part] what an authenticator adds, nested deeper than the main thread can read, keeps nobody waiting', async () => {
  const checker = new PasskeyChecker()
  for (const depth of [10, 4000, 8000, 11_000]) {
    const added = Buffer.concat([Buffer.from([0xa1, 0x61, 0x61]), Buffer.alloc(depth, 0x81), Buffer.from([0])])
    const response = new SoftAuthenticator().create({ challenge: 'AAAA', userHandle: 'MQ' }, added)
    const options = { response, expectedChallenge: 'AAAA', expectedOrigin: 'http://localhost:8080', expectedRPID: 'localhost' }
    const verified = await checker.run('verifyRegistration', { ...options, requireUserVerification: true })
    expect(Object.keys(verified ?? {})).toEqual(['id', 'publicKey', 'counter', 'transports'])
  }
})
