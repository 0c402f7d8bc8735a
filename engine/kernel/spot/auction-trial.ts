/**
 * Tries an auction price before anything trades: which orders of one customer would meet, and whether the book that is left would still
 * be crossed. It would be where prevention takes away what the price was chosen for; then there may not be trading at this price.
 */
import { ASKS, BIDS, bestOf, ladderOf } from '../book/ladder'
import { STP_BOTH, STP_DECREMENT, STP_MAKER, STP_TAKER } from '../constants/code'
import { EXTRA_VISIBLE, LEVEL_HEAD, LEVEL_PRICE, LEVEL_WORSE, ORDER_NEXT } from '../constants/layout'
import { EXTRAS, LEVELS, LEVELS_SPACE, ORDERS, RECORDS, RECORDS_SPACE } from '../constants/map'
import { shownOf } from './order'
import { extraRowOf, orderIdOf, remainingOf } from './order-row'
import { meetingMode } from './self-trade'

/**
 * Scratch of an auction, at the end of the records' memory. A level's row is larger than a step of its price's choice, and all orders that
 * can be there need less than that as cells too.
 */
export const SCRATCH: usize = RECORDS + RECORDS_SPACE - LEVELS_SPACE

// Cell: an order that crosses, with what it would have left. The cells of a side are a queue in the order of price and time.
const CELL_ORDER: usize = 0
const CELL_NEXT: usize = 4
const CELL_REST: usize = 8
const CELL_SHOWN: usize = 16
const CELL_PRICE: usize = 24
const CELL_BYTES: usize = 32

let bid: usize = 0
let ask: usize = 0
let end: usize = 0
let firstBid: usize = 0
let firstAsk: usize = 0

/** Two orders of one customer of which one has to give way before there can be trading at this price: see `metBid`, `metAsk`. */
export function mustGiveWay(instrument: usize, price: f64): bool {
  end = SCRATCH
  bid = layOut(instrument, BIDS)
  ask = layOut(instrument, ASKS)
  firstBid = 0
  firstAsk = 0
  while (bid != 0 && ask != 0 && load<f64>(bid, CELL_PRICE) >= price && load<f64>(ask, CELL_PRICE) <= price) {
    const mode = meetingMode(load<u32>(bid), load<u32>(ask))
    if (mode < 0) fill()
    else meet(mode)
  }
  return firstBid != 0 && bid != 0 && ask != 0 && load<f64>(bid, CELL_PRICE) >= load<f64>(ask, CELL_PRICE)
}

/** The first two that would meet, after `mustGiveWay`. */
export function metBid(): usize {
  return firstBid
}

export function metAsk(): usize {
  return firstAsk
}

/** Writes the queue of a side, as far as it crosses. Returns its first cell, 0 = none. */
function layOut(instrument: usize, which: i32): usize {
  const opposite = bestOf(ladderOf(instrument, which == BIDS ? ASKS : BIDS))
  const edge = opposite == 0 ? 0 : load<f64>(opposite, LEVELS + LEVEL_PRICE)
  const from = end
  for (let level = bestOf(ladderOf(instrument, which)); level != 0; level = load<usize>(level, LEVELS + LEVEL_WORSE)) {
    const price = load<f64>(level, LEVELS + LEVEL_PRICE)
    if (which == BIDS ? price < edge : price > edge) break
    for (let order = load<usize>(level, LEVELS + LEVEL_HEAD); order != 0; order = load<usize>(order, ORDERS + ORDER_NEXT)) {
      store<u32>(end, <u32>order)
      store<u32>(end, <u32>(end + CELL_BYTES), CELL_NEXT)
      store<f64>(end, remainingOf(order), CELL_REST)
      store<f64>(end, shownOf(order), CELL_SHOWN)
      store<f64>(end, price, CELL_PRICE)
      end += CELL_BYTES
    }
  }
  if (end == from) return 0
  store<u32>(end - CELL_BYTES, 0, CELL_NEXT)
  return from
}

function fill(): void {
  const quantity = min(load<f64>(bid, CELL_SHOWN), load<f64>(ask, CELL_SHOWN))
  bid = take(bid, quantity, load<f64>(bid, CELL_SHOWN) - quantity)
  ask = take(ask, quantity, load<f64>(ask, CELL_SHOWN) - quantity)
}

function meet(mode: i32): void {
  if (firstBid == 0) {
    firstBid = load<u32>(bid)
    firstAsk = load<u32>(ask)
  }
  const bidRest = load<f64>(bid, CELL_REST)
  const askRest = load<f64>(ask, CELL_REST)
  if (mode == STP_DECREMENT) {
    const quantity = min(bidRest, askRest)
    bid = take(bid, quantity, min(load<f64>(bid, CELL_SHOWN), bidRest - quantity))
    ask = take(ask, quantity, min(load<f64>(ask, CELL_SHOWN), askRest - quantity))
    return
  }
  const isBidTaker = orderIdOf(load<u32>(bid)) > orderIdOf(load<u32>(ask))
  if (mode == STP_BOTH || mode == (isBidTaker ? STP_TAKER : STP_MAKER)) bid = load<u32>(bid, CELL_NEXT)
  if (mode == STP_BOTH || mode == (isBidTaker ? STP_MAKER : STP_TAKER)) ask = load<u32>(ask, CELL_NEXT)
}

/** Takes a quantity off the first cell of a queue, of which `shown` lots stay shown. Returns the cell that is first then. */
function take(cell: usize, quantity: f64, shown: f64): usize {
  const rest = load<f64>(cell, CELL_REST) - quantity
  if (rest == 0) return load<u32>(cell, CELL_NEXT)
  store<f64>(cell, rest, CELL_REST)
  store<f64>(cell, shown, CELL_SHOWN)
  return shown == 0 ? refill(cell, rest) : cell
}

/** The next slice of an iceberg goes behind the others of its price. */
function refill(cell: usize, rest: f64): usize {
  const extra = extraRowOf(load<u32>(cell))
  store<f64>(cell, min(load<f64>(extra, EXTRAS + EXTRA_VISIBLE), rest), CELL_SHOWN)
  const price = load<f64>(cell, CELL_PRICE)
  let last = cell
  for (;;) {
    const next: usize = load<u32>(last, CELL_NEXT)
    if (next == 0 || load<f64>(next, CELL_PRICE) != price) break
    last = next
  }
  if (last == cell) return cell
  const first: usize = load<u32>(cell, CELL_NEXT)
  store<u32>(cell, load<u32>(last, CELL_NEXT), CELL_NEXT)
  store<u32>(last, <u32>cell, CELL_NEXT)
  return first
}
