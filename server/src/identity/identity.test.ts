/** Verification of identity over HTTP and the operator's commands, with the real vault, files and engine behind them. */
import { readEvents } from '@agio/engine/event-buffer.ts'
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import { instrumentsOf, userOf } from '@agio/engine/read.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperatorTenant } from '../operator/operator-command.ts'
import { runOperatorCommand } from '../operator/run-command.ts'
import { type HttpWorld, httpWorld, userIdOf } from '../testing/http-world.ts'
import { bodyOf, MULTIPART, part, pngOf } from '../testing/images.ts'
import { Identities } from './identities.ts'

const closedCountries = (): ReadonlySet<string> => new Set()

const USER = '/api/user-web/v1/user'
const SAVE = `${USER}/saveIdentityVerification` as const
let world: HttpWorld
const journal: string[] = []
beforeAll(async () => {
  world = await httpWorld()
  world.exchange.onDurable(({ events }) => {
    for (const { event } of readEvents(events)) if (event.kind === 'documentSaved') journal.push(JSON.stringify(event))
  })
})
afterAll(() => world.close())

let people = 0
interface Person {
  readonly token: string
  readonly userId: UserId
  readonly account: string
}
async function person(): Promise<Person> {
  people += 1
  const account = `kyc${people}@example.com`
  const reply = await world.register(account)
  return { token: reply.data.token, userId: userIdOf(reply), account }
}

async function picture({ token }: Person, shade: number): Promise<string> {
  const url = '/api/oss/v1/image/upload?scene=kyc'
  const reply = await world.ask('POST', url, bodyOf(part(pngOf(30, 20, shade))), { token, headers: MULTIPART })
  return reply.data.key
}

async function fields(someone: Person, over: object = {}) {
  const [frontKey, handKey] = [await picture(someone, 10), await picture(someone, 200)]
  const born = { birthday: '1990-02-28', expireDate: '2030-01-01' }
  const document = { idType: 'PASSPORT', idCard: `AB-${1000 + people}`, countryCode: 'PT' }
  return { level: 1, firstName: 'Maya', lastName: 'Kühn-O’Neill', ...born, ...document, frontKey, handKey, ...over }
}

const send = async (someone: Person, over: object = {}) => world.sealed(SAVE, await fields(someone, over), { token: someone.token })
const state = async ({ token }: Person) => (await world.get(`${USER}/identity`, { token })).data
const operate = (command: string, given: Record<string, string> = {}, why = 'checked by hand') => {
  const tenant = world.agio as unknown as OperatorTenant
  return runOperatorCommand([tenant], { tenantId: 'agio', command, given, why, actor: 'olga' })
}

it('KYC-001 KYC-002 none, submitted, rejected, submitted, approved, revoked, submitted: each step and no other', async () => {
  const ann = await person()
  const account = ann.account
  expect(await state(ann)).toMatchObject({ status: 0, level: 0, form: null, realName: null })
  for (const command of ['kyc approve', 'kyc reject', 'kyc revoke'])
    expect(await operate(command, command === 'kyc approve' ? { account } : { account, reason: 'no' })).toMatchObject({
      ok: false,
      text: expect.stringContaining('badTransition'),
    })
  expect((await send(ann)).data).toMatchObject({ status: 1, level: 0 })
  expect(await send(ann)).toMatchObject({ failure: { name: 'KYC_ALREADY_SUBMITTED', params: { status: '1' } } })
  expect((await operate('kyc revoke', { account, reason: 'no' })).ok).toBe(false)
  expect((await operate('kyc list')).text).toContain(String(ann.userId))
  expect((await operate('kyc reject', { account, reason: '\u3164\u2800' })).ok).toBe(false)
  expect((await operate('kyc reject', { account, reason: 'The lower edge is cut off.' })).ok).toBe(true)
  expect(await state(ann)).toMatchObject({ status: 3, reason: 'The lower edge is cut off.', queuePlace: null })
  expect((await operate('kyc approve', { account })).ok).toBe(false)
  expect((await send(ann)).data.status).toBe(1)
  expect((await operate('kyc approve', { account })).ok).toBe(true)
  expect(await send(ann)).toMatchObject({ failure: { name: 'KYC_ALREADY_SUBMITTED', params: { status: '2' } } })
  expect((await operate('kyc reject', { account, reason: 'no' })).ok).toBe(false)
  expect((await operate('kyc revoke', { account, reason: 'The passport has expired.' })).ok).toBe(true)
  expect(await state(ann)).toMatchObject({ status: 4, level: 0, reason: 'The passport has expired.' })
  expect((await send(ann)).data.status).toBe(1)
  expect((await operate('kyc list')).text.split('\n').filter((line) => line.includes(String(ann.userId)))).toHaveLength(1)
})

it('KYC-003 under 18, expired, a name with digits, missing and foreign pictures are refused beside the field, and nothing changes', async () => {
  const [bob, cat] = [await person(), await person()]
  const issues = async (over: object) => {
    const { failure } = await send(bob, over)
    return (
      (failure.params as { issues?: { path: string; rule: string }[] }).issues?.map(({ path, rule }) => `${path} ${rule}`) ?? failure.name
    )
  }
  const before = world.exchange.durableSeq
  expect(await issues({ birthday: '2008-11-22' })).toEqual(['birthday max'])
  expect(await issues({ birthday: '1990-02-30' })).toEqual(['birthday format'])
  expect(await issues({ birthday: '1850-01-01' })).toEqual(['birthday min'])
  expect(await issues({ expireDate: '2026-11-20' })).toEqual(['expireDate min'])
  expect(await issues({ expireDate: null })).toEqual(['expireDate required'])
  expect(await issues({ firstName: 'M4ya', lastName: '<b>' })).toEqual(['firstName format', 'lastName format'])
  expect(await issues({ countryCode: 'ZZ' })).toEqual(['countryCode enum'])
  expect(await issues({ frontKey: null, handKey: undefined })).toEqual(['frontKey required', 'handKey required'])
  expect(await issues({ idType: 'ID_CARD' })).toEqual(['reverseKey required'])
  expect(await issues({ level: 2 })).toBe('KYC_REQUIRED')
  const foreign = await send(bob, { frontKey: await picture(cat, 77) })
  expect(foreign.failure).toMatchObject({ name: 'KYC_FILE_INVALID', params: { field: 'frontKey' } })
  expect((await state(bob)).status).toBe(0)
  expect(world.exchange.durableSeq).toBe(before)
  expect((await send(bob, { birthday: '2008-11-21', expireDate: '2026-11-21' })).code).toBe('0')
})

it('KYC-004 a document that is approved for one account is refused to another, which learns nothing of it', async () => {
  const [dan, eve] = [await person(), await person()]
  expect((await send(dan, { idCard: 'xy 12-34' })).code).toBe('0')
  expect((await send(eve, { idCard: 'XY1234' })).code).toBe('0')
  expect((await operate('kyc approve', { account: dan.account })).ok).toBe(true)
  expect(await operate('kyc approve', { account: eve.account })).toMatchObject({
    ok: false,
    text: expect.stringContaining('identityInUse'),
  })
  expect((await state(eve)).status).toBe(1)
  await operate('kyc reject', { account: eve.account, reason: 'Use your own document.' })
  const again = await send(eve, { idCard: 'XY 1234' })
  expect(again.failure).toMatchObject({ name: 'KYC_ID_IN_USE', params: {} })
  expect(again.text).not.toContain(dan.account)
  expect(again.text).not.toContain(String(dan.userId))
  expect((await send(eve, { idCard: 'XY 1234', countryCode: 'ES' })).code).toBe('0')
  await operate('kyc revoke', { account: dan.account, reason: 'It was lost.' })
  await operate('kyc reject', { account: eve.account, reason: 'Wrong country.' })
  expect((await send(eve, { idCard: 'XY 1234' })).code).toBe('0')
  const personOf = ({ userId }: typeof eve) => userOf(world.exchange.state, userId)?.personId
  expect(personOf(eve)).toBe(eve.userId)
  // who was verified with the document before is the same person
  expect((await operate('kyc approve', { account: eve.account })).ok).toBe(true)
  expect(personOf(eve)).toBe(dan.userId)
})

it('KYC-005 approval raises the limit at once and sends a message; rejection keeps what was entered and deletes the pictures', async () => {
  const fay = await person()
  const limit = async () => (await world.post(`${USER}/userCenter`, {}, { token: fay.token })).data
  /** What withdrawals are held to. */
  const held = async () => (await world.get('/api/assets-web/v1/withdraw-deposit/getUserALlLimit', { token: fay.token })).data
  const sent = await fields(fay)
  expect((await world.sealed(SAVE, sent, { token: fay.token })).code).toBe('0')
  const low = await limit()
  expect(await held()).toMatchObject({ amountLimit: '5000', left: '5000', kycLevel: 0 })
  expect(low).toMatchObject({
    withdrawLimit: { amountLimit: '5000' },
    user: { kycLevel: 0 },
    identity: { status: 1, realName: 'M*** K********' },
  })
  await operate('kyc reject', { account: fay.account, reason: 'Not readable.' })
  expect((await state(fay)).form).toEqual({
    countryCode: 'PT',
    firstName: 'Maya',
    lastName: 'Kühn-O’Neill',
    birthday: '1990-02-28',
    idType: 'PASSPORT',
    idCard: sent.idCard,
    expireDate: '2030-01-01',
  })
  const gone = await world.get(`/api/oss/v1/file/${sent.frontKey}` as '/api/oss/v1/file/x', { token: fay.token })
  expect([gone.status, gone.failure.name]).toEqual([404, 'FILE_NOT_FOUND'])
  expect((await world.sealed(SAVE, sent, { token: fay.token })).failure.name).toBe('KYC_FILE_INVALID')
  expect(journal.at(-2)).toContain('"message":{"kind":"identityRejected","params":{"reason":"Not readable."}}')
  expect((await send(fay)).code).toBe('0')
  await operate('kyc approve', { account: fay.account })
  expect(journal.at(-2)).toContain('"message":{"kind":"identityApproved","params":{}}')
  expect(journal.at(-2)).toContain('"decidedBy":"olga","why":"checked by hand"')
  expect(await limit()).toMatchObject({ withdrawLimit: { amountLimit: '50000' }, user: { kycLevel: 1 }, identity: { status: 2, level: 1 } })
  expect(await held()).toMatchObject({ amountLimit: '50000', left: '50000', kycLevel: 1 })
  expect((await world.get(`${USER}/getLoginInfo`, { token: fay.token })).data.kycLevel).toBe(1)
  const proof = await world.sealed(SAVE, { level: 2, addressProofKey: await picture(fay, 33) }, { token: fay.token })
  expect(proof.data).toMatchObject({ status: 1, level: 1 })
  await operate('kyc approve', { account: fay.account })
  expect(await state(fay)).toMatchObject({ status: 2, level: 2, asked: 2 })
})

it('KYC-007 a pair marked as needing verification refuses an unverified customer, and takes a verified one', async () => {
  const lou = await person()
  world.exchange.must({
    kind: 'creditUser',
    userId: lou.userId,
    assetId: asAssetId(1),
    amount: 10n ** 12n,
    cause: 'airdrop',
    reference: '',
  })
  const [pair] = instrumentsOf(world.exchange.state)
  if (pair === undefined) throw new Error('no pair')
  const mark = (isRealname: 0 | 1) => {
    const terms = { ...pair.terms, document: { ...pair.terms.document, isRealname } }
    world.exchange.must({ kind: 'changeInstrument', instrumentId: pair.instrumentId, terms, actor: 'olga', why: 'test' })
  }
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }
  const place = () => world.post('/api/user-web/v1/order/createOrder', order, { token: lou.token })
  mark(1)
  expect((await place()).failure).toMatchObject({ name: 'KYC_REQUIRED', params: { level: '1' } })
  const asked = (call: string, body: object) => world.post(`/api/user-web/v1/order/${call}`, body, { token: lou.token })
  expect((await asked('createOrder/test', order)).failure.name).toBe('KYC_REQUIRED')
  mark(0)
  const { orderId } = (await place()).data
  mark(1)
  expect((await asked('updateOrder', { orderId, price: '101' })).failure.name).toBe('KYC_REQUIRED')
  expect((await asked('revocationOrder', { orderId })).code).toBe('0')
  await send(lou)
  expect((await place()).failure.name).toBe('KYC_REQUIRED')
  await operate('kyc approve', { account: lou.account })
  expect((await place()).code).toBe('0')
  mark(0)
})

it('KYC-006 SEC-002 [part] pictures are there for their owner, and for staff by links that end after five minutes; openings are recorded', async () => {
  const [gus, hal] = [await person(), await person()]
  const sent = await fields(gus)
  await world.sealed(SAVE, sent, { token: gus.token })
  const open = async (path: string, token?: string) => {
    const { statusCode } = await world.app.inject({
      url: path,
      headers: { host: 'localhost', ...(token && { authorization: `Bearer ${token}` }) },
    })
    return statusCode
  }
  const path = `/api/oss/v1/file/${sent.frontKey}`
  expect([await open(path, gus.token), await open(path, hal.token), await open(path)]).toEqual([200, 404, 404])
  const shown = await operate('kyc show', { account: gus.account })
  expect(shown.text).toContain(sent.idCard)
  const link = /http\(s\):\/\/localhost(\S+)/.exec(shown.text.split('\n').find((line) => line.startsWith('frontKey')) ?? '')?.[1] ?? ''
  expect(await open(link)).toBe(200)
  expect(journal.at(-1)).toContain(`"key":"${sent.frontKey}"`)
  expect(journal.at(-1)).toContain('"actor":"olga"')
  expect(await open(link.replace(sent.frontKey, sent.handKey))).toBe(404)
  expect(await open(`${link.slice(0, -4)}AAAA`)).toBe(404)
  world.clock.at += 5 * 60_000 + 1
  expect(await open(link)).toBe(404)
})

it('SEC-007 KYC-004 [part] nothing of what was entered stands in the journal or in a backup in clear', async () => {
  const ida = await person()
  await send(ida, { firstName: 'Ottilie', idCard: 'QQ-778899' })
  const all = journal.join('\n')
  for (const word of ['Ottilie', 'QQ-778899', 'QQ778899', '1990-02-28']) expect(all).not.toContain(word)
})

it('KYC-001 [part] the place in the queue is read once for each change, not once for each who asks', async () => {
  const [nat, oli] = [await person(), await person()]
  const { exchange, models, vault, accounts, persons, files } = world.agio
  let reads = 0
  const counting = Object.create(models, {
    documents: {
      value: (...asked: Parameters<typeof models.documents>) => {
        reads += 1
        return models.documents(...asked)
      },
    },
    reached: { value: (seq: number) => models.reached(seq) },
  })
  const identities = new Identities({ exchange, models: counting, vault, accounts, persons, files, closedCountries })
  const queued = async () => (await identities.waiting()).filter(({ userId }) => userId === nat.userId || userId === oli.userId)
  for (const someone of [nat, oli]) {
    await identities.submit(
      someone.userId,
      (await fields(someone, { idCard: `Q-${someone.userId}` })) as Parameters<Identities['submit']>[1],
    )
    world.clock.at += 1
  }
  expect((await queued()).map(({ userId }) => userId)).toEqual([nat.userId, oli.userId])
  const before = reads
  for (let count = 0; count < 5; count += 1) await queued()
  expect(reads).toBe(before)
  await identities.decide(nat.userId, 1, { status: 3, actor: 'olga', why: 'test', reason: 'again' })
  expect((await queued()).map(({ userId }) => userId)).toEqual([oli.userId])
})

it('REL-001 [part] a stop between any two commands of a submission or a decision leaves nothing half there', async () => {
  const jan = await person()
  const given = await fields(jan)
  const { exchange, models, vault, accounts, persons, files } = world.agio
  for (let survived = 0; ; survived += 1) {
    let left = survived
    const dying = Object.create(exchange, {
      submit: {
        value: (command: Parameters<typeof exchange.submit>[0]) => {
          left -= 1
          return left < 0 ? Promise.reject(new Error('killed')) : exchange.submit(command)
        },
      },
    })
    const open = (on: typeof exchange) => new Identities({ exchange: on, models, vault, accounts, persons, files, closedCountries })
    const first = open(dying)
    const died = await first
      .submit(jan.userId, given as Parameters<Identities['submit']>[1])
      .then(() => first.decide(jan.userId, 1, { status: 2, actor: 'olga', why: 'test', reason: null }))
      .then(
        () => false,
        () => true,
      )
    const again = open(exchange)
    const { status, level } = await again.identity(jan.userId)
    const isWaiting = (await again.waiting()).some(({ userId }) => userId === jan.userId)
    expect([
      [0, 0],
      [1, 0],
      [2, 1],
    ]).toContainEqual([status, level])
    expect(isWaiting).toBe(status === 1)
    if (!died) break
    if (status === 1) await again.decide(jan.userId, 1, { status: 3, actor: 'olga', why: 'test', reason: 'again' })
    if (status === 2) await again.decide(jan.userId, 1, { status: 4, actor: 'olga', why: 'test', reason: 'again' })
    Object.assign(given, { frontKey: await picture(jan, 10), handKey: await picture(jan, 200) })
    expect(survived).toBeLessThan(8)
  }
})

it('KYC-005 REL-001 [part] the pictures of a rejection that a stop cut off go at the next start, and later ones stay', async () => {
  const ron = await person()
  const { exchange, models, vault, accounts, persons, files } = world.agio
  const stopped = Object.create(files, { removeDocument: { value: () => Promise.reject(new Error('killed')) } })
  const dying = new Identities({ exchange, models, vault, accounts, persons, files: stopped, closedCountries })
  await send(ron)
  await expect(dying.decide(ron.userId, 1, { status: 3, actor: 'olga', why: 'test', reason: 'dark' })).rejects.toThrow('killed')
  expect(await files.documentKeys(ron.userId)).toHaveLength(2)
  const restart = async () => {
    const identities = new Identities({ exchange, models, vault, accounts, persons, files, closedCountries })
    await identities.resume()
    return { status: (await identities.identity(ron.userId)).status, pictures: (await files.documentKeys(ron.userId)).length }
  }
  expect(await restart()).toEqual({ status: 3, pictures: 0 })
  // A submission that was cut off behind its place in the queue: its pictures were answered.
  world.clock.at += 1000
  await fields(ron)
  const place = { kind: 'saveDocument', userId: 0 as UserId, collection: 'identity-queue', id: `${ron.userId}-1` } as const
  world.exchange.must({ ...place, document: { at: world.clock.at }, actor: 'user' })
  expect(await restart()).toEqual({ status: 3, pictures: 2 })
  expect(await models.documents(0 as UserId, 'identity-queue')).not.toContainEqual(expect.objectContaining({ id: `${ron.userId}-1` }))
})

it('USER-003 a name changes once in its period, has one owner, and hides no characters; SEC-005 [part]', async () => {
  const [kim, lea] = [await person(), await person()]
  const rename = (someone: Person, nickname: string) => world.post(`${USER}/updateUserCenter`, { nickname }, { token: someone.token })
  expect((await rename(kim, '<img src=x>')).data.user.nickname).toBe('<img src=x>')
  const soon = await rename(kim, 'Second')
  expect(soon.failure).toMatchObject({ name: 'NICKNAME_TOO_SOON', params: { nextTime: world.clock.at + 30 * 86_400_000 } })
  expect((await rename(lea, '<IMG  src=x>')).failure.name).toBe('NICKNAME_TAKEN')
  expect((await rename(lea, `IMUSER-${kim.userId}`)).failure.name).toBe('NICKNAME_TAKEN')
  expect((await rename(lea, 'a\u202eb')).failure.name).toBe('VALIDATION_FAILED')
  // Letters that show nothing make no name, and none that looks like another's.
  for (const blank of ['\u3164\u3164\u3164', '\u2800\u2800', 'a\u115f\uffa0', '\u0301\u0301'])
    expect((await rename(lea, blank)).failure.params.issues, escape(blank)).toEqual([{ path: 'nickname', rule: 'length' }])
  for (const like of ['<img\u3164 src=x>', '<img\u2800src=x>', '<img src=x>\ufe0f'])
    expect((await rename(lea, like)).failure.name, escape(like)).toBe('NICKNAME_TAKEN')
  const both = await Promise.all([rename(lea, 'Twin'), rename(await person(), 'twin')])
  expect(both.map(({ code }) => code).sort()).toEqual(['0', '30008'])
  world.clock.at += 31 * 86_400_000
  const late = (await world.login(kim.account)).data.token
  expect((await rename({ ...kim, token: late }, 'Kim')).code).toBe('0')
  expect((await rename(await person(), '<img src=x>')).code).toBe('0')
})

it('USER-003 USER-014 [part] the name of a closed account is free', async () => {
  const [ned, ola] = [await person(), await person()]
  const rename = (someone: Person) => world.post(`${USER}/updateUserCenter`, { nickname: 'Nedward' }, { token: someone.token })
  expect((await rename(ned)).code).toBe('0')
  expect((await rename(ola)).failure.name).toBe('NICKNAME_TAKEN')
  await world.agio.closures.close(ned.userId)
  expect((await rename(ola)).code).toBe('0')
})

it('USER-004 [part] an avatar is one that was uploaded here, and can be taken away', async () => {
  const mia = await person()
  const set = (avatarUrl: string) => world.post(`${USER}/updateUserCenter`, { avatarUrl }, { token: mia.token })
  for (const bad of [
    'https://evil.example/x.png',
    '/api/oss/v1/file/../../x',
    `/api/oss/v1/file/a${'A'.repeat(43)}`,
    'javascript:alert(1)',
  ])
    expect((await set(bad)).failure.name).toBe('FILE_TYPE')
  const uploaded = await world.ask('POST', '/api/oss/v1/image/upload', bodyOf(part(pngOf(9, 9))), { token: mia.token, headers: MULTIPART })
  expect((await set(uploaded.data.url ?? '')).data.user.avatarUrl).toBe(uploaded.data.url)
  expect((await set('')).data.user.avatarUrl).toBeNull()
})
