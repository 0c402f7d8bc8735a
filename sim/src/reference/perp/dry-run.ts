/** The walk of an order through the book, tried with the figures of every owner and without a trace. */
import { crosses, opposite, sideOf } from '../book.ts'
import { isUnsure } from '../bounds.ts'
import { isLate } from '../lateness.ts'
import { type RefInstrument, type RefOrder, restOf, type World } from '../model.ts'
import { insideBand, referencePrice } from '../prices.ts'
import { seatOf } from './account.ts'
import { figuresOf, judgeFill, mostOf, type Standing } from './bear.ts'
import { type Figures, meet } from './judge.ts'
import { cutsMost, isBeyondWorst, mayMeet, PASSED_MOST } from './taker.ts'

/** What it came to: all of it filled, the taker had no more to give, or the book had not, or more orders would end than the command may end. */
export type Tried = 'whole' | 'money' | 'book'

/** Figures of every owner that the walk came to. */
type Owners = Map<number, Figures>

const figuresIn = (world: World, owners: Owners, { userId, instrumentId }: RefOrder): Figures =>
  owners.get(userId) ?? figuresOf(world, userId, instrumentId)

/** An order that would end gives back what it holds. */
function release(world: World, owners: Owners, order: RefOrder, held: bigint): void {
  const figures = figuresIn(world, owners, order)
  const { isIsolated } = seatOf(world, order.userId, order.instrumentId)
  const own = figures.own + (isIsolated ? held : 0n)
  owners.set(order.userId, { ...figures, own, free: figures.free + held, reserve: figures.reserve - held })
}

interface Walk {
  readonly owners: Owners
  left: number
  held: bigint
  cuts: number
  passed: number
  /** Resting orders that it may still look at. */
  most: number
}

export function tryWhole(world: World, instrument: RefInstrument, order: RefOrder): Tried {
  const { cuts, passed } = world.perp
  const walk: Walk = { owners: new Map(), left: restOf(order), held: order.held, cuts, passed, most: world.meetingsMost - world.met }
  const reference = referencePrice(world, instrument)
  for (const maker of sideOf(instrument, opposite(order.side))) {
    if (walk.left === 0) return 'whole'
    if (walk.most === 0) return 'book'
    if (!crosses(order.side, order.price, maker.price) || isBeyondWorst(world, order, maker.price)) return 'book'
    if (!insideBand(instrument, order.side, maker.price, reference)) return 'book'
    walk.most -= 1
    if (isLate(world, maker)) {
      release(world, walk.owners, maker, maker.held)
      continue
    }
    const isOwn = maker.userId === order.userId && order.selfTrade !== 'none'
    if (!isOwn && isUnsure(world, instrument, maker)) continue
    if (!mayMeet(world, order, maker)) {
      if (walk.passed === PASSED_MOST) return 'book'
      walk.passed += 1
      continue
    }
    if (maker.userId === order.userId && order.selfTrade !== 'none') {
      if (order.selfTrade !== 'expireMaker') return 'book'
      release(world, walk.owners, maker, maker.held)
      continue
    }
    const stop = meetMaker(world, walk, order, maker)
    if (stop !== undefined) return stop
  }
  return walk.left === 0 ? 'whole' : 'book'
}

/** @returns the verdict where the walk ends at this maker */
function meetMaker(world: World, walk: Walk, order: RefOrder, maker: RefOrder): Tried | undefined {
  const { price } = maker
  const taking = (): Standing => ({ order, rest: walk.left, held: walk.held, isTried: true })
  const making: Standing = { order: maker, rest: restOf(maker), held: maker.held, isTried: true }
  const met = meet(
    Math.min(walk.left, maker.shown),
    (lots) => mostOf(world, taking(), figuresIn(world, walk.owners, order), { price, lots, role: 'taker' }),
    (lots) => mostOf(world, making, figuresIn(world, walk.owners, maker), { price, lots, role: 'maker' }),
  )
  if (met === 'takerStops') return 'money'
  const ends = met === 'makerEnds' || met.isMakerCut
  if (ends && walk.cuts >= cutsMost(order.contract?.isClose === true)) return 'book'
  if (ends) walk.cuts += 1
  if (met === 'makerEnds') {
    release(world, walk.owners, maker, maker.held)
    return undefined
  }
  const makerHeld = fill(world, walk.owners, making, price, met.lots, 'maker')
  walk.held = fill(world, walk.owners, taking(), price, met.lots, 'taker')
  walk.left -= met.lots
  if (met.isMakerCut) release(world, walk.owners, maker, makerHeld)
  return met.isTakerCut ? 'money' : undefined
}

/** @returns what the order still holds */
function fill(world: World, owners: Owners, standing: Standing, price: number, lots: number, role: 'maker' | 'taker'): bigint {
  const before = figuresIn(world, owners, standing.order)
  const after = judgeFill(world, standing, before, { price, lots, role })
  if (after === undefined) throw new Error('reference: a fill that was found bearable is not')
  owners.set(standing.order.userId, after)
  return standing.held - (before.reserve - after.reserve)
}
