/** Attacks by what may leave: profit that is not paid yet, margin that something stands on, and an index that says nothing. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Hand } from './hand.ts'
import { other, signOf } from './hand.ts'
import { harvest, liftMark } from './moves.ts'
import type { Market } from './world.ts'

/** Commands that bring an account back to where it was: more may leave behind them in no case. */
export function roundTrips(hand: Hand, user: UserId, market: Market): void {
  const { random } = hand
  for (let turns = random.between(1, 5); turns > 0; turns -= 1) {
    const leg = hand.leg(user, market)
    const way = random.pick(['order', 'order', 'margin', 'leverage', 'transfer', 'mode'] as const)
    if (way === 'order') {
      const side = random.pick(['buy', 'sell'] as const)
      const price = hand.away(market, -signOf(side) * random.pick([0.02, 0.05]))
      const placed = hand.place(user, market, { side, price, quantity: hand.lotsFor(user, market, price, random.pick([0.2, 0.98, 1])) })
      if (placed.orderId !== 0) hand.cancel(user, placed.orderId)
    } else if (way === 'margin' && leg?.isIsolated === true) {
      const amount = (hand.account(user).free * BigInt(random.pick([100, 500, 1_000]))) / 1_000n
      const added = amount > 0n ? hand.margin(user, leg, amount).reason : 'badNumber'
      if (added === 'none') hand.margin(user, leg, -amount)
    } else if (way === 'leverage') {
      const { leverage } = hand.settings(user, market)
      if (hand.lever(user, market, hand.leverage(market)).reason === 'none') hand.lever(user, market, leverage)
    } else if (way === 'transfer') {
      hand.move(user, 'out')
      if (random.oneIn(2)) hand.move(user, 'in')
    } else if (way === 'mode') {
      hand.mode(user, market, random.pick(['cross', 'isolated']))
      hand.hedge(user, random.oneIn(2))
    }
  }
}

/** Profit at a mark that he holds up himself, lost on purpose to his other account in another contract, or taken out. */
export function profitLeaves(hand: Hand): void {
  const { random } = hand
  const market = hand.market()
  const [rich, poor, one, two] = hand.cast()
  hand.clear()
  hand.prepare(rich, market, random.pick(['cross', 'isolated']), hand.leverage(market))
  hand.prepare(poor, market, 'isolated', hand.leverage(market))
  const mark = hand.mark(market)
  const side = random.pick(['buy', 'sell'] as const)
  const lots = Math.min(hand.lotsFor(rich, market, mark, 0.9), hand.lotsFor(poor, market, mark, 0.9))
  hand.trade(side === 'buy' ? rich : poor, side === 'buy' ? poor : rich, market, mark, lots)
  if (random.oneIn(3)) hand.pass(random.pick([60_000, 1_800_000]))
  else liftMark(hand, market, signOf(side) * random.pick([0.0175, 0.02, 0.05]), one, two)
  roundTrips(hand, rich, market)
  const second = hand.markets[(hand.markets.indexOf(market) + 1) % hand.markets.length] as Market
  if (random.oneIn(2)) {
    hand.prepare(rich, second, random.pick(['cross', 'isolated']), hand.leverage(second))
    const bad = hand.away(second, signOf(side) * hand.offset())
    const given = Math.min(hand.lotsFor(rich, second, bad, 0.95), hand.lotsFor(one, second, bad, 0.9))
    hand.trade(side === 'buy' ? rich : one, side === 'buy' ? one : rich, second, bad, given)
    const leg = hand.leg(rich, second)
    if (leg !== undefined) {
      hand.place(one, second, { side, price: hand.away(second, -signOf(side) * hand.offset()), quantity: leg.quantity })
      hand.place(rich, second, { side: other(side), action: 'close', type: 'market', quantity: leg.quantity })
    }
  }
  hand.takeOut()
  hand.clear()
  hand.pass(random.pick([5_000, 160_000, 600_000]))
  harvest(hand, market, one)
  hand.takeOut()
}

/** While the sources are silent: margin out, leverage up, a long handed to a poor account, closes far from the last mark. */
export function frozen(hand: Hand): void {
  const { random } = hand
  const market = hand.market()
  const [rich, poor, one] = hand.cast()
  hand.clear()
  for (const user of [rich, poor]) hand.prepare(user, market, random.pick(['cross', 'isolated']), random.pick([5, 10]))
  const mark = hand.mark(market)
  const lots = Math.max(1, Math.min(hand.lotsFor(rich, market, mark, 0.5), hand.lotsFor(poor, market, mark, 0.5)))
  hand.trade(rich, poor, market, mark, lots)
  hand.place(poor, market, { side: 'buy', price: hand.away(market, random.pick([-0.001, 0, 0.001])), quantity: lots })
  hand.silence(market, true)
  hand.pass(random.pick([1_000, 40_000]))
  for (let turns = random.between(2, 8); turns > 0; turns -= 1) whileFrozen(hand, market, rich, poor, one)
  hand.takeOut()
  hand.silence(market, false)
  hand.pass(random.pick([1_000, 31_000]))
  harvest(hand, market, one)
  hand.takeOut()
}

function whileFrozen(hand: Hand, market: Market, rich: UserId, poor: UserId, third: UserId): void {
  const { random } = hand
  const user = random.pick([rich, poor])
  const leg = hand.leg(user, market)
  const way = random.pick(['margin', 'leverage', 'hand', 'close', 'out', 'elsewhere'] as const)
  if (way === 'margin' && leg?.isIsolated === true) hand.margin(user, leg, -(leg.margin / 2n) - 1n)
  else if (way === 'leverage') hand.lever(user, market, market.contract.maxLeverage)
  else if (way === 'hand' && leg !== undefined)
    hand.place(user, market, {
      side: leg.isShort ? 'buy' : 'sell',
      action: 'close',
      price: hand.away(market, random.pick([-0.05, -0.001, 0, 0.05])),
      quantity: leg.quantity,
      timeInForce: random.pick(['ioc', 'gtc']),
    })
  else if (way === 'close')
    hand.trade(poor, rich, market, hand.away(market, random.pick([-0.05, 0.05])), leg?.quantity ?? 1, { action: 'close' })
  else if (way === 'out') hand.takeOut()
  else {
    const second = hand.markets[(hand.markets.indexOf(market) + 1) % hand.markets.length] as Market
    const price = hand.away(second, hand.offset())
    hand.trade(user, third, second, price, hand.lotsFor(user, second, price, 0.9))
  }
}
