/** One tenant's exchange as the rest of the server sees it: submit commands, read state, listen to what became durable. */
import type { Outcome } from '@agio/engine/event.ts'
import type { Giver } from '@agio/engine/schema/command-field.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { State } from '@agio/engine/state.ts'
import type { Leadership } from '../core/leadership.ts'
import type { SkippedRow } from '../journal/port.ts'

/**
 * Refused before the sequencer: the idempotency key stays free. `poison`: this command broke the engine not long ago. `duePoisoned`:
 * scheduled work breaks it, so that nothing behind it can happen until an operator skips it. `clock`: nobody knows what time it is.
 * `notLeading`: another one takes the commands, or nobody does at present.
 */
export type Refusal = 'busy' | 'readOnly' | 'stopping' | 'poison' | 'duePoisoned' | 'clock' | 'notLeading'

/** A named state of an exchange that does not take everything. */
export interface Trouble {
  readonly state: 'readOnly' | 'duePoisoned' | 'clock' | 'notLeading'
  /** Bytes free on the journal's disk; undefined where nobody looked yet. */
  readonly freeBytes: number | undefined
}

/** Scheduled work that breaks the engine whenever it is begun. */
export interface PoisonedDue {
  readonly row: SkippedRow
  readonly error: string
}

export class Refused extends Error {
  readonly refusal: Refusal
  readonly retryAfterSeconds: number
  constructor(refusal: Refusal, retryAfterSeconds: number) {
    super(refusal)
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Events of one durable batch, in the engine's event codec: decode with `readEvents(bytes)`. Valid only during the call. */
export interface DurableBatch {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly events: Uint8Array
  /** False when all are about orders, trades, balances, levels and statuses of pairs: a listener for settings need not look then. */
  readonly hasDocuments: boolean
}

/** The exchange as seen by whoever sends customers' commands; `G` names other senders. */
export interface Exchange<G extends Giver = 'customer'> {
  readonly tenantId: string
  /**
   * Read only, through the engine's named readers. May be ahead of what is durable by the batches in flight; what was submitted in this
   * turn of the event loop may be missing still.
   */
  readonly state: State
  /** Sequence of the last durable entry. */
  readonly durableSeq: number
  /** Whether this process leads; what only the leader may do joins it. */
  readonly leadership: Leadership
  /**
   * Journals and applies a command. Resolves after fdatasync with the engine's outcome, refusals of the engine included.
   * @param key idempotency key, unique per user; '' = none
   * @param applied hears the outcome when the engine has it, before anything else is applied: the state is the one that it was decided over.
   * Nothing of it is durable yet. It must not throw
   * @throws Refused when nothing was journaled
   */
  submit(command: CommandGivenBy<G>, key?: string, applied?: (outcome: Outcome) => void): Promise<Outcome>
  /** Called in sequence order after each batch is durable. Listeners must not throw and must not block. Returns the unsubscribe. */
  onDurable(listener: (batch: DurableBatch) => void): () => void
  /** Why some commands are refused; undefined when none are. Absent on exchanges that never are in trouble. */
  trouble?(): Trouble | undefined
  /** Live clock of the sequencer, ms; never decreasing. */
  now(): number
}
