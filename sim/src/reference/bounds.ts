/** Value that is lost on purpose counts as leaving: what an account trades at while a deposit may be undone or withdrawals rest. */
import { balanceAt, userAccount } from './ledger.ts'
import { ceilDiv, indexAt, larger, RATE_ONE, type RefInstrument, type RefOrder, restOf, smaller, type World } from './model.ts'
import { contractAt, marginAssetOf, profitNow } from './perp/value.ts'
import { referenceAbove, referencePrice } from './prices.ts'
import { worthOf } from './stock.ts'

const MOST = 1n << 60n
const LOSS_MOST = 1n << 57n
/** What may be lost is 2 % of what there is, counted in parts of which one is lost with fifty of it. */
const PARTS = 50n

export interface RefBound {
  /** Withdrawals rest so long. */
  until: number
  /** Fifty times what fills may still lose. */
  lossLeft: bigint
}

const unsettledOf = (world: World, userId: number): number =>
  [...world.wallet.deposits.values()].filter((deposit) => deposit.userId === userId && deposit.status === 'credited').length

/** What bounds an account now. */
export function boundOf(world: World, userId: number): RefBound | undefined {
  const bound = world.bounds.get(userId)
  return bound !== undefined && (bound.until > world.time || unsettledOf(world, userId) > 0) ? bound : undefined
}

/** In the unit asset, less what open positions lose. */
function wealthOf(world: World, userId: number): bigint {
  const held = (assetId: number, kind: 'spot' | 'financial' | 'contract'): bigint =>
    balanceAt(world, userAccount(userId, assetId, 'available', kind)) + balanceAt(world, userAccount(userId, assetId, 'held', kind))
  const wealth = world.assets
    .flatMap(({ assetId }) => (['spot', 'financial', 'contract'] as const).map((kind) => worthOf(world, assetId, held(assetId, kind))))
    .reduce((sum, worth) => sum + worth, 0n)
  const lost = world.perp.positions
    .filter((position) => position.userId === userId)
    .map((position) => worthOf(world, marginAssetOf(world, position.instrumentId), larger(0n, -profitNow(world, position))))
    .reduce((sum, loss) => sum + loss, 0n)
  return larger(0n, smaller(wealth, MOST) - lost)
}

function fresh(world: World, userId: number): RefBound {
  const bound: RefBound = { until: 0, lossLeft: wealthOf(world, userId) }
  world.bounds.set(userId, bound)
  return bound
}

/** Coins were set aside to leave: of what is not there any more nothing may be lost. */
export function boundByLeaving(world: World, userId: number): void {
  const bound = boundOf(world, userId)
  if (bound !== undefined) bound.lossLeft = smaller(bound.lossLeft, wealthOf(world, userId))
}

export function boundUntil(world: World, userId: number, until: number): void {
  if (until <= world.time) return
  const bound = boundOf(world, userId) ?? fresh(world, userId)
  bound.until = Math.max(bound.until, until)
}

/** Behind the posting of a deposit, before its status says that it was credited. */
export function boundByDeposit(world: World, userId: number, assetId: number, amount: bigint): void {
  const bound = boundOf(world, userId)
  if (bound === undefined) fresh(world, userId)
  else {
    const after = balanceAt(world, userAccount(userId, assetId, 'available')) + balanceAt(world, userAccount(userId, assetId, 'held'))
    const more = worthOf(world, assetId, after) - worthOf(world, assetId, after - amount)
    bound.lossLeft = smaller(smaller(bound.lossLeft, larger(0n, wealthOf(world, userId) - more)) + more, MOST)
  }
}

/** What a side is measured from: of two ticks the one that is worse for it. */
function fairPrice(world: World, instrument: RefInstrument, side: 'buy' | 'sell'): number {
  if (instrument.isContract === true) return contractAt(world, instrument.instrumentId).mark
  return side === 'buy' ? referencePrice(world, instrument) : referenceAbove(world, instrument)
}

type Sided = Pick<RefOrder, 'side'>

function isBeyondEdge({ side }: Sided, fair: number, price: number): boolean {
  if (fair === 0) return true
  const width = Math.max(1, Number((BigInt(fair) * 1_000_000n) / RATE_ONE))
  return side === 'buy' ? price > fair + width : price < fair - width
}

const worseBy = ({ side }: Sided, fair: number, price: number): number => (side === 'buy' ? price - fair : fair - price)

function lossOf(world: World, instrument: RefInstrument, ticks: number, lots: number): bigint {
  if (ticks <= 0) return 0n
  const { price } = indexAt(world, instrument.terms.quoteAssetId)
  if (price === 0n) return LOSS_MOST
  const scale = world.assets[instrument.terms.quoteAssetId - 1]?.scale ?? 0
  return smaller(ceilDiv(BigInt(ticks) * BigInt(lots) * instrument.quoteFactor * price, 10n ** BigInt(scale + 4)), LOSS_MOST)
}

const isCustomers = ({ source }: RefOrder): boolean => source === 'web' || source === 'api'

export function mayTrade(world: World, instrument: RefInstrument, order: RefOrder, price: number, lots: number): boolean {
  const bound = boundOf(world, order.userId)
  if (bound === undefined || !isCustomers(order)) return true
  const fair = fairPrice(world, instrument, order.side)
  return !isBeyondEdge(order, fair, price) && PARTS * lossOf(world, instrument, worseBy(order, fair, price), lots) <= bound.lossLeft
}

/** Of a fill-or-kill: each of its fills may round its loss up by one. */
export function mayTradeWhole(world: World, instrument: RefInstrument, order: RefOrder, price: number): boolean {
  const bound = boundOf(world, order.userId)
  const fair = fairPrice(world, instrument, order.side)
  const ticks = worseBy(order, fair, price)
  if (bound === undefined || ticks <= 0) return true
  return !isBeyondEdge(order, fair, price) && PARTS * (lossOf(world, instrument, ticks, restOf(order)) + 20_000n) <= bound.lossLeft
}

/** A resting order that would lose, so that its bound may end it. */
export function isUnsure(world: World, instrument: RefInstrument, order: RefOrder): boolean {
  if (boundOf(world, order.userId) === undefined) return false
  const fair = fairPrice(world, instrument, order.side)
  return fair === 0 || worseBy(order, fair, order.price) > 0
}

export function noteLosses(world: World, instrument: RefInstrument, orders: readonly RefOrder[], price: number, lots: number): void {
  for (const order of orders) {
    const bound = boundOf(world, order.userId)
    if (bound === undefined || !isCustomers(order)) continue
    const ticks = worseBy(order, fairPrice(world, instrument, order.side), price)
    bound.lossLeft = larger(0n, bound.lossLeft - PARTS * lossOf(world, instrument, ticks, lots))
  }
}

/** Whether a share of an order's fee goes to somebody else, which is lost as well as by a price. */
export function mayGive(world: World, order: RefOrder, assetId: number, amount: bigint): boolean {
  const bound = boundOf(world, order.userId)
  if (bound === undefined || amount === 0n) return true
  const { price } = indexAt(world, assetId)
  const scale = world.assets[assetId - 1]?.scale ?? 0
  const lost = PARTS * smaller(ceilDiv(amount * price, 10n ** BigInt(scale + 4)), LOSS_MOST)
  if (price === 0n || order.timeInForce === 'fok' || lost > bound.lossLeft) return false
  bound.lossLeft -= lost
  return true
}

export function isBeyondBound(world: World, instrument: RefInstrument, userId: number, side: 'buy' | 'sell', price: number): boolean {
  return boundOf(world, userId) !== undefined && isBeyondEdge({ side }, fairPrice(world, instrument, side), price)
}
