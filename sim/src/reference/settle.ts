/** One trade: money moves, fees, facts, and the triggers that its price hits. */

import { rest as restInBook, slice, unrest } from './book.ts'
import { mayGive } from './bounds.ts'
import { discountedFee, type FeeCharge, ordinaryFee, type Role, rateOf } from './fees.ts'
import { isFiredBuy } from './fired.ts'
import { listNeed } from './holds.ts'
import { feeAccount, move, payDebt, userAccount } from './ledger.ts'
import { today } from './levels.ts'
import { close, endPartner, openStatus, releaseChildren, shrinkPartner, touch } from './lifecycle.ts'
import {
  DAY_MS,
  feeAssetOf,
  isMarketLike,
  larger,
  notionalOf,
  type RefInstrument,
  type RefOrder,
  restOf,
  smaller,
  userAt,
  type World,
} from './model.ts'
import { fillSide, opens } from './perp/fill.ts'
import { noteTraded } from './perp/mark.ts'
import { notePrice } from './perp/triggers.ts'
import { isSamePerson } from './persons.ts'
import { recordTrade } from './prices.ts'
import { collectHits } from './triggers.ts'

export interface Match {
  readonly maker: RefOrder
  readonly taker: RefOrder
  readonly price: number
  readonly quantity: number
}

/** Who pays a fee, and for a trade with whom. */
interface Payer {
  readonly userId: number
  readonly otherId: number
}

function charge(world: World, { userId, otherId }: Payer, fee: FeeCharge, order: RefOrder, instrument: RefInstrument): void {
  move(world, userAccount(userId, fee.assetId, 'available'), feeAccount(fee.assetId), fee.amount)
  const { inviterId } = userAt(world, userId)
  const share = (fee.amount * BigInt(world.commissionE8)) / 100_000_000n
  const isEarned = inviterId !== 0 && !isSamePerson(world, userId, inviterId) && !isSamePerson(world, userId, otherId)
  const isPaid = isEarned && userAt(world, inviterId).status !== 'disabled' && mayGive(world, order, fee.assetId, share)
  if (isPaid) payInviter(world, fee, inviterId, share)
  if (fee.assetId === feeAssetOf(instrument, order)) order.fee += fee.amount
}

function payInviter(world: World, { assetId }: FeeCharge, inviterId: number, share: bigint): void {
  move(world, feeAccount(assetId), userAccount(inviterId, assetId, 'available'), share)
  if (share > 0n) payDebt(world, inviterId, assetId)
}

/** Buyer's side: pays from the hold, pays the fee, gets back at once what the rest of the order no longer needs. */
function settleBuyer(world: World, instrument: RefInstrument, order: RefOrder, seller: RefOrder, match: Match, role: Role): FeeCharge {
  const { quoteAssetId, baseAssetId } = instrument.terms
  const user = userAt(world, order.userId)
  const payer = { userId: order.userId, otherId: seller.userId }
  const notional = notionalOf(instrument, match.price, match.quantity)
  const lots = BigInt(match.quantity) * instrument.baseFactor
  const rate = rateOf(world, user, instrument, 'buy', role)
  const held = userAccount(order.userId, quoteAssetId, 'held')
  const available = userAccount(order.userId, quoteAssetId, 'available')
  move(world, userAccount(seller.userId, baseAssetId, 'held'), userAccount(order.userId, baseAssetId, 'available'), lots)
  // A fee asset just bought may pay its own fee. What the trade frees, or pays to the same user as its seller, does not count.
  const discounted = discountedFee(world, user, instrument, notional, rate)
  move(world, held, userAccount(seller.userId, quoteAssetId, 'available'), notional)
  order.held -= notional
  seller.held -= lots
  const isBudgeted = isMarketLike(order) || (isFiredBuy(order) && !instrument.bids.includes(order))
  // one that fired frees what its rest does not need
  const keep = isMarketLike(order) ? order.held : smaller(order.held, listNeed(world, instrument, order))
  const room = order.held - keep
  move(world, held, available, room)
  order.held = keep
  if (discounted !== null) {
    charge(world, payer, discounted, order, instrument)
    return discounted
  }
  const fee = ordinaryFee(instrument, order, lots, notional, rate)
  if (!order.paysInQuote) {
    charge(world, payer, fee, order, instrument)
    return fee
  }
  if (isBudgeted) {
    move(world, held, available, larger(0n, fee.amount - room))
    order.held -= larger(0n, fee.amount - room)
    charge(world, payer, fee, order, instrument)
    return fee
  }
  const capped = { assetId: fee.assetId, amount: smaller(fee.amount, room) }
  charge(world, payer, capped, order, instrument)
  return capped
}

function settleSeller(world: World, instrument: RefInstrument, order: RefOrder, buyer: RefOrder, match: Match, role: Role): FeeCharge {
  const user = userAt(world, order.userId)
  const notional = notionalOf(instrument, match.price, match.quantity)
  const rate = rateOf(world, user, instrument, 'sell', role)
  const fee = discountedFee(world, user, instrument, notional, rate) ?? ordinaryFee(instrument, order, notional, notional, rate)
  charge(world, { userId: order.userId, otherId: buyer.userId }, fee, order, instrument)
  return fee
}

/** Fees of maker and taker. */
type Fees = readonly [FeeCharge, FeeCharge]

function settlePair(world: World, instrument: RefInstrument, match: Match): Fees {
  const { maker, taker, price, quantity } = match
  const notional = notionalOf(instrument, price, quantity)
  const buyer = taker.side === 'buy' ? taker : maker
  const seller = taker.side === 'buy' ? maker : taker
  const roleOf = (order: RefOrder): Role => (order === maker ? 'maker' : 'taker')
  const buyerFee = settleBuyer(world, instrument, buyer, seller, match, roleOf(buyer))
  const sellerFee = settleSeller(world, instrument, seller, buyer, match, roleOf(seller))
  if (!isOwnTrade(world, match)) for (const { userId } of [buyer, seller]) addVolume(world, userId, instrument, notional)
  return maker === buyer ? [buyerFee, sellerFee] : [sellerFee, buyerFee]
}

/** Positions instead of coins; what is attached is set free by the first fill that opens. */
function settleContract(world: World, { maker, taker, price, quantity }: Match): Fees {
  // one after the other: a customer who meets himself closes with the second what he opened with the first
  const doesMakerOpen = opens(world, maker, quantity)
  const makerFee = fillSide(world, maker, price, quantity, 'maker')
  const doesTakerOpen = opens(world, taker, quantity)
  const takerFee = fillSide(world, taker, price, quantity, 'taker')
  if (doesMakerOpen) releaseChildren(world, maker)
  if (doesTakerOpen) releaseChildren(world, taker)
  return [makerFee, takerFee]
}

/** Executes a match of a resting and an incoming order, or of two orders of an auction. */
export function trade(world: World, instrument: RefInstrument, match: Match): void {
  const { maker, taker, price, quantity } = match
  const notional = notionalOf(instrument, price, quantity)
  for (const order of [maker, taker]) {
    order.executedQuantity += quantity
    order.executedQuote += notional
    touch(world, order)
  }
  const [makerFee, takerFee] = instrument.isContract === true ? settleContract(world, match) : settlePair(world, instrument, match)
  world.tradeCount += 1
  world.trades.push({
    tradeId: world.tradeCount,
    instrumentId: instrument.instrumentId,
    price,
    quantity,
    notional,
    takerSide: taker.side,
    isOwn: isOwnTrade(world, match) ? 1 : 0,
    makerOrderId: maker.orderId,
    takerOrderId: taker.orderId,
    makerUserId: maker.userId,
    takerUserId: taker.userId,
    makerFee: makerFee.amount,
    makerFeeAssetId: makerFee.assetId,
    takerFee: takerFee.amount,
    takerFeeAssetId: takerFee.assetId,
  })
  if (!isOwnTrade(world, match)) showPrice(world, instrument, match, notional)
  afterFill(world, instrument, maker)
  if (restOf(taker) === 0 && taker.quantity > 0) releaseChildren(world, taker)
}

/** One person on both sides: nobody else goes by it. */
export const isOwnTrade = (world: World, { maker, taker }: Pick<Match, 'maker' | 'taker'>): boolean =>
  isSamePerson(world, maker.userId, taker.userId)

function showPrice(world: World, instrument: RefInstrument, { price, quantity }: Match, notional: bigint): void {
  if (instrument.isContract === true) {
    instrument.lastPrice = price
    noteTraded(world, instrument.instrumentId, notional)
    notePrice(world, instrument, 'last', price)
    return
  }
  recordTrade(instrument, { at: world.time, price, quantity, value: notional })
  if (instrument.work !== 'crossing') collectHits(world, instrument, price)
}

/** The resting side of a fill: its list partner shrinks or ends, an iceberg refills at the back, a filled order ends. */
export function afterFill(world: World, instrument: RefInstrument, maker: RefOrder, filled = lastQuantity(world)): void {
  maker.shown -= filled
  maker.status = openStatus(maker)
  if (restOf(maker) > 0 && instrument.isContract !== true) shrinkPartner(world, maker)
  else endPartner(world, maker)
  if (restOf(maker) === 0) {
    releaseChildren(world, maker)
    close(world, maker, 'filled', 'filled')
  } else if (maker.shown === 0) {
    unrest(instrument, maker)
    maker.shown = slice(maker)
    restInBook(instrument, maker)
  }
}

const lastQuantity = (world: World): number => world.trades.at(-1)?.quantity ?? 0

/** Fee levels look at the value traded in the quote asset of the first pair, both sides of a trade. */
function addVolume(world: World, userId: number, instrument: RefInstrument, notional: bigint): void {
  if (instrument.terms.quoteAssetId !== world.instruments[0]?.terms.quoteAssetId) return
  const { volumes } = userAt(world, userId)
  const day = today(world)
  if (world.nextDay === 0) world.nextDay = (day + 1) * DAY_MS
  volumes.set(day, (volumes.get(day) ?? 0n) + notional)
}
