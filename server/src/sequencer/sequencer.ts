/**
 * The one place where commands get their order. Each command is stamped and encoded at once; those of one turn of the event loop are
 * applied together at its end, ahead of the disk; outcomes and events are held back until the journal says that the batch is durable. So
 * nobody ever learns of something that a power cut could take back.
 */
import { randomBytes } from 'node:crypto'
import type { Command } from '@agio/engine/command.ts'
import { begunDueRow } from '@agio/engine/due-row.ts'
import { applyAll } from '@agio/engine/engine.ts'
import { encodeEntry } from '@agio/engine/entry.ts'
import type { Outcome } from '@agio/engine/event.ts'
import { hasDocuments, readOutcomes } from '@agio/engine/event-buffer.ts'
import { ENGINE_VERSION, engineVersionOf } from '@agio/engine/rules.ts'
import { TRADE_KINDS } from '@agio/engine/schema/commands.ts'
import { nextDeadline, type State, stateSeq, stateTime } from '@agio/engine/state.ts'
import type { Clock } from '../core/clock.ts'
import { EXIT_FENCED, EXIT_INVARIANT } from '../core/exit-codes.ts'
import { ALWAYS_LEADING, type Leadership } from '../core/leadership.ts'
import type { RandomBytes } from '../core/random.ts'
import { type Batch, BatchPool } from './batch.ts'
import { DueTimer } from './due-timer.ts'
import { type DurableBatch, type Exchange, type PoisonedDue, Refused } from './exchange.ts'
import type { SequencerOptions, StampedCommand, WritableJournal } from './parts.ts'
import type { PoisonNotes } from './poison-notes.ts'
import { isRelief } from './relief.ts'

/** Chance that the engine's samples of contracts fall by: a journal gets it once, and nobody who trades sees it. */
const SECRET_BYTES = 16
const BATCHES_IN_FLIGHT_MAX = 3
const BATCH_COMMANDS_MAX = 1024
const RETRY_AFTER_SECONDS = 1
/** A jumped clock needs a person, who takes longer. */
const CLOCK_RETRY_SECONDS = 30
const BULK_REST_MS = 1000
const WAIT_FOR_ROOM_MS = 2

export class Sequencer implements Exchange {
  readonly tenantId: string
  readonly state: State
  readonly leadership: Leadership
  readonly #journal: WritableJournal
  readonly #clock: Clock
  readonly #random: RandomBytes
  readonly #inFlightMax: number
  readonly #poison: PoisonNotes | undefined
  readonly #poisonedDue: PoisonedDue | undefined
  readonly #disk: SequencerOptions['disk']
  readonly #onBroken: (error: Error, exitCode: number) => void
  readonly #pool: BatchPool
  readonly #timer: DueTimer
  readonly #listeners = new Set<(batch: DurableBatch) => void>()
  #seq: number
  #at: number
  #durableSeq: number
  #open: Batch
  /** Full batches that wait for a place in flight. */
  #closed: Batch[] = []
  #inFlight = 0
  #pendingCount = 0
  #unsentBytes = 0
  #flushPlanned = false
  #ended: 'no' | 'stopping' | 'broken' = 'no'
  #bulk: Promise<unknown> = Promise.resolve()
  #bulkCount = 0
  #bulkEndedAt = Number.NEGATIVE_INFINITY
  #drained: (() => void)[] = []
  /** Set while the first entry of a start is under way: a start can go back to the state before it. */
  #onDueBroken: ((poisoned: PoisonedDue) => void) | undefined

  constructor(options: SequencerOptions) {
    this.tenantId = options.tenantId
    this.state = options.state
    this.leadership = options.leadership ?? ALWAYS_LEADING
    this.#journal = options.journal
    this.#clock = options.clock
    this.#random = options.random ?? randomBytes
    this.#inFlightMax = options.inFlightMax
    this.#poison = options.poison
    this.#poisonedDue = options.poisonedDue
    this.#disk = options.disk
    this.#onBroken = options.onBroken
    this.#pool = new BatchPool(options.journal.recordBytesMax)
    this.#timer = new DueTimer(
      () => this.now(),
      () => this.#runDue(),
    )
    this.#seq = stateSeq(options.state)
    this.#at = stateTime(options.state)
    this.#durableSeq = this.#seq
    options.state.out.reset()
    this.#open = this.#pool.take()
  }

  get durableSeq(): number {
    return this.#durableSeq
  }

  now(): number {
    return Math.max(this.#at, Math.floor(this.#clock.now()))
  }

  submit(command: Command, key = '', applied?: (outcome: Outcome) => void): Promise<Outcome> {
    const refusal = this.#refusal(command)
    if (refusal !== undefined) return Promise.reject(refusal)
    this.#bulkEndedAt = Number.NEGATIVE_INFINITY
    return new Promise((resolve) => {
      this.#take(command, key, this.now(), resolve)
      if (applied !== undefined) this.#tellNow(applied)
    })
  }

  /** Applies what was just taken, and tells its outcome over the state that it was decided over. */
  #tellNow(applied: (outcome: Outcome) => void): void {
    this.#applyOpen()
    // A batch that it made full is closed, and applied with it.
    const outcome = (this.#open.count > 0 ? this.#open : this.#closed.at(-1))?.outcomes.at(-1)
    if (outcome !== undefined && this.#ended !== 'broken') applied(outcome)
  }

  /**
   * Bulk path: as many commands as one likes, with stamps of their own, durable like any other. Waits for room where `submit` would
   * refuse. Due work rests meanwhile, since the stamps may lie in the past.
   * @returns the outcomes, in order, when all are durable
   */
  submitMany(items: readonly StampedCommand[]): Promise<readonly Outcome[]> {
    const sent = this.#bulk.then(() => this.#takeMany(items))
    this.#bulk = sent.catch(() => undefined)
    return sent.then((outcomes) => Promise.all(outcomes))
  }

  onDurable(listener: (batch: DurableBatch) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Raises the engine version of a journal that an older build wrote, runs what is due now, and from then on runs due work whenever it
   * falls due while this process leads. Resolves when the first entries are durable, or with the scheduled work that broke the engine: the
   * state must not be used then, and nothing was journaled.
   */
  async start(): Promise<PoisonedDue | undefined> {
    if (this.#poisonedDue !== undefined) return undefined
    const broken = new Promise<PoisonedDue>((resolve) => {
      this.#onDueBroken = resolve
    })
    const poisoned = await Promise.race([broken, this.#begin()])
    this.#onDueBroken = undefined
    if (poisoned === undefined) this.leadership.join({ begin: () => this.#runDue(), end: () => this.#rest() })
    return poisoned
  }

  async #begin(): Promise<undefined> {
    if (engineVersionOf(this.state) < ENGINE_VERSION) {
      const secret = Buffer.from(this.#random(SECRET_BYTES)).toString('hex')
      await this.#taken({ kind: 'setEngineVersion', version: ENGINE_VERSION, secret })
    }
    if (nextDeadline(this.state) <= this.now()) await this.#taken({ kind: 'tick' })
  }

  /** Commands of the start itself are never refused. */
  #taken(command: Command): Promise<Outcome> {
    return new Promise((resolve) => this.#take(command, '', this.now(), resolve))
  }

  /** Takes nothing more; resolves when everything taken is durable. */
  async drain(): Promise<void> {
    if (this.#ended === 'no') this.#ended = 'stopping'
    await this.#rest()
  }

  /** What was taken is durable when it resolves, or will never be: the journal is lost. */
  async #rest(): Promise<void> {
    this.#timer.stop()
    await this.#bulk
    this.#flush()
    if (this.#pendingCount > 0 && this.#ended !== 'broken') await new Promise<void>((resolve) => this.#drained.push(resolve))
    this.#timer.stop()
  }

  #refusal(command: Command): Refused | undefined {
    if (this.#ended !== 'no') return new Refused('stopping', RETRY_AFTER_SECONDS)
    if (!this.leadership.isLeading) return new Refused('notLeading', RETRY_AFTER_SECONDS)
    if (this.#poisonedDue !== undefined) return new Refused('duePoisoned', RETRY_AFTER_SECONDS)
    if (this.#poison?.holds(command, this.now()) === true) return new Refused('poison', RETRY_AFTER_SECONDS)
    const relief = isRelief(command)
    if (this.#clock.isHeld === true && TRADE_KINDS.has(command.kind)) return new Refused('clock', CLOCK_RETRY_SECONDS)
    if (this.#pendingCount >= (relief ? 2 : 1) * this.#inFlightMax) return new Refused('busy', RETRY_AFTER_SECONDS)
    const room = this.#journal.room?.()
    if (room === undefined) return undefined
    const short = room.bytes - this.#unsentBytes < (relief ? 1 : 2) * this.#journal.recordBytesMax
    const isFull = room.outOfSpace || this.#disk?.isFull === true
    if (isFull && (short || !relief)) return new Refused('readOnly', RETRY_AFTER_SECONDS)
    return short ? new Refused('busy', RETRY_AFTER_SECONDS) : undefined
  }

  /** @throws RangeError when the command is longer than a record may be; nothing happened then */
  #take(command: Command, key: string, at: number, resolve: (outcome: Outcome) => void): void {
    const seq = this.#seq + 1
    const length = this.#encode(seq, at, key, command)
    // Room is made by closing a batch, which applies it.
    if (this.#ended === 'broken') return
    const batch = this.#open
    if (batch.count === 0) batch.firstSeq = seq
    batch.lastSeq = seq
    batch.count += 1
    batch.used += length
    batch.waiting.push(command)
    batch.resolvers.push(resolve)
    this.#seq = seq
    this.#at = at
    this.#pendingCount += 1
    this.#unsentBytes += length
    if (batch.count >= BATCH_COMMANDS_MAX) this.#closeOpen()
    this.#planFlush()
  }

  /** Encodes into the open batch, or a new one when it is full, or one as long as a record may be. */
  #encode(seq: number, at: number, key: string, command: Command): number {
    const first = this.#tryEncode(seq, at, key, command)
    if (first !== undefined) return first
    if (this.#open.count > 0) this.#closeOpen()
    const second = this.#tryEncode(seq, at, key, command)
    if (second !== undefined) return second
    this.#open = this.#pool.take(this.#journal.recordBytesMax)
    return encodeEntry(this.#open.entries, 0, seq, at, key, command)
  }

  #tryEncode(seq: number, at: number, key: string, command: Command): number | undefined {
    try {
      return encodeEntry(this.#open.entries, this.#open.used, seq, at, key, command)
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  async #takeMany(items: readonly StampedCommand[]): Promise<Promise<Outcome>[]> {
    const outcomes: Promise<Outcome>[] = []
    this.#bulkCount += 1
    try {
      for (const { at, key, command } of items) {
        // A tick is always taken, so that only room and the end can hold the bulk up.
        for (let refusal = this.#refusal(command); refusal !== undefined; refusal = this.#refusal(command)) {
          if (refusal.refusal !== 'busy') throw refusal
          await new Promise((resolve) => setTimeout(resolve, WAIT_FOR_ROOM_MS))
        }
        outcomes.push(new Promise((resolve) => this.#take(command, key, Math.max(this.#at, at), resolve)))
      }
    } finally {
      this.#bulkCount -= 1
      this.#bulkEndedAt = performance.now()
    }
    return outcomes
  }

  /** Applies the entries of the open batch that wait, in one call, and takes their outcomes and records over. */
  #applyOpen(): void {
    const batch = this.#open
    if (batch.applied === batch.used || this.#ended === 'broken') return
    const take = (): void => {
      const records = this.state.out.bytes()
      for (const outcome of readOutcomes(records)) batch.outcomes.push(outcome)
      batch.addEvents(records)
      this.state.out.reset()
    }
    try {
      applyAll(this.state, batch.entries, batch.applied, batch.used, take)
    } catch (error) {
      const row = this.state.runsDue ? begunDueRow(this.state) : undefined
      if (row !== undefined && this.#onDueBroken !== undefined) {
        this.#ended = 'broken'
        this.#onDueBroken({ row, error: (error as Error).message })
        return
      }
      this.#blame(batch, error as Error)
      this.#break(error as Error, EXIT_INVARIANT)
      return
    }
    take()
    batch.applied = batch.used
    batch.waiting.length = 0
  }

  /**
   * Notes the command whose entry broke the engine. What fell due runs first and may be what breaks: then the command is not to blame. The
   * entries before it are applied in memory only: nobody was told, and the next process has a state without them.
   */
  #blame(batch: Batch, error: Error): void {
    const { seq, runsDue } = this.state
    const command = batch.waiting[seq - (batch.lastSeq - batch.waiting.length + 1)]
    if (command === undefined || command.kind === 'tick' || runsDue) return
    this.#poison?.add(command, stateTime(this.state), error.message)
  }

  /** Applies the open batch and closes it, unless the engine breaks over it. */
  #closeOpen(): void {
    this.#applyOpen()
    if (this.#ended === 'broken') return
    this.#closed.push(this.#open)
    this.#open = this.#pool.take()
  }

  /** Commands of this turn of the event loop share a record; while all places are in flight, later turns join them. */
  #planFlush(): void {
    if (this.#flushPlanned) return
    this.#flushPlanned = true
    setImmediate(() => {
      this.#flushPlanned = false
      this.#applyOpen()
      this.#flush()
    })
  }

  #flush(): void {
    while (this.#inFlight < BATCHES_IN_FLIGHT_MAX && this.#ended !== 'broken') {
      if (this.#closed.length === 0 && this.#open.count > 0) this.#closeOpen()
      const batch = this.#closed.shift()
      if (batch === undefined) break
      this.#inFlight += 1
      this.#unsentBytes -= batch.used
      this.#append(batch)
        .then(
          () => this.#durable(batch),
          (error: Error) => this.#break(error, EXIT_FENCED),
        )
        // A listener that throws has missed events: whatever it keeps is wrong from here on.
        .catch((error: Error) => this.#break(error, EXIT_INVARIANT))
    }
    this.#arm()
  }

  /** Appends until it is known what came of it. @throws when another writer holds the position */
  async #append(batch: Batch): Promise<void> {
    const record = batch.record(this.#journal.epoch)
    let unsure = false
    for (;;) {
      const result = await this.#journal.append(record.firstSeq - 1, record)
      if (result === 'ok') return
      if (result === 'unknown') {
        unsure = true
        continue
      }
      const there = unsure ? await this.#journal.at(record.lastSeq) : undefined
      const own = there !== undefined && there.epoch === record.epoch && Buffer.compare(there.bytes, record.bytes) === 0
      if (own) return
      throw new Error(`another writer holds the journal at ${record.firstSeq}`)
    }
  }

  #durable(batch: Batch): void {
    this.#inFlight -= 1
    this.#durableSeq = batch.lastSeq
    this.#pendingCount -= batch.count
    // Whoever waits goes on in a microtask, after every listener has seen the batch.
    for (const [index, resolve] of batch.resolvers.entries()) {
      const outcome = batch.outcomes[index]
      if (outcome !== undefined) resolve(outcome)
    }
    const { firstSeq, lastSeq, events } = batch
    const durable = { firstSeq, lastSeq, events, hasDocuments: hasDocuments(events) }
    for (const listener of this.#listeners) listener(durable)
    this.#pool.give(batch)
    this.#flush()
    if (this.#pendingCount === 0) this.#tellDrained()
  }

  /** The journal is lost: commands under way are never answered. */
  giveUp(): void {
    this.#ended = 'broken'
    this.#timer.stop()
    this.#tellDrained()
  }

  #tellDrained(): void {
    for (const resolve of this.#drained.splice(0)) resolve()
  }

  #arm(): void {
    if (this.#ended === 'no' && this.leadership.isLeading) this.#timer.arm(nextDeadline(this.state))
  }

  #runDue(): void {
    if (this.#ended !== 'no' || !this.leadership.isLeading) return
    const sinceBulk = performance.now() - this.#bulkEndedAt
    if (this.#bulkCount > 0 || sinceBulk < BULK_REST_MS) {
      this.#timer.rest(BULK_REST_MS)
      return
    }
    // Due work runs with a waiting command as well as with a tick.
    this.#applyOpen()
    if (nextDeadline(this.state) <= this.now()) this.#take({ kind: 'tick' }, '', this.now(), () => {})
    else this.#arm()
  }

  #break(error: Error, exitCode: number): void {
    if (this.#ended === 'broken') return
    this.giveUp()
    this.#onBroken(error, exitCode)
  }
}
