/** Positions that the house took over: how they are sold, and who bears the loss. */
import { ASKS, BIDS, ladderOf } from '../../book/ladder'
import { CLEARING_PNL, INVENTORY_LIQUIDATION, openHouseAccount } from '../../ledger/account'
import { postHouse } from '../../ledger/posting'
import { makeSure } from '../../events/out'
import { MAKER } from '../../market/fee-schedule'
import { idOf, valueOf } from '../../market/instrument'
import { shownOf } from '../../orders/extra'
import { endUnbearable, freeReserves, keepPromises, mayEnd } from '../../orders/give-way'
import { endLate, lateReason } from '../../orders/late'
import { afterMakerFill } from '../../orders/match'
import { dropPartner, end } from '../../orders/order'
import { testTriggers } from '../../orders/trigger'
import { bearableLots } from '../orders/bear'
import { lackOfFill } from '../orders/meet'
import { fundOf } from '../position/bankruptcy'
import { mayLose, mayLoseBoth, noteLoss } from './bounds'
import { changeFund } from './insurance'
import { limitOf, startOf } from './line'
import { freePosition, gainOf, partOf, signedPartOf } from '../position/position'
import { beginTrade, feePaid, settleSide } from '../orders/settle-fill'
import { shareLoss } from './share'
import { ContractFillRecord, LiquidationRecord } from '../../../generated/records'
import { Contract, Instrument, none, Order, Position, state } from '../../../generated/rows'
import {
  BUY,
  CANCELED,
  CLOSE_LIQUIDATION,
  CLOSE_NONE,
  INSURANCE_LIQUIDATION,
  LIQUIDATED_WHOLE,
  SELL,
} from '../../constants/code'

/** Was the last offer ended by what the fund may pay, and not by what the book has? */
export let isTooDear: bool = false
/** Did the book take less than all of it at prices that are good enough? */
export let isThin: bool = false

/**
 * Offers what the house has to the book, at prices that are good enough and as long as the fund may pay what it costs. All of it: in a falling market
 * what is sold later is sold for less. Returns the lots that were disposed of.
 */
export function offer(instrument: Instrument, house: Position): f64 {
  const isBuy = house.isShort != 0
  const worst = worstNow(house)
  let left = house.quantity
  const opposite = ladderOf(instrument, isBuy ? ASKS : BIDS)
  let sold: f64 = 0
  let isHeldUp = false
  isTooDear = false
  for (let level = opposite.best; level.exists && left > 0; level = opposite.best) {
    makeSure()
    const price = level.price
    if (isBuy ? price > worst : price < worst) break
    const maker = level.head
    if (state.behind != 0 && lateReason(maker) != CLOSE_NONE) {
      endLate(maker)
      continue
    }
    // who went bankrupt does not buy it back
    if (maker.desk.userId == house.broken) {
      end(instrument, maker, CANCELED, CLOSE_LIQUIDATION)
      continue
    }
    const wanted = min(left, shownOf(maker))
    const lots = bearableLots(instrument, maker, price, wanted, true)
    if (lots < wanted && !mayEnd(true)) {
      isHeldUp = true
      break
    }
    if (lots == 0) {
      endUnbearable(instrument, maker)
      continue
    }
    const loss = -resultOf(instrument, house, price, lots)
    if (!mayLose(house.contract, house.broken, loss)) {
      isTooDear = true
      break
    }
    noteLoss(house.contract, house.broken, loss)
    const lack = lackOfFill(instrument, maker, price, lots, true)
    if (lack > 0) freeReserves(maker, maker, lack)
    const makerId = maker.id
    trade(instrument, house, maker, price, lots)
    keepPromises(maker.desk.seat.cross, maker)
    afterMakerFill(instrument, maker, level, price, lots)
    if (lots < wanted && maker.id == makerId) endUnbearable(instrument, maker)
    left -= lots
    sold += lots
  }
  isThin = left > 0 && !isHeldUp
  return sold
}

/** Is the mark better than the price at which nothing of what is behind it is left? */
export function isSolvent(house: Position): bool {
  const mark = house.contract.mark
  return house.isShort != 0 ? mark < house.bankrupt : mark > house.bankrupt
}

/** The worst price for what the house has: on the line while there is something to win, else near the mark. */
function worstNow(house: Position): f64 {
  const isShort = house.isShort != 0
  const contract = house.contract
  return isSolvent(house) ? limitOf(contract, isShort, house.bankrupt, house.begunAt) : startOf(contract, isShort)
}

/** What the fund would gain by closing so many lots at a price: their part of the margin and their result. */
export function resultOf(instrument: Instrument, house: Position, price: f64, lots: f64): i64 {
  const all = house.quantity
  const entry = partOf(house.entry, lots, all)
  const gain = gainOf(house.isShort != 0, valueOf(instrument, price, lots), entry) - signedPartOf(house.settled, lots, all)
  return signedPartOf(house.margin, lots, all) + gain
}

function trade(instrument: Instrument, house: Position, maker: Order, price: f64, lots: f64): void {
  dropPartner(instrument, maker)
  const value = valueOf(instrument, price, lots)
  const record = beginTrade(instrument, maker, none<Order>(), price, lots, value)
  const tradeId = record.tradeId
  settleSide(instrument, maker, MAKER, price, lots, value, tradeId)
  record.makerFee = feePaid
  const gain = closeHouse(instrument, house, price, lots, INSURANCE_LIQUIDATION)
  writeHouseFill(instrument, house, tradeId, price, lots, value, gain)
  instrument.lastPrice = price
  testTriggers(instrument, price)
}

/** Closes lots of what the house has at a price; what that brings or costs is the fund’s at once. Returns the gain without the margin. */
export function closeHouse(instrument: Instrument, house: Position, price: f64, lots: f64, cause: i32): i64 {
  const contract = house.contract
  const asset = contract.marginAsset
  const all = house.quantity
  const value = valueOf(instrument, price, lots)
  const entry = partOf(house.entry, lots, all)
  const settled = signedPartOf(house.settled, lots, all)
  const margin = signedPartOf(house.margin, lots, all)
  const gain = gainOf(house.isShort != 0, value, entry) - settled
  house.quantity = all - lots
  house.entry -= entry
  house.settled -= settled
  house.margin -= margin
  house.profit += margin + gain
  if (house.isShort == 0) contract.openInterest -= lots
  postHouse(openHouseAccount(CLEARING_PNL, asset), -gain)
  postHouse(openHouseAccount(INVENTORY_LIQUIDATION, asset), -margin)
  changeFund(asset, margin + gain, cause)
  return gain
}

/** Nothing of it is left: its receipt is complete. */
export function endHouse(house: Position): void {
  makeSure()
  const contract = house.contract
  unlink(contract, house)
  const record = LiquidationRecord.begin(LIQUIDATED_WHOLE, house.isShort, 1)
  record.tier = 0
  record.userId = house.broken
  record.instrumentId = contract.instrument
  record.receiptId = house.id
  record.positionId = house.brokenId
  record.forId = 0
  record.quantity = house.opened
  record.mark = contract.mark
  record.indexFine = contract.indexFine
  record.entry = 0
  record.rate = 0
  record.deduction = 0
  record.maintenance = 0
  record.margin = 0
  record.equity = 0
  record.bankruptcy = 0
  record.fee = 0
  record.insurance = house.profit
  record.share = -house.shared
  freePosition(house)
}

/** Takes it out of what the house has of its side. */
function unlink(contract: Contract, house: Position): void {
  const isShort = house.isShort != 0
  const first = isShort ? contract.houseShort : contract.houseLong
  if (first == house) {
    if (isShort) contract.houseShort = house.next
    else contract.houseLong = house.next
    return
  }
  let before = first
  while (before.next != house) before = before.next
  before.next = house.next
}

export function writeHouseFill(instrument: Instrument, house: Position, tradeId: f64, price: f64, lots: f64, value: i64, gain: i64): void {
  makeSure()
  const record = ContractFillRecord.begin(1, house.isShort != 0 ? BUY : SELL, 1)
  record.userId = 0
  record.instrumentId = idOf(instrument)
  record.tradeId = tradeId
  record.orderId = 0
  record.positionId = house.id
  record.price = price
  record.quantity = lots
  record.value = value
  record.fee = 0
  record.realised = gain
}

/**
 * Long and short of the house meet at the mark, as far as the fund may pay what that costs. What it may not is shared where nobody else is there
 * to take a side.
 */
export function meetHouse(instrument: Instrument, contract: Contract, isAlone: bool): void {
  while (contract.houseLong.exists && contract.houseShort.exists) {
    makeSure()
    const long = contract.houseLong
    const short = contract.houseShort
    const lots = min(long.quantity, short.quantity)
    const mark = contract.mark
    const ofLong = resultOf(instrument, long, mark, lots)
    const ofShort = resultOf(instrument, short, mark, lots)
    if (!isAlone && !mayLoseBoth(contract, long.broken, ofLong, short.broken, ofShort)) return
    const missing = -(fundOf(contract) + ofLong + ofShort)
    if (missing > 0) {
      const loser = ofShort < ofLong ? short : long
      loser.shared -= shareLoss(contract, loser.isShort == 0, missing)
    }
    noteLoss(contract, long.broken, -ofLong)
    noteLoss(contract, short.broken, -ofShort)
    const tradeId = state.trades + 1
    state.trades = tradeId
    const value = valueOf(instrument, mark, lots)
    const longGain = closeHouse(instrument, long, mark, lots, INSURANCE_LIQUIDATION)
    const shortGain = closeHouse(instrument, short, mark, lots, INSURANCE_LIQUIDATION)
    writeHouseFill(instrument, long, tradeId, mark, lots, value, longGain)
    writeHouseFill(instrument, short, tradeId, mark, lots, value, shortGain)
    if (long.quantity == 0) endHouse(long)
    if (short.quantity == 0) endHouse(short)
  }
}
