/** Shell and configuration calls, as the header and footer read them. */
import { ERRORS } from '@agio/wire/codes.ts'
import { shortLanguage } from '@agio/wire/headers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedContent } from '../../../content/seed-content.ts'
import { builtInTexts } from '../../../content/texts.ts'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'

const HOME = '/api/home-web/v1'
let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

/** Lets the content be read again. */
async function refreshed(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    world.clock.at += 3000
    await world.post(`${HOME}/open/kv/config`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it('API-009 menus come in the language of the path, short forms too', async () => {
  const names = async (lang: string) => (await world.post(`${HOME}/menu/selectHomeMenuJson/${lang}`, { lang: 'en_US' })).data[0]?.menuName
  expect([await names('en'), await names('en_US'), await names('zh'), await names('zh_CN'), await names('xx')]).toEqual([
    'Markets',
    'Markets',
    '行情',
    '行情',
    'Markets',
  ])
  const footer = await world.post(`${HOME}/menu/selectHomeBottomJson/ar_SA`)
  expect(footer.data[0]).toMatchObject({ bottomName: 'المنتجات', show: 1, children: expect.any(Array) })
  expect((await world.post(`${HOME}/menu/selectHomeBottomFooter/en_US`)).data).toEqual({ html: '' })
})

it('I18N-004 [part] short and full forms of language codes map both ways, others pass', () => {
  expect(['zh_CN', 'ja_JP', 'ko_KR', 'en_US', 'zh_TW', 'ar_SA'].map(shortLanguage)).toEqual(['zh', 'ja', 'ko', 'en', 'tw', 'ar_SA'])
})

it('API-010 SHELL-020 rates, languages and social links answer as the shell asks', async () => {
  const rates = await world.post(`${HOME}/open/exchangeRate/exchangeRateQuery`, { id: 0, shortName: '', status: 1 })
  expect(rates.data[0]).toMatchObject({ shortName: 'USD', symbol: '$', status: 1, rate: '1' })
  expect((await world.post(`${HOME}/open/exchangeRate/exchangeRateQuery`, { shortName: 'EUR' })).data).toHaveLength(1)
  expect((await world.post(`${HOME}/open/exchangeRate/exchangeRateQuery`, { id: 7 })).code).toBe('20001')
  const languages = (await world.post(`${HOME}/open/language/langQuery`, { lang: '' })).data
  expect(languages[0]).toEqual({ lang: 'English', langEncode: 'en_US', dir: 'ltr' })
  expect(languages.find(({ langEncode }) => langEncode === 'ar_SA')).toEqual({ lang: 'العربية', langEncode: 'ar_SA', dir: 'rtl' })
  expect((await world.post(`${HOME}/open/homeSocialMedia/homeSocialMediaList`)).code).toBe('0')
})

it('API-011 language texts come by namespace with an etag, the tenant’s own over the built-in ones', async () => {
  await seedContent(world.exchange, world.agio.config)
  const saved = { kind: 'saveDocument', userId: 0 as never, collection: 'texts', id: 'en_US/error', actor: 'operator' } as const
  world.exchange.must({ ...saved, document: { value: { LOGIN_REQUIRED: 'Please sign in first.' } } })
  await refreshed()
  const file = await world.get('/api/langFile?lang=en&ns=error')
  expect(Object.keys(file.data)).toEqual(['en_US'])
  expect(file.data.en_US?.error).toMatchObject({ LOGIN_REQUIRED: 'Please sign in first.', PATH_NOT_FOUND: expect.any(String) })
  expect((await world.get('/api/user-web/v1/user/getLoginInfo')).message).toBe('Please sign in first.')
  const again = await world.get('/api/langFile?lang=en&ns=error', { headers: { 'if-none-match': String(file.headers.etag) } })
  expect([again.status, again.text]).toEqual([304, ''])
})

/** Those that the product promises. */
const PROMISED = ['en_US', 'zh_CN', 'zh_TW', 'ja_JP', 'ko_KR', 'ar_SA', 'fa_IR', 'he_IL', 'es_ES', 'pt_BR', 'ru_RU', 'tr_TR']

it('I18N-008 the languages of a new tenant are those that have texts, the promised ones among them, each written in the direction of its script', async () => {
  const languages = (await world.post(`${HOME}/open/language/langQuery`, { lang: '' })).data
  expect(languages.map(({ langEncode }) => langEncode).sort()).toEqual(Object.keys(builtInTexts('')).sort())
  expect(languages.map(({ langEncode }) => langEncode)).toEqual(expect.arrayContaining(PROMISED))
  for (const { langEncode, dir } of languages) expect(dir, langEncode).toBe(/^(ar|fa|he|ur)/.test(langEncode) ? 'rtl' : 'ltr')
  const menus = await Promise.all(languages.map(({ langEncode }) => world.post(`${HOME}/menu/selectHomeMenuJson/${langEncode}`)))
  expect(new Set(menus.map(({ data }) => data[0]?.menuDescription)).size).toBe(languages.length)
})

it('TEN-010 [part] an operator’s document takes effect, a broken one leaves the default', async () => {
  await seedContent(world.exchange, world.agio.config)
  const save = (id: string, value: unknown) =>
    world.exchange.must({
      kind: 'saveDocument',
      userId: 0 as never,
      collection: 'content',
      id,
      document: { value } as never,
      actor: 'operator',
    })
  save('rates', [{ id: '9', shortName: 'CHF', symbol: 'CHF', status: 1, rate: '0.88' }])
  save('menu', { broken: true })
  // The reading under way may have begun before the change, and stands behind a write to disk.
  const names = async (): Promise<string[]> => {
    await refreshed()
    return (await world.post(`${HOME}/open/exchangeRate/exchangeRateQuery`)).data.map((rate: { shortName: string }) => rate.shortName)
  }
  await expect.poll(names, { timeout: 5000 }).toEqual(['CHF'])
  expect((await world.post(`${HOME}/menu/selectHomeMenuJson/en_US`)).data[0]?.menuName).toBe('Markets')
})

it('TEN-010 [part] only public keys are served; an unknown one is named', async () => {
  world.exchange.must({
    kind: 'saveDocument',
    userId: 0 as never,
    collection: 'kv',
    id: 'smtp_password',
    document: { value: 'x' },
    actor: 'operator',
  })
  await refreshed()
  expect((await world.post(`${HOME}/open/kv/config`)).text).not.toContain('smtp_password')
  expect((await world.post(`${HOME}/kv/params/smtp_password`)).data).toMatchObject({
    name: 'KV_KEY_UNKNOWN',
    params: { key: 'smtp_password' },
  })
  expect((await world.post(`${HOME}/kv/paramsByKeys`, { keys: ['theme', 'nope', '__proto__', 'constructor'] })).data).toEqual({
    theme: '#FF5F1F',
  })
  expect((await world.post(`${HOME}/kv/paramsByKeys`, { keys: [] })).code).toBe('20001')
})

it('API-014 every failure has a text in every language, with the same places', () => {
  const texts = builtInTexts('')
  const others = Object.keys(texts).filter((lang) => lang !== 'en_US')
  const places = (text: string | undefined): string => [...new Set(text?.match(/\{\{\w+\}\}/g) ?? [])].sort().join()
  for (const name of Object.keys(ERRORS)) {
    const english = texts.en_US?.error?.[name]
    expect(english, name).toMatch(/[.!]$/)
    for (const lang of others) {
      expect(places(texts[lang]?.error?.[name]), `${lang} ${name}`).toBe(places(english))
      expect(texts[lang]?.error?.[name], `${lang} ${name}`).not.toBe(english)
    }
  }
})

it('MKT-014 coin facts answer for a listed coin, an unknown one is named', async () => {
  const info = await world.get(`${HOME}/open/coin/info?coinName=BTC`)
  expect(info.data).toMatchObject({ coinName: 'BTC', fullName: 'Bitcoin', totalSupply: '21000000', website: 'https://bitcoin.org' })
  expect(info.data.intro?.length).toBeGreaterThan(40)
  expect((await world.get(`${HOME}/open/coin/info?coinName=NOPE`)).failure.name).toBe('COIN_NOT_FOUND')
})

it('SHELL-021 [part] countries are named in the language of the request', async () => {
  const english = (await world.get(`${HOME}/open/country/selectHomeCountryList`)).data
  const arabic = (await world.get(`${HOME}/open/country/selectHomeCountryList`, { headers: { lang: 'ar_SA' } })).data
  const germany = (list: { countryCode: string }[]) => list.find(({ countryCode }) => countryCode === 'DE')
  expect(germany(english)).toMatchObject({ areaCode: '49', name: 'Germany', nameEn: 'Germany' })
  expect(germany(arabic)).toMatchObject({ name: 'ألمانيا', nameEn: 'Germany' })
})
