import { expect, it } from 'vitest'
import { symbolFromQuery } from './pair-address.ts'

it('MKT-013 [part] a pair of an address is known in any case and with any of its marks', () => {
  for (const text of ['BTC_USDT', 'btc_usdt', 'Btc-Usdt', 'BTC/USDT', 'btc/usdt']) expect(symbolFromQuery(text)).toBe('BTC/USDT')
  for (const text of [null, '', 'BTC', 'BTCUSDT', 'BTC__USDT', 'BTC_USDT_X', '<script>', 'ВТС_USDT', `${'A'.repeat(21)}_USDT`])
    expect(symbolFromQuery(text)).toBeUndefined()
})
