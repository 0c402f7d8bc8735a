/**
 * Index and mark of a contract in ticks. The mark is the middle one of three: the index with what is left of the last funding, the index with
 * the mean basis of the last two and a half minutes, and that moved towards the last price, as far as customers traded in the last minute.
 * It stays as near the index as the contract's brackets ask for. Funding, liquidation and profit follow the mark, so that neither a trade
 * nor quotes of a moment can move them.
 */
import { findDue, setDue } from '../../due/queue'
import { makeSure } from '../../events/out'
import { tellTime } from '../../events/told'
import { indexOf } from '../../index/asset-index'
import { divideCeil, divideFloor, mulDivFloor, multiply, quotient } from '../../money/wide'
import { testTriggersBy } from '../../orders/trigger'
import { instrumentOf } from '../contract'
import { instantOf } from './instant'
import { impactValueOf, sampleBook, sampledBasis, sampledPremium } from './sample'
import { fundingEstimate } from './rate'
import { tradedLately } from './traded'
import { callForRisk, offerLater } from '../risk/watch'
import { MarkRecord } from '../../../generated/records'
import { Contract, contractsTable, Instrument, Position, positionsTable, state } from '../../../generated/rows'
import { BY_INDEX, BY_MARK, REDUCE_ONLY, TRADING } from '../../constants/code'
import { DUE_SAMPLE } from '../../constants/due'
import { CONTRACT_BYTES, POSITION_BYTES } from '../../constants/layout'
import { BASIS_SAMPLES, MINUTE_SAMPLES, SAMPLE_MS } from '../../constants/perp'

const FINE_ONE: u64 = 1_000_000_000_000
const RATE_ONE: u64 = 1_000_000_000_000
const CLAMP_ONE: i64 = 100_000_000

/** Brings every contract to the current index prices: whenever one may have changed. */
export function followIndexes(): void {
  const end = contractsTable.used
  for (let at: usize = CONTRACT_BYTES; at < <usize>end; at += CONTRACT_BYTES) followIndex(changetype<Contract>(at))
}

function followIndex(contract: Contract): void {
  // what is settled has had its last one
  if (contract.isSettled != 0) return
  const base = indexOf(contract.baseAsset)
  const quote = indexOf(contract.marginAsset)
  const isUnit = contract.marginAsset == state.unitAsset
  const isShut = u8(base.live == 0 || base.price == 0 || (!isUnit && (quote.live == 0 || quote.price == 0)))
  const fine = isShut != 0 ? contract.indexFine : isUnit ? base.price : mulDivFloor(<u64>base.price, FINE_ONE, <u64>quote.price)
  if (fine == contract.indexFine && isShut == contract.isShut) return
  const isBack = contract.isShut != 0 && isShut == 0
  if (isShut != 0 && contract.isShut == 0) beginFreeze(contract)
  else if (isBack) endFreeze(contract)
  contract.isShut = isShut
  contract.indexFine = fine
  contract.index = ticksOf(contract, fine)
  remark(contract)
  if (isBack) offerLater(contract)
}

/** From here on closes meet closes that come now, and what the house has waits. */
function beginFreeze(contract: Contract): void {
  contract.shutAt = now()
  contract.shutOrder = state.lastOrderId
}

/** The time in which nothing could be sold does not count. */
function endFreeze(contract: Contract): void {
  const away = now() - contract.shutAt
  for (let house = contract.houseLong; house.exists; house = house.next) shift(house, away)
  for (let house = contract.houseShort; house.exists; house = house.next) shift(house, away)
  const end = <usize>positionsTable.used
  for (let at: usize = POSITION_BYTES; at < end; at += POSITION_BYTES) {
    const position = changetype<Position>(at)
    if (position.id != 0 && position.contract == contract && position.seat.exists) shiftBroken(position, away)
  }
}

/** Who is being liquidated had nobody to sell to: he or, once, his account begins that much later. */
function shiftBroken(position: Position, by: f64): void {
  const seat = position.seat
  const cross = seat.cross
  if (position.isIsolated != 0) {
    if (position.isBroken != 0) position.begunAt = min(state.at, position.begunAt + by)
  } else if (cross.isBroken != 0 && (position == seat.long || !seat.long.exists)) cross.begunAt = min(state.at, cross.begunAt + by)
}

function shift(house: Position, by: f64): void {
  house.begunAt += by
  house.takenAt += by
  house.deadline += by
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
  record.drawn = contract.isShut != 0 ? contract.indexFine + meanBasis(contract) : drawn
}

/** Does a contract trade? */
@inline export function isOpen(instrument: Instrument): bool {
  return instrument.status == TRADING || instrument.status == REDUCE_ONLY
}

/** The third part of the last mark that was made. */
let drawn: i64 = 0

function markOf(contract: Contract, instrument: Instrument): f64 {
  const index = contract.indexFine
  const withFunding = index + shareOfIndex(contract, index)
  const withBasis = index + meanBasis(contract)
  drawn = withLast(contract, instrument, withBasis)
  const middle = medianOf(withFunding, withBasis, drawn)
  const one = <u64>CLAMP_ONE
  const range = <u64>contract.markRange
  multiply(<u64>index, one - range)
  divideCeil(one)
  divideCeil(<u64>contract.fine)
  const lowest = <f64>quotient()
  multiply(<u64>index, one + range)
  divideFloor(one)
  divideFloor(<u64>contract.fine)
  const highest = <f64>quotient()
  // of a coin that costs few ticks there may be none so near
  if (lowest > highest) return ticksOf(contract, index)
  return max<f64>(1, max(lowest, min(highest, ticksOf(contract, middle))))
}

/** The index with its basis, moved towards the last price by the part of an impact value that customers traded in the last minute. */
function withLast(contract: Contract, instrument: Instrument, withBasis: i64): i64 {
  const traded = instrument.lastPrice == 0 ? 0 : tradedLately(contract, now())
  if (traded <= 0) return withBasis
  const wanted = impactValueOf(contract)
  const distance = <i64>instrument.lastPrice * contract.fine - withBasis
  const moved = mulDivFloor(<u64>abs(distance), <u64>min(traded, wanted), <u64>wanted)
  return distance < 0 ? withBasis - moved : withBasis + moved
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

/** Mean of thirty samples, truncated towards 0; those that there were not yet are 0. */
function meanBasis(contract: Contract): i64 {
  return contract.basisSum / <i64>BASIS_SAMPLES
}

/**
 * Once in each five seconds: a sample of basis and premium of every contract, and the marks. Windows in which nothing else was due are sampled
 * together: the books are the same in all of them.
 */
export function sampleAll(at: f64): void {
  const first = floor(at / <f64>SAMPLE_MS)
  const limit = lastPoint()
  let last = at
  let window = first
  for (;;) {
    const next = instantOf(window + 1)
    if (next > limit) break
    last = next
    window += 1
  }
  tellTime(last)
  const end = <usize>contractsTable.used
  for (let row: usize = CONTRACT_BYTES; row < end; row += CONTRACT_BYTES) sampleOne(changetype<Contract>(row), first, window)
  setDue(instantOf(window + 1), DUE_SAMPLE, 0, 0)
}

/** The last time before anything else is due. */
function lastPoint(): f64 {
  const day = state.nextDay
  return min(state.at, min(state.deadline, day == 0 ? Infinity : day) - 1)
}

function sampleOne(contract: Contract, first: f64, last: f64): void {
  const instrument = instrumentOf(contract)
  const isLive = contract.isShut == 0 && isOpen(instrument)
  if (isLive) sampleBook(contract, instrument)
  for (let window = first; window <= last; window += 1) {
    if (isLive) noteBasis(contract)
    notePremium(contract, <u32>i64(window % <f64>MINUTE_SAMPLES), isLive)
  }
  if (contract.indexFine != 0) remark(contract)
}

/** The first window behind the time of the entry. */
export function scheduleSample(): void {
  if (!findDue(DUE_SAMPLE, 0, 0).exists) setDue(instantOf(floor(state.at / <f64>SAMPLE_MS) + 1), DUE_SAMPLE, 0, 0)
}

function noteBasis(contract: Contract): void {
  const place = contract.basisNext
  const at = contract.basis + (<usize>place << 3)
  contract.basisSum += sampledBasis - load<i64>(at)
  store<i64>(at, sampledBasis)
  contract.basisNext = (place + 1) % <u32>BASIS_SAMPLES
}

/** Of twelve samples the two in the middle make the premium of a minute; minutes count by their numbers in the interval, the last most. */
function notePremium(contract: Contract, slot: u32, isLive: bool): void {
  if (slot == 0) {
    memory.fill(contract.minute, 0, MINUTE_SAMPLES << 3)
    contract.minuteLive = 0
  }
  if (isLive) {
    store<i64>(contract.minute + (<usize>slot << 3), sampledPremium)
    contract.minuteLive += 1
  }
  if (slot + 1 != <u32>MINUTE_SAMPLES) return
  if (contract.minuteLive == 0) {
    contract.shutMinutes += 1
    return
  }
  contract.minutes += 1
  contract.premiums += middleOfMinute(contract) * <i64>contract.minutes
}

/** Mean of the sixth and the seventh of twelve, truncated towards 0. */
function middleOfMinute(contract: Contract): i64 {
  let lower: i64 = 0
  let upper: i64 = 0
  for (let place: u32 = 0; place < <u32>MINUTE_SAMPLES; place += 1) {
    const value = load<i64>(contract.minute + (<usize>place << 3))
    let rank: u32 = 0
    for (let other: u32 = 0; other < <u32>MINUTE_SAMPLES; other += 1) {
      const against = load<i64>(contract.minute + (<usize>other << 3))
      if (against < value || (against == value && other < place)) rank += 1
    }
    if (rank == 5) lower = value
    else if (rank == 6) upper = value
  }
  return (lower + upper) / 2
}
