/** Passkeys over HTTP, with an authenticator in software. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PasskeyChecker } from '../../../auth/keys/passkey-checker.ts'
import { Failure } from '../../../core/failure.ts'
import { SoftAuthenticator } from '../../../testing/authenticator.ts'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

const AUTH = '/api/auth/v1'

/** A customer who just proved the second factor. */
async function steppedUp(email: string): Promise<Member> {
  const member = await Member.join(world, email)
  const codes = await member.codes('STEP_UP', ['email'])
  await member.post(`${AUTH}/secondFactor/stepUp`, { codes })
  return member
}

async function creation(member: Member) {
  const { data } = await member.post('/api/auth/v1/passkey/registerOptions')
  const { user } = data as unknown as { readonly user: { readonly id: string } }
  return { challengeId: data.challengeId, challenge: data.challenge, userHandle: user.id }
}

async function enrol(member: Member, authenticator = new SoftAuthenticator(), name = 'Laptop') {
  const { challengeId, ...options } = await creation(member)
  const kept = await member.seal('/api/auth/v1/passkey/register', { challengeId, credential: authenticator.create(options), name })
  return { authenticator, kept }
}

const request = async () => (await world.post('/api/auth/v1/open/passkey/loginOptions')).data

async function login(authenticator: SoftAuthenticator, change: object = {}, identity = 'device-1') {
  const { challengeId, challenge } = await request()
  const credential = authenticator.get({ challenge, ...change })
  return world.sealed('/api/auth/v1/open/passkey/login', { challengeId, credential }, { identity })
}

describe('passkeys', () => {
  it('AUTH-024 logs in in place of password and second factor, is listed with its name and last use, renamed and removed', async () => {
    const member = await steppedUp('pass@example.com')
    const { authenticator, kept } = await enrol(member)
    expect(kept.code).toBe('0')
    const entered = await login(authenticator)
    if (entered.data.stage !== 'done') throw new Error(entered.text)
    const { token } = entered.data
    const [row] = (await world.get('/api/auth/v1/passkey/list', { token })).data
    expect(row).toMatchObject({ passkeyId: kept.data.passkeyId, name: 'Laptop', lastUseTime: world.clock.at })
    expect((await world.get('/api/auth/v1/secondFactor/info', { token })).data.passkeyCount).toBe(1)
    const history = await world.post('/api/auth/v1/login/history', {}, { token })
    expect(history.data.list[0]).toMatchObject({ method: 'passkey', result: 1 })
    const { passkeyId } = kept.data
    expect((await world.post(`${AUTH}/passkey/rename`, { passkeyId, name: '<img src=x>' }, { token })).code).toBe('0')
    expect((await world.get('/api/auth/v1/passkey/list', { token })).data[0]?.name).toBe('<img src=x>')
    const codes = { email: '' }
    world.clock.at += 60_000
    await world.post(`${AUTH}/secondFactor/sendCode`, { scene: 'STEP_UP', channel: 'email' }, { token })
    codes.email = await world.code(member.email)
    expect((await world.sealed(`${AUTH}/passkey/delete`, { passkeyId, codes }, { token })).code).toBe('0')
    expect((await login(authenticator)).failure.name).toBe('PASSKEY_INVALID')
  })

  it('AUTH-024 USER-008 a new one is told by mail and lets withdrawals rest for six hours; a refused one does neither', async () => {
    const member = await steppedUp('told@example.com')
    const { challengeId } = await creation(member)
    const wrong = new SoftAuthenticator().create({ challenge: 'another', userHandle: 'x' })
    const refused = await member.seal(`${AUTH}/passkey/register`, { challengeId, credential: wrong, name: 'x' })
    expect(refused.failure.name).toBe('PASSKEY_INVALID')
    const lock = async () => (await member.get('/api/auth/v1/secondFactor/info')).data
    expect(await lock()).toMatchObject({ withdrawLockUntil: null })
    expect(await member.notices(member.email)).toEqual([])
    expect((await enrol(member)).kept.code).toBe('0')
    expect(await lock()).toMatchObject({ withdrawLockUntil: world.clock.at + 6 * 3_600_000, withdrawLockCause: 'factorBound' })
    expect((await member.notices(member.email))[0]).toMatch(/passkey added[\s\S]*paused for 6 hours/)
  })

  it('AUTH-024 [part] whoever is told that the exchange is busy keeps the challenge and may send the same answer again', async () => {
    const member = await steppedUp('busy@example.com')
    const { challengeId, ...options } = await creation(member)
    const authenticator = new SoftAuthenticator()
    const made = { challengeId, credential: authenticator.create(options), name: 'x' }
    const asked = await request()
    const spy = vi.spyOn(PasskeyChecker.prototype, 'checkRoom').mockImplementation(() => {
      throw new Failure('ENGINE_BUSY', { retryAfter: 2 })
    })
    try {
      expect((await member.seal(`${AUTH}/passkey/register`, made)).failure.name).toBe('ENGINE_BUSY')
      spy.mockRestore()
      expect((await member.seal(`${AUTH}/passkey/register`, made)).code).toBe('0')
      const shown = { challengeId: asked.challengeId, credential: authenticator.get({ challenge: asked.challenge }) }
      const send = () => world.sealed('/api/auth/v1/open/passkey/login', shown, { identity: 'device-1' })
      vi.spyOn(PasskeyChecker.prototype, 'checkRoom').mockImplementationOnce(() => {
        throw new Failure('ENGINE_BUSY', { retryAfter: 2 })
      })
      expect((await send()).failure.name).toBe('ENGINE_BUSY')
      expect((await send()).code).toBe('0')
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('AUTH-024 a challenge is answered once, in time, by its own kind and its own customer', async () => {
    const member = await steppedUp('challenge@example.com')
    const other = await steppedUp('other@example.com')
    const { authenticator } = await enrol(member)
    const { challengeId: foreign, ...options } = await creation(other)
    const stolen = { challengeId: foreign, credential: new SoftAuthenticator().create(options), name: 'x' }
    expect((await member.seal(`${AUTH}/passkey/register`, stolen)).failure.name).toBe('PASSKEY_INVALID')
    const { challengeId, challenge } = await request()
    const send = (body: object) => world.sealed('/api/auth/v1/open/passkey/login', body, { identity: 'device-1' })
    const credential = authenticator.get({ challenge })
    expect((await send({ challengeId, credential })).code).toBe('0')
    expect((await send({ challengeId, credential })).failure.name).toBe('PASSKEY_INVALID')
    expect((await send({ challengeId, credential: authenticator.get({ challenge }) })).failure.name).toBe('PASSKEY_INVALID')
    const second = await request()
    expect((await send({ challengeId: second.challengeId, credential })).failure.name).toBe('PASSKEY_INVALID')
    const late = await request()
    world.clock.at += 5 * 60_000
    expect((await send({ challengeId: late.challengeId, credential: authenticator.get({ challenge: late.challenge }) })).failure.name).toBe(
      'PASSKEY_INVALID',
    )
  })

  it('AUTH-024 refuses another origin, another party, a person who is not verified, and a copied authenticator', async () => {
    const member = await steppedUp('attack@example.com')
    const { authenticator } = await enrol(member)
    const unverified = await creation(member)
    const weak = new SoftAuthenticator().create({ ...unverified, isVerified: false })
    const refused = await member.seal(`${AUTH}/passkey/register`, { challengeId: unverified.challengeId, credential: weak, name: 'x' })
    expect(refused.failure.name).toBe('PASSKEY_INVALID')
    for (const change of [
      { origin: 'http://evil.example' },
      { origin: 'http://localhost:9999' },
      { origin: 'http://nova.localhost:8080', rpId: 'nova.localhost' },
      { rpId: 'nova.localhost' },
      { isVerified: false },
    ]) {
      expect((await login(authenticator, change)).failure.name, JSON.stringify(change)).toBe('PASSKEY_INVALID')
    }
    expect((await login(authenticator)).code).toBe('0')
    authenticator.counter -= 1
    expect((await login(authenticator)).failure.name).toBe('PASSKEY_INVALID')
    const owner = authenticator.userHandle
    authenticator.userHandle = Buffer.from('999999').toString('base64url')
    expect((await login(authenticator)).failure.name).toBe('PASSKEY_INVALID')
    authenticator.userHandle = owner
    expect((await login(authenticator)).code).toBe('0')
  })

  it('AUTH-024 AUTH-023 asks the owner when a passkey comes from a device that is new', async () => {
    const member = await steppedUp('roaming@example.com')
    const { authenticator } = await enrol(member)
    const step = await login(authenticator, {}, 'library')
    if (step.data.stage !== 'confirmDevice') throw new Error(step.text)
    const body = { ticket: step.data.ticket, code: await world.code(member.email) }
    const done = await world.sealed('/api/auth/v1/open/login/confirmDevice', body, { identity: 'library' })
    expect(done.data.stage).toBe('done')
  })

  it('AUTH-024 holds at most ten, needs a fresh second factor, and keeps them to their owner and tenant', async () => {
    const cold = await Member.join(world, 'cold@example.com')
    expect((await cold.post(`${AUTH}/passkey/registerOptions`)).failure.name).toBe('SECOND_FACTOR_REQUIRED')
    const member = await steppedUp('ten@example.com')
    const { kept } = await enrol(member)
    const options = await creation(member)
    for (let count = 1; count < 10; count += 1) expect((await enrol(member, undefined, `key ${count}`)).kept.code).toBe('0')
    expect((await member.post(`${AUTH}/passkey/registerOptions`)).failure).toMatchObject({ name: 'PASSKEY_LIMIT', params: { max: 10 } })
    const { challengeId, ...eleventh } = options
    const over = await member.seal(`${AUTH}/passkey/register`, {
      challengeId,
      credential: new SoftAuthenticator().create(eleventh),
      name: 'x',
    })
    expect(over.failure.name).toBe('PASSKEY_LIMIT')
    const thief = await steppedUp('thief@example.com')
    const { passkeyId } = kept.data
    expect((await thief.seal(`${AUTH}/passkey/delete`, { passkeyId })).failure.name).toBe('PASSKEY_UNKNOWN')
    const stored = await world.agio.models.documents(member.userId as never, 'passkey')
    expect(JSON.stringify(stored)).not.toMatch(/Laptop|credentialId|publicKey/)
  })

  it('AUTH-024 the last way to log in cannot be removed', async () => {
    const member = await steppedUp('last@example.com')
    const { kept } = await enrol(member)
    const remove = (otherWays: number) => world.agio.passkeys.remove(member.userId as never, kept.data.passkeyId, otherWays)
    await expect(remove(0)).rejects.toMatchObject({ errorName: 'SECOND_FACTOR_LAST' })
    await remove(1)
  })
})
