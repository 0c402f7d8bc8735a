/** Operator commands about assets, pairs and fees. */
import * as map from '../../generated/map.ts'
import { FeeLevelRow } from '../../generated/views.ts'
import * as code from '../../generated/vocabularies.ts'
import { codeOf } from '../codec/code.ts'
import type {
  ChangeInstrument,
  DefineAsset,
  DefineInstrument,
  InstrumentTerms,
  SetFeeDirection,
  SetFeeSchedule,
  SetInstrumentStatus,
} from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asAssetId, asInstrumentId, asUserId } from '../ids/id.ts'
import { Instrument, NOTIONAL_LIMIT } from '../market/instrument.ts'
import { asHandle } from '../memory/handle.ts'
import { ASSETS_MOST } from '../memory/map.ts'
import { pow10 } from '../money/decimal.ts'
import { RATE_ONE } from '../money/rounding.ts'
import { isSettled } from '../perp/read-contract.ts'
import type { Reason } from '../reason.ts'
import { SHORT_WINDOW_MS } from '../schema/market.ts'
import { instrumentAt, type State } from '../state.ts'

const { CANCEL_ONLY, HALT, INSTRUMENT_STATUSES, REDUCE_ONLY, TRADING } = code

const SCALE_MAX = 8
const MINUTE_MS = 60_000
const LONG_WINDOW_MOST_MS = 86_400_000
const INT64_MOST = 2n ** 63n - 1n

/** The new asset's id, or why not. */
export function defineAsset(state: State, command: DefineAsset): number | Reason {
  const { symbol, scale, document } = command
  if (!Number.isInteger(scale) || scale < 0 || scale > SCALE_MAX || symbol === '') return 'badParameter'
  if (state.assets.some((asset) => asset.symbol === symbol)) return 'badParameter'
  if (state.assets.length >= ASSETS_MOST - 1) return 'engineFull'
  const assetId = asAssetId(state.assets.length + 1)
  state.assets.push({ assetId, symbol, scale, document })
  state.issued.push(0n)
  state.kernel.openIndex(pow10(scale))
  writeDocument(state.out, { kind: 'assetDefined', assetId, symbol, scale, document })
  return assetId
}

/** The new pair's id, or why not. */
export function defineInstrument(state: State, command: DefineInstrument): number | Reason {
  // Whatever a listing says, one tenant charges in one way.
  const terms = state.feeDirection === 'quote' ? { ...command.terms, feeDirection: state.feeDirection } : command.terms
  const base = state.assets[terms.baseAssetId - 1]
  const quote = state.assets[terms.quoteAssetId - 1]
  if (base === undefined || quote === undefined) return 'assetNotFound'
  const fault = checkTermsOfPair(terms, base.scale, quote.scale)
  if (fault !== 'none') return fault
  if (state.instruments.some((pair) => pair.terms.symbol === terms.symbol)) return 'badParameter'
  if (state.instruments.length >= map.INSTRUMENTS_MOST) return 'engineFull'
  const instrumentId = asInstrumentId(state.instruments.length + 1)
  const valueAssetId = state.instruments[0]?.quoteAssetId ?? terms.quoteAssetId
  const countsVolume = terms.quoteAssetId === valueAssetId
  const pair = new Instrument(state, instrumentId, terms, base.scale, quote.scale, countsVolume)
  state.instruments.push(pair)
  state.kernel.followPair(pair.address)
  writeDocument(state.out, { kind: 'instrumentDefined', instrumentId, terms })
  return instrumentId
}

/** Replaces what may change of a pair while orders rest. */
export function changeInstrument(state: State, command: ChangeInstrument): Reason {
  const { instrumentId, terms } = command
  const instrument = instrumentAt(state, instrumentId)
  if (instrument === undefined || instrument.contract !== undefined) return 'instrumentNotFound'
  const old = instrument.terms
  const isSamePair =
    terms.baseAssetId === old.baseAssetId &&
    terms.quoteAssetId === old.quoteAssetId &&
    terms.priceScale === old.priceScale &&
    terms.quantityScale === old.quantityScale &&
    terms.feeDirection === old.feeDirection
  if (!isSamePair) return 'badParameter'
  const fault = checkTermsOfPair(terms, state.assets[terms.baseAssetId - 1]?.scale ?? 0, state.assets[terms.quoteAssetId - 1]?.scale ?? 0)
  if (fault !== 'none') return fault
  instrument.change(terms)
  writeDocument(state.out, { kind: 'instrumentChanged', instrumentId, terms })
  return 'none'
}

export function checkTermsOfPair(terms: InstrumentTerms, baseScale: number, quoteScale: number): Reason {
  if (terms.baseAssetId === terms.quoteAssetId || terms.symbol === '') return 'badParameter'
  if (terms.priceScale + terms.quantityScale > quoteScale || terms.quantityScale > baseScale) return 'badParameter'
  const counts = [
    terms.priceScale,
    terms.quantityScale,
    terms.quantityMin,
    terms.quantityMax,
    terms.limitPriceCap,
    terms.priceBandE8,
    terms.referencePrice,
    terms.maxOpenOrders,
    terms.maxTriggerOrders,
    terms.maxOrderLists,
    terms.positionMax,
    terms.icebergPartsMax,
    terms.trailingBpsMin,
    terms.trailingBpsMax,
    terms.slippageCapE8,
    terms.breakerMoveE8,
    terms.breakerWindowMs,
    terms.breakerHaltMs,
    terms.breakerLongMoveE8 ?? 0,
    terms.breakerLongWindowMs ?? 0,
  ]
  if (counts.some((value) => !Number.isSafeInteger(value) || value < 0)) return 'badParameter'
  const rates = [
    terms.buyFeeE8,
    terms.sellFeeE8,
    terms.makerFeeE8 ?? 0,
    terms.takerFeeE8 ?? 0,
    terms.slippageCapE8,
    terms.firedBoundE8 ?? 0,
  ]
  if (rates.some((rate) => !Number.isSafeInteger(rate) || rate < 0 || rate > RATE_ONE)) return 'badParameter'
  if (!isGoodBreaker(terms)) return 'badParameter'
  const bounds = [terms.notionalMin, terms.notionalMax, terms.marketNotionalCap]
  if (bounds.some((bound) => bound < 0n || bound >= 2n ** 62n)) return 'badParameter'
  const unit = Number(pow10(quoteScale - terms.priceScale - terms.quantityScale))
  return terms.limitPriceCap * terms.quantityMax * unit >= NOTIONAL_LIMIT ? 'valueTooLarge' : 'none'
}

function isGoodBreaker(terms: InstrumentTerms): boolean {
  const { breakerMoveE8, breakerWindowMs, breakerHaltMs, breakerLongMoveE8 = 0, breakerLongWindowMs = 0 } = terms
  if (breakerHaltMs === 0 && (breakerMoveE8 !== 0 || breakerLongMoveE8 !== 0)) return false
  // The short window is fixed: another one would be a promise nobody keeps.
  if (breakerWindowMs !== 0 && breakerWindowMs !== SHORT_WINDOW_MS) return false
  if ((breakerLongMoveE8 === 0) !== (breakerLongWindowMs === 0)) return false
  return breakerLongWindowMs % MINUTE_MS === 0 && breakerLongWindowMs <= LONG_WINDOW_MOST_MS
}

/** Stops a pair, leaves it open for cancels only, or lets it trade again. */
export function setInstrumentStatus(state: State, command: SetInstrumentStatus): Reason {
  const instrument = instrumentAt(state, command.instrumentId)
  if (instrument === undefined) return 'instrumentNotFound'
  if (isSettled(state, instrument)) return 'badParameter'
  const status = codeOf(INSTRUMENT_STATUSES, command.status)
  if (status === TRADING) {
    if (instrument.status !== 'trading') state.kernel.resume(instrument.address)
  } else if (status === HALT || status === CANCEL_ONLY || (status === REDUCE_ONLY && instrument.contract !== undefined))
    state.kernel.stopWork(instrument.address, status)
  else return 'badParameter'
  return 'none'
}

/** Changes where fees are taken, on every pair. */
export function setFeeDirection(state: State, { direction, actor, note }: SetFeeDirection): Reason {
  if (direction !== 'received' && direction !== 'quote') return 'badParameter'
  state.feeDirection = direction
  for (const instrument of state.instruments) {
    if (instrument.terms.feeDirection === direction || instrument.contract !== undefined) continue
    const terms = { ...instrument.terms, feeDirection: direction }
    instrument.change(terms)
    writeDocument(state.out, { kind: 'instrumentChanged', instrumentId: asInstrumentId(instrument.instrumentId), terms })
  }
  if (note !== undefined) writeDocument(state.out, { kind: 'documentSaved', userId: asUserId(0), ...note, actor })
  return 'none'
}

/** Replaces the fee levels; levels of users follow at the next 00:00 UTC, at once where none was set before. */
export function setFeeSchedule(state: State, command: SetFeeSchedule): Reason {
  const { levels, feeAssetId, feeAssetDiscountE8 } = command
  if (feeAssetId !== 0 && state.assets[feeAssetId - 1] === undefined) return 'assetNotFound'
  const isRate = (rate: number): boolean => Number.isSafeInteger(rate) && rate >= 0 && rate <= RATE_ONE
  if (levels.length > map.FEE_LEVELS_MOST) return 'badParameter'
  if (!isRate(feeAssetDiscountE8) || !levels.every((level) => isRate(level.makerFeeE8) && isRate(level.takerFeeE8))) return 'badParameter'
  if (levels.some((level, position) => position > 0 && level.volumeMin <= (levels[position - 1]?.volumeMin ?? 0n))) return 'badParameter'
  writeLevels(state, command)
  state.fees = {
    volumeMins: levels.map((level) => level.volumeMin),
    feeAssetId: feeAssetId === 0 ? 0 : feeAssetId,
    feeAssetShareE8: RATE_ONE - feeAssetDiscountE8,
  }
  state.kernel.setAllLevels()
  writeDocument(state.out, { kind: 'feeScheduleChanged' })
  return 'none'
}

/** The levels as settlement reads them. A volume beyond int64 is one that nobody reaches, one below zero everybody does. */
function writeLevels({ memory, scalars }: State, { levels, feeAssetId }: SetFeeSchedule): void {
  scalars.feeLevels = levels.length
  scalars.feeAsset = asAssetId(feeAssetId)
  const row = new FeeLevelRow(memory, asHandle(map.FEE_LEVELS))
  for (const level of levels) {
    row.volumeMin = level.volumeMin < 0n ? 0n : level.volumeMin > INT64_MOST ? INT64_MOST : level.volumeMin
    row.takerRate = BigInt(level.takerFeeE8)
    row.makerRate = BigInt(level.makerFeeE8)
    row.move(asHandle(row.rowEnd))
  }
}
