/**
 * The whole list of served calls against the other tenant: as nobody, as one of its customers who has proved everything that a call
 * asks for, and with a token of this one. Then pages, pictures and sockets.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { earnOrdersOf, productAt } from '@agio/engine/earn/read-earn.ts'
import { asAssetId, asProductId, type UserId } from '@agio/engine/ids/id.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { attachSockets } from '../feeds/socket-server.ts'
import { staffLink } from '../files/staff-link.ts'
import { type HttpWorld, httpWorld, PASSWORD, type Reply, seal, userIdOf } from '../testing/http-world.ts'
import { bodyOf, MULTIPART, part, pngOf } from '../testing/images.ts'
import { openConversion, openSavings } from '../testing/open-products.ts'
import { type AnyCall, servedCalls } from './calls/route.ts'

const NOVA = { host: 'nova.localhost' }
/** Names things of the first tenant: an asker may know it and write it, and no answer finds anything by it. */
const NAME = 'zebra'
/** Stands in everything that the first tenant holds behind its names; nobody ever asks with it. */
const SECRET = 'okapi'
const PICTURE = bodyOf(part(pngOf(8, 8)))

let webDir: string
let world: HttpWorld
let here: string
let there: string
/** What a field takes: what names something of the first tenant, or else what passes its check. */
let names: Record<string, unknown>
let avatarUrl: string
let documentKey: string

/** A document of the first tenant, as an operator's command writes it. */
function save(collection: Collection, id: string, document: object): void {
  world.exchange.must({ kind: 'saveDocument', userId: 0 as never, collection, id, document: document as never, actor: 'operator' })
}

function fillSite(): void {
  const local = { en_US: SECRET }
  save('content', 'menu', {
    value: [{ id: NAME, name: local, second: {}, description: {}, path: `/${SECRET}`, shown: true, children: [] }],
  })
  save('content', 'footerHtml', { value: local })
  save('kv', 'tenant_cache_name', { value: SECRET })
  save('kv', 'account_configuration', { value: 1 })
  save('texts', 'en_US/error', { value: { LOGIN_REQUIRED: SECRET, ANNOUNCEMENT_NOT_FOUND: SECRET } })
  const text = { title: SECRET, summary: SECRET, content: SECRET }
  save('announcementClasses', NAME, { name: local, sort: 1 })
  save('announcementTexts', `${NAME}/en_US`, text)
  save('announcements', NAME, { classId: NAME, releaseAt: 1, endAt: null, top: true, imageUrl: null })
  save('helpCategories', NAME, { name: local, summary: local, sort: 1 })
  save('helpTexts', `${NAME}/en_US`, text)
  save('help', NAME, { categoryId: NAME, sort: 1, updatedAt: 1, version: null })
}

/** A product that the other tenant does not have, and what a customer holds of it. @returns their ids */
function saving(userId: UserId): readonly [productId: string, orderNo: string] {
  const first = productAt(world.exchange.state, 1)
  if (first === undefined) throw new Error('no product')
  const why = { actor: 'operator', why: 'test' } as const
  const tiers = [{ upTo: null, rateE8: 7_000_000 }]
  const define = { kind: 'defineProduct', terms: first.terms, tiers, document: { name: SECRET }, ...why } as const
  const productId = asProductId(world.exchange.must(define).value)
  world.exchange.must({ kind: 'setProductStatus', productId, status: 'waiting', ...why })
  const terms = { amount: 10n ** 9n, payAccount: 'spot', renewal: 'none' } as const
  const { value } = world.exchange.must({ kind: 'purchaseProduct', userId, caller: 0, productId, ...terms })
  return [String(productId), String(value)]
}

async function upload(scene: string, token: string) {
  const sent = await world.ask('POST', `/api/oss/v1/image/upload?scene=${scene}`, PICTURE, { token, headers: MULTIPART })
  return sent.data as { readonly key: string; readonly url: string | null }
}

/** Codes of the mail for a scene, a minute after the ones before. */
async function mailed(token: string, account: string, scene: string): Promise<{ readonly email: string }> {
  world.clock.at += 60_000
  await world.post('/api/auth/v1/secondFactor/sendCode', { scene, channel: 'email' }, { token, ...NOVA })
  return { email: await world.code(account, NOVA) }
}

async function stepUp(token: string, account: string): Promise<void> {
  const codes = await mailed(token, account, 'STEP_UP')
  expect((await world.post('/api/auth/v1/secondFactor/stepUp', { codes }, { token, ...NOVA })).code).toBe('0')
}

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'agio-walk-'))
  await mkdir(join(webDir, 'assets'))
  const head = '<!doctype html><html lang="en-US" dir="ltr"><head><title>Agio</title><!--agio:head--><!--agio:boot--></head>'
  await writeFile(join(webDir, 'index.html'), `${head}<body><!--agio:page--></body></html>`)
  const pages = ['/', '/Notice', '/marketData', '/helpCenter/*'].map((path) => ({
    path,
    access: 'visitor',
    title: 'home',
    texts: ['error'],
  }))
  await writeFile(join(webDir, 'routes.json'), JSON.stringify(pages))
  world = await httpWorld({ webDir })
  for (const tenant of [world.agio, world.nova]) {
    await openConversion(tenant)
    await openSavings(tenant)
  }
  const ann = await world.register(`${NAME}@example.com`)
  here = ann.data.token
  there = (await world.register('other@example.com', PASSWORD, NOVA)).data.token
  const userId = userIdOf(ann)
  // The first customers of both tenants have the same number.
  world.exchange.must({ kind: 'creditUser', userId, assetId: asAssetId(1), amount: 10n ** 12n, cause: 'airdrop', reference: SECRET })
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '123.45', amount: '1', clientOrderId: `${NAME}-1` }
  const placed = await world.post('/api/user-web/v1/order/createOrder', order, { token: here })
  await world.post('/api/user-web/v1/user/updateUserCenter', { nickname: `${SECRET}boy` }, { token: here })
  const avatar = await upload('avatar', here)
  avatarUrl = avatar.url ?? ''
  documentKey = (await upload('kyc', here)).key
  fillSite()
  await world.agio.content.load()
  await world.nova.exchange.submit({
    ...{ kind: 'saveDocument', userId: 0 as never, collection: 'kv', id: 'account_configuration', document: { value: 1 }, actor: 'ops' },
  })
  await world.nova.exchange.submit({
    ...{ kind: 'saveDocument', userId: 0 as never, collection: 'content', id: 'groups', document: { value: [] }, actor: 'ops' },
  })
  const financial = { financialSwitch: 1, isRealname: 0, isDisplayAssets: 0, isDisplayBackground: 0 }
  await world.nova.exchange.submit({
    ...{ kind: 'saveDocument', userId: 0 as never, collection: 'kv', id: 'financial', document: { value: financial }, actor: 'ops' },
  })
  await world.nova.content.load()
  const quoted = await world.get('/api/user-web/v1/trade_convert/pre_trade/USDT/BTC?sendAmount=100', { token: here })
  const [productId, orderNo] = saving(userId)
  const [orderId, invite] = [placed.data.orderId ?? '', await world.agio.invites.codeOf(userId)]
  names = {
    ...{
      id: NAME,
      ids: [NAME],
      sessionId: NAME,
      orderId,
      orderIds: [orderId],
      clientOrderId: `${NAME}-1`,
      clientOrderIds: [`${NAME}-1`],
      userId: String(userId),
    },
    ...{ account: `${NAME}@example.com`, email: `${NAME}@example.com`, key: avatar.key, frontKey: documentKey, handKey: documentKey },
    ...{ avatarUrl, classId: NAME, classMenu: NAME, categoryId: NAME, languageCode: 'en_US', lang: 'en_US', inviteCode: invite },
    ...{ kind: 'spotOrder', symbol: 'BTC/USDT', coinName: 'USDT', price: '100', amount: '1', keyword: NAME, password: PASSWORD },
    ...{
      oldPassword: PASSWORD,
      newPassword: 'Another-Horse-9',
      googleCode: '123456',
      code: '123456',
      areaCode: '49',
      phone: '15112345678',
    },
    ...{ agreeTerms: 1, token: 'x'.repeat(43), ticket: NAME, setupId: NAME, challengeId: NAME, birthday: '1990-01-01', label: 'a key' },
    ...{ send: 'USDT', receive: 'BTC', sendCoin: 'USDT', receiveCoin: 'BTC', sendAmount: '100', quoteId: quoted.data.quoteId },
    ...{ productId, orderNo, blockchain: 'ethereum', address: '0x1' },
    ...{ antiPhishingCode: 'my words', timeout: 5000 },
    ...{ countryCode: 'PT', firstName: 'Ann', lastName: 'Other', idType: 'PASSPORT', idCard: 'AB123456', expireDate: '2030-01-01' },
  }
})
afterAll(async () => {
  await world.close()
  await rm(webDir, { recursive: true, force: true })
})

type Schema = z.core.JSONSchema.BaseSchema

/** A value that a field may take: what is known by its name, else the plainest of its type. */
function plainValue(name: string, schema: Schema): unknown {
  if (name in names) return names[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.allOf ?? []
  if (first !== undefined) return plainValue(name, first as Schema)
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, Number(schema.minimum ?? 1))
  if (schema.type === 'array') return Number(schema.minItems ?? 0) > 0 ? [rowOf(schema.items as Schema)] : []
  if (schema.type === 'object') return fieldsOf(schema)
  return schema.type === 'boolean' ? true : 'BTC'
}

/** A row that names an order names it by its id alone, and asks for a price. */
function rowOf(schema: Schema): unknown {
  if (schema.properties === undefined) return plainValue('', schema)
  return 'orderId' in schema.properties ? { orderId: names.orderId, price: '1' } : fieldsOf(schema)
}

function fieldsOf(schema: Schema): Record<string, unknown> {
  const wanted = new Set(schema.required ?? [])
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => wanted.has(name) || name in names)
      .map(([name, property]) => [name, plainValue(name, property as Schema)]),
  )
}

const sceneOf = ({ path }: AnyCall): string =>
  path.includes('password/') ? 'CHANGE_PASSWORD' : path.includes('api-key/create') ? 'API_KEY' : 'CHANGE_FACTOR'

interface Asker {
  readonly who: string
  readonly token: string | undefined
  /** The address of a customer who proves what a call asks for. */
  readonly proves?: string
}

const schemaOf = (call: AnyCall): Schema => z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' })

/** An order is named in one of these ways, never in two. */
const ORDER_NAMES: readonly string[] = ['orderId', 'clientOrderId', 'orderIds', 'clientOrderIds']

function waysOf(call: AnyCall): readonly string[] {
  const ways = ORDER_NAMES.filter((name) => name in (schemaOf(call).properties ?? {}))
  return ways.length < 2 ? [''] : ways
}

/** @param way the one name of an order that is sent; '' = there is no choice */
async function ask(call: AnyCall, { token, proves }: Asker, way: string): Promise<Reply> {
  const schema = schemaOf(call)
  const fields = fieldsOf(schema)
  // Beside the name of an order a pair says nothing more.
  if (way !== '') for (const name of [...ORDER_NAMES, 'symbol']) if (name !== way) delete fields[name]
  if (proves !== undefined && token !== undefined && 'codes' in (schema.properties ?? {})) {
    if (call.access === 'secondFactor') await stepUp(token, proves)
    else fields.codes = await mailed(token, proves, call.path.endsWith('/stepUp') ? 'STEP_UP' : sceneOf(call))
  }
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(names[name] ?? NAME)))
  const options = { ...NOVA, ...(token !== undefined && { token }) }
  const asked = Object.entries(fields).filter(([name]) => call.method === 'GET' || call.query?.includes(name) === true)
  const query = new URLSearchParams(asked.map(([name, value]) => [name, String(value)] as [string, string])).toString()
  const url = query === '' ? path : `${path}?${query}`
  if (call.upload === true) return world.ask(call.method, url, PICTURE, { ...options, headers: MULTIPART })
  if (call.method === 'GET') return world.ask('GET', url, undefined, options)
  if (call.sealed !== true) return world.post(url, fields, options)
  const { keyId, publicKey } = (await world.get('/api/auth/v1/open/security/publicKey', NOVA)).data
  return world.post(url, { ...fields, ...(await seal({ keyId, publicKey, path: `POST ${path}`, now: world.clock.now() })) }, options)
}

/** The status, the headers and every letter of the answer. */
const said = ({ text, headers }: Reply): string => `${text} ${JSON.stringify(headers)}`.toLowerCase()

/** Calls that end or stop the session that asks: each gets a customer of its own. */
const ENDING = /logout|closeAccount|account\/close|freeze|password|unbind|switch|loginMode|email\/bind|totp/i

/** Where an asker was stopped before the call could look for anything. */
const STOPS: readonly string[] = [
  ...['SECOND_FACTOR_REQUIRED', 'LOGIN_REQUIRED', 'VALIDATION_FAILED', 'FEATURE_OFF', 'LOGIN_LOCKED', 'ACCOUNT_DISABLED'],
  ...['SESSION_INVALID', 'SESSION_EXPIRED', 'SESSION_REPLACED', 'SESSION_REVOKED', 'SESSION_TENANT_MISMATCH'],
]
const isStop = (name: string): boolean => STOPS.includes(name) || name.startsWith('SECURITY_')

async function customerThere(call: AnyCall, number: number): Promise<Asker> {
  if (!ENDING.test(call.path)) return { who: 'a customer there', token: there, proves: 'other@example.com' }
  const proves = `other${number}@example.com`
  return { who: 'a customer there', token: (await world.register(proves, PASSWORD, NOVA)).data.token, proves }
}

it('TEN-010 no call under the other tenant’s host says anything of this one, whatever token and ids it comes with', async () => {
  const calls = servedCalls(world.app)
  expect(calls.length).toBeGreaterThan(80)
  const stopped: string[] = []
  for (const [number, call] of calls.entries()) {
    const customer = call.access === 'visitor' ? undefined : await customerThere(call, number)
    const askers = [
      { who: 'nobody', token: undefined },
      { who: 'a customer here', token: here },
      ...(customer === undefined ? [] : [customer]),
    ]
    for (const way of waysOf(call)) {
      for (const asker of askers) {
        const answer = await ask(call, asker, way)
        const told = `${call.method} ${call.path} by ${asker.who}: ${answer.text.slice(0, 300)}`
        expect(said(answer), told).not.toContain(SECRET)
        expect(answer.status, told).not.toBe(500)
        if (asker === customer && isStop(answer.failure.name)) stopped.push(`${call.path} ${answer.failure.name}`)
      }
    }
  }
  expect(stopped).toEqual([])
  const owner = userIdOf({ data: { userInfo: { userId: names.userId } } } as never)
  expect(openOrdersOf(world.exchange.state, owner)).toHaveLength(1)
  expect(earnOrdersOf(world.exchange.state, owner).map(({ principal }) => principal)).toEqual([10n ** 9n])
})

it('TEN-010 the same questions at home find what they look for, so that the marks are where they should be', async () => {
  const owner = { token: here }
  const answers = await Promise.all([
    world.post('/api/home-web/v1/menu/selectHomeMenuJson/en_US'),
    world.get('/api/home-web/v1/open/bootstrap'),
    world.get('/api/langFile?lang=en_US&ns=error'),
    world.get('/api/user-web/v1/user/getLoginInfo', owner),
    world.get(`/api/inform-web/v1/announcement/detail/${NAME}/en_US`),
    world.get(`/api/inform-web/v1/open/help/detail/${NAME}/en_US`),
    // What a refusal says is the tenant's own text, too.
    world.get('/api/user-web/v1/user/getLoginInfo'),
    ...['/', '/Notice'].map((path) => world.get(path)),
  ])
  for (const answer of answers) expect(said(answer), answer.text.slice(0, 200)).toContain(SECRET)
})

it('TEN-010 SEC-003 [part] pictures of one tenant are not found at the other, by nobody, by no token and by no link', async () => {
  const userId = userIdOf({ data: { userInfo: { userId: names.userId } } } as never)
  const link = staffLink(world.agio, userId, documentKey, 'olga')
  for (const [url, token] of [
    [avatarUrl, undefined],
    [`/api/oss/v1/file/${documentKey}`, here],
    [link, undefined],
  ] as const)
    expect((await world.get(url, token === undefined ? {} : { token })).headers['content-type'], url).toMatch(/^image/)
  for (const url of [avatarUrl, `/api/oss/v1/file/${documentKey}`, link]) {
    for (const token of [undefined, there, here]) {
      const answer = await world.get(url, { ...NOVA, ...(token !== undefined && { token }) })
      expect([answer.status, answer.failure.name], url).toEqual([404, 'FILE_NOT_FOUND'])
      expect(answer.headers['cache-control']).not.toContain('public')
    }
  }
})

it('TEN-010 TEN-012 pages, their first facts, texts and tags are made for the host that asks, whoever asked before', async () => {
  const boot = (html: string): string => /window\.__BOOT__=(.*?)<\/script>/.exec(html)?.[1] ?? ''
  for (const path of ['/', '/Notice', '/marketData', `/helpCenter/${NAME}`, '/nothing/there']) {
    const mine = await world.get(path)
    expect(boot(mine.text), path).toContain(`"tenantName":"${SECRET}"`)
    for (const headers of [{}, { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' }, { cookie: 'language=en_US' }]) {
      const theirs = await world.get(path, { ...NOVA, headers })
      expect(boot(theirs.text), path).toContain('"tenantName":"Nova"')
      expect(said(theirs), path).not.toContain(SECRET)
    }
    const again = await world.get(path)
    expect(boot(again.text), path).toContain(`"tenantName":"${SECRET}"`)
    expect(again.text).not.toContain('nova.localhost')
  }
  for (const url of ['/api/home-web/v1/open/site', '/api/langFile?lang=en_US&ns=error'] as const) {
    const { headers } = await world.get(url)
    const theirs = await world.get(url, { ...NOVA, headers: { 'if-none-match': String(headers.etag) } })
    expect([theirs.status, said(theirs).includes(SECRET)], url).toEqual([200, false])
  }
})

interface Listener {
  readonly messages: Record<string, unknown>[]
  say(message: object): void
  until(test: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
}

async function listen(server: Server, host: string): Promise<Listener & { close(): void }> {
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { host } })
  const messages: Record<string, unknown>[] = []
  socket.on('message', (data) => messages.push(readFrameText<Record<string, unknown>>(data.toString())))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const until = async (test: (message: Record<string, unknown>) => boolean) => {
    for (let tries = 0; tries < 2000; tries += 1) {
      const found = messages.find(test)
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 4))
    }
    throw new Error(`no such message in ${JSON.stringify(messages)}`)
  }
  return { messages, say: (message) => socket.send(JSON.stringify(message)), until, close: () => socket.terminate() }
}

it('TEN-010 TEN-011 [part] a socket takes tokens of its own tenant only, and hears nothing of the other', async () => {
  const server = createServer()
  const sockets = attachSockets(server, (host) => world.context.tenants.get(host)?.socketHost)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const args = ['orders', 'fills', 'balances', 'converts', 'earn', 'messages', 'tickers', 'trades:BTC/USDT', 'depth:BTC/USDT']
  const listeners = [await listen(server, 'nova.localhost'), await listen(server, 'nova.localhost'), await listen(server, 'localhost')]
  const [stranger, other, owner] = listeners
  if (stranger === undefined || other === undefined || owner === undefined) throw new Error('no listener')
  stranger.say({ op: 'auth', id: 'a', token: here })
  expect(await stranger.until(({ id }) => id === 'a')).toMatchObject({ code: '10132' })
  for (const [listener, token] of [
    [other, there],
    [owner, here],
  ] as const) {
    listener.say({ op: 'auth', id: 'a', token })
    expect(await listener.until(({ id }) => id === 'a')).toMatchObject({ op: 'auth' })
  }
  for (const listener of listeners) listener.say({ op: 'sub', id: 's', args })
  await Promise.all(listeners.map((listener) => listener.until(({ id }) => id === 's')))
  expect(JSON.stringify(await stranger.until(({ id }) => id === 's'))).toContain('WS_AUTH_REQUIRED')
  const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '123.46', amount: '1', clientOrderId: `${SECRET}-2` }
  expect((await world.post('/api/user-web/v1/order/createOrder', order, { token: here })).code).toBe('0')
  await owner.until((message) => message.ch === 'orders' && JSON.stringify(message).includes(`${SECRET}-2`))
  for (const listener of [stranger, other]) {
    const heard = JSON.stringify(listener.messages).toLowerCase()
    for (const mark of [SECRET, NAME, '123.45', '123.46']) expect(heard).not.toContain(mark)
  }
  for (const listener of listeners) listener.close()
  sockets.close()
  server.close()
})
