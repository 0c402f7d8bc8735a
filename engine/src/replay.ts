/** Folding journaled bytes into a state. */
import { applyAll } from './engine.ts'
import { entryLength, entrySeq } from './entry.ts'
import type { State } from './state.ts'

/**
 * Applies the entries that stand back to back in `bytes`, in order; entries up to the state's sequence are passed over. Of many records only the
 * last are kept.
 */
export function replay(state: State, bytes: Uint8Array): void {
  let from = 0
  while (from < bytes.byteLength && entrySeq(bytes, from) <= state.seq) from += entryLength(bytes, from)
  if (from < bytes.byteLength) applyAll(state, bytes, from, bytes.byteLength, () => state.out.reset())
}
