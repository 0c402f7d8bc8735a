import { expect, test } from 'vitest'
import { type Figures, type Fill, judge, type Leg, meet, openingOf, type Rules, searchLots } from './judge.ts'

/** A lot is worth its price; maintenance 1 %, a price may be 0.5 % worse than the mark of 1,000. */
const rules = (of: Partial<Rules> = {}): Rules => ({
  mark: 1_000,
  slack: 500_000n,
  leverage: 10,
  isIsolated: false,
  isHedged: false,
  valueAt: (price, lots) => BigInt(price) * BigInt(lots),
  needOf: (value) => (value + 99n) / 100n,
  isUncountable: (lots) => lots > 1_000,
  ...of,
})

const leg = (of: Partial<Leg> = {}): Leg => ({ isShort: false, quantity: 10, entry: 10_000n, settled: 0n, booked: 0n, margin: 0n, ...of })

/** Nothing but money that is free. */
const figures = (money: bigint, of: Partial<Figures> = {}): Figures => ({
  equity: money,
  own: money,
  free: money,
  reserve: 0n,
  otherNeed: 0n,
  others: 0,
  legs: [],
  ...of,
})

const fill = (of: Partial<Fill> = {}): Fill => ({
  side: 'buy',
  isClose: false,
  price: 1_000,
  lots: 10,
  rateE8: 50_000,
  freed: 0n,
  bound: 0n,
  ...of,
})

test('an opening fill needs initial margin by the larger value, and its fee', () => {
  // value 10,000: margin 1,000, fee 5
  expect(judge(rules(), figures(1_005n), fill())).toMatchObject({ equity: 1_000n, own: 1_000n, free: 0n })
  expect(judge(rules(), figures(1_004n), fill())).toBeUndefined()
  // bought at 990 the margin is still that of the mark, and the gain of 100 is there behind the fill: 1,005 + 100 - 5 - 990
  expect(judge(rules(), figures(1_005n), fill({ price: 990 }))).toMatchObject({ equity: 1_100n, own: 1_000n, free: 110n })
  expect(judge(rules(), figures(1_004n), fill({ price: 990 }))).toBeUndefined()
})

test('what an opening fill loses beyond what a price may be worse is booked, and comes out of what is his own', () => {
  // at 1,020: 10,200, margin 1,020, fee 6, loss 200, of which 50 may be
  const behind = judge(rules(), figures(1_026n), fill({ price: 1_020 }))
  expect(behind).toMatchObject({ equity: 820n, own: 870n, free: -200n })
  expect(behind?.legs[0]).toMatchObject({ quantity: 10, entry: 10_200n, booked: 150n })
  expect(judge(rules(), figures(1_026n, { own: 150n }), fill({ price: 1_020 }))).toBeDefined()
  expect(judge(rules(), figures(1_026n, { own: 149n }), fill({ price: 1_020 }))).toBeUndefined()
})

test('an opening fill never leaves the ratio at 1 or above', () => {
  // leverage 100: margin and need are 100 both
  expect(judge(rules({ leverage: 100 }), figures(105n), fill())).toBeUndefined()
  expect(judge(rules({ leverage: 100 }), figures(106n), fill())).toMatchObject({ equity: 101n })
})

test('an isolated opening takes the open loss out of what is free, else out of the initial margin', () => {
  const isolated = rules({ isIsolated: true })
  const rich = judge(isolated, figures(2_000n), fill({ price: 1_020 }))
  expect(rich?.legs[0]?.margin).toBe(1_220n)
  expect(rich).toMatchObject({ own: 774n, free: 774n })
  // nothing else is free: the margin of 1,020 bears the loss of 200, its need is 100
  const poor = judge(isolated, figures(1_026n), fill({ price: 1_020 }))
  expect(poor?.legs[0]?.margin).toBe(1_020n)
  // and at 1,101 the loss of 1,010 leaves 91 of 1,101
  expect(judge(isolated, figures(1_108n), fill({ price: 1_101 }))).toBeUndefined()
  // money of others' profits never becomes a margin: of the loss only what is his own is put to it, the fee being his own too
  expect(judge(isolated, figures(2_000n, { own: 1_126n }), fill({ price: 1_020 }))?.legs[0]?.margin).toBe(1_120n)
  expect(judge(isolated, figures(2_000n, { own: 1_026n }), fill({ price: 1_020 }))?.legs[0]?.margin).toBe(1_020n)
  expect(judge(isolated, figures(2_000n, { own: 1_025n }), fill({ price: 1_020 }))).toBeUndefined()
})

test('no position is opened that is worth more than sums have room for', () => {
  const rich = figures(10_000_000n)
  for (const isIsolated of [false, true]) {
    expect(judge(rules({ isIsolated }), rich, fill({ lots: 1_000 }))).toBeDefined()
    expect(judge(rules({ isIsolated }), rich, fill({ lots: 1_001 }))).toBeUndefined()
    expect(judge(rules({ isIsolated }), { ...rich, legs: [leg({ margin: 1_000n })] }, fill({ lots: 991 }))).toBeUndefined()
  }
})

test('a close that brings the ratio up is refused, one that brings it down is not', () => {
  // need 100, equity 90: above 1 already
  const near = figures(90n, { free: -910n, legs: [leg()] })
  const close = fill({ side: 'sell', isClose: true, lots: 5, rateE8: 0 })
  expect(judge(rules(), near, close)).toMatchObject({ equity: 90n, free: -410n })
  // 5 lots at 991: 45 are lost, need 50 and equity 45 have the ratio 10 / 9 that they had
  expect(judge(rules({ slack: 1_000_000n }), near, { ...close, price: 991 })).toMatchObject({ equity: 45n })
  expect(judge(rules({ slack: 1_000_000n }), near, { ...close, price: 990 })).toBeUndefined()
})

test('who has nothing left ends with nothing, never below', () => {
  const last = figures(100n, { legs: [leg()] })
  const close = fill({ side: 'sell', isClose: true, price: 990, rateE8: 0 })
  const wide = rules({ slack: 1_000_000n })
  expect(judge(wide, last, close)).toMatchObject({ equity: 0n, legs: [] })
  expect(judge(wide, { ...last, equity: 99n }, close)).toBeUndefined()
  // what orders go on to hold is no money for it
  expect(judge(wide, last, { ...close, bound: 1n })).toBeUndefined()
  expect(judge(wide, { ...last, equity: 0n }, { ...close, price: 1_000 })).toBeUndefined()
})

test('a close gives no open profit away: beyond the slack it costs what is his own, or what it gains itself', () => {
  // 10 lots bought for 9,000: the profit is 1,000; sold at 980 each loses 20, of which 5 may be
  const won = figures(2_000n, { own: 100n, legs: [leg({ entry: 9_000n })] })
  const close = fill({ side: 'sell', isClose: true, price: 980, rateE8: 0 })
  expect(judge(rules(), won, close)).toMatchObject({ own: 900n })
  // without a gain of its own the 150 come out of R
  const flat = figures(2_000n, { own: 150n, legs: [leg({ entry: 9_800n, booked: 30n })] })
  expect(judge(rules(), flat, close)).toMatchObject({ own: 180n })
  expect(judge(rules(), { ...flat, own: 149n }, close)).toBeUndefined()
})

test('an isolated close is paid by its part of the margin, then by the rest of it', () => {
  const isolated = rules({ isIsolated: true })
  const one = figures(0n, { legs: [leg({ margin: 1_000n })] })
  const close = fill({ side: 'sell', isClose: true, lots: 5, rateE8: 50_000 })
  // half of the margin less a fee of 3
  expect(judge(isolated, one, close)).toMatchObject({ free: 497n, own: 497n, legs: [{ margin: 500n, quantity: 5 }] })
  // sold at 890 they lose 550 and 3 of fee: 53 come out of the other half
  expect(judge(isolated, one, { ...close, price: 890 })).toMatchObject({ free: 0n, legs: [{ margin: 447n }] })
  expect(judge(isolated, one, { ...close, lots: 10, price: 900, rateE8: 0 })).toMatchObject({ free: 0n, legs: [] })
  expect(judge(isolated, one, { ...close, lots: 10, price: 900, rateE8: 1 })).toBeUndefined()
})

test('crossing zero is a close, then an opening on what that left', () => {
  const one = figures(1_005n, { free: 5n, legs: [leg()] })
  // the close frees 1,000 and costs 5, the opening needs 1,000 and 5
  expect(judge(rules(), one, fill({ side: 'sell', lots: 20 }))).toBeUndefined()
  const two = judge(rules(), { ...one, equity: 1_010n, own: 1_010n, free: 10n }, fill({ side: 'sell', lots: 20 }))
  expect(two).toMatchObject({ equity: 1_000n, free: 0n, legs: [{ isShort: true, quantity: 10, entry: 10_000n }] })
})

test('the search tries the whole, then what only closes, then what is between', () => {
  const tried: number[] = []
  const most = (limit: number) => (lots: number) => {
    tried.push(lots)
    return lots <= limit
  }
  expect(searchLots(10, 4, most(10))).toBe(10)
  expect(tried.splice(0)).toEqual([10])
  expect(searchLots(10, 4, most(6))).toBe(6)
  expect(tried.splice(0)).toEqual([10, 4, 7, 5, 6])
  expect(searchLots(10, 4, most(0))).toBe(0)
  expect(tried.splice(0)).toEqual([10, 4, 2, 1])
  expect(searchLots(1, 0, most(0))).toBe(0)
  expect(tried).toEqual([1])
})

test('two who meet trade what both can bear', () => {
  const upTo = (most: number) => (lots: number) => Math.min(lots, most)
  expect(meet(10, upTo(10), upTo(10))).toEqual({ lots: 10, isMakerCut: false, isTakerCut: false })
  expect(meet(10, upTo(6), upTo(10))).toEqual({ lots: 6, isMakerCut: false, isTakerCut: true })
  expect(meet(10, upTo(10), upTo(6))).toEqual({ lots: 6, isMakerCut: true, isTakerCut: false })
  expect(meet(10, upTo(0), upTo(6))).toBe('takerStops')
  expect(meet(10, upTo(10), upTo(0))).toBe('makerEnds')
  // who could bear ten, but not the four that the other can
  expect(meet(10, (lots) => (lots === 10 ? 10 : 0), upTo(4))).toBe('makerEnds')
})

test('the open loss of a short lies below the mark', () => {
  expect(openingOf(9_800n, 10_000n, true, 10)).toMatchObject({ initial: 1_000n, loss: 200n })
  expect(openingOf(10_200n, 10_000n, true, 10)).toMatchObject({ initial: 1_020n, loss: 0n })
})
