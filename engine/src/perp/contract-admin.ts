/** Operator commands about contracts. */
import * as map from '../../generated/map.ts'
import type {
  ChangeContract,
  ContractTerms,
  DefineContract,
  FundInsurance,
  InstrumentTerms,
  MarginTier,
  SettleContract,
} from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import { asInstrumentId } from '../ids/id.ts'
import { EQUITY_HOUSE } from '../ledger/chart-of-accounts.ts'
import { CONTRACT_LADDERS, Instrument } from '../market/instrument.ts'
import { pow10 } from '../money/decimal.ts'
import { RATE_ONE } from '../money/rounding.ts'
import { checkTermsOfPair } from '../operator/market-admin.ts'
import { ofHouse, type Runners } from '../operator/runners.ts'
import type { Reason } from '../reason.ts'
import type { PERP_COMMANDS } from '../schema/commands/perp.ts'
import type { DocumentKind } from '../schema/commands.ts'
import { FINE_SCALE, LADDER_TIERS_MOST } from '../schema/perp.ts'
import { instrumentAt, type State } from '../state.ts'
import { boundsOf, isSafe, safetyOf } from './bounds.ts'
import { insuranceOf } from './insurance.ts'
import { isSettled } from './read-contract.ts'
import { tierRows } from './tiers.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const INT64_MOST = 2n ** 63n - 1n
const RATE_E12 = 1_000_000_000_000
/** Most that a rate of funding may be, and what stands behind an interval: a tenth. */
const FUNDING_MOST = RATE_E12 / 10
const DEPOSIT = 3
/** Of a market order beyond the mark: 1 %. */
const SLIPPAGE_MOST = 1_000_000
const E8_TO_E12 = 10_000

/** The new contract's id, or why not. */
function defineContract(state: State, command: DefineContract): number | Reason {
  const { contract } = command
  const terms: InstrumentTerms = { ...command.terms, feeDirection: 'quote' }
  const base = state.assets[terms.baseAssetId - 1]
  const quote = state.assets[terms.quoteAssetId - 1]
  if (base === undefined || quote === undefined) return 'assetNotFound'
  const fault = checkTermsOfPair(terms, base.scale, quote.scale)
  if (fault !== 'none') return fault
  if (!isGoodContract(terms, contract)) return 'badParameter'
  if (state.instruments.some((known) => known.terms.symbol === terms.symbol)) return 'badParameter'
  if (state.instruments.length >= map.INSTRUMENTS_MOST) return 'engineFull'
  const instrumentId = asInstrumentId(state.instruments.length + 1)
  const instrument = new Instrument(state, instrumentId, terms, base.scale, quote.scale, false, contract)
  const row = state.kernel.openContract()
  instrument.row.contract = row
  for (const which of CONTRACT_LADDERS) state.kernel.makeLadder(instrument.ladder(which))
  state.instruments.push(instrument)
  writeContract(state, instrument, contract)
  const made = state.contracts.edit(row)
  made.instrument = instrumentId
  made.nextFunding = firstFunding(state.at, contract)
  state.kernel.beginContract()
  writeDocument(state.out, { kind: 'contractDefined', instrumentId, terms, contract, actor: command.actor, why: command.why })
  return instrumentId
}

/** Replaces what may change while positions are open. */
function changeContract(state: State, command: ChangeContract): Reason {
  const { instrumentId, contract } = command
  const instrument = instrumentAt(state, instrumentId)
  if (instrument?.contract === undefined) return 'instrumentNotFound'
  if (isSettled(state, instrument)) return 'badParameter'
  const old = instrument.terms
  const terms: InstrumentTerms = { ...command.terms, feeDirection: 'quote' }
  const isSame =
    terms.baseAssetId === old.baseAssetId &&
    terms.quoteAssetId === old.quoteAssetId &&
    terms.priceScale === old.priceScale &&
    terms.quantityScale === old.quantityScale &&
    terms.symbol === old.symbol &&
    contract.multiplier === instrument.contract.multiplier &&
    contract.fundingHours === instrument.contract.fundingHours &&
    contract.fundingStartHour === instrument.contract.fundingStartHour
  if (!isSame) return 'badParameter'
  const fault = checkTermsOfPair(terms, state.assets[terms.baseAssetId - 1]?.scale ?? 0, state.assets[terms.quoteAssetId - 1]?.scale ?? 0)
  if (fault !== 'none') return fault
  if (!isGoodContract(terms, contract)) return 'badParameter'
  instrument.contract = contract
  instrument.change(terms)
  writeContract(state, instrument, contract)
  state.kernel.rewatch(instrument.contractRow)
  writeDocument(state.out, { kind: 'contractChanged', instrumentId, terms, contract, actor: command.actor, why: command.why })
  return 'none'
}

/**
 * Settles a contract at its last index, as two operators decide. Refused while there is one, or has been until lately. What it comes to is told as
 * it happens, in this entry and those behind it.
 */
function settleContract(state: State, { instrumentId, proposedBy, actor, why }: SettleContract): Reason {
  const row = instrumentAt(state, instrumentId)?.contractRow ?? 0
  if (row === 0) return 'instrumentNotFound'
  if (proposedBy === '' || proposedBy === actor) return 'badParameter'
  const price = state.contracts.at(row).index
  if (state.kernel.settleContract(row) === 0) return 'badParameter'
  writeDocument(state.out, { kind: 'contractSettled', instrumentId, price, proposedBy, actor, why })
  return 'none'
}

/** Puts money of the house into an insurance fund, or takes it out. */
function fundInsurance(state: State, { assetId, amount, actor, why }: FundInsurance): Reason {
  if (state.assets[assetId - 1] === undefined) return 'assetNotFound'
  if (amount === 0n || amount >= 2n ** 60n || amount <= -(2n ** 60n)) return 'badNumber'
  if (amount < 0n && insuranceOf(state, assetId) < -amount) return 'insufficientBalance'
  state.kernel.openHouseAccount(EQUITY_HOUSE, assetId)
  state.kernel.fundInsurance(assetId, amount, DEPOSIT)
  writeDocument(state.out, { kind: 'insuranceFunded', assetId, amount, balance: insuranceOf(state, assetId), actor, why })
  return 'none'
}

/** The next instant at which an interval ends, from an hour of the day on. */
function firstFunding(now: number, { fundingHours, fundingStartHour }: ContractTerms): number {
  const begin = Math.floor(now / DAY_MS) * DAY_MS + fundingStartHour * HOUR_MS
  const length = fundingHours * HOUR_MS
  return begin + (Math.floor((now - begin) / length) + 1) * length
}

function writeContract({ contracts }: State, instrument: Instrument, terms: ContractTerms): void {
  const row = contracts.edit(instrument.contractRow)
  row.marginAsset = instrument.quoteAssetId
  row.baseAsset = instrument.baseAssetId
  row.isLinear = true
  row.tierCount = terms.tiers.length
  row.leastLeverage = terms.minLeverage
  row.mostLeverage = terms.maxLeverage
  row.fine = pow10(FINE_SCALE - instrument.terms.priceScale)
  row.priceRange = BigInt(terms.priceRangeE8)
  row.liquidationFee = BigInt(terms.liquidationFeeE8)
  row.takerFee = BigInt(instrument.terms.takerFeeE8 ?? instrument.terms.buyFeeE8)
  row.makerFee = BigInt(instrument.terms.makerFeeE8 ?? instrument.terms.buyFeeE8)
  const { fillRangeE8, markRangeE8 } = boundsOf(instrument.terms, terms)
  row.fillRange = BigInt(fillRangeE8)
  row.markRange = BigInt(markRangeE8)
  const { lossOfOneE8, lossOfAllE8, frozenMoveE8, settleAfterMs } = safetyOf(terms)
  row.lossOfOne = BigInt(lossOfOneE8)
  row.lossOfAll = BigInt(lossOfAllE8)
  row.frozenMove = BigInt(frozenMoveE8)
  row.settleAfter = settleAfterMs
  row.interest = BigInt(terms.interestE12)
  row.fundingCap = BigInt(terms.fundingCapE12)
  row.fundingFloor = BigInt(terms.fundingFloorE12)
  row.impactValue = terms.impactValue
  row.fundingMs = terms.fundingHours * HOUR_MS
  for (const [position, tier] of tierRows(terms.tiers).entries()) {
    const bracket = row.tiers(position)
    bracket.upTo = tier.upTo ?? INT64_MOST
    bracket.rate = BigInt(tier.rateE8)
    bracket.deduction = tier.deduction
    bracket.leverage = BigInt(tier.maxLeverage)
  }
}

function isGoodContract(terms: InstrumentTerms, contract: ContractTerms): boolean {
  const { fundingHours, fundingStartHour, minLeverage, maxLeverage, multiplier, tiers } = contract
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0
  if (![multiplier, minLeverage, maxLeverage, fundingHours].every(isCount) || multiplier > 1_000_000) return false
  if (minLeverage > maxLeverage || maxLeverage > 1_000) return false
  if (24 % fundingHours !== 0 || !Number.isSafeInteger(fundingStartHour) || fundingStartHour < 0 || fundingStartHour >= 24) return false
  if (terms.priceBandE8 !== 0 || terms.breakerMoveE8 !== 0 || terms.positionMax !== 0) return false
  if (terms.slippageCapE8 > SLIPPAGE_MOST || terms.priceScale > FINE_SCALE) return false
  const rates = [contract.liquidationFeeE8, contract.priceRangeE8]
  if (rates.some((rate) => !Number.isSafeInteger(rate) || rate < 0 || rate >= RATE_ONE)) return false
  const funding = [contract.interestE12, contract.fundingCapE12, contract.fundingFloorE12]
  if (funding.some((rate) => !Number.isSafeInteger(rate) || Math.abs(rate) > FUNDING_MOST)) return false
  if (contract.fundingFloorE12 > contract.fundingCapE12) return false
  // whoever stands above his maintenance can pay his funding, and the fee of a liquidation leaves something of what it frees
  const lowest = tiers[0]?.rateE8 ?? 0
  const mostFunding = Math.floor((lowest * E8_TO_E12 * 3) / 4)
  if (contract.liquidationFeeE8 >= lowest || Math.max(contract.fundingCapE12, -contract.fundingFloorE12) > mostFunding) return false
  if (contract.impactValue <= 0n || contract.impactValue >= 2n ** 48n || !isSafe(contract)) return false
  return areGoodTiers(tiers, minLeverage)
}

/** OPS-008: values and maintenance rates rise, leverage falls; initial margin is never less than maintenance. */
export function areGoodTiers(tiers: readonly MarginTier[], minLeverage: number): boolean {
  if (tiers.length === 0 || tiers.length > LADDER_TIERS_MOST) return false
  return tiers.every((tier, position) => {
    const before = tiers[position - 1]
    const isLast = position === tiers.length - 1
    if ((tier.upTo === null) !== isLast) return false
    if (!Number.isSafeInteger(tier.rateE8) || tier.rateE8 <= 0 || !Number.isSafeInteger(tier.maxLeverage)) return false
    if (tier.maxLeverage < minLeverage || tier.rateE8 * tier.maxLeverage > RATE_ONE) return false
    if (tier.upTo !== null && (tier.upTo <= (before?.upTo ?? 0n) || tier.upTo >= 2n ** 60n)) return false
    return before === undefined || (tier.rateE8 > before.rateE8 && tier.maxLeverage < before.maxLeverage)
  })
}

export const CONTRACT_RUNNERS = {
  defineContract: ofHouse(defineContract),
  changeContract: ofHouse(changeContract),
  fundInsurance: ofHouse(fundInsurance),
  settleContract: ofHouse(settleContract),
} as const satisfies Runners<keyof typeof PERP_COMMANDS & DocumentKind>
