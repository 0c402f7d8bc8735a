/** Inviting friends over HTTP: codes, who may invite whom, commissions of real trades, and the gate before all of it. */
import { asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { balanceOf, instrumentsOf, userOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maskPhone } from '../auth/account/mask.ts'
import { Persons } from '../auth/account/persons.ts'
import type { OperatorTenant } from '../operator/operator-command.ts'
import { runOperatorCommand } from '../operator/run-command.ts'
import { type HttpWorld, httpWorld, PASSWORD, userIdOf } from '../testing/http-world.ts'
import { Invites } from './invites.ts'

const ROOT = '/api/user-web/v1/invite'
const [USDT, BTC] = [asAssetId(1), asAssetId(2)]
const COIN = 100_000_000n
let world: HttpWorld

async function openFeature(value: 0 | 1): Promise<void> {
  const document = { value }
  const target = { userId: asUserId(0), collection: 'kv', id: 'account_configuration' } as const
  world.exchange.must({ kind: 'saveDocument', ...target, document, actor: 'olga' })
  world.exchange.must({ kind: 'saveDocument', ...target, collection: 'content', id: 'seeded', document, actor: 'olga' })
  world.clock.at += 3000
  world.agio.content.keyValues()
  await world.agio.content.load()
}

beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

interface Person {
  readonly token: string
  readonly userId: UserId
  readonly account: string
}
let people = 0

async function person(inviteCode?: string, isFunded = true, identity = `device of friend ${people}`): Promise<Person> {
  people += 1
  const account = `friend${people}@example.com`
  await world.post('/api/auth/v1/open/sendCode', { type: 1, account, scene: 'REGISTER' })
  const body = { type: 1, account, code: await world.code(account), password: PASSWORD, agreeTerms: 1 }
  const reply = await world.sealed('/api/auth/v1/open/register', { ...body, ...(inviteCode !== undefined && { inviteCode }) }, { identity })
  if (reply.code !== '0') throw new Error(reply.text)
  const userId = userIdOf(reply)
  for (const assetId of isFunded ? [USDT, BTC] : [])
    world.exchange.must({ kind: 'creditUser', userId, assetId, amount: 10n ** 6n * COIN, cause: 'airdrop', reference: '' })
  return { token: reply.data.token, userId, account }
}

const mine = async ({ token }: Person) => (await world.get(`${ROOT}/myCode`, { token })).data
const bind = ({ token }: Person, inviteCode: string) => world.post(`${ROOT}/bind`, { inviteCode }, { token })
const order = ({ token }: Person, direction: 'BUY' | 'SELL', amount: string) =>
  world.post('/api/user-web/v1/order/createOrder', { symbol: 'BTC/USDT', direction, type: 'LIMIT', price: '100', amount }, { token })

function charge(sellFeeE8: number): void {
  const [pair] = instrumentsOf(world.exchange.state)
  if (pair === undefined) throw new Error('no pair')
  const terms = { ...pair.terms, sellFeeE8, buyFeeE8: sellFeeE8 }
  world.exchange.must({ kind: 'changeInstrument', instrumentId: pair.instrumentId, terms, actor: 'olga', why: 'test' })
}

it('INV-002 every call is closed, and no code is taken, unless account_configuration is 1', async () => {
  const ann = await person()
  for (const path of ['list', 'commissions', 'list/export', 'commissions/export'])
    expect((await world.post(`${ROOT}/${path}`, {}, { token: ann.token })).failure).toMatchObject({
      name: 'FEATURE_OFF',
      params: { feature: 'invite' },
    })
  expect((await world.get(`${ROOT}/myCode`, { token: ann.token })).failure.name).toBe('FEATURE_OFF')
  await expect(person('ABCDEFGH')).rejects.toThrow('INVITE_CODE_INVALID')
  await openFeature(1)
  expect((await mine(ann)).code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
})

it('INV-001 INV-003 a code stays the same, its link registers a friend, and the friend is shown masked', async () => {
  const bob = await person()
  const first = await mine(bob)
  expect(first).toMatchObject({ total: 0, traded: 0, commissionU: '0', invited: 0 })
  expect(first.link).toBe(`http://localhost:8080/register?inviteCode=${first.code}`)
  const both = await Promise.all([mine(bob), mine(bob)])
  expect(both.map(({ code }) => code)).toEqual([first.code, first.code])
  const { exchange, models } = world.agio
  expect(await new Invites({ exchange, models, random: () => new Uint8Array(8) }).codeOf(bob.userId)).toBe(first.code)
  const cat = await person(first.code.toLowerCase())
  expect(userOf(world.exchange.state, cat.userId)?.inviterId).toBe(bob.userId)
  expect(await mine(cat)).toMatchObject({ invited: 1 })
  const { data } = await world.post(`${ROOT}/list`, {}, { token: bob.token })
  expect(data).toMatchObject({ total: 1, list: [{ level: 1, traded: 0, kycLevel: 0, commissionU: '0' }] })
  expect(data.list[0]?.registerAccount).toMatch(/^fr\*\*\*d\d@example\.com$|^fr\*\*\*\w\w@example\.com$/)
  expect(JSON.stringify(data)).not.toContain(cat.account)
  expect(JSON.stringify(data)).not.toContain(String(cat.userId))
})

it('INV-004 an unknown code, an own code, a circle and a second inviter are refused, and nothing changes', async () => {
  const [dan, eve, fay] = [await person(), await person(), await person()]
  await expect(person('ZZZZZZZZ')).rejects.toThrow('INVITE_CODE_INVALID')
  await expect(person("' OR 1=1")).rejects.toThrow('INVITE_CODE_INVALID')
  const codes = await Promise.all([dan, eve, fay].map(async (who) => (await mine(who)).code))
  expect((await bind(dan, codes[0] ?? '')).failure.name).toBe('SELF_REFERRAL')
  expect((await bind(dan, codes[1] ?? '')).code).toBe('0')
  expect((await bind(eve, codes[2] ?? '')).code).toBe('0')
  expect((await bind(fay, codes[0] ?? '')).failure.name).toBe('REFERRAL_CYCLE')
  expect((await bind(dan, codes[2] ?? '')).failure.name).toBe('INVITER_SET')
  expect((await bind(fay, 'ZZZZZZZZ')).failure.name).toBe('INVITE_CODE_INVALID')
  await world.exchange.submit({ kind: 'setUserStatus', userId: eve.userId, status: 'disabled', actor: 'test', why: 'closed' })
  expect((await bind(fay, codes[1] ?? '')).failure.name).toBe('INVITE_CODE_INVALID')
  expect(userOf(world.exchange.state, fay.userId)?.inviterId).toBe(0)
})

it('INV-005 INV-006 a fee of 1 USDT at 20 % brings 0.2, once, as a bill line; lists, files and sums agree with the ledger', async () => {
  world.exchange.must({ kind: 'setCommission', rateE8: 20_000_000, actor: 'olga', why: 'test' })
  charge(100_000)
  const gus = await person()
  const hal = await person((await mine(gus)).code)
  const ida = await person()
  const before = balanceOf(world.exchange.state, gus.userId, USDT).available
  await order(ida, 'BUY', '10')
  expect((await order(hal, 'SELL', '10')).code).toBe('0')
  expect(balanceOf(world.exchange.state, gus.userId, USDT).available - before).toBe(20_000_000n)
  world.clock.at += 72_000_000
  world.exchange.clock += 72_000_000
  await order(ida, 'BUY', '0.00123')
  await order(hal, 'SELL', '0.00123')
  const commissions = async (body: object = {}) => (await world.post(`${ROOT}/commissions`, body, { token: gus.token })).data
  const friends = async (body: object = {}) => (await world.post(`${ROOT}/list`, body, { token: gus.token })).data
  const file = async (path: string) => (await world.post(`${ROOT}/${path}`, {}, { token: gus.token })).text.trim().split('\r\n')
  const data = await commissions()
  expect(data.list[1]).toMatchObject({ coinName: 'USDT', fee: '1', rate: '0.2', amount: '0.2', status: 1, level: 1, kind: 'spot' })
  expect(data.list.map(({ amount }) => amount)).toEqual(['0.0000246', '0.2'])
  expect(data.total).toBe(2)
  const later = data.list[0]?.createTime ?? 0
  expect(later).toBeGreaterThan(data.list[1]?.createTime ?? 0)
  expect((await commissions({ endTime: later - 1 })).list).toMatchObject([{ amount: '0.2' }])
  expect((await commissions({ startTime: later })).list).toHaveLength(1)
  expect((await commissions({ status: 0 })).total).toBe(0)
  expect((await commissions({ coinId: '2' })).total).toBe(0)
  const bills = await world.post('/api/assets-web/v1/bill/queryByCategory', { category: 'commission' }, { token: gus.token })
  expect(bills.text).toContain('"category":"commission"')
  expect(bills.text).not.toContain(String(hal.userId))
  expect(await file('commissions/export')).toHaveLength(3)
  const own = await mine(gus)
  expect(own).toMatchObject({ total: 1, traded: 1, commissionU: '0.2000246', pendingU: '0' })
  expect(own.rates).toEqual([{ level: 1, rate: '0.2' }])
  expect((await friends()).list[0]).toMatchObject({ traded: 1, commissionU: '0.2000246' })
  expect((await friends({ startTime: world.clock.at - 1000 })).total).toBe(0)
  expect(await file('list/export')).toHaveLength(2)
  const gained = balanceOf(world.exchange.state, gus.userId, USDT).available - before
  expect(gained).toBe(20_002_460n)
})

it('INV-005 a second account of one device is the same person, whose code is taken and pays nothing, until an operator parts them', async () => {
  const identity = 'a device of two'
  const kim = await person(undefined, true, identity)
  const lea = await person((await mine(kim)).code, true, identity)
  const max = await person()
  const { exchange } = world
  const personOf = ({ userId }: Person) => userOf(exchange.state, userId)?.personId
  const earned = async () => {
    const before = balanceOf(exchange.state, kim.userId, USDT).available
    await order(max, 'BUY', '10')
    expect((await order(lea, 'SELL', '10')).code).toBe('0')
    return balanceOf(exchange.state, kim.userId, USDT).available - before
  }
  expect([kim, lea, max].map(personOf)).toEqual([kim.userId, kim.userId, max.userId])
  expect(userOf(exchange.state, lea.userId)?.inviterId).toBe(kim.userId)
  expect(await earned()).toBe(0n)
  const operate = (command: string, given: Record<string, string>) =>
    runOperatorCommand([world.agio as unknown as OperatorTenant], { tenantId: 'agio', command, given, why: 'test', actor: 'olga' })
  expect((await operate('person show', { account: lea.account })).text).toMatch(
    new RegExp(`^${kim.userId}\n${lea.userId}  joined with ${kim.userId}: registered on the same device`),
  )
  expect(await operate('person part', { account: lea.account })).toMatchObject({ ok: true })
  expect(await earned()).toBe(20_000_000n)
  expect((await operate('person part', { account: lea.account })).text).toContain('it is a person of its own')
  expect((await operate('person join', { account: kim.account, with: lea.account })).ok).toBe(true)
  expect(await earned()).toBe(0n)
  // a restart knows the device by its documents
  const { models, vault } = world.agio
  const persons = new Persons({ exchange: world.agio.exchange, models, vault })
  await persons.registerOn(identity, async () => max)
  expect(personOf(max)).toBe(kim.userId)
})

it('INV-006 USER-014 [part] a friend who closed the account is shown as such in list and file', async () => {
  const kay = await person()
  const { code } = await mine(kay)
  const [leo, max] = [await person(code, false), await person(code)]
  await world.agio.closures.close(leo.userId)
  const { data } = await world.post(`${ROOT}/list`, {}, { token: kay.token })
  const masked = (id: UserId) => maskPhone(String(id))
  expect(data.total).toBe(2)
  expect(data.list).toContainEqual(expect.objectContaining({ userId: masked(max.userId), registerAccount: expect.stringContaining('@') }))
  const closed = data.list.find(({ registerAccount }) => registerAccount === '***')
  expect(closed).toMatchObject({ userId: masked(leo.userId), kycLevel: 0, commissionU: '0' })
  expect(closed?.registerTime).toBeGreaterThan(0)
  const file = await world.post(`${ROOT}/list/export`, {}, { token: kay.token })
  expect(file.text.trim().split('\r\n')).toHaveLength(3)
  expect(file.text).toContain('***')
})

it('REL-001 [part] a stop between the two writes of a code leaves no code that leads to nobody', async () => {
  const jan = await person()
  const { exchange, models } = world.agio
  let left = 1
  const dying = Object.create(exchange, {
    submit: {
      value: (command: Parameters<typeof exchange.submit>[0]) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('killed')) : exchange.submit(command)
      },
    },
  })
  let byte = 0
  const random = () => Uint8Array.from({ length: 8 }, () => byte++ % 31)
  await expect(new Invites({ exchange: dying, models, random }).codeOf(jan.userId)).rejects.toThrow('killed')
  const again = new Invites({ exchange, models, random })
  await expect(again.ownerOf('23456789')).rejects.toThrow('INVITE_CODE_INVALID')
  const code = await again.codeOf(jan.userId)
  expect(await again.ownerOf(code)).toBe(jan.userId)
})
