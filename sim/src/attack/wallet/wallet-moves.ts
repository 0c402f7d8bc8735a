/** Ways to let value go from an account that is bounded to one that is not, and what strangers do meanwhile. */
import type { OrderTerms } from '@agio/engine/command.ts'
import { asEarnOrderId, asInstrumentId, asOrderId, asOrderListId, asProductId, asUserId } from '@agio/engine/ids/id.ts'
import { openOrdersOf } from '@agio/engine/read.ts'
import { PLAIN_ORDER } from '../../plain-contract-order.ts'
import type { WalletHand } from './wallet-hand.ts'
import { ASSETS, CASH, CONTRACT, HONEST, PAIRS, type Pair, SIGNED } from './wallet-world.ts'

/** From whom value is to go, and to whom. */
export interface Ways {
  readonly from: number
  readonly to: number
}
type Side = 'buy' | 'sell'
export type Move = (hand: WalletHand, ways: Ways) => void

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')
/** Parts of ten thousand that a price is worse than the index: what may be, the last that may be, and beyond. */
const WORSE = [0, 0, 1, 20, 50, 90, 99, 100, 100, 101, 150, 300, 900] as const
const SHARES = [1_000, 999, 990, 500, 300, 100, 10, 1] as const
const TAKING = ['ioc', 'ioc', 'gtc', 'fok', 'fok', 'market', 'amount'] as const

const pairOf = ({ random }: WalletHand): Pair => random.pick(PAIRS)
const sideOf = ({ random }: WalletHand): Side => random.pick(['buy', 'sell'] as const)
/** A price that is worse than the index for whoever is on a side. */
const worse = (hand: WalletHand, pair: Pair, side: Side, parts: number): number => hand.away(pair, side === 'buy' ? parts : -parts)

function taking(hand: WalletHand, side: Side, price: number, quantity: number): Partial<OrderTerms> {
  const how = hand.random.pick(TAKING)
  if (how === 'market') return { side, type: 'market', quantity }
  if (how === 'amount' && side === 'buy') return { side, type: 'market', quoteAmount: BigInt(quantity) * BigInt(price) * 1_000n }
  return { side, price, quantity, timeInForce: how === 'amount' ? 'ioc' : how }
}

/** The order of the first account rests, and the second account takes it. @returns whether both had enough to trade */
function meet(hand: WalletHand, { from, to }: Ways, pair: Pair, side: Side, parts: number, share: number): boolean {
  const price = worse(hand, pair, side, parts)
  const most = Math.min(hand.lots(from, pair, side, price, share), hand.lots(to, pair, opposite(side), price, 990))
  const quantity = Math.max(1, most)
  if (hand.isLittle(pair, quantity)) return false
  const slice = { visibleQuantity: hand.random.oneIn(6) ? Math.max(1, Math.ceil(quantity / 10)) : 0 }
  const fromRests = hand.random.oneIn(3)
  const resting = { side: fromRests ? side : opposite(side), price, quantity, ...slice }
  hand.place(fromRests ? from : to, pair, resting)
  const takes = fromRests
    ? { side: opposite(side), price, quantity, timeInForce: 'ioc' as const }
    : taking(hand, side, hand.random.oneIn(5) ? worse(hand, pair, side, 900) : price, quantity)
  hand.place(fromRests ? to : from, pair, takes, 'none', hand.random.pick([0, 0, 5]))
  if (hand.random.oneIn(2)) {
    hand.cancelAll(to, pair.id)
    hand.cancelAll(from, pair.id)
  }
  return true
}

/** To and fro at the worst price that may be, until nothing more is let go. */
export function drainAll(hand: WalletHand, ways: Ways): void {
  const [pair] = PAIRS
  for (let more = 150; more > 0; more -= 1)
    for (const side of ['sell', 'buy'] as const) {
      const price = worse(hand, pair, side, 100)
      const quantity = Math.min(hand.lots(ways.from, pair, side, price), hand.lots(ways.to, pair, opposite(side), price))
      if (hand.isLittle(pair, quantity)) continue
      hand.place(ways.to, pair, { side: opposite(side), price, quantity })
      const { orders } = hand.place(ways.from, pair, { side, price, quantity, timeInForce: 'ioc' })
      hand.cancelAll(ways.to, pair.id)
      if (orders[0]?.status !== 'filled' && quantity > 1_000) return
    }
}

/** To and fro, until nothing is left of it. */
const drain: Move = (hand, ways) => {
  const pair = pairOf(hand)
  const parts = hand.random.pick(WORSE)
  const share = hand.random.pick(SHARES)
  let side = sideOf(hand)
  for (let more = 1 + hand.random.below(hand.random.oneIn(4) ? 120 : 10); more > 0; more -= 1) {
    if (!meet(hand, ways, pair, side, parts, share)) return
    side = opposite(side)
  }
}

/** Around by all pairs, at the index as their ticks tell it: what lies between two of them is lost each time. */
const triangle: Move = (hand, ways) => {
  const [coinCash, grainCash, grainCoin] = PAIRS
  for (let more = 1 + hand.random.below(hand.random.oneIn(3) ? 100 : 6); more > 0; more -= 1) {
    if (hand.free(ways.from, grainCash.base) < 100n * grainCash.lot) meet(hand, ways, grainCoin, 'buy', 0, 1_000)
    const isDone = meet(hand, ways, grainCash, 'sell', 0, 1_000) && meet(hand, ways, coinCash, 'buy', 0, 1_000)
    if (!isDone || !meet(hand, ways, grainCoin, 'buy', 0, 1_000)) return
  }
}

/** Fees of which a friend gets a share: at the index, to and fro, with the account that pays least. */
const burn: Move = (hand, ways) => {
  const [pair] = PAIRS
  for (let more = 1 + hand.random.below(hand.random.oneIn(3) ? 150 : 10); more > 0; more -= 1) {
    const price = hand.index(pair)
    for (const side of ['sell', 'buy'] as const) {
      const quantity = Math.min(hand.lots(ways.from, pair, side, price, 990), hand.lots(ways.to, pair, opposite(side), price, 990))
      if (hand.isLittle(pair, quantity)) return
      hand.place(ways.to, pair, { side: opposite(side), price, quantity })
      hand.place(ways.from, pair, { side, price, quantity, timeInForce: 'ioc' })
    }
    hand.cancelAll(ways.to, pair.id)
  }
}

/** Stops, lists, trailing orders and orders that another one sets free, and a print among friends that fires them. */
const fire: Move = (hand, { from, to }) => {
  const pair = pairOf(hand)
  const side = sideOf(hand)
  const far = worse(hand, pair, side, hand.random.pick([20, 80, 200, 600]))
  const price = worse(hand, pair, side, hand.random.pick([300, 700, 1_500]))
  const quantity = hand.lots(from, pair, side, price, 900)
  const orders: readonly [Partial<OrderTerms>, ...Partial<OrderTerms>[]] = [
    { side, type: 'stopMarket', triggerPrice: far, quantity },
    { side, type: 'stopLimit', triggerPrice: far, price, quantity },
    { side, type: 'trailingStop', trailingBps: hand.random.between(20, 300), quantity },
    { side, type: 'oneCancelsOther', price: worse(hand, pair, opposite(side), 300), triggerPrice: far, quantity },
  ]
  hand.place(from, pair, hand.random.pick(orders))
  hand.place(to, pair, { side: opposite(side), price, quantity: hand.lots(to, pair, opposite(side), price, 500) })
  // a friend's trade, worth enough
  const other = hand.other(to)
  const print = hand.lots(other, pair, side, far, 200)
  hand.place(to, pair, { side: opposite(side), price: far, quantity: print })
  hand.place(other, pair, { side, price: far, quantity: print, timeInForce: 'ioc' })
  hand.cancelAll(to, pair.id)
}

/** A pair stops; both stand crossed when it opens again. */
const auction: Move = (hand, { from, to }) => {
  const pair = pairOf(hand)
  const halt = { kind: 'setInstrumentStatus', instrumentId: asInstrumentId(pair.id), ...SIGNED } as const
  hand.give({ ...halt, status: 'halt' })
  const side = sideOf(hand)
  for (let more = hand.random.below(4); more > 0; more -= 1) {
    const price = worse(hand, pair, side, hand.random.pick(WORSE))
    hand.place(from, pair, { side, price, quantity: hand.lots(from, pair, side, price, 400) })
    hand.place(to, pair, { side: opposite(side), price, quantity: hand.lots(to, pair, opposite(side), price, 400) })
  }
  strangers(hand)
  hand.give({ ...halt, status: 'trading' }, hand.random.pick([0, 1_000]))
  hand.pass(10)
  hand.cancelAll(to, pair.id)
}

/** Orders that rest are changed to where they may not, or might, be. */
const amend: Move = (hand, { from, to }) => {
  const pair = pairOf(hand)
  const side = sideOf(hand)
  const best = worse(hand, pair, side, 0)
  const { orders } = hand.place(from, pair, { side, price: best, quantity: hand.lots(from, pair, side, best, 900), timeInForce: 'gtc' })
  const [order] = orders
  if (order === undefined) return
  const price = worse(hand, pair, side, hand.random.pick(WORSE))
  const named = { userId: asUserId(from), orderId: asOrderId(order.orderId), clientOrderId: '', quantity: 0, triggerPrice: 0 }
  hand.give({ kind: 'amendOrder', ...named, price })
  hand.place(to, pair, { side: opposite(side), price, quantity: hand.lots(to, pair, opposite(side), price, 900), timeInForce: 'ioc' })
  const [left] = openOrdersOf(hand.state, asUserId(from))
  if (left !== undefined && hand.random.oneIn(2))
    hand.give({ kind: 'cancelOrder', userId: asUserId(from), orderId: left.orderId, clientOrderId: '', orderListId: asOrderListId(0) })
}

/** Between the accounts of one customer, into savings and out again before their time. */
const save: Move = (hand, { from }) => {
  const userId = asUserId(from)
  const kinds = ['spot', 'financial', 'contract'] as const
  const [source, target] = [hand.random.pick(kinds), hand.random.pick(kinds)]
  const assetId = hand.coinOf()
  const amount = (hand.free(from, assetId, source) * BigInt(hand.random.pick(SHARES))) / 1_000n
  if (hand.random.oneIn(2)) {
    hand.give({ kind: 'transferBetweenAccounts', userId, from: source, to: target, assetId: assetId as never, amount })
    return
  }
  const productId = hand.random.pick([1, 2] as const)
  const purse = hand.random.pick(['spot', 'financial'] as const)
  const bought = (hand.free(from, productId, purse) * BigInt(hand.random.pick(SHARES))) / 1_000n
  const purchase = { productId: asProductId(productId), amount: bought, payAccount: purse }
  const { value } = hand.give({ kind: 'purchaseProduct', userId, ...purchase, renewal: productId === 2 ? 'principal' : 'none' })
  if (hand.random.oneIn(3)) return
  hand.give({
    kind: 'redeemProduct',
    userId,
    orderId: asEarnOrderId(Number(value)),
    amount: 0n,
    toAccount: hand.random.pick(['spot', 'financial'] as const),
  })
}

const convert: Move = (hand, { from }) => {
  for (let more = 1 + hand.random.below(3); more > 0; more -= 1) {
    const [send, receive] = [hand.coinOf(), hand.coinOf()]
    const amount = (hand.free(from, send) * BigInt(hand.random.pick(SHARES))) / 1_000n
    if (send !== receive && amount > 0n) hand.convert(from, send, receive, amount)
  }
}

/** Takes out what there is, in every state that a withdrawal has; inside the house it is there at once. */
export const leave: Move = (hand, { from, to }) => {
  for (const assetId of ASSETS) {
    const share = hand.random.pick([1_000, 1_000, 999, 500, 100])
    const amount = (hand.free(from, assetId) * BigInt(share)) / 1_000n
    const isInside = !hand.random.oneIn(4)
    if (amount > 0n) hand.withdraw(from, assetId, amount, isInside ? to : 0, !hand.random.oneIn(4))
  }
  const named = hand.withdrawal()
  if (named === undefined) return
  const reviews = hand.random.oneIn(4) ? ['velocity'] : []
  if (hand.random.oneIn(2)) hand.give({ kind: 'verifyWithdrawal', ...named, reviews })
  if (reviews.length > 0) hand.give({ kind: 'judgeWithdrawal', ...named, isApproved: !hand.random.oneIn(3), ...SIGNED })
  if (hand.random.oneIn(4)) hand.give({ kind: 'cancelWithdrawal', ...named, actor: 'user' })
  if (hand.random.oneIn(2)) hand.pay()
}

/** All that may leave goes to the other account, until no more is let go. */
export function empty(hand: WalletHand, { from, to }: Ways): void {
  hand.cancelAll(from)
  for (const assetId of ASSETS) {
    for (let amount = hand.free(from, assetId), more = 6; amount > 0n && more > 0; more -= 1)
      if (!hand.withdraw(from, assetId, amount, to)) amount /= 2n
      else amount = hand.free(from, assetId)
  }
}

/** What an account has beside its spot account comes back to it. */
export function gather(hand: WalletHand, from: number): void {
  hand.cancelAll(from)
  hand.cancelAll(from, -1)
  for (const kind of ['contract', 'financial'] as const)
    for (const assetId of ASSETS) {
      const facts = {
        userId: asUserId(from),
        from: kind,
        to: 'spot',
        assetId: assetId as never,
        amount: hand.free(from, assetId, kind),
      } as const
      if (facts.amount > 0n) hand.give({ kind: 'transferBetweenAccounts', ...facts })
    }
}

/** A contract against the own other account, opened away from the mark and closed again. */
const contract: Move = (hand, { from, to }) => {
  // at an index that jumps it is a bet, which prices do not bound
  if (!hand.isStill) return
  for (const userId of [from, to]) {
    const amount = (hand.free(userId, CASH) * BigInt(hand.random.pick([900, 500, 100]))) / 1_000n
    const facts = { userId: asUserId(userId), from: 'spot', to: 'contract', assetId: CASH as never, amount } as const
    if (amount > 0n) hand.give({ kind: 'transferBetweenAccounts', ...facts })
  }
  let side = sideOf(hand)
  for (let more = 1 + hand.random.below(6); more > 0; more -= 1) {
    const price = worse(hand, PAIRS[0], side, hand.random.pick(WORSE))
    const free = hand.free(hand.random.oneIn(2) ? from : to, CASH, 'contract')
    const quantity = Math.max(1, Number((free * BigInt(hand.random.pick([2_800, 900, 100]))) / 1_000n / (BigInt(price) * 1_000n)))
    const order = { ...PLAIN_ORDER, instrumentId: asInstrumentId(CONTRACT), leverage: 3, price, quantity }
    const [first, second] = hand.random.oneIn(3) ? [from, to] : [to, from]
    for (const userId of [first, second]) hand.give({ ...order, userId: asUserId(userId), side: userId === from ? side : opposite(side) })
    side = opposite(side)
  }
  for (const userId of [from, to]) {
    hand.cancelAll(userId, -1)
    const amount = hand.free(userId, CASH, 'contract')
    const facts = { userId: asUserId(userId), from: 'contract', to: 'spot', assetId: CASH as never, amount } as const
    if (amount > 0n) hand.give({ kind: 'transferBetweenAccounts', ...facts })
  }
}

export const MOVES: readonly (readonly [weight: number, move: Move])[] = [
  [8, drain],
  [3, triangle],
  [2, burn],
  [3, fire],
  [2, auction],
  [3, amend],
  [4, save],
  [2, convert],
  [5, leave],
  [2, contract],
  [2, (hand) => strangers(hand)],
]

/** Customers who mean what they do, near the index. */
export function strangers(hand: WalletHand): void {
  const userId = hand.random.pick([...HONEST])
  const pair = pairOf(hand)
  const side = sideOf(hand)
  const near = worse(hand, pair, opposite(side), hand.random.below(80))
  const far = worse(hand, pair, side, hand.random.between(150, 1_200))
  const quantity = hand.lots(userId, pair, side, hand.index(pair), hand.random.between(2, 40))
  const terms = hand.random.weighted<Partial<OrderTerms>>([
    [8, { side, price: near, quantity }],
    [3, { side, price: worse(hand, pair, side, 50), quantity, timeInForce: 'ioc' }],
    [2, { side, type: 'market', quantity }],
    [3, { side, type: 'stopMarket', triggerPrice: far, quantity }],
    [2, { side, type: 'stopLimit', triggerPrice: far, price: worse(hand, pair, side, 1_400), quantity }],
    [2, { side, type: 'trailingStop', trailingBps: hand.random.between(50, 900), quantity }],
  ])
  hand.place(userId, pair, terms, 'none', hand.random.pick([0, 5, 900]))
  if (hand.random.oneIn(6)) hand.cancelAll(userId)
}
