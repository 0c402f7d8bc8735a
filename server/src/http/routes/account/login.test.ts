/** Registration, login and logout through the gateway, as a browser does them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpWorld, httpWorld, PASSWORD, ticketOf, userIdOf } from '../../../testing/http-world.ts'

const REGISTER = '/api/auth/v1/open/register'
const LOGIN = '/api/auth/v1/open/login'
const SEND = '/api/auth/v1/open/sendCode'
const INFO = '/api/user-web/v1/user/getLoginInfo'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

describe('registration', () => {
  it('AUTH-003 AUTH-013 needs a code, the terms and a good password, and ends with a token that loads who is logged in', async () => {
    const account = 'ann.long@example.com'
    await world.post(SEND, { type: 1, account, scene: 'REGISTER' })
    const code = await world.code(account)
    const fields = { type: 1, account, code, password: PASSWORD }
    expect((await world.sealed(REGISTER, fields)).failure.name).toBe('TERMS_NOT_ACCEPTED')
    const weak = await world.sealed(REGISTER, { ...fields, password: 'short', agreeTerms: 1 })
    expect(weak.data).toMatchObject({ name: 'PASSWORD_WEAK', params: { rules: ['length', 'classes'] } })
    const missing = await world.sealed(REGISTER, { type: 1, account, password: PASSWORD, agreeTerms: 1 })
    expect(missing.failure.params.issues).toEqual([{ path: 'code', rule: 'required' }])
    const done = await world.sealed(REGISTER, { ...fields, agreeTerms: 1 })
    expect(done).toMatchObject({
      code: '0',
      data: { stage: 'done', userInfo: { registerAccount: 'an***ng@example.com', registerType: 1 } },
    })
    const info = await world.get(INFO, { token: done.data.token })
    expect(info.data).toMatchObject({ userId: String(userIdOf(done)), nickname: `IMUSER-${userIdOf(done)}`, security: { emailStatus: 1 } })
  })

  it('AUTH-001 refuses addresses that are none and takes unusual ones that are', async () => {
    for (const account of ['a@b', 'a@b.c', '@b.com', 'a b@c.com', 'a@b.c1']) {
      const answer = await world.post(SEND, { type: 1, account, scene: 'REGISTER' })
      expect(answer.failure.params.issues, account).toEqual([{ path: 'account', rule: 'format' }])
    }
    expect((await world.post(SEND, { type: 1, account: 'a.b+c_d%e-f@mail.example.com', scene: 'REGISTER' })).code).toBe('0')
  })

  it('AUTH-005 answers an existing address exactly like a new one; its owner gets a notice and no code', async () => {
    await world.register('owner@example.com')
    world.clock.at += 60_000
    const known = await world.post(SEND, { type: 1, account: 'owner@example.com', scene: 'REGISTER' })
    const fresh = await world.post(SEND, { type: 1, account: 'nobody-yet@example.com', scene: 'REGISTER' })
    expect(known.text).toBe(fresh.text)
    expect(world.agio.outbox.list('owner@example.com')[0]).toMatchObject({ code: '', scene: 'REGISTER' })
    const guess = { code: '000000', password: PASSWORD, agreeTerms: 1, type: 1 }
    const answers = [
      await world.sealed(REGISTER, { ...guess, account: 'owner@example.com' }),
      await world.sealed(REGISTER, { ...guess, account: 'nobody-yet@example.com' }),
    ]
    expect(answers.map((answer) => ({ ...answer.data, requestId: '' }))).toEqual([
      { name: 'CODE_INVALID', params: { left: 4 }, requestId: '' },
      { name: 'CODE_INVALID', params: { left: 4 }, requestId: '' },
    ])
  })

  it('SEC-007 keeps password and address in the journal only sealed', async () => {
    const document = JSON.stringify((await world.agio.models.user(userIdOf(await world.register('sealed@example.com'))))?.document)
    expect(document).not.toContain('sealed@example.com')
    expect(document).not.toContain('argon2id')
    expect(document).not.toContain(PASSWORD)
  })
})

describe('login', () => {
  it('AUTH-010 asks for the password, then for a code sent by e-mail, and logs in', async () => {
    await world.register('bea@example.com')
    const first = await world.sealed(LOGIN, { type: 1, account: 'bea@example.com', password: PASSWORD })
    expect(first.data).toMatchObject({ stage: 'secondFactor', methods: ['email'], masks: { email: '***ea@example.com' } })
    expect((await world.sealed('/api/auth/v1/open/login/secondFactor', { ticket: ticketOf(first), codes: {} })).data).toMatchObject({
      name: 'SECOND_FACTOR_REQUIRED',
      params: { methods: ['email'] },
    })
    expect((await world.login('bea@example.com')).data.stage).toBe('done')
    expect((await world.login('BEA@Example.com')).data.stage).toBe('done')
  })

  it('AUTH-006 answers an unknown account and a wrong password alike, in text and in time', { retry: 2 }, async () => {
    await world.register('cem@example.com')
    const spans = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 20; round += 1) {
      for (const kind of ['known', 'unknown'] as const) {
        world.clock.at += 16 * 60_000
        const account = kind === 'known' ? 'cem@example.com' : 'nobody@example.com'
        const startedAt = performance.now()
        const answer = await world.sealed(LOGIN, { type: 1, account, password: 'Wrong-Password-1' })
        spans[kind].push(performance.now() - startedAt)
        expect({ code: answer.code, message: answer.message, params: answer.failure.params }).toEqual({
          code: '10010',
          message: 'Account or password is wrong. Tries left: 4.',
          params: { left: 4 },
        })
      }
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length / 2] ?? 0
    const [known, unknown] = [median(spans.known), median(spans.unknown)]
    // On a machine with ten other things to do a login takes many times as long, and so does the difference of two of them.
    expect(Math.abs(known - unknown)).toBeLessThan(Math.max(50, (known + unknown) / 4))
  })

  it('AUTH-007 locks an account for 15 minutes after five wrong passwords, known or not, and no other account', async () => {
    await world.register('dan@example.com')
    await world.register('eve@example.com')
    for (const account of ['dan@example.com', 'ghost@example.com']) {
      for (let left = 4; left >= 0; left -= 1) {
        expect((await world.sealed(LOGIN, { type: 1, account, password: 'Wrong-Password-1' })).failure.params.left).toBe(left)
      }
      const locked = await world.sealed(LOGIN, { type: 1, account, password: PASSWORD })
      expect(locked.data).toMatchObject({ name: 'LOGIN_LOCKED', params: { until: world.clock.at + 15 * 60_000 } })
    }
    expect((await world.sealed(LOGIN, { type: 1, account: 'eve@example.com', password: PASSWORD })).data.stage).toBe('secondFactor')
    world.clock.at += 15 * 60_000
    expect((await world.sealed(LOGIN, { type: 1, account: 'dan@example.com', password: PASSWORD })).data.stage).toBe('secondFactor')
  })

  it('AUTH-007 counts tries that come at the same moment', async () => {
    await world.register('fay@example.com')
    const tries = Array.from({ length: 12 }, () =>
      world.sealed(LOGIN, { type: 1, account: 'fay@example.com', password: 'Wrong-Password-1' }),
    )
    const names = (await Promise.all(tries)).map((answer) => answer.failure.name)
    expect(names.filter((name) => name === 'LOGIN_FAILED')).toHaveLength(5)
    expect(names.filter((name) => name === 'LOGIN_LOCKED')).toHaveLength(7)
  })

  it('AUTH-012 locks after five wrong codes, too', async () => {
    await world.register('gil@example.com')
    const first = await world.sealed(LOGIN, { type: 1, account: 'gil@example.com', password: PASSWORD })
    const ticket = ticketOf(first)
    world.clock.at += 60_000
    await world.post('/api/auth/v1/open/login/sendCode', { ticket, channel: 'email' })
    const names: string[] = []
    for (let round = 0; round < 6; round += 1) {
      const answer = await world.sealed('/api/auth/v1/open/login/secondFactor', { ticket, codes: { email: '000000' } })
      names.push(answer.failure.name)
    }
    expect(names).toEqual([
      ...['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_INVALID'],
      'CODE_TOO_MANY_TRIES',
      'LOGIN_LOCKED',
    ])
    world.clock.at += 6 * 60_000
    expect((await world.post('/api/auth/v1/open/login/sendCode', { ticket, channel: 'email' })).failure.name).toBe('LOGIN_TICKET_EXPIRED')
  })
})

describe('sessions', () => {
  it('AUTH-015 a token is dead at once after logout', async () => {
    const { token } = (await world.register('hal@example.com')).data
    expect((await world.post('/api/auth/v1/logout', {}, { token })).code).toBe('0')
    expect(await world.get(INFO, { token })).toMatchObject({ status: 401, code: '10046' })
  })

  it('AUTH-019 AUTH-020 every way a session ends has its own code', async () => {
    const account = 'ida@example.com'
    const first = (await world.register(account, PASSWORD, { identity: 'laptop' })).data.token
    expect(await world.get(INFO)).toMatchObject({ status: 401, code: '10001', data: { name: 'LOGIN_REQUIRED' } })
    expect((await world.get(INFO, { token: 'x'.repeat(43) })).code).toBe('10046')
    expect((await world.get(INFO, { token: first, headers: { 'x-access-token': 'y'.repeat(43) } })).code).toBe('10046')
    expect((await world.get(INFO, { token: first, host: 'nova.localhost' })).code).toBe('10132')
    const second = (await world.login(account, PASSWORD, { identity: 'laptop' })).data.token
    expect(await world.get(INFO, { token: first })).toMatchObject({ code: '10047', data: { params: { device: 'Desktop' } } })
    const third = (await world.login(account, PASSWORD, { identity: 'phone' })).data.token
    expect((await world.post('/api/auth/v1/session/revokeOthers', {}, { token: third })).data.count).toBe(1)
    expect((await world.get(INFO, { token: second })).code).toBe('10118')
    world.clock.at += 24 * 3_600_000
    expect((await world.get(INFO, { token: third })).code).toBe('10005')
    const fourth = await world.login(account)
    world.exchange.must({ kind: 'setUserStatus', userId: userIdOf(fourth), status: 'frozen', actor: 'operator', why: 'test' })
    expect((await world.get(INFO, { token: fourth.data.token })).code).toBe('10106')
    expect((await world.login(account)).failure.name).toBe('ACCOUNT_DISABLED')
  })

  it('AUTH-021 [part] sessions are listed and ended one by one, never those of somebody else', async () => {
    const mine = await world.register('jon@example.com', PASSWORD, { identity: 'one' })
    const other = await world.login('jon@example.com', PASSWORD, { identity: 'two' })
    const stranger = await world.register('kim@example.com')
    const list = (await world.get('/api/auth/v1/session/list', { token: mine.data.token })).data
    expect(list).toHaveLength(2)
    const victim = list.find((row) => row.current === 0)?.sessionId
    const asStranger = await world.post('/api/auth/v1/session/revoke', { sessionId: victim }, { token: stranger.data.token })
    expect(asStranger.failure.name).toBe('SESSION_NOT_FOUND')
    expect((await world.post('/api/auth/v1/session/revoke', { sessionId: victim }, { token: mine.data.token })).code).toBe('0')
    expect((await world.get(INFO, { token: other.data.token })).code).toBe('10118')
  })

  it('SEC-003 stores a token only as its hash, and neither tokens nor passwords nor codes are logged', async () => {
    const { token } = (await world.register('lea@example.com')).data
    await world.agio.sessions.flush()
    const { readFile } = await import('node:fs/promises')
    const file = await readFile(`${world.dir}/agio/soft/sessions.jsonl`, 'utf8')
    expect(file).toContain('tokenHash')
    expect(file).not.toContain(token)
    await world.get(INFO, { token: token.slice(0, -1) })
    const log = JSON.stringify(world.log)
    for (const secret of [token, PASSWORD, 'lea@example.com', await world.code('lea@example.com')]) expect(log).not.toContain(secret)
  })
})
