/**
 * Open-addressing indexes from a 32-bit hash to handles. A slot holds the hash and the handle, so that a probe reads a row only when the
 * hashes agree, and removal (backward shift, no tombstones) reads no row at all.
 *
 * Look-up is a loop in the caller, who knows what makes two keys equal:
 * `for (let slot = homeOf(index, hash); (order = rowAt<Order>(index, slot)).exists; slot = after(index, slot)) …`
 */
import { Index } from '../../generated/rows'

@inline export function homeOf(index: Index, hash: i32): u32 {
  return (<u32>hash << 3) & index.mask
}

@inline export function after(index: Index, slot: u32): u32 {
  return (slot + 8) & index.mask
}

@inline export function hashAt(index: Index, slot: u32): i32 {
  return load<i32>(index.slots + slot)
}

/** The row of a slot, none where it is empty. */
@inline export function rowAt<Row>(index: Index, slot: u32): Row {
  return changetype<Row>(load<usize>(index.slots + slot, 4))
}

@inline export function indexAdd<Row>(index: Index, hash: i32, row: Row): void {
  const count = index.count
  // seven tenths full at most, as long as it can grow
  if ((count + 1) * 80 > (index.mask + 1) * 7) indexGrow(index)
  index.count = count + 1
  indexPut(index, hash, changetype<usize>(row))
}

@inline function indexPut(index: Index, hash: i32, handle: usize): void {
  const slots = index.slots
  const mask = index.mask
  let slot: u32 = (<u32>hash << 3) & mask
  while (load<u32>(slots + slot, 4) != 0) slot = (slot + 8) & mask
  store<u64>(slots + slot, <u64><u32>hash | (<u64>handle << 32))
}

/**
 * Doubles the slots where they stand. From an empty slot on round the old ones, each row is taken out and put in again: its home is there
 * or as far behind the old end, and it finds a free slot no later than where it was, so it never comes behind one that waits still.
 */
function indexGrow(index: Index): void {
  const bytes = index.mask + 1
  if (bytes == index.space) return
  const slots = index.slots
  index.mask = bytes * 2 - 1
  let first: u32 = 0
  while (load<u32>(slots + first, 4) != 0) first += 8
  for (let passed: u32 = 8; passed < bytes; passed += 8) {
    const at = slots + ((first + passed) & (bytes - 1))
    const cell = load<u64>(at)
    if (cell >> 32 == 0) continue
    store<u64>(at, 0)
    indexPut(index, <i32>cell, <usize>(cell >> 32))
  }
}

@inline export function indexRemove<Row>(index: Index, hash: i32, row: Row): void {
  const handle = changetype<usize>(row)
  const slots = index.slots
  const mask = index.mask
  let hole: u32 = (<u32>hash << 3) & mask
  for (;;) {
    const found = load<usize>(slots + hole, 4)
    if (found == handle) break
    if (found == 0) return
    hole = (hole + 8) & mask
  }
  index.count -= 1
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
