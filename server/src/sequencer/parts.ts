/** What a sequencer works with. */
import type { Command } from '@agio/engine/command.ts'
import type { State } from '@agio/engine/state.ts'
import type { Clock } from '../core/clock.ts'
import type { Leadership } from '../core/leadership.ts'
import type { RandomBytes } from '../core/random.ts'
import type { Journal } from '../journal/port.ts'
import type { PoisonedDue } from './exchange.ts'
import type { PoisonNotes } from './poison-notes.ts'

/** The journal as its writer needs it: the port, the writer's epoch and, where the disk is our own, how much room is certain. */
export interface WritableJournal extends Journal {
  readonly epoch: number
  readonly recordBytesMax: number
  room?(): { readonly bytes: number; readonly outOfSpace: boolean }
}

/** A command with its own stamp, for bulk loads. */
export interface StampedCommand {
  /** ms; raised to the last stamp when it lies before it. */
  readonly at: number
  readonly key: string
  readonly command: Command
}

export interface SequencerOptions {
  readonly tenantId: string
  readonly state: State
  readonly journal: WritableJournal
  readonly clock: Clock
  /** The machine's own without it. */
  readonly random?: RandomBytes | undefined
  /** While another process leads, commands are refused and due work rests; absent: this process always leads. */
  readonly leadership?: Leadership
  /** Commands under way from which on placing is refused; relief (cancels and the like) is taken up to twice as many. */
  readonly inFlightMax: number
  /** Commands that are refused because they broke the engine before; none are remembered without it. */
  readonly poison?: PoisonNotes
  /** Room for everything that is written beside the journal as well; only the journal's own counts without it. */
  readonly disk?: { readonly isFull: boolean } | undefined
  /** Scheduled work broke the engine at this start: the state is the one before it, and nothing is taken. */
  readonly poisonedDue?: PoisonedDue | undefined
  /** The process must not go on. The default says why and ends it. */
  readonly onBroken: (error: Error, exitCode: number) => void
}
