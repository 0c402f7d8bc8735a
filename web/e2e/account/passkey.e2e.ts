/** A passkey made and used by a real browser, with a virtual authenticator, against the real server. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SessionClient } from '../../../sim/src/client/session-client.ts'
import { type Harness, startHarness } from '../harness.ts'

const AUTH = '/api/auth/v1'
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

type Json = Record<string, unknown>

/** What the browser answers to options, as it would send it. */
const answer = (page: Page, kind: 'create' | 'get', options: Json): Promise<Json> =>
  page.evaluate(
    async ([how, json]) => {
      const credential =
        how === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json as unknown as PublicKeyCredentialCreationOptionsJSON),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json as unknown as PublicKeyCredentialRequestOptionsJSON),
            })
      return (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>
    },
    [kind, options] as const,
  )

test.skipIf(process.env.AGIO_E2E_BASE === undefined)('AUTH-024 a browser makes a passkey and logs in with it', async () => {
  const base = harness.realBase ?? ''
  const email = `passkey-${randomUUID().slice(0, 12)}@example.com`
  const client = new SessionClient(base)
  await client.register(email, 'Correct-horse-7')
  await client.must(`${AUTH}/secondFactor/sendCode`, { scene: 'STEP_UP', channel: 'email' })
  await client.must(`${AUTH}/secondFactor/stepUp`, { codes: { email: await client.code(email) } })
  const page = await harness.open('/login', {}, base)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const traits = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', ...traits } })

  const { challengeId, ...creation } = await client.must(`${AUTH}/passkey/registerOptions`)
  const made = await answer(page, 'create', creation)
  await client.sealed(`${AUTH}/passkey/register`, { challengeId, credential: made, name: 'Browser' })

  const request = await client.must(`${AUTH}/open/passkey/loginOptions`)
  const used = await answer(page, 'get', request)
  const done = await client.sealed(`${AUTH}/open/passkey/login`, { challengeId: request.challengeId, credential: used })
  expect(done.stage).toBe('done')
  client.token = String(done.token)
  const rows = (await client.get(`${AUTH}/passkey/list`)).data as unknown as readonly Json[]
  expect(rows).toMatchObject([{ name: 'Browser' }])
})
