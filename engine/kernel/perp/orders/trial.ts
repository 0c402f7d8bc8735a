/**
 * Several fills one behind the other, tried out: each owner has figures that run along, the taker too. Nothing is changed. Whether an order trades
 * whole or not at all is asked so.
 */
import { advance, ask, feeRateOf, search } from './bear'
import { legOf, opposedIn, readFigures, TRIAL } from './figures'
import { judgeTrial } from './judge'
import { isClosing } from './legs'
import { sideOf } from '../../orders/order-flags'
import { reachTrader } from '../mark/funding'
import { partOf } from '../position/position'
import { Figures, Instrument, Order, Seat } from '../../../generated/rows'
import { FIGURES_BYTES } from '../../constants/layout'
import { RECORDS, RECORDS_SPACE } from '../../constants/map'

const END: usize = RECORDS + RECORDS_SPACE

/** Who only looks, outside of entries, changes nothing: not even funding that is due. */
let isPreview: bool = false

export function previewTrial(is: bool): void {
  isPreview = is
}

let next: usize = 0
let instrument: Instrument = changetype<Instrument>(0)

// The taker.
let own: Figures = changetype<Figures>(0)
let side: i32 = 0
let isClose: bool = false
let held: i64 = 0
let rest: f64 = 0

/** The taker stops for want of money. */
export let isPoor: bool = false
/** Value of what it traded so far, ticks × lots. */
export let tradedTicks: f64 = 0

/** Where the figures of a taker without a seat are to be filled in, before `beginTrial`. */
export function newcomer(): Figures {
  return changetype<Figures>(TRIAL)
}

/** Begins a trial of somebody's order; `seat` none: his figures stand in `newcomer`. `reserve`: what the order will have reserved, out of what is free now. */
export function beginTrial(pair: Instrument, seat: Seat, takerSide: i32, closes: bool, lots: f64, reserve: i64, isReserved: bool): void {
  instrument = pair
  next = TRIAL
  side = takerSide
  isClose = closes
  held = reserve
  rest = lots
  isPoor = false
  tradedTicks = 0
  if (seat.exists) own = figuresFor(seat)
  else {
    own = changetype<Figures>(TRIAL)
    next += FIGURES_BYTES
  }
  if (isReserved) return
  own.free -= reserve
  own.reserve += reserve
  if (own.isIsolated != 0) own.own -= reserve
}

/** Running figures of an owner, as he stands now where he was not met yet; nobody's where there is no room. */
function figuresFor(seat: Seat): Figures {
  const known = changetype<Figures>(<usize>seat.figures)
  const isIn = <usize>seat.figures >= TRIAL && <usize>seat.figures < next
  if (isIn && known.seat == seat) return known
  if (next + FIGURES_BYTES > END) return changetype<Figures>(0)
  const made = changetype<Figures>(next)
  next += FIGURES_BYTES
  if (!isPreview) reachTrader(seat.trader)
  readFigures(seat, made)
  seat.figures = <u32>changetype<usize>(made)
  return made
}

function mostOf(figures: Figures, orderSide: i32, closes: bool, price: f64, quantity: f64): f64 {
  const closing = min(quantity, opposedIn(legOf(figures, orderSide, closes), orderSide))
  const lots = closes ? closing : quantity
  return lots == 0 ? 0 : search(figures, instrument, price, lots, closing)
}

function askTaker(): void {
  ask(side, isClose, held, rest, feeRateOf(instrument.contract, false))
}

function askMaker(maker: Order): void {
  ask(sideOf(maker), isClosing(maker), maker.held, maker.remaining, feeRateOf(instrument.contract, true))
}

/** Lets the taker meet a resting order. Returns the lots; 0 = the maker bears none. Then look at `isPoor`. */
export function tradeInTrial(maker: Order, price: f64, quantity: f64): f64 {
  const other = figuresFor(maker.desk.seat)
  if (!other.exists) {
    isPoor = true
    return 0
  }
  judgeTrial(true)
  const lots = meetInTrial(maker, other, price, quantity)
  if (lots > 0) {
    askTaker()
    advance(own, instrument, price, lots)
    held -= partOf(held, lots, rest)
    rest -= lots
    askMaker(maker)
    advance(other, instrument, price, lots)
    tradedTicks += price * lots
  }
  judgeTrial(false)
  return lots
}

/** Begins to count what resting orders of a side could bear one behind the other. */
export function beginQuotes(pair: Instrument): void {
  instrument = pair
  next = TRIAL
}

/** Lots that a resting order could bear at its price behind those that were counted before it. */
export function quoteInTrial(maker: Order, price: f64): f64 {
  const figures = figuresFor(maker.desk.seat)
  if (!figures.exists) return 0
  judgeTrial(true)
  askMaker(maker)
  const lots = mostOf(figures, sideOf(maker), isClosing(maker), price, maker.remaining)
  if (lots != 0) advance(figures, instrument, price, lots)
  judgeTrial(false)
  return lots
}

/** A resting order would end, or trade so many lots and end: what it reserves for the others is free again. */
export function freeInTrial(maker: Order, traded: f64): void {
  if (maker.held == 0) return
  const figures = figuresFor(maker.desk.seat)
  if (!figures.exists) return
  const left = maker.held - partOf(maker.held, traded, maker.remaining)
  figures.free += left
  figures.reserve -= left
  if (figures.isIsolated != 0) figures.own += left
}

function meetInTrial(maker: Order, other: Figures, price: f64, quantity: f64): f64 {
  let lots = quantity
  while (true) {
    askTaker()
    const taken = mostOf(own, side, isClose, price, lots)
    if (taken == 0) {
      isPoor = lots == quantity
      return 0
    }
    askMaker(maker)
    const given = mostOf(other, sideOf(maker), isClosing(maker), price, taken)
    if (given == taken) isPoor = taken < lots
    if (given == 0 || given == taken) return given
    lots = given
  }
  return 0
}
