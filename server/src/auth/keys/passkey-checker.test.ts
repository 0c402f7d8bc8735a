import { expect, test } from 'vitest'
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
  await expect(checker.run('verifyRegistrationResponse', options)).rejects.toBeInstanceOf(PasskeyRefused)
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
