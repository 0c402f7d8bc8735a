/**
 * The index price of an asset: what it is worth by several sources. It follows from what each of them said last, by rules that anybody can
 * follow with the records of them. A source counts while it is fresh, speaks, and its bid is not above its ask.
 *
 * Three or more: the weighted mean, each price moved to the median ± the cap first. Two: their mean; when they are further than two caps
 * apart, the one nearer to the last index. One: that. None: the index is frozen at what it was.
 */
import { noteMove } from '../convert/pause'
import { openStock } from '../convert/stock-row'
import { clearDue, setDue } from '../due/queue'
import { makeSure } from '../events/out'
import { tellTime } from '../events/told'
import { addProduct, divideFloor, isProductLess, mulDivCeil, mulDivFloor, multiply, quotient } from '../money/wide'
import { allocateZeroed } from '../memory/tables'
import { IndexRecord } from '../../generated/records'
import { AssetIndex, assetIndexesTable, none, Source, state } from '../../generated/rows'
import { SOURCE_LIVE, SOURCE_PINNED } from '../constants/code'
import { DUE_INDEX } from '../constants/due'
import { ASSET_INDEX_BYTES, SOURCE_BYTES } from '../constants/layout'
import { ASSET_INDEXES } from '../constants/map'

const RATE_ONE: u64 = 100_000_000

/** Row of an asset; none() if it does not exist. */
@inline export function indexOf(assetId: i32): AssetIndex {
  return assetId > 0 && <u32>assetId <= state.assets ? changetype<AssetIndex>(<usize>assetId * ASSET_INDEX_BYTES) : none<AssetIndex>()
}

/** Gives the next asset its row. @param unit minor units of a whole coin */
export function openIndex(unit: i64): void {
  const assetId = state.assets + 1
  state.assets = assetId
  // a snapshot may have brought it
  if (assetIndexesTable.used <= assetId * <u32>ASSET_INDEX_BYTES) openRow()
  indexOf(<i32>assetId).unit = unit
}

/** Every source counts once until somebody says otherwise. */
function openRow(): void {
  const row = allocateZeroed<AssetIndex>(ASSET_INDEXES, assetIndexesTable, ASSET_INDEX_BYTES)
  openStock()
  for (let source: u32 = 0; source < SOURCES_OF_ROW; source += 1) sourceOf(row, source).weight = 1
}

/** Places that a row has; those behind the named sources are never read. */
const SOURCES_OF_ROW: u32 = 8

@inline export function sourceOf(row: AssetIndex, source: u32): Source {
  return changetype<Source>(row.sources + <usize>source * SOURCE_BYTES)
}

/** Time of which an index is made: that of the entry, or the instant at which a source got too old. */
let now: f64 = 0

@inline function isFresh(source: Source): bool {
  return source.state == SOURCE_PINNED || source.at >= now - state.indexFreshMs
}

/** Does a source count now? */
@inline function counts(source: Source): bool {
  return source.price != 0 && source.weight != 0 && (source.state == SOURCE_LIVE || source.state == SOURCE_PINNED) && isFresh(source)
}

/** Makes the index as old as the clock says it is, step by step as its sources got too old. Asked while something due was not come to. */
export function reachIndex(row: AssetIndex, assetId: i32): void {
  const at = state.at
  for (let recheckAt = row.recheckAt; recheckAt != 0 && recheckAt <= at; recheckAt = row.recheckAt) {
    makeSure()
    settleIndex(row, assetId, recheckAt)
  }
  tellTime(at)
}

/** Makes the index of what its sources said, as of a time, and looks again when the first of them gets too old. */
export function settleIndex(row: AssetIndex, assetId: i32, at: f64): void {
  now = at
  const before = row.price
  const live = countLive(row)
  const price = live == 0 ? before : priceOf(row, live)
  noteRecheck(row, assetId)
  if (live != 0) noteMove(assetId, price, at, isHeld(row))
  if (price == before && live == row.live) return
  isMoved = true
  tellTime(at)
  if (price != before) {
    row.price = price
    row.at = at
  }
  row.live = live
  const record = IndexRecord.begin(live)
  record.assetId = assetId
  record.price = price
}

/** Does somebody hold it in a test? */
function isHeld(row: AssetIndex): bool {
  for (let source: u32 = 0; source < state.indexSources; source += 1) {
    const said = sourceOf(row, source)
    if (said.state == SOURCE_PINNED && counts(said)) return true
  }
  return false
}

let isMoved: bool = false

/** Did any index change since this was asked last? */
@inline export function haveIndexesMoved(): bool {
  if (!isMoved) return false
  isMoved = false
  return true
}

function countLive(row: AssetIndex): u32 {
  let live: u32 = 0
  for (let source: u32 = 0; source < state.indexSources; source += 1) live += u32(counts(sourceOf(row, source)))
  return live
}

function noteRecheck(row: AssetIndex, assetId: i32): void {
  let first = Infinity
  for (let number: u32 = 0; number < state.indexSources; number += 1) {
    const source = sourceOf(row, number)
    if (counts(source) && source.state != SOURCE_PINNED) first = min(first, source.at + state.indexFreshMs + 1)
  }
  const recheckAt = first == Infinity ? 0 : first
  if (recheckAt == row.recheckAt) return
  row.recheckAt = recheckAt
  if (recheckAt == 0) clearDue(DUE_INDEX, <f64>assetId, 0)
  else setDue(recheckAt, DUE_INDEX, <f64>assetId, 0)
}

function priceOf(row: AssetIndex, live: u32): i64 {
  if (live >= 3) return meanOf(row, live)
  const one = nth(row, 0)
  if (live == 1) return one
  return priceOfTwo(one, nth(row, 1), row.price)
}

/** Of two that are further apart than two caps, measured by their mean, only the nearer to the last index counts. */
function priceOfTwo(lower: i64, higher: i64, last: i64): i64 {
  const mean = middle(lower, higher)
  const isApart = isProductLess(<u64>state.indexCap, <u64>lower + <u64>higher, <u64>(higher - lower), RATE_ONE)
  if (!isApart || last == 0) return mean
  const toLower = distance(last, lower)
  const toHigher = distance(last, higher)
  if (toLower == toHigher) return mean
  return toLower < toHigher ? lower : higher
}

@inline function distance(one: i64, other: i64): i64 {
  return one > other ? one - other : other - one
}

/** Mean of two, rounded down. */
@inline function middle(lower: i64, higher: i64): i64 {
  return lower + (higher - lower) / 2
}

/** Weighted mean, rounded down; caps are rounded towards the median. */
function meanOf(row: AssetIndex, live: u32): i64 {
  const median = middle(nth(row, (live - 1) / 2), nth(row, live / 2))
  const highest = mulDivFloor(<u64>median, RATE_ONE + <u64>state.indexCap, RATE_ONE)
  const lowest = mulDivCeil(<u64>median, RATE_ONE - <u64>state.indexCap, RATE_ONE)
  let weights: u64 = 0
  multiply(0, 0)
  for (let number: u32 = 0; number < state.indexSources; number += 1) {
    const source = sourceOf(row, number)
    if (!counts(source)) continue
    addProduct(<u64>min(max(source.price, lowest), highest), source.weight)
    weights += source.weight
  }
  divideFloor(weights)
  return quotient()
}

/** The price that so many of those that count are below. */
function nth(row: AssetIndex, rank: u32): i64 {
  const sources = state.indexSources
  for (let number: u32 = 0; number < sources; number += 1) {
    const source = sourceOf(row, number)
    if (counts(source) && rankOf(row, number, source.price) == rank) return source.price
  }
  return 0
}

/** How many of those that count are cheaper; of equal ones those with lower numbers. */
function rankOf(row: AssetIndex, number: u32, price: i64): u32 {
  let cheaper: u32 = 0
  for (let other: u32 = 0; other < state.indexSources; other += 1) {
    const source = sourceOf(row, other)
    if (counts(source)) cheaper += u32(source.price < price || (source.price == price && other < number))
  }
  return cheaper
}
