/** A spot pair or a contract: its terms, and the row in memory that the kernel checks and matches by. */
import * as layout from '../../generated/layout.ts'
import * as map from '../../generated/map.ts'
import { TRADING } from '../../generated/vocabularies.ts'
import type { ContractTerms, InstrumentTerms } from '../command.ts'
import { pow10 } from '../money/decimal.ts'
import { FIRED_BOUND_E8, TRAIL_LADDERS } from '../schema/market.ts'
import type { State } from '../state.ts'
import { forgetLongNotes } from './pair-prices.ts'

/** Ladders of a pair; the number is also the low bits of LEVEL_BOOK. */
export const BIDS = 0
export const ASKS = 1
/** Orders that fire when the price rises to them, lowest first; when it falls to them, highest first. */
export const RISING = 2
export const FALLING = 3
export const LADDERS = [BIDS, ASKS, RISING, FALLING] as const
/** Of a contract: the same of orders that wait for its mark, and for its index. */
export const CONTRACT_LADDERS = [4, 5, 6, 7] as const

/** Extremes of trailing orders; these are made when they are needed first. */
export const FIRST_TRAIL = 8
const TRAILS = Array.from({ length: TRAIL_LADDERS }, (_, place) => FIRST_TRAIL + place)

export const laddersOf = ({ contract }: Instrument): readonly number[] =>
  contract === undefined ? [...LADDERS, ...TRAILS] : [...LADDERS, ...CONTRACT_LADDERS, ...TRAILS]

/** Largest notional, as a float a hair below 2^62: the float product that is compared with it is off by less than that hair. */
export const NOTIONAL_LIMIT = 2 ** 62 * (1 - 2 ** -50)

export class Instrument {
  readonly instrumentId: number
  /** Where its row is. */
  readonly address: number
  readonly countsVolume: boolean
  terms: InstrumentTerms
  /** Of a contract: what a pair has not. */
  contract: ContractTerms | undefined
  readonly #memory: DataView
  readonly #state: State

  constructor(
    state: State,
    instrumentId: number,
    terms: InstrumentTerms,
    baseScale: number,
    quoteScale: number,
    countsVolume: boolean,
    contract?: ContractTerms,
  ) {
    this.#state = state
    this.#memory = state.memory
    this.instrumentId = instrumentId
    this.address = map.INSTRUMENTS + (instrumentId - 1) * layout.INSTRUMENT_BYTES
    this.countsVolume = countsVolume
    this.terms = terms
    const multiplier = BigInt(contract?.multiplier ?? 1)
    const notionalUnit = multiplier * pow10(quoteScale - terms.priceScale - terms.quantityScale)
    const lotUnit = multiplier * pow10(baseScale - terms.quantityScale)
    this.contract = contract
    this.#int(layout.I_STATUS, TRADING)
    this.#int(layout.I_BASE_ASSET, terms.baseAssetId)
    this.#int(layout.I_QUOTE_ASSET, terms.quoteAssetId)
    this.#int(layout.I_COUNTS_VOLUME, countsVolume ? 1 : 0)
    this.#float(layout.I_NOTIONAL_UNIT, Number(notionalUnit))
    this.#float(layout.I_LOT_UNIT, Number(lotUnit))
    this.#money(layout.I_UNIT_NOTIONAL, notionalUnit)
    this.#money(layout.I_UNIT_LOT, lotUnit)
    this.#float(layout.I_BAND_HIGH, Infinity)
    this.#money(layout.I_PRICE_ONE, pow10(terms.priceScale))
    for (const which of LADDERS) state.kernel.makeLadder(this.ladder(which))
    this.change(terms)
    this.#memory.setUint32(layout.S_INSTRUMENTS, instrumentId, true)
  }

  /** Takes new terms; assets and scales are the old ones. */
  change(terms: InstrumentTerms): void {
    this.terms = terms
    const before = (field: number): number => this.#memory.getFloat64(this.address + field, true)
    if (before(layout.I_LONG_WINDOW) !== (terms.breakerLongWindowMs ?? 0)) forgetLongNotes(this.#memory, this.address)
    const { memory, kernel } = this.#state
    if (before(layout.I_REFERENCE_PRICE) !== terms.referencePrice)
      kernel.beginReference(this.address, terms.referencePrice, memory.getFloat64(layout.S_AT, true))
    const feeInQuote = terms.feeDirection === 'quote'
    this.#int(layout.I_FEE_IN_QUOTE, feeInQuote ? 1 : 0)
    this.#int(layout.I_ENABLED, terms.enabled ? 1 : 0)
    this.#sides(layout.I_SIDES_ENABLED, terms.buyEnabled, terms.sellEnabled)
    // orders of contracts are commands of their own
    const isPair = this.contract === undefined
    const takesBuys = isPair && terms.enabled && terms.buyEnabled && !feeInQuote && terms.positionMax === 0
    this.#sides(layout.I_TAKES_PLAIN, takesBuys, isPair && terms.enabled && terms.sellEnabled)
    this.#money(layout.I_NOTIONAL_MIN, terms.notionalMin)
    this.#money(layout.I_NOTIONAL_MAX, terms.notionalMax)
    this.#money(layout.I_MARKET_CAP, terms.marketNotionalCap)
    this.#money(layout.I_RATES, BigInt(terms.takerFeeE8 ?? terms.buyFeeE8))
    this.#money(layout.I_RATES + 8, BigInt(terms.makerFeeE8 ?? terms.buyFeeE8))
    this.#money(layout.I_RATES + 16, BigInt(terms.takerFeeE8 ?? terms.sellFeeE8))
    this.#money(layout.I_RATES + 24, BigInt(terms.makerFeeE8 ?? terms.sellFeeE8))
    for (const [field, value] of countsOf(terms)) this.#float(field, value)
  }

  /** Its row as a contract, 0 = it is a pair. */
  get contractRow(): number {
    return this.#memory.getUint32(this.address + layout.I_CONTRACT, true)
  }

  /** Address of one of its ladders. */
  ladder(which: number): number {
    if (which <= FALLING) return this.address + layout.I_LADDERS + which * layout.LADDER_BYTES
    if (which >= FIRST_TRAIL) return this.address + layout.I_TRAILS + (which - FIRST_TRAIL) * layout.LADDER_BYTES
    return map.CONTRACTS + this.contractRow + layout.CONTRACT_LADDERS + (which - FALLING - 1) * layout.LADDER_BYTES
  }

  /** Handle of the best level of a ladder, 0 = empty. */
  best(which: number): number {
    return this.#memory.getUint32(this.ladder(which) + layout.LADDER_BEST, true)
  }

  get status(): number {
    return this.#memory.getInt32(this.address + layout.I_STATUS, true)
  }

  /** When the status ends by itself, 0 = never. */
  get statusUntil(): number {
    return this.#memory.getFloat64(this.address + layout.I_STATUS_UNTIL, true)
  }

  get lastPrice(): number {
    return this.#memory.getFloat64(this.address + layout.I_LAST_PRICE, true)
  }

  get baseAssetId(): number {
    return this.terms.baseAssetId
  }

  get quoteAssetId(): number {
    return this.terms.quoteAssetId
  }

  get feeInQuote(): boolean {
    return this.terms.feeDirection === 'quote'
  }

  /** Quote minor units of one tick × one lot, and base minor units of one lot. */
  get notionalUnit(): bigint {
    return this.#memory.getBigInt64(this.address + layout.I_UNIT_NOTIONAL, true)
  }

  get lotUnit(): bigint {
    return this.#memory.getBigInt64(this.address + layout.I_UNIT_LOT, true)
  }

  /** Price that conditions are tested against: last trade, else the configured reference, else 0. */
  marketPrice(): number {
    return this.lastPrice !== 0 ? this.lastPrice : this.terms.referencePrice
  }

  /** Reference of bands and market values: the index, else the configured reference as trades moved it, else 0. */
  referencePrice(): number {
    return this.#state.kernel.referencePrice(this.address)
  }

  /** The band around the reference, in ticks: Infinity and 0 where nothing bounds a price. */
  band(): { readonly high: number; readonly low: number } {
    this.#state.kernel.lookAtBand(this.address)
    const high = this.#memory.getFloat64(this.address + layout.I_BAND_HIGH, true)
    return { high, low: this.#memory.getFloat64(this.address + layout.I_BAND_LOW, true) }
  }

  #int(field: number, value: number): void {
    this.#memory.setInt32(this.address + field, value, true)
  }

  #sides(field: number, buys: boolean, sells: boolean): void {
    this.#int(field, (buys ? 1 : 0) | (sells ? 256 : 0))
  }

  #float(field: number, value: number): void {
    this.#memory.setFloat64(this.address + field, value, true)
  }

  #money(field: number, value: bigint): void {
    this.#memory.setBigInt64(this.address + field, value, true)
  }
}

/** Counts of the terms as the row has them. */
function countsOf(terms: InstrumentTerms): readonly (readonly [field: number, value: number])[] {
  return [
    [layout.I_REFERENCE_PRICE, terms.referencePrice],
    [layout.I_BAND_RATE, terms.priceBandE8],
    [layout.I_BREAKER_MOVE, terms.breakerMoveE8],
    [layout.I_BREAKER_HALT_MS, terms.breakerHaltMs],
    [layout.I_LONG_MOVE, terms.breakerLongMoveE8 ?? 0],
    [layout.I_LONG_WINDOW, terms.breakerLongWindowMs ?? 0],
    [layout.I_PRICE_MOST, orEndless(terms.limitPriceCap)],
    [layout.I_QUANTITY_LEAST, Math.max(1, terms.quantityMin)],
    [layout.I_QUANTITY_MOST, orEndless(terms.quantityMax)],
    [layout.I_VALUE_LEAST, Number(terms.notionalMin)],
    [layout.I_VALUE_MOST, orEndless(Number(terms.notionalMax))],
    [layout.I_PRICE_CAP, terms.limitPriceCap],
    [layout.I_QUANTITY_MIN, terms.quantityMin],
    [layout.I_QUANTITY_MAX, terms.quantityMax],
    [layout.I_POSITION_MAX, terms.positionMax],
    [layout.I_ICEBERG_PARTS, terms.icebergPartsMax],
    [layout.I_TRAILING_MIN, terms.trailingBpsMin],
    [layout.I_TRAILING_MAX, terms.trailingBpsMax],
    [layout.I_SLIPPAGE, terms.slippageCapE8],
    [layout.I_FIRED_BOUND, terms.firedBoundE8 ?? FIRED_BOUND_E8],
    [layout.I_OPEN_MOST, orEndless(terms.maxOpenOrders)],
    [layout.I_TRIGGERS_MOST, orEndless(terms.maxTriggerOrders)],
    [layout.I_LISTS_MOST, orEndless(terms.maxOrderLists)],
  ]
}

const orEndless = (bound: number): number => (bound === 0 ? Infinity : bound)
