/**
 * Tables of fixed-size rows at fixed bases. A handle is a row's offset from the base of its table; 0 means none, because the first row is
 * never given out. The generated classes of rows read their fields at base + handle + offset: the sum of the first and the last is part of
 * the instruction.
 */
import { broken, BROKEN_ARENA } from '../host'
import { state, Table } from '../../generated/rows'
import { ARENA, ARENA_SPACE } from '../constants/map'

/** A row whose bytes are whatever they were: the caller writes every field. Room for it is what admission has asked for. */
@inline export function allocate<Row>(base: usize, table: Table, rowBytes: usize): Row {
  table.live += 1
  const free = table.free
  if (free != 0) {
    table.free = load<u32>(base + free)
    return changetype<Row>(free)
  }
  const handle = table.used
  table.used = handle + <u32>rowBytes
  return changetype<Row>(handle)
}

/** As allocate, with all bytes zero. Memory that was never given out is zero already. */
export function allocateZeroed<Row>(base: usize, table: Table, rowBytes: usize): Row {
  const isUsed = table.free != 0
  const row = allocate<Row>(base, table, rowBytes)
  if (isUsed) memory.fill(base + changetype<usize>(row), 0, rowBytes)
  return row
}

@inline export function release<Row>(base: usize, table: Table, row: Row): void {
  store<u32>(base + changetype<usize>(row), table.free)
  table.free = <u32>changetype<usize>(row)
  table.live -= 1
}

/** True when so many more rows may live. */
@inline export function hasRoom(table: Table, count: u32): bool {
  return table.live + count <= table.most
}

/** Memory for what grows; it is never given back. */
export function arena(bytes: usize): usize {
  const at = state.arena
  const end = at + ((bytes + 63) & ~63)
  if (<u64>at + <u64>bytes > <u64>ARENA + <u64>ARENA_SPACE) broken(BROKEN_ARENA)
  state.arena = end
  return at
}
