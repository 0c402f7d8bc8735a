/** An exchange over the real engine without a journal: every command is applied and durable at once. For tests only. */
import type { Command } from '@agio/engine/command.ts'
import { createState } from '@agio/engine/create-state.ts'
import { apply } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { hasDocuments, lastOutcome } from '@agio/engine/event-buffer.ts'
import { ENGINE_VERSION, takeRules } from '@agio/engine/rules.ts'
import type { State } from '@agio/engine/state.ts'
import { ALWAYS_LEADING } from '../core/leadership.ts'
import { type DurableBatch, type Exchange, Refused } from '../sequencer/exchange.ts'

const ENTRY_BYTES = 256 * 1024

export class MemoryExchange implements Exchange {
  readonly tenantId = 'test'
  readonly state: State = createState()
  durableSeq = 0
  readonly leadership = ALWAYS_LEADING
  /** ms; tests move it. */
  clock = Date.UTC(2026, 10, 21, 12)
  /** What others do between the outcome of a command and the moment at which it is durable. */
  meanwhile: (() => void) | undefined
  /** While set, every submit is refused before it is journaled. */
  refusal: Refused['refusal'] | undefined
  readonly #listeners = new Set<(batch: DurableBatch) => void>()
  readonly #entry = new Uint8Array(ENTRY_BYTES)

  constructor() {
    takeRules(this.state, ENGINE_VERSION)
  }

  async submit(command: Command, key = '', applied?: (outcome: Outcome) => void): Promise<Outcome> {
    await Promise.resolve()
    if (this.refusal !== undefined) throw new Refused(this.refusal, 2)
    const outcome = this.apply(command, key)
    applied?.(outcome)
    // As long as a disk takes, others change the state.
    this.meanwhile?.()
    return outcome
  }

  /** As submit, now. */
  apply(command: Command, key = ''): Outcome {
    const seq = this.durableSeq + 1
    const length = encodeEntry(this.#entry, 0, seq, this.clock, key, command)
    const { out } = this.state
    out.reset()
    apply(this.state, this.#entry.subarray(0, length))
    this.durableSeq = seq
    const outcome = lastOutcome(out)
    const events = out.bytes().slice()
    for (const listener of this.#listeners) listener({ firstSeq: seq, lastSeq: seq, events, hasDocuments: hasDocuments(events) })
    return outcome
  }

  /** Applies a command that a test relies on. */
  must(command: Command, key = ''): Outcome {
    const outcome = this.apply(command, key)
    if (outcome.reason !== 'none') throw new Error(`${command.kind}: ${outcome.reason}`)
    return outcome
  }

  onDurable(listener: (batch: DurableBatch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  now(): number {
    return this.clock
  }
}
