/** The sealed device report: bound to one request, accepted once, for a few minutes, with keys that rotate. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, PASSWORD, reportOf, type Seal, seal } from '../testing/http-world.ts'

const LOGIN = '/api/auth/v1/open/login'
const PATH = `POST ${LOGIN}`
const fields = { type: 1, account: 'ann@example.com', password: PASSWORD }

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

async function sealedWith(change: Partial<Seal> = {}) {
  const { keyId, publicKey } = (await world.get('/api/auth/v1/open/security/publicKey')).data
  return seal({ keyId, publicKey, path: PATH, now: world.clock.now(), ...change })
}

const nameOf = async (body: object): Promise<string> => (await world.post(LOGIN, { ...fields, ...body })).failure.name

it('API-006 a repeated reqNo is refused, also when the first call failed', async () => {
  const payload = await sealedWith()
  expect(await nameOf(payload)).toBe('LOGIN_FAILED')
  expect(await nameOf(payload)).toBe('SECURITY_PAYLOAD_REPLAYED')
})

it('API-006 a time more than five minutes off is refused with the server time', async () => {
  const now = world.clock.now()
  for (const off of [-300_001, 300_001]) expect(await nameOf(await sealedWith({ now: now + off }))).toBe('SECURITY_PAYLOAD_STALE')
  expect(await nameOf(await sealedWith({ now: now - 299_000 }))).toBe('LOGIN_FAILED')
})

it('API-006 what is missing, changed, or sealed for another request cannot be used', async () => {
  for (const field of ['data', 'time', 'reqNo', 'uaTime', 'securityInfo']) {
    const { [field]: _, ...rest } = (await sealedWith()) as Record<string, unknown>
    expect(await nameOf(rest), field).toBe('SECURITY_PAYLOAD_REQUIRED')
  }
  expect(await nameOf({ ...(await sealedWith()), reqNo: randomUUID() })).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf({ ...(await sealedWith()), reqNo: 'not-a-uuid' })).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf({ ...(await sealedWith()), uaTime: 1 })).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf({ ...(await sealedWith()), securityInfo: `2.0.6.${'0'.repeat(64)}` })).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf(await sealedWith({ securityInfo: `2.0.6.${'0'.repeat(64)}` }))).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf(await sealedWith({ path: 'POST /api/auth/v1/open/register' }))).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf({ ...(await sealedWith()), data: `unknown.${'A'.repeat(80)}` })).toBe('SECURITY_KEY_UNKNOWN')
})

it('API-006 a report holds exactly the keys of the API', async () => {
  const report = reportOf('device-1', world.clock.now())
  const { fonts: _, ...without } = report
  expect(await nameOf(await sealedWith({ report: without }))).toBe('SECURITY_PAYLOAD_INVALID')
  expect(await nameOf(await sealedWith({ report: { ...report, extra: 1 } }))).toBe('SECURITY_PAYLOAD_INVALID')
})

it('API-006 a retired key opens reports for a day after its successor came', async () => {
  const old = (await world.get('/api/auth/v1/open/security/publicKey')).data
  world.clock.at += 7 * 86_400_000
  const fresh = (await world.get('/api/auth/v1/open/security/publicKey')).data
  expect(fresh.keyId).not.toBe(old.keyId)
  expect(await nameOf(await sealedWith(old))).toBe('LOGIN_FAILED')
  world.clock.at += 86_400_000
  expect(await nameOf(await sealedWith(old))).toBe('SECURITY_KEY_UNKNOWN')
  expect(await nameOf(await sealedWith())).toBe('LOGIN_FAILED')
})
