/**
 * Open-addressing indexes from a 32-bit hash to handles. A slot holds the hash and the handle, so that a probe reads a row only when the
 * hashes agree, and removal (backward shift, no tombstones) reads no row at all. `index` is the address of its scalars.
 *
 * Look-up is a loop in the caller, who knows what makes two keys equal:
 * `for (let slot = homeOf(index, hash); (handle = handleAt(index, slot)) != 0; slot = after(index, slot)) …`
 */
import { INDEX_COUNT, INDEX_MASK, INDEX_SLOTS } from '../constants/map'
import { arena } from './tables'

@inline export function homeOf(index: usize, hash: i32): u32 {
  return (<u32>hash << 3) & load<u32>(index, INDEX_MASK)
}

@inline export function after(index: usize, slot: u32): u32 {
  return (slot + 8) & load<u32>(index, INDEX_MASK)
}

@inline export function hashAt(index: usize, slot: u32): i32 {
  return load<i32>(load<usize>(index, INDEX_SLOTS) + slot)
}

@inline export function handleAt(index: usize, slot: u32): usize {
  return load<usize>(load<usize>(index, INDEX_SLOTS) + slot, 4)
}

@inline export function indexAdd(index: usize, hash: i32, handle: usize): void {
  const count = load<u32>(index, INDEX_COUNT)
  // seven tenths full at most
  if ((count + 1) * 80 > (load<u32>(index, INDEX_MASK) + 1) * 7) indexGrow(index)
  store<u32>(index, count + 1, INDEX_COUNT)
  indexPut(index, hash, handle)
}

@inline function indexPut(index: usize, hash: i32, handle: usize): void {
  const slots = load<usize>(index, INDEX_SLOTS)
  const mask = load<u32>(index, INDEX_MASK)
  let slot: u32 = (<u32>hash << 3) & mask
  while (load<u32>(slots + slot, 4) != 0) slot = (slot + 8) & mask
  store<u64>(slots + slot, <u64><u32>hash | (<u64>handle << 32))
}

function indexGrow(index: usize): void {
  const old = load<usize>(index, INDEX_SLOTS)
  const bytes = load<u32>(index, INDEX_MASK) + 1
  store<usize>(index, arena(bytes * 2), INDEX_SLOTS)
  store<u32>(index, bytes * 2 - 1, INDEX_MASK)
  for (let slot: u32 = 0; slot < bytes; slot += 8) {
    const handle = load<usize>(old + slot, 4)
    if (handle != 0) indexPut(index, load<i32>(old + slot), handle)
  }
}

@inline export function indexRemove(index: usize, hash: i32, handle: usize): void {
  const slots = load<usize>(index, INDEX_SLOTS)
  const mask = load<u32>(index, INDEX_MASK)
  let hole: u32 = (<u32>hash << 3) & mask
  for (;;) {
    const found = load<usize>(slots + hole, 4)
    if (found == handle) break
    if (found == 0) return
    hole = (hole + 8) & mask
  }
  store<u32>(index, load<u32>(index, INDEX_COUNT) - 1, INDEX_COUNT)
  let slot = hole
  for (;;) {
    slot = (slot + 8) & mask
    const moved = load<u64>(slots + slot)
    if (moved >> 32 == 0) break
    const home: u32 = (<u32>moved << 3) & mask
    if (((slot - home) & mask) < ((slot - hole) & mask)) continue
    store<u64>(slots + hole, moved)
    hole = slot
  }
  store<u64>(slots + hole, 0)
}

/** Hash of a safe integer id ≥ 0. Ids of live orders follow each other closely, which a multiplication spreads evenly. */
@inline export function mixId(id: f64): i32 {
  const whole = i64(id)
  const hash = (<i32>whole ^ (<i32>(whole >> 32) * <i32>0x85ebca6b)) * <i32>0x9e3779b1
  return hash ^ <i32>(<u32>hash >>> 15)
}

/** Mixes two int32 words to a well spread int32. */
@inline export function mixPair(first: i32, second: i32): i32 {
  let hash = (first * <i32>0x9e3779b1) ^ ((second + 0x7f4a7c15) * <i32>0x85ebca6b)
  hash ^= <i32>(<u32>hash >>> 15)
  hash = hash * 0x2c1b3c6d
  return hash ^ <i32>(<u32>hash >>> 13)
}
