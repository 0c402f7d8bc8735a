/** What people without an account's password or device can do to its owner: be a nuisance to other strangers, and nothing else. */
import { afterEach, describe, expect, it } from 'vitest'
import { LIMIT_SIZES } from '../limits/rate-limit.ts'
import { type HttpWorld, httpWorld, PASSWORD, ticketOf } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'

const LOGIN = '/api/auth/v1/open/login'
const SECOND = '/api/auth/v1/open/login/secondFactor'
const SEND = '/api/auth/v1/open/sendCode'
const RESET = '/api/auth/v1/open/resetPassword'
const REGISTER = '/api/auth/v1/open/register'
const WRONG = 'Wrong-Password-1'
const NEXT = 'Quiet-Lantern-58'
const OWN = 'own-device'

let world: HttpWorld
afterEach(() => world.close())
const open = async (options: Parameters<typeof httpWorld>[0] = {}): Promise<Member> => {
  world = await httpWorld(options)
  return Member.join(world, 'owner@example.com', OWN)
}

const address = (index: number): string => `203.0.${Math.floor(index / 250)}.${(index % 250) + 1}`
const logIn = (password: string, identity: string, ip = '127.0.0.1', account = 'owner@example.com') =>
  world.sealed(LOGIN, { type: 1, account, password }, { identity, ip })
const mails = async (): Promise<string[]> => {
  await world.agio.mailer.settled()
  return world.agio.outbox.list('owner@example.com').flatMap(({ scene, text }) => (scene === 'NOTICE' ? [text] : []))
}
const messages = async (token: string): Promise<string[]> => {
  const { data } = await world.post('/api/inform-web/v1/inform-user-message/list', { languageCode: 'en_US', bizType: 'account' }, { token })
  return data.list.map(({ titleTemplate }) => titleTemplate)
}

describe('wrong passwords of strangers', () => {
  it('AUTH-007 lock every device that the account does not know by one count, and leave the owner his own', async () => {
    await open()
    for (let round = 0; round < 5; round += 1)
      expect((await logIn(WRONG, `stranger-${round}`, address(round))).failure.name).toBe('LOGIN_FAILED')
    expect((await logIn(PASSWORD, 'stranger-9')).failure.name).toBe('LOGIN_LOCKED')
    expect((await logIn(PASSWORD, OWN)).data.stage).toBe('secondFactor')
    // His own wrong tries count for his device alone.
    for (let left = 4; left >= 0; left -= 1) expect((await logIn(WRONG, OWN)).failure.params.left).toBe(left)
    expect((await logIn(PASSWORD, OWN)).failure.name).toBe('LOGIN_LOCKED')
  })

  it('AUTH-007 tell the owner of the first lock of a day, with the way out, and a reset by mailed code ends it', async () => {
    const owner = await open()
    const lock = async (): Promise<void> => {
      for (let round = 0; round < 5; round += 1) await logIn(WRONG, 'stranger', address(round))
    }
    await lock()
    const [told = '', ...more] = await mails()
    expect(more).toEqual([])
    expect(told).toContain('/resetPassword')
    expect(told).toContain(address(4))
    expect(await messages(owner.token)).toContain('Logins locked')
    world.clock.at += 16 * 60_000
    await lock()
    expect(await mails()).toHaveLength(1)
    await world.post(SEND, { type: 1, account: owner.email, scene: 'RESET_PASSWORD' })
    const body = { type: 1, account: owner.email, code: await world.code(owner.email), password: NEXT }
    expect((await world.sealed(RESET, body, { identity: 'new-device' })).code).toBe('0')
    expect((await logIn(NEXT, 'new-device')).data.stage).toBe('secondFactor')
    world.clock.at += 86_400_000
    await lock()
    expect((await mails()).filter((text) => text.includes('five times'))).toHaveLength(2)
  })

  it('AUTH-007 SEC-008 one trial an account from many addresses ends at a budget of the tenant, which known devices pass', async () => {
    await open({ profile: 'demo', limitSizes: { ...LIMIT_SIZES, guesses: { size: 8, windowMs: 600_000 } } })
    // A known device uses up its own tries and nothing of the budget.
    for (let round = 0; round < 3; round += 1) await logIn(WRONG, OWN)
    for (let round = 0; round < 8; round += 1) {
      expect((await logIn(WRONG, `bot-${round}`, address(round), `victim-${round}@example.com`)).failure.name).toBe('LOGIN_FAILED')
    }
    expect((await logIn(WRONG, 'bot-9', address(9), 'victim-9@example.com')).failure.name).toBe('RATE_LIMIT_AUTH')
    expect((await logIn(PASSWORD, OWN)).data.stage).toBe('secondFactor')
    world.clock.at += 600_000
    expect((await logIn(WRONG, 'bot-9', address(9), 'victim-9@example.com')).failure.name).toBe('LOGIN_FAILED')
  })
})

it('AUTH-007 AUTH-022 a reset ends the locks of its account on every device: of passwords, of factors and of resets', async () => {
  const owner = await open()
  await owner.bindGoogle()
  const five = async (work: () => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < 5; round += 1) await work()
  }
  const factor = (ticket: string) => world.sealed(SECOND, { ticket, codes: { google: '000000' } }, { identity: 'stranger' })
  const ask = { type: 1, account: owner.email, scene: 'RESET_PASSWORD' }
  const reset = (code: string, identity: string) =>
    world.sealed(RESET, { type: 1, account: owner.email, code, googleCode: owner.google(), password: NEXT }, { identity })
  const ticket = ticketOf(await logIn(PASSWORD, 'stranger'))
  await five(() => factor(ticket))
  await five(() => logIn(WRONG, OWN))
  await world.post(SEND, ask)
  await five(() => reset('000000', 'stranger'))
  for (const identity of ['stranger', OWN]) expect((await logIn(PASSWORD, identity)).failure.name, identity).toBe('LOGIN_LOCKED')
  expect((await reset('000000', 'stranger')).failure.name).toBe('LOGIN_LOCKED')
  await world.sealed(SEND, ask, { identity: OWN })
  expect((await reset(await world.code(owner.email), OWN)).code).toBe('0')
  expect((await logIn(NEXT, OWN)).data.stage).toBe('secondFactor')
  expect((await factor(ticketOf(await logIn(NEXT, 'stranger')))).failure.params.left).toBe(4)
  expect((await reset('000000', 'stranger')).failure.name).not.toBe('LOGIN_LOCKED')
})

describe('calls of strangers that name an account', () => {
  it('AUTH-007 SEC-008 do not use up those of a device that the account knows', async () => {
    await open({ profile: 'demo' })
    const ask = (index: number) =>
      world.post(SEND, { type: 1, account: 'owner@example.com', scene: 'RESET_PASSWORD' }, { ip: address(index) })
    for (let index = 0; index < 21; index += 1) await ask(index)
    expect((await ask(40)).failure.name).toBe('RATE_LIMIT_AUTH')
    expect((await logIn(PASSWORD, 'stranger', address(41))).failure.name).toBe('RATE_LIMIT_AUTH')
    expect((await logIn(PASSWORD, OWN)).data.stage).toBe('secondFactor')
    const body = { type: 1, account: 'owner@example.com', scene: 'RESET_PASSWORD' }
    expect((await world.sealed(SEND, body, { identity: OWN })).code).toBe('0')
  })

  it('AUTH-007 AUTH-022 neither codes nor guesses of strangers close a reset on a known device', async () => {
    const owner = await open()
    const ask = { type: 1, account: owner.email, scene: 'RESET_PASSWORD' }
    const guess = (code: string, identity: string) =>
      world.sealed(RESET, { type: 1, account: owner.email, code, password: NEXT }, { identity })
    await world.post(SEND, ask)
    for (let round = 0; round < 5; round += 1) await guess('000000', 'stranger')
    expect((await guess('000000', 'stranger')).failure.name).toBe('LOGIN_LOCKED')
    // The code that a stranger had sent is in the owner's mail; his device may use it, and it may ask for one of its own at once.
    expect((await guess('000000', OWN)).failure.params.left).toBe(4)
    expect((await world.sealed(SEND, ask, { identity: OWN })).code).toBe('0')
    const code = await world.code(owner.email)
    world.clock.at += 60_000
    await world.post(SEND, ask)
    expect((await guess(code, OWN)).code).toBe('0')
  })

  it('AUTH-012 SEC-008 wrong registration codes lock their address, whatever accounts they are for', async () => {
    await open({ profile: 'demo', limitSizes: { ...LIMIT_SIZES, auth: { size: 1000, windowMs: 600_000 } } })
    const guess = (index: number, ip: string) =>
      world.sealed(REGISTER, { type: 1, account: `new-${index}@example.com`, code: '000000', password: PASSWORD, agreeTerms: 1 }, { ip })
    for (let index = 0; index < 10; index += 1) {
      await world.post(SEND, { type: 1, account: `new-${index}@example.com`, scene: 'REGISTER' }, { ip: address(1) })
      expect((await guess(index, address(1))).failure.name).toBe('CODE_INVALID')
    }
    expect((await guess(0, address(1))).failure.name).toBe('RATE_LIMIT_AUTH')
    expect((await guess(0, address(2))).failure.name).toBe('CODE_INVALID')
  })
})

describe('wrong codes behind the right password', () => {
  it('AUTH-023 are told at the second one, with place, device and a way to change the password', async () => {
    const owner = await open()
    await owner.bindGoogle()
    const ticket = ticketOf(await logIn(PASSWORD, 'stranger', '198.51.100.7'))
    const guess = () => world.sealed(SECOND, { ticket, codes: { google: '000000' } }, { identity: 'stranger', ip: '198.51.100.7' })
    const before = (await mails()).length
    expect((await guess()).failure).toMatchObject({ name: 'SECOND_FACTOR_INVALID', params: { left: 4 } })
    expect(await mails()).toHaveLength(before)
    expect((await guess()).failure.params.left).toBe(3)
    const [told = ''] = await mails()
    expect(told).toMatch(/Place: .*198\.51\.100\.7[\s\S]*Device: [\s\S]*Not me, change my password: http.*\/resetPassword/)
    expect(await messages(owner.token)).toContain('Wrong codes after your right password')
    for (let round = 0; round < 4; round += 1) await guess()
    expect(await mails()).toHaveLength(before + 1)
    // Locked for the stranger; the owner proves and logs in as before.
    expect((await guess()).failure.name).toBe('LOGIN_LOCKED')
    const own = ticketOf(await logIn(PASSWORD, OWN))
    world.clock.at += 30_000
    expect((await world.sealed(SECOND, { ticket: own, codes: { google: owner.google() } }, { identity: OWN })).code).toBe('0')
  })

  it('AUTH-023 [part] are told also when they are for the confirmation of a device', async () => {
    const owner = await open()
    await owner.bindGoogle()
    const codes = { google: owner.google() }
    const step = await world.sealed(SECOND, { ticket: ticketOf(await logIn(PASSWORD, 'stranger')), codes }, { identity: 'stranger' })
    if (step.data.stage !== 'confirmDevice') throw new Error(step.text)
    const { ticket } = step.data
    const before = (await mails()).length
    for (let round = 0; round < 2; round += 1) {
      const guess = await world.sealed('/api/auth/v1/open/login/confirmDevice', { ticket, code: '000000' }, { identity: 'stranger' })
      expect(guess.failure.name).toBe('CODE_INVALID')
    }
    expect(await mails()).toHaveLength(before + 1)
  })

  it('AUTH-023 [part] a code that is right and used up already is no guess: nobody is told of it', async () => {
    const owner = await open()
    await owner.bindGoogle()
    const google = owner.google()
    const enter = async () => world.sealed(SECOND, { ticket: ticketOf(await logIn(PASSWORD, OWN)), codes: { google } }, { identity: OWN })
    expect((await enter()).data.stage).toBe('done')
    const before = (await mails()).length
    for (let round = 0; round < 3; round += 1) expect((await enter()).failure.name).toBe('CODE_USED')
    expect(await mails()).toHaveLength(before)
  })

  it('AUTH-012 a wrong code of a new authenticator says how many tries are left, and locks no other factor', async () => {
    const owner = await open()
    const codes = await owner.codes('CHANGE_FACTOR', ['email'])
    const { data } = await owner.post('/api/auth/v1/totp/setup')
    const bind = () => owner.seal('/api/auth/v1/totp/bind', { setupId: data.setupId, googleCode: '000000', codes })
    for (let left = 4; left >= 0; left -= 1) {
      expect((await bind()).failure).toMatchObject({ name: 'SECOND_FACTOR_INVALID', params: { method: 'google', left } })
    }
    expect((await bind()).failure.name).toBe('LOGIN_LOCKED')
    expect((await owner.post('/api/auth/v1/secondFactor/stepUp', { codes: await owner.codes('STEP_UP', ['email']) })).code).toBe('0')
  })
})
