import { beforeEach, describe, expect, test } from 'vitest'
import {
  formatCompact,
  formatDate,
  formatDay,
  formatDayTime,
  formatFiat,
  formatNumber,
  formatPercent,
  formatRate,
  formatYearlyRate,
  inPercent,
} from './format.ts'
import { detectLocale, directionOf, fullLocale, intlTag, regionOf, setWireLocale, shortLocale } from './locale.ts'
import { Translator } from './translator.ts'
import { zoneOf } from './zone.ts'

const AVAILABLE = ['en_US', 'zh_CN', 'ko_KR', 'ar_SA']
beforeEach(() => setWireLocale('en_US'))

describe('languages', () => {
  test('I18N-001 the language of the browser by its prefix, else English', () => {
    expect(detectLocale(['ko-KR'], AVAILABLE)).toBe('ko_KR')
    expect(detectLocale(['ko'], AVAILABLE)).toBe('ko_KR')
    expect(detectLocale(['xx', 'zh-TW'], AVAILABLE)).toBe('zh_CN')
    expect(detectLocale(['xx'], AVAILABLE)).toBe('en_US')
    expect(detectLocale(['ko'], ['ko', 'en'])).toBe('ko')
    const chinese = ['en_US', 'zh_CN', 'zh_TW']
    expect(['zh-HK', 'zh-Hant', 'zh-SG', 'zh', 'x'].map((tag) => detectLocale([tag], chinese))).toEqual([
      'zh_TW',
      'zh_TW',
      'zh_CN',
      'zh_CN',
      'en_US',
    ])
  })

  test('I18N-002 an empty list of languages leaves English', () => {
    expect(detectLocale(['ko'], [])).toBe('en_US')
  })

  test('I18N-004 codes in both forms', () => {
    expect(['zh', 'ja', 'ko', 'en', 'tw', 'ar_SA'].map(fullLocale)).toEqual(['zh_CN', 'ja_JP', 'ko_KR', 'en_US', 'zh_TW', 'ar_SA'])
    expect(['zh_CN', 'ja_JP', 'ko_KR', 'en_US', 'zh_TW', 'ar_SA'].map(shortLocale)).toEqual(['zh', 'ja', 'ko', 'en', 'tw', 'ar_SA'])
  })

  test('what a system calls its language may be none: it has no region, and formats are made in English', () => {
    expect(['de-DE', 'zh-Hant-HK', 'de', 'C', '', 'POSIX!', 'de_DE'].map(regionOf)).toEqual(['DE', 'HK', ...Array(5).fill(undefined)])
    for (const odd of ['C', '', 'x y', 'POSIX!']) {
      expect([odd, intlTag(odd)]).toEqual([odd, 'en-US'])
      setWireLocale(odd)
      expect([formatNumber('1234.5'), formatDate(0), formatCompact('-1234567')]).toEqual([
        '1,234.5',
        expect.stringMatching(/19(70|69)/),
        '-1.2M',
      ])
      const texts = new Translator()
      texts.add(odd, 'a', { rows_one: 'one', rows_other: 'many' }, false)
      expect(texts.text(odd, 'a:rows', { count: 1 })).toBe('one')
    }
    expect(intlTag('zh_Hant_TW')).toBe('zh-Hant-TW')
  })

  test('a zone that the browser does not know itself is UTC, and known to be none', () => {
    expect(zoneOf('Europe/Berlin')).toEqual({ name: 'Europe/Berlin', known: true })
    for (const odd of ['Etc/Unknown', '', undefined, 'Mars/Olympus']) expect(zoneOf(odd)).toEqual({ name: 'UTC', known: false })
  })

  test('I18N-005 [part] direction', () => {
    expect(['ar_SA', 'he_IL', 'fa_IR', 'en_US', 'zh_CN'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr'])
  })

  test('I18N-006 [part] every language has every text of every namespace', () => {
    const files = import.meta.glob<Readonly<Record<string, string>>>('./locales/*/*.json', { eager: true, import: 'default' })
    const stems = (texts: Readonly<Record<string, string>> = {}) =>
      [...new Set(Object.keys(texts).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))].sort()
    for (const [path, texts] of Object.entries(files)) {
      const english = files[path.replace(/locales\/\w+\//, 'locales/en_US/')]
      expect({ path, keys: stems(texts) }).toEqual({ path, keys: stems(english) })
    }
  })

  test('I18N-008 [part] languages are the folders of texts: no source names one that is not the default or a short code', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })
    const lists = Object.entries(sources).filter(([path, text]) => !path.includes('.test.') && /tr_TR|ru_RU|pt_BR|es_ES/.test(text))
    expect(lists.map(([path]) => path)).toEqual([])
  })
})

describe('texts and numbers', () => {
  test('I18N-007 plural forms follow the language', () => {
    const texts = new Translator()
    texts.add(
      'ar-SA',
      'a',
      { n_zero: 'صفر', n_one: 'واحد', n_two: 'اثنان', n_few: 'قليل {{count}}', n_many: 'كثير {{count}}', n_other: 'غير {{count}}' },
      false,
    )
    expect([0, 1, 2, 3, 11, 100].map((count) => texts.text('ar-SA', 'a:n', { count }))).toEqual([
      'صفر',
      'واحد',
      'اثنان',
      'قليل 3',
      'كثير 11',
      'غير 100',
    ])
    texts.add('en-US', 'a', { n_one: '{{count}} pair', n_other: '{{count}} pairs' }, false)
    expect([1, 2].map((count) => texts.text('en-US', 'a:n', { count }))).toEqual(['1 pair', '2 pairs'])
    expect(texts.text('en-US', 'a:missing')).toBe('missing')
  })

  test('API-011 [part] texts of the operator win over the built-in ones', () => {
    const texts = new Translator()
    texts.add('en-US', 'a', { x: 'built in', y: 'stays' }, false)
    texts.add('en-US', 'a', { x: 'own' }, true)
    texts.add('en-US', 'a', { x: 'late' }, false)
    expect([texts.text('en-US', 'a:x'), texts.text('en-US', 'a:y')]).toEqual(['own', 'stays'])
  })

  test('I18N-007 decimals keep every digit, whatever the language', () => {
    expect(formatNumber('12345678901234567.123456789012345678')).toBe('12,345,678,901,234,567.123456789012345678')
    expect(formatNumber('0.5', { scale: 8 })).toBe('0.50000000')
    expect(formatNumber('1.999', { scale: 2 })).toBe('1.99')
    expect(formatNumber('-3.1', { sign: 'always' })).toBe('\u22123.1')
    expect(formatNumber('0', { sign: 'always' })).toBe('0')
    expect(formatNumber('', {})).toBe('--')
    setWireLocale('ar_SA')
    expect(formatNumber('67412.38')).toBe('67,412.38')
    expect(formatPercent('-0.62')).toBe('\u22120.62%')
    expect(formatDay(Date.UTC(2026, 6, 14, 12))).toMatch(/يوليو/)
  })

  test('I18N-007 each of twelve languages groups and names in its own way, with Latin digits and the same day everywhere', () => {
    const day = Date.UTC(2026, 6, 14, 12)
    const seen = (locale: string) => {
      setWireLocale(locale)
      return formatNumber('1234567.5')
    }
    for (const locale of ['en_US', 'zh_CN', 'zh_TW', 'ja_JP', 'ko_KR', 'ar_SA', 'fa_IR', 'he_IL'])
      expect([locale, seen(locale)]).toEqual([locale, '1,234,567.5'])
    for (const locale of ['es_ES', 'pt_BR', 'tr_TR']) expect([locale, seen(locale)]).toEqual([locale, '1.234.567,5'])
    expect(seen('ru_RU')).toBe('1\u00a0234\u00a0567,5')
    for (const locale of ['en_US', 'ar_SA', 'fa_IR', 'he_IL', 'ru_RU', 'ja_JP']) {
      setWireLocale(locale)
      expect([locale, formatDate(day)]).toEqual([locale, expect.stringMatching(/2026/)])
      expect([locale, formatDay(day)]).toEqual([locale, expect.stringMatching(/14/)])
    }
  })

  test('I18N-007 [part] a moment in a box that runs left to right keeps the order of languages that do not', () => {
    const seen = (locale: string) => {
      setWireLocale(locale)
      return formatDayTime(Date.UTC(2026, 6, 14, 12))
    }
    for (const locale of ['ar_SA', 'fa_IR', 'he_IL'])
      expect([locale, seen(locale)]).toEqual([locale, expect.stringMatching(/^\u2067.*14.*:00\u2069$/)])
    for (const locale of ['en_US', 'ja_JP', 'ru_RU'])
      expect([locale, seen(locale)]).toEqual([locale, expect.not.stringMatching(/[\u2066-\u2069]/)])
  })

  test('I18N-007 [part] the percent sign stands where the language puts it, the sign of a change stays in front', () => {
    const seen = (locale: string) => {
      setWireLocale(locale)
      return [formatPercent('-12345.5'), formatPercent('4.066'), inPercent('25'), formatPercent('')]
    }
    expect(seen('en_US')).toEqual(['\u221212,345.50%', '+4.07%', '25%', '--'])
    expect(seen('pt_BR')).toEqual(['\u221212.345,50%', '+4,07%', '25%', '--'])
    expect(seen('es_ES')).toEqual(['\u221212.345,50\u00a0%', '+4,07\u00a0%', '25\u00a0%', '--'])
    expect(seen('ru_RU')).toEqual(['\u221212\u00a0345,50\u00a0%', '+4,07\u00a0%', '25\u00a0%', '--'])
    expect(seen('tr_TR')).toEqual(['\u2212%12.345,50', '+%4,07', '%25', '--'])
  })

  test('a fee rate keeps two decimals and never loses one', () => {
    expect(['0.001', '0.0008', '0.00075', '0', '0.1', '1', ''].map(formatRate)).toEqual([
      '0.10%',
      '0.08%',
      '0.075%',
      '0.00%',
      '10.00%',
      '100.00%',
      '--',
    ])
  })

  test('a yearly rate has two decimals, halves up, and never looks like nothing', () => {
    expect(['0.02709677', '0.02705', '0.99999', '0.074', '0.1', '0.00002', '0', ''].map(formatYearlyRate)).toEqual([
      '2.71%',
      '2.71%',
      '100.00%',
      '7.40%',
      '10.00%',
      '0.002%',
      '0.00%',
      '--',
    ])
  })

  test('percentages, compact amounts and money', () => {
    expect(formatPercent('4.066')).toBe('+4.07%')
    expect(formatPercent('0')).toBe('0.00%')
    expect(formatCompact('1231904550')).toBe('1.23B')
    expect(formatCompact('684200000')).toBe('684.2M')
    expect(formatFiat('67391.5', '$')).toBe('$67,391.50')
    expect(formatFiat('0.61801', '$')).toBe('$0.618')
    expect(formatFiat('-2', '€')).toBe('\u2212€2.00')
  })

  test('numbers written without Intl are those that Intl writes', () => {
    const values = ['0', '0.5', '7', '999', '1000', '12345.678', '0.000000000000000001', '999999.995', '1234567890123.45', '00.10', '9.999']
    const tags = { en_US: 'en-US', zh_CN: 'zh-CN', ar_SA: 'ar-SA', ja_JP: 'ja-JP', ko_KR: 'ko-KR', zh_TW: 'zh-TW' }
    for (const [locale, tag] of Object.entries(tags)) {
      setWireLocale(locale)
      for (const value of values) {
        for (const scale of [undefined, 0, 2, 8]) {
          for (const round of [false, true]) {
            const digits =
              scale === undefined ? { maximumFractionDigits: 18 } : { minimumFractionDigits: scale, maximumFractionDigits: scale }
            const intl = new Intl.NumberFormat(`${tag}-u-nu-latn`, { ...digits, roundingMode: round ? 'halfExpand' : 'trunc' })
            const style = { round, ...(scale === undefined ? {} : { scale }) }
            expect({ locale, value, style, text: formatNumber(value, style) }).toEqual({
              locale,
              value,
              style,
              text: intl.format(value as Intl.StringNumericLiteral),
            })
          }
        }
        if (!value.startsWith('0.0') && value !== '0.5')
          expect(formatFiat(value, '$')).toBe(
            `$${new Intl.NumberFormat(`${tag}-u-nu-latn`, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value as Intl.StringNumericLiteral)}`,
          )
      }
    }
  })

  test('compact English amounts are those that Intl writes', () => {
    setWireLocale('en_US')
    const values = [
      '0',
      '0.04',
      '0.5',
      '12.34',
      '999',
      '999.96',
      '1000',
      '1049',
      '9990',
      '12345.6',
      '999499',
      '999950',
      '999999',
      '684200000',
      '1234567890',
      '12345678901',
      '999999999999',
      '123456789012345',
    ]
    for (const value of values) {
      const wide = value.split('.')[0]?.length ?? 0
      const intl = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: wide > 9 ? 2 : 1 })
      expect({ value, text: formatCompact(value) }).toEqual({ value, text: intl.format(value as Intl.StringNumericLiteral) })
    }
  })
})
