import { afterEach, expect, test } from 'vitest'
import { setWireLocale } from '../i18n/locale.ts'
import { localNumber } from './klinecharts-styles.ts'

afterEach(() => setWireLocale('en_US'))

test('I18N-007 [part] the numbers beside the chart are written as the language writes them, with the decimals they have', () => {
  expect([localNumber('67412.30'), localNumber('-3.5'), localNumber(1200), localNumber('1.2K')]).toEqual([
    '67,412.30',
    '\u22123.5',
    '1,200',
    '1.2K',
  ])
  setWireLocale('es_ES')
  expect(localNumber('67412.30')).toBe('67.412,30')
  setWireLocale('ru_RU')
  expect(localNumber('67412.30')).toBe('67\u00a0412,30')
})
