import { afterEach, describe, expect, it } from 'vitest'
import { find } from '../app/header/search-model.ts'
import { matchesSearch } from '../data/market/market-model.ts'
import { addAddresses } from '../features/account/key-model.ts'
import { typedAccount } from '../proof/auth-model.ts'
import { digitsOf } from '../proof/digits.ts'
import { readEntry } from '../terminal/model/amount-entry.ts'
import { setWireLocale } from './locale.ts'
import { latinText, typedNumber } from './typed-text.ts'

afterEach(() => setWireLocale('en_US'))

const COMMA = ['es_ES', 'pt_BR', 'ru_RU', 'tr_TR'] as const
const POINT = ['ar_SA', 'en_US', 'fa_IR', 'he_IL', 'ja_JP', 'ko_KR', 'zh_CN', 'zh_TW'] as const

/** What a person types, and the minor units of a field with three decimals that it comes to; undefined: refused. */
const WITH_COMMA: readonly (readonly [string, bigint | undefined])[] = [
  ['0,5', 500n],
  [',5', 500n],
  ['12,', 12_000n],
  ['1,234', 1234n],
  ['1234,5', 1_234_500n],
  ['0,5*2+0.1', 1100n],
  ['1,5k', 1_500_000n],
  ['۰٫۵', 500n],
  ['０，５', 500n],
  ['0.5', 500n],
  ['1.234,5', undefined],
  ['1,234.5', undefined],
  ['1,2,3', undefined],
  ['0,5.1', undefined],
  ['1.234.567', undefined],
  ['1 234,5', undefined],
  ['1٬234', undefined],
  [',', undefined],
  ['-0,5', undefined],
]

describe('typed numbers', () => {
  it.each(COMMA)('SPOT-012 [part] a lone comma marks decimals in %s, and nothing that reads in two ways is taken', (locale) => {
    setWireLocale(locale)
    for (const [text, value] of WITH_COMMA) {
      const entry = readEntry(typedNumber(text), 3)
      if (value === undefined) expect(entry, text).toMatchObject({ kind: 'fault' })
      else expect(entry, text).toMatchObject({ value })
    }
    for (const text of ['1.234,5', '1,234.5', '1,2,3', '0,5.1', '1.234.567', '1٬234'])
      expect(readEntry(typedNumber(text), 3), text).toEqual({ kind: 'fault', fault: 'marks' })
  })

  it('SPOT-012 [part] reads a comma key by key as it reads it at once', () => {
    setWireLocale('pt_BR')
    const keyByKey = (text: string) => [...text].reduce((before, key) => typedNumber(before + key), '')
    for (const [text, value] of WITH_COMMA) {
      const entry = readEntry(keyByKey(text), 3)
      if (value === undefined) expect(entry, text).toMatchObject({ kind: 'fault' })
      else expect(entry, text).toMatchObject({ value })
    }
  })

  it.each(POINT)('SPOT-012 [part] a comma marks nothing in %s, and the person is told why', (locale) => {
    setWireLocale(locale)
    for (const text of ['0,5', '1,234', '1,234.5', '0،5', '０，５'])
      expect(readEntry(typedNumber(text), 3), text).toEqual({ kind: 'fault', fault: 'marks' })
    expect(readEntry(typedNumber('۱۲٫۵'), 3)).toMatchObject({ value: 12_500n })
  })

  it('SPOT-012 [part] digits of every script mean what they say, wherever digits are typed', () => {
    for (const text of ['۱۲۳۴۵۶', '١٢٣٤٥٦', '１２３４５６', '१२३४५६', '១២៣៤៥៦', '𝟏𝟐𝟑𝟒𝟓𝟔', '\u2066123456\u2069']) {
      expect(latinText(text), text).toBe('123456')
      expect(digitsOf(text), text).toBe('123456')
      expect(typedAccount('phone', text), text).toBe('123456')
      expect(readEntry(typedNumber(text), 0), text).toMatchObject({ value: 123_456n })
    }
    expect(digitsOf('۱۲۳ ۴۵۶')).toBe('123456')
    expect(typedAccount('phone', '（٠٩١٢）－３４５６')).toBe('09123456')
    expect(typedAccount('email', 'ｍａｙａ＠ｍａｉｌ。ｃｏｍ')).toBe('maya@mail.com')
    expect(addAddresses([], '۱۹۲٫۱۶۸٫۰٫۱，１０．０．０．１／８').accepted).toEqual(['192.168.0.1', '10.0.0.1/8'])
    expect(matchesSearch('1INCH/USDT', '۱ｉｎｃｈ')).toBe(true)
    const pair = { key: '1INCH/USDT', name: '1INCH/USDT', words: '1INCH/USDT', kind: 'pair', to: '/' } as const
    expect(find([pair], '١inch')).toEqual([pair])
    expect(readEntry(typedNumber('２５％'), 2, 200n)).toMatchObject({ value: 50n })
    expect(readEntry(typedNumber('٢٥٪'), 2, 200n)).toMatchObject({ value: 50n })
  })

  it('leaves alone what is no digit, and signs that are several digits in one', () => {
    for (const text of ['½', '²', '一二三', 'Ⅷ', '−1', 'ñandú']) expect(latinText(text)).toBe(text)
  })
})
