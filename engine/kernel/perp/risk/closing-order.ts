/** The order and the fill that whoever is closed by the system finds among his own. */
import { contractValue, instrumentOf } from '../contract'
import { makeSure } from '../../events/out'
import { PLACED, writeOrder } from '../../events/write-order'
import { clearDraft, DRAFT_PARENT } from '../../orders/draft'
import { conditionOf } from '../../orders/extra'
import { makeOrder } from '../../orders/make-order'
import { finish } from '../../orders/order'
import { sideOf } from '../../orders/order-flags'
import { closedFor } from './liquidate'
import { ContractFillRecord } from '../../../generated/records'
import { Contract, Draft, Label, none, Order, Seat, state } from '../../../generated/rows'
import { CLOSE_FILLED, CLOSE_NONE, FILLED, IOC, MARKET, STP_MAKER } from '../../constants/code'

const DRAFT: Draft = DRAFT_PARENT

/** The order: at market. */
export function closingOrder(seat: Seat, contract: Contract, side: i32, lots: f64, receiptId: f64, source: i32): Order {
  clearDraft(DRAFT)
  DRAFT.side = side
  DRAFT.type = MARKET
  DRAFT.timeInForce = IOC
  DRAFT.selfTrade = STP_MAKER
  DRAFT.source = source
  DRAFT.quantity = lots
  DRAFT.isClose = 1
  const order = makeOrder(instrumentOf(contract), seat.desk, DRAFT, MARKET, none<Label>())
  conditionOf(order).receipt = receiptId
  writeOrder(order, PLACED, CLOSE_NONE)
  return order
}

/** Its fill, without a fee and without anybody on the other side of the book. Asked behind `closeAt`. */
export function tellClosing(order: Order, contract: Contract, positionId: f64, price: f64, lots: f64): void {
  makeSure()
  const value = contractValue(contract, price, lots)
  order.remaining = 0
  order.executedQuote = value
  state.trades += 1
  const record = ContractFillRecord.begin(1, sideOf(order), 1)
  record.userId = order.desk.userId
  record.instrumentId = contract.instrument
  record.tradeId = state.trades
  record.orderId = order.id
  record.positionId = positionId
  record.price = price
  record.quantity = lots
  record.value = value
  record.fee = 0
  record.realised = closedFor
  finish(order, FILLED, CLOSE_FILLED)
}
