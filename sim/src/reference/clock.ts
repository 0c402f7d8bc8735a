/**
 * Work that falls due by itself: day roll, expiries, cancel-all timers, ends of halts. It runs before the command of an entry, by due time:
 * a slice of it.
 */
import { drainQueue } from './activate.ts'
import { endPhase, runWork } from './auction.ts'
import { cancelAll } from './cancel.ts'
import { endTerms, postLines } from './earn.ts'
import { runSale, saleTurn } from './earn-products.ts'
import { followPairs } from './follow-index.ts'
import { runHedge } from './hedge.ts'
import { makeIndex } from './index-price.ts'
import { endTimer } from './lateness.ts'
import { close } from './lifecycle.ts'
import { DAY_MS, type RefInstrument, type RefOrder, type Timer, type World } from './model.ts'
import { cutTouched } from './perp/closers.ts'
import { settleFunding } from './perp/funding.ts'
import { followIndexes } from './perp/mark.ts'
import { callForRisk, inTurn, runRisk } from './perp/risk.ts'
import { sampleAll } from './perp/sample.ts'

import { pass, runOut, runsOutAt } from './withdrawals.ts'
import { canGoOn } from './works.ts'

interface Due {
  readonly at: number
  /** Order of kinds that fall due together. */
  readonly rank: number
  readonly id: number
  /** Does it, or as much as so many units are for. @returns units */
  readonly run: (units: number) => number
}

function dueItems(world: World): Due[] {
  const items: Due[] = []
  if (world.nextDay > 0) items.push({ at: world.nextDay, rank: 0, id: 0, run: (units) => passDay(world, units) })
  for (const order of world.live.values()) {
    if (order.expireAt > 0) items.push({ at: order.expireAt, rank: 1, id: order.orderId, run: () => expire(world, order) })
  }
  for (const [key, timer] of world.timers) {
    const run = (units: number): number => runTimer(world, key, timer, units)
    items.push({ at: timer.dueAt, rank: 2, id: timer.userId * 4096 + timer.instrumentId, run })
  }
  for (const instrument of world.instruments) {
    if (instrument.endsAt === 0) continue
    items.push({ at: instrument.endsAt, rank: 3, id: instrument.instrumentId, run: () => endStatus(world, instrument) })
  }
  items.push(...productItems(world))
  return items
}

/** Indexes of which a source gets too old, sales that begin or end, and the two runs of a day over all savings. */
function productItems(world: World): Due[] {
  const items: Due[] = []
  for (const [assetId, { recheckAt }] of world.indexes)
    items.push({ at: recheckAt, rank: 4, id: assetId, run: () => makeIndexAt(world, assetId, recheckAt) })
  for (const [assetId, stock] of world.convert.stocks)
    items.push({ at: stock.hedgeAt, rank: 18, id: assetId, run: () => runHedge(world, assetId) })
  items.push(...forgotten(world))
  for (const product of world.earn.products)
    items.push({ at: saleTurn(product), rank: 6, id: product.productId, run: () => runSale(product) })
  for (const withdrawal of world.wallet.withdrawals.values()) {
    items.push({ at: runsOutAt(withdrawal), rank: 9, id: withdrawal.id, run: () => runOut(world, withdrawal) })
    items.push({ at: withdrawal.pastAt, rank: 10, id: withdrawal.id, run: () => pass(world, withdrawal) })
  }
  items.push(...contractItems(world))
  if (world.earn.nextLines === 0) return items
  items.push({ at: world.earn.nextLines, rank: 7, id: 0, run: () => postLines(world) })
  items.push({ at: world.earn.nextEnds, rank: 8, id: 0, run: () => endTerms(world) })
  return items
}

/** Quotes that would have expired, and conversions that nobody asks about any more. */
function forgotten(world: World): Due[] {
  const { executed, takers } = world.convert
  const quotes = [...executed].map(([quoteId, validUntil]): Due => {
    const run = (): number => forget(executed, quoteId)
    return { at: validUntil + 1, rank: 5, id: quoteId, run }
  })
  const persons = [...takers].map(([name, { person, assetId, forgetAt }]): Due => {
    const run = (): number => forget(takers, name)
    return { at: forgetAt, rank: 17, id: person * 4096 + assetId, run }
  })
  return [...quotes, ...persons]
}

function forget<Key>(known: Map<Key, unknown>, key: Key): number {
  known.delete(key)
  return ORDER_UNITS
}

/** Samples, settlements of funding, and looks at positions. */
function contractItems(world: World): Due[] {
  const { contracts, nextSample } = world.perp
  if (contracts.size === 0) return []
  const funding = Math.min(...[...contracts.values()].map(({ nextFunding }) => nextFunding))
  return [
    { at: funding, rank: 12, id: 0, run: () => once(() => settleFunding(world, funding)) },
    ...riskItems(world),
    { at: nextSample, rank: SAMPLE, id: 0, run: () => once(() => sampleAll(world, nextButSamples(world))) },
  ]
}

/**
 * The engine decides which due contract comes first. One already queued is looked at in its turn even if nobody is in trouble.
 */
function riskItems(world: World): Due[] {
  const { due } = world.perp.hints
  const contracts = [...world.perp.contracts.values()]
  const now = contracts.filter(({ riskAt }) => riskAt <= world.time).map(({ instrumentId }) => instrumentId)
  const turns = now.length > 1 ? inTurn(world, now) : now
  return contracts.map((contract) => {
    const { instrumentId, riskAt } = contract
    const known = due.get(instrumentId) ?? Number.POSITIVE_INFINITY
    const run = (): number => {
      due.delete(instrumentId)
      return once(() => runRisk(world, contract))
    }
    return { at: Math.min(known, Math.max(riskAt, world.time)), rank: 13, id: turns.indexOf(instrumentId), run }
  })
}

const SAMPLE = 11

function once(run: () => void): number {
  run()
  return 1
}

/** When anything but a sample is due. */
const nextButSamples = (world: World): number => Math.min(...dueItems(world).flatMap(({ at, rank }) => (rank === SAMPLE ? [] : [at])))

function makeIndexAt(world: World, assetId: number, at: number): number {
  makeIndex(world, assetId, at)
  followIndexes(world, at)
  return ORDER_UNITS
}

/** An order that ends costs as much as so many customers whose day is closed. */
const ORDER_UNITS = 16

function expire(world: World, order: RefOrder): number {
  close(world, order, 'expired', 'gtd')
  return ORDER_UNITS
}

/** The oldest orders first, as many as the units are for; the timer is done when it found fewer. */
function runTimer(world: World, key: string, timer: Timer, units: number): number {
  const most = Math.ceil(units / ORDER_UNITS)
  const ended = cancelAll(world, timer.userId, timer.instrumentId, 'cancelAllTimer', { most, sparesLocked: true }).length
  if (ended < most) endTimer(world, key, timer)
  return ORDER_UNITS * Math.max(1, ended)
}

function endStatus(world: World, instrument: RefInstrument): number {
  instrument.endsAt = 0
  return endPhase(world, instrument)
}

/** Part of a slice that an entry with a command does. */
const PART = 64

/** Is anything left that is due by now? */
export const isAnyDue = (world: World): boolean => nextDue(world) !== undefined

/** Runs what is due until now, then what pairs work at. @param isTick an entry that has nothing else to do */
export function advance(world: World, isTick: boolean): void {
  world.units = isTick ? world.slice : Math.floor(world.slice / PART)
  while (world.units > 0) {
    const next = nextDue(world)
    if (next !== undefined) {
      world.units -= next.run(world.units)
      settleEntry(world)
    } else if (world.works.length > 0 && canGoOn(world)) runWork(world)
    else break
  }
  world.hasBegun = false
}

function nextDue(world: World): Due | undefined {
  return dueItems(world)
    .filter((item) => item.at <= world.time)
    .sort((a, b) => a.at - b.at || a.rank - b.rank || a.id - b.id)[0]
}

/** Behind a command: what was set free enters, as much as a slice is for. */
export function settleCommand(world: World): void {
  world.units = world.slice
  settleEntry(world)
}

/** A settlement of funding that is due comes before a command, whatever else waits for its turn. */
export function reachFunding(world: World): void {
  const at = Math.min(...[...world.perp.contracts.values()].map(({ nextFunding }) => nextFunding))
  if (at > world.time) return
  settleFunding(world, at)
  settleEntry(world)
}

/** Behind a command, and behind each piece of what is due: what was set free enters, what has to be cut is cut. */
export function settleEntry(world: World): void {
  followPairs(world)
  do {
    drainQueue(world)
    cutTouched(world)
  } while (world.queue.length > 0)
  callForRisk(world)
}

/** Goes on to close a day, customer by customer. When each was reached shows nowhere: what anybody asks about one is as of today. */
function passDay(world: World, units: number): number {
  const traders = [...world.users.values()].filter(({ volumes }) => volumes.size > 0).length
  const passed = Math.min(units, traders - world.rolled)
  world.rolled += passed
  if (world.rolled === traders) {
    world.rolled = 0
    world.nextDay += DAY_MS
  }
  return Math.max(1, passed)
}
