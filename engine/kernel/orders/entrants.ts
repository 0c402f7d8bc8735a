/** Orders that others hit or set free: they enter one behind the other, as many as a slice is for; the rest waits at its pair, which works them off. */
import { clear, entrantId, entrantOrder, pushEntrant, putEntrant } from '../memory/lists'
import { continueTaker, fire, pausedOrder, placeChildren } from './enter'
import { reachUser } from './late'
import { beginSlice, canGoOn, endSlice, spend } from './meetings'
import { end, instrumentOfOrder } from './order'
import { bitsOf, setBits, statusOf } from './order-flags'
import { joinTriggers } from './trigger'
import { beginWork, endWork } from './works'
import { entrantsList, Instrument, Order, state } from '../../generated/rows'
import { CLOSE_HALT, EXPIRED, PENDING_NEW, PENDING_TRIGGER, REDUCE_ONLY, TRADING } from '../constants/code'
import { DUE_ORDER_UNITS } from '../constants/due'
import { BIT_HIT } from '../constants/layout'
import { WORK_ENTERING } from '../constants/work'

/** Lets what was hit or set free enter, first come first served, until nothing is left or the pair stops; what is too much for the slice waits. */
export function drainEntrants(): void {
  // the list grows while it is walked
  for (let position: u32 = 0; position < entrantsList.count; position += 1) {
    const order = entrantOrder(entrantsList, position)
    const orderId = entrantId(entrantsList, position)
    if (order.id == orderId) admit(order, orderId)
  }
  clear(entrantsList)
}

function admit(order: Order, orderId: f64): void {
  if (state.behind != 0) {
    reachUser(order.desk.user)
    if (order.id != orderId) return
  }
  const instrument = instrumentOfOrder(order)
  if (instrument.work != 0) pushEntrant(instrument.waiting, order, orderId)
  else if (!isOpen(instrument)) {
    if (statusOf(order) == PENDING_NEW) pushEntrant(instrument.waiting, order, orderId)
    else if (statusOf(order) == PENDING_TRIGGER) waitAgain(instrument, order)
  } else {
    const canEnter = canGoOn()
    if (canEnter) enterOne(instrument, order)
    if (canEnter && instrument.isPaused == 0) return
    beginWork(instrument, WORK_ENTERING)
    const first = canEnter ? pausedOrder() : order
    pushEntrant(instrument.waiting, first, first.id)
  }
}

@inline function isOpen(instrument: Instrument): bool {
  return instrument.status == TRADING || instrument.status == REDUCE_ONLY
}

/** An order enters as a part of the slice that runs: it may have to pause. */
function enterOne(instrument: Instrument, order: Order): void {
  beginSlice()
  if (statusOf(order) == PENDING_NEW) placeChildren(instrument, order)
  else if (statusOf(order) == PENDING_TRIGGER) fire(instrument, order)
  endSlice()
  spend(DUE_ORDER_UNITS)
}

/** Goes on with the orders of a pair that wait to enter. What they set free comes behind them. */
export function enterSome(instrument: Instrument): void {
  const waiting = instrument.waiting
  while (instrument.waitingHand < waiting.count && canGoOn()) {
    if (!isOpen(instrument)) {
      giveBack(instrument)
      return
    }
    const hand = instrument.waitingHand
    const order = entrantOrder(waiting, hand)
    if (order.id != entrantId(waiting, hand)) {
      // it ended meanwhile
      instrument.isPaused = 0
      spend(1)
    } else if (instrument.isPaused != 0) {
      beginSlice()
      continueTaker(instrument, order)
      endSlice()
    } else {
      enterOne(instrument, order)
      if (instrument.isPaused != 0) putEntrant(waiting, hand, pausedOrder())
    }
    drainEntrants()
    if (instrument.isPaused == 0) instrument.waitingHand = hand + 1
  }
  if (instrument.waitingHand == waiting.count) finishEntering(instrument)
}

function finishEntering(instrument: Instrument): void {
  clear(instrument.waiting)
  instrument.waitingHand = 0
  endWork(instrument)
}

/** The pair stopped while orders entered: those that were hit wait for their price again, children for the end of the stop; who traded, ends. */
export function giveBack(instrument: Instrument): void {
  const waiting = instrument.waiting
  const count = waiting.count
  const from = instrument.waitingHand
  const isPaused = instrument.isPaused != 0
  instrument.isPaused = 0
  finishEntering(instrument)
  for (let place = from; place < count; place += 1) {
    const order = entrantOrder(waiting, place)
    const orderId = entrantId(waiting, place)
    if (order.id != orderId) continue
    // the list fills up behind the hand that reads it
    if (statusOf(order) == PENDING_NEW) pushEntrant(waiting, order, orderId)
    else if (statusOf(order) == PENDING_TRIGGER) waitAgain(instrument, order)
    else if (isPaused && place == from) end(instrument, order, EXPIRED, CLOSE_HALT)
  }
}

/** Hit while the pair stopped: back to its place, to be tested again when trading resumes. */
function waitAgain(instrument: Instrument, order: Order): void {
  setBits(order, bitsOf(order) & ~(<u32>BIT_HIT))
  joinTriggers(instrument, order)
}
