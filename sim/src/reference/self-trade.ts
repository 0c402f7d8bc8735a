/** An incoming order meets one of its own customer: the mode of the incoming one decides. */
import { listNeed, setHeld } from './holds.ts'
import { close, shrinkPartner, touch } from './lifecycle.ts'
import { isMarketLike, notionalOf, type RefInstrument, type RefOrder, restOf, type World } from './model.ts'
import { heldByRest } from './perp/need.ts'

/** Why a taker phase stopped; `done` = nothing left to execute. */
export type Stop = 'done' | 'exhausted' | 'limit' | 'band' | 'budget' | 'selfTrade' | 'money' | 'bound' | 'lock' | 'tooFar'

export const isByAmount = (order: RefOrder): boolean => order.quoteAmount > 0n

/** Applies the taker's mode to a match with an own order; 'stop' ends the taker. */
export function preventSelfTrade(
  world: World,
  instrument: RefInstrument,
  taker: RefOrder,
  maker: RefOrder,
  wanted: number,
): 'stop' | 'goOn' {
  const mode = taker.selfTrade
  if (mode === 'decrement') return decrement(world, instrument, taker, maker, Math.min(wanted, restOf(maker)))
  if (mode === 'expireMaker' || mode === 'expireBoth') {
    maker.preventedQuantity += restOf(maker)
    close(world, maker, 'expiredInMatch', 'selfTrade')
  }
  if (mode === 'expireMaker') return 'goOn'
  if (!isByAmount(taker)) taker.preventedQuantity += restOf(taker)
  return 'stop'
}

/** What a limit order goes on to hold for its rest. */
const needOfRest = (world: World, instrument: RefInstrument, order: RefOrder): bigint =>
  order.contract === undefined ? listNeed(world, instrument, order) : heldByRest(world, order)

function decrement(world: World, instrument: RefInstrument, taker: RefOrder, maker: RefOrder, quantity: number): 'stop' | 'goOn' {
  maker.preventedQuantity += quantity
  touch(world, maker)
  if (restOf(maker) > 0) shrinkPartner(world, maker)
  if (restOf(maker) === 0) {
    close(world, maker, 'expiredInMatch', 'selfTrade')
  } else {
    maker.shown = Math.min(maker.shown, restOf(maker))
    setHeld(world, maker, needOfRest(world, instrument, maker))
  }
  if (isByAmount(taker)) {
    setHeld(world, taker, taker.held - notionalOf(instrument, maker.price, quantity))
    return 'goOn'
  }
  taker.preventedQuantity += quantity
  if (restOf(taker) === 0) return 'stop'
  if (!isMarketLike(taker)) {
    setHeld(world, taker, needOfRest(world, instrument, taker))
  } else if (taker.contract !== undefined) {
    setHeld(world, taker, heldByRest(world, taker))
  } else if (taker.side === 'sell') {
    setHeld(world, taker, BigInt(restOf(taker)) * instrument.baseFactor)
  }
  return 'goOn'
}
