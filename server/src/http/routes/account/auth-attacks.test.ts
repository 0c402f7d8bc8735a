/** What attackers try at the doors of an account: guessing, floods, odd passwords, foreign ids, cookies, links in mails. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SoftAuthenticator } from '../../../testing/authenticator.ts'
import { type HttpWorld, httpWorld, PASSWORD, ticketOf } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

const SEND = '/api/auth/v1/open/sendCode'
const LOGIN = '/api/auth/v1/open/login'
const SECOND = '/api/auth/v1/open/login/secondFactor'
const RESET = '/api/auth/v1/open/resetPassword'
const FACTOR_CODE = '/api/auth/v1/secondFactor/sendCode'
const INFO = '/api/auth/v1/secondFactor/info'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

it('AUTH-012 REL-001 [part] what was begun before a restart is told to begin again, by name', async () => {
  const [account, code, password] = ['before@example.com', '123456', 'Another-Horse-10']
  const ticket = 'A'.repeat(32)
  const credential = new SoftAuthenticator().get({ challenge: 'of-before' })
  const asked: readonly (readonly [string, object, string])[] = [
    ['/api/auth/v1/open/register', { type: 1, account, code, password, agreeTerms: 1 }, 'CODE_EXPIRED'],
    [RESET, { type: 1, account, code, password }, 'CODE_EXPIRED'],
    [SECOND, { ticket, codes: { email: code } }, 'LOGIN_TICKET_EXPIRED'],
    ['/api/auth/v1/open/login/confirmDevice', { ticket, code }, 'LOGIN_TICKET_EXPIRED'],
    ['/api/auth/v1/open/passkey/login', { challengeId: ticket, credential }, 'PASSKEY_INVALID'],
  ]
  for (const [path, body, name] of asked) expect((await world.sealed(path, body)).failure.name, path).toBe(name)
  const member = await Member.join(world, 'going-on@example.com')
  const codes = { email: code }
  expect((await member.post('/api/auth/v1/secondFactor/stepUp', { codes })).failure.name).toBe('CODE_EXPIRED')
  const bound = { setupId: ticket, googleCode: code, codes: await member.codes('CHANGE_FACTOR', ['email']) }
  expect((await member.seal('/api/auth/v1/totp/bind', bound)).failure.name).toBe('TOTP_SETUP_EXPIRED')
})

it('AUTH-011 AUTH-007 [part] an authenticator is guessed five times at most, however many addresses and tickets take part', async () => {
  const ann = await Member.join(world, 'ann.attack@example.com')
  await ann.bindGoogle()
  const names = new Map<string, number>()
  for (let round = 0; round < 12; round += 1) {
    const ip = `198.51.100.${round + 1}`
    const first = await world.sealed(LOGIN, { type: 1, account: ann.email, password: PASSWORD }, { ip })
    const name =
      first.code !== '0'
        ? first.failure.name
        : (await world.sealed(SECOND, { ticket: ticketOf(first), codes: { google: String(round).padStart(6, '0') } }, { ip })).failure.name
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  expect(Object.fromEntries(names)).toEqual({ SECOND_FACTOR_INVALID: 5, LOGIN_LOCKED: 7 })
})

it('SEC-007 SEC-011 [part] passwords are bounded before they are hashed, and one password is the same in every Unicode form', async () => {
  const account = 'bea.attack@example.com'
  await world.post(SEND, { type: 1, account, scene: 'REGISTER' })
  const body = { type: 1, account, code: await world.code(account), agreeTerms: 1 }
  const register = '/api/auth/v1/open/register'
  expect((await world.sealed(register, { ...body, password: 'Aa1-'.repeat(2_500_000) })).failure.name).toBe('BODY_TOO_LARGE')
  expect((await world.sealed(register, { ...body, password: 'Aa1-'.repeat(65) })).failure.params.issues).toEqual([
    { path: 'password', rule: 'length' },
  ])
  const composed = 'Käse-Brötchen-9\u0000x'.normalize('NFC')
  expect((await world.sealed(register, { ...body, password: composed })).data.stage).toBe('done')
  const login = (password: string) => world.sealed(LOGIN, { type: 1, account, password })
  expect((await login(composed.normalize('NFD'))).data.stage).toBe('secondFactor')
  expect((await login('Käse-Brötchen-9')).failure.name).toBe('LOGIN_FAILED')
})

it('AUTH-012 a code is sent once a minute in each scene, lives ten minutes, and nothing goes where nothing is bound', async () => {
  const cem = await Member.join(world, 'cem.attack@example.com')
  world.clock.at += 60_000
  for (const scene of ['STEP_UP', 'CHANGE_PASSWORD', 'CHANGE_FACTOR', 'API_KEY']) {
    expect((await cem.post(FACTOR_CODE, { scene, channel: 'email' })).code, scene).toBe('0')
    const again = await cem.post(FACTOR_CODE, { scene, channel: 'email' })
    expect(again.data, scene).toMatchObject({ name: 'CODE_RESEND_TOO_SOON', params: { retryAfter: 60 } })
  }
  const unbound = await cem.post(FACTOR_CODE, { scene: 'STEP_UP', channel: 'phone' })
  expect(unbound.data).toMatchObject({ name: 'SECOND_FACTOR_NOT_BOUND', params: { method: 'phone' } })
  const email = await cem.sent('STEP_UP', 'email')
  world.clock.at += 600_000
  expect((await cem.post('/api/auth/v1/secondFactor/stepUp', { codes: { email } })).failure.name).toBe('CODE_EXPIRED')
})

it('AUTH-022 [part] a reset code dies after ten minutes, and no mail holds a link that a forged host could poison', async () => {
  const dan = await Member.join(world, 'dan.attack@example.com')
  world.clock.at += 60_000
  await world.post(SEND, { type: 1, account: dan.email, scene: 'RESET_PASSWORD' }, { headers: { 'x-forwarded-host': 'evil.example' } })
  const code = await world.code(dan.email)
  for (const { text, subject } of world.agio.outbox.list(dan.email)) expect(subject + text).not.toMatch(/https?:|evil/)
  world.clock.at += 600_000
  const reset = await world.sealed(RESET, { type: 1, account: dan.email, code, password: 'Another-Horse-10' })
  expect(reset.failure.name).toBe('CODE_EXPIRED')
})

it('SEC-002 [part] a user id in a body is nobody’s: every change is of the session’s own account', async () => {
  const [eve, fay] = [await Member.join(world, 'eve.attack@example.com', 'one'), await Member.join(world, 'fay.attack@example.com', 'two')]
  const codes = await eve.codes('CHANGE_PASSWORD', ['email'])
  const body = { oldPassword: PASSWORD, newPassword: 'Another-Horse-10', codes }
  const forged = await eve.seal('/api/auth/v1/password/change', { ...body, userId: fay.userId, account: fay.email })
  expect(forged.failure.params.issues).toEqual(['userId', 'account'].map((path) => ({ path, rule: 'exclusive' })))
  const named = { scene: 'CHANGE_FACTOR', channel: 'email', userId: fay.userId, account: fay.email }
  expect((await eve.post(FACTOR_CODE, named)).code).toBe('0')
  expect(world.agio.outbox.list(fay.email).map(({ scene }) => scene)).not.toContain('CHANGE_FACTOR')
  expect((await eve.seal('/api/auth/v1/password/change', body)).code).toBe('0')
  expect((await fay.get(INFO)).data).toMatchObject({ withdrawLockCause: null })
  expect((await world.login(fay.email, PASSWORD, { identity: 'two' })).data.stage).toBe('done')
})

it('SEC-003 [part] no answer of a login sets a cookie, and no token is in an address', async () => {
  const gil = await world.register('gil.attack@example.com')
  const login = await world.login('gil.attack@example.com')
  for (const answer of [gil, login]) {
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.data.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  }
  expect((await world.get(`${INFO}?token=${login.data.token}`)).failure.name).toBe('LOGIN_REQUIRED')
})

it('SEC-008 codes to one address that shall be bound are limited, from whatever address they are asked for', async () => {
  const hal = await Member.join(world, 'hal.attack@example.com')
  const statuses: number[] = []
  for (let round = 0; round < 22; round += 1) {
    const body = { scene: 'BIND', channel: 'email', target: round % 2 === 0 ? 'victim@example.com' : 'VICTIM@example.com' }
    statuses.push((await world.post(FACTOR_CODE, body, { token: hal.token, ip: `198.51.101.${round + 1}` })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
  expect(world.agio.outbox.list('victim@example.com')).toHaveLength(1)
})
