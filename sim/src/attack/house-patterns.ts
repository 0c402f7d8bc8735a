/** Attacks on what the house took over: how slowly it goes, to whom, and who has to give up a position for it. */
import type { Hand } from './hand.ts'
import { harvest, liftMark } from './moves.ts'

/** A long and a short of one owner: the market liquidates one, and the house sells it to the owner's only bid. */
export function disposal(hand: Hand): void {
  const { random } = hand
  const market = hand.market()
  const [long, short, one, two] = hand.cast()
  hand.clear()
  for (const user of [long, short]) hand.prepare(user, market, random.pick(['isolated', 'cross']), hand.leverage(market))
  const mark = hand.mark(market)
  hand.trade(long, short, market, mark, Math.min(hand.lotsFor(long, market, mark, 0.98), hand.lotsFor(short, market, mark, 0.98)))
  // his own orders wait below and above before anything is liquidated
  const share = hand.offset()
  hand.place(short, market, { side: 'buy', price: hand.away(market, -share), quantity: hand.lotsFor(short, market, mark, 0.9) })
  hand.place(long, market, { side: 'sell', price: hand.away(market, share), quantity: hand.lotsFor(long, market, mark, 0.9) })
  if (random.oneIn(2)) liftMark(hand, market, random.pick([1, -1]) * random.pick([0.004, 0.01, 0.05]), one, two)
  else
    for (let waits = random.between(2, 8); waits > 0 && hand.houseOf(market).length === 0; waits -= 1)
      hand.pass(random.pick([5_000, 60_000, 600_000]))
  harvest(hand, market, random.pick([long, short, one]))
  hand.takeOut()
}

/** Keeps the house from giving up by buying a few contracts of each slice, until the mark is where he wants it. */
export function renew(hand: Hand): void {
  const { random } = hand
  disposal(hand)
  const market = hand.markets.find((one) => hand.houseOf(one).length > 0)
  if (market === undefined) return
  const user = hand.user()
  for (let turns = random.between(3, 12); turns > 0; turns -= 1) {
    const [leg] = hand.houseOf(market)
    if (leg === undefined) return
    hand.place(user, market, {
      side: leg.isShort ? 'sell' : 'buy',
      price: hand.away(market, (leg.isShort ? 1 : -1) * random.pick([0.0001, 0.001, 0.01])),
      quantity: random.pick([1, 9, 9]),
    })
    hand.pass(random.pick([20_000, 29_000, 29_900]))
  }
}

/** A position of several brackets that is liquidated in parts into his own order at the price of its bankruptcy. */
export function partial(hand: Hand): void {
  const { random } = hand
  const market = hand.market()
  const [long, short, one, two] = hand.cast()
  hand.clear()
  const middle = market.contract.tiers[random.between(1, Math.min(3, market.contract.tiers.length - 1))]?.maxLeverage ?? 10
  for (const user of [long, short]) hand.prepare(user, market, random.pick(['isolated', 'cross']), middle)
  const mark = hand.mark(market)
  hand.trade(long, short, market, mark, Math.min(hand.lotsFor(long, market, mark, 0.98), hand.lotsFor(short, market, mark, 0.98)))
  const sign = random.pick([1, -1])
  const [loser, winner] = sign > 0 ? [short, long] : [long, short]
  for (let turns = random.between(2, 6); turns > 0; turns -= 1) {
    const leg = hand.leg(loser, market)
    if (leg === undefined) break
    const price = hand.away(market, sign * hand.offset())
    hand.place(winner, market, {
      side: sign > 0 ? 'sell' : 'buy',
      price,
      quantity: Math.max(1, Math.floor(leg.quantity * random.pick([0.1, 0.5, 1]))),
    })
    if (random.oneIn(2)) liftMark(hand, market, sign * random.pick([0.002, 0.01, 0.03, 0.05]), one, two)
    else hand.pass(random.pick([5_000, 600_000]))
    // he may help the position, or weaken it
    if (leg.isIsolated && random.oneIn(3)) hand.margin(loser, leg, random.pick([1n, -1n]) * (leg.margin / 10n + 1n))
  }
  harvest(hand, market, winner)
  hand.takeOut()
}
