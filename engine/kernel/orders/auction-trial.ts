/**
 * Tries an auction price before anything trades: which orders of one customer would meet, and whether the book that is left would still
 * be crossed. It would be where prevention takes away what the price was chosen for; then there may not be trading at this price.
 */
import { ASKS, BIDS, ladderOf } from '../book/ladder'
import { shownOf } from './extra'
import { SCRATCH } from './scratch'
import { meetingMode } from './self-trade'
import { Cell, Instrument, none, Order } from '../../generated/rows'
import { STP_BOTH, STP_DECREMENT, STP_MAKER, STP_TAKER } from '../constants/code'
import { CELL_BYTES } from '../constants/layout'

// Cell: an order that crosses, with what it would have left. The cells of a side are a queue in the order of price and time.
let bid: Cell = changetype<Cell>(0)
let ask: Cell = changetype<Cell>(0)
let end: usize = 0
let firstBid: Order = changetype<Order>(0)
let firstAsk: Order = changetype<Order>(0)

/** Two orders of one customer of which one has to give way before there can be trading at this price: see `metBid`, `metAsk`. */
export function mustGiveWay(instrument: Instrument, price: f64): bool {
  end = SCRATCH
  bid = layOut(instrument, BIDS)
  ask = layOut(instrument, ASKS)
  firstBid = none<Order>()
  firstAsk = none<Order>()
  while (bid.exists && ask.exists && bid.price >= price && ask.price <= price) {
    const mode = meetingMode(bid.order, ask.order)
    if (mode < 0) fill()
    else meet(mode)
  }
  return firstBid.exists && bid.exists && ask.exists && bid.price >= ask.price
}

/** The first two that would meet, after `mustGiveWay`. */
export function metBid(): Order {
  return firstBid
}

export function metAsk(): Order {
  return firstAsk
}

/** Writes the queue of a side, as far as it crosses. Returns its first cell, none when there is none. */
function layOut(instrument: Instrument, which: i32): Cell {
  const opposite = ladderOf(instrument, which == BIDS ? ASKS : BIDS).best
  const edge = opposite.exists ? opposite.price : 0
  const from = end
  for (let level = ladderOf(instrument, which).best; level.exists; level = level.worse) {
    const price = level.price
    if (which == BIDS ? price < edge : price > edge) break
    for (let order = level.head; order.exists; order = order.next) {
      const cell = changetype<Cell>(end)
      end += CELL_BYTES
      cell.order = order
      cell.next = changetype<Cell>(end)
      cell.rest = order.remaining
      cell.shown = shownOf(order)
      cell.price = price
    }
  }
  if (end == from) return none<Cell>()
  changetype<Cell>(end - CELL_BYTES).next = none<Cell>()
  return changetype<Cell>(from)
}

function fill(): void {
  const quantity = min(bid.shown, ask.shown)
  bid = take(bid, quantity, bid.shown - quantity)
  ask = take(ask, quantity, ask.shown - quantity)
}

function meet(mode: i32): void {
  if (!firstBid.exists) {
    firstBid = bid.order
    firstAsk = ask.order
  }
  const bidRest = bid.rest
  const askRest = ask.rest
  if (mode == STP_DECREMENT) {
    const quantity = min(bidRest, askRest)
    bid = take(bid, quantity, min(bid.shown, bidRest - quantity))
    ask = take(ask, quantity, min(ask.shown, askRest - quantity))
    return
  }
  const isBidTaker = bid.order.id > ask.order.id
  if (mode == STP_BOTH || mode == (isBidTaker ? STP_TAKER : STP_MAKER)) bid = bid.next
  if (mode == STP_BOTH || mode == (isBidTaker ? STP_MAKER : STP_TAKER)) ask = ask.next
}

/** Takes a quantity off the first cell of a queue, of which `shown` lots stay shown. Returns the cell that is first then. */
function take(cell: Cell, quantity: f64, shown: f64): Cell {
  const rest = cell.rest - quantity
  if (rest == 0) return cell.next
  cell.rest = rest
  cell.shown = shown
  return shown == 0 ? refill(cell, rest) : cell
}

/** The next slice of an iceberg goes behind the others of its price. */
function refill(cell: Cell, rest: f64): Cell {
  const extra = cell.order.extra
  cell.shown = min(extra.visible, rest)
  const price = cell.price
  let last = cell
  for (;;) {
    const next = last.next
    if (!next.exists || next.price != price) break
    last = next
  }
  if (last == cell) return cell
  const first = cell.next
  cell.next = last.next
  last.next = cell
  return first
}
