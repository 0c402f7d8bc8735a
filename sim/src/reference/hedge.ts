/** The desk: at an instant that nobody knows before, one order that brings a stock back to its limit, for no more than was earned since the last. */
import type { OrderTerms } from '@agio/engine/command.ts'
import { wouldCross } from './book.ts'
import { reachIndex } from './index-price.ts'
import { availableOf, move, userAccount } from './ledger.ts'
import { ceilDiv, indexAt, larger, RATE_ONE, type RefInstrument, type RefOrder, smaller, stockRowAt, type World } from './model.ts'
import { sipHash } from './perp/instants.ts'
import { checkPair, checkUser, placeOrder } from './place.ts'
import type { RefStock } from './product-model.ts'
import { amountOf, earn, reckon, stockAccount, worthOf } from './stock.ts'

const DELAY_LEAST_MS = 1_000
const DELAYS = 29_001n
const MINUTE_MS = 60_000
const UNITS = 16

/** After a stock, or what is wanted of it, changed. */
export function watchStock(world: World, assetId: number): void {
  const stock = stockRowAt(world, assetId)
  const amount = amountOf(world, assetId)
  const isLittle = stock.least >= 0n && amount < stock.least ? -1 : 0
  const beyond = stock.most >= 0n && amount > stock.most ? 1 : isLittle
  if (beyond === stock.beyond) return
  stock.beyond = beyond
  stock.beyondSince = beyond === 0 ? 0 : world.time
  if (beyond === 0) stock.hedgeAt = Number.POSITIVE_INFINITY
  else planHedge(world, assetId)
}

function planHedge(world: World, assetId: number): void {
  if (assetId === world.index.unitAssetId) return
  const delay = sipHash(world.perp.secret, [world.perp.chain, BigInt(assetId)]) % DELAYS
  stockRowAt(world, assetId).hedgeAt = world.time + DELAY_LEAST_MS + Number(delay)
}

export function runHedge(world: World, assetId: number): number {
  const stock = stockRowAt(world, assetId)
  stock.hedgeAt = Number.POSITIVE_INFINITY
  if (stock.beyond === 0) return UNITS
  hedge(world, stock, assetId)
  watchStock(world, assetId)
  watchStock(world, world.index.unitAssetId)
  if (stockRowAt(world, assetId).beyond !== 0) planHedge(world, assetId)
  return UNITS
}

export const hedgedMarketOf = (world: World, assetId: number): RefInstrument | undefined =>
  world.instruments.find(
    ({ terms, isContract }) => isContract !== true && terms.baseAssetId === assetId && terms.quoteAssetId === world.index.unitAssetId,
  )

interface Sized {
  readonly price: bigint
  readonly lots: bigint
}

const unitOf = (world: World, assetId: number): bigint => 10n ** BigInt(world.assets[assetId - 1]?.scale ?? 0)

function hedge(world: World, stock: RefStock, assetId: number): void {
  const { convert } = world
  const instrument = hedgedMarketOf(world, assetId)
  if (convert.deskUserId === 0 || convert.isClosedByLoss || convert.isClosedByOperator || stock.isClosed || instrument === undefined) return
  const side = stock.beyond > 0 ? 'sell' : 'buy'
  if (checkUser(world, world.users.get(convert.deskUserId)) !== 'none' || checkPair(instrument, side, false) !== 'none') return
  reachIndex(world, assetId)
  reckon(world, assetId)
  const sized = sizeOf(world, stock, assetId, instrument)
  if (sized === undefined || !wouldCross(world, instrument, side, Number(sized.price))) return
  const terms = { side, type: 'limit', timeInForce: 'ioc', price: Number(sized.price), quantity: Number(sized.lots), ...NOTHING } as const
  const lotCost = costOfLot(instrument, sized.price)
  const lent = side === 'buy' ? sized.lots * lotCost : sized.lots * lotOf(instrument)
  const assets = [assetId, world.index.unitAssetId]
  const before = assets.map((id) => availableOf(world, convert.deskUserId, id))
  const paidWith = side === 'buy' ? world.index.unitAssetId : assetId
  move(world, stockAccount(paidWith), userAccount(convert.deskUserId, paidWith, 'available'), lent)
  const order = placed(world, instrument, terms, assetId)
  if (order !== undefined && order.executedQuantity > 0) noteCost(world, stock, instrument, order)
  assets.forEach((id, place) => {
    const more = availableOf(world, convert.deskUserId, id) - (before[place] ?? 0n)
    if (more > 0n) move(world, userAccount(convert.deskUserId, id, 'available'), stockAccount(id), more)
  })
}

const NOTHING = {
  quoteAmount: 0n,
  triggerPrice: 0,
  triggerLimitPrice: 0,
  activationPrice: 0,
  trailingBps: 0,
  visibleQuantity: 0,
  expireAt: 0,
} as const

function placed(world: World, instrument: RefInstrument, terms: OrderTerms, assetId: number): RefOrder | undefined {
  const { convert } = world
  convert.hedging = assetId
  const command = {
    kind: 'placeOrder',
    userId: convert.deskUserId,
    instrumentId: instrument.instrumentId,
    terms,
    selfTrade: 'expireTaker',
    source: 'system',
    child: null,
  } as unknown as Parameters<typeof placeOrder>[1]
  const { orders } = placeOrder(world, command, '')
  convert.hedging = 0
  return orders?.[0]
}

const lotOf = ({ baseFactor }: RefInstrument): bigint => baseFactor
const costOfLot = ({ quoteFactor }: RefInstrument, price: bigint): bigint => price * quoteFactor + (price * quoteFactor) / 50n + 1n

function sizeOf(world: World, stock: RefStock, assetId: number, instrument: RefInstrument): Sized | undefined {
  const index = indexAt(world, assetId)
  if (index.live === 0 || index.price === 0n) return undefined
  const { quantityMax, notionalMax } = instrument.terms
  const amount = amountOf(world, assetId)
  const isSale = stock.beyond > 0
  const lot = lotOf(instrument)
  const all = isSale ? smaller(ceilDiv(amount - stock.most, lot), amount / lot) : ceilDiv(stock.least - amount, lot)
  const inMinute = leftOfMinute(world) / (worthOf(world, assetId, lot) + 1n)
  const most = quantityMax === 0 ? all : smaller(all, BigInt(quantityMax))
  const lots = smaller(most, inMinute)
  if (lots <= 0n) return undefined
  const price = priceFor(world, stock, assetId, instrument, lots * lot)
  if (price < 1n) return undefined
  const inValue = notionalMax === 0n ? lots : smaller(lots, notionalMax / (price * instrument.quoteFactor))
  const { unitAssetId } = world.index
  const money = larger(amountOf(world, unitAssetId) - larger(stockRowAt(world, unitAssetId).least, 0n), 0n)
  const paid = isSale ? inValue : smaller(inValue, money / costOfLot(instrument, price))
  return paid <= 0n ? undefined : { price, lots: paid }
}

function leftOfMinute({ convert, time }: World): bigint {
  const minute = Math.floor(time / MINUTE_MS)
  if (minute !== convert.minute) convert.hedged = 0n
  convert.minute = minute
  return larger(convert.rules.hedgePerMinute - convert.hedged, 0n)
}

/** In ticks: the index, less or more what slip and spreads allow; sales are rounded up, purchases down. */
function priceFor(world: World, stock: RefStock, assetId: number, instrument: RefInstrument, amount: bigint): bigint {
  const { price } = indexAt(world, assetId)
  const slip = (price * world.convert.rules.hedgeSlip) / RATE_ONE
  const earned = (larger(stock.spread, 0n) * unitOf(world, assetId) * 10_000n) / amount
  const way = smaller(slip, earned)
  const isSale = stock.beyond > 0
  const lotAt = lotOf(instrument) * unitOf(world, world.index.unitAssetId) * (isSale ? price - way : price + way)
  const tick = unitOf(world, assetId) * 10n ** 12n * instrument.quoteFactor
  return isSale ? ceilDiv(lotAt, tick) : lotAt / tick
}

function noteCost(world: World, stock: RefStock, instrument: RefInstrument, order: RefOrder): void {
  const amount = BigInt(order.executedQuantity) * lotOf(instrument)
  const atIndex = worthOf(world, instrument.terms.baseAssetId, amount)
  const traded = worthOf(world, world.index.unitAssetId, order.executedQuote)
  earn(stock, order.side === 'buy' ? atIndex - traded : traded - atIndex)
  stock.spread = 0n
  world.convert.hedged += atIndex
}
