/** Folding journaled bytes into a state. */
import { applyAll } from './engine.ts'
import { entryLength } from './entry.ts'
import type { State } from './state.ts'

/**
 * Applies the entries that stand back to back in `bytes`, in order; entries up to the state's sequence are passed over. Of many records only the
 * last are kept.
 */
export function replay(state: State, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let from = 0
  while (from < bytes.byteLength && view.getFloat64(from + 8, true) <= state.seq) from += entryLength(bytes, from)
  if (from < bytes.byteLength) applyAll(state, bytes, from, bytes.byteLength, () => state.out.reset())
}
