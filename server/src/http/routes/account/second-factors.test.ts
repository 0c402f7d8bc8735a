/** Second factors through the gateway: authenticator, recovery codes, step-up, switches, and what guessing them leads to. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, PASSWORD, ticketOf } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

const LOGIN = '/api/auth/v1/open/login'
const SECOND = '/api/auth/v1/open/login/secondFactor'
const STEP_UP = '/api/auth/v1/secondFactor/stepUp'
const SWITCH = '/api/auth/v1/secondFactor/switch'
const ANTI = '/api/auth/v1/antiPhishing/save'
const INFO = '/api/auth/v1/secondFactor/info'
const HOUR = 3_600_000

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

/** The first step on a device that the account knows, because it was registered on it. */
const begin = async (member: Member, identity = 'device-1') =>
  ticketOf(await world.sealed(LOGIN, { type: 1, account: member.email, password: PASSWORD }, { identity }))

const finish = (ticket: string, codes: object, identity = 'device-1') => world.sealed(SECOND, { ticket, codes }, { identity })

describe('authenticator', () => {
  it('USER-006 USER-008 is bound with a code of it and of an existing factor, hands out ten recovery codes, and locks withdrawals for 6 hours', async () => {
    const ann = await Member.join(world, 'ann.two@example.com')
    const { data: setup } = await ann.post('/api/auth/v1/totp/setup')
    expect(setup.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(setup.otpauthUrl).toContain(`secret=${setup.secret}`)
    ann.secret = setup.secret
    const body = { setupId: setup.setupId, googleCode: ann.google() }
    const none = await ann.seal('/api/auth/v1/totp/bind', { ...body, codes: {} })
    expect(none.data).toMatchObject({ name: 'SECOND_FACTOR_REQUIRED', params: { methods: ['email'] } })
    const codes = await ann.codes('CHANGE_FACTOR', ['email'])
    const wrong = await ann.seal('/api/auth/v1/totp/bind', { ...body, googleCode: '000000', codes })
    expect(wrong.data).toMatchObject({ name: 'SECOND_FACTOR_INVALID', params: { method: 'google' } })
    const bound = await ann.seal('/api/auth/v1/totp/bind', { ...body, googleCode: ann.google(), codes })
    expect(new Set(bound.data.recoveryCodes).size).toBe(10)
    for (const code of bound.data.recoveryCodes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    const { data: info } = await ann.get(INFO)
    expect(info).toMatchObject({ googleStatus: 1, googleBound: 1, recoveryCodesLeft: 10, loginMethods: ['google'] })
    expect(info).toMatchObject({ passwordMethods: ['google', 'email'], withdrawMethods: ['google', 'email'] })
    expect([info.withdrawLockUntil, info.withdrawLockCause]).toEqual([world.clock.at + 6 * HOUR, 'factorBound'])
    expect(JSON.stringify(info)).not.toContain(setup.secret)
    expect((await ann.post('/api/auth/v1/totp/setup')).failure.name).toBe('SECOND_FACTOR_ALREADY_BOUND')
    world.clock.at += 6 * HOUR
    expect((await ann.get(INFO)).data.withdrawLockUntil).toBeNull()
  })

  it('SEC-007 the secret and the recovery codes are in the journal only sealed', async () => {
    const bea = await Member.join(world, 'bea.two@example.com')
    await bea.bindGoogle()
    const [saved] = await world.agio.models.documents(asUserId(bea.userId), 'security')
    const text = JSON.stringify(saved?.document)
    for (const secret of [bea.secret ?? '', ...bea.recoveryCodes, bea.email, 'argon2id']) expect(text).not.toContain(secret)
  })

  it('AUTH-011 is accepted in three steps, each once', async () => {
    const cem = await Member.join(world, 'cem.two@example.com')
    await cem.bindGoogle()
    const now = world.clock.at
    const answers: string[] = []
    for (const at of [now - 30_000, now, now + 30_000, now, now - 60_000]) {
      const answer = await cem.post(STEP_UP, { codes: { google: cem.google(at) } })
      answers.push(answer.code === '0' ? 'ok' : answer.failure.name)
    }
    expect(answers).toEqual(['ok', 'ok', 'ok', 'CODE_USED', 'SECOND_FACTOR_INVALID'])
    const same = Array.from({ length: 4 }, () => cem.post(STEP_UP, { codes: { google: cem.google(world.clock.at + 90_000) } }))
    world.clock.at += 90_000
    const codes = (await Promise.all(same)).map((answer) => answer.code)
    expect(codes.filter((code) => code === '0').length).toBeLessThanOrEqual(1)
  })

  it('AUTH-011 one code opens one of two logins that come at the same moment', async () => {
    const dan = await Member.join(world, 'dan.two@example.com')
    await dan.bindGoogle()
    const tickets = [await begin(dan), await begin(dan)]
    const codes = { google: dan.google() }
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, codes)))
    expect(answers.map(({ code }) => code).sort()).toEqual(['0', '10027'])
  })

  it('USER-006 a recovery code stands in for the authenticator once, also when it is tried twice at the same moment', async () => {
    const eve = await Member.join(world, 'eve.two@example.com')
    await eve.bindGoogle()
    const [first = '', second = ''] = eve.recoveryCodes
    const written = first.replace('-', '').toLowerCase()
    const { factors, accounts } = world.agio
    const account = await accounts.get(asUserId(eve.userId))
    const proofs = [written, first].map((google) => factors.check(account, ['google'], { google }, 'LOGIN', ''))
    const spent = await Promise.allSettled(proofs.map((proof) => proof.spend()))
    expect(spent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await finish(await begin(eve), { google: first })).failure.name).toBe('SECOND_FACTOR_INVALID')
    expect((await finish(await begin(eve), { google: second })).code).toBe('0')
    expect((await eve.notices(eve.email))[0]).toContain('8')
  })

  it('AUTH-021 USER-006 new recovery codes void the old ones, and removing the authenticator ends the other sessions', async () => {
    const fay = await Member.join(world, 'fay.two@example.com')
    await world.login(fay.email, PASSWORD, { identity: 'elsewhere' })
    await fay.bindGoogle()
    const [old = ''] = fay.recoveryCodes
    const renewed = await fay.seal('/api/auth/v1/totp/recoveryCodes', { codes: await fay.codes('CHANGE_FACTOR', ['email', 'google']) })
    expect(renewed.data.recoveryCodes).toHaveLength(10)
    expect((await finish(await begin(fay), { google: old })).failure.name).toBe('SECOND_FACTOR_INVALID')
    world.clock.at += 30_000
    const other = await finish(await begin(fay, 'elsewhere'), { google: fay.google() }, 'elsewhere')
    const token = 'token' in other.data ? other.data.token : ''
    const removed = await fay.seal('/api/auth/v1/totp/unbind', { codes: await fay.codes('CHANGE_FACTOR', ['email', 'google']) })
    expect(removed.data).toMatchObject({
      googleBound: 0,
      withdrawLockCause: 'factorRemoved',
      withdrawLockUntil: world.clock.at + 24 * HOUR,
    })
    expect((await world.get(INFO, { token })).data).toMatchObject({
      name: 'SESSION_REVOKED',
      params: { cause: 'factorRemoved' },
    })
    expect((await fay.get(INFO)).code).toBe('0')
    expect((await fay.notices(fay.email))[0]).toContain('removed')
  })
})

describe('which codes', () => {
  it('AUTH-008 AUTH-009 mode 1 asks for every method at login, mode 0 for the first, and a password change for a pair', async () => {
    const gil = await Member.join(world, 'gil.two@example.com')
    await gil.bindPhone({ areaCode: '49', phone: '15112345678' })
    expect((await gil.get(INFO)).data).toMatchObject({ loginMethods: ['email'], passwordMethods: ['email', 'phone'] })
    await gil.bindGoogle(['email', 'phone'])
    expect((await gil.get(INFO)).data).toMatchObject({ loginMethods: ['google'], passwordMethods: ['google', 'email'] })
    const codes = await gil.codes('CHANGE_FACTOR', ['google', 'email', 'phone'])
    const mode = await gil.seal('/api/auth/v1/secondFactor/loginMode', { loginMode: 1, codes })
    expect(mode.data).toMatchObject({ loginMode: 1, loginMethods: ['google', 'email', 'phone'], withdrawLockCause: 'factorBound' })
    const step = await world.sealed(LOGIN, { type: 2, areaCode: '0049', account: '15112345678', password: PASSWORD })
    expect(step.data).toMatchObject({ methods: ['google', 'email', 'phone'], masks: { email: 'gi***wo@example.com', phone: '151***678' } })
    const part = await finish(ticketOf(step), { google: gil.google(world.clock.at + 30_000) })
    expect(part.data).toMatchObject({ name: 'SECOND_FACTOR_REQUIRED', params: { methods: ['email', 'phone'] } })
  })

  it('AUTH-008 a method is switched off and on again, the last one stays on, and what is not bound cannot be switched', async () => {
    const hal = await Member.join(world, 'hal.two@example.com')
    const only = await hal.seal(SWITCH, { method: 'email', status: 0, codes: await hal.codes('CHANGE_FACTOR', ['email']) })
    expect(only.failure.name).toBe('SECOND_FACTOR_LAST')
    const unbound = await hal.seal(SWITCH, { method: 'phone', status: 1, codes: await hal.codes('CHANGE_FACTOR', ['email']) })
    expect(unbound.data).toMatchObject({ name: 'SECOND_FACTOR_NOT_BOUND', params: { method: 'phone' } })
    await hal.bindGoogle()
    const off = await hal.seal(SWITCH, { method: 'google', status: 0, codes: await hal.codes('CHANGE_FACTOR', ['email', 'google']) })
    expect(off.data).toMatchObject({ googleStatus: 0, googleBound: 1, loginMethods: ['email'], withdrawLockCause: 'factorRemoved' })
    const on = await hal.seal(SWITCH, { method: 'google', status: 1, codes: await hal.codes('CHANGE_FACTOR', ['email']) })
    expect(on.data).toMatchObject({ googleStatus: 1, loginMethods: ['google'] })
    const unbind = await hal.seal('/api/auth/v1/email/unbind', { codes: await hal.codes('CHANGE_FACTOR', ['email', 'google']) })
    expect(unbind.failure.name).toBe('SECOND_FACTOR_LAST')
  })

  it('AUTH-012 a code of one scene is refused in every other, and so is one of another account', async () => {
    const ida = await Member.join(world, 'ida.two@example.com')
    const jon = await Member.join(world, 'jon.two@example.com', 'device-2')
    const email = await ida.sent('CHANGE_PASSWORD', 'email')
    const invalid = { name: 'SECOND_FACTOR_INVALID', params: { method: 'email' } }
    expect((await ida.post(STEP_UP, { codes: { email } })).data).toMatchObject(invalid)
    expect((await ida.seal(SWITCH, { method: 'email', status: 1, codes: { email } })).data).toMatchObject(invalid)
    expect((await ida.post(ANTI, { antiPhishingCode: 'words', codes: { email } })).data).toMatchObject(invalid)
    expect((await jon.post(STEP_UP, { codes: { email: await ida.sent('STEP_UP', 'email') } })).data).toMatchObject(invalid)
  })
})

describe('step-up', () => {
  it('USER-009 a call of access 2F needs a step-up of its own session within ten minutes, or codes in its body', async () => {
    const kim = await Member.join(world, 'kim.two@example.com')
    const save = { antiPhishingCode: 'blue whale' }
    expect((await kim.post(ANTI, save)).data).toMatchObject({ name: 'SECOND_FACTOR_REQUIRED', params: { methods: ['email'] } })
    const code = await kim.sent('STEP_UP', 'email')
    expect((await kim.post(ANTI, { ...save, codes: { email: code } })).code).toBe('0')
    expect((await kim.post(ANTI, { ...save, codes: { email: code } })).failure.name).toBe('SECOND_FACTOR_INVALID')
    const stepped = await kim.post(STEP_UP, { codes: { email: await kim.sent('STEP_UP', 'email') } })
    expect(stepped.data.validUntil).toBe(world.clock.at + 600_000)
    world.clock.at += 600_000 - 1
    expect((await kim.post(ANTI, save)).code).toBe('0')
    const other = await world.login(kim.email, PASSWORD, { identity: 'elsewhere' })
    expect((await world.post(ANTI, save, { token: other.data.token })).failure.name).toBe('SECOND_FACTOR_REQUIRED')
    expect((await kim.post(ANTI, save)).failure.name).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('AUTH-011 guessing an authenticator locks after five tries, in sessions and at login together', async () => {
    const lea = await Member.join(world, 'lea.two@example.com')
    await lea.bindGoogle()
    const names: string[] = []
    for (let round = 0; round < 3; round += 1) names.push((await lea.post(STEP_UP, { codes: { google: '000000' } })).failure.name)
    for (let round = 0; round < 3; round += 1) names.push((await finish(await begin(lea), { google: '000000' })).failure.name)
    expect(names).toEqual([...Array(5).fill('SECOND_FACTOR_INVALID'), 'LOGIN_LOCKED'])
    expect((await lea.post(STEP_UP, { codes: { google: lea.google() } })).failure.name).toBe('LOGIN_LOCKED')
    world.clock.at += 15 * 60_000
    expect((await lea.post(STEP_UP, { codes: { google: lea.google() } })).code).toBe('0')
  })
})
