/** Attacks by the price of a trade: what one account loses to the other at once is more than stands behind it. */
import type { Side } from '@agio/engine/command.ts'
import type { UserId } from '@agio/engine/ids/id.ts'
import type { Hand } from './hand.ts'
import { other, signOf } from './hand.ts'
import { harvest, liftMark } from './moves.ts'
import type { Market } from './world.ts'

interface Duel {
  readonly market: Market
  readonly loser: UserId
  readonly winner: UserId
  readonly helper: UserId
  /** What the loser does. */
  readonly side: Side
  /** Price that is bad for him, and what it is away from the mark. */
  readonly price: number
  readonly share: number
  readonly lots: number
}

/** Two accounts with leverage, the loser's margin as small as it may be. */
function duel(hand: Hand, mode: 'cross' | 'isolated'): Duel {
  const { random } = hand
  const market = hand.market()
  const [loser, winner, helper] = hand.cast()
  if (!random.oneIn(4)) hand.clear()
  hand.prepare(loser, market, mode, hand.leverage(market))
  hand.prepare(winner, market, random.pick(['cross', 'isolated']), hand.leverage(market))
  const side = random.pick(['buy', 'sell'] as const)
  const share = hand.offset()
  const price = hand.away(market, signOf(side) * share)
  const lots = Math.min(hand.lotsFor(loser, market, price, random.pick([1, 0.98, 0.5, 0.1])), hand.lotsFor(winner, market, price, 0.95))
  return { market, loser, winner, helper, side, price, share, lots: Math.max(1, lots) }
}

/** The winner's order that the loser is to meet. */
const baited = (hand: Hand, { winner, market, side, price, lots }: Duel): void =>
  void hand.place(winner, market, { side: other(side), price, quantity: lots })

/** Takes a price far from the mark with a limit, or rests there himself. */
export function offMarkLimit(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'isolated', 'cross']))
  const { loser, winner, market, side, price, lots } = found
  const checksLiquidation = hand.random.oneIn(4) ? 1 : 0
  hand.trade(side === 'buy' ? loser : winner, side === 'buy' ? winner : loser, market, price, lots, { checksLiquidation })
  after(hand, found)
}

/** An order at a harmless price is amended to a harmful one. */
export function offMarkAmend(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'cross']))
  const { loser, market, side, price, lots } = found
  const rested = hand.place(loser, market, { side, price: hand.away(market, -signOf(side) * 0.001), quantity: lots, checksLiquidation: 1 })
  baited(hand, found)
  if (rested.orderId !== 0) hand.amend(loser, rested.orderId, price, hand.random.oneIn(2) ? 0 : lots)
  after(hand, found)
}

/** A resting order that the mark leaves behind: by a move of the index, or by one of his own making. */
export function offMarkLeftBehind(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'cross']))
  const { loser, winner, helper, market, side, lots } = found
  const mark = hand.mark(market)
  hand.place(loser, market, { side, price: mark, quantity: lots, timeInForce: 'postOnly' })
  if (hand.random.oneIn(2)) liftMark(hand, market, -signOf(side) * found.share, helper, winner)
  else hand.pass(hand.random.pick([5_000, 60_000, 600_000]))
  hand.place(winner, market, { side: other(side), price: mark, quantity: lots, timeInForce: 'ioc' })
  after(hand, found)
}

export function offMarkMarket(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'cross']))
  baited(hand, found)
  hand.place(found.loser, found.market, { side: found.side, type: 'market', quantity: found.lots })
  after(hand, found)
}

/** A conditional order is asked for its margin when it fires, at a price of another time. */
export function offMarkConditional(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'cross']))
  const { loser, winner, helper, market, side, price, lots } = found
  const { random } = hand
  const up = random.oneIn(2)
  const triggerPrice = hand.away(market, (up ? 1 : -1) * 0.0005)
  const isMarket = random.oneIn(2)
  const triggerBy = random.pick(['last', 'last', 'mark', 'index'] as const)
  const isTrailing = isMarket && random.oneIn(3)
  hand.place(loser, market, {
    side,
    type: isMarket ? 'market' : 'limit',
    price: isMarket ? 0 : price,
    quantity: lots,
    triggerBy,
    triggerPrice: isTrailing ? 0 : triggerPrice,
    ...(isTrailing && { callbackRate: 100_000n }),
    ...(random.oneIn(3) && { stopLoss: hand.away(market, -signOf(side) * 0.02), takeProfit: hand.away(market, signOf(side) * 0.03) }),
  })
  baited(hand, found)
  // four contracts beyond the trigger, where neither meets the bait first
  const [one, two] = random.oneIn(2) ? [helper, winner] : [winner, helper]
  hand.trade(one, two, market, hand.away(market, (up ? 1 : -1) * 0.0006), random.pick([1, 4]))
  hand.pass(random.pick([0, 5_000, 10_000]))
  after(hand, found)
}

/** Long and short of one hedged account against each other, without prevention of it. */
export function offMarkSelf(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'cross']))
  const { loser, market, side, price, lots } = found
  if (!hand.account(loser).isHedged) hand.hedge(loser, true)
  const half = Math.max(1, Math.floor(lots / 2))
  const selfTrade = hand.random.pick(['none', 'none', 'decrement', 'expireMaker', 'expireTaker', 'expireBoth'] as const)
  const isTurned = hand.random.oneIn(2)
  hand.place(loser, market, { side: isTurned ? side : other(side), price, quantity: half, selfTrade })
  hand.place(loser, market, { side: isTurned ? other(side) : side, price, quantity: half, selfTrade, timeInForce: 'ioc' })
  if (hand.random.oneIn(2)) hand.place(loser, market, { side: other(side), action: 'close', type: 'market', quantity: half, selfTrade })
  after(hand, found)
}

/** A fair position, of which a part is closed so badly that nothing is left behind the rest. */
export function closePart(hand: Hand): void {
  const { random } = hand
  const found = duel(hand, random.pick(['isolated', 'isolated', 'cross']))
  const { loser, winner, market, side, lots } = found
  const buyer = side === 'buy' ? loser : winner
  hand.trade(buyer, buyer === loser ? winner : loser, market, hand.mark(market), lots)
  const leg = hand.leg(loser, market)
  if (leg === undefined) return
  const part = Math.max(1, Math.floor(leg.quantity * random.pick([0.05, 0.1, 0.25, 0.5, 0.9, 1])))
  const bad = hand.away(market, -signOf(side) * found.share)
  const out = other(side)
  const way = random.pick(['limit', 'limit', 'market', 'whole', 'reverse', 'rest'] as const)
  if (way === 'rest') {
    hand.place(loser, market, { side: out, action: 'close', price: bad, quantity: part })
    hand.place(winner, market, { side, price: bad, quantity: part, timeInForce: 'ioc' })
  } else {
    hand.place(winner, market, { side, price: bad, quantity: way === 'reverse' ? 2 * leg.quantity : part })
    closeBy(hand, found, way, leg.id, part, bad)
  }
  after(hand, found)
}

function closeBy(
  hand: Hand,
  { loser, market, side }: Duel,
  way: 'limit' | 'market' | 'whole' | 'reverse',
  id: number,
  part: number,
  bad: number,
): void {
  const selfTrade = hand.random.pick(['none', 'expireTaker', 'expireMaker'] as const)
  if (way === 'limit') {
    const action = hand.random.pick(['close', 'open'] as const)
    hand.place(loser, market, { side: other(side), action, price: bad, quantity: part, timeInForce: 'ioc', selfTrade })
  } else if (way === 'market') hand.place(loser, market, { side: other(side), action: 'close', type: 'market', quantity: part, selfTrade })
  else {
    const positionId = id as NonNullable<Parameters<Hand['place']>[2]['positionId']>
    hand.place(loser, market, { action: way === 'whole' ? 'closeWhole' : 'reverse', type: 'market', quantity: 1, positionId, selfTrade })
  }
}

/** Beside a losing position of the same balance another one is closed badly: the accomplice is paid out of what stands behind both. */
export function closeBeside(hand: Hand): void {
  const { random } = hand
  const found = duel(hand, 'cross')
  const { loser, winner, helper, market, side } = found
  const second = hand.markets[(hand.markets.indexOf(market) + 1) % hand.markets.length] as Market
  hand.prepare(loser, second, 'cross', hand.leverage(second))
  hand.prepare(winner, second, 'cross', hand.leverage(second))
  const [one, two] = side === 'buy' ? [loser, winner] : [winner, loser]
  hand.trade(one, two, market, hand.mark(market), Math.max(1, Math.floor(hand.lotsFor(loser, market, hand.mark(market), 0.5))))
  const mark = hand.mark(second)
  hand.trade(one, two, second, mark, hand.lotsFor(loser, second, mark, random.pick([0.9, 0.98])))
  // the first one comes under water, by its own quotes or by waiting for the index
  if (random.oneIn(2)) liftMark(hand, market, -signOf(side) * random.pick([0.003, 0.01, 0.05]), helper, winner)
  else hand.pass(random.pick([60_000, 1_800_000]))
  const leg = hand.leg(loser, second)
  if (leg === undefined) return
  const bad = hand.away(second, -signOf(side) * found.share)
  for (let parts = random.pick([1, 3]); parts > 0; parts -= 1) {
    const part = Math.max(1, Math.floor(leg.quantity * random.pick([0.1, 0.3, 1])))
    hand.place(winner, second, { side, price: bad, quantity: part })
    hand.place(loser, second, { side: other(side), action: 'close', price: bad, quantity: part, timeInForce: 'ioc' })
  }
  after(hand, found)
}

/** Adds to a position at bad prices until nothing stands behind it. */
export function addBadly(hand: Hand): void {
  const found = duel(hand, hand.random.pick(['isolated', 'cross']))
  const { loser, winner, market, side, lots } = found
  const [one, two] = side === 'buy' ? [loser, winner] : [winner, loser]
  hand.trade(one, two, market, hand.mark(market), Math.max(1, Math.floor(lots / 2)))
  for (let more = hand.random.between(1, 4); more > 0; more -= 1) {
    const price = hand.away(market, signOf(side) * hand.offset())
    hand.trade(one, two, market, price, Math.max(1, Math.floor(hand.lotsFor(loser, market, price, 0.9) / more)), { checksLiquidation: 1 })
  }
  after(hand, found)
}

/** What the house took over comes back by the winner's orders; then all that may leave leaves. */
function after(hand: Hand, { market, winner, loser, helper }: Duel): void {
  harvest(hand, market, hand.random.pick([winner, winner, helper, loser]))
  if (hand.random.oneIn(2)) hand.takeOut()
}
