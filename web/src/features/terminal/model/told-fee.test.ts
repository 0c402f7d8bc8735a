import { describe, expect, it } from 'vitest'
import { context, draft } from '../../../testing-terminal/ticket-context.ts'
import { costOf } from './cost.ts'
import { readTicket } from './resolve.ts'
import type { Preview } from './told-fee.ts'

const inCoin = (fee: string, worth: bigint) => ({ coin: 'AGIO', fee, worth })
const cost = (change: Parameters<typeof draft>[0], preview: Preview, asks: readonly [price: number, lots: number][]) => {
  const setting = context({ asks: asks.map(([price, quantity]) => ({ price, quantity })) })
  return costOf(readTicket(draft(change), setting), setting, preview)
}

describe('a fee in the platform coin on a moving market', () => {
  /** 0.02 at 60,000.00 and 60,001.00, at 0.075 %. */
  const MARKET: Preview = { taken: 2000n, value: 120_001_000_000n, fee: 0n, discounted: inCoin('0.3', 90_000_750n) }
  const buys = { type: 'market', quantity: '0.02' } as const

  it('SPOT-049 [part] stays in its coin and at its discount between two answers, as an estimate', () => {
    const told = cost(buys, MARKET, [
      [6_000_000, 1000],
      [6_000_100, 9000],
    ])
    expect(told).toMatchObject({ exact: true, fee: 0n, feeRateE8: 75_000, discounted: inCoin('0.3', 90_000_750n) })
    // The book moves: 1,200.20 in place of 1,200.01. 0.3 × 1,200.20 ÷ 1,200.01 = 0.30004749…, up to the last decimal.
    const moved = cost(buys, MARKET, [[6_001_000, 9000]])
    expect(moved).toMatchObject({ exact: false, fee: 0n, feeRateE8: 75_000, discounted: inCoin('0.3000475', 90_015_000n) })
    // All that is bought is received: the fee is paid elsewhere.
    expect(moved?.receive).toBe(2_000_000n)
  })

  it('SPOT-049 [part] is scaled with what waits, where the coin pays for that too', () => {
    const rests = { price: '60000', quantity: '0.02' } as const
    const half: Preview = {
      ...{ taken: 1000n, value: 60_000_000_000n, fee: 0n },
      ...{ discounted: inCoin('0.15', 45_000_000n), whole: inCoin('0.25', 75_000_000n) },
    }
    expect(cost(rests, half, [[6_000_000, 1000]])?.discounted).toEqual(half.whole)
    // Now all of it waits; then all of it trades.
    expect(cost(rests, half, [[6_000_100, 1000]])).toMatchObject({ exact: false, fee: 0n, discounted: inCoin('0.25', 75_000_000n) })
    expect(cost(rests, half, [[5_940_000, 9000]])).toMatchObject({ exact: false, fee: 0n, discounted: inCoin('0.2475', 74_250_000n) })
    // All of it traded when the server was asked, and half of it waits now.
    const whole: Preview = { taken: 2000n, value: 120_000_000_000n, fee: 0n, discounted: inCoin('0.3', 90_000_000n) }
    expect(cost(rests, whole, [[6_000_000, 1000]])).toMatchObject({ exact: false, fee: 0n, discounted: inCoin('0.3', 90_000_000n) })
  })

  it('pays in part: what the coin left to the asset of the side is left to it', () => {
    const part: Preview = { ...MARKET, fee: 1000n, discounted: inCoin('0.15', 45_000_000n) }
    // 0.00001 × 1,200.20 ÷ 1,200.01, up.
    expect(cost(buys, part, [[6_001_000, 9000]])).toMatchObject({ fee: 1001n, feeRateE8: 100_000, discounted: { coin: 'AGIO' } })
    // The coin pays for what trades at once alone: what waits pays as it would without it.
    const rests = { price: '60100', quantity: '0.02' } as const
    const taker: Preview = { taken: 1000n, value: 60_000_000_000n, fee: 0n, discounted: inCoin('0.15', 45_000_000n) }
    expect(cost(rests, taker, [[6_001_000, 1000]])).toMatchObject({ fee: 1000n, discounted: inCoin('0.150025', 45_007_500n) })
  })

  it('is the browser’s own estimate where the coin paid nothing, or nothing traded that it could be scaled by', () => {
    const none: Preview = { ...MARKET, fee: 2000n, discounted: inCoin('0', 0n) }
    expect(cost(buys, none, [[6_001_000, 9000]])).toMatchObject({ fee: 2000n, discounted: undefined, feeRateE8: 100_000 })
    const empty: Preview = { taken: 0n, value: 0n, fee: 0n, discounted: inCoin('0', 0n) }
    expect(cost(buys, empty, [[6_001_000, 9000]])).toMatchObject({ fee: 2000n, discounted: undefined })
    expect(cost(buys, MARKET, [])).toMatchObject({ fee: 0n, discounted: undefined })
  })
})
