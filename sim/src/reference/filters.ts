/** The checks of an order, in the one order that the first failure is reported in. Each answers a reason, 'none' = passed. */
import type { OrderTerms } from '@agio/engine/command.ts'
import type { Reason } from '@agio/engine/reason.ts'
import { balanceAt, userAccount } from './ledger.ts'
import { AMOUNT_LIMIT, ceilDiv, notionalOf, type RefInstrument, type RefOrder, restOf, type World } from './model.ts'
import { insideBand, marketPrice, referencePrice } from './prices.ts'
import { conditionMet } from './triggers.ts'

const GTD_MIN_MS = 60_000
const GTD_MAX_MS = 90 * 86_400_000
const BPS_MAX = 9_999

export const CONDITIONAL_LIMIT = ['stopLimit', 'takeProfitLimit'] as const
const TYPES = ['limit', 'market', 'stopLimit', 'stopMarket', 'takeProfitLimit', 'takeProfitMarket', 'trailingStop', 'oneCancelsOther']
const SELF_TRADE_MODES = ['none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement']

const isConditionalLimit = (terms: OrderTerms): boolean => terms.type === 'stopLimit' || terms.type === 'takeProfitLimit'
const isConditionalMarket = (terms: OrderTerms): boolean => terms.type === 'stopMarket' || terms.type === 'takeProfitMarket'
const isUsable = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

export function checkForm(terms: OrderTerms, selfTrade: string): Reason {
  if (!TYPES.includes(terms.type)) return 'orderTypeUnsupported'
  const allowed: Record<string, readonly string[]> = {
    limit: ['gtc', 'ioc', 'fok', 'postOnly', 'gtd'],
    stopLimit: ['gtc', 'ioc', 'fok', 'gtd'],
    takeProfitLimit: ['gtc', 'ioc', 'fok', 'gtd'],
    oneCancelsOther: ['gtc', 'gtd'],
  }
  if (!(allowed[terms.type] ?? ['gtc', 'ioc']).includes(terms.timeInForce)) return 'timeInForceUnsupported'
  return SELF_TRADE_MODES.includes(selfTrade) ? 'none' : 'selfTradeModeUnsupported'
}

/** Required fields are positive, fields a type does not take are absent. */
export function checkNumbers(terms: OrderTerms): Reason {
  const numbers = [terms.price, terms.quantity, terms.triggerPrice, terms.triggerLimitPrice, terms.activationPrice]
  if (![...numbers, terms.trailingBps, terms.visibleQuantity, terms.expireAt].every(isUsable)) return 'badNumber'
  if (terms.quoteAmount < 0n || terms.quoteAmount >= AMOUNT_LIMIT) return 'badNumber'
  const byAmount = terms.quoteAmount > 0n
  const needs = (value: number, wanted: boolean): boolean => value > 0 === wanted
  const isOco = terms.type === 'oneCancelsOther'
  const takesPrice = terms.type === 'limit' || isConditionalLimit(terms) || isOco
  const takesTrigger = isConditionalLimit(terms) || isConditionalMarket(terms) || isOco
  if (byAmount && (terms.type !== 'market' || terms.side !== 'buy')) return 'badNumber'
  const fits =
    needs(terms.price, takesPrice) &&
    needs(terms.quantity, !byAmount) &&
    needs(terms.triggerPrice, takesTrigger) &&
    (isOco || terms.triggerLimitPrice === 0) &&
    needs(terms.trailingBps, terms.type === 'trailingStop') &&
    (terms.type === 'trailingStop' || terms.activationPrice === 0)
  return fits ? 'none' : 'badNumber'
}

/** Price ceiling and quantity bounds. */
export function checkRanges(instrument: RefInstrument, terms: OrderTerms): Reason {
  const { limitPriceCap, quantityMin, quantityMax } = instrument.terms
  if (limitPriceCap > 0 && Math.max(terms.price, terms.triggerLimitPrice) > limitPriceCap) return 'priceTooHigh'
  if (terms.quoteAmount > 0n) return 'none'
  if (quantityMin > 0 && terms.quantity < quantityMin) return 'quantityTooSmall'
  return quantityMax > 0 && terms.quantity > quantityMax ? 'quantityTooLarge' : 'none'
}

/** Values of an order: one for most types, one for each leg of a list, none where no price is known. */
function valuesOf(world: World, instrument: RefInstrument, terms: OrderTerms): bigint[] {
  const value = (price: number): bigint => notionalOf(instrument, price, terms.quantity)
  if (terms.quoteAmount > 0n) return [terms.quoteAmount]
  if (terms.type === 'oneCancelsOther') return [value(terms.price), value(terms.triggerLimitPrice || terms.triggerPrice)]
  if (terms.price > 0) return [value(terms.price)]
  if (terms.triggerPrice > 0) return [value(terms.triggerPrice)]
  const price = terms.type === 'market' ? referencePrice(world, instrument) : marketPrice(instrument)
  return price > 0 ? [value(price)] : []
}

/** Of a list the limit leg is asked first: what is wrong with it is said, whatever the other is. */
export function checkValues(world: World, instrument: RefInstrument, terms: OrderTerms): Reason {
  const { notionalMin, notionalMax, marketNotionalCap } = instrument.terms
  if (BigInt(terms.quantity) * instrument.baseFactor >= AMOUNT_LIMIT) return 'valueTooLarge'
  const most = terms.type === 'market' ? [notionalMax, marketNotionalCap] : [notionalMax]
  for (const value of valuesOf(world, instrument, terms)) {
    if (value >= AMOUNT_LIMIT) return 'valueTooLarge'
    if (notionalMin > 0n && value < notionalMin) return 'valueTooSmall'
    if (most.some((bound) => bound > 0n && value > bound)) return 'valueTooLarge'
  }
  return 'none'
}

export function checkBand(world: World, instrument: RefInstrument, terms: OrderTerms): Reason {
  if (terms.type !== 'limit' && terms.type !== 'oneCancelsOther') return 'none'
  return insideBand(instrument, terms.side, terms.price, referencePrice(world, instrument)) ? 'none' : 'priceBand'
}

/** Expiry, iceberg and trailing distance. */
export function checkExtras(instrument: RefInstrument, terms: OrderTerms, at: number): Reason {
  const isGtd = terms.timeInForce === 'gtd'
  if (!isGtd && terms.expireAt !== 0) return 'badExpiry'
  if (isGtd && (terms.expireAt < at + GTD_MIN_MS || terms.expireAt > at + GTD_MAX_MS)) return 'badExpiry'
  const { visibleQuantity: visible, quantity } = terms
  if (visible > 0) {
    const rests = terms.type === 'limit' && terms.timeInForce !== 'ioc' && terms.timeInForce !== 'fok'
    const parts = visible > 0 ? ceilDiv(BigInt(quantity), BigInt(visible)) : 0n
    const { icebergPartsMax: most, notionalMin } = instrument.terms
    const isTooLittle = notionalMin > 0n && notionalOf(instrument, terms.price, visible) < notionalMin
    if (isTooLittle || !rests || visible > quantity || (most > 0 && parts > BigInt(most))) return 'badIceberg'
  }
  if (terms.type !== 'trailingStop') return 'none'
  const { trailingBpsMin, trailingBpsMax } = instrument.terms
  const tooNear = terms.trailingBps < Math.max(1, trailingBpsMin)
  return tooNear || terms.trailingBps > Math.min(BPS_MAX, trailingBpsMax || BPS_MAX) ? 'trailingDeltaRange' : 'none'
}

/** Prices of a list's legs against each other, and against the market where one is known. */
export function checkListPrices(instrument: RefInstrument, terms: OrderTerms, withMarket: boolean): Reason {
  if (terms.type !== 'oneCancelsOther') return 'none'
  const market = withMarket ? marketPrice(instrument) : 0
  const rising = terms.side === 'sell' ? [terms.triggerPrice, market, terms.price] : [terms.price, market, terms.triggerPrice]
  const known = rising.filter((price) => price > 0)
  return known.every((price, index) => index === 0 || (known[index - 1] ?? 0) < price) ? 'none' : 'badListPrices'
}

export function checkTrigger(instrument: RefInstrument, terms: OrderTerms): Reason {
  if (!isConditionalLimit(terms) && !isConditionalMarket(terms)) return 'none'
  const market = marketPrice(instrument)
  const { side, triggerPrice } = terms
  const type = terms.type === 'oneCancelsOther' ? 'stopMarket' : terms.type
  return market > 0 && conditionMet({ type, side, triggerPrice }, market) ? 'wouldTriggerImmediately' : 'none'
}

/** Orders of a user on a pair without those that are being replaced. */
function othersOf(world: World, userId: number, instrument: RefInstrument, replaced: readonly RefOrder[]): RefOrder[] {
  return [...world.live.values()].filter(
    (order) => order.userId === userId && order.instrumentId === instrument.instrumentId && !replaced.includes(order),
  )
}

interface Counts {
  open: number
  waiting: number
  lists: number
}

/** What an order that is asked for would count as. */
function countsOf(terms: Pick<OrderTerms, 'type' | 'timeInForce'>): Counts {
  const isOco = terms.type === 'oneCancelsOther'
  const mayRest = terms.type === 'limit' && terms.timeInForce !== 'ioc' && terms.timeInForce !== 'fok'
  const waits = terms.type !== 'limit' && terms.type !== 'market' && !isOco
  return { open: mayRest || isOco ? 1 : 0, waiting: waits || isOco ? 1 : 0, lists: isOco ? 1 : 0 }
}

/** What a live order counts as; a child that waits counts as what it will be. */
function countsOfLive(order: RefOrder): Counts {
  const lists = order.partnerId > order.orderId ? 1 : 0
  if (order.status === 'pendingNew') return { ...countsOf(order), lists }
  return { open: order.status === 'pendingTrigger' ? 0 : 1, waiting: order.status === 'pendingTrigger' ? 1 : 0, lists }
}

/** @param asked an order, and its child */
/** A customer has 5,000 live orders in all, of which one placement may need 8. */
export const checkOrders = (world: World, userId: number): Reason =>
  [...world.live.values()].filter((order) => order.userId === userId).length + 8 > 5_000 ? 'tooManyOrders' : 'none'

export function checkCounts(world: World, userId: number, instrument: RefInstrument, asked: readonly OrderTerms[]): Reason {
  const { maxOpenOrders, maxTriggerOrders, maxOrderLists } = instrument.terms
  const bounds = { open: maxOpenOrders, waiting: maxTriggerOrders, lists: maxOrderLists }
  const live = othersOf(world, userId, instrument, []).map(countsOfLive)
  const isFull = (['open', 'waiting', 'lists'] as const).some((name) => {
    const wanted = asked.map(countsOf).reduce((sum, counts) => sum + counts[name], 0)
    const known = live.reduce((sum, counts) => sum + counts[name], 0)
    return wanted > 0 && bounds[name] > 0 && known + wanted > bounds[name]
  })
  return isFull ? 'tooManyOrders' : 'none'
}

/** @param asked an order, and its child */
export function checkPosition(
  world: World,
  userId: number,
  instrument: RefInstrument,
  asked: readonly OrderTerms[],
  replaced: readonly RefOrder[],
): Reason {
  const { positionMax, baseAssetId } = instrument.terms
  const buying = asked.filter(({ side }) => side === 'buy')
  if (positionMax === 0 || buying.length === 0) return 'none'
  const market = marketPrice(instrument)
  const lotsFor = (amount: bigint): bigint => (market > 0 ? amount / (BigInt(market) * instrument.quoteFactor) : 0n)
  const open = othersOf(world, userId, instrument, replaced)
    .filter((order) => order.side === 'buy')
    .filter((order) => order.partnerId === 0 || order.partnerId > order.orderId)
    .reduce((sum, order) => sum + (order.quoteAmount > 0n ? lotsFor(order.quoteAmount) : BigInt(restOf(order))), 0n)
  const wanted = buying.reduce((sum, terms) => sum + (terms.quoteAmount > 0n ? lotsFor(terms.quoteAmount) : BigInt(terms.quantity)), 0n)
  const owned = balanceAt(world, userAccount(userId, baseAssetId, 'available')) + balanceAt(world, userAccount(userId, baseAssetId, 'held'))
  return owned + (open + wanted) * instrument.baseFactor > BigInt(positionMax) * instrument.baseFactor ? 'positionLimit' : 'none'
}
