/** Attacks by what the mark and the funding are made of: a few contracts in an empty book, quotes that stand for a second. */
import { nextFundingOf } from './eyes.ts'
import type { Hand } from './hand.ts'
import { harvest, liftMark, MINUTE_MS, minuteQuotes } from './moves.ts'

/** Opens fairly, moves the mark so that one side goes under, and takes what the house gets rid of. */
export function swing(hand: Hand): void {
  const { random } = hand
  const market = hand.market()
  const [long, short, one, two] = hand.cast()
  hand.clear()
  for (const user of [long, short]) hand.prepare(user, market, random.pick(['cross', 'isolated']), hand.leverage(market))
  const mark = hand.mark(market)
  const lots = Math.min(hand.lotsFor(long, market, mark, 0.9), hand.lotsFor(short, market, mark, 0.9))
  hand.trade(long, short, market, mark, lots)
  for (let turns = random.between(1, 3); turns > 0; turns -= 1) {
    liftMark(hand, market, random.pick([1, -1]) * hand.offset(), one, two)
    if (hand.houseOf(market).length > 0) harvest(hand, market, random.pick([long, short, one]))
  }
  for (const user of [long, short]) {
    const leg = hand.leg(user, market)
    if (leg === undefined || random.oneIn(2)) continue
    const price = hand.away(market, (leg.isShort ? -1 : 1) * hand.offset())
    hand.trade(leg.isShort ? user : one, leg.isShort ? one : user, market, price, leg.quantity)
  }
  hand.takeOut()
}

/**
 * A rate made of his own quotes, paid by an account that has its least margin and no more. The last minutes of an interval count most, so
 * he comes for those.
 */
export function funding(hand: Hand): void {
  const { random } = hand
  const market = hand.market()
  const [payer, getter, one, two] = hand.cast()
  hand.clear()
  const share = random.pick([1, -1]) * random.pick([0.002, 0.01, 0.05])
  const next = nextFundingOf(hand.drive.state, market.id)
  const minutes = random.pick([1, 3, 8])
  const lead = random.oneIn(4) ? hand.drive.clock + minutes * MINUTE_MS : next - minutes * MINUTE_MS
  if (lead > hand.drive.clock) hand.drive.pass(lead - hand.drive.clock, true)
  hand.prepare(payer, market, random.pick(['isolated', 'cross']), market.contract.maxLeverage)
  hand.prepare(getter, market, random.pick(['isolated', 'cross']), hand.leverage(market))
  const mark = hand.mark(market)
  const lots = Math.min(hand.lotsFor(payer, market, mark, 1), hand.lotsFor(getter, market, mark, 0.8))
  const isEarly = random.oneIn(2)
  if (!isEarly) minuteQuotes(hand, market, share, minutes, one, two)
  hand.trade(share > 0 ? payer : getter, share > 0 ? getter : payer, market, hand.mark(market), lots)
  // what he could pay with leaves before it is due
  if (random.oneIn(2)) hand.move(payer, 'out')
  if (isEarly) minuteQuotes(hand, market, share, minutes, one, two)
  const left = nextFundingOf(hand.drive.state, market.id) - hand.drive.clock
  hand.drive.pass(Math.max(0, left) + random.pick([0, 1, 5_000]), random.oneIn(2))
  const leg = hand.leg(payer, market)
  if (leg !== undefined && random.oneIn(2))
    hand.trade(leg.isShort ? payer : getter, leg.isShort ? getter : payer, market, hand.mark(market), leg.quantity)
  harvest(hand, market, getter)
  hand.takeOut()
}

/** Volume between his own accounts, so that what fades in with it counts; then a price far away. */
export function volume(hand: Hand): void {
  const market = hand.market()
  const [long, short, one, two] = hand.cast()
  const mark = hand.mark(market)
  hand.trade(long, short, market, mark, Math.min(hand.lotsFor(long, market, mark, 0.6), hand.lotsFor(short, market, mark, 0.6)))
  for (let turns = hand.random.between(2, 5); turns > 0; turns -= 1) {
    const price = hand.away(market, hand.random.pick([1, -1]) * hand.offset())
    const lots = Math.min(hand.lotsFor(one, market, price, 0.2), hand.lotsFor(two, market, price, 0.2))
    hand.trade(one, two, market, price, lots)
    hand.trade(two, one, market, price, lots)
    hand.pass(hand.random.pick([0, 1_000, 5_000, 61_000]))
  }
  harvest(hand, market, hand.random.pick([long, short]))
}

/** One contract at the edge of what may be fires a stop by the last price into his own order. */
export function stopHunt(hand: Hand): void {
  const market = hand.market()
  const { random } = hand
  const [one, two] = hand.cast()
  const sign = random.pick([1, -1])
  const edge = hand.away(market, sign * random.pick([0.0495, 0.0499, 0.0495, 0.02, 0.0099]))
  const [out, back] = sign > 0 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  // all that stands before the edge goes first, then his own order waits there for who is fired
  const taken = hand.lotsFor(one, market, edge, random.pick([0.3, 0.9]))
  hand.place(one, market, { side: out, price: edge - sign, quantity: taken, timeInForce: 'ioc' })
  hand.place(two, market, { side: back, price: edge, quantity: hand.lotsFor(two, market, edge, 0.9) })
  hand.place(one, market, { side: out, price: edge, quantity: 1, timeInForce: 'ioc' })
  hand.pass(random.pick([0, 40, 5_000]))
  hand.clear()
}
