/** Operator commands about assets, pairs and fees. */
import * as code from '../codec/code.ts'
import type { ChangeInstrument, DefineAsset, DefineInstrument, InstrumentTerms, SetFeeSchedule, SetInstrumentStatus } from '../command.ts'
import type { EventBuffer } from '../event-buffer.ts'
import { writeDocument } from '../events/write-document.ts'
import { asAssetId, asInstrumentId } from '../ids/id.ts'
import * as layout from '../layout.ts'
import { setLevel } from '../market/fee-schedule.ts'
import { Instrument, NOTIONAL_LIMIT } from '../market/instrument.ts'
import { REFERENCE_WINDOW_MS } from '../market/reference-price.ts'
import { setStatus } from '../market/status.ts'
import { pow10 } from '../money/decimal.ts'
import { RATE_ONE } from '../money/rounding.ts'
import type { Reason } from '../reason.ts'
import { resume } from '../spot/auction.ts'
import { instrumentAt, type State } from '../state.ts'

const { CANCEL_ONLY, HALT, INSTRUMENT_STATUSES, TRADING } = code
const { USER_BYTES } = layout

const SCALE_MAX = 8

/** The new asset's id, or why not. */
export function defineAsset(state: State, out: EventBuffer, command: DefineAsset): number | Reason {
  const { symbol, scale, document } = command
  if (!Number.isInteger(scale) || scale < 0 || scale > SCALE_MAX || symbol === '') return 'badParameter'
  if (state.assets.some((asset) => asset.symbol === symbol)) return 'badParameter'
  const assetId = asAssetId(state.assets.length + 1)
  state.assets.push({ assetId, symbol, scale, document })
  state.issued.push(0n)
  writeDocument(out, { kind: 'assetDefined', assetId, symbol, scale, document })
  return assetId
}

/** The new pair's id, or why not. */
export function defineInstrument(state: State, out: EventBuffer, command: DefineInstrument): number | Reason {
  const { terms } = command
  const base = state.assets[terms.baseAssetId - 1]
  const quote = state.assets[terms.quoteAssetId - 1]
  if (base === undefined || quote === undefined) return 'assetNotFound'
  const fault = checkTermsOfPair(terms, base.scale, quote.scale)
  if (fault !== 'none') return fault
  if (state.instruments.some((pair) => pair.terms.symbol === terms.symbol)) return 'badParameter'
  const instrumentId = asInstrumentId(state.instruments.length + 1)
  const valueAssetId = state.instruments[0]?.quoteAssetId ?? terms.quoteAssetId
  state.instruments.push(new Instrument(instrumentId, terms, base.scale, quote.scale, terms.quoteAssetId === valueAssetId))
  writeDocument(out, { kind: 'instrumentDefined', instrumentId, terms })
  return instrumentId
}

/** Replaces what may change of a pair while orders rest. */
export function changeInstrument(state: State, out: EventBuffer, command: ChangeInstrument): Reason {
  const { instrumentId, terms } = command
  const instrument = instrumentAt(state, instrumentId)
  if (instrument === undefined) return 'instrumentNotFound'
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
  writeDocument(out, { kind: 'instrumentChanged', instrumentId, terms })
  return 'none'
}

function checkTermsOfPair(terms: InstrumentTerms, baseScale: number, quoteScale: number): Reason {
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
  ]
  if (counts.some((value) => !Number.isSafeInteger(value) || value < 0)) return 'badParameter'
  const rates = [terms.buyFeeE8, terms.sellFeeE8, terms.makerFeeE8 ?? 0, terms.takerFeeE8 ?? 0, terms.slippageCapE8]
  if (rates.some((rate) => !Number.isSafeInteger(rate) || rate < 0 || rate > RATE_ONE)) return 'badParameter'
  if (terms.breakerMoveE8 !== 0 && terms.breakerHaltMs === 0) return 'badParameter'
  // The breaker measures from the reference price, whose window is fixed: another window would be a promise nobody keeps.
  if (terms.breakerWindowMs !== 0 && terms.breakerWindowMs !== REFERENCE_WINDOW_MS) return 'badParameter'
  const bounds = [terms.notionalMin, terms.notionalMax, terms.marketNotionalCap]
  if (bounds.some((bound) => bound < 0n || bound >= 2n ** 62n)) return 'badParameter'
  const unit = Number(pow10(quoteScale - terms.priceScale - terms.quantityScale))
  return terms.limitPriceCap * terms.quantityMax * unit >= NOTIONAL_LIMIT ? 'valueTooLarge' : 'none'
}

/** Stops a pair, leaves it open for cancels only, or lets it trade again. */
export function setInstrumentStatus(state: State, out: EventBuffer, command: SetInstrumentStatus): Reason {
  const instrument = instrumentAt(state, command.instrumentId)
  if (instrument === undefined) return 'instrumentNotFound'
  const status = code.codeOf(INSTRUMENT_STATUSES, command.status)
  if (status === TRADING) {
    if (instrument.status !== TRADING) resume(state, out, instrument)
  } else if (status === HALT || status === CANCEL_ONLY) setStatus(state, out, instrument, status, 0)
  else return 'badParameter'
  return 'none'
}

/** Replaces the fee levels; levels of users follow at the next 00:00 UTC, at once where none was set before. */
export function setFeeSchedule(state: State, out: EventBuffer, command: SetFeeSchedule): Reason {
  const { levels, feeAssetId, feeAssetDiscountE8 } = command
  if (feeAssetId !== 0 && state.assets[feeAssetId - 1] === undefined) return 'assetNotFound'
  const isRate = (rate: number): boolean => Number.isSafeInteger(rate) && rate >= 0 && rate <= RATE_ONE
  if (!isRate(feeAssetDiscountE8) || !levels.every((level) => isRate(level.makerFeeE8) && isRate(level.takerFeeE8))) return 'badParameter'
  if (levels.some((level, position) => position > 0 && level.volumeMin <= (levels[position - 1]?.volumeMin ?? 0n))) return 'badParameter'
  const rates = new DataView(new ArrayBuffer(levels.length * 16))
  levels.forEach((level, position) => {
    rates.setBigInt64(position * 16, BigInt(level.takerFeeE8), true)
    rates.setBigInt64(position * 16 + 8, BigInt(level.makerFeeE8), true)
  })
  state.fees = {
    volumeMins: levels.map((level) => level.volumeMin),
    levelCount: levels.length,
    rates,
    feeAssetId: feeAssetId === 0 ? 0 : feeAssetId,
    feeAssetShareE8: RATE_ONE - feeAssetDiscountE8,
  }
  for (let user = USER_BYTES * 2; user < state.users.used; user += USER_BYTES) setLevel(state, user)
  writeDocument(out, { kind: 'feeScheduleChanged' })
  return 'none'
}
