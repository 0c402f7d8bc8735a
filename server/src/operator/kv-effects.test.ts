/** Every configuration key has an effect of its own, beside being told; a value that would have none is refused by name. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEY_VALUES_BY_KEY } from '../content/key-values.ts'
import { seedContent } from '../content/seed-content.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { runOperatorCommand } from './run-command.ts'
import { isAskedTwice } from './two-persons.ts'

const HOME = '/api/home-web/v1'
const USER = '/api/user-web/v1'

let world: HttpWorld
let member: Member
beforeAll(async () => {
  world = await httpWorld()
  await seedContent(world.agio.exchange, world.agio.config)
  await world.agio.content.load()
  member = await Member.join(world, 'effects@example.com')
})
afterAll(() => world.close())

async function set(key: string, value: unknown) {
  const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
  const tenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  const given = { key, value: JSON.stringify(value) }
  const asked = { tenantId: 'agio', command: 'kv set', given, actor: 'ann', why: 'a test of it' }
  const first = await runOperatorCommand([tenant], asked, 'test')
  return first.ok && isAskedTwice('kv set', given) ? runOperatorCommand([tenant], { ...asked, actor: 'bob' }, 'test') : first
}

const site = async () => (await world.get(`${HOME}/open/site`)).data
const center = async () => (await member.post(`${USER}/user/userCenter`)).data
const order = { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price: '100', amount: '1' }

/** A value, and what it changes of what the server does. */
const EFFECTS: Readonly<Record<string, readonly [value: unknown, observe: () => Promise<unknown>]>> = {
  footer_setting: [1, async () => (await world.post(`${HOME}/menu/selectHomeBottomFooter/en_US`, {})).data],
  fee_direction: [2, async () => (await member.post(`${USER}/order/createOrder/test`, order)).data.feeCoin],
  out_money: [{ amountLimit: '7', coin: 'USDT', time: 48 }, async () => (await center()).withdrawLimit],
  tenant_cache_name: ['Agio Markets', async () => (await site()).tenantName],
  account_configuration: [1, async () => (await center()).invite.enabled],
  nickname_modify_time: [5, async () => (await center()).nicknameNextTime],
  financial: [{ financialSwitch: 1, isRealname: 0, isDisplayAssets: 0, isDisplayBackground: 0 }, async () => (await site()).switches],
  financial_background: [
    { dayUrl: '/pictures/day.png' },
    async () => (await world.post(`${USER}/open/user-project/getBackgroundImageConfiguration`)).data,
  ],
  flashConvertSwitch: [1, async () => (await site()).switches],
  contractSwitch: [1, async () => (await site()).switches],
  app_download: ['https://apps.example/agio', async () => (await site()).appUrl],
}

/** What pages alone read, each with the module that does. */
const READ_BY_PAGES: Readonly<Record<string, string>> = {
  theme: 'app/configuration.ts',
  logo: 'app/header/header.tsx',
  user_agreement: 'features/auth/register-page.tsx',
  privacy_policy: 'features/auth/register-page.tsx',
  flash_img: 'features/convert/convert-page.tsx',
}

it('TEN-013 [part] a closed country is not served: no number of its alone registers, no document of it is taken', async () => {
  const register = async (areaCode: string) => {
    const account = { type: 2, account: '5550100200', areaCode }
    const body = { ...account, code: '000000', password: 'Correct-Horse-9', agreeTerms: 1 }
    return (await world.sealed('/api/auth/v1/open/register', body)).failure
  }
  const identity = async () =>
    (await member.seal(`${USER}/user/saveIdentityVerification`, { level: 1, countryCode: 'DE' })).failure.params.issues
  const isRefused = async () => JSON.stringify(await identity()).includes('countryCode')
  expect([(await register('49')).name, await isRefused()]).toEqual(['CODE_EXPIRED', false])
  const site = { kind: 'saveDocument', userId: 0 as never, collection: 'content', id: 'closedCountries', actor: 'x' } as const
  world.exchange.must({ ...site, document: { value: ['DE', 'US'] } })
  await world.agio.content.load()
  expect(await register('49')).toMatchObject({ name: 'REGION_DENIED', params: { country: 'DE' } })
  expect(await isRefused()).toBe(true)
  // Others have that code, too.
  expect((await register('1')).name).toBe('CODE_EXPIRED')
})

it('TEN-001 TEN-005 [part] every key changes something beside what is told of it', async () => {
  const known = [...Object.keys(EFFECTS), ...Object.keys(READ_BY_PAGES)]
  expect(known.sort()).toEqual(Object.keys(KEY_VALUES_BY_KEY).sort())
  world.exchange.must({
    ...{ kind: 'creditUser', userId: member.userId as never, assetId: 1 as never, amount: 10n ** 13n },
    ...{ cause: 'airdrop', reference: 'test' },
  })
  const footer = { collection: 'content', id: 'footerHtml', document: { value: { en_US: '<p>Licensed</p>' } } } as const
  world.exchange.must({ kind: 'saveDocument', userId: 0 as never, ...footer, actor: 'x' })
  expect((await set('nickname_modify_time', 3)).ok).toBe(true)
  await member.post(`${USER}/user/updateUserCenter`, { nickname: 'Effects' })
  for (const [key, [value, observe]] of Object.entries(EFFECTS)) {
    const before = await observe()
    expect(await set(key, value), key).toMatchObject({ ok: true })
    expect(await observe(), key).not.toEqual(before)
  }
  for (const [key, file] of Object.entries(READ_BY_PAGES)) {
    const source = readFileSync(new URL(`../../../web/src/${file}`, import.meta.url), 'utf8')
    expect(source, `${key} in ${file}`).toMatch(new RegExp(`\\b${key}\\b`))
  }
})

it('WAL-035 [part] a tenant’s switch decides what may go into an account, and never what may come out of it', async () => {
  const customer = await Member.join(world, 'transfers@example.com')
  const credit = { kind: 'creditUser', userId: customer.userId as never, assetId: 1 as never, amount: 10n ** 10n } as const
  world.exchange.must({ ...credit, cause: 'airdrop', reference: 'test' })
  const financial = (financialSwitch: 1 | 2) =>
    set('financial', { financialSwitch, isRealname: 0, isDisplayAssets: 0, isDisplayBackground: 0 })
  const move = async (fromAccount: number, toAccount: number, amount: string) => {
    const answer = await customer.post('/api/assets-web/v1/transfer/all', { coinId: '1', amount, fromAccount, toAccount })
    return answer.code === '0' ? answer.data.toAccount : answer.failure.name
  }
  expect((await financial(1)).ok).toBe(true)
  expect(await move(1, 3, '40')).toBe(3)
  expect((await financial(2)).ok).toBe(true)
  expect(await move(1, 3, '1')).toBe('TRANSFER_CLOSED')
  expect(await move(3, 1, '40')).toBe(1)
})
