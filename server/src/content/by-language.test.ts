import { expect, it, vi } from 'vitest'
import { byLanguage } from './by-language.ts'

it('makes one for each language and keeps it apart from the others', () => {
  const make = vi.fn((tag: string) => new Intl.NumberFormat(tag))
  const formats = byLanguage(make)
  const written = () => [formats('en'), formats('de'), formats('en')].map((format) => format.format(1234.5))
  expect(written()).toEqual(['1,234.5', '1.234,5', '1,234.5'])
  expect(written()).toEqual(['1,234.5', '1.234,5', '1,234.5'])
  expect(make.mock.calls).toEqual([['en'], ['de']])
})
