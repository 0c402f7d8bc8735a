/** Folding journaled bytes into a state. */
import { apply } from './engine.ts'
import { entryLength } from './entry.ts'
import type { EventBuffer } from './event-buffer.ts'
import type { State } from './state.ts'

/** Applies the entries that stand back to back in `bytes`, in order; entries up to the state's sequence are passed over. */
export function replay(state: State, bytes: Uint8Array, out: EventBuffer): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < bytes.byteLength; at += entryLength(bytes, at)) {
    if (view.getFloat64(at + 8, true) > state.seq) apply(state, bytes, out, at)
  }
}
