/**
 * The prices of one side, sorted, best last. Sorted chunks of at most 256 entries: near the touch an insert moves a few entries of the last
 * chunk, far from it at most one chunk, so the cost does not grow with the number of levels. The first keys of all chunks stand side by
 * side in a directory. Knows keys and handles only; a key is the price, negated where the lowest price is best.
 */
import { arena } from '../memory/tables'
import { Instrument, Ladder, Level, none, state } from '../../generated/rows'
import { LADDER_BYTES } from '../constants/map'

/** Ladders of a pair; the number is also the low bits of a level's book. */
export const BIDS: i32 = 0
export const ASKS: i32 = 1
/** Orders that fire when the price rises to them, lowest first. */
export const RISING: i32 = 2
/** Orders that fire when the price falls to them, highest first. */
export const FALLING: i32 = 3
/** Ladders of triggers that wait for the next kind of price (a contract’s mark, its index) are so many further. */
export const KINDS_APART: i32 = 2

/** Extremes of trailing orders: see `orders/trails.ts`. */
export const TRAILS: i32 = 8

/** Above the number of any pair. */
const FURTHER_SHIFT: i32 = 16

// Chunk: count, then keys, then handles.
const CHUNK_ENTRIES: u32 = 256
const CHUNK_KEYS: usize = 8
const CHUNK_HANDLES: usize = 8 + 2048
const CHUNK_BYTES: usize = 8 + 2048 + 1024
/** So few entries are joined to a neighbour's when both are so many together. A chunk that shrinks to those is looked at now and then before. */
const CHUNK_SMALL: u32 = 64
const CHUNK_HALF: u32 = 128
const CHUNK_LOOK: u32 = 32
const CHUNK_JOINED: u32 = 192
/** Keys remembered by their low bits: neighbouring prices, where most orders arrive, never push each other out. */
const RECENT: usize = 512
const FIRST_ROOM: u32 = 64
/** 1.5 × 2^52: added to an integer of either sign it leaves the low bits in the mantissa. */
const LOW_BITS: f64 = 6755399441055744

@inline export function ladderOf(instrument: Instrument, which: i32): Ladder {
  return changetype<Ladder>(instrument.ladders + <usize>which * LADDER_BYTES)
}

/** The same of any of them: a contract has four more. */
export function anyLadderOf(instrument: Instrument, which: i32): Ladder {
  if (which <= FALLING) return ladderOf(instrument, which)
  if (which >= TRAILS) return changetype<Ladder>(instrument.trails + <usize>(which - TRAILS) * LADDER_BYTES)
  return changetype<Ladder>(instrument.contract.ladders + <usize>(which - FALLING - 1) * LADDER_BYTES)
}

/** How a level names the ladder it stands in: behind the pair’s number, further ones above that. */
@inline export function bookOf(instrumentId: i32, which: i32): i32 {
  return (instrumentId << 2) | (which & 3) | ((which >> 2) << FURTHER_SHIFT)
}

@inline export function ladderIn(book: u32): i32 {
  return <i32>(book & 3) | (<i32>(book >> FURTHER_SHIFT) << 2)
}

/** Ladder key of a price: ascending keys end at the best. */
@inline export function keyOf(which: i32, price: f64): f64 {
  return which == BIDS || (which >= FALLING && (which & 1) != 0) ? price : -price
}

/** Memory of a new ladder, whose scalars are zero. */
export function makeLadder(ladder: Ladder): void {
  ladder.recentKeys = arena(RECENT * 8)
  ladder.recentHandles = arena(RECENT * 4)
}

@inline function recentOf(key: f64): usize {
  return <usize>reinterpret<i64>(key + LOW_BITS) & (RECENT - 1)
}

/** Level at this key, none when there is none. */
@inline export function ladderFind(ladder: Ladder, key: f64): Level {
  const recent = recentOf(key)
  if (load<f64>(ladder.recentKeys + (recent << 3)) == key)
    return changetype<Level>(load<usize>(ladder.recentHandles + (recent << 2)))
  return ladderSearch(ladder, key)
}

function ladderSearch(ladder: Ladder, key: f64): Level {
  const at = chunkFor(ladder, key)
  if (at < 0) return none<Level>()
  const chunk = chunkAt(ladder, at)
  const position = lowerBound(chunk, key)
  if (position >= load<u32>(chunk) || load<f64>(chunk + (position << 3), CHUNK_KEYS) != key) return none<Level>()
  const level = levelAt(chunk, position)
  remember(ladder, key, level)
  return level
}

@inline function remember(ladder: Ladder, key: f64, level: Level): void {
  const recent = recentOf(key)
  store<f64>(ladder.recentKeys + (recent << 3), key)
  store<usize>(ladder.recentHandles + (recent << 2), changetype<usize>(level))
}

@inline function chunkAt(ladder: Ladder, at: i32): usize {
  return load<usize>(ladder.dirChunks + (at << 2))
}

/** The last chunk that starts at or below the key, else the first; −1 = none at all. */
function chunkFor(ladder: Ladder, key: f64): i32 {
  const keys = ladder.dirKeys
  let high = <i32>ladder.chunks - 1
  if (high < 0 || load<f64>(keys + (high << 3)) <= key) return high
  let low: i32 = 0
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (load<f64>(keys + (middle << 3)) <= key) low = middle
    else high = middle - 1
  }
  return low
}

/** First position whose key is not below `key`; halving without branches. */
function lowerBound(chunk: usize, key: f64): u32 {
  let length = load<u32>(chunk)
  let base: u32 = 0
  if (length == 0) return 0
  while (length > 1) {
    const half = length >> 1
    base += load<f64>(chunk + ((base + half - 1) << 3), CHUNK_KEYS) < key ? half : 0
    length -= half
  }
  return base + u32(load<f64>(chunk + (base << 3), CHUNK_KEYS) < key)
}

@inline function levelAt(chunk: usize, position: u32): Level {
  return changetype<Level>(load<usize>(chunk + (position << 2), CHUNK_HANDLES))
}

@inline function firstOf(ladder: Ladder, at: i32): Level {
  return at >= <i32>ladder.chunks ? none<Level>() : levelAt(chunkAt(ladder, at), 0)
}

@inline function lastOf(ladder: Ladder, at: i32): Level {
  if (at < 0) return none<Level>()
  const chunk = chunkAt(ladder, at)
  return levelAt(chunk, load<u32>(chunk) - 1)
}

function newChunk(): usize {
  const free = state.freeChunk
  if (free == 0) return arena(CHUNK_BYTES)
  state.freeChunk = load<usize>(free, CHUNK_KEYS)
  return free
}

/** An empty chunk at a place of the directory. */
function insertChunk(ladder: Ladder, at: i32, first: f64): usize {
  if (ladder.chunks == ladder.dirRoom) growDirectory(ladder)
  const keys = ladder.dirKeys
  const chunks = ladder.dirChunks
  const count = <i32>ladder.chunks
  memory.copy(keys + ((at + 1) << 3), keys + (at << 3), (count - at) << 3)
  memory.copy(chunks + ((at + 1) << 2), chunks + (at << 2), (count - at) << 2)
  const chunk = newChunk()
  store<u32>(chunk, 0)
  store<f64>(keys + (at << 3), first)
  store<usize>(chunks + (at << 2), chunk)
  ladder.chunks = <u32>(count + 1)
  return chunk
}

function growDirectory(ladder: Ladder): void {
  const room = ladder.dirRoom
  const wider = room == 0 ? FIRST_ROOM : room * 4
  const keys = arena(wider << 3)
  const chunks = arena(wider << 2)
  memory.copy(keys, ladder.dirKeys, room << 3)
  memory.copy(chunks, ladder.dirChunks, room << 2)
  ladder.dirKeys = keys
  ladder.dirChunks = chunks
  ladder.dirRoom = wider
}

function removeChunk(ladder: Ladder, at: i32): void {
  const keys = ladder.dirKeys
  const chunks = ladder.dirChunks
  const chunk = chunkAt(ladder, at)
  const left = <i32>ladder.chunks - 1
  store<usize>(chunk, state.freeChunk, CHUNK_KEYS)
  state.freeChunk = chunk
  memory.copy(keys + (at << 3), keys + ((at + 1) << 3), (left - at) << 3)
  memory.copy(chunks + (at << 2), chunks + ((at + 1) << 2), (left - at) << 2)
  ladder.chunks = <u32>left
}

/** Moves the upper half of a full chunk to a new one behind it; returns that. */
function split(ladder: Ladder, at: i32, chunk: usize): usize {
  const half = CHUNK_ENTRIES >> 1
  const upper = insertChunk(ladder, at + 1, load<f64>(chunk + (half << 3), CHUNK_KEYS))
  memory.copy(upper + CHUNK_KEYS, chunk + CHUNK_KEYS + (half << 3), (CHUNK_ENTRIES - half) << 3)
  memory.copy(upper + CHUNK_HANDLES, chunk + CHUNK_HANDLES + (half << 2), (CHUNK_ENTRIES - half) << 2)
  store<u32>(upper, CHUNK_ENTRIES - half)
  store<u32>(chunk, half)
  return upper
}

/** Joins a chunk that became small to a neighbour where both fit: chunks of one entry each would take a hundred times the memory. */
function joinNeighbour(ladder: Ladder, at: i32): void {
  if (at + 1 < <i32>ladder.chunks && load<u32>(chunkAt(ladder, at)) + load<u32>(chunkAt(ladder, at + 1)) <= CHUNK_JOINED)
    join(ladder, at)
  else if (at > 0 && load<u32>(chunkAt(ladder, at - 1)) + load<u32>(chunkAt(ladder, at)) <= CHUNK_JOINED) join(ladder, at - 1)
}

/** Moves the entries of the chunk behind one to its end. */
function join(ladder: Ladder, at: i32): void {
  const chunk = chunkAt(ladder, at)
  const upper = chunkAt(ladder, at + 1)
  const count = load<u32>(chunk)
  const more = load<u32>(upper)
  memory.copy(chunk + CHUNK_KEYS + (count << 3), upper + CHUNK_KEYS, more << 3)
  memory.copy(chunk + CHUNK_HANDLES + (count << 2), upper + CHUNK_HANDLES, more << 2)
  store<u32>(chunk, count + more)
  removeChunk(ladder, at + 1)
}

/** Adds a key that is not there and leaves its neighbours in LADDER_BETTER and LADDER_WORSE. */
export function ladderInsert(ladder: Ladder, key: f64, level: Level): void {
  let at = chunkFor(ladder, key)
  let chunk: usize
  if (at < 0) {
    at = 0
    chunk = insertChunk(ladder, 0, key)
  } else {
    chunk = chunkAt(ladder, at)
    if (load<u32>(chunk) == CHUNK_ENTRIES) {
      const upper = split(ladder, at, chunk)
      if (key > load<f64>(upper, CHUNK_KEYS)) {
        chunk = upper
        at += 1
      }
    }
  }
  const position = lowerBound(chunk, key)
  const count = load<u32>(chunk)
  for (let index = count; index > position; index -= 1) {
    store<f64>(chunk + (index << 3), load<f64>(chunk + (index << 3) - 8, CHUNK_KEYS), CHUNK_KEYS)
    store<u32>(chunk + (index << 2), load<u32>(chunk + (index << 2) - 4, CHUNK_HANDLES), CHUNK_HANDLES)
  }
  store<u32>(chunk, count + 1)
  store<f64>(chunk + (position << 3), key, CHUNK_KEYS)
  store<usize>(chunk + (position << 2), changetype<usize>(level), CHUNK_HANDLES)
  if (position == 0) store<f64>(ladder.dirKeys + (at << 3), key)
  ladder.count += 1
  remember(ladder, key, level)
  const better = position < count ? levelAt(chunk, position + 1) : firstOf(ladder, at + 1)
  ladder.better = better
  ladder.worse = position > 0 ? levelAt(chunk, position - 1) : lastOf(ladder, at - 1)
  if (!better.exists) ladder.best = level
}

export function ladderRemove(ladder: Ladder, key: f64): void {
  const recent = recentOf(key)
  if (load<f64>(ladder.recentKeys + (recent << 3)) == key)
    store<usize>(ladder.recentHandles + (recent << 2), 0)
  const at = chunkFor(ladder, key)
  if (at < 0) return
  const chunk = chunkAt(ladder, at)
  const position = lowerBound(chunk, key)
  const count = load<u32>(chunk)
  if (position >= count || load<f64>(chunk + (position << 3), CHUNK_KEYS) != key) return
  for (let index = position + 1; index < count; index += 1) {
    store<f64>(chunk + (index << 3) - 8, load<f64>(chunk + (index << 3), CHUNK_KEYS), CHUNK_KEYS)
    store<u32>(chunk + (index << 2) - 4, load<u32>(chunk + (index << 2), CHUNK_HANDLES), CHUNK_HANDLES)
  }
  store<u32>(chunk, count - 1)
  ladder.count -= 1
  if (count == 1) removeChunk(ladder, at)
  else {
    if (position == 0) store<f64>(ladder.dirKeys + (at << 3), load<f64>(chunk, CHUNK_KEYS))
    if (count <= CHUNK_SMALL || (count <= CHUNK_HALF && count % CHUNK_LOOK == 0)) joinNeighbour(ladder, at)
  }
  const last = <i32>ladder.chunks - 1
  if (at >= last) ladder.best = lastOf(ladder, last)
}
