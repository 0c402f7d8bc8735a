/** apply: the one way to change an exchange. Entries in, their outcomes and events out. */
import { ENTRIES, ENTRIES_SPACE } from '../generated/map.ts'
import { InvariantViolation } from './assert.ts'
import { entryLength } from './entry.ts'
import type { State } from './state.ts'

/** Entries that are copied to the kernel at once: what the cache holds beside the rest. */
const PIECE_BYTES = 1 << 16

/**
 * Applies one entry. First everything due at its time runs (day roll, expiries, cancel-all timers, re-openings), then the command.
 * Bad input never throws: it has an outcome with a reason and changes nothing. Sequences rise; time never goes back.
 * Outcome and events are appended to `state.out`.
 *
 * @param entries bytes of which one encoded entry starts at `offset`; later bytes are not read
 * @throws InvariantViolation when the engine contradicts itself, or the sequence does not rise
 */
export function apply(state: State, entries: Uint8Array, offset = 0): void {
  applyAll(state, entries, offset, offset + entryLength(entries, offset))
}

/**
 * As `apply`, for all entries that stand back to back between two offsets.
 *
 * @param makeRoom called between entries when the records fill half their room; it takes them and resets `state.out`
 */
export function applyAll(state: State, entries: Uint8Array, from: number, to: number, makeRoom: () => void = tooMany): void {
  for (let start = from; start < to; ) {
    const end = to - start <= PIECE_BYTES ? to : endOfPiece(entries, start, to)
    state.entries.set(entries.subarray(start, end))
    const last = ENTRIES + end - start
    for (let at = ENTRIES; at < last; at = state.kernel.applyEntries(at, last)) if (state.out.isFull) makeRoom()
    start = end
  }
}

function tooMany(): never {
  throw new InvariantViolation('the entries make more records than there is room for')
}

/** Where the last entry ends that fits a piece; the first one always does. */
function endOfPiece(entries: Uint8Array, from: number, to: number): number {
  let end = from + entryLength(entries, from)
  if (end - from > ENTRIES_SPACE) throw new InvariantViolation('an entry is too long')
  while (end < to) {
    const next = end + entryLength(entries, end)
    if (next - from > PIECE_BYTES) break
    end = next
  }
  return end
}
