/**
 * Tables of fixed-size rows at fixed bases. A handle is a row's offset from the base of its table; 0 means none, because the first row is
 * never given out. Fields are read as `load<T>(handle, TABLE + FIELD)`: the sum is part of the instruction.
 */
import { BROKEN_ARENA, broken } from '../host'
import { ARENA, ARENA_SPACE, S_ARENA, TABLE_FREE, TABLE_LIVE, TABLE_MOST, TABLE_USED } from '../constants/map'

/** A row whose bytes are whatever they were: the caller writes every field. Room for it is what admission has asked for. */
@inline export function allocate(base: usize, table: usize, rowBytes: usize): usize {
  store<u32>(table, load<u32>(table, TABLE_LIVE) + 1, TABLE_LIVE)
  const free = load<usize>(table, TABLE_FREE)
  if (free != 0) {
    store<usize>(table, load<usize>(base + free), TABLE_FREE)
    return free
  }
  const handle = load<usize>(table, TABLE_USED)
  store<usize>(table, handle + rowBytes, TABLE_USED)
  return handle
}

/** As allocate, with all bytes zero. Memory that was never given out is zero already. */
export function allocateZeroed(base: usize, table: usize, rowBytes: usize): usize {
  const isUsed = load<usize>(table, TABLE_FREE) != 0
  const handle = allocate(base, table, rowBytes)
  if (isUsed) memory.fill(base + handle, 0, rowBytes)
  return handle
}

@inline export function release(base: usize, table: usize, handle: usize): void {
  store<usize>(base + handle, load<usize>(table, TABLE_FREE))
  store<usize>(table, handle, TABLE_FREE)
  store<u32>(table, load<u32>(table, TABLE_LIVE) - 1, TABLE_LIVE)
}

/** True when so many more rows may live. */
@inline export function hasRoom(table: usize, count: u32): bool {
  return load<u32>(table, TABLE_LIVE) + count <= load<u32>(table, TABLE_MOST)
}

/** Memory for what grows; it is never given back. */
export function arena(bytes: usize): usize {
  const at = load<usize>(S_ARENA)
  const end = at + ((bytes + 63) & ~63)
  if (<u64>at + <u64>bytes > <u64>ARENA + <u64>ARENA_SPACE) broken(BROKEN_ARENA)
  store<usize>(S_ARENA, end)
  return at
}
