/** Runs the engine through its public interface, one entry at a time, and reads back what each entry did. */
import type { Command } from '@agio/engine/command.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import type { Event, Outcome } from '@agio/engine/event.ts'
import { EventBuffer, lastOutcome, readEvents } from '@agio/engine/event-buffer.ts'
import { createState, type State } from '@agio/engine/state.ts'

export interface EngineStep {
  readonly outcome: Outcome
  readonly events: readonly { readonly seq: number; readonly at: number; readonly event: Event }[]
}

export interface Engine {
  readonly state: State
  /** Encoded entries so far, for replays. */
  readonly entries: Uint8Array[]
  step(seq: number, at: number, key: string, command: Command): EngineStep
}

const FIRST_ENTRY_BYTES = 4_096

/** Encodes a command into bytes of its own. */
export function encode(seq: number, at: number, key: string, command: Command): Uint8Array {
  for (let size = FIRST_ENTRY_BYTES; ; size *= 4) {
    const bytes = new Uint8Array(size)
    try {
      return bytes.slice(0, encodeEntry(bytes, 0, seq, at, key, command))
    } catch (error) {
      if (!(error instanceof RangeError) || size > 16 * 1024 * 1024) throw error
    }
  }
}

/** An engine with an empty state, or with one that was restored. */
export function startEngine(state: State = createState()): Engine {
  const out = new EventBuffer()
  const entries: Uint8Array[] = []
  return {
    state,
    entries,
    step(seq, at, key, command) {
      const entry = encode(seq, at, key, command)
      entries.push(entry)
      out.reset()
      apply(state, entry, out)
      return { outcome: lastOutcome(out), events: [...readEvents(out.bytes())] }
    },
  }
}

/** Applies encoded entries to a state without looking at what they do. */
export function replayInto(state: State, entries: readonly Uint8Array[]): void {
  const out = new EventBuffer()
  for (const entry of entries) {
    out.reset()
    apply(state, entry, out)
  }
}
