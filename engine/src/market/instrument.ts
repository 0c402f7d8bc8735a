/** A spot pair or a contract: its terms, and the row in memory that the kernel checks and matches by. */
import * as map from '../../generated/map.ts'
import { InstrumentRow, type LadderRow } from '../../generated/views.ts'
import type { ContractTerms, InstrumentStatus, InstrumentTerms } from '../command.ts'
import type { AssetId } from '../ids/id.ts'
import { asHandle, type Handle } from '../memory/handle.ts'
import { pow10 } from '../money/decimal.ts'
import { FIRED_BOUND_E8, INSTRUMENT, TRAIL_LADDERS } from '../schema/market.ts'
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
  readonly row: InstrumentRow
  readonly countsVolume: boolean
  terms: InstrumentTerms
  /** Of a contract: what a pair has not. */
  contract: ContractTerms | undefined
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
    this.instrumentId = instrumentId
    const row = new InstrumentRow(state.memory, asHandle(map.INSTRUMENTS + (instrumentId - 1) * INSTRUMENT.bytes))
    this.row = row
    this.countsVolume = countsVolume
    this.terms = terms
    const multiplier = BigInt(contract?.multiplier ?? 1)
    const notionalUnit = multiplier * pow10(quoteScale - terms.priceScale - terms.quantityScale)
    const lotUnit = multiplier * pow10(baseScale - terms.quantityScale)
    this.contract = contract
    row.status = 'trading'
    row.baseAsset = terms.baseAssetId
    row.quoteAsset = terms.quoteAssetId
    row.countsVolume = countsVolume
    row.notionalUnit = Number(notionalUnit)
    row.lotUnit = Number(lotUnit)
    row.unitNotional = notionalUnit
    row.unitLot = lotUnit
    row.bandHigh = Infinity
    row.priceOne = pow10(terms.priceScale)
    for (const which of LADDERS) state.kernel.makeLadder(this.ladder(which))
    this.change(terms)
    state.scalars.instruments = instrumentId
  }

  /** Takes new terms; assets and scales are the old ones. */
  change(terms: InstrumentTerms): void {
    this.terms = terms
    const { row } = this
    const { kernel, scalars } = this.#state
    if (row.longWindow !== (terms.breakerLongWindowMs ?? 0)) forgetLongNotes(row)
    if (row.referencePrice !== terms.referencePrice) kernel.beginReference(row.handle, terms.referencePrice, scalars.at)
    const feeInQuote = terms.feeDirection === 'quote'
    row.feeInQuote = feeInQuote
    row.enabled = terms.enabled
    row.setSidesEnabled(0, terms.buyEnabled ? 1 : 0)
    row.setSidesEnabled(1, terms.sellEnabled ? 1 : 0)
    // orders of contracts are commands of their own
    const isPair = this.contract === undefined
    const takesBuys = isPair && terms.enabled && terms.buyEnabled && !feeInQuote && terms.positionMax === 0
    row.setTakesPlain(0, takesBuys ? 1 : 0)
    row.setTakesPlain(1, isPair && terms.enabled && terms.sellEnabled ? 1 : 0)
    row.notionalMin = terms.notionalMin
    row.notionalMax = terms.notionalMax
    row.marketCap = terms.marketNotionalCap
    const rates = [terms.takerFeeE8 ?? terms.buyFeeE8, terms.makerFeeE8 ?? terms.buyFeeE8]
    rates.push(terms.takerFeeE8 ?? terms.sellFeeE8, terms.makerFeeE8 ?? terms.sellFeeE8)
    for (const [place, rate] of rates.entries()) row.setRates(place, BigInt(rate))
    writeCounts(row, terms)
  }

  /** Its row as a contract, 0 = it is a pair. */
  get contractRow(): Handle<'contract'> {
    return this.row.contract
  }

  /** Where its row is. */
  get address(): Handle<'instrument'> {
    return this.row.handle
  }

  /** Address of one of its ladders. */
  ladder(which: number): Handle<'ladder'> {
    return this.#ladder(which).address
  }

  #ladder(which: number): LadderRow {
    if (which <= FALLING) return this.row.ladders(which)
    if (which >= FIRST_TRAIL) return this.row.trails(which - FIRST_TRAIL)
    return this.#state.contracts.at(this.contractRow).ladders(which - FALLING - 1)
  }

  /** Handle of the best level of a ladder, 0 = empty. */
  best(which: number): Handle<'level'> {
    return this.#ladder(which).best
  }

  get status(): InstrumentStatus {
    return this.row.status
  }

  /** When the status ends by itself, 0 = never. */
  get statusUntil(): number {
    return this.row.statusUntil
  }

  get lastPrice(): number {
    return this.row.lastPrice
  }

  get baseAssetId(): AssetId {
    return this.terms.baseAssetId
  }

  get quoteAssetId(): AssetId {
    return this.terms.quoteAssetId
  }

  get feeInQuote(): boolean {
    return this.terms.feeDirection === 'quote'
  }

  /** Quote minor units of one tick × one lot, and base minor units of one lot. */
  get notionalUnit(): bigint {
    return this.row.unitNotional
  }

  get lotUnit(): bigint {
    return this.row.unitLot
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
    const { bandHigh, bandLow } = this.row
    return { high: bandHigh, low: bandLow }
  }
}

/** Counts of the terms as the row has them. */
function writeCounts(row: InstrumentRow, terms: InstrumentTerms): void {
  row.referencePrice = terms.referencePrice
  row.bandRate = terms.priceBandE8
  row.breakerMove = terms.breakerMoveE8
  row.breakerHaltMs = terms.breakerHaltMs
  row.longMove = terms.breakerLongMoveE8 ?? 0
  row.longWindow = terms.breakerLongWindowMs ?? 0
  row.priceMost = orEndless(terms.limitPriceCap)
  row.quantityLeast = Math.max(1, terms.quantityMin)
  row.quantityMost = orEndless(terms.quantityMax)
  row.valueLeast = Number(terms.notionalMin)
  row.valueMost = orEndless(Number(terms.notionalMax))
  row.priceCap = terms.limitPriceCap
  row.quantityMin = terms.quantityMin
  row.quantityMax = terms.quantityMax
  row.positionMax = terms.positionMax
  row.icebergParts = terms.icebergPartsMax
  row.trailingMin = terms.trailingBpsMin
  row.trailingMax = terms.trailingBpsMax
  row.slippage = terms.slippageCapE8
  row.firedBound = terms.firedBoundE8 ?? FIRED_BOUND_E8
  row.openMost = orEndless(terms.maxOpenOrders)
  row.triggersMost = orEndless(terms.maxTriggerOrders)
  row.listsMost = orEndless(terms.maxOrderLists)
}

const orEndless = (bound: number): number => (bound === 0 ? Infinity : bound)
