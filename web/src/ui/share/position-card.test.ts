import type { Position } from '@agio/wire/futures/position-types.ts'
import { expect, test } from 'vitest'
import { cardFacts } from './position-card.tsx'

const AMOUNTS = ['650', '2172.37', '43811.82', '364.33']
const position = {
  ...{ symbol: 'BTC-USDT', orderSide: 'BUY', leverageLevel: 20, returnRate: '0.1677', openAvgPrice: '66842.3', indexPrice: '67402.8' },
  ...{ positionVolume: AMOUNTS[0], holdAmount: AMOUNTS[1], positionBalance: AMOUNTS[2], unRealizedAmount: AMOUNTS[3] },
} as Position

test('the card of a position says its way, return and prices, and no amount', () => {
  const facts = cardFacts(position)
  expect(facts).toEqual({
    ...{ symbol: 'BTC-USDT', isLong: true, leverage: 20, gain: '+16.77%', isGain: true, entry: '66,842.3', mark: '67,402.8' },
  })
  const text = JSON.stringify(facts).replaceAll(',', '')
  for (const amount of AMOUNTS) expect(text).not.toContain(`"${amount}`)
})

test('a loss has its sign', () => {
  expect(cardFacts({ ...position, orderSide: 'SELL', returnRate: '-0.1023' })).toMatchObject({
    gain: '−10.23%',
    isGain: false,
    isLong: false,
  })
})
