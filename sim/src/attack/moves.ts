/** What several attacks are made of: a mark that is moved, quotes for a moment, and taking what the house gets rid of. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Hand } from './hand.ts'
import type { Market } from './world.ts'

export const MINUTE_MS = 60_000

/** Bid and ask of his own around a price so far from the mark. */
function quote(hand: Hand, market: Market, share: number, bidder: UserId, asker: UserId, lots: number): void {
  const price = hand.away(market, share)
  // both within what a limit may be, which the price itself may be the end of
  const tick = Math.max(1, Math.round(price * 0.0002))
  const [bid, ask] = share > 0 ? [price - tick, price] : [price, price + tick]
  hand.place(bidder, market, { side: 'buy', price: bid, quantity: lots })
  hand.place(asker, market, { side: 'sell', price: ask, quantity: lots })
}

/** Four contracts as last price, quotes around it, and two minutes and a half of samples. */
export function liftMark(hand: Hand, market: Market, share: number, one: UserId, two: UserId): void {
  const { random } = hand
  const lots = random.pick([1, 4, 4, 1_000])
  const step = random.pick([1, 1, 3])
  for (let part = 1; part <= step; part += 1) {
    const away = (share * part) / step
    const price = hand.away(market, away)
    hand.trade(share > 0 ? one : two, share > 0 ? two : one, market, price, Math.min(lots, 4))
    quote(hand, market, away, one, two, lots)
    hand.pass(random.pick([5_000, 10_000, 60_000, 155_000]))
    hand.cancelAll(one)
    hand.cancelAll(two)
  }
  if (random.oneIn(3)) hand.trade(one, two, market, hand.away(market, share), 1)
}

/** Quotes that stand for a second around each full minute. */
export function minuteQuotes(hand: Hand, market: Market, share: number, minutes: number, one: UserId, two: UserId): void {
  for (let left = minutes; left > 0; left -= 1) {
    const { clock } = hand.drive
    const next = (Math.floor(clock / MINUTE_MS) + 1) * MINUTE_MS
    const lots = Math.max(1, Math.min(hand.lotsFor(one, market, hand.mark(market), 0.3), hand.lotsFor(two, market, hand.mark(market), 0.3)))
    hand.pass(Math.max(0, next - 500 - clock))
    const user = share > 0 ? one : two
    hand.place(user, market, { side: share > 0 ? 'buy' : 'sell', price: hand.away(market, share), quantity: lots })
    hand.pass(1_000)
    hand.cancelAll(user)
  }
}

/** Feeds the disposal from one account: in pieces, far from the mark, with and without pauses in which it has to wait. */
export function harvest(hand: Hand, market: Market, user: UserId): void {
  const { random } = hand
  const isSmall = random.oneIn(3)
  for (let turns = random.between(1, 8); turns > 0; turns -= 1) {
    const [leg] = hand.houseOf(market)
    if (leg === undefined) return
    const share = hand.offset()
    const price = hand.away(market, leg.isShort ? share : -share)
    const lots = isSmall ? random.pick([1, 9]) : Math.max(1, Math.ceil(leg.quantity * random.pick([0.05, 0.2, 0.5, 1])))
    hand.place(user, market, {
      side: leg.isShort ? 'sell' : 'buy',
      price,
      quantity: lots,
    })
    hand.pass(random.pick([1_000, 1_000, 2_000, 10_000, 29_000, 31_000]))
    if (random.oneIn(3)) hand.cancelAll(user)
  }
}
