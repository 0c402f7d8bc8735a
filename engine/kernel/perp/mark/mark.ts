/**
 * Index and mark of a contract in ticks. The mark is the middle one of three: the index with what is left of the last funding, the index with
 * the mean basis of the last two and a half minutes, and the last price; it stays within 5 % of the index. Funding, liquidation and profit
 * follow the mark, so that one trade cannot move them.
 */
import { ASKS, BIDS, ladderOf } from '../../book/ladder'
import { findDue, setDue } from '../../due/queue'
import { makeSure } from '../../events/out'
import { tellTime } from '../../events/told'
import { indexOf } from '../../index/asset-index'
import { mulDivCeil, mulDivFloor } from '../../money/wide'
import { testTriggersBy } from '../../orders/trigger'
import { instrumentOf } from '../contract'
import { fundingEstimate, premiumNow } from './rate'
import { callForRisk, offerLater } from '../risk/watch'
import { MarkRecord } from '../../../generated/records'
import { Contract, contractsTable, Instrument, state } from '../../../generated/rows'
import { BY_INDEX, BY_MARK, REDUCE_ONLY, TRADING } from '../../constants/code'
import { DUE_SAMPLE } from '../../constants/due'
import { CONTRACT_BYTES } from '../../constants/layout'

const FINE_ONE: u64 = 1_000_000_000_000
const RATE_ONE: u64 = 1_000_000_000_000
const SAMPLES: u32 = 30
const SAMPLE_MS: f64 = 5_000
const MINUTE_MS: f64 = 60_000

/** Brings every contract to the current index prices: whenever one may have changed. */
export function followIndexes(): void {
  const end = contractsTable.used
  for (let at: usize = CONTRACT_BYTES; at < <usize>end; at += CONTRACT_BYTES) followIndex(changetype<Contract>(at))
}

function followIndex(contract: Contract): void {
  const base = indexOf(contract.baseAsset)
  const quote = indexOf(contract.marginAsset)
  const isUnit = contract.marginAsset == state.unitAsset
  const isShut = u8(base.live == 0 || base.price == 0 || (!isUnit && (quote.live == 0 || quote.price == 0)))
  const fine = isShut != 0 ? contract.indexFine : isUnit ? base.price : mulDivFloor(<u64>base.price, FINE_ONE, <u64>quote.price)
  if (fine == contract.indexFine && isShut == contract.isShut) return
  const isBack = contract.isShut != 0 && isShut == 0
  contract.isShut = isShut
  contract.indexFine = fine
  contract.index = ticksOf(contract, fine)
  remark(contract)
  if (isBack) offerLater(contract)
}

/** The nearest tick of a price, halves up; never below 1. */
function ticksOf(contract: Contract, fine: i64): f64 {
  const tick = contract.fine
  return max<f64>(1, <f64>((fine + tick / 2) / tick))
}

/** Makes the mark anew and tells it. Orders that wait for mark or index are tested, positions that it came to looked at. */
export function remark(contract: Contract): void {
  const instrument = instrumentOf(contract)
  if (contract.isShut == 0) contract.mark = markOf(contract, instrument)
  tellMark(contract)
  if (contract.isShut != 0) return
  if (isOpen(instrument)) {
    testTriggersBy(instrument, contract.mark, BY_MARK)
    testTriggersBy(instrument, contract.index, BY_INDEX)
  }
  callForRisk(contract)
}

function tellMark(contract: Contract): void {
  makeSure()
  const record = MarkRecord.begin(contract.isShut)
  record.instrumentId = contract.instrument
  record.mark = contract.mark
  record.index = contract.index
  record.indexFine = contract.indexFine
  record.basis = meanBasis(contract)
  record.rate = contract.fundingRate
  record.estimate = fundingEstimate(contract)
}

/** Does a contract trade? */
@inline export function isOpen(instrument: Instrument): bool {
  return instrument.status == TRADING || instrument.status == REDUCE_ONLY
}

function markOf(contract: Contract, instrument: Instrument): f64 {
  const index = contract.indexFine
  const withFunding = index + shareOfIndex(contract, index)
  const withBasis = index + meanBasis(contract)
  const last = <i64>instrument.lastPrice * contract.fine
  const middle = last == 0 ? (withFunding + withBasis) / 2 : medianOf(withFunding, withBasis, last)
  const ticks = ticksOf(contract, middle)
  const lowest = <f64>mulDivCeil(<u64>index, 95, 100 * <u64>contract.fine)
  const highest = <f64>mulDivFloor(<u64>index, 105, 100 * <u64>contract.fine)
  return max<f64>(1, max(lowest, min(highest, ticks)))
}

/** index × last rate × what is left of the interval, truncated towards 0. */
function shareOfIndex(contract: Contract, index: i64): i64 {
  const rate = contract.fundingRate
  const left = <u64>max<f64>(0, min(contract.fundingMs, contract.nextFunding - now()))
  const share = mulDivFloor(<u64>mulDivFloor(<u64>index, <u64>abs(rate), RATE_ONE), left, <u64>contract.fundingMs)
  return rate < 0 ? -share : share
}

/** Time of which is told. */
@inline function now(): f64 {
  return state.toldAt == 0 ? state.at : state.toldAt
}

function medianOf(one: i64, other: i64, third: i64): i64 {
  return max(min(one, other), min(max(one, other), third))
}

/** Mean of the samples there are, truncated towards 0. */
function meanBasis(contract: Contract): i64 {
  const count = <i64>contract.basisCount
  return count == 0 ? 0 : contract.basisSum / count
}

/**
 * Every five seconds: a sample of the basis of every contract, at a full minute a premium, and the marks. Points of time between which
 * nothing happened are sampled together: the books are the same at all of them.
 */
export function sampleAll(at: f64): void {
  const last = lastPoint(at)
  const samples = <u32>((last - at) / SAMPLE_MS) + 1
  const minutes = <u32>(floor(last / MINUTE_MS) - floor((at - 1) / MINUTE_MS))
  tellTime(last)
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) sampleOne(changetype<Contract>(row), samples, minutes)
  setDue(last + SAMPLE_MS, DUE_SAMPLE, 0, 0)
}

/** The last point up to now before anything else is due. */
function lastPoint(at: f64): f64 {
  const day = state.nextDay
  const other = min(state.deadline, day == 0 ? Infinity : day)
  const points = floor((min(state.at, other - 1) - at) / SAMPLE_MS)
  return points > 0 ? at + points * SAMPLE_MS : at
}

function sampleOne(contract: Contract, samples: u32, minutes: u32): void {
  const instrument = instrumentOf(contract)
  const isLive = contract.isShut == 0 && isOpen(instrument)
  if (isLive) noteBasis(contract, instrument, samples)
  if (minutes != 0) {
    if (isLive) notePremium(contract, premiumNow(instrument), <i64>minutes)
    else contract.shutMinutes += minutes
  }
  if (contract.indexFine != 0) remark(contract)
}

/** Minutes count by their numbers in the interval: the last most. */
function notePremium(contract: Contract, premium: i64, minutes: i64): void {
  const before = <i64>contract.minutes
  contract.premiums += premium * (before * minutes + (minutes * (minutes + 1)) / 2)
  contract.minutes += <u32>minutes
}

/** The first point behind the time of the entry. */
export function scheduleSample(): void {
  if (!findDue(DUE_SAMPLE, 0, 0).exists) setDue((floor(state.at / SAMPLE_MS) + 1) * SAMPLE_MS, DUE_SAMPLE, 0, 0)
}

/** (best bid + best ask) ÷ 2 − index; nothing where a side is empty. */
function noteBasis(contract: Contract, instrument: Instrument, samples: u32): void {
  const bid = ladderOf(instrument, BIDS).best
  const ask = ladderOf(instrument, ASKS).best
  if (!bid.exists || !ask.exists) return
  const basis = ((<i64>bid.price + <i64>ask.price) * contract.fine) / 2 - contract.indexFine
  for (let left = min(samples, SAMPLES); left > 0; left -= 1) noteSample(contract, basis)
}

function noteSample(contract: Contract, basis: i64): void {
  const place = contract.basisNext
  const at = contract.basis + (<usize>place << 3)
  if (contract.basisCount == SAMPLES) contract.basisSum -= load<i64>(at)
  else contract.basisCount += 1
  store<i64>(at, basis)
  contract.basisSum += basis
  contract.basisNext = (place + 1) % SAMPLES
}
