/**
 * The desk: what is beyond the limits of a stock goes to the book of its coin. An account of the house gives one order that takes what it
 * finds and never rests; what the order needs lies with that account while it runs, and all of it comes back in the same entry. The order
 * may cost what conversions of the coin left with the house since the last hedge, measured against the index of the instant.
 */
import { writeOrder, PLACED } from '../events/write-order'
import { indexOf, reachIndex } from '../index/asset-index'
import { findAccount, INVENTORY_CONVERT, openAccount, openHouseAccount } from '../ledger/account'
import { post, postHouse } from '../ledger/posting'
import { beginPhase, endPhase } from '../market/breaker'
import { openDesk } from '../market/desk'
import { hasRoom } from '../memory/tables'
import { checkPair, checkUser } from '../orders/checks'
import { clearDraft, DRAFT_PARENT } from '../orders/draft'
import { makeOrder } from '../orders/make-order'
import { conclude } from '../orders/enter'
import { match, wouldCross } from '../orders/match'
import { checkPlacement } from '../orders/place-order'
import { hold } from '../product'
import { lotsToAmount } from '../spot/holds'
import { userHandle } from '../user/user'
import { hedgeLots, hedgeMoney, hedgePrice, makeHedge, marketOf } from './hedge-size'
import { earn, reckon, tellInventory, valueOf } from './stock'
import { stockRow } from './stock-row'
import { setHedged } from './takes'
import { planHedge, watchStock } from './watch'
import { accountsTable, Desk, Instrument, Label, none, Draft, Order, state, Stock, User } from '../../generated/rows'
import { BUY, CAUSE_INVENTORY, CLOSE_NONE, IOC, LIMIT, SELL, SPOT_ACCOUNT, STP_TAKER, SYSTEM_SOURCE } from '../constants/code'
import { NONE } from '../constants/reason'

/** Work that fell due: one order, and another look later while the stock is beyond its limit still. */
export function runHedge(assetId: i32): void {
  const row = stockRow(assetId)
  if (row.beyond == 0) return
  hedge(row, assetId)
  watchStock(assetId)
  watchStock(state.unitAsset)
  if (row.beyond != 0) planHedge(assetId)
}

function hedge(row: Stock, assetId: i32): void {
  const user = state.convertDesk == 0 ? none<User>() : userHandle(state.convertDesk)
  if (!user.exists || checkUser(user) != NONE || state.convertClosed != 0 || row.isClosed != 0) return
  const instrument = marketOf(assetId)
  const side = row.beyond > 0 ? SELL : BUY
  if (!instrument.exists || checkPair(instrument, side, LIMIT, IOC) != NONE) return
  reachIndex(indexOf(assetId), assetId)
  reckon(assetId)
  if (!makeHedge(row, instrument, assetId) || !wouldCross(instrument, side, hedgePrice()) || !hasRoom(accountsTable, 4)) return
  fillDraft(side)
  lend(instrument, user, side)
}

function fillDraft(side: i32): void {
  clearDraft(DRAFT_PARENT)
  DRAFT_PARENT.side = side
  DRAFT_PARENT.type = LIMIT
  DRAFT_PARENT.timeInForce = IOC
  DRAFT_PARENT.selfTrade = STP_TAKER
  DRAFT_PARENT.source = SYSTEM_SOURCE
  DRAFT_PARENT.price = hedgePrice()
  DRAFT_PARENT.quantity = <f64>hedgeLots()
}

/** The desk has what the order may need while it runs; what is there behind it is taken back. */
function lend(instrument: Instrument, user: User, side: i32): void {
  const base = instrument.baseAsset
  const quote = instrument.quoteAsset
  const paid = side == BUY ? quote : base
  const before = availableOf(user, base)
  const quoteBefore = availableOf(user, quote)
  moveStock(user, paid, side == BUY ? hedgeMoney(instrument) : lotsToAmount(instrument, DRAFT_PARENT.quantity))
  if (checkPlacement(instrument, user, user.id, DRAFT_PARENT, none<Draft>()) == NONE) trade(instrument, user, side)
  takeBack(user, base, before)
  takeBack(user, quote, quoteBefore)
}

function takeBack(user: User, assetId: i32, before: i64): void {
  const more = availableOf(user, assetId) - before
  if (more > 0) moveStock(user, assetId, -more)
}

function availableOf(user: User, assetId: i32): i64 {
  const account = findAccount(user.id, assetId, SPOT_ACCOUNT)
  return account.exists ? account.available : 0
}

/** From the stock to the desk; below zero: back. */
function moveStock(user: User, assetId: i32, amount: i64): void {
  if (amount == 0) return
  post(openAccount(user.id, assetId, SPOT_ACCOUNT), amount, 0, CAUSE_INVENTORY, 0)
  postHouse(openHouseAccount(INVENTORY_CONVERT, assetId), -amount)
  tellInventory(assetId, -amount, 0)
}

function trade(instrument: Instrument, user: User, side: i32): void {
  const need = state.need
  const desk: Desk = openDesk(user.id, instrument)
  const order = makeOrder(instrument, desk, DRAFT_PARENT, LIMIT, none<Label>())
  hold(order, need)
  writeOrder(order, PLACED, CLOSE_NONE)
  beginPhase()
  setHedged(instrument.baseAsset)
  const ending = match(instrument, order)
  setHedged(0)
  noteCost(instrument, order, side)
  conclude(instrument, order, ending)
  endPhase(instrument)
}

/** Fees stay with the house: what a hedge costs is how far its trades were from the index. */
function noteCost(instrument: Instrument, order: Order, side: i32): void {
  // what met an order of its own account was not traded
  const lots = order.quantity - order.remaining - (order.extra.exists ? order.extra.prevented : 0)
  if (lots == 0) return
  const assetId = instrument.baseAsset
  const row = stockRow(assetId)
  const atIndex = valueOf(assetId, lotsToAmount(instrument, lots))
  const traded = valueOf(instrument.quoteAsset, order.executedQuote)
  earn(row, side == BUY ? atIndex - traded : traded - atIndex)
  row.spread = 0
  state.convertHedged += atIndex
}
