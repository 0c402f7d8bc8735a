/** Devices, sessions and logins of a customer over HTTP. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { userStatusOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Permissions } from '../../../auth/keys/api-keys.ts'
import { FAILURES_KEPT, LOGINS_KEPT, LoginHistory } from '../../../auth/login/login-history.ts'
import { SoftAuthenticator } from '../../../testing/authenticator.ts'
import { type HttpWorld, httpWorld, PASSWORD, ticketOf, userIdOf } from '../../../testing/http-world.ts'
import { Member } from '../../../testing/member.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

const AUTH = '/api/auth/v1'

/** The newest message to an address. */
async function mail(to: string): Promise<string> {
  await world.agio.mailer.settled()
  const [newest] = world.agio.outbox.list(to)
  return `${newest?.subject}\n${newest?.text}`
}

const tokenIn = (text: string): string => /#notMe=([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? ''

/** Both steps of a login with the authenticator alone: no code goes to the owner's mail. */
async function loginByGoogle(member: Member, identity: string) {
  const first = await world.sealed(`${AUTH}/open/login`, { type: 1, account: member.email, password: PASSWORD }, { identity })
  world.clock.at += 60_000
  const body = { ticket: ticketOf(first), codes: { google: member.google() } }
  return world.sealed(`${AUTH}/open/login/secondFactor`, body, { identity })
}

describe('a device that the account never saw', () => {
  it('AUTH-023 is told by the mail that carries the code, with place, device and time, and the known one is not', async () => {
    const email = 'new-device@example.com'
    await world.register(email, PASSWORD, { identity: 'home' })
    expect((await world.login(email, PASSWORD, { identity: 'home' })).code).toBe('0')
    expect(await mail(email)).not.toContain('notMe')
    const abroad = await world.login(email, PASSWORD, { identity: 'abroad', ip: '203.0.113.9' })
    expect(abroad.code).toBe('0')
    const text = await mail(email)
    for (const part of ['UTC', '203.0.113.9', 'Chromium, Linux, Desktop', '2026-11-21', 'http://localhost:8080/login#notMe='])
      expect(text).toContain(part)
    await world.login(email, PASSWORD, { identity: 'abroad' })
    expect(await mail(email)).not.toContain('notMe')
  })

  it('AUTH-023 needs a code by mail when the authenticator alone was asked', async () => {
    const member = await Member.join(world, 'google@example.com')
    await member.bindGoogle()
    expect((await loginByGoogle(member, 'device-1')).data.stage).toBe('done')
    const step = await loginByGoogle(member, 'stranger')
    if (step.data.stage !== 'confirmDevice') throw new Error(step.text)
    expect(step.data).toMatchObject({ channel: 'email', mask: 'go***le@example.com' })
    const { ticket } = step.data
    const code = await world.code(member.email)
    const confirm = (given: string, identity: string) =>
      world.sealed(`${AUTH}/open/login/confirmDevice`, { ticket, code: given }, { identity })
    expect((await confirm(code, 'other')).failure.name).toBe('LOGIN_TICKET_EXPIRED')
    expect((await confirm(code === '000000' ? '000001' : '000000', 'stranger')).failure).toMatchObject({ name: 'CODE_INVALID' })
    expect((await confirm(code, 'stranger')).data.stage).toBe('done')
    expect((await confirm(code, 'stranger')).failure.name).toBe('LOGIN_TICKET_EXPIRED')
    expect((await loginByGoogle(member, 'stranger')).data.stage).toBe('done')
  })

  it('AUTH-023 sends the code again, and a ticket of one step is no good for the other', async () => {
    const member = await Member.join(world, 'again@example.com')
    await member.bindGoogle()
    const step = await loginByGoogle(member, 'stranger')
    if (step.data.stage !== 'confirmDevice') throw new Error(step.text)
    const { ticket } = step.data
    expect((await world.post(`${AUTH}/open/login/sendCode`, { ticket, channel: 'email' })).failure.name).toBe('CODE_RESEND_TOO_SOON')
    const skipped = await world.sealed(`${AUTH}/open/login/secondFactor`, { ticket, codes: {} }, { identity: 'stranger' })
    expect(skipped.failure.name).toBe('LOGIN_TICKET_EXPIRED')
    world.clock.at += 61_000
    expect((await world.post(`${AUTH}/open/login/sendCode`, { ticket, channel: 'email' })).code).toBe('0')
    const done = await world.sealed(
      `${AUTH}/open/login/confirmDevice`,
      { ticket, code: await world.code(member.email) },
      { identity: 'stranger' },
    )
    expect(done.code).toBe('0')
  })

  it('AUTH-023 a report cannot put words or links into the mail', async () => {
    const { knownDeviceName, regionOf } = await import('../../../auth/login/session-device.ts')
    const device = {
      identity: 'x',
      clientType: 'pc',
      device: 'http://evil.example',
      os: 'Linux evil.example',
      browser: 'Call +1 555',
      ip: '',
    }
    expect(knownDeviceName(device)).toBe('Linux')
    for (const zone of ['evil.example', 'Europe/Berlin http://evil', '../../etc', 'x'.repeat(900)]) expect(regionOf(zone)).toBe('')
    for (const again of ['first', 'kept']) expect(regionOf('Europe/Berlin'), again).toBe('Europe/Berlin')
    expect(regionOf('Asia/Tokyo')).toBe('Asia/Tokyo')
  })
})

describe('"this was not me"', () => {
  it('AUTH-023 USER-011 [part] freezes the account and ends every session, once', async () => {
    const email = 'not-me@example.com'
    const registered = await world.register(email, PASSWORD, { identity: 'home' })
    const { token } = registered.data
    const other = await world.login(email, PASSWORD, { identity: 'thief' })
    expect(other.code).toBe('0')
    const link = tokenIn(await mail(email))
    expect((await world.post(`${AUTH}/open/login/notMe`, { token: 'A'.repeat(43) })).failure.name).toBe('DEVICE_LINK_INVALID')
    expect((await world.post(`${AUTH}/open/login/notMe`, { token: link })).code).toBe('0')
    for (const dead of [token, other.data.token]) {
      expect((await world.get(`${AUTH}/session/list`, { token: dead })).code).toBe('10118')
    }
    expect((await world.login(email, PASSWORD, { identity: 'home' })).failure.name).toBe('ACCOUNT_DISABLED')
    expect((await world.post(`${AUTH}/open/login/notMe`, { token: link })).failure.name).toBe('DEVICE_LINK_INVALID')
  })

  it('AUTH-022 AUTH-023 a reset and "this was not me" close the keys that came within the last day, and leave older ones', async () => {
    const permissions = { read: 1, trade: 1, futures: 0, withdraw: 0 }
    const wanted = { label: 'bot', ipList: [], expireDays: null, publicKey: null, permissions: permissions as Permissions }
    const enter = async (email: string) => {
      const member = await Member.join(world, email, 'home')
      const userId = asUserId(member.userId)
      const { passkeys, apiKeys } = world.agio
      const add = async () => {
        await apiKeys.create(userId, wanted, async () => undefined)
        const party = { id: 'localhost', name: 'Agio', origins: ['http://localhost:8080'] }
        const { challenge, challengeId, user } = await passkeys.registerOptions(userId, 'x', party)
        const credential = new SoftAuthenticator().create({ challenge, userHandle: user.id })
        await passkeys.register(userId, { challengeId, credential, name: 'x' }, party, async () => undefined)
      }
      await add()
      world.clock.at += 25 * 3_600_000
      await add()
      const left = async () => [
        (await passkeys.list(userId)).map(({ createTime }) => createTime < world.clock.at - 86_400_000),
        (await apiKeys.list(userId)).filter(({ status }) => status === 1).map(({ createTime }) => createTime < world.clock.at - 86_400_000),
      ]
      return { member, left }
    }
    const reset = await enter('reset-keys@example.com')
    await world.post(`${AUTH}/open/sendCode`, { type: 1, account: reset.member.email, scene: 'RESET_PASSWORD' })
    const code = await world.code(reset.member.email)
    const body = { type: 1, account: reset.member.email, code, password: 'Another-Horse-7' }
    expect((await world.sealed(`${AUTH}/open/resetPassword`, body)).code).toBe('0')
    expect(await reset.left()).toEqual([[true], [true]])
    expect((await reset.member.notices(reset.member.email)).join()).toContain('recent keys were closed')
    const stolen = await enter('not-me-keys@example.com')
    await world.login(stolen.member.email, PASSWORD, { identity: 'thief' })
    expect((await world.post(`${AUTH}/open/login/notMe`, { token: tokenIn(await mail(stolen.member.email)) })).code).toBe('0')
    expect(await stolen.left()).toEqual([[true], [true]])
  })

  it('AUTH-023 USER-014 [part] leaves an account alone that was closed since', async () => {
    const email = 'closed-since@example.com'
    const userId = userIdOf(await world.register(email, PASSWORD, { identity: 'home' }))
    await world.login(email, PASSWORD, { identity: 'thief' })
    const token = tokenIn(await mail(email))
    world.exchange.must({ kind: 'setUserStatus', userId, status: 'disabled', actor: 'closure', why: 'a test of it' })
    expect((await world.post(`${AUTH}/open/login/notMe`, { token })).failure.name).toBe('DEVICE_LINK_INVALID')
    expect(userStatusOf(world.exchange.state, userId)).toBe('disabled')
  })

  it('AUTH-023 is over after a day, and no link names another host', async () => {
    const email = 'late@example.com'
    await world.register(email, PASSWORD, { identity: 'home' })
    await world.login(email, PASSWORD, { identity: 'thief', host: 'localhost:31337' })
    const text = await mail(email)
    expect(text).toContain('http://localhost:8080/login#notMe=')
    world.clock.at += 86_400_000
    expect((await world.post(`${AUTH}/open/login/notMe`, { token: tokenIn(text) })).failure.name).toBe('DEVICE_LINK_INVALID')
  })
})

describe('sessions and logins', () => {
  it('USER-010 lists devices with place, last use and mark, and revoking ends one at once', async () => {
    const email = 'devices@example.com'
    const { token } = (await world.register(email, PASSWORD, { identity: 'a' })).data
    const second = (await world.login(email, PASSWORD, { identity: 'b' })).data
    const { data } = await world.get(`${AUTH}/session/list`, { token })
    expect(data.map(({ current }) => current)).toEqual([0, 1])
    expect(data[0]).toMatchObject({ device: 'Desktop', os: 'Linux', browser: 'Chromium 150', ip: '127.0.0.1', region: 'UTC' })
    const ended: string[] = []
    const stop = world.agio.socketHost.onSessionEnded((sessionId) => ended.push(sessionId))
    const other = data[0]?.sessionId ?? ''
    expect((await world.post(`${AUTH}/session/revoke`, { sessionId: other }, { token })).code).toBe('0')
    stop()
    expect(ended).toEqual([other])
    const written = await readFile(join(world.dir, 'agio', 'soft', 'sessions.jsonl'), 'utf8')
    expect(written.split('\n').filter((line) => line.includes(other) && line.includes('SESSION_REVOKED'))).toHaveLength(1)
    expect((await world.get(`${AUTH}/session/list`, { token: second.token })).code).toBe('10118')
    expect((await world.post(`${AUTH}/session/revoke`, { sessionId: data[1]?.sessionId }, { token })).failure.name).toBe(
      'SESSION_NOT_FOUND',
    )
  })

  it("SEC-002 another customer's session is as unknown as one that does not exist", async () => {
    const ann = (await world.register('ann-s@example.com', PASSWORD, { identity: 'a' })).data
    const bob = (await world.register('bob-s@example.com', PASSWORD, { identity: 'b' })).data
    const [row] = (await world.get(`${AUTH}/session/list`, { token: ann.token })).data
    const refused = await world.post(`${AUTH}/session/revoke`, { sessionId: row?.sessionId }, { token: bob.token })
    expect(refused.failure.name).toBe('SESSION_NOT_FOUND')
    expect((await world.get(`${AUTH}/session/list`, { token: ann.token })).code).toBe('0')
  })

  it('USER-001 [part] keeps logins that succeeded and that did not, sealed, newest first', async () => {
    const email = 'history@example.com'
    const registered = await world.register(email, PASSWORD, { identity: 'a' })
    const { token } = registered.data
    world.clock.at += 1000
    await world.sealed(`${AUTH}/open/login`, { type: 1, account: email, password: 'Wrong-Horse-10' }, { identity: 'z', ip: '198.51.100.7' })
    world.clock.at += 1000
    await world.login(email, PASSWORD, { identity: 'b' })
    const { data } = await world.post(`${AUTH}/login/history`, {}, { token })
    expect(data.list.map(({ result, reason, isNewDevice }) => [result, reason, isNewDevice])).toEqual([
      [1, null, 1],
      [0, 'LOGIN_FAILED', 0],
      [1, null, 0],
    ])
    expect(data.list[1]).toMatchObject({ ip: '198.51.100.7', method: 'password', browser: 'Chromium 150' })
    expect((await world.post(`${AUTH}/login/history`, { pageSize: 1, pageNo: 2 }, { token })).data).toMatchObject({
      total: 3,
      list: [{ result: 0 }],
    })
    expect((await world.post(`${AUTH}/login/history`, { result: 0 }, { token })).data.total).toBe(1)
    const documents = await world.agio.models.documents(userIdOf(registered), 'login')
    expect(JSON.stringify(documents)).not.toMatch(/198\.51|Chromium 150|127\.0/)
  })

  it('USER-001 [part] the list does not grow without end, guesses push no login out, and a restart goes on in its place', async () => {
    const registered = await world.register('ring@example.com', PASSWORD, { identity: 'a' })
    const { exchange, models, vault, accounts, loginHistory } = world.agio
    const account = await accounts.get(userIdOf(registered))
    const device = { identity: 'a', clientType: 'pc', device: 'Desktop', os: 'Linux', browser: 'Chromium', ip: '' }
    const write = (history: LoginHistory, reason: string | null, ip: string) =>
      history.record(account, { device: { ...device, ip }, method: 'password', reason, isNew: false })
    for (let count = 0; count < LOGINS_KEPT + 10; count += 1) {
      world.clock.at += 1
      await write(loginHistory, null, `s${count}`)
    }
    for (let count = 0; count < FAILURES_KEPT + 30; count += 1) await write(loginHistory, 'LOGIN_FAILED', `f${count}`)
    const restarted = new LoginHistory({ exchange, models, vault, accounts })
    world.clock.at += 1
    await Promise.all([write(restarted, null, 'after'), write(restarted, null, 'after too')])
    const rows = await restarted.all(account.userId)
    expect([rows.length, rows.filter(({ result }) => result === 0).length]).toEqual([LOGINS_KEPT + FAILURES_KEPT, FAILURES_KEPT])
    const ips = new Set(rows.map(({ ip }) => ip))
    for (const ip of ['after', 'after too', `s${LOGINS_KEPT + 9}`, 's12', 'f30', 'f79']) expect(ips, ip).toContain(ip)
    for (const ip of ['s11', 'f29']) expect(ips, ip).not.toContain(ip)
  })
})
