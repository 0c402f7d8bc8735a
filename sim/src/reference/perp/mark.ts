/** Index and mark of a contract. */
import { indexAt, instrumentAt, RATE_ONE, type RefInstrument, smaller, type World } from '../model.ts'
import { WINDOW_MS } from './instants.ts'
import { impactOf, reachAt } from './numbers.ts'
import { FUNDING_ONE, HOUSE, type RefContract } from './perp-model.ts'
import { lookLater, takenOf, troubleOf } from './taken.ts'
import { notePrice } from './triggers.ts'
import { ceilOf, contractAt, fineOf, floorDiv } from './value.ts'

const HOUR_MS = 3_600_000

/** Of base in quote, 1e-12, rounded down; undefined where one of the two is frozen or never was. */
function indexOf(world: World, instrument: RefInstrument): bigint | undefined {
  const { baseAssetId, quoteAssetId } = instrument.terms
  const base = indexAt(world, baseAssetId)
  if (base.live === 0 || base.price === 0n) return undefined
  if (quoteAssetId === world.index.unitAssetId) return base.price
  const quote = indexAt(world, quoteAssetId)
  return quote.live === 0 || quote.price === 0n ? undefined : (base.price * FUNDING_ONE) / quote.price
}

/** Brings contracts to the current indexes; where one changed, its mark is made anew. */
export function followIndexes(world: World, at: number): void {
  for (const contract of world.perp.contracts.values()) {
    if (contract.isSettled) continue
    const instrument = instrumentAt(world, contract.instrumentId)
    const fine = indexOf(world, instrument)
    const isShut = fine === undefined
    if (isShut === contract.isShut && (fine ?? contract.indexFine) === contract.indexFine) continue
    const isBack = contract.isShut && !isShut
    if (isShut && !contract.isShut) freeze(world, contract, at)
    contract.isShut = isShut
    contract.indexFine = fine ?? contract.indexFine
    contract.index = ticksOf(instrument, contract.indexFine)
    remark(world, contract, at)
    if (isBack) goOn(world, contract, at)
  }
}

/** From here on only what closes and is placed later meets. */
function freeze(world: World, contract: RefContract, at: number): void {
  contract.frozenAt = at
  contract.frozenAfter = world.lastOrderId
}

/** Nobody had time to sell: neither the house what it has, nor who is being liquidated. */
function goOn(world: World, contract: RefContract, at: number): void {
  const frozen = at - contract.frozenAt
  const mine = world.perp.positions.filter(({ userId, instrumentId }) => userId !== HOUSE && instrumentId === contract.instrumentId)
  for (const trouble of new Set(mine.map((position) => troubleOf(world, position))))
    if (trouble.isBroken) trouble.begun = Math.min(world.time, trouble.begun + frozen)
  for (const taken of takenOf(world, contract.instrumentId)) {
    taken.begun += frozen
    taken.taken += frozen
    taken.deadline += frozen
  }
  lookLater(world, contract)
}

/** The nearest tick, halves up, never below 1. */
const ticksOf = (instrument: RefInstrument, fine: bigint): number =>
  Math.max(1, Number((fine + fineOf(instrument) / 2n) / fineOf(instrument)))

/**
 * The middle one of index with what is left of the last funding, index with the mean basis, and that moved towards the last price as far as
 * the last minute traded the impact value.
 */
function middleOf(world: World, contract: RefContract, instrument: RefInstrument, at: number): bigint {
  const { indexFine, basis, terms, nextFunding, fundingRate } = contract
  const length = terms.fundingHours * HOUR_MS
  const left = BigInt(Math.max(0, Math.min(length, nextFunding - at)))
  const size = fundingRate < 0n ? -fundingRate : fundingRate
  const share = (((indexFine * size) / FUNDING_ONE) * left) / BigInt(length)
  const withFunding = indexFine + (fundingRate < 0n ? -share : share)
  const withBasis = indexFine + basis.reduce((sum, sample) => sum + sample, 0n) / BigInt(basis.length)
  const withLast = towardsLast(world, contract, instrument, withBasis, at)
  const [, middle = 0n] = [withFunding, withBasis, withLast].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return middle
}

function towardsLast(world: World, contract: RefContract, instrument: RefInstrument, from: bigint, at: number): bigint {
  const last = BigInt(instrument.lastPrice) * fineOf(instrument)
  const traded = tradedOf(contract, at)
  if (last === 0n) return from
  const impact = impactOf(world, contract)
  const distance = last < from ? from - last : last - from
  const moved = (distance * smaller(traded, impact)) / impact
  return last < from ? from - moved : from + moved
}

/** Without an index the mark stays where it is. */
export function remark(world: World, contract: RefContract, at: number): void {
  if (contract.isShut) return
  const instrument = instrumentAt(world, contract.instrumentId)
  const fine = fineOf(instrument)
  const reach = reachAt(world, contract.instrumentId)
  const lowest = Number(ceilOf(contract.indexFine * (RATE_ONE - reach), RATE_ONE * fine))
  const highest = Number(floorDiv(contract.indexFine * (RATE_ONE + reach), RATE_ONE * fine))
  const ticks = ticksOf(instrument, middleOf(world, contract, instrument, at))
  // between two ticks there may be none near enough
  contract.mark = lowest > highest ? contract.index : Math.max(1, Math.min(highest, Math.max(lowest, ticks)))
  if (instrument.status !== 'trading' && instrument.status !== 'reduceOnly') return
  notePrice(world, instrument, 'mark', contract.mark)
  notePrice(world, instrument, 'index', contract.index)
}

// ---- what customers traded with each other ----

const LAST_WINDOWS = 12

/** Time goes on for the last minute; it never goes back. */
function reachTraded(contract: RefContract, at: number): void {
  contract.tradedAt = Math.max(contract.tradedAt, Math.floor(at / WINDOW_MS))
  contract.traded = contract.traded.filter(({ window }) => window > contract.tradedAt - LAST_WINDOWS)
}

/** A trade between two customers. */
export function noteTraded(world: World, instrumentId: number, value: bigint): void {
  const contract = contractAt(world, instrumentId)
  reachTraded(contract, world.time)
  contract.traded.push({ window: contract.tradedAt, value })
}

function tradedOf(contract: RefContract, at: number): bigint {
  reachTraded(contract, at)
  return contract.traded.reduce((sum, { value }) => sum + value, 0n)
}
