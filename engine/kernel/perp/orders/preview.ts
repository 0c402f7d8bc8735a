/** What an order of a contract would need, and what its position would be after a whole fill. Nothing is changed. */
import { ASKS, BIDS, ladderOf } from '../../book/ladder'
import { instrumentAt } from '../../market/instrument'
import { addUpTo, feeOf } from '../../money/exact'
import { mulDivFloor } from '../../money/wide'
import { DRAFT_PARENT } from '../../orders/draft'
import { bankruptcyPriceFor, liquidationPriceFor, liquidationPriceOfBoth } from '../position/bankruptcy'
import { contractValue, initialOfValue, maintenanceOfValue, tierOf } from '../contract'
import { crossMaintenance, equityOf, findCross, freeOf } from '../position/cross'
import { firstLeverage, isTooMuch, priceOf, seatOf } from './holds'
import { closableOf, openingLots, opposedBy, positionFor } from './legs'
import { spareOf } from './pledge'
import { needCloseFee, needInitial, needOfOpening, needOpenFee } from './need'
import { checkContractOrder } from './place'
import { gainOf, maintenanceOf, partOf, profitOf } from '../position/position'
import { PlaceContractOrderEntry } from '../../../generated/entries'
import { Contract, Cross, Draft, Instrument, none, Position, Seat, User } from '../../../generated/rows'
import { BUY } from '../../constants/code'
import { NONE } from '../../constants/reason'

const DRAFT: Draft = DRAFT_PARENT
const RATE_ONE: u64 = 100_000_000

// Of the last preview.
export let previewCost: i64 = 0
export let previewOpenFee: i64 = 0
export let previewCloseFee: i64 = 0
export let previewInitial: i64 = 0
export let previewMost: f64 = 0
export let previewLiquidation: f64 = 0
export let previewBankruptcy: f64 = 0
export let previewAverage: f64 = 0
/** Need ÷ what is behind it, 1e-8; the most there is where nothing is. */
export let previewRatio: i64 = 0
export let previewTier: i32 = 0

/** Runs all checks of a placement and computes what it would lead to. Returns the reason; without a price or an account all figures are 0. */
export function previewContractOrder(entry: PlaceContractOrderEntry, user: User): i32 {
  forget()
  const reason = checkContractOrder(entry, user)
  if (!user.exists || !user.trader.exists) return reason
  const instrument = instrumentAt(entry.instrumentId)
  if (!instrument.exists || !instrument.contract.exists || instrument.contract.mark == 0) return reason
  const quantity = DRAFT.quantity
  if (!(quantity > 0 && quantity < 9007199254740992) || !(DRAFT.price >= 0 && DRAFT.price < 9007199254740992)) return reason
  if (quantity * max(DRAFT.price, instrument.contract.mark) * instrument.notionalUnit >= <f64>1152921504606846976) return reason
  compute(instrument, user, quantity)
  return reason
}

function forget(): void {
  previewCost = 0
  previewOpenFee = 0
  previewCloseFee = 0
  previewInitial = 0
  previewMost = 0
  previewLiquidation = 0
  previewBankruptcy = 0
  previewAverage = 0
  previewRatio = 0
  previewTier = 0
}

function compute(instrument: Instrument, user: User, quantity: f64): void {
  const contract = instrument.contract
  const seat = seatOf(user, instrument)
  const side = DRAFT.side
  const isClose = DRAFT.isClose != 0
  const price = measuredAt(instrument, side)
  const leverage = seat.exists ? seat.leverage : firstLeverage(contract)
  const opening = seat.exists ? openingLots(seat, side, isClose, quantity, 0) : quantity
  previewAverage = averageOf(instrument, side, price, quantity)
  previewOpenFee = feeOf(contractValue(contract, price, quantity), contract.takerFee)
  if (opening != 0) {
    previewCost = needOfOpening(instrument, side, price, opening, leverage)
    previewInitial = needInitial
    previewOpenFee = needOpenFee
    previewCloseFee = needCloseFee
  }
  const cross = seat.exists ? seat.cross : findCross(user.trader, contract.marginAsset)
  previewMost = mostLots(instrument, seat, cross, side, price, leverage, isClose)
  // what an order at market costs is measured at the worst price, what it leads to at the one it would meet
  lookAhead(contract, seat, cross, side, isAtMarket() ? previewAverage : price, quantity, leverage)
}

/** Does it trade at once, at what there is? */
function isAtMarket(): bool {
  return DRAFT.price == 0 && DRAFT.triggerPrice == 0 && DRAFT.callback == 0 && DRAFT.callbackRate == 0
}

/** Price at which an order is measured. */
function measuredAt(instrument: Instrument, side: i32): f64 {
  if (DRAFT.price != 0) return DRAFT.price
  return DRAFT.triggerPrice != 0 ? DRAFT.triggerPrice : priceOf(instrument, DRAFT.type, side, 0)
}

/** Average of what a taker would meet in the book up to a price, in ticks, rounded down; the price where it meets nothing. */
function averageOf(instrument: Instrument, side: i32, worst: f64, quantity: f64): f64 {
  const isBuy = side == BUY
  let left = quantity
  let sum: f64 = 0
  for (let level = ladderOf(instrument, isBuy ? ASKS : BIDS).best; level.exists && left > 0; level = level.worse) {
    if (isBuy ? level.price > worst : level.price < worst) break
    const taken = min(left, level.quantity)
    sum += taken * level.price
    left -= taken
  }
  const met = quantity - left
  return met == 0 ? worst : floor(sum / met)
}

/** Most lots of an order that the free balance and the brackets allow. An order that closes takes what there is to close. */
function mostLots(instrument: Instrument, seat: Seat, cross: Cross, side: i32, price: f64, leverage: u32, isClose: bool): f64 {
  const about = seat.exists ? positionFor(seat, side, isClose) : none<Position>()
  const opposed = opposedBy(about, side)
  // at market it comes before what rests to close
  if (isClose) return opposed != 0 && DRAFT.price != 0 ? closableOf(about) : opposed
  const free = seat.exists ? spareOf(seat) : cross.exists ? max(0, freeOf(cross)) : 0
  let low: f64 = 0
  let high = instrument.quantityMax != 0 ? instrument.quantityMax : 1_000_000_000
  high = min(high, floor(<f64>1152921504606846976 / (max(price, instrument.contract.mark) * instrument.notionalUnit)))
  while (low < high) {
    const middle = floor((low + high + 1) / 2)
    const isGood = needOfOpening(instrument, side, price, middle, leverage) <= free && isTooMuch(instrument, seat, side, price, middle, 0) == NONE
    if (isGood) low = middle
    else high = middle - 1
  }
  return low + opposed
}

/** The position after a whole fill at a price: what would be behind it, and where it would end. */
function lookAhead(contract: Contract, seat: Seat, cross: Cross, side: i32, price: f64, quantity: f64, leverage: u32): void {
  const old = seat.exists ? positionFor(seat, side, DRAFT.isClose != 0) : none<Position>()
  const opposed = opposedBy(old, side)
  const closing = min(quantity, opposed)
  const opening = quantity - closing
  const isShort = closing != 0 && opening == 0 ? old.isShort != 0 : side != BUY
  const kept = !old.exists ? 0 : opposed != 0 ? old.quantity - closing : old.quantity
  const lots = kept + opening
  if (lots == 0) return
  const value = contractValue(contract, contract.mark, lots)
  const need = maintenanceOfValue(contract, value)
  const fee = feeOf(contractValue(contract, price, quantity), contract.takerFee)
  const isIsolated = seat.exists && seat.isIsolated != 0
  // of its own margin what is closed takes its gain along
  const gained = isIsolated ? opening : quantity
  const gain = gainOf(side != BUY, contractValue(contract, contract.mark, gained), contractValue(contract, price, gained))
  const others = isIsolated || !cross.exists ? 0 : othersNeed(cross, old)
  const behind = isIsolated
    ? ownMargin(old, kept) + initialOfValue(contractValue(contract, price, opening), leverage) + gain
    : (cross.exists ? equityOf(cross) : 0) + gain - fee
  previewTier = tierOf(contract, value) + 1
  previewRatio = behind <= 0 ? i64.MAX_VALUE : mulDivFloor(<u64>addUpTo(need, others), RATE_ONE, <u64>behind)
  const other = otherLeg(seat, old, isShort)
  previewLiquidation =
    isIsolated || !other.exists
      ? liquidationPriceFor(contract, lots, isShort, behind - others)
      : liquidationPriceOfBoth(
          contract,
          isShort ? other.quantity : lots,
          isShort ? lots : other.quantity,
          behind - (others - maintenanceOf(other)),
        )
  previewBankruptcy = bankruptcyPriceFor(contract, lots, isShort, behind - others)
}

/** Of who hedges, the leg that the order is not about. */
function otherLeg(seat: Seat, old: Position, isShort: bool): Position {
  if (!seat.exists || seat.trader.isHedged == 0) return none<Position>()
  const other = isShort ? seat.long : seat.short
  return other == old ? none<Position>() : other
}

/** What the other shared positions need. */
function othersNeed(cross: Cross, old: Position): i64 {
  equityOf(cross)
  return crossMaintenance - (old.exists ? maintenanceOf(old) : 0)
}

/** Margin and profit of what is kept of a position of its own margin. */
function ownMargin(old: Position, kept: f64): i64 {
  if (!old.exists || kept == 0) return 0
  const profit = profitOf(old)
  const margin = partOf(old.margin, kept, old.quantity)
  return margin + (profit < 0 ? -partOf(-profit, kept, old.quantity) : partOf(profit, kept, old.quantity))
}
