/** How much the desk trades at once, and at what price at most. */
import { indexOf } from '../index/asset-index'
import { knownInstrument } from '../market/instrument'
import { divideCeil, divideFloor, mulDivFloor, multiply, quotient } from '../money/wide'
import { stockOf, valueOf } from './stock'
import { stockRow } from './stock-row'
import { Instrument, none, state, Stock } from '../../generated/rows'

const RATE_ONE: u64 = 100_000_000
/** Index prices have 12 decimals, values 8. */
const PRICE_TO_VALUE: u64 = 10_000
const PRICE_ONE: u64 = 1_000_000_000_000
const MINUTE_MS: f64 = 60_000
/** What a purchase needs beyond its price, so that a fee in what it pays with is covered: one part in so many. */
const FEE_ROOM: i64 = 50

let price: f64 = 0
let lots: i64 = 0

@inline export function hedgePrice(): f64 {
  return price
}

/** What a purchase may cost with its fee, minor units. */
export function hedgeMoney(instrument: Instrument): i64 {
  return lots * costOfLot(instrument)
}

@inline function costOfLot(instrument: Instrument): i64 {
  const cost = <i64>price * instrument.unitNotional
  return cost + cost / FEE_ROOM + 1
}

@inline export function hedgeLots(): i64 {
  return lots
}

/** The first pair of a coin with the coin that prices are told in, none when there is none. */
export function marketOf(assetId: i32): Instrument {
  for (let instrumentId: u32 = 1; instrumentId <= state.instruments; instrumentId += 1) {
    const instrument = knownInstrument(<i32>instrumentId)
    const isMarket = instrument.baseAsset == assetId && instrument.quoteAsset == state.unitAsset
    if (isMarket && !instrument.contract.exists) return instrument
  }
  return none<Instrument>()
}

/** Works out price and lots of the order that brings a stock back to its limit. False: there is none. */
export function makeHedge(row: Stock, instrument: Instrument, assetId: i32): bool {
  const index = indexOf(assetId)
  if (index.live == 0 || index.price == 0) return false
  const unitLot = instrument.unitLot
  const isSale = row.beyond > 0
  const amount = isSale ? stockOf(assetId) - row.most : row.least - stockOf(assetId)
  // up to the limit and over: what is less than a lot beyond it would stay there
  lots = (amount + unitLot - 1) / unitLot
  if (isSale) atMost(stockOf(assetId) / unitLot)
  atMost(lotsOfMinute(assetId, unitLot))
  if (instrument.quantityMax != 0) atMost(<i64>instrument.quantityMax)
  if (lots <= 0) return false
  price = priceFor(row, instrument, assetId, lots * unitLot, isSale)
  if (price < 1) return false
  if (instrument.notionalMax != 0) atMost(instrument.notionalMax / (<i64>price * instrument.unitNotional))
  if (!isSale) atMost(moneyLeft() / costOfLot(instrument))
  return lots > 0
}

function atMost(most: i64): void {
  lots = min(lots, most)
}

/** Lots that are left of what the desk trades in a minute. */
function lotsOfMinute(assetId: i32, unitLot: i64): i64 {
  const minute = Math.floor(state.at / MINUTE_MS)
  if (minute != state.convertMinute) state.convertHedged = 0
  state.convertMinute = minute
  return max(state.convertHedgePerMinute - state.convertHedged, 0) / (valueOf(assetId, unitLot) + 1)
}

/** Money in stock above the least that is wanted of it. */
function moneyLeft(): i64 {
  return max(stockOf(state.unitAsset) - max(stockRow(state.unitAsset).least, 0), 0)
}

/** The index, less for a sale or more for a purchase what both the slip and the spreads since the last hedge allow. In the house's favour. */
function priceFor(row: Stock, instrument: Instrument, assetId: i32, amount: i64, isSale: bool): f64 {
  const index = indexOf(assetId)
  const slip = mulDivFloor(<u64>index.price, <u64>state.convertHedgeSlip, RATE_ONE)
  const earned = mulDivFloor(<u64>max(row.spread, 0), <u64>index.unit * PRICE_TO_VALUE, <u64>amount)
  const way = min(slip, earned)
  // what a lot costs at that price, in ticks
  multiply(<u64>(instrument.unitLot * indexOf(instrument.quoteAsset).unit), <u64>(isSale ? index.price - way : index.price + way))
  divide(<u64>index.unit, isSale)
  divide(PRICE_ONE, isSale)
  divide(<u64>instrument.unitNotional, isSale)
  return <f64>quotient()
}

function divide(divisor: u64, isUp: bool): void {
  if (isUp) divideCeil(divisor)
  else divideFloor(divisor)
}
