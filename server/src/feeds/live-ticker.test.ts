import { changePercent } from '@agio/wire/market/view.ts'
import { describe, expect, it } from 'vitest'
import { LiveTicker } from './live-ticker.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const midnight = 20_000 * DAY

describe('live ticker', () => {
  it('MKT-004 the change is a percentage of the previous close, 0 without one', () => {
    expect(changePercent(110, 100)).toBe('10')
    expect(changePercent(90, 100)).toBe('-10')
    expect(changePercent(100_005, 100_000)).toBe('0.01')
    for (const previous of [0, -1]) expect(changePercent(110, previous)).toBe('0')
  })

  it('MKT-005 the previous close is the last trade of the day before; the open equals it until the first trade', () => {
    const ticker = new LiveTicker(0, midnight - DAY)
    ticker.trade(midnight - 1, 100, 1, 100n)
    expect(ticker.figures(midnight)).toMatchObject({ lastPrice: 100, previousClose: 100, openPrice: 100 })
    ticker.trade(midnight + MINUTE, 120, 1, 120n)
    ticker.trade(midnight + 2 * MINUTE, 130, 1, 130n)
    expect(ticker.figures(midnight + 3 * MINUTE)).toMatchObject({ lastPrice: 130, previousClose: 100, openPrice: 120 })
  })

  it('MKT-001 high, low and volume roll over 24 hours by the minute', () => {
    const ticker = new LiveTicker(0, midnight)
    ticker.trade(midnight + 30_000, 500, 2, 1000n)
    ticker.trade(midnight + 10 * MINUTE, 300, 3, 900n)
    ticker.trade(midnight + 20 * MINUTE, 400, 1, 400n)
    expect(ticker.figures(midnight + DAY - 1)).toMatchObject({ high24h: 500, low24h: 300, quantity24h: 6, turnover24h: 2300n })
    expect(ticker.roll(midnight + DAY)).toBe(true)
    expect(ticker.figures(midnight + DAY)).toMatchObject({ high24h: 400, low24h: 300, quantity24h: 4, turnover24h: 1300n })
    expect(ticker.figures(midnight + 3 * DAY)).toMatchObject({ high24h: 400, low24h: 400, quantity24h: 0, turnover24h: 0n, lastPrice: 400 })
  })
})
