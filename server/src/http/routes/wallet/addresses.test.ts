/** Telephone accounts, and e-mail addresses and telephones that are bound, replaced and removed. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { userByAccountKey } from '@agio/engine/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emailName, phoneName } from '../../../auth/account/account-name.ts'
import { registerCustomer } from '../../../auth/account/accounts.ts'
import { LIMIT_SIZES } from '../../../limits/rate-limit.ts'
import { type HttpWorld, httpWorld, PASSWORD, ticketOf } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

const SEND = '/api/auth/v1/open/sendCode'
const REGISTER = '/api/auth/v1/open/register'
const LOGIN = '/api/auth/v1/open/login'
const SECOND = '/api/auth/v1/open/login/secondFactor'
const INFO = '/api/auth/v1/secondFactor/info'
const FACTOR_CODE = '/api/auth/v1/secondFactor/sendCode'
const HOUR = 3_600_000

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

describe('telephone accounts', () => {
  it('AUTH-002 a number has 4 to 15 digits and nothing else', async () => {
    for (const account of ['123', '1234567890123456', '+49151123', '151 1234', '151a234', '１２３４５']) {
      const answer = await world.post(SEND, { type: 2, areaCode: '49', account, scene: 'REGISTER' })
      expect(answer.failure.params.issues, account).toEqual([{ path: 'account', rule: 'format' }])
    }
    for (const account of ['1234', '123456789012345']) {
      expect((await world.post(SEND, { type: 2, areaCode: '49', account, scene: 'REGISTER' })).code, account).toBe('0')
    }
    const missing = await world.post(SEND, { type: 2, account: '15112345', scene: 'REGISTER' })
    expect(missing.failure.params.issues).toEqual([{ path: 'areaCode', rule: 'required' }])
  })

  it('AUTH-010 AUTH-027 registers and logs in by telephone with codes by SMS; 0086 and 86 are one area', async () => {
    const name = { type: 2, areaCode: '86', account: '13812345678' }
    await world.post(SEND, { ...name, scene: 'REGISTER' })
    const code = await world.code('8613812345678')
    const done = await world.sealed(REGISTER, { ...name, code, password: PASSWORD, agreeTerms: 1 })
    expect(done.data.userInfo).toMatchObject({ registerAccount: '138***678', registerType: 2 })
    const info = await world.get(INFO, { token: done.data.token })
    expect(info.data).toMatchObject({ phoneStatus: 1, phoneMask: '138***678', emailMask: null, loginMethods: ['phone'] })
    const step = await world.sealed(LOGIN, { ...name, areaCode: '0086', password: PASSWORD })
    const ticket = ticketOf(step)
    expect(step.data).toMatchObject({ methods: ['phone'], masks: { phone: '138***678' } })
    world.clock.at += 60_000
    await world.post('/api/auth/v1/open/login/sendCode', { ticket, channel: 'phone' })
    const again = await world.sealed(SECOND, { ticket, codes: { phone: await world.code('8613812345678') } })
    expect(again.data.stage).toBe('done')
    expect(world.agio.outbox.list('8613812345678')[0]).toMatchObject({ channel: 'phone', scene: 'LOGIN' })
  })

  it('AUTH-005 a registered number is answered like a new one, and its owner is told instead', async () => {
    const name = { type: 2, areaCode: '86', account: '13812345678' }
    world.clock.at += 60_000
    const known = await world.post(SEND, { ...name, scene: 'REGISTER' })
    const fresh = await world.post(SEND, { ...name, account: '13812345679', scene: 'REGISTER' })
    expect(known.text).toBe(fresh.text)
    await world.agio.mailer.settled()
    expect(world.agio.outbox.list('8613812345678')[0]).toMatchObject({ code: '', scene: 'REGISTER' })
  })
})

describe('spellings of one telephone number', () => {
  const UK = '44'
  const name = (account: string, areaCode = UK) => ({ type: 2, areaCode, account })
  const register = async (account: string, areaCode = UK, identity = `device of ${account}`) => {
    await world.post(SEND, { ...name(account, areaCode), scene: 'REGISTER' })
    const code = await world.code(areaCode + account)
    return world.sealed(REGISTER, { ...name(account, areaCode), code, password: PASSWORD, agreeTerms: 1 }, { identity })
  }
  /** As accounts were made before: in the spelling that was typed. */
  const registerAsTyped = async (account: string, password = PASSWORD) => {
    const { vault } = world.agio
    const typed = phoneName({ areaCode: UK, number: account })
    return (await registerCustomer({ vault, exchange: world.exchange }, { name: typed, password, lang: 'en_US' })).userId
  }
  /** Both steps of a login. */
  const logIn = async (account: string, password = PASSWORD, place = UK + account) => {
    const step = await world.sealed(LOGIN, { ...name(account), password })
    if (step.code !== '0') return step.failure.name
    const ticket = ticketOf(step)
    world.clock.at += 60_000
    await world.post('/api/auth/v1/open/login/sendCode', { ticket, channel: 'phone' })
    const { data } = await world.sealed(SECOND, { ticket, codes: { phone: await world.code(place) } })
    return data.stage === 'done' ? Number(data.userInfo.userId) : data.stage
  }
  const reset = async (account: string, password: string, place = UK + account) => {
    world.clock.at += 60_000
    expect((await world.post(SEND, { ...name(account), scene: 'RESET_PASSWORD' })).code).toBe('0')
    return (await world.sealed('/api/auth/v1/open/resetPassword', { ...name(account), code: await world.code(place), password })).code
  }

  it('AUTH-002 AUTH-005 7…, 07…, 007… and 447… below 44 are one account, at registration, login, reset and in the locks', async () => {
    const done = await register('07911123401')
    expect(done.data.userInfo.registerAccount).toBe('791***401')
    const userId = Number(done.data.userInfo.userId)
    for (const spelling of ['7911123401', '07911123401', '007911123401', '447911123401', '00447911123401']) {
      expect(await logIn(spelling), spelling).toBe(userId)
      world.clock.at += 60_000
      await world.post(SEND, { ...name(spelling), scene: 'REGISTER' })
      await world.agio.mailer.settled()
      expect(world.agio.outbox.list('447911123401')[0], spelling).toMatchObject({ code: '', scene: 'REGISTER' })
    }
    expect(await reset('007911123401', 'Quiet-Lantern-58')).toBe('0')
    const wrong = (account: string) => world.sealed(LOGIN, { ...name(account), password: 'Wrong-Password-1' }, { identity: 'stranger' })
    for (const [index, spelling] of ['7911123401', '07911123401', '007911123401', '447911123401', '0007911123401'].entries())
      expect((await wrong(spelling)).failure.params.left, spelling).toBe(4 - index)
    expect((await wrong('00007911123401')).failure.name).toBe('LOGIN_LOCKED')
    // Of a number that nobody has, the same.
    for (const [index, spelling] of ['7911123402', '07911123402', '007911123402'].entries())
      expect((await wrong(spelling)).failure.params.left, spelling).toBe(4 - index)
  })

  it('AUTH-002 a number that nobody can have is taken, without the zeros in front of it', async () => {
    const { userId } = (await register('001234')).data.userInfo
    for (const spelling of ['1234', '01234']) expect(await logIn(spelling), spelling).toBe(Number(userId))
    expect((await register('0712345678', '225')).data.userInfo.registerAccount).toBe('071***678')
    world.clock.at += 60_000
    await world.post(SEND, { ...name('712345678', '225'), scene: 'REGISTER' })
    await world.agio.mailer.settled()
    expect(world.agio.outbox.list('2250712345678')[0]).toMatchObject({ code: '', scene: 'REGISTER' })
  })

  it('AUTH-005 an account that has its number as it was typed is reached by every spelling, and nobody takes another one', async () => {
    const userId = await registerAsTyped('07911123403')
    const place = '4407911123403'
    for (const spelling of ['7911123403', '07911123403', '007911123403']) expect(await logIn(spelling, PASSWORD, place)).toBe(userId)
    world.clock.at += 60_000
    await world.post(SEND, { ...name('7911123403'), scene: 'REGISTER' })
    await world.agio.mailer.settled()
    expect(world.agio.outbox.list(place)[0]).toMatchObject({ code: '', scene: 'REGISTER' })
    const stranger = await Member.join(world, 'stranger.bind@example.com', 'stranger')
    await stranger.bindCode('phone', '7911123403', UK)
    expect((await stranger.notices(place))[0]).toContain('somebody tried to use your address')
    expect(await reset('7911123403', 'Quiet-Lantern-58', place)).toBe('0')
  })

  it('USER-007 two accounts that have one number in two spellings both stay reachable, and each gives up its own', async () => {
    const [plain, typed] = [await registerAsTyped('7911123404'), await registerAsTyped('07911123404', 'Quiet-Lantern-58')]
    expect(await logIn('7911123404')).toBe(plain)
    expect(await logIn('007911123404')).toBe(plain)
    expect(await logIn('07911123404', 'Quiet-Lantern-58', '4407911123404')).toBe(typed)
    const held = (number: string) => userByAccountKey(world.exchange.state, world.agio.accounts.keyOf(phoneName({ areaCode: UK, number })))
    const change = await world.agio.accounts.get(typed)
    await world.agio.accounts.change(typed, (account) => ({ ...account, phone: null, email: 'typed.bind@example.com' }), {
      bind: emailName('typed.bind@example.com'),
      release: phoneName(change.phone ?? { areaCode: '', number: '' }),
    })
    expect([held('07911123404'), held('7911123404')]).toEqual([undefined, plain])
  })

  it('USER-008 a telephone is bound and removed under one spelling, whichever is typed', async () => {
    const ida = await Member.join(world, 'ida.bind@example.com')
    const code = await ida.bindCode('phone', '007911123405', UK)
    const codes = await ida.codes('CHANGE_FACTOR', ['email'])
    expect((await ida.seal('/api/auth/v1/phone/bind', { areaCode: UK, phone: '07911123405', code, codes })).data.phoneMask).toBe(
      '791***405',
    )
    const again = await ida.post(FACTOR_CODE, { scene: 'BIND', channel: 'phone', areaCode: UK, target: '447911123405' })
    expect(again.failure.name).toBe('SECOND_FACTOR_ALREADY_BOUND')
    ida.phone = { areaCode: UK, phone: '7911123405' }
    const both = await ida.codes('CHANGE_FACTOR', ['email', 'phone'])
    expect((await ida.seal('/api/auth/v1/phone/unbind', { codes: both })).code).toBe('0')
    expect((await register('7911123405')).data.stage).toBe('done')
  })

  it('SEC-008 calls count for the number, in whatever spelling they name it', async () => {
    const strict = await httpWorld({ profile: 'demo', limitSizes: { ...LIMIT_SIZES, auth: { size: 3, windowMs: 600_000 } } })
    const ask = (account: string, index: number) =>
      strict.post(SEND, { ...name(account), scene: 'RESET_PASSWORD' }, { ip: `203.0.113.${index}` })
    for (const [index, spelling] of ['7911123406', '07911123406', '007911123406'].entries())
      expect((await ask(spelling, index)).failure.name, spelling).not.toBe('RATE_LIMIT_AUTH')
    expect((await ask('447911123406', 9)).failure.name).toBe('RATE_LIMIT_AUTH')
    await strict.close()
  })
})

describe('binding', () => {
  it('USER-008 a telephone is bound with a code to it and codes of the methods on, logs in from then on, and locks withdrawals for 6 hours', async () => {
    const ann = await Member.join(world, 'ann.bind@example.com')
    const phone = { areaCode: '49', phone: '15100000001' }
    const code = await ann.bindCode('phone', phone.phone, phone.areaCode)
    const without = await ann.seal('/api/auth/v1/phone/bind', { ...phone, code, codes: {} })
    expect(without.data).toMatchObject({ name: 'SECOND_FACTOR_REQUIRED', params: { methods: ['email'] } })
    const wrong = await ann.seal('/api/auth/v1/phone/bind', {
      ...phone,
      code: '000000',
      codes: await ann.codes('CHANGE_FACTOR', ['email']),
    })
    expect(wrong.failure.name).toBe('CODE_INVALID')
    const bound = await ann.bindPhone(phone)
    expect(bound.data).toMatchObject({ phoneStatus: 1, phoneMask: '151***001', withdrawLockCause: 'factorBound' })
    expect(bound.data.withdrawLockUntil).toBe(world.clock.at + 6 * HOUR)
    const step = await world.sealed(LOGIN, { type: 2, areaCode: '49', account: phone.phone, password: PASSWORD })
    expect(step.data).toMatchObject({ stage: 'secondFactor', methods: ['email'] })
  })

  it('AUTH-021 USER-007 replacing the e-mail address takes the old name away, tells it, ends other sessions and locks for 24 hours', async () => {
    const bea = await Member.join(world, 'bea.bind@example.com')
    const other = (await world.login(bea.email, PASSWORD, { identity: 'other' })).data
    const replaced = await bea.bindEmail('bea.new@example.com')
    expect(replaced.data).toMatchObject({ emailMask: 'be***ew@example.com', withdrawLockCause: 'factorReplaced' })
    expect(replaced.data.withdrawLockUntil).toBe(world.clock.at + 24 * HOUR)
    expect((await bea.get(INFO)).code).toBe('0')
    expect((await world.get(INFO, { token: other.token })).code).toBe('10118')
    expect((await bea.notices('bea.bind@example.com'))[0]).toContain('e-mail address changed')
    expect((await world.sealed(LOGIN, { type: 1, account: 'bea.bind@example.com', password: PASSWORD })).failure.name).toBe('LOGIN_FAILED')
    expect((await world.login('bea.new@example.com')).data.stage).toBe('done')
    expect((await world.register('bea.bind@example.com', PASSWORD, { identity: 'new owner' })).data.stage).toBe('done')
  })

  it('USER-007 an address is removed while another name and method stay, and its owner is told', async () => {
    const cem = await Member.join(world, 'cem.bind@example.com')
    const last = await cem.seal('/api/auth/v1/email/unbind', { codes: await cem.codes('CHANGE_FACTOR', ['email']) })
    expect(last.failure.name).toBe('SECOND_FACTOR_LAST')
    await cem.bindPhone({ areaCode: '49', phone: '15100000002' })
    const removed = await cem.seal('/api/auth/v1/email/unbind', { codes: await cem.codes('CHANGE_FACTOR', ['email', 'phone']) })
    expect(removed.data).toMatchObject({ emailBound: 0, emailMask: null, phoneStatus: 1, withdrawLockCause: 'factorRemoved' })
    expect((await cem.notices('cem.bind@example.com'))[0]).toContain('removed')
    const info = await cem.get('/api/user-web/v1/user/getLoginInfo')
    expect(info.data).toMatchObject({ registerAccount: '151***002', registerType: 2 })
    const nothing = await cem.seal('/api/auth/v1/email/unbind', { codes: await cem.codes('CHANGE_FACTOR', ['phone']) })
    expect(nothing.failure.name).toBe('SECOND_FACTOR_NOT_BOUND')
    world.clock.at += 60_000
    const again = await cem.bindEmail('cem.again@example.com', ['phone'])
    // a change while a long lock runs starts it again
    const withdrawLockUntil = world.clock.at + 24 * HOUR
    expect(again.data).toMatchObject({ emailStatus: 1, withdrawLockCause: 'factorRemoved', withdrawLockUntil })
  })

  it('AUTH-005 an address of somebody else gets no code and is answered alike; its owner is told', async () => {
    const dan = await Member.join(world, 'dan.bind@example.com')
    await Member.join(world, 'eve.bind@example.com', 'device-2')
    world.clock.at += 60_000
    const ask = (target: string) => dan.post(FACTOR_CODE, { scene: 'BIND', channel: 'email', target })
    const [taken, free] = [await ask('eve.bind@example.com'), await ask('nobody.bind@example.com')]
    expect(taken.text).toBe(free.text)
    expect((await dan.notices('eve.bind@example.com'))[0]).toContain('somebody tried to use your address')
    const codes = await dan.codes('CHANGE_FACTOR', ['email'])
    const guesses = [
      await dan.seal('/api/auth/v1/email/bind', { email: 'eve.bind@example.com', code: '000000', codes }),
      await dan.seal('/api/auth/v1/email/bind', { email: 'nobody.bind@example.com', code: '000000', codes }),
    ]
    for (const guess of guesses) expect(guess.data).toMatchObject({ name: 'CODE_INVALID', params: { left: 4 } })
    expect((await ask('dan.bind@example.com')).failure.name).toBe('SECOND_FACTOR_ALREADY_BOUND')
    const missing = await dan.post(FACTOR_CODE, { scene: 'BIND', channel: 'phone', target: 'x' })
    expect(missing.failure.params.issues).toEqual([
      { path: 'target', rule: 'format' },
      { path: 'areaCode', rule: 'required' },
    ])
  })

  it('USER-007 two accounts that bind one address at the same moment: one gets it, the other keeps what it had', async () => {
    const [one, two] = [await Member.join(world, 'one.bind@example.com', 'one'), await Member.join(world, 'two.bind@example.com', 'two')]
    const email = 'shared.bind@example.com'
    const bodies: object[] = []
    for (const member of [one, two]) {
      const code = await member.bindCode('email', email)
      bodies.push({ email, code, codes: await member.codes('CHANGE_FACTOR', ['email']) })
    }
    const [first, second] = await Promise.all([
      one.seal('/api/auth/v1/email/bind', bodies[0] ?? {}),
      two.seal('/api/auth/v1/email/bind', bodies[1] ?? {}),
    ])
    expect([first.code, second.code].sort()).toEqual(['0', '30013'])
    const loser = first.code === '0' ? two : one
    const winner = first.code === '0' ? one : two
    const owner = (address: string) => userByAccountKey(world.exchange.state, world.agio.accountKeyOf(address))
    expect(owner(email)).toBe(winner.userId)
    expect(owner(winner.email)).toBeUndefined()
    expect(owner(loser.email)).toBe(loser.userId)
    expect((await loser.get(INFO)).data).toMatchObject({ emailBound: 1, withdrawLockUntil: null })
    expect((await world.agio.accounts.get(asUserId(loser.userId))).email).toBe(loser.email)
  })

  it('USER-007 a code to an address serves the account that asked for it, once', async () => {
    const [one, two] = [await Member.join(world, 'fay.bind@example.com', 'one'), await Member.join(world, 'gil.bind@example.com', 'two')]
    const email = 'fresh.bind@example.com'
    const code = await one.bindCode('email', email)
    const stolen = await two.seal('/api/auth/v1/email/bind', { email, code, codes: await two.codes('CHANGE_FACTOR', ['email']) })
    expect(stolen.failure.name).toBe('CODE_INVALID')
    const codes = await one.codes('CHANGE_FACTOR', ['email'])
    const elsewhere = await one.seal('/api/auth/v1/email/bind', { email: 'other.bind@example.com', code, codes })
    expect(elsewhere.failure.name).toBe('CODE_INVALID')
    const both = await Promise.all([1, 2].map(() => one.seal('/api/auth/v1/email/bind', { email, code, codes })))
    expect(both.filter((answer) => answer.code === '0')).toHaveLength(1)
  })
})
