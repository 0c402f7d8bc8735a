/**
 * What a fill makes of the figures of one side, and whether that side can bear it: closing first, then opening on what the closing left. All of
 * it at the mark of the moment. See decision 65.
 */
import { valueOf } from '../../market/instrument'
import { feeOf, isProductAtMost, shareOf } from '../../money/exact'
import { contractValue, initialOfValue, isUncountable, maintenanceOfValue } from '../contract'
import { initialOfLeg, legOf, needOfLeg, opposedIn, otherThan } from './figures'
import { gainOf, partOf, signedPartOf } from '../position/position'
import { Contract, Figures, Instrument, Leg } from '../../../generated/rows'
import { BUY } from '../../constants/code'

/** In a trial of several fills none may rest on what other orders reserve: those would have to give way. */
let isTrial: bool = false

export function judgeTrial(is: bool): void {
  isTrial = is
}

// Of the fill that is judged.
let contract: Contract = changetype<Contract>(0)
let price: f64 = 0
/** What there is for what opens: what its order reserved, and what is free. */
let means: i64 = 0
/** What stays reserved whatever a fill pays. */
let kept: i64 = 0

/** Lets a side trade on its figures. False when it cannot bear that; then the figures are of no use any more. `held`: what its order reserves, `freed`: of it, for the lots. */
export function bearsFill(
  figures: Figures,
  instrument: Instrument,
  side: i32,
  isClose: bool,
  at: f64,
  lots: f64,
  rate: i64,
  held: i64,
  freed: i64,
): bool {
  contract = figures.contract
  price = at
  const leg = legOf(figures, side, isClose)
  const closing = min(lots, opposedIn(leg, side))
  const fee = feeOf(valueOf(instrument, at, lots), rate)
  const closingFee = partOf(fee, closing, lots)
  figures.reserve -= freed
  if (figures.isIsolated != 0) figures.own += freed
  means = freed
  // others give way to what it pays at once, but in a trial; its own rest does not
  kept = isTrial ? figures.reserve : held - freed
  if (closing != 0 && !(figures.isIsolated != 0 ? closeOwn(figures, leg, closing, closingFee) : closeShared(figures, leg, closing, closingFee)))
    return false
  const opening = lots - closing
  if (opening != 0) {
    // what an order reserved is there for it, whatever its owner lacks elsewhere
    means += max(0, figures.free)
    const isBorne =
      !isClose &&
      (figures.isIsolated != 0
        ? openOwn(figures, leg, side, opening, fee - closingFee)
        : openShared(figures, leg, side, opening, fee - closingFee))
    if (!isBorne) return false
  }
  figures.free += freed
  return true
}

/** Is a margin ratio below 1, or at least no higher than it was? */
function isNoWorse(need: i64, equity: i64, needAfter: i64, after: i64): bool {
  if (equity <= 0 || after <= 0) return false
  return needAfter < after || isProductAtMost(<u64>needAfter, <u64>equity, <u64>need, <u64>after)
}

/** What a price is worse than the mark, of which a share counts as usual; 0 where it is less. */
function excessOf(loss: i64, atMark: i64): i64 {
  return loss <= 0 ? 0 : max(0, loss - shareOf(atMark, contract.fillRange))
}

/** The same for lots of a value that are bought, or sold, at a price. */
export function excessLoss(terms: Contract, isShort: bool, value: i64, atMark: i64): i64 {
  contract = terms
  return excessOf(gainOf(isShort, value, atMark), atMark)
}

// ---- closing ----

function closeShared(figures: Figures, leg: Leg, lots: f64, fee: i64): bool {
  const all = leg.lots
  const rest = all - lots
  const isShort = leg.isShort != 0
  const value = contractValue(contract, price, lots)
  const entry = partOf(leg.entry, lots, all)
  const gain = gainOf(isShort, value, entry)
  const before = contractValue(contract, contract.mark, all)
  const after = contractValue(contract, contract.mark, rest)
  const change = gain + gainOf(isShort, after, leg.entry - entry) - gainOf(isShort, before, leg.entry) - fee
  const other = otherThan(figures, leg)
  const needs = figures.need + needOfLeg(contract, other)
  const equity = figures.equity
  if (equity + change < kept) return false
  const isNothingLeft = rest == 0 && other.lots == 0 && figures.others == 0
  if (isNothingLeft) {
    if (equity <= 0 || equity + change < 0) return false
  } else if (!isNoWorse(needs + maintenanceOfValue(contract, before), equity, needs + maintenanceOfValue(contract, after), equity + change))
    return false
  const atMark = contractValue(contract, contract.mark, lots)
  // what it loses against the mark is paid out of money, or out of profit that it realises
  const excess = excessOf(gainOf(isShort, atMark, value), atMark)
  if (excess > 0 && excess > max(0, figures.own) + max(0, gain)) return false
  const booked = partOf(leg.booked, lots, all)
  figures.equity = equity + change
  figures.own += gain - fee + booked
  figures.free += change + initialOfLeg(figures, leg.entry) - initialOfLeg(figures, leg.entry - entry)
  take(leg, lots, entry, 0, 0, 0, booked)
  return true
}

function closeOwn(figures: Figures, leg: Leg, lots: f64, fee: i64): bool {
  const all = leg.lots
  const rest = all - lots
  const isShort = leg.isShort != 0
  const entry = partOf(leg.entry, lots, all)
  const settled = signedPartOf(leg.settled, lots, all)
  const margin = partOf(leg.margin, lots, all)
  const proceeds = margin + gainOf(isShort, contractValue(contract, price, lots), entry) - settled - fee
  const taken = min(0, proceeds)
  const left = leg.margin - margin + taken
  if (left < 0) return false
  const before = contractValue(contract, contract.mark, all)
  const equity = leg.margin + gainOf(isShort, before, leg.entry) - leg.settled
  if (rest == 0) {
    if (equity <= 0 || proceeds < 0) return false
  } else {
    const after = contractValue(contract, contract.mark, rest)
    const equityAfter = left + gainOf(isShort, after, leg.entry - entry) - (leg.settled - settled)
    if (!isNoWorse(maintenanceOfValue(contract, before), equity, maintenanceOfValue(contract, after), equityAfter)) return false
  }
  const back = max(0, proceeds)
  figures.equity += back
  figures.free += back
  figures.own += back
  const added = partOf(leg.added, lots, all)
  take(leg, lots, entry, settled, margin - taken, added, partOf(leg.booked, lots, all))
  leg.added = max(0, leg.added + taken)
  return true
}

function take(leg: Leg, lots: f64, entry: i64, settled: i64, margin: i64, added: i64, booked: i64): void {
  leg.lots -= lots
  leg.entry -= entry
  leg.settled -= settled
  leg.margin -= margin
  leg.added -= added
  leg.booked -= booked
}

// ---- opening ----

/** Initial margin of lots that are opened: at the price or the mark, whichever is more. */
@inline export function initialOfOpening(value: i64, atMark: i64, leverage: u32): i64 {
  return initialOfValue(max(value, atMark), leverage)
}

function openShared(figures: Figures, leg: Leg, side: i32, lots: f64, fee: i64): bool {
  const isShort = side != BUY
  const value = contractValue(contract, price, lots)
  const atMark = contractValue(contract, contract.mark, lots)
  if (isUncountable(contract, leg.lots + lots, contract.mark) || initialOfOpening(value, atMark, figures.leverage) + fee > means) return false
  const gain = gainOf(isShort, atMark, value)
  const equity = figures.equity
  const after = equity + gain - fee
  const whole = maintenanceOfValue(contract, contractValue(contract, contract.mark, leg.lots + lots))
  if (equity <= 0 || figures.need + needOfLeg(contract, otherThan(figures, leg)) + whole >= after) return false
  const excess = excessOf(-gain, atMark)
  if (excess > 0 && excess > figures.own) return false
  figures.equity = after
  figures.own -= fee + excess
  figures.free += gain - fee - (initialOfLeg(figures, leg.entry + value) - initialOfLeg(figures, leg.entry))
  give(leg, isShort, lots, value)
  leg.booked += excess
  return true
}

/** Margin of lots that are opened with their own: what they need, and of what they lose at once as much as there is. */
export function marginOfOpening(value: i64, atMark: i64, isShort: bool, leverage: u32, free: i64, fee: i64): i64 {
  const initial = initialOfOpening(value, atMark, leverage)
  const loss = max(0, gainOf(isShort, value, atMark))
  return initial + min(loss, max(0, free - initial - fee))
}

function openOwn(figures: Figures, leg: Leg, side: i32, lots: f64, fee: i64): bool {
  const isShort = side != BUY
  const value = contractValue(contract, price, lots)
  const atMark = contractValue(contract, contract.mark, lots)
  const initial = initialOfOpening(value, atMark, figures.leverage)
  // margin of its own is never made of what others have not realised
  if (isUncountable(contract, leg.lots + lots, contract.mark) || initial + fee > means || initial + fee > figures.own) return false
  const moved = marginOfOpening(value, atMark, isShort, figures.leverage, min(means, figures.own), fee)
  const known = contractValue(contract, contract.mark, leg.lots)
  const equity = leg.lots == 0 ? 0 : leg.margin + gainOf(isShort, known, leg.entry) - leg.settled
  if (leg.lots != 0 && equity <= 0) return false
  const after = equity + moved + gainOf(isShort, atMark, value)
  if (maintenanceOfValue(contract, contractValue(contract, contract.mark, leg.lots + lots)) >= after) return false
  // nor is it taken from what shared positions need
  const rest = figures.equity - moved - fee
  if (figures.need != 0 && figures.need >= rest) return false
  figures.equity = rest
  figures.free -= moved + fee
  figures.own -= moved + fee
  give(leg, isShort, lots, value)
  leg.margin += moved
  leg.added += moved - initial
  return true
}

function give(leg: Leg, isShort: bool, lots: f64, value: i64): void {
  if (leg.lots == 0) leg.isShort = u32(isShort)
  leg.lots += lots
  leg.entry += value
}
