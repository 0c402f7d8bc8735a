/** Configuration, menus and texts as an operator changes them: versions, refusals by name, and what visitors' pages then read. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEY_VALUES_BY_KEY } from '../content/key-values.ts'
import { productOf } from '../content/products.ts'
import { seedContent } from '../content/seed-content.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import type { OperatorTenant } from './operator-command.ts'
import { runOperatorCommand } from './run-command.ts'

const HOME = '/api/home-web/v1'
const NOVA = { host: 'nova.localhost' }

let world: HttpWorld
let tenants: OperatorTenant[]
beforeAll(async () => {
  world = await httpWorld()
  const snapshot = () => Promise.resolve({ seq: 1, stateHash: '', byteLength: 7 })
  tenants = [world.agio, world.nova].map((tenant) => ({ ...tenant, exchange: Object.assign(tenant.exchange, { snapshot }) }))
  for (const tenant of tenants) {
    await seedContent(tenant.exchange, tenant.config)
    await tenant.content.load()
  }
})
afterAll(() => world.close())

async function act(command: string, given: Record<string, string>, tenantId = 'agio', actor = 'ann') {
  return runOperatorCommand(tenants, { tenantId, command, given, actor, account: actor, why: 'a test of it' })
}
const theme = async (options = {}) => (await world.post(`${HOME}/kv/params/theme`, {}, options)).data.theme
const site = async (options = {}) => (await world.get(`${HOME}/open/site`, options)).data

it('TEN-013 a theme is changed, seen by the next call of the tenant alone, and taken back to any version in one step', async () => {
  const before = await site()
  const other = await site(NOVA)
  expect(await act('kv set', { key: 'theme', value: '#112233' })).toMatchObject({
    ok: true,
    text: expect.stringMatching(/version 2, entry/),
  })
  expect(await act('kv set', { key: 'theme', value: '{"color":"#445566"}' })).toMatchObject({ ok: true })
  expect(await theme()).toBe('{"color":"#445566"}')
  expect(await theme(NOVA)).toBe('#4B5BFF')
  const after = await site()
  expect(after.version).not.toBe(before.version)
  expect(await site(NOVA)).toEqual(other)
  expect((await act('kv rollback', { key: 'theme', version: '1' })).ok).toBe(true)
  expect(await theme()).toBe('#FF5F1F')
  expect((await site()).version).toBe(before.version)
  const history = (await act('kv history', { key: 'theme' })).text
  expect(history.match(/^ +\d+ {2}2026/gm)).toHaveLength(4)
  expect(history).toContain('ann: a test of it')
  expect(await act('kv rollback', { key: 'theme', version: '9' })).toEqual({ ok: false, text: 'theme: no version 9; there are 4' })
  expect(JSON.parse((await act('kv get', { key: 'theme' })).text)).toBe('#FF5F1F')
})

it('TEN-013 [part] an open page asks with what it knows and is answered 304 while nothing changes', async () => {
  const first = await world.get(`${HOME}/open/site`)
  const headers = { 'if-none-match': String(first.headers.etag) }
  const again = await world.get(`${HOME}/open/site`, { headers })
  expect([again.status, again.text]).toEqual([304, ''])
  await act('kv set', { key: 'tenant_cache_name', value: 'Agio Markets' })
  const changed = await world.get(`${HOME}/open/site`, { headers })
  expect(changed.data.tenantName).toBe('Agio Markets')
  expect((await world.get(`${HOME}/open/bootstrap`)).data).toMatchObject({ tenantName: 'Agio Markets', version: changed.data.version })
  await act('kv rollback', { key: 'tenant_cache_name', version: '1' })
})

it('TEN-005 TEN-006 [part] values that a key cannot hold are refused by name and leave what was there', async () => {
  for (const [key, value] of [
    ['theme', 'orange'],
    ['footer_setting', '2'],
    ['financial', '{"financialSwitch":3}'],
    ['logo', '{"headerLogo":"javascript:alert(1)"}'],
    ['contractSwitch', 'yes'],
    ['app_download', '//evil.example'],
  ] as const) {
    const before = JSON.stringify(world.agio.content.keyValues()[key])
    const answer = await act('kv set', { key, value })
    expect(answer, `${key} ${value}`).toMatchObject({ ok: false, text: expect.stringContaining(`${key}: `) })
    expect(JSON.stringify(world.agio.content.keyValues()[key])).toBe(before)
  }
  expect(await act('kv set', { key: 'smtp_password', value: 'x' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('no key smtp_password'),
  })
  expect((await act('kv set', { key: '__proto__', value: 'x' })).ok).toBe(false)
  expect(Object.keys(KEY_VALUES_BY_KEY)).toEqual(expect.arrayContaining(['theme', 'logo', 'flash_img', 'financial']))
})

it('TEN-008 ROUTE-013 [part] nothing leads to a product while it is closed, and everything does once it is open', async () => {
  const { content } = world.agio
  const shown = (): string[] =>
    content.menu('en_US').flatMap(({ displayStatus, accessPath }) => (displayStatus === 1 && accessPath !== null ? [accessPath] : []))
  const always = ['/marketData', '/spotTrade']
  const last = '/helpCenter'
  expect(shown()).toEqual([...always, last])
  await act('kv set', { key: 'contractSwitch', value: '1' })
  expect(shown()).toEqual([...always, '/trade', last])
  await act('kv set', { key: 'flashConvertSwitch', value: '1' })
  expect(shown()).toEqual([...always, '/trade', '/exchange', last])
  await act('kv rollback', { key: 'contractSwitch', version: '1' })
  await act('kv rollback', { key: 'flashConvertSwitch', version: '1' })
  expect(shown()).toEqual([...always, last])
  // The open view of a spot pair has the address of the contracts' terminal.
  expect(
    ['/trade?type=spot&symbol=BTC_USDT', '/trade', '/trade/', '/trade?contract=1', 'https://example.com/trade', null].map(productOf),
  ).toEqual([undefined, 'contract', 'contract', 'contract', undefined, undefined])
})

it('TEN-007 [part] a value that is removed is its default again, whatever it is', async () => {
  const read = async () => (await world.post(`${HOME}/kv/params/out_money`)).data
  const first = await read()
  const limit = { key: 'out_money', value: '{"amountLimit":"7","coin":"USDT","time":24}' }
  await act('kv set', limit)
  expect(await read(), 'one operator').toEqual(first)
  await act('kv set', limit, 'agio', 'bob')
  expect(await read()).toMatchObject({ out_money: { amountLimit: '7' } })
  await act('kv unset', { key: 'out_money' })
  await act('kv unset', { key: 'out_money' }, 'agio', 'bob')
  expect(await read()).toEqual(first)
  expect(first).toMatchObject({ out_money: { amountLimit: '5000' } })
})

it('TEN-007 TEN-008 each switch is read by its own table; a value outside it is closed, and so is one that is not set', async () => {
  const switches = async () => (await site()).switches
  expect(await switches()).toEqual({ financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: false, inviteSwitch: 0 })
  await act('kv unset', { key: 'contractSwitch' })
  expect((await switches()).contractSwitch).toBe(false)
  await act('kv set', { key: 'contractSwitch', value: '1' })
  expect((await switches()).contractSwitch).toBe(true)
  await act('kv set', { key: 'contractSwitch', value: '2' })
  expect((await switches()).contractSwitch).toBe(false)
  expect((await world.post(`${HOME}/kv/params/contractSwitch`)).data).toEqual({ contractSwitch: 0 })
  for (const [key, value] of [
    ['account_configuration', '1'],
    ['flashConvertSwitch', '1'],
    ['financial', '{"financialSwitch":1,"isRealname":0,"isDisplayAssets":0,"isDisplayBackground":0}'],
  ] as const)
    await act('kv set', { key, value })
  expect(await switches()).toEqual({ financialSwitch: 1, flashConvertSwitch: 1, contractSwitch: false, inviteSwitch: 1 })
  const forged = { kind: 'saveDocument', userId: 0 as never, collection: 'kv', id: 'account_configuration', actor: 'x' } as const
  world.exchange.must({ ...forged, document: { value: 7 } })
  await world.agio.content.load()
  expect((await switches()).inviteSwitch).toBe(0)
  for (const [key, version] of [
    ['financial', '1'],
    ['flashConvertSwitch', '1'],
    ['account_configuration', '1'],
    ['contractSwitch', '1'],
  ] as const)
    await act('kv rollback', { key, version })
})

it('SHELL-003 [part] a menu is edited and rolled back; a broken document or a dangerous link is refused by its place', async () => {
  const names = async () => (await world.post(`${HOME}/menu/selectHomeMenuJson/en_US`)).data.map(({ menuName }) => menuName)
  const menu = JSON.parse((await act('site get', { document: 'menu' })).text)
  const added = { id: 'new', name: { en_US: 'News' }, second: {}, description: {}, path: '/Notice', shown: true, children: [] }
  expect((await act('site set', { document: 'menu', json: JSON.stringify([...menu, added]) })).ok).toBe(true)
  expect((await names()).at(-1)).toBe('News')
  const evil = JSON.stringify([{ ...added, path: 'javascript:alert(1)' }])
  expect(await act('site set', { document: 'menu', json: evil })).toMatchObject({ ok: false, text: expect.stringContaining('0.path') })
  const dotted = JSON.stringify([{ ...added, children: [{ ...added, id: 'my.page' }] }])
  expect(await act('site set', { document: 'menu', json: dotted })).toMatchObject({ ok: false, text: expect.stringContaining('"my.page"') })
  expect(await act('site set', { document: 'menu', json: '{' })).toEqual({ ok: false, text: 'the document is not JSON' })
  expect(await act('site set', { document: 'secrets', json: '{}' })).toMatchObject({ ok: false })
  expect((await act('site rollback', { document: 'menu', version: '1' })).ok).toBe(true)
  expect(await names()).not.toContain('News')
})

it('SHELL-021 [part] a country that is not served is told so', async () => {
  const supported = async () =>
    (await world.get(`${HOME}/open/country/selectHomeCountryList`)).data.find(({ countryCode }) => countryCode === 'NL')?.supported
  expect(await supported()).toBe(1)
  await act('site set', { document: 'closedCountries', json: '["NL"]' })
  expect(await supported()).toBe(0)
})

it('API-011 [part] own words stand over the built-in ones with the same places, and go again', async () => {
  const word = async () => (await world.get('/api/langFile?lang=en_US&ns=error')).data.en_US?.error?.PAIR_NOT_FOUND
  const builtIn = await word()
  const file = 'en_US/error'
  const places = builtIn?.match(/\{\{\w+\}\}/g)?.join(' ') ?? ''
  expect((await act('text set', { file, key: 'PAIR_NOT_FOUND', text: `Not here ${places}` })).ok).toBe(true)
  expect(await word()).toBe(`Not here ${places}`)
  expect(await act('text set', { file, key: 'NOPE', text: 'x' })).toEqual({ ok: false, text: 'en_US/error: no text NOPE' })
  expect((await act('text set', { file, key: 'PAIR_NOT_FOUND', text: '{{other}}' })).ok).toBe(false)
  await act('text set', { file, key: 'PAIR_NOT_FOUND', text: '-' })
  expect(await word()).toBe(builtIn)
  expect((await act('text rollback', { file, version: '1' })).ok).toBe(true)
  expect(await word()).toBe(`Not here ${places}`)
})

it('API-011 TEN-013 [part] two texts of one file set at a time are both there, each answered with its own version', async () => {
  const set = (key: string) => act('text set', { file: 'ar_SA/error', key, text: `own ${key}` })
  const answers = await Promise.all([set('LOGIN_REQUIRED'), set('SESSION_INVALID')])
  expect(answers.map(({ text }) => /version \d+/.exec(text)?.[0])).toEqual(['version 1', 'version 2'])
  const { data } = await world.get('/api/langFile?lang=ar_SA&ns=error')
  expect(data.ar_SA?.error).toMatchObject({ LOGIN_REQUIRED: 'own LOGIN_REQUIRED', SESSION_INVALID: 'own SESSION_INVALID' })
})

it('every command that changes the site asks for a reason', () => {
  const changing = OPERATOR_COMMANDS.filter(({ name }) => / (set|unset|rollback)$/.test(name))
  expect(changing.length).toBeGreaterThan(6)
  expect(changing.filter(({ needsReason }) => !needsReason)).toEqual([])
})
