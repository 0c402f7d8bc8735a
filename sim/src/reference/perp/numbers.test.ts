import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import { expect, test } from 'vitest'
import { createWorld } from '../model.ts'
import { allowsLosses, changeFund, noteLoss } from './fund.ts'
import { above, below, reachOf, slackOf } from './numbers.ts'

const contract = {
  multiplier: 1,
  minLeverage: 1,
  maxLeverage: 125,
  tiers: [
    { upTo: 1_000n, rateE8: 400_000, maxLeverage: 125 },
    { upTo: null, rateE8: 500_000, maxLeverage: 100 },
  ],
  liquidationFeeE8: 200_000,
  priceRangeE8: 0,
  fundingHours: 8,
  fundingStartHour: 0,
  interestE12: 0,
  fundingCapE12: 0,
  fundingFloorE12: 0,
  impactValue: 1n,
}

test('a price may be worse than the mark by the taker fee, less than both fees of a round trip leave, or half the lowest maintenance', () => {
  expect(slackOf({ ...PLAIN_PAIR, takerFeeE8: 50_000, makerFeeE8: 20_000 }, contract)).toBe(50_000n)
  expect(slackOf({ ...PLAIN_PAIR, takerFeeE8: 50_000, makerFeeE8: 0 }, contract)).toBe(49_999n)
  expect(slackOf({ ...PLAIN_PAIR, takerFeeE8: 300_000, makerFeeE8: 0 }, contract)).toBe(200_000n)
  expect(slackOf({ ...PLAIN_PAIR, takerFeeE8: null, makerFeeE8: null, buyFeeE8: 0 }, contract)).toBe(0n)
})

test('the mark stays as near the index as who opened there needs it', () => {
  // 1 / 125 less 0.4 % is 0.4 %; less 0.05 % and halved 0.175 %
  expect(reachOf({ ...PLAIN_PAIR, takerFeeE8: 50_000, makerFeeE8: 20_000 }, contract)).toBe(175_000n)
  expect([below(1_000, 175_000n), above(1_000, 175_000n)]).toEqual([999, 1_001])
})

const HOUR = 3_600_000

test('a day costs the fund a tenth of what it had the day before, and one customer a fiftieth', () => {
  const world = createWorld()
  world.time = 100 * HOUR
  changeFund(world, 1, 'equity:house:1', 1_000n, true)
  const costs = (userId: number, amount: bigint, terms = {}): boolean => allowsLosses(world, { assetId: 1, terms }, [{ userId, amount }])
  expect([costs(7, 20n), costs(7, 21n)]).toEqual([true, false])
  // unless the contract says something else
  expect([costs(7, 21n, { lossOfOneE8: 2_100_000 }), costs(7, 20n, { lossOfAllE8: 1_900_000 })]).toEqual([true, false])
  for (const userId of [1, 2, 3, 4]) noteLoss(world, 1, { userId, amount: 20n })
  noteLoss(world, 1, { userId: 7, amount: 15n })
  expect([costs(7, 5n), costs(7, 6n), costs(8, 5n), costs(8, 6n)]).toEqual([true, false, true, false])
  // a gain of today is no money of yesterday, what the operator takes out is
  changeFund(world, 1, 'clearing:pnl:1', 1_000n)
  expect(costs(8, 6n)).toBe(false)
  changeFund(world, 1, 'equity:house:1', -500n, true)
  expect([costs(8, 1n), costs(8, 0n)]).toEqual([false, true])
  // a day and an hour later the gain is what it had
  world.time += 25 * HOUR
  expect([costs(7, 30n), costs(7, 31n), costs(8, 30n)]).toEqual([true, false, true])
})
