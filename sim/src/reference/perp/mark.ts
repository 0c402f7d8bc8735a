/** Index, basis, mark and premium of a contract. */
import { depth } from '../book.ts'
import { indexAt, instrumentAt, type RefInstrument, type World } from '../model.ts'
import { offerLater } from './house.ts'
import { FUNDING_ONE, type RefContract } from './perp-model.ts'
import { notePrice } from './triggers.ts'
import { ceilOf, fineOf, floorDiv } from './value.ts'

const HOUR_MS = 3_600_000
const BASIS_SAMPLES = 30
const MINUTE_MS = 60_000
const SAMPLE_MS = 5_000
/** The mark stays this near the index: 5 %. */
const CLAMP = { below: 95n, above: 105n, of: 100n } as const

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
    const instrument = instrumentAt(world, contract.instrumentId)
    const fine = indexOf(world, instrument)
    const isShut = fine === undefined
    if (isShut === contract.isShut && (fine ?? contract.indexFine) === contract.indexFine) continue
    const isBack = contract.isShut && !isShut
    contract.isShut = isShut
    contract.indexFine = fine ?? contract.indexFine
    contract.index = ticksOf(instrument, contract.indexFine)
    remark(world, contract, at)
    if (isBack) offerLater(world, contract)
  }
}

/** The nearest tick, halves up, never below 1. */
const ticksOf = (instrument: RefInstrument, fine: bigint): number =>
  Math.max(1, Number((fine + fineOf(instrument) / 2n) / fineOf(instrument)))

/** The middle one of index with what is left of the last funding, index with the mean basis, and the last price; each truncated towards 0. */
function middleOf(contract: RefContract, instrument: RefInstrument, at: number): bigint {
  const { indexFine, basis, terms, nextFunding, fundingRate } = contract
  const length = terms.fundingHours * HOUR_MS
  const left = BigInt(Math.max(0, Math.min(length, nextFunding - at)))
  const size = fundingRate < 0n ? -fundingRate : fundingRate
  const share = (((indexFine * size) / FUNDING_ONE) * left) / BigInt(length)
  const withFunding = indexFine + (fundingRate < 0n ? -share : share)
  const withBasis = indexFine + meanBasis(basis)
  const last = BigInt(instrument.lastPrice) * fineOf(instrument)
  if (last === 0n) return (withFunding + withBasis) / 2n
  const [, middle = 0n] = [withFunding, withBasis, last].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return middle
}

const meanBasis = (basis: readonly bigint[]): bigint =>
  basis.length === 0 ? 0n : basis.reduce((sum, sample) => sum + sample, 0n) / BigInt(basis.length)

/** Without an index the mark stays where it is. */
export function remark(world: World, contract: RefContract, at: number): void {
  if (contract.isShut) return
  const instrument = instrumentAt(world, contract.instrumentId)
  const fine = fineOf(instrument)
  const lowest = Number(ceilOf(contract.indexFine * CLAMP.below, CLAMP.of * fine))
  const highest = Number(floorDiv(contract.indexFine * CLAMP.above, CLAMP.of * fine))
  const ticks = ticksOf(instrument, middleOf(contract, instrument, at))
  contract.mark = Math.max(1, lowest, Math.min(highest, ticks))
  if (instrument.status !== 'trading' && instrument.status !== 'reduceOnly') return
  notePrice(world, instrument, 'mark', contract.mark)
  notePrice(world, instrument, 'index', contract.index)
}

// ---- samples ----

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

/** Average price of an impact value on one side of the book, in 1e-12 of what it is priced in; undefined where the book is too thin. */
function impactPrice(world: World, contract: RefContract, side: 'buy' | 'sell'): Fraction | undefined {
  const instrument = instrumentAt(world, contract.instrumentId)
  const fine = fineOf(instrument)
  let left = contract.terms.impactValue
  let lots: Fraction = { over: 0n, under: 1n }
  for (const { price, quantity } of depth(instrument, side)) {
    const unit = BigInt(price) * instrument.quoteFactor
    const value = unit * BigInt(quantity)
    if (value >= left) {
      lots = { over: lots.over * unit + left * lots.under, under: lots.under * unit }
      // value = price × lots × factor, so price = value ÷ (lots × factor)
      return { over: contract.terms.impactValue * lots.under * fine, under: lots.over * instrument.quoteFactor }
    }
    lots = { over: lots.over + BigInt(quantity) * lots.under, under: lots.under }
    left -= value
  }
  return undefined
}

/** [max(0, bid − index) − max(0, index − ask)] ÷ index in 1e-12, truncated towards 0. */
function premiumNow(world: World, contract: RefContract): bigint {
  const index = contract.indexFine
  const bid = impactPrice(world, contract, 'buy')
  const ask = impactPrice(world, contract, 'sell')
  const above = bid === undefined ? 0n : bid.over / bid.under - index
  const below = ask === undefined ? 0n : index - ask.over / ask.under
  const premium = (above > 0n ? above : 0n) - (below > 0n ? below : 0n)
  const share = (premium * FUNDING_ONE) / index
  return share > FUNDING_ONE ? FUNDING_ONE : share < -FUNDING_ONE ? -FUNDING_ONE : share
}

/**
 * Every five seconds: a sample of the basis of every contract, at a full minute a premium, and the marks. Points between which nothing else
 * was due come together: the books are the same at all of them.
 * @param other when anything else is due
 */
export function sampleAll(world: World, at: number, other: number): void {
  const points = Math.floor((Math.min(world.time, other - 1) - at) / SAMPLE_MS)
  const last = points > 0 ? at + points * SAMPLE_MS : at
  const samples = (last - at) / SAMPLE_MS + 1
  const minutes = Math.floor(last / MINUTE_MS) - Math.floor((at - 1) / MINUTE_MS)
  for (const contract of world.perp.contracts.values()) sample(world, contract, samples, minutes, last)
  world.perp.nextSample = last + SAMPLE_MS
}

function sample(world: World, contract: RefContract, samples: number, minutes: number, at: number): void {
  const instrument = instrumentAt(world, contract.instrumentId)
  const isLive = !contract.isShut && (instrument.status === 'trading' || instrument.status === 'reduceOnly')
  const [bid] = depth(instrument, 'buy')
  const [ask] = depth(instrument, 'sell')
  if (isLive && bid !== undefined && ask !== undefined) {
    const basis = (BigInt(bid.price + ask.price) * fineOf(instrument)) / 2n - contract.indexFine
    contract.basis = [...contract.basis, ...Array.from({ length: Math.min(samples, BASIS_SAMPLES) }, () => basis)].slice(-BASIS_SAMPLES)
  }
  for (let minute = 0; minute < minutes; minute += 1) {
    if (isLive) contract.premiums.push(premiumNow(world, contract))
    else contract.shutMinutes += 1
  }
  if (contract.indexFine !== 0n) remark(world, contract, at)
}
