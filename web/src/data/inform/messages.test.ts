import { expect, test } from 'vitest'
import { filled } from './messages.ts'

test('I18N-005 [part] what fills a message has its own direction: a day with an Arabic month stays in one piece', () => {
  const time = '26 نوفمبر 2026، 17:22 UTC'
  expect(filled('في {time}.', { time })).toBe(`في \u2068${time}\u2069.`)
  // Numbers run from left to right whatever stands around them.
  expect(filled('{amount}', { amount: '1250.5' })).toBe('\u20661,250.5\u2069')
  expect(filled('{mark}, {equity}', { mark: '60000.1', equity: '12345.67' })).toBe('\u206660,000.1\u2069, \u206612,345.67\u2069')
  expect(filled('{symbol}{none}', { symbol: 'BTC/USDT' })).toBe('\u2068BTC/USDT\u2069\u2068\u2069')
})
