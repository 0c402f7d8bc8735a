/** Commands of the attacker without a plan: every kind of order, flag and setting there is, at prices that matter. */
import type { Side } from '@agio/engine/command.ts'
import { asInstrumentId, asPositionId, type UserId } from '@agio/engine/ids/id.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import type { Hand, Shot } from './hand.ts'
import { signOf } from './hand.ts'
import type { Market } from './world.ts'

const HOUR_MS = 3_600_000

export function noise(hand: Hand): void {
  const { random } = hand
  const [user, market] = [hand.user(), hand.market()]
  const kind = random.weighted([
    [40, 'order'],
    [10, 'meeting'],
    [8, 'cancel'],
    [6, 'amend'],
    [6, 'close'],
    [4, 'whole'],
    [4, 'tpsl'],
    [5, 'margin'],
    [4, 'leverage'],
    [2, 'mode'],
    [1, 'hedge'],
    [4, 'transfer'],
    [8, 'pass'],
    [1, 'cancelAll'],
    [1, 'timer'],
  ] as const)
  KINDS[kind](hand, user, market)
}

const KINDS = {
  order: (hand, user, market) => void hand.place(user, market, shotOf(hand, user, market)),
  meeting: (hand, user, market) => {
    const [second] = hand.cast()
    const price = hand.away(market, hand.random.pick([1, -1]) * hand.offset())
    const lots = Math.max(1, Math.min(hand.lotsFor(user, market, price, 0.5), hand.lotsFor(second, market, price, 0.5)))
    hand.trade(user, second, market, price, lots, flagsOf(hand))
  },
  cancel: (hand, user) => {
    const order = anyOrder(hand, user)
    if (order !== undefined) hand.cancel(user, order.orderId)
  },
  amend: (hand, user, market) => {
    const order = anyOrder(hand, user)
    if (order === undefined) return
    const price = hand.random.oneIn(3) ? 0 : hand.away(market, hand.random.pick([1, -1]) * hand.offset())
    hand.amend(user, order.orderId, price, hand.random.pick([0, 0, 1, order.quantity * 2, Math.ceil(order.quantity / 2)]))
  },
  close: (hand, user, market) => {
    const leg = hand.leg(user, market)
    if (leg === undefined) return
    const isMarket = hand.random.oneIn(2)
    const price = hand.away(market, hand.random.pick([1, -1]) * hand.offset())
    const quantity = hand.random.pick([1, Math.ceil(leg.quantity / 2), leg.quantity, leg.quantity + 1])
    hand.place(user, market, {
      ...flagsOf(hand),
      action: 'close',
      side: leg.isShort ? 'buy' : 'sell',
      type: isMarket ? 'market' : 'limit',
      price: isMarket ? 0 : price,
      quantity,
    })
  },
  whole: (hand, user, market) => {
    const leg = hand.leg(user, market)
    if (leg === undefined) return
    const action = hand.random.pick(['closeWhole', 'reverse'] as const)
    hand.place(user, market, { ...flagsOf(hand), action, type: 'market', quantity: 1, positionId: asPositionId(leg.id) })
  },
  tpsl: (hand, user, market) => {
    const leg = hand.leg(user, market)
    if (leg !== undefined) protect(hand, user, market, leg.id, leg.isShort)
  },
  margin: (hand, user, market) => {
    const leg = hand.leg(user, market)
    if (leg === undefined) return
    const sign = hand.random.pick([1n, -1n])
    const all = sign > 0n ? hand.account(user).free : leg.margin
    hand.margin(user, leg, sign * ((all * BigInt(hand.random.pick([1, 100, 500, 1_000]))) / 1_000n + 1n))
  },
  leverage: (hand, user, market) => void hand.lever(user, market, hand.leverage(market)),
  mode: (hand, user, market) => void hand.mode(user, market, hand.random.pick(['cross', 'isolated'])),
  hedge: (hand, user) => void hand.hedge(user, hand.random.oneIn(2)),
  transfer: (hand, user) => hand.move(user, hand.random.pick(['in', 'out'])),
  pass: (hand) =>
    hand.pass(
      hand.random.weighted([
        [10, 0],
        [10, 40],
        [8, 1_000],
        [8, 5_000],
        [4, 31_000],
        [2, 600_000],
        [1, HOUR_MS],
      ]),
    ),
  cancelAll: (hand, user) => void hand.cancelAll(user),
  timer: (hand, user) =>
    void hand.give({
      kind: 'setCancelAllTimer',
      userId: user,
      instrumentId: asInstrumentId(-1),
      timeoutMs: hand.random.pick([0, 5_000, 60_000]),
    }),
} as const satisfies Readonly<Record<string, (hand: Hand, user: UserId, market: Market) => void>>

const anyOrder = (hand: Hand, user: UserId): ReturnType<typeof openOrdersOf>[number] | undefined => {
  const orders = openOrdersOf(hand.drive.state, user).filter(({ contract }) => contract !== undefined)
  return orders[hand.random.below(Math.max(1, orders.length))]
}

const flagsOf = ({ random }: Hand): Shot => ({
  selfTrade: random.pick(['none', 'none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement']),
  timeInForce: random.pick(['gtc', 'gtc', 'ioc', 'fok', 'postOnly']),
  checksLiquidation: random.below(2),
})

function shotOf(hand: Hand, user: UserId, market: Market): Shot {
  const { random } = hand
  const side: Side = random.pick(['buy', 'sell'])
  const isMarket = random.oneIn(4)
  const price = hand.away(market, signOf(side) * random.pick([-1, 0, 1, 1]) * hand.offset())
  return {
    ...flagsOf(hand),
    side,
    type: isMarket ? 'market' : 'limit',
    price: isMarket ? 0 : price,
    quantity: hand.lotsFor(user, market, price, random.pick([0.01, 0.1, 0.5, 1])),
    ...(random.oneIn(6) && conditionOf(hand, market, isMarket)),
    ...(random.oneIn(8) && {
      takeProfit: hand.away(market, signOf(side) * hand.offset()),
      takeProfitBy: random.pick(['last', 'mark', 'index'] as const),
      stopLoss: hand.away(market, -signOf(side) * hand.offset()),
      stopLossBy: random.pick(['last', 'mark', 'index'] as const),
    }),
  }
}

function conditionOf(hand: Hand, market: Market, isMarket: boolean): Shot {
  const { random } = hand
  const triggerBy = random.pick(['last', 'mark', 'index'] as const)
  const triggerPrice = hand.away(market, random.pick([1, -1]) * hand.offset())
  const timeInForce = isMarket ? 'ioc' : 'gtc'
  if (!isMarket || random.oneIn(2)) return { triggerBy, triggerPrice, timeInForce }
  return random.oneIn(2)
    ? { triggerBy, triggerPrice: random.pick([0, triggerPrice]), callbackRate: random.pick([100_000n, 1_000_000n]), timeInForce }
    : { triggerBy, callback: random.pick([1, 20, 200]), timeInForce }
}

function protect(hand: Hand, userId: UserId, market: Market, id: number, isShort: boolean): void {
  const { random } = hand
  const sign = isShort ? -1 : 1
  const takeProfit = random.oneIn(3) ? 0 : hand.away(market, sign * hand.offset())
  const stopLoss = random.oneIn(3) ? 0 : hand.away(market, -sign * hand.offset())
  hand.give({
    kind: 'placePositionTpsl',
    userId,
    takeProfitBy: random.pick(['last', 'mark', 'index']),
    stopLossBy: random.pick(['last', 'mark', 'index']),
    source: 'web',
    positionId: asPositionId(id),
    takeProfit,
    takeProfitLimit: takeProfit !== 0 && random.oneIn(3) ? hand.away(market, -sign * hand.offset()) : 0,
    takeProfitQuantity: random.pick([0, 0, 1, 10]),
    stopLoss,
    stopLossLimit: stopLoss !== 0 && random.oneIn(3) ? hand.away(market, -sign * hand.offset()) : 0,
    stopLossQuantity: random.pick([0, 0, 1, 10]),
  })
}
