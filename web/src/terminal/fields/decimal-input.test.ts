import { afterEach, expect, test } from 'vitest'
import { setWireLocale } from '../../i18n/locale.ts'
import { shownText } from './decimal-input.tsx'

afterEach(() => setWireLocale('en_US'))

test('I18N-007 [part] a field shows nothing that it would refuse to be typed: decimals have a point in every language', () => {
  expect(shownText('67000.5', false, 2)).toBe('67,000.50')
  expect(shownText('67000.5', true, 2)).toBe('67000.5')
  for (const locale of ['es_ES', 'ru_RU', 'tr_TR', 'pt_BR']) {
    setWireLocale(locale)
    expect(shownText('67000.5', false, 2)).toBe('67000.5')
  }
})
