/** Every failure in every language: words for people, nothing of what programs call it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@agio/wire/codes.ts'
import { describe, expect, it, vi } from 'vitest'
import { errorText } from './texts.ts'

const LANGUAGES = readdirSync(join(import.meta.dirname, 'texts')).map((file) => file.replace(/\.json$/, ''))
const AT = Date.UTC(2026, 10, 21, 18, 30)

/** A fact as calls give it, by its name. */
const FACTS: Readonly<Record<string, unknown>> = {
  methods: ['google', 'email', 'phone'],
  method: 'google',
  channel: 'phone',
  permission: 'futures',
  field: 'addressProofKey',
  issues: [
    { path: 'triggerPrice', rule: 'scale' },
    { path: 'permissions.withdraw', rule: 'required' },
    { path: 'someInnerField', rule: 'type' },
  ],
  allowed: ['image/jpeg', 'image/png', 'image/webp'],
  country: 'KP',
  maxBytes: 262_144,
  symbol: 'BTC/USDT',
  coinName: 'USDT',
  coin: 'USDT',
  send: 'BTC',
  receive: 'ETH',
  memoName: 'Memo',
  protocolType: 'ERC20',
  blockchain: 'Tron',
  ip: '203.0.113.7',
  key: '42',
  ch: 'tickers',
  time: 24,
}
const DIGITS: readonly string[] = ['min', 'max', 'low', 'high', 'step', 'tick', 'need', 'available', 'lastPrice', 'price', 'left', 'used']
const factOf = (param: string): unknown =>
  FACTS[param] ?? (DIGITS.includes(param) ? '12345.678' : /[tT]ime$|^until$|^since$|Timestamp$/.test(param) ? AT : 7)

/** What nobody should read: names written together, names of enums, media types, moments as numbers, places left open. */
const RAW = /[{}]|undefined|null|NaN|\[object|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}_[A-Z_]+\b|image\/|\d{12,}|\bgoogle\b/
/** A unit that everybody writes so. */
const KNOWN = /\bkB\b/g

describe('error texts', () => {
  it.each(LANGUAGES)('API-014 [part] in %s every failure is said in words', (language) => {
    for (const [name, { params }] of Object.entries(ERRORS as Readonly<Record<string, { readonly params?: readonly string[] }>>)) {
      const facts = Object.fromEntries((params ?? []).map((param) => [param, factOf(param)]))
      const text = errorText(language, name, facts)
      expect({ name, text: text.replace(KNOWN, '').match(RAW)?.[0] ?? '', empty: text.trim() === '' }).toEqual({
        name,
        text: '',
        empty: false,
      })
      const bare = errorText(language, name, {})
      expect({ name, bare: bare.match(/[{}]|undefined/)?.[0] ?? '' }).toEqual({ name, bare: '' })
    }
  })

  it('API-014 [part] values are those of the language', () => {
    const said = (language: string, name: string, params: Readonly<Record<string, unknown>>) =>
      errorText(language, name, params).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')
    expect(said('en_US', 'SECOND_FACTOR_REQUIRED', { methods: ['google', 'email'] })).toBe(
      'Enter the codes of these methods: authenticator, e-mail.',
    )
    expect(said('ja_JP', 'KYC_FILE_INVALID', { field: 'frontKey' })).toBe(
      '画像がありません：書類の表面。もう一度アップロードしてください。',
    )
    expect(said('en_US', 'VALIDATION_FAILED', { issues: [{ path: 'seq' }, { path: 'price' }, { path: 'x.y' }] })).toBe(
      'Some fields are not right: price, another field. Correct them and try again.',
    )
    expect(said('de_DE', 'PRICE_BAND', { low: '60000.5', high: '70000' })).toBe('The price must lie between 60,000.5 and 70,000.')
    expect(said('es_ES', 'PRICE_BAND', { low: '60000.5', high: '70000' })).toContain('60.000,5')
    expect(said('ru_RU', 'TRAILING_DELTA_RANGE', { min: '10', max: '2000' })).toContain('от 0,1 % до 20 %')
    expect(said('en_US', 'BODY_TOO_LARGE', { maxBytes: 262_144 })).toContain('256 kB')
    expect(said('', 'REGION_DENIED', { country: 'KP' })).toContain('North Korea')
    expect(said('en_US', 'FILE_TYPE', { allowed: ['image/jpeg', 'image/png'] })).toContain('JPEG, PNG')
    // A bound that is none is not spoken of.
    expect(said('en_US', 'CONVERT_AMOUNT_RANGE', { minTradeU: '1', maxTradeU: '0', valueU: '0.5' })).toBe(
      'Enter another amount. The value must be at least 1 USDT.',
    )
    expect(said('zh_CN', 'CONVERT_AMOUNT_RANGE', { minTradeU: '0', maxTradeU: '0', valueU: '0' })).toBe('请更改数量。')
    expect(said('en_US', 'DECIMAL_SCALE', { field: 'receiveAmount', maxScale: 8 })).toBe('Too many decimals (amount to get): at most 8.')
    // Nor is an end that nobody has set.
    const halted = 'This contract takes no such order now: trading in it is halted or limited to closing.'
    expect(said('en_US', 'CONTRACT_HALTED', { until: 0 })).toBe(halted)
    expect(said('en_US', 'CONTRACT_HALTED', { until: AT })).toContain(`${halted} It goes on at `)
    for (const language of LANGUAGES) expect(said(language, 'CONTRACT_HALTED', { until: 0 }), language).not.toMatch(/\d/)
    // A fact that is not known is not spoken of, unless nothing else is left to say.
    expect(said('en_US', 'SECOND_FACTOR_INVALID', { method: 'google' })).toBe('The code is wrong or was used already.')
  })

  it('API-021 [part] a refusal like one before makes no formatter: whoever is refused again and again costs little', () => {
    const sayAll = (): void => {
      for (const [name, { params }] of Object.entries(ERRORS as Readonly<Record<string, { readonly params?: readonly string[] }>>))
        errorText('en_US', name, Object.fromEntries((params ?? []).map((param) => [param, factOf(param)])))
    }
    sayAll()
    const made = (['DateTimeFormat', 'NumberFormat', 'ListFormat', 'DisplayNames'] as const).map((name) => vi.spyOn(Intl, name))
    sayAll()
    expect(made.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0])
    vi.restoreAllMocks()
  })
})
