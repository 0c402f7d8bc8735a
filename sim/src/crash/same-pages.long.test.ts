/** Every answer and page that shows history, before the projections are dropped and after they were made again, at both tenants. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyOf, MULTIPART, part, pngOf } from '@agio/server/testing/images.ts'
import * as apiKeys from '@agio/wire/account/api-keys.ts'
import * as auth from '@agio/wire/account/auth.ts'
import * as factors from '@agio/wire/account/auth-factors.ts'
import * as devices from '@agio/wire/account/devices.ts'
import * as identity from '@agio/wire/account/identity.ts'
import * as invite from '@agio/wire/account/invite.ts'
import * as passkeys from '@agio/wire/account/passkeys.ts'
import * as user from '@agio/wire/account/user.ts'
import * as assets from '@agio/wire/assets/assets.ts'
import { type AnyCall, targetOf } from '@agio/wire/call-target.ts'
import * as homeWeb from '@agio/wire/content/home-web.ts'
import * as inform from '@agio/wire/content/inform.ts'
import { devClock } from '@agio/wire/dev.ts'
import * as earn from '@agio/wire/earn/earn.ts'
import * as earnOpen from '@agio/wire/earn/open.ts'
import * as market from '@agio/wire/market/market.ts'
import * as spot from '@agio/wire/spot/spot.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { Door } from '../client/door.ts'
import { SessionClient } from '../client/session-client.ts'
import { Product } from './product.ts'

const PASSWORD = 'Nothing-Lost-7'
const DAY_MS = 86_400_000
/** Above what all of it takes. */
const NEAR_MS = 30 * 60_000
const TENANTS = ['agio', 'nova'] as const
const PAGES = ['/', '/Notice', '/marketData', '/helpCenter', '/trade?symbol=BTC_USDT', '/nothing/there']

/** Calls that change something, or say what is kept nowhere: clocks, codes, challenges. */
const NOT_ASKED =
  /^(health|systemTime|systemStatus|publicKey|login|logout|register|reset|refuse|confirm|save|update|send|add|remove|delete|place|preview|amend|cancel|faucet|redeem$|purchaseProduct|setRenewal|close|session(Revoke|RevokeOthers)$|secondFactor(?!Info)|totp|email|phone|password|accountFreeze|antiPhishingSave|apiKey(Create|Delete|Update)|invite(Bind)|read(All)?Messages|unreadMessages|userConfigSave|announcementDetail|messageDetail|passkey(?!List))/

const MODULES: readonly object[] = [
  apiKeys,
  assets,
  auth,
  factors,
  devices,
  earn,
  earnOpen,
  homeWeb,
  identity,
  inform,
  invite,
  market,
  passkeys,
  spot,
  user,
]
const isCall = (value: unknown): value is AnyCall => typeof value === 'object' && value !== null && 'path' in value && 'access' in value
const asked = MODULES.flatMap((module) => Object.entries(module)).filter(
  (entry): entry is [string, AnyCall] => isCall(entry[1]) && !(NOT_ASKED.test(entry[0]) && entry[0] !== 'loginHistory'),
)

// What coins are worth moves by itself, and pages with it.
vi.stubEnv('AGIO_INDEX_SOURCES', '')

const dataDir = mkdtempSync(join(tmpdir(), 'agio-same-pages-'))
const doors: Door[] = []
let product: Product | undefined
afterAll(async () => {
  await product?.kill()
  for (const door of doors) door.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function doorOf(host: string): Promise<string> {
  const door = await Door.open(host, () => product?.base ?? '')
  doors.push(door)
  return door.base
}

async function start(): Promise<Product> {
  product = await Product.open(dataDir)
  return product
}

/** ms that the product's clock was put ahead of this machine's. */
let aheadMs = 0

/** A candle of the day, what is earned a day: midnight changes answers by itself, so it is put behind where it is near. */
async function awayFromMidnight({ base }: Product): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left > NEAR_MS) return
  await new SessionClient(base).call(devClock, { advance: left + 1000 })
  aheadMs = left + 1000
}

interface Company {
  readonly tenantId: string
  readonly ann: SessionClient
  readonly visitor: SessionClient
  readonly fields: Readonly<Record<string, unknown>>
}

async function joined(base: string, account: string): Promise<SessionClient> {
  const client = new SessionClient(base)
  client.aheadMs = aheadMs
  await client.register(account, PASSWORD)
  for (const coinName of ['USDT', 'BTC']) await client.call(assets.faucet, { coinName })
  return client
}

async function verify(client: SessionClient): Promise<void> {
  const upload = async (shade: number): Promise<string> => {
    const response = await fetch(`${client.base}/api/oss/v1/image/upload?scene=kyc`, {
      method: 'POST',
      headers: { ...MULTIPART, authorization: `Bearer ${client.token}` },
      body: new Uint8Array(bodyOf(part(pngOf(12, 12, shade)))),
    })
    return ((await response.json()) as { readonly data: { readonly key: string } }).data.key
  }
  const person = { countryCode: 'DE', firstName: 'Ann', lastName: 'Same', birthday: '1990-02-03' }
  const document = { idType: 'PASSPORT', idCard: 'C01X00T47', expireDate: '2090-01-01' }
  const pictures = { frontKey: await upload(10), handKey: await upload(200) }
  await client.sealed('/api/user-web/v1/user/saveIdentityVerification', { level: 1, ...person, ...document, ...pictures })
}

type Operate = (command: string, given: Readonly<Record<string, string>>) => Promise<string | undefined> | undefined

/** Opens savings with a product; its id. */
async function sell(operate: Operate): Promise<string> {
  const open = { financialSwitch: 1, isRealname: 0, isDisplayAssets: 1, isDisplayBackground: 1 }
  await operate('kv set', { key: 'financial', value: JSON.stringify(open) })
  const fields = { name: 'Flexible', coinName: 'USDT', type: 2, totalQuota: '1000000', userMin: '1', annualRate: '0.05' }
  const told = await operate('products create', { json: JSON.stringify(fields) })
  return /product (\d+)/.exec(told ?? '')?.[1] ?? ''
}

/** Something of everything that pages show: trades, orders, bills, messages read and deleted, a friend, a verification, settings. */
async function live(tenantId: string, host: string): Promise<Company> {
  const base = await doorOf(host)
  const operate = (command: string, given: Readonly<Record<string, string>>) => product?.operate(command, given, 'a page', tenantId)
  await operate('kv set', { key: 'account_configuration', value: '1' })
  await operate('kv set', { key: 'tenant_cache_name', value: `Same ${tenantId}` })
  await operate('invite rate', { rate: '0.2' })
  const text = { title: `News of ${tenantId}`, summary: 'short', content: '<p>long</p>' }
  for (const number of [1, 2]) {
    const facts = { id: 'news', classId: 'system', releaseAt: number, endAt: null, top: true, imageUrl: null, texts: { en_US: text } }
    await operate('announcement publish', { announcement: JSON.stringify(facts) })
  }
  const [ann, bob] = [await joined(base, 'ann@example.com'), await joined(base, 'bob@example.com')]
  const { code } = await ann.call(invite.inviteMyCode, {})
  await bob.call(invite.inviteBind, { inviteCode: code ?? '' })
  const productId = await sell(operate)
  const { orderNo } = await ann.sealed('/api/user-web/v1/user-project/purchaseProject', { productId, amount: '100', agree: 1 })
  const order = { symbol: 'BTC/USDT', type: 'LIMIT', timeInForce: 'GTC', amount: '0.001' } as const
  const [, second] = [
    await ann.call(spot.placeOrder, { ...order, direction: 'SELL', price: '67000' }),
    await ann.call(spot.placeOrder, { ...order, direction: 'SELL', price: '67500' }),
    await ann.call(spot.placeOrder, { ...order, direction: 'BUY', price: '66000', clientOrderId: 'kept' }),
    await bob.call(spot.placeOrder, { ...order, direction: 'BUY', price: '67000' }),
  ]
  await ann.call(spot.cancelOrders, { orderId: second?.orderId ?? '' })
  await ann.call(user.updateUserCenter, { nickname: `Ann of ${tenantId}`, currency: 'EUR' })
  await ann.call(user.userConfigSave, { theme: 'night', hotkeys: { buy: 'Shift+B' } })
  await ann.call(spot.addFavorite, { symbol: 'BTC/USDT' } as never)
  await verify(ann)
  await operate('kyc reject', { account: 'ann@example.com', level: '1', reason: 'too dark' })
  await ann.firstStep('ann@example.com', 'Wrong-Password-1').catch(() => undefined)
  const { list } = await ann.call(inform.messageList, { languageCode: 'en_US', bizType: 'assets' })
  await ann.call(inform.readMessages, { ids: [list[0]?.id ?? ''] })
  await ann.call(inform.deleteMessages, { ids: [list.at(-1)?.id ?? ''] })
  await ann.call(inform.announcementDetail, { id: 'news', languageCode: 'en_US' })
  const kept = await ann.call(spot.orderDetail, { clientOrderId: 'kept' })
  const fields = {
    ...{ symbol: 'BTC/USDT', coinName: 'BTC', coin: 'BTC', symbols: 'BTC/USDT', interval: '1d', limit: 5, orderId: kept.orderId },
    ...{ id: 'news', languageCode: 'en_US', lang: 'en_US', ns: 'error', key: 'theme', keys: ['theme'], day: 7, days: 7 },
    ...{ bizType: 'assets', coinId: '1', kind: 'spotOrder', productId, orderNo, amount: '5' },
  }
  return { tenantId, ann, visitor: new SessionClient(base), fields }
}

/** Only what each call knows, or nothing where it needs nothing. */
function requestOf(call: AnyCall, fields: Company['fields']): Readonly<Record<string, unknown>> {
  if (call.path.includes('/help/detail/')) return { id: 'create-account', languageCode: 'ar_SA' }
  for (const names of [
    [],
    ['symbol'],
    ...Object.keys(fields).map((name) => [name]),
    ['id', 'languageCode'],
    ['languageCode', 'bizType'],
    ['productId', 'amount'],
    ['symbol', 'interval'],
    Object.keys(fields),
  ]) {
    const chosen = Object.fromEntries(names.map((name) => [name, fields[name]]))
    if (call.request.safeParse(chosen).success) return chosen
  }
  throw new Error(`${call.path}: no request fits`)
}

/** Without what each process and each answer makes anew: ports, nonces, the moment of a price, the position of a published book. */
const plain = (text: string): string =>
  text
    .replace(/"(serverTime|lastTime|requestId|asOf|arrivalTime)":("[^"]*"|\d+)/g, '"$1":0')
    .replace(/("usdtPrice":"[^"]*","time":)\d+/g, '$1')
    .replace(/"seq":\d+,"time":\d+,"checksum"/g, '"checksum"')
    .replace(/nonce="[^"]*"|'nonce-[^']*'/g, '')
    .replace(/(localhost|127\.0\.0\.1):\d+/g, '$1')

async function taken({ ann, visitor, fields }: Company): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  for (const [name, call] of asked) {
    const { url, body } = targetOf(call, requestOf(call, fields))
    for (const [who, client] of [
      ['ann', ann],
      ...(call.access === 'user' || call.access === 'secondFactor' ? [] : ([['visitor', visitor]] as const)),
    ] as const) {
      const headers = { 'content-type': 'application/json', ...(client.token !== undefined && { authorization: `Bearer ${client.token}` }) }
      const response = await fetch(`${client.base}${url}`, { method: call.method, headers, ...(body !== undefined && { body }) })
      answers.set(`${who} ${name}`, `${response.status} ${plain(await response.text())}`)
    }
  }
  for (const page of PAGES) {
    for (const language of ['en_US', 'ar_SA']) {
      const response = await fetch(`${visitor.base}${page}`, { headers: { cookie: `language=${language}`, 'accept-encoding': 'identity' } })
      answers.set(`${language} ${page}`, `${response.status} ${plain(await response.text())}`)
    }
  }
  return answers
}

it('REL-003 NOTE-010 TEN-010 [part] with all projections dropped and made again, every answer and page of both tenants is the same', async () => {
  await awayFromMidnight(await start())
  const companies: Company[] = []
  for (const [index, tenantId] of TENANTS.entries()) companies.push(await live(tenantId, index === 0 ? 'localhost' : 'nova.localhost'))
  const before: ReadonlyMap<string, string>[] = []
  for (const company of companies) before.push(await taken(company))
  for (const answers of before) {
    const failed = [...answers].filter(([, text]) => !/^(200|404 <)/.test(text))
    expect(failed.filter(([name]) => !name.endsWith('/nothing/there'))).toEqual([])
    for (const name of [
      'orderList',
      'userTrades',
      'billsByCategory',
      'messageList',
      'loginHistory',
      'inviteList',
      'inviteCommissions',
      'announcementList',
      'earnOrders',
    ])
      expect(answers.get(`ann ${name}`), name).toMatch(/"total":[1-9]/)
    expect(answers.get('ann userIdentity')).toContain('too dark')
  }
  expect(before[0]?.get('en_US /')).not.toBe(before[1]?.get('en_US /'))
  expect(await product?.stop()).toBe(0)
  rmSync(join(dataDir, 'projections'), { recursive: true })
  await start()
  for (const [index, company] of companies.entries()) {
    const after = await taken(company)
    for (const [name, text] of before[index] ?? []) expect.soft(after.get(name), `${company.tenantId}: ${name}`).toBe(text)
  }
}, 1_800_000)
