/** Runs the engine through its public interface, one entry at a time, and reads back what each entry did. */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import type { Event, Outcome } from '@agio/engine/event.ts'
import { lastOutcome, readEvents } from '@agio/engine/event-buffer.ts'
import { S_DUE_SLICE, S_MEETINGS_MOST } from '@agio/engine/generated/layout.ts'
import { replay } from '@agio/engine/replay.ts'
import { MEETINGS_MOST } from '@agio/engine/schema/work.ts'
import type { State } from '@agio/engine/state.ts'

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

const ENTRIES_A_CALL = 100

let room = new Uint8Array(4_096)

/** Encodes a command into bytes of its own. */
export function encode(seq: number, at: number, key: string, command: Command): Uint8Array {
  for (;;) {
    try {
      return room.slice(0, encodeEntry(room, 0, seq, at, key, command))
    } catch (error) {
      if (!(error instanceof RangeError) || room.length > 16 * 1024 * 1024) throw error
      room = new Uint8Array(room.length * 4)
    }
  }
}

/**
 * A state whose entries do less than those of the product, of what is due and in all, so that even a small world comes to the bounds. No entry
 * says so: every state that is made of one journal has to be told.
 */
export function withBounds(state: State, units: number, meetings = MEETINGS_MOST): State {
  state.memory.setUint32(S_DUE_SLICE, units, true)
  state.memory.setUint32(S_MEETINGS_MOST, meetings, true)
  return state
}

/** An engine with an empty state, or with one that was restored. */
export function startEngine(state: State = createState()): Engine {
  const { out } = state
  const entries: Uint8Array[] = []
  return {
    state,
    entries,
    step(seq, at, key, command) {
      const entry = encode(seq, at, key, command)
      entries.push(entry)
      out.reset()
      apply(state, entry)
      return { outcome: lastOutcome(out), events: [...readEvents(out.bytes())] }
    },
  }
}

/** Applies encoded entries to a state without looking at what they do: many a call, as the sequencer does. */
export function replayInto(state: State, entries: readonly Uint8Array[]): void {
  for (let from = 0; from < entries.length; from += ENTRIES_A_CALL) {
    state.out.reset()
    replay(state, joined(entries.slice(from, from + ENTRIES_A_CALL)))
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let length = 0
  for (const part of parts) {
    bytes.set(part, length)
    length += part.byteLength
  }
  return bytes
}
