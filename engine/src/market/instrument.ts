/** A spot pair: its terms in the form that checks and matching read, its status, prices and books. */

import { Ladder } from '../book/ladder.ts'
import { TRADING } from '../codec/code.ts'
import type { InstrumentTerms } from '../command.ts'
import { pow10 } from '../money/decimal.ts'
import { Band } from './band.ts'
import { PriceWindow } from './reference-price.ts'

/** Ladders of a pair; the number is also the low bits of LEVEL_BOOK. */
export const BIDS = 0
export const ASKS = 1
/** Orders that fire when the price rises to them, lowest first. */
export const RISING = 2
/** Orders that fire when the price falls to them, highest first. */
export const FALLING = 3

/** Offsets in Instrument.money (int64). */
export const UNIT_NOTIONAL = 0
export const UNIT_LOT = 8
export const NOTIONAL_MIN = 16
export const NOTIONAL_MAX = 24
export const MARKET_NOTIONAL_CAP = 32
/** Rates by side × 16 + maker × 8. */
export const RATES = 40
const MONEY_BYTES = 72

/** Largest notional, as a float a hair below 2^62: the float product that is compared with it is off by less than that hair. */
export const NOTIONAL_LIMIT = 2 ** 62 * (1 - 2 ** -50)

/** An order that waits to enter. `orderId` tells whether the row still is that order. */
export interface Entrant {
  readonly order: number
  readonly orderId: number
}

export class Instrument {
  readonly instrumentId: number
  terms: InstrumentTerms
  status = TRADING
  /** When the status ends by itself, 0 = never. */
  statusUntil = 0
  lastPrice = 0
  readonly window = new PriceWindow()
  readonly band = new Band()
  readonly ladders: readonly [Ladder, Ladder, Ladder, Ladder] = [new Ladder(), new Ladder(), new Ladder(), new Ladder()]
  readonly bids: Ladder
  readonly asks: Ladder
  readonly rising: Ladder
  readonly falling: Ladder
  trailingHead = 0
  trailingTail = 0
  /** Children of filled parents that wait for the end of a halt. */
  readonly waitingChildren: Entrant[] = []
  /** Reference and trade count at the start of the taker phase, for the circuit breaker. */
  breakerReference = 0
  breakerTradeCount = 0
  readonly money = new DataView(new ArrayBuffer(MONEY_BYTES))
  /** Quote minor units of one tick × one lot, and base minor units of one lot, for range checks. */
  notionalUnit = 1
  lotUnit = 1
  feeInQuote = false
  /** Terms as the placing of plain limit orders tests them: may a side take one, ranges of price, quantity and value (floats). */
  takesPlainBuys = false
  takesPlainSells = false
  priceMost = Infinity
  quantityLeast = 1
  quantityMost = Infinity
  valueLeast = 0
  valueMost = Infinity
  countsVolume = false
  /** The house's accounts that earn the pair's fees, 0 = not looked up yet. */
  baseFeeAccount = 0
  quoteFeeAccount = 0
  baseAssetId = 0
  quoteAssetId = 0

  constructor(instrumentId: number, terms: InstrumentTerms, baseScale: number, quoteScale: number, countsVolume: boolean) {
    this.instrumentId = instrumentId
    this.terms = terms
    this.bids = this.ladders[BIDS]
    this.asks = this.ladders[ASKS]
    this.rising = this.ladders[RISING]
    this.falling = this.ladders[FALLING]
    this.countsVolume = countsVolume
    this.baseAssetId = terms.baseAssetId
    this.quoteAssetId = terms.quoteAssetId
    this.notionalUnit = Number(pow10(quoteScale - terms.priceScale - terms.quantityScale))
    this.lotUnit = Number(pow10(baseScale - terms.quantityScale))
    this.money.setBigInt64(UNIT_NOTIONAL, BigInt(this.notionalUnit), true)
    this.money.setBigInt64(UNIT_LOT, BigInt(this.lotUnit), true)
    this.change(terms)
  }

  /** Takes new terms; assets and scales are the old ones. */
  change(terms: InstrumentTerms): void {
    this.terms = terms
    this.feeInQuote = terms.feeDirection === 'quote'
    this.takesPlainBuys = terms.enabled && terms.buyEnabled && !this.feeInQuote && terms.positionMax === 0
    this.takesPlainSells = terms.enabled && terms.sellEnabled
    this.priceMost = terms.limitPriceCap === 0 ? Infinity : terms.limitPriceCap
    this.quantityLeast = Math.max(1, terms.quantityMin)
    this.quantityMost = terms.quantityMax === 0 ? Infinity : terms.quantityMax
    this.valueLeast = Number(terms.notionalMin)
    this.valueMost = terms.notionalMax === 0n ? Infinity : Number(terms.notionalMax)
    this.money.setBigInt64(NOTIONAL_MIN, terms.notionalMin, true)
    this.money.setBigInt64(NOTIONAL_MAX, terms.notionalMax, true)
    this.money.setBigInt64(MARKET_NOTIONAL_CAP, terms.marketNotionalCap, true)
    this.money.setBigInt64(RATES, BigInt(terms.takerFeeE8 ?? terms.buyFeeE8), true)
    this.money.setBigInt64(RATES + 8, BigInt(terms.makerFeeE8 ?? terms.buyFeeE8), true)
    this.money.setBigInt64(RATES + 16, BigInt(terms.takerFeeE8 ?? terms.sellFeeE8), true)
    this.money.setBigInt64(RATES + 24, BigInt(terms.makerFeeE8 ?? terms.sellFeeE8), true)
  }

  ladder(which: number): Ladder {
    return which === BIDS
      ? this.ladders[BIDS]
      : which === ASKS
        ? this.ladders[ASKS]
        : which === RISING
          ? this.ladders[RISING]
          : this.ladders[FALLING]
  }

  /** Price that conditions are tested against: last trade, else the configured reference, else 0. */
  marketPrice(): number {
    return this.lastPrice !== 0 ? this.lastPrice : this.terms.referencePrice
  }

  /** Reference of bands and market values: mean of the last five minutes, else last price, else configured, else 0. */
  referencePrice(now: number): number {
    const mean = this.window.mean(now)
    return mean !== 0 ? mean : this.marketPrice()
  }
}
